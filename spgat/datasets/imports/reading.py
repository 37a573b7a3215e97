"""Uploaded files become graphs, and what was done is reported."""

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

import numpy as np
import scipy.sparse as sp

from spgat.datasets.files.packed import title
from spgat.datasets.imports.report import Imported, ImportReport
from spgat.datasets.limits import UPLOAD, ReadLimits
from spgat.datasets.meaning.merging import merge_parallel
from spgat.datasets.meaning.notes import Notes
from spgat.datasets.meaning.options import ReadOptions
from spgat.datasets.meaning.parts import keep_part
from spgat.errors import InputError
from spgat.graph import Graph, NodeSplit
from spgat.sandbox import Sandbox
from spgat.sandbox.message import Message
from spgat.words import plural

_sandbox = Sandbox(
    "spgat.datasets.imports.worker", remedy="upload a part of it, or the graph as .npz"
)


def warm() -> None:
    """Starts the process that reads files, so that the first one need not wait for it."""
    _sandbox.warm()


def read_graph(
    data: bytes,
    filename: str,
    options: ReadOptions | None = None,
    *,
    limits: ReadLimits = UPLOAD,
) -> Imported:
    """Returns the graph in a file, with the report on what became of all that is in it.

    The file is hostile until it is parsed: that happens in a process with limits on memory and
    time, nothing is unpickled or expanded, and its answer is checked like any other input.

    Args:
        data: The file's content, which decides the format.
        filename: Names the graph, and the format where the content leaves it open.
        options: How to read what can be read in two ways.
        limits: `UPLOAD` for files of strangers, `LOCAL` for one's own.

    Raises:
        InputError: If the file is not read, in one sentence with the remedy.
    """
    options = options or ReadOptions()
    header = {"task": "graph", "filename": filename[-200:], "options": asdict(options)}
    answer = ask(header, limits, data=data)
    said, arrays = answer.header, answer.arrays
    num_nodes = int(said["num_nodes"])
    edges, weights = arrays["edges"], arrays.get("weights")
    limits.check_counts(num_nodes, len(edges))
    if not len(edges):
        raise InputError(
            f"{filename[:60]!r} has {plural(num_nodes, 'node')} but no edges; upload a file "
            "that lists them."
        )
    notes = Notes.unpacked(said)
    num_read = len(edges)
    if weights is not None:
        edges, weights = _complete(edges, weights, options, notes)
    is_directed = {"auto": said["is_directed"], "yes": True, "no": False}[options.directed]
    if is_directed:
        notes.changed.append("The file is directed; each edge counts both ways.")
    loops = edges[:, 0] == edges[:, 1]
    if options.loops == "drop" and loops.any():
        count = int(loops.sum())
        notes.changed.append(f"{count} self-loop{'s' if count > 1 else ''} dropped.")
        notes.ask("Edges from a node to itself are dropped; they could stay.",
                  Keep_them={"loops": "keep"})  # fmt: skip
        edges, weights = edges[~loops], None if weights is None else weights[~loops]
    merged = merge_parallel(edges, weights, num_nodes, options.parallel, is_directed)
    notes.changed += merged.changed
    if merged.other_rules:
        notes.ask(
            f"{plural(merged.num_parallel, 'edge')} listed more than once; of the weights of "
            f"each the {options.parallel} is taken.",
            **{rule.capitalize(): {"parallel": rule} for rule in merged.other_rules},
        )
    graph = Graph.build(
        title(filename, "graph"),
        num_nodes,
        merged.edges,
        merged.weights,
        self_loops="keep",
        node_names=said["names"],
        **_of_nodes(answer),
    )
    notes.changed += graph.notes
    graph = keep_part(
        graph, options.min_degree, options.largest_component, options.sample, notes.changed
    )
    report = ImportReport(
        format=str(said["format"]),
        num_edges_read=num_read,
        columns=tuple(map(str, said["columns"])),
        attributes=tuple(map(str, said["attributes"])),
    )
    return Imported(graph, report, options).with_(graph, notes)


def attach_features(
    imported: Imported,
    data: bytes,
    filename: str,
    *,
    id_column: str = "",
    limits: ReadLimits = UPLOAD,
) -> Imported:
    """Returns an import with what a table says of its nodes, joined by node id.

    Columns `x` and `y`, or longitude and latitude, become positions; every other column of
    numbers becomes a feature; columns of text are left out. Nodes the table lacks get zeros.
    An .npz file with one matrix has no ids: its rows are taken in row order.

    Args:
        imported: The graph and its report.
        data: A table with a column of node ids (text or a workbook), or .npz.
        filename: Named in messages.
        id_column: The column of node ids, where its name or place does not say it.
        limits: As for `read_graph`.

    Raises:
        InputError: If no column holds the graph's node ids, or none holds numbers.
    """
    return _attach(imported, "features", data, filename, limits, id_column=id_column)


