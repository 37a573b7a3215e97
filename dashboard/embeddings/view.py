"""What is looked at and how: the controls at the head of the page, kept in its address."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, cast

import streamlit as st

from dashboard import links, state
from dashboard.embeddings import grid
from dashboard.figures.compare import MAX_RUNS
from dashboard.training.compare import title
from spgat.embedding import EmbeddingConfig, Method
from spgat.runs import RunSummary

METHODS: Mapping[str, str] = {"pca": "PCA", "tsne": "t-SNE", "umap": "UMAP"}
DIMENSIONS = {"2": "2-D", "3": "3-D"}
Layer = Literal["hidden", "logits"]
LAYERS: Mapping[str, str] = {"hidden": "Hidden layer", "logits": "Logits"}
COLOURS = {
    "class": "Class",
    "prediction": "Prediction",
    "correctness": "Correctness",
    "split": "Split",
    "degree": "Degree",
    "silhouette": "Silhouette",
    "confidence": "Confidence",
}
_RUNS, _IN_ADDRESS = "chosen_runs", "runs_in_address"


@dataclass(frozen=True, slots=True)
class View:
    """Everything that decides what the page shows, but for the selection and the epoch.

    Attributes:
        runs: One to four, the first of which the linked charts describe.
        layer: Which of a network's outputs is drawn.
        config: How.
        colour: A key of `COLOURS`.
        over_epochs: Whether the embeddings kept on the way are shown, and not the best one.
    """

    runs: tuple[RunSummary, ...]
    layer: Layer
    config: EmbeddingConfig
    colour: str
    over_epochs: bool


def choose(runs: dict[str, RunSummary]) -> View | None:
    """Shows the controls and returns what is chosen, None without a run."""
    left, right = st.columns([5, 1], vertical_alignment="bottom")
    with left:
        chosen = _choose_runs(runs)
    with right:
        grid.offer(runs, chosen[0] if chosen else next(iter(runs.values())), _RUNS)
    with st.container(horizontal=True, vertical_alignment="bottom"):
        state.accept_code("method", METHODS)
        method = st.segmented_control(
            "Projection",
            list(METHODS),
            default="pca",
            required=True,
            format_func=METHODS.__getitem__,
            key="method",
            bind="query-params",
            disabled=state.is_locked("method"),
        )
        state.accept_code("dimensions", DIMENSIONS)
        dimensions = st.segmented_control(
            "Dimensions",
            list(DIMENSIONS),
            default="2",
            required=True,
            format_func=DIMENSIONS.__getitem__,
            key="dimensions",
            bind="query-params",
            disabled=state.is_locked("method"),
        )
        state.accept_code("layer", LAYERS)
        layer = st.segmented_control(
            "Layer",
            list(LAYERS),
            default="hidden",
            required=True,
            format_func=LAYERS.__getitem__,
            key="layer",
            bind="query-params",
            disabled=state.is_locked("layer"),
        )
        state.accept_code("colour", COLOURS)
        colour = st.selectbox(
            "Colour",
            list(COLOURS),
            format_func=COLOURS.__getitem__,
            key="colour",
            bind="query-params",
            disabled=state.is_locked("colour"),
            width=150,
        )
        config = _choose_settings(cast(Method, method), int(dimensions))
        have_frames = bool(chosen) and layer == "hidden" and all(r.num_frames for r in chosen)
        over_epochs = st.toggle(
            "Over epochs",
            key="over_epochs",
            bind="query-params",
            disabled=not have_frames or state.is_locked("over_epochs"),
            help="Follow the hidden layer through the training. Runs keep it where “Keep "
            "embeddings on the way” was on.",
        )
    if not chosen:
        return None
    return View(chosen, cast(Layer, layer), config, colour, over_epochs and have_frames)


def _choose_runs(runs: dict[str, RunSummary]) -> tuple[RunSummary, ...]:
    """Two-way between the address (`run=…`, repeated) and the choice, which outlives pages."""
    grid_runs = grid.arrived(runs)
    if grid_runs:
        st.query_params["run"] = grid_runs
    asked = st.query_params.get_all("run")
    if asked and asked != st.session_state.get(_IN_ADDRESS):
        known = [run_id for run_id in asked if run_id in runs][:MAX_RUNS]
        if len(known) < len(asked):
            links.tell_missing_run()
        st.session_state[_RUNS] = known or [next(iter(runs))]
    elif _RUNS not in st.session_state:
        st.session_state[_RUNS] = [next(iter(runs))]
    else:
        st.session_state[_RUNS] = [r for r in st.session_state[_RUNS] if r in runs]
    chosen = st.multiselect(
        "Runs",
        list(runs),
        format_func=lambda run_id: title(runs[run_id]),
        max_selections=MAX_RUNS,
        key=_RUNS,
        persist_state="session",
        disabled=state.is_locked("runs"),
        placeholder="Choose one to four runs",
        help="The charts below the map describe the first one.",
    )
    st.session_state[_IN_ADDRESS] = chosen
    if st.query_params.get_all("run") != chosen:
        st.query_params["run"] = chosen
    return tuple(runs[run_id] for run_id in chosen)


def _choose_settings(method: Method, dimensions: int) -> EmbeddingConfig:
    default = EmbeddingConfig()
    values: dict[str, float] = {}
    with st.popover(
        "Settings",
        icon=":material/tune:",
        disabled=method == "pca" or state.is_locked("method"),
    ):
        if method == "tsne":
            values["perplexity"] = st.slider(
                "Perplexity",
                2,
                100,
                int(default.perplexity),
                key="perplexity",
                bind="query-params",
                help="How many neighbours a node minds, roughly.",
            )
        if method == "umap":
            values["num_neighbors"] = st.slider(
                "Neighbours",
                2,
                100,
                default.num_neighbors,
                key="neighbors",
                bind="query-params",
            )
            values["min_distance"] = st.slider(
                "Least distance",
                0.0,
                1.0,
                default.min_distance,
                0.05,
                key="min_distance",
                bind="query-params",
                help="How close points may come.",
            )
        values["seed"] = st.number_input(
            "Seed", 0, 9999, key="projection_seed", bind="query-params"
        )
    if method == "pca":
        values = {}
    return EmbeddingConfig(method=method, dimensions=dimensions, **values)  # type: ignore[arg-type]
