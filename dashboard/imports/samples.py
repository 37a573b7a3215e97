"""Small files to try the page Own graphs with, made of graphs of the catalogue."""

import numpy as np
import pandas as pd
import streamlit as st

from dashboard.imports import pasted
from spgat import datasets


def edges_csv() -> str:
    """Returns the friendships of the karate club as a list of edges."""
    graph = datasets.load("karate")
    return str(pd.DataFrame(graph.edges(), columns=["source", "target"]).to_csv(index=False))


def labels_csv() -> str:
    """Returns which club each member went to, a line for each node."""
    graph = datasets.load("karate")
    clubs = np.asarray(graph.class_names)[np.asarray(graph.labels)]
    nodes = range(graph.num_nodes)
    return str(pd.DataFrame({"node": nodes, "club": clubs}).to_csv(index=False))


def points_csv() -> str:
    """Returns the measures of the iris flowers, a point on each line."""
    graph = datasets.load("iris")
    measures = np.asarray(graph.features).round(4)
    names = [f"measure {number}" for number in range(1, measures.shape[1] + 1)]
    return str(pd.DataFrame(measures, columns=names).to_csv(index=False))


#: Graphs to open at once, by what their buttons say, and what the lines of each are.
GRAPHS = {"Karate club": (edges_csv, "auto"), "Iris flowers": (points_csv, "points")}
#: What makes each file, by its name.
FILES = {
    "karate-edges.csv": edges_csv,
    "karate-labels.csv": labels_csv,
    "iris-points.csv": points_csv,
}


def show() -> None:
    """Shows a button for each graph, and one for each file."""
    with st.expander(
        "No graph at hand? Try one of these",
        expanded=True,
        icon=":material/draft:",
        key="samples",
    ):
        with st.container(horizontal=True):
            for title, (make, lines) in GRAPHS.items():
                st.button(
                    title,
                    icon=":material/content_paste_go:",
                    on_click=pasted.fill,
                    args=(make, lines),
                    key=f"try-{title}",
                )
        with st.container(horizontal=True):
            for name, make in FILES.items():
                st.download_button(
                    name,
                    make,
                    name,
                    "text/csv",
                    icon=":material/download:",
                    type="tertiary",
                    on_click="ignore",
                    key=f"sample-{name}",
                )
        st.caption(
            "The edges of the karate club and, for “Labels”, which of the two clubs each "
            "member went to; and a table of points, which becomes a graph of nearest "
            "neighbours."
        )