def attach_labels(
    imported: Imported,
    data: bytes,
    filename: str,
    *,
    column: str = "",
    id_column: str = "",
    limits: ReadLimits = UPLOAD,
) -> Imported:
    """Returns an import with classes from a table, joined by node id; -1 where it has none.

    Args:
        imported: The graph and its report.
        data: A table with a column of node ids (text or a workbook).
        filename: Named in messages.
        column: The column of classes; "" takes one of a telling name, or else the first
            besides the ids.
        id_column: The column of node ids, where its name or place does not say it.
        limits: As for `read_graph`.

    Raises:
        InputError: If no column holds the graph's node ids, or there is no such column.
    """
    return _attach(
        imported, "labels", data, filename, limits, id_column=id_column, class_column=column
    )


def _attach(
    imported: Imported,
    task: str,
    data: bytes,
    filename: str,
    limits: ReadLimits,
    **columns: str,
) -> Imported:
    graph = imported.graph
    nodes = {"names": graph.names, "have_names": graph.node_names is not None, **columns}
    try:
        answer = ask({"task": task, "nodes": nodes}, limits, data=data)
    except InputError as error:
        raise InputError(f"{filename[:60]}: {error}") from error
    found = {name: value for name, value in _of_nodes(answer).items() if value is not None}
    kept: dict[str, Any] = {
        "features": graph.features,
        "labels": graph.labels,
        "class_names": graph.class_names,
        "positions": graph.positions,
        "splits": graph.splits,
    }
    found["signals"] = {**graph.signals, **found.get("signals", {})}
    joined = Graph.from_adjacency(
        graph.name,
        graph.adjacency,
        node_names=graph.node_names,
        self_loops="keep",
        **{**kept, **found},
    )
    return imported.with_(joined, Notes.unpacked(answer.header, f"{filename[:60]}: "))


def ask(header: Mapping[str, Any], limits: ReadLimits, **files: bytes) -> Message:
    """Returns what the reading process answers.

    Args:
        header: The task and its choices.
        limits: What it may take.
        files: Contents by name; their order is that of the names.

    Raises:
        InputError: If a file is too large, is refused, or goes beyond the limits.
    """
    largest = max(map(len, files.values()))
    if largest > limits.file_bytes:
        raise InputError(
            f"The file has {largest / 2**20:.0f} MB; at most {limits.file_megabytes} MB "
            "are read. Upload a part of it, or save it as .npz."
        )
    arrays = {name: np.frombuffer(data, dtype=np.uint8) for name, data in files.items()}
    return _sandbox.run(Message({**header, "most": limits.unpacked_bytes}, arrays), limits.work)


def _of_nodes(answer: Message) -> dict[str, Any]:
    """What an answer says of nodes, as arguments of `Graph.build`."""
    said, arrays = answer.header, answer.arrays
    features: Any = arrays.get("features")
    if "starts" in arrays:
        parts = (arrays["values"], arrays["indices"], arrays["starts"])
        shape = (int(said["num_nodes"]), int(said["num_features"]))
        features = sp.csr_array(parts, shape=shape)
        features.check_format(full_check=True)  # wrong indices would crash compiled code
    found = {
        "features": features,
        "labels": arrays.get("labels"),
        "class_names": tuple(map(str, said["class_names"])) if "labels" in arrays else None,
        "positions": arrays.get("positions"),
        "signals": dict(zip(tuple(map(str, said["signals"])), arrays["signals"], strict=True))
        if "signals" in arrays
        else None,
    }
    if "splits" in arrays:
        found["splits"] = tuple(
            NodeSplit(part == 0, part == 1, part == 2, str(name))
            for name, part in zip(said["splits"], arrays["splits"], strict=True)
        )
    return found


def _complete(edges: Any, weights: Any, options: ReadOptions, notes: Notes) -> tuple[Any, Any]:
    """Edges with their weights, where some are missing."""
    missing = np.isnan(weights)
    if not missing.any():
        return edges, weights
    count = plural(int(missing.sum()), "edge")
    if options.missing == "drop":
        notes.changed.append(f"{count} without a weight dropped.")
        return edges[~missing], weights[~missing]
    notes.changed.append(f"{count} without a weight counted as 1.")
    notes.ask(
        f"{count} without a weight counted as 1; they could be dropped.",
        Drop_them={"missing": "drop"},
    )
    return edges, np.where(missing, 1.0, weights)
