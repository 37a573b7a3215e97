"""Layouts of graphs that are too large to lay out while the page is drawn."""

from functools import partial
from typing import Any

import streamlit as st

from dashboard.embeddings import work
from dashboard.jobs import Held, JobContext
from dashboard.plain import plain
from dashboard.sizes import num_bytes
from spgat.arrays import Floats32
from spgat.embedding import graph_layout, pictures_cache
from spgat.graph import Graph
from spgat.spectral.cache import key_of

KIND = "layout"


def find(graph: Graph) -> Floats32 | None:
    """Returns the saved positions of a graph, float32 [num_nodes, 2], or None."""
    found = pictures_cache().get(_key(graph))
    return None if found is None else found["positions"]


def offer(graph: Graph, height: int) -> None:
    """Shows the button that computes a layout, or its progress."""
    job = work.find(KIND, graph.digest)
    if job is not None and job.is_active:
        work.show_progress(job, key="cancel_layout")
        st.skeleton(height - 60)
        return
    if job is not None and job.snapshot().error:
        st.error(plain(job.snapshot().error), icon=":material/error:")
    with st.container(
        border=True,
        height=height,
        vertical_alignment="center",
        horizontal_alignment="center",
    ):
        st.caption(
            "This graph has no layout yet. Computing one takes a few seconds and is kept.",
            text_alignment="center",
        )
        if st.button("Compute layout", icon=":material/hub:", key="place_nodes"):
            task = partial(_place, graph)
            held = Held(graph, num_bytes(graph))
            work.start(KIND, graph.digest, task, f"layout of {graph.name}", held)
            st.rerun()  # the whole page, whose timer follows the job


def _place(graph: Graph, context: JobContext) -> Any:
    positions = graph_layout(graph, progress=context.progress, should_stop=context.should_stop)
    pictures_cache().put(_key(graph), {"positions": positions})
    return positions


def _key(graph: Graph) -> str:
    return key_of("layout", graph.adjacency)
