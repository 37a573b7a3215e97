"""The controls of a training: few to begin with, the rest for those who look for it.

Every control is in the address. Its default is the preset's value for the data set, so the
address says a preset and what differs from it.
"""

from typing import Any, get_args

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from dashboard import state
from dashboard.training import settings
from spgat import datasets, presets
from spgat.config import TrainConfig
from spgat.graph import Graph
from spgat.models import MODEL_NAMES
from spgat.spectral.laplacian import null_space
from spgat.spectral.split_config import Basis, CountFrom, Pooling, Sparsification, SplitKind

MAX_SEEDS = 20
PRESET_TITLES = {
    "frequency": "True frequencies",
    "paper": "The paper's text",
    "reference-code": "The published code",
    "reference-code-cheby": "The published code, Chebyshev",
}


def choose_graph() -> tuple[str, Graph]:
    """Shows the choice of a graph with classes and returns its name and the graph.

    Raises:
        InputError: If the graph can't be had.
    """
    titles = {n: t for n, t in state.own_titles().items() if state.own_graphs()[n].splits}
    titles |= {e.name: e.title for e in datasets.catalogue() if e.num_classes > 1}
    names = list(titles)
    state.accept_code("dataset", titles)
    name = st.selectbox(
        "Graph",
        names,
        index=names.index(settings.DEFAULT_DATASET),
        format_func=titles.__getitem__,
        key="dataset",
        bind="query-params",
        on_change=_reset,
    )
    return name, state.load_graph(name)


def choose_config(
    dataset: str, graph: Graph, basics: DeltaGenerator, more: DeltaGenerator
) -> tuple[TrainConfig, int]:
    """Shows the options and returns the config and the number of seeds.

    Args:
        dataset: Name of the graph in the catalogue.
        graph: The graph.
        basics: Where the few options for everybody go.
        more: Where the others go.

    Raises:
        InputError: For options that don't go together.
    """
    with basics:
        base = _choose_preset(dataset)
        defaults = settings.values_of(base)
        values = dict(defaults)
        values["low"] = _choose_low(defaults["low"], st.session_state.get("model", base.model))
        cut_note = st.container()
    with more.expander("Expert options", icon=":material/tune:", key="expert"):
        _split_options(values, defaults)
        _network_options(values, defaults)
        num_seeds, keeps_frames = _training_options(values, defaults)
    config = settings.config_of(values, base)
    with cut_note:
        _explain_cut(graph, config)
    return settings.recording(graph, config) if keeps_frames else config, num_seeds


def _choose_preset(dataset: str) -> TrainConfig:
    names = list(PRESET_TITLES)
    state.accept_code("preset", PRESET_TITLES)
    preset = st.selectbox(
        "Preset",
        names,
        index=names.index(settings.DEFAULT_PRESET),
        format_func=PRESET_TITLES.__getitem__,
        key="preset",
        bind="query-params",
        on_change=_reset,
        help="Where every value that you don't change comes from.",
    )
    st.caption(presets.DESCRIPTIONS[preset])
    return presets.get(preset, dataset)


def _choose_low(default: float, model: str) -> float:
    return st.slider(
        "Low frequencies, d",
        0.5,
        99.5,
        default,
        0.5,
        format="%g %%",
        key="low",
        bind="query-params",
        disabled=model not in settings.BANDED_MODELS,
        help="The share of all frequencies, counted from the lowest, that the low band takes.",
    )


def _split_options(values: dict[str, Any], defaults: dict[str, Any]) -> None:
    st.markdown("**Split of the spectrum**")
    left, right = st.columns(2)
    with left:
        values["bands"] = _number("Bands", "bands", defaults, 2, 8, 1)
        values["basis"] = _choice("Basis", "basis", defaults, Basis)
        values["sparsify"] = _choice(
            "Sparsification",
            "sparsify",
            defaults,
            Sparsification,
            help="Which small entries of the wavelets are dropped; positive also drops every "
            "negative one, as the published code does.",
        )
        values["heat_scale"] = _number(
            "Wavelet scale s", "heat_scale", defaults, 0.1, 10.0, 0.1
        )
    with right:
        values["cut"] = _choice(
            "What is cut",
            "cut",
            defaults,
            SplitKind,
            help="Frequencies, or the basis matrix by column as in the paper's code: a column "
            "of a wavelet basis is a node.",
        )
        values["count"] = _choice(
            "Count d from",
            "count",
            defaults,
            CountFrom,
            help="From the first frequency, or from the first that is not 0: the zeros only "
            "say which component a node is in.",
        )
        values["drop_below"] = _number(
            "Threshold t", "drop_below", defaults, 0.0, 0.1, 1e-4, format="%g"
        )
        st.space("small")
        values["shuffle"] = st.toggle(
            "Shuffle the nodes",
            defaults["shuffle"],
            key="shuffle",
            bind="query-params",
            help="Before a column split: shows whether α follows frequencies or the file.",
        )


