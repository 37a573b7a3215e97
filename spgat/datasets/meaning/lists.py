"""Lines that hold a node and its neighbours."""

import re

import numpy as np
import pandas as pd

from spgat.datasets.meaning.notes import Notes
from spgat.datasets.meaning.records import Records
from spgat.datasets.meaning.table import Table, are_all_numbers
from spgat.datasets.meaning.words import NEIGHBOURS, bare


def with_cells_of_lists(table: Table) -> Table | None:
    """Returns a table whose second column lists the neighbours of the first, one a cell.

    None where it does not: at least one of its cells must hold several names of the first.
    """
    if table.cells.shape[1] != 2 or not table.cells[0].is_unique:
        return None
    if are_all_numbers(table.cells.iloc[:, [1]]):
        return None
    nodes, lists = table.cells[0], table.cells[1]
    others = [re.findall(r"[^\s,;|\[\](){}'\"]+", text) for text in lists]
    is_called = table.names is not None and bare(table.names[1]) in NEIGHBOURS
    known = set(nodes)
    several = [names for text, names in zip(lists, others, strict=True)
               if len(names) > 1 and text not in known]  # fmt: skip
    if not several:
        return None
    if not is_called and not all(name in known for names in others for name in names):
        return None
    cells = pd.DataFrame([[node, *names] for node, names in zip(nodes, others, strict=True)])
    lengths = np.array([1 + len(names) for names in others])
    return Table(cells.fillna("").astype(str), None, table.lines, lengths, table.comments)


def neighbour_lists(table: Table, suffix: str, notes: Notes) -> Records:
    """Returns each line's first node joined to all others; in SIF the second says how."""
    rows = table.cells.to_numpy(dtype=object)
    if table.names:  # what seemed to be a header is a line of names
        rows = np.concatenate([np.array([table.names], dtype=object), rows])
    skipped = 1
    if suffix == ".sif":
        skipped = 2
        notes.used.append("The format is SIF: source, relation, targets.")
    else:
        notes.used.append("Each line is a node and its neighbours.")
    targets = rows[:, skipped:]
    sources = np.repeat(rows[:, 0], targets.shape[1]).reshape(targets.shape)
    there = targets != ""
    edges = pd.DataFrame({"source": sources[there], "target": targets[there]}, dtype=str)
    if suffix == ".sif":
        relations = np.repeat(rows[:, 1], targets.shape[1]).reshape(targets.shape)
        edges["relation"] = relations[there]
    nodes = pd.DataFrame({"id": pd.unique(rows[:, 0])}, dtype=str)
    mentioned = set(edges["target"]) - set(nodes["id"])
    others = pd.DataFrame(
        {"id": list(dict.fromkeys(t for t in edges["target"] if t in mentioned))}
    )
    return Records(
        format="SIF" if suffix == ".sif" else "adjacency list",
        edges=edges,
        nodes=pd.concat([nodes, others], ignore_index=True),
    )
