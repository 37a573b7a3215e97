"""The embedding of a training on the Train page, as of its latest frame."""

import streamlit as st

from dashboard import plot
from dashboard.figures import colouring
from dashboard.figures.moving_map import moving_map
from dashboard.training.job import TrainingView


def show(training: TrainingView, height: int, aspect: float) -> None:
    """Shows the latest frame, and says what to do where none are kept.

    Args:
        training: What was recorded.
        height: In pixels.
        aspect: Width over height, roughly.
    """
    nodes = training.nodes
    if nodes is None or not training.frames:
        st.caption(
            "The embedding can be watched where “Keep embeddings on the way” is on, among the "
            "expert options."
        )
        return
    last = training.frames[-1]
    classes = colouring.classes("Class", nodes.labels, nodes.class_names)
    plot.show(
        moving_map(f"Embedding at epoch {last.epoch}", last.coordinates, classes, aspect),
        key="moving-map",
        height=height,
        alt=f"PCA of the hidden layer of {len(nodes.drawn):,} nodes at epoch {last.epoch}, "
        f"coloured by {len(nodes.class_names)} classes.",
    )
    sample = len(nodes.drawn) < nodes.num_nodes
    st.caption(
        "PCA of the hidden layer, coloured by class, each frame turned onto the one before it."
        + f" {len(nodes.drawn):,} of {nodes.num_nodes:,} nodes are drawn." * sample
    )
