"""The embedding of a training on the Train page, as of its latest frame."""

from functools import partial

import pandas as pd

from dashboard import twin
from dashboard.figures import colouring
from dashboard.figures.moving_map import moving_map
from dashboard.figures.scale import Option
from dashboard.training.frames import RECORD, Frame, Nodes
from dashboard.training.job import TrainingView


def chart(training: TrainingView, aspect: float) -> tuple[Option, str] | None:
    """Returns the ECharts option of the latest frame and what it shows, None without one.

    Args:
        training: What was recorded.
        aspect: Width over height, roughly.
    """
    nodes = training.nodes
    if nodes is None or not training.frames:
        return None
    last = training.frames[-1]
    classes = colouring.classes("Class", nodes.labels, nodes.class_names)
    option = moving_map(f"Embedding at epoch {last.epoch}", last.coordinates, classes, aspect)
    return option, (
        f"PCA of the hidden layer of {len(nodes.drawn):,} nodes at epoch {last.epoch}, "
        f"coloured by {len(nodes.class_names)} classes."
    )


def tables(training: TrainingView) -> twin.Tables:
    """Makes the table of the chart, a row per node that is drawn; none without a chart."""
    nodes = training.nodes
    if nodes is None or not training.frames:
        return {}
    last = training.frames[-1]
    return {f"Embedding at epoch {last.epoch}": partial(_table, nodes, last)}


def _table(nodes: Nodes, frame: Frame) -> pd.DataFrame:
    kinds = [*nodes.class_names, "unknown"]  # -1 is the last one
    classes = [kinds[label] for label in nodes.labels]
    x, y = frame.coordinates.T
    return pd.DataFrame({"node": nodes.names, "class": classes, "x": x, "y": y})


def explain(training: TrainingView) -> str:
    """Returns what is drawn, or how to have something drawn."""
    nodes = training.nodes
    if nodes is None:
        return f"Turn on “{RECORD}” among the expert options to watch the embedding."
    sample = len(nodes.drawn) < nodes.num_nodes
    return (
        "PCA of the hidden layer, coloured by class, each frame aligned with the one before it."
        + f" A sample of {len(nodes.drawn):,} of {nodes.num_nodes:,} nodes." * sample
    )
