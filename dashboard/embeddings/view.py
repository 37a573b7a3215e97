"""The controls at the top of the page: which embeddings are shown and how."""

from collections.abc import Sequence
from dataclasses import dataclass

import streamlit as st

from dashboard import links, rights, state, widgets
from dashboard.embeddings import grid, own
from dashboard.embeddings.nodes import COLUMN, columns_of
from dashboard.embeddings.picks import Pick, every
from dashboard.figures.compare import MAX_RUNS
from dashboard.plain import short
from spgat.embedding import EmbeddingConfig, Method
from spgat.runs import Layer, RunSummary

METHODS: dict[Method, str] = {"pca": "PCA", "tsne": "t-SNE", "umap": "UMAP"}
DIMENSIONS = {2: "2-D", 3: "3-D"}
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
#: Colours that need a model, a split or labels.
_OF_RUNS = ("prediction", "correctness", "split", "confidence")
#: Where the session keeps the column that was asked for last, which may be one of a thousand
#: features and is not listed otherwise; and whether it is still to be chosen.
FEATURE, _ASKED = "feature_colour", "colour_asked"
CHOSEN, _IN_ADDRESS = "chosen_runs", "runs_in_address"


@dataclass(frozen=True, slots=True)
class View:
    """Everything that decides what the page shows, except the selection and the epoch.

    Attributes:
        picks: One to four; the linked charts describe the first.
        layer: Which output of the network is projected.
        config: How it is projected.
        colour: A key of `COLOURS`, "cluster", "agreement", or a column as in `nodes.COLUMN`.
        over_epochs: Whether the embeddings kept during training are shown, not the best one.
        cluster_size: Fewest nodes of a cluster; 0 where clusters are not looked for.
    """

    picks: tuple[Pick, ...]
    layer: Layer
    config: EmbeddingConfig
    colour: str
    over_epochs: bool
    cluster_size: int = 0

    @property
    def is_same(self) -> bool:
        """Whether there are several embeddings, all of the same nodes."""
        return len(self.picks) > 1 and len({pick.nodes for pick in self.picks}) == 1


def choose(runs: dict[str, RunSummary]) -> View | None:
    """Shows the controls and returns what is chosen, None without an embedding.

    Args:
        runs: All runs by id, the newest first.
    """
    left, right = st.columns([5, 1], vertical_alignment="bottom")
    with left:
        chosen = _choose_picks(every(runs), runs)
    shown = next((pick.run for pick in chosen if pick.run), next(iter(runs.values()), None))
    if shown is not None:
        with right:
            grid.offer(runs, shown, CHOSEN)
    are_own = bool(chosen) and all(pick.run is None for pick in chosen)
    with st.container(horizontal=True, vertical_alignment="bottom"):
        method = widgets.segmented("Projection", METHODS, key="method")
        dimensions = widgets.segmented(
            "Dimensions", DIMENSIONS, key="dimensions", lock="method"
        )
        layer = widgets.segmented("Layer", LAYERS, key="layer", disabled=are_own)
        colour = _choose_colour(chosen)
        config = _choose_settings(method, dimensions)
        have_frames = bool(chosen) and layer == "hidden" and all(r.num_frames for r in chosen)
        over_epochs = widgets.toggle(
            "Over epochs",
            key="over_epochs",
            disabled=not have_frames,
            help="Replay the embedding epoch by epoch (only for runs that kept embeddings "
            "during training).",
        )
        cluster_size = _choose_clusters()
    if not chosen:
        return None
    over_epochs = over_epochs and have_frames
    return View(chosen, layer, config, colour, over_epochs, cluster_size)


def ask_for_colour(code: str) -> None:
    """Chooses a colour in the next run of the whole page.

    Args:
        code: As in `View`.
    """
    st.session_state[_ASKED] = code
    if code.startswith(COLUMN):
        st.session_state[FEATURE] = code.removeprefix(COLUMN)


def _choose_colour(chosen: Sequence[Pick]) -> str:
    """Shows what nodes can be coloured by, of one's own embedding what its file says."""
    titles = COLOURS
    first = own.mine().get(chosen[0].key) if chosen else None
    if first is not None:
        nodes = first.embedded
        has = {"class": nodes.has_labels, "silhouette": nodes.has_labels}
        has |= dict.fromkeys(_OF_RUNS, False)
        has |= {"prediction": nodes.predictions is not None, "correctness": nodes.is_judged}
        known = {code: title for code, title in COLOURS.items() if has.get(code, True)}
        columns = {f"{COLUMN}{name}": short(name) for name in columns_of(nodes)}
        titles = known | columns if nodes.has_labels else columns | known
    if st.session_state.get("clusters"):
        titles = titles | {"cluster": "Cluster"}
    if len({pick.nodes for pick in chosen}) == 1 < len(chosen):
        titles = titles | {"agreement": "Agreement"}
    feature = st.session_state.get(FEATURE)
    if feature is not None:
        titles = titles | {f"{COLUMN}{feature}": short(feature)}
    if _ASKED in st.session_state:
        st.session_state["colour"] = st.session_state.pop(_ASKED)
    if st.session_state.get("colour", next(iter(titles))) not in titles:
        st.session_state["colour"] = next(iter(titles))
    return widgets.select("Colour", titles, key="colour", width=150)


def _choose_clusters() -> int:
    """Shows the switch of the clusters and returns their fewest nodes, 0 while it is off."""
    is_on = widgets.toggle(
        "Clusters",
        key="clusters",
        help="Find groups of nodes by HDBSCAN, without looking at labels.",
        on_change=_colour_by_cluster,
    )
    if not is_on:
        return 0
    return widgets.number("Fewest nodes", 2, 1000, 10, key="cluster_size", width=110)


def _colour_by_cluster() -> None:
    if st.session_state["clusters"]:
        st.session_state["colour"] = "cluster"


def _choose_picks(picks: dict[str, Pick], runs: dict[str, RunSummary]) -> tuple[Pick, ...]:
    """Keeps the address (`run=…`, repeated) and the choice, which outlives pages, in step."""
    grid_runs = grid.arrived(runs)
    if grid_runs:
        st.query_params["run"] = grid_runs
    asked = st.query_params.get_all("run")
    if asked and asked != st.session_state.get(_IN_ADDRESS):
        known = [key for key in asked if key in picks][:MAX_RUNS]
        if len(known) < len(asked):
            links.tell_missing_run()
        st.session_state[CHOSEN] = known or [_first(picks)]
    elif CHOSEN not in st.session_state:
        st.session_state[CHOSEN] = [_first(picks)]
    else:
        st.session_state[CHOSEN] = [key for key in st.session_state[CHOSEN] if key in picks]
    chosen = st.multiselect(
        "Runs and own embeddings",
        list(picks),
        format_func=lambda key: picks[key].title,
        max_selections=MAX_RUNS,
        key=CHOSEN,
        persist_state="session",
        disabled=state.is_locked("runs"),
        placeholder="Choose one to four",
        help="The charts below the map describe the first one.",
    )
    st.session_state[_IN_ADDRESS] = chosen
    if st.query_params.get_all("run") != chosen:
        st.query_params["run"] = chosen
    return tuple(picks[key] for key in chosen)


def _first(picks: dict[str, Pick]) -> str:
    """What a page without an address opens with: the newest that is what it says it is."""
    believed = (k for k, pick in picks.items() if not pick.run or rights.is_believed(pick.run))
    return next(believed, next(iter(picks)))


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
