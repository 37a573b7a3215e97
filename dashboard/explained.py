"""Why a network takes a node for what it takes it for: its scores, and what is low in them."""

import numpy as np
import pandas as pd
import streamlit as st

from dashboard import state, widgets
from dashboard.figures.history import band_names
from dashboard.plain import plain, short
from dashboard.turns import turn
from spgat.embedding import NodeParts, node_parts
from spgat.errors import InputError
from spgat.runs import Run
from spgat.spectral.laplacian import DEFAULT
from spgat.words import significant

#: Where the parts of a network without bands are cut, as in "Each dimension on the graph".
_CUTOFF = 0.5


def offer(run_id: str) -> None:
    """Shows a switch, and with it what a run says of a node that the visitor chooses."""
    if not widgets.toggle("Explain a node", key="explain"):
        return
    try:
        run = state.load_run(run_id)
        last = run.graph.num_nodes - 1
        node = widgets.number("Node, counted from 0", 0, last, 0, key="explained_node")
        show(run, node)
    except InputError as error:  # deleted, or another visitor's own
        st.error(plain(error), icon=":material/error:")


def show(run: Run, node: int) -> None:
    """Shows the scores of the classes at a node of a run, and its hidden vector in a sentence.

    Raises:
        InputError: If a file of the run is gone or damaged.
    """
    graph = run.graph
    if not graph.num_edges:
        st.caption("The graph has no edges, so nothing at a node is low or high.")
        return
    cutoff, parts = _parts(run.run_id, run.version, node, run)
    num_classes = run.logits.shape[1]
    st.markdown(
        f"**What the network says of node {plain(short(graph.names[node]))}**",
        help="The score of each class is a signal on the graph. Its low part is what the node "
        "shares with the nodes around it, its high part what sets it apart; they add up to the "
        "score. The cut is blurred a little, as it is made without eigenvectors.",
    )
    scores = run.logits[node].astype(np.float64)
    shares = np.exp(scores - scores.max())
    table = pd.DataFrame(
        {
            "class": [short(each) for each in graph.class_names],
            "probability": shares / shares.sum(),
            "score": scores,
            "low part": parts.low[:num_classes],
            "high part": parts.high[:num_classes],
        }
    )
    numbers = st.column_config.NumberColumn(format="%.2f")
    st.dataframe(
        table.sort_values("probability", ascending=False, kind="stable"),
        hide_index=True,
        key="scores",
        column_config={
            "probability": st.column_config.ProgressColumn(
                min_value=0, max_value=1, format="%.2f"
            ),
            **dict.fromkeys(("score", "low part", "high part"), numbers),
        },
    )
    st.caption(_sentence(run, cutoff, parts))


def _sentence(run: Run, cutoff: float, parts: NodeParts) -> str:
    num_classes = run.logits.shape[1]
    low, high = (np.linalg.norm(each[num_classes:]) for each in (parts.low, parts.high))
    words = (
        f"Cut at λ = {significant(cutoff)}. Of its hidden vector the low part has length "
        f"{low:z.2f} and the high part {high:z.2f}."
    )
    weights = [
        f"{bands[0]:.2f} in layer {layer}"
        for layer, bands in enumerate(run.summary.alpha, start=1)
    ]
    if not weights:
        return words
    band = band_names(len(run.summary.alpha[0]))[0]
    return f"{words} The network weighs the {band} band by α = {' and '.join(weights)}."


@st.cache_resource(max_entries=64, show_spinner="Filtering at the node")
def _parts(run_id: str, version: int, node: int, _run: Run) -> tuple[float, NodeParts]:
    """The cutoff, and the parts of a node's scores and hidden vector beside each other."""
    cut = _run.summary.cut
    cutoff, laplacian = _CUTOFF, DEFAULT
    if cut is not None and cut.cutoffs:
        cutoff, laplacian = cut.cutoffs[0], _run.summary.config.bands.laplacian
    vectors = np.hstack([_run.logits, _run.hidden])
    with turn():
        return cutoff, node_parts(_run.graph.adjacency, vectors, node, cutoff, laplacian)
