"""The controls at the top of the page: which runs are shown and how."""

from dataclasses import dataclass
from typing import Literal

import streamlit as st

from dashboard import links, state, widgets
from dashboard.embeddings import grid
from dashboard.figures.compare import MAX_RUNS
from dashboard.run_titles import title
from spgat.embedding import EmbeddingConfig, Method
from spgat.runs import RunSummary

METHODS: dict[Method, str] = {"pca": "PCA", "tsne": "t-SNE", "umap": "UMAP"}
DIMENSIONS = {2: "2-D", 3: "3-D"}
Layer = Literal["hidden", "logits"]
LAYERS: dict[Layer, str] = {"hidden": "Hidden layer", "logits": "Logits"}
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
    """Everything that decides what the page shows, except the selection and the epoch.

    Attributes:
        runs: One to four; the linked charts describe the first.
        layer: Which output of the network is projected.
        config: How it is projected.
        colour: A key of `COLOURS`.
        over_epochs: Whether the embeddings kept during training are shown, not the best one.
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
        method = widgets.segmented("Projection", METHODS, key="method")
        dimensions = widgets.segmented(
            "Dimensions", DIMENSIONS, key="dimensions", lock="method"
        )
        layer = widgets.segmented("Layer", LAYERS, key="layer")
        colour = widgets.select("Colour", COLOURS, key="colour", width=150)
        config = _choose_settings(method, dimensions)
        have_frames = bool(chosen) and layer == "hidden" and all(r.num_frames for r in chosen)
        over_epochs = widgets.toggle(
            "Over epochs",
            key="over_epochs",
            disabled=not have_frames,
            help="Replay the embedding epoch by epoch (only for runs that kept embeddings "
            "during training).",
        )
    if not chosen:
        return None
    return View(chosen, layer, config, colour, over_epochs and have_frames)


def _choose_runs(runs: dict[str, RunSummary]) -> tuple[RunSummary, ...]:
    """Keeps the address (`run=…`, repeated) and the choice, which outlives pages, in step."""
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
            values["perplexity"] = widgets.slider(
                "Perplexity",
                2,
                100,
                int(default.perplexity),
                key="perplexity",
                lock="method",
                help="Roughly how many neighbours each node tries to stay close to.",
            )
        if method == "umap":
            values["num_neighbors"] = widgets.slider(
                "Neighbours", 2, 100, default.num_neighbors, key="neighbors", lock="method"
            )
            values["min_distance"] = widgets.slider(
                "Minimum distance",
                0.0,
                1.0,
                default.min_distance,
                0.05,
                key="min_distance",
                lock="method",
                help="How close together points may be placed.",
            )
        values["seed"] = widgets.number(
            "Seed", 0, 9999, 0, key="projection_seed", lock="method"
        )
    if method == "pca":
        values = {}
    return EmbeddingConfig(method=method, dimensions=dimensions, **values)  # type: ignore[arg-type]
