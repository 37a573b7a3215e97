"""The quality of a map: measured at once for small graphs, by a job for large ones."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np
import pandas as pd
import streamlit as st

from dashboard.embeddings import work
from dashboard.embeddings.own import num_bytes_of
from dashboard.jobs import Held, JobContext
from dashboard.plain import plain
from dashboard.turns import turn
from dashboard.words import count
from spgat.arrays import Floats, Floats32
from spgat.embedding import Embedded, Projection, Quality, Silhouette, measure
from spgat.embedding.silhouette import EXACT_NODES

KIND = "quality"
#: Up to this many nodes, measuring takes about a second and is done at once.
MAX_NODES_AT_ONCE = 5_000
#: Beyond it even samples of the nodes take minutes.
MAX_NODES = 200_000


@dataclass(frozen=True, eq=False)
class Measurement:
    """A projection whose quality is to be measured.

    Attributes:
        embedded: The nodes.
        features: The embedding, float32 [num_nodes, num_features].
        picture: Its projection.
        key: Distinguishes it from others.
    """

    embedded: Embedded
    features: Floats32
    picture: Projection
    key: str

    def take(self, **hooks: Any) -> Quality:
        """Returns the quality; hooks are `progress` and `should_stop`."""
        nodes, coordinates = self.embedded, self.picture.coordinates
        return measure(self.features, coordinates, nodes.labels, nodes.split, **hooks)


def quality_of(measurement: Measurement) -> Quality | None:
    """Returns the quality of a projection, None where a large one was not measured yet."""
    if measurement.embedded.num_nodes <= MAX_NODES_AT_ONCE:
        return _at_once(measurement.key, measurement)
    found: Quality | None = work.result_of(KIND, measurement.key)
    return found


def offer(measurement: Measurement) -> None:
    """Shows the button that measures a large graph, or its progress."""
    nodes = measurement.embedded
    if nodes.num_nodes > MAX_NODES:
        st.caption(
            f"The quality of a map is measured for up to {MAX_NODES:,} nodes; this one has "
            f"{nodes.num_nodes:,}. Open a sample of them to measure it."
        )
        return
    job = work.find(KIND, measurement.key)
    if job is not None and job.is_active:
        work.show_progress(job, key=f"cancel-quality-{nodes.key}")
    elif st.button(
        "Measure quality",
        icon=":material/straighten:",
        key=f"measure-{nodes.key}",
        help="Silhouettes, trustworthiness and nearest neighbours of "
        f"{count(nodes.num_nodes, 'node')}.",
    ):
        task = partial(_take_in_lane, measurement)
        held = Held(measurement.features, num_bytes_of(nodes))
        work.start(KIND, measurement.key, task, f"quality of {nodes.name}", held)
        st.rerun()  # the whole page, whose timer follows the job


def _take_in_lane(measurement: Measurement, context: JobContext) -> Quality:
    return measurement.take(progress=context.progress, should_stop=context.should_stop)


@st.cache_resource(max_entries=128, show_spinner=False)
def _at_once(key: str, _measurement: Measurement) -> Quality:
    with turn():
        return _measurement.take()


def show_table(qualities: Mapping[str, Quality]) -> None:
    """Shows the quality of several embeddings, one row each; undefined values stay empty."""
    k = next(iter(qualities.values())).num_neighbors
    rows = [
        {
            "Embedding": name,
            "Silhouette": quality.silhouette.mean,
            "Silhouette, training": quality.train_silhouette and quality.train_silhouette.mean,
            "Silhouette, test": quality.test_silhouette and quality.test_silhouette.mean,
            "Trustworthiness": quality.trustworthiness,
            f"{k}-NN, map": quality.knn_picture,
            f"{k}-NN, embedding": quality.knn_embedding,
        }
        for name, quality in qualities.items()
    ]
    table = pd.DataFrame(rows)
    if all(quality.test_silhouette is None for quality in qualities.values()):
        table = table.drop(
            columns=["Silhouette, training", "Silhouette, test"]
        )  # none has a split
    numbers = {name: st.column_config.NumberColumn(format="%.3f") for name in table.columns[1:]}
    st.dataframe(table, hide_index=True, key="qualities", column_config=numbers)
    if any(quality.silhouette.is_squared for quality in qualities.values()):
        st.caption(
            f"Silhouettes of more than {EXACT_NODES:,} nodes are of squared distances; compare "
            "them with each other only."
        )


def show(quality: Quality) -> None:
    """Shows the quality in one row, undefined values with their reason."""
    k = quality.num_neighbors
    judged = "labelled nodes" if quality.test_silhouette is None else "test nodes"
    has_labels = quality.silhouette.num_nodes > 0
    with st.container(horizontal=True):
        if has_labels:
            _silhouette("Silhouette", quality.silhouette, "all nodes with a label")
        if quality.train_silhouette is not None:
            _silhouette("Silhouette, training", quality.train_silhouette, "the training nodes")
        if quality.test_silhouette is not None:
            _silhouette("Silhouette, test", quality.test_silhouette, "the test nodes")
        _share(
            "Trustworthiness",
            quality.trustworthiness,
            f"How far the {k} nearest neighbours in the map are neighbours in the embedding: 1 "
            "means the map can be trusted.",
        )
        if not has_labels:
            return
        _share(
            f"{k}-NN, map",
            quality.knn_picture,
            f"Share of {judged} whose class is predicted by a majority vote of their "
            f"{k} nearest neighbours in the map.",
        )
        _share(
            f"{k}-NN, embedding",
            quality.knn_embedding,
            "The same vote, using neighbours in the full embedding.",
        )


def show_agreement(agreements: Mapping[str, Floats], first: str) -> None:
    """Shows how far neighbourhoods agree with those of the first embedding.

    Args:
        agreements: float64 [num_nodes] by the title of the other embedding.
        first: Title of the first.
    """
    words = "; ".join(
        f"{plain(name)}: mean {values.mean():.2f}, median {np.median(values):.2f}, none in "
        f"common at {count(int((values == 0).sum()), 'node')}"
        for name, values in agreements.items()
    )
    st.caption(
        f"Nearest nodes shared with {plain(first)} (Jaccard index of the 10 nearest, 1 where "
        f"they are the same): {words}. Colour by Agreement to see where."
    )


def _silhouette(label: str, value: Silhouette, nodes: str) -> None:
    text = "n/a" if value.mean is None else f"{value.mean:.3f}"
    reason = f"Undefined: {value.reason}" if value.reason else ""
    kind = ", of squared distances as there are so many" if value.is_squared else ""
    explanation = f"Mean over {nodes} ({value.num_nodes:,}), in the embedding{kind}. {reason}"
    st.metric(_named(label, value), text, help=explanation)


def _named(label: str, value: Silhouette) -> str:
    return f"{label} (squared)" if value.is_squared else label


def _share(label: str, value: float | None, explanation: str) -> None:
    undefined = (
        ""
        if value is not None
        else " Undefined here: too few nodes, or values that are not finite."
    )
    st.metric(label, "n/a" if value is None else f"{value:.3f}", help=explanation + undefined)
