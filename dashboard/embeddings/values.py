"""What is measured at each node and can colour it: silhouettes, clusters, agreement."""

from collections.abc import Sequence

import numpy as np
import streamlit as st

from dashboard.embeddings import features
from dashboard.embeddings.nodes import COLUMN
from dashboard.embeddings.pictures import Request
from dashboard.embeddings.view import FEATURE, View
from dashboard.turns import turn
from spgat.arrays import Floats, Floats32, Ints
from spgat.embedding import Quality, Silhouette, agreement, clusters, silhouette

#: Clusters and agreement compare every pair of nodes.
MAX_NODES = 10_000
NUM_NEIGHBORS = 10


def values_of(
    requests: Sequence[Request], slot: int, view: View, frame: int, quality: Quality | None
) -> dict[str, Floats]:
    """Returns float64 [num_nodes] by the code of the colour that shows them.

    Args:
        requests: All embeddings on the page.
        slot: Which of them.
        view: The page's settings.
        frame: Which of its frames.
        quality: Its quality, where it is measured.
    """
    request = requests[slot]
    values: dict[str, Floats] = {}
    if quality is not None:
        values["silhouette"] = quality.silhouette.per_node
    found = clusters_of(request, view, frame)
    if found is not None:
        values["cluster"] = found.astype(np.float64)
    shared = agreement_of(requests, slot, view)
    if shared is not None:
        values["agreement"] = shared
    feature = st.session_state.get(FEATURE)
    if feature is not None:
        column = features.column_of(request.pick, request.embedded, feature)
        if column is not None:
            values[f"{COLUMN}{feature}"] = column
    return values


def clusters_of(request: Request, view: View, frame: int) -> Ints | None:
    """Returns the cluster of each node, int64 [num_nodes]; None where none are looked for."""
    num_nodes = request.embedded.num_nodes
    if not view.cluster_size or num_nodes > MAX_NODES:
        return None
    size = min(view.cluster_size, num_nodes)
    return _clusters(f"{request.key}/{frame}", size, request.frames[frame])


def left_out(request: Request, view: View) -> list[str]:
    """Returns what is asked for and not computed for so many nodes, in a sentence or none."""
    num_nodes = request.embedded.num_nodes
    asked = ["clusters"] if view.cluster_size else []
    asked += ["agreement"] if view.is_same and not view.over_epochs else []
    if num_nodes <= MAX_NODES or not asked:
        return []
    return [
        f"No {' and no '.join(asked)}: every pair of nodes is compared for that, and "
        f"{num_nodes:,} nodes are more than {MAX_NODES:,}."
    ]


def cluster_silhouette(request: Request, view: View, frame: int) -> Silhouette | None:
    """Returns how well the clusters are separated, None where none are looked for."""
    found = clusters_of(request, view, frame)
    if found is None:
        return None
    key = f"{request.key}/{frame}/{view.cluster_size}"
    return _silhouette(key, request.frames[frame], found)


def agreement_of(requests: Sequence[Request], slot: int, view: View) -> Floats | None:
    """Returns how far the nearest nodes agree with those of the first embedding on the page.

    Of the first embedding it is the agreement with the second. None where there is only one,
    where they have different nodes, and over epochs.
    """
    num_nodes = requests[0].embedded.num_nodes
    if not view.is_same or view.over_epochs or not 2 < num_nodes <= MAX_NODES:
        return None
    pair = requests[0], requests[max(slot, 1)]
    key = " and ".join(request.key for request in pair)
    return _agreement(key, *(request.frames[0] for request in pair))


@st.cache_resource(max_entries=32, show_spinner="Finding clusters")
def _clusters(key: str, size: int, _vectors: Floats32) -> Ints:
    with turn():
        return clusters(_vectors, size)


@st.cache_resource(max_entries=32, show_spinner="Measuring the clusters")
def _silhouette(key: str, _vectors: Floats32, _clusters: Ints) -> Silhouette:
    with turn():
        return silhouette(_vectors, _clusters)


@st.cache_resource(max_entries=32, show_spinner="Comparing neighbourhoods")
def _agreement(key: str, _first: Floats32, _second: Floats32) -> Floats:
    with turn():
        return agreement(_first, _second, min(NUM_NEIGHBORS, len(_first) - 1))