def _network_options(values: dict[str, Any], defaults: dict[str, Any]) -> None:
    st.markdown("**Network**")
    left, right = st.columns(2)
    with left:
        values["model"] = st.selectbox(
            "Model",
            MODEL_NAMES,
            index=MODEL_NAMES.index(defaults["model"]),
            key="model",
            bind="query-params",
        )
        values["units"] = _number("Hidden units", "units", defaults, 2, 512, 1)
    with right:
        values["pooling"] = _choice(
            "Pooling", "pooling", defaults, Pooling, help="How a layer joins its bands."
        )
        values["dropout"] = _number("Dropout", "dropout", defaults, 0.0, 0.95, 0.05)


def _training_options(values: dict[str, Any], defaults: dict[str, Any]) -> tuple[int, bool]:
    st.markdown("**Training**")
    left, right = st.columns(2)
    with left:
        values["lr"] = _number("Learning rate", "lr", defaults, 1e-5, 10.0, 1e-3, format="%g")
        values["epochs"] = _number("Epochs", "epochs", defaults, 1, 2000, 10)
        num_seeds = st.number_input(
            "Seeds",
            1,
            MAX_SEEDS,
            key="seeds",
            bind="query-params",
            help="Runs with other initial weights, and other splits where the graph has "
            "several: what is reported is their mean and spread.",
        )
    with right:
        values["l2"] = _number("L2 penalty", "l2", defaults, 0.0, 10.0, 1e-4, format="%g")
        values["patience"] = _number(
            "Patience",
            "patience",
            defaults,
            0,
            2000,
            10,
            help="Training ends when the best epoch is this old; 0 never ends early.",
        )
        st.space("small")
        keeps_frames = st.toggle(
            "Keep embeddings",
            value=True,
            key="frames",
            bind="query-params",
            help="Some embeddings on the way are kept, to be played on the page Embeddings.",
        )
    return num_seeds, keeps_frames


def _number(
    label: str,
    key: str,
    defaults: dict[str, Any],
    low: float,
    high: float,
    step: float,
    **rest: Any,
) -> Any:
    return st.number_input(
        label, low, high, defaults[key], step, key=key, bind="query-params", **rest
    )


def _choice(label: str, key: str, defaults: dict[str, Any], literal: Any, **rest: Any) -> Any:
    options = get_args(literal)
    return st.selectbox(
        label, options, options.index(defaults[key]), key=key, bind="query-params", **rest
    )


def _explain_cut(graph: Graph, config: TrainConfig) -> None:
    """Says d as a number, and what is wrong with it where something is."""
    if config.model not in settings.BANDED_MODELS:
        st.caption(f"{config.model} has no bands, so it has no use for d.")
        return
    split = config.split
    num_zero = null_space(graph.adjacency, split.laplacian).shape[1]
    num_low = split.num_below(graph.num_nodes, num_zero)[0]
    share = f"d = {num_low:,} of {graph.num_nodes:,}"
    if not split.cuts_frequencies:
        st.caption(
            f"{share} columns: the wavelets of the first nodes in the file, whatever their "
            "frequencies."
        )
        return
    is_beyond = split.count_from == "null-space" and num_zero > 1
    skipped = f", {num_zero:,} zeros included" if is_beyond else ""
    st.caption(f"{share} frequencies{skipped}.")
    if num_low <= num_zero and num_zero > 1:
        st.warning(
            f"The graph has {num_zero:,} components, so its first {num_zero:,} frequencies "
            "are 0 and only say which component a node is in. This d lies among them, where "
            "training is likely to fail: raise it, or count it from the null space.",
            icon=":material/warning:",
        )


def _reset() -> None:
    """Gives every option the value of the preset and the data set just chosen."""
    dataset, preset = st.session_state["dataset"], st.session_state["preset"]
    st.session_state.update(settings.values_of(presets.get(preset, dataset)))
