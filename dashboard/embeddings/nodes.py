"""The nodes as a table, and what they can be coloured by."""

from dataclasses import replace
from typing import Any

import numpy as np
import pandas as pd
import streamlit as st

from dashboard.figures import colouring
from dashboard.figures.colouring import Categories, Colouring
from dashboard.plain import short
from spgat.arrays import Floats, Ints
from spgat.embedding import Embedded

#: Starts the code of a colouring by a column, before the column's name.
COLUMN = "column: "
#: A column of text with more values than there are colours and signs is not one of kinds.
_MAX_KINDS = 40


def table_of(nodes: Embedded) -> pd.DataFrame:
    """Returns one row per node. It is cached: do not change it.

    Columns: `node` (name), `label`, `prediction`, `is_right`, `confidence`, `split`, each
    where it is known, `degree`, and what else the embedding's file says. `is_right` is missing
    at nodes without a label or a prediction. Columns with few distinct words are categorical,
    so each word is sent to the browser once.
    """
    return _table(nodes.key, nodes)


@st.cache_resource(max_entries=8, show_spinner="Making the table of nodes")
def _table(key: str, _nodes: Embedded) -> pd.DataFrame:
    graph, split = _nodes.graph, _nodes.split
    unlabelled = colouring.no_class(graph.class_names)
    names = np.array([*graph.class_names, unlabelled], dtype=object)  # -1 is the last one
    columns: dict[str, Any] = {
        "node": graph.node_names or [str(node) for node in range(graph.num_nodes)]
    }
    if _nodes.has_labels or _nodes.split is not None:
        columns["label"] = pd.Categorical(names[_nodes.labels])
    if _nodes.predictions is not None:
        columns["prediction"] = pd.Categorical(names[_nodes.predictions])
        is_right: Any = pd.array(_nodes.labels == _nodes.predictions, dtype="boolean")
        is_right[(_nodes.labels < 0) | (_nodes.predictions < 0)] = pd.NA
        columns["is_right"] = is_right
    if _nodes.confidence is not None:
        columns["confidence"] = _nodes.confidence.astype(np.float64).round(3)
    if split is not None:
        parts = ["training", "validation", "test"]
        columns["split"] = pd.Categorical(
            np.select([split.train, split.val, split.test], parts, "none")
        )
    columns["degree"] = np.diff(graph.adjacency.indptr)
    rest = {
        f"{name} (file)" if name in (*columns, *"xyz", "silhouette") else name: _cells(values)
        for name, values in _nodes.columns.items()
    }
    return pd.DataFrame(columns | rest)


def _cells(values: pd.Series) -> Any:
    is_text = not pd.api.types.is_numeric_dtype(values)
    return pd.Categorical(values) if is_text and values.nunique() <= _MAX_KINDS else values


def by_class(nodes: Embedded) -> Categories:
    """Returns the colouring by label."""
    return colouring.classes("Class", nodes.labels, nodes.graph.class_names)


def by_cluster(clusters: Ints) -> Categories:
    """Returns the colouring by cluster, noise in grey.

    Args:
        clusters: int64 [num_nodes], -1 for noise.
    """
    names = [f"cluster {k + 1}" for k in range(int(clusters.max(initial=-1)) + 1)]
    found = colouring.classes("Cluster", clusters, names)
    if len(found.names) == len(names):
        return found
    return replace(found, names=(*names, "noise"), symbols=(*found.symbols[:-1], "circle"))


def columns_of(nodes: Embedded) -> list[str]:
    """Returns the columns of the embedding's file that nodes can be coloured by."""
    return [
        str(name)
        for name, values in nodes.columns.items()
        if pd.api.types.is_numeric_dtype(values) or values.nunique() <= _MAX_KINDS
    ]


def colouring_of(
    nodes: Embedded,
    colour: str,
    values: dict[str, Floats],
) -> Colouring:
    """Returns a colouring by its code, by class where it is not available.

    Args:
        nodes: The nodes.
        colour: A key of `view.COLOURS`, or `COLUMN` and the name of a column.
        values: float64 [num_nodes] for codes of what is measured on the page.
    """
    split = nodes.split
    if colour in values:
        if colour == "silhouette":
            return colouring.silhouette(values[colour])
        if colour == "cluster":
            return by_cluster(values[colour].astype(np.int64))
        return colouring.quantity(_title(colour), values[colour])
    if colour.startswith(COLUMN) and colour.removeprefix(COLUMN) in nodes.columns:
        name = colour.removeprefix(COLUMN)
        return _by_column(name, nodes.columns[name])
    match colour:
        case "prediction" if nodes.predictions is not None:
            return colouring.classes("Prediction", nodes.predictions, nodes.graph.class_names)
        case "correctness" if nodes.predictions is not None:
            return colouring.correctness(nodes.labels, nodes.predictions)
        case "split" if split is not None:
            return colouring.parts(split.train, split.val, split.test)
        case "degree":
            return colouring.degree(np.diff(nodes.graph.adjacency.indptr))
        case "confidence" if nodes.confidence is not None:
            return colouring.confidence(nodes.confidence)
    return by_class(nodes)


def _title(colour: str) -> str:
    return colour.removeprefix(COLUMN).capitalize()


def _by_column(name: str, values: pd.Series) -> Colouring:
    if pd.api.types.is_numeric_dtype(values):
        return colouring.quantity(short(name), values.to_numpy(np.float64))
    kinds = sorted(set(values) - {""})
    return colouring.classes(short(name), pd.Index(kinds).get_indexer(values), kinds)
