"""A run's nodes as a table, and the colourings it allows."""

import numpy as np
import pandas as pd
import streamlit as st

from dashboard.figures import colouring
from dashboard.figures.colouring import Categories, Colouring
from spgat.arrays import Floats
from spgat.runs import Run


def table_of(run: Run) -> pd.DataFrame:
    """Returns one row per node. It is cached: do not change it.

    Columns: `node` (name), `label`, `prediction`, `is_right`, `confidence`, `split`, `degree`.
    Columns with few distinct words are categorical, so each word is sent to the browser once.
    """
    return _table(run.run_id, run)


@st.cache_resource(max_entries=8)
def _table(run_id: str, _run: Run) -> pd.DataFrame:
    graph, split = _run.graph, _run.split
    names = np.array([*graph.class_names, "unknown"], dtype=object)
    return pd.DataFrame(
        {
            "node": graph.node_names or [str(node) for node in range(graph.num_nodes)],
            "label": pd.Categorical(names[_run.labels]),  # -1 is the last one
            "prediction": pd.Categorical(names[_run.predictions]),
            "is_right": (_run.labels == _run.predictions),
            "confidence": _run.confidence.astype(np.float64).round(3),
            "split": pd.Categorical(
                np.select(
                    [split.train, split.val, split.test],
                    ["training", "validation", "test"],
                    "none",
                )
            ),
            "degree": np.diff(graph.adjacency.indptr),
        }
    )


def by_class(run: Run) -> Categories:
    """Returns the colouring by label."""
    return colouring.classes("Class", run.labels, run.graph.class_names)


def colouring_of(run: Run, colour: str, silhouettes: NDArray[np.float64] | None) -> Colouring:
    """Returns a colouring by its key in `view.COLOURS`, by class where it is not available."""
    match colour:
        case "prediction":
            return colouring.classes("Prediction", run.predictions, run.graph.class_names)
        case "correctness":
            return colouring.correctness(run.labels, run.predictions)
        case "split":
            return colouring.parts(run.split.train, run.split.val, run.split.test)
        case "degree":
            return colouring.degree(np.diff(run.graph.adjacency.indptr))
        case "confidence":
            return colouring.confidence(run.confidence)
        case "silhouette" if silhouettes is not None:
            return colouring.silhouette(silhouettes)
    return by_class(run)
