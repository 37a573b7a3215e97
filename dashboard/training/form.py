"""The controls of a training: few to begin with, the rest for those who look for it.

Every control is in the address. Its default is the preset's value for the data set, so the
address says a preset and what differs from it.
"""

from typing import Any

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from dashboard import spectra, state
from dashboard.source import Source, choose_shape
from dashboard.training import settings
from spgat import datasets
from spgat.config import TrainConfig
from spgat.graph import Graph

MAX_SEEDS = 20
#: A generated graph may be as large as this; a larger one takes the server's memory.
MAX_NODES = 20_000
#: The graph, model and preset that the options were last shown for.
_OPTIONS_OF = "options_of"


def choose_graph() -> tuple[Source, Graph]:
    """Shows the choice of a graph with classes and returns where it is from and the graph.

    Raises:
        InputError: If the graph can't be had.
    """
    titles = {n: t for n, t in state.own_titles().items() if state.own_graphs()[n].splits}
    entries = {e.name: e for e in datasets.catalogue() if e.num_classes > 1}
    titles |= {name: entry.title for name, entry in entries.items()}
    name = _choose("Graph", "dataset", titles, settings.DEFAULT_DATASET)
    source = Source(name, origin=state.own_origin(name))
    if name in entries and entries[name].parameters:
        source = choose_shape(entries[name], MAX_NODES)
    return source, state.load_graph(source.name, source.seed, source.parameters)


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
        base = _choose_base(dataset)
        _follow_link((dataset, base.model, str(base.preset)), base)
        defaults = settings.values_of(base)
        values = dict(defaults)
        has_bands = base.model == settings.BANDED_MODEL
        if has_bands:
            values["low"] = _choose_low(defaults["low"])
        cut_note = st.container()
    with more.expander("Expert options", icon=":material/tune:", key="expert"):
        if has_bands:
            _split_options(values, defaults)
        _network_options(values, defaults, has_bands)
        num_seeds, keeps_frames = _training_options(values, defaults)
    config = settings.config_of(values, base)
    if has_bands:
        with cut_note:
            _explain_cut(graph, config)
    return settings.recording(graph, config) if keeps_frames else config, num_seeds


def _choose_base(dataset: str) -> TrainConfig:
    """Model and preset: where every value comes from that is not changed."""
    model = _choose("Model", "model", settings.MODEL_TITLES, "spgat")
    presets = settings.preset_titles(model)
    preset = _choose("Preset", "preset", presets, next(iter(presets)))
    st.caption(settings.describe_preset(preset))
    return settings.base_config(model, preset, dataset)


def _choose(label: str, key: str, titles: dict[str, str], default: str) -> str:
    """One of the choices that give all options their values anew."""
    names = list(titles)
    state.accept_code(key, titles)
    return st.selectbox(
        label,
        names,
        index=names.index(default),
        format_func=titles.__getitem__,
        key=key,
        bind="query-params",
        on_change=_reset,
        disabled=state.is_locked(key),
    )


def _choose_low(default: float) -> float:
    return st.slider(
        "Low frequencies, d",
        0.5,
        99.5,
        default,
        0.5,
        format="%g %%",
        key="low",
        bind="query-params",
        disabled=state.is_locked("low"),
        help="The share of all frequencies, counted from the lowest, that the low band takes.",
    )


def _split_options(values: dict[str, Any], defaults: dict[str, Any]) -> None:
    st.markdown("**Split of the spectrum**")
    left, right = st.columns(2)
    with left:
        values["bands"] = _number(
            "Bands",
            "bands",
            defaults,
            2,
            8,
            1,
            help="Two are the paper's low and high; more cut the high one into equal parts.",
        )
        values["basis"] = _pick(
            "Basis",
            "basis",
            defaults,
            help="Fourier: the eigenvectors, each spread over the graph. Wavelets: heat that "
            "starts at one node each.",
        )
        values["sparsify"] = _pick(
            "Sparsification",
            "sparsify",
            defaults,
            help="Which entries of the basis are dropped. The published code drops small and "
            "all negative ones.",
        )
    with right:
        values["cut"] = _pick(
            "What is cut",
            "cut",
            defaults,
            help="Frequencies, or the basis matrix by column as in the paper's code: a column "
            "of a wavelet basis is a node.",
        )
        is_wavelet = values["basis"] == "wavelet"
        cuts_nodes = is_wavelet and values["cut"] == "column"
        values["heat_scale"] = _number(
            "Wavelet scale s",
            "heat_scale",
            defaults,
            0.1,
            10.0,
            0.1,
            format="%.3g",
            disabled=not is_wavelet,
            help="For how long the heat of a wavelet spreads.",
        )
        values["drop_below"] = _number(
            "Threshold t",
            "drop_below",
            defaults,
            0.0,
            0.1,
            1e-4,
            format="%.3g",
            disabled=values["sparsify"] == "none",
            help="Entries below it are dropped.",
        )
    values["count"] = _pick(
        "Count d from",
        "count",
        defaults,
        disabled=cuts_nodes,
        help="From the first frequency, or from the first that is not 0: the zeros only say "
        "which component a node is in.",
    )
    values["shuffle"] = _switch(
        "Shuffle the nodes first",
        "shuffle",
        defaults["shuffle"],
        disabled=not cuts_nodes,
        help="Before a cut by column: shows whether α follows frequencies or the file.",
    )


def _network_options(values: dict[str, Any], defaults: dict[str, Any], has_bands: bool) -> None:
    st.markdown("**Network**")
    left, right = st.columns(2)
    with left:
        values["units"] = _number(
            "Hidden units",
            "units",
            defaults,
            1,
            512,
            1,
            help="Dimensions of the embedding between the two layers.",
        )
        if has_bands:
            values["pooling"] = _pick(
                "Pooling", "pooling", defaults, help="How a layer joins its bands."
            )
    with right:
        values["dropout"] = _number(
            "Dropout",
            "dropout",
            defaults,
            0.0,
            0.95,
            0.05,
            help="Share of the inputs of a layer that each step leaves out.",
        )


def _training_options(values: dict[str, Any], defaults: dict[str, Any]) -> tuple[int, bool]:
    st.markdown("**Training**")
    left, right = st.columns(2)
    with left:
        values["lr"] = _number("Learning rate", "lr", defaults, 1e-5, 10.0, 1e-3, format="%.3g")
        most = max(2000, defaults["epochs"])  # a baseline ends by its patience
        values["epochs"] = _number("Epochs", "epochs", defaults, 1, most, 10)
        num_seeds = _number(
            "Seeds",
            "seeds",
            {"seeds": 1},
            1,
            MAX_SEEDS,
            1,
            help="Runs with other initial weights, and other splits where the graph has "
            "several: what is reported is their mean and spread.",
        )
    with right:
        values["l2"] = _number(
            "L2 penalty",
            "l2",
            defaults,
            0.0,
            10.0,
            1e-4,
            format="%.3g",
            help="How much large weights cost.",
        )
        values["patience"] = _number(
            "Patience",
            "patience",
            defaults,
            0,
            2000,
            10,
            help="Training ends when the best epoch is this old; 0 never ends early.",
        )
    keeps_frames = _switch(
        "Keep embeddings on the way",
        "frames",
        True,
        help="To be played on the page Embeddings.",
    )
    return num_seeds, keeps_frames


def _number(
    label: str,
    key: str,
    defaults: dict[str, Any],
    low: float,
    high: float,
    step: float,
    *,
    disabled: bool = False,
    **rest: Any,
) -> Any:
    return st.number_input(
        label,
        low,
        high,
        defaults[key],
        step,
        key=key,
        bind="query-params",
        disabled=disabled or state.is_locked("expert"),
        **rest,
    )


def _pick(
    label: str,
    key: str,
    defaults: dict[str, Any],
    *,
    disabled: bool = False,
    **rest: Any,
) -> Any:
    titles = settings.OPTION_TITLES[key]
    state.accept_code(key, titles)
    return st.selectbox(
        label,
        list(titles),
        list(titles).index(defaults[key]),
        format_func=titles.__getitem__,
        key=key,
        bind="query-params",
        disabled=disabled or state.is_locked("expert"),
        **rest,
    )


def _switch(label: str, key: str, default: bool, *, disabled: bool = False, help: str) -> bool:
    return st.toggle(
        label,
        default,
        key=key,
        bind="query-params",
        disabled=disabled or state.is_locked("expert"),
        help=help,
    )


def _explain_cut(graph: Graph, config: TrainConfig) -> None:
    """Says d as a number, and what is wrong with it where something is."""
    split = config.bands
    cut = spectra.counts_of(graph, split)
    num_low, num_zero = cut.num_low[0], cut.null_dimension
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


def _follow_link(chosen: tuple[str, str, str], base: TrainConfig) -> None:
    """Gives the options their values anew where a link has brought another graph or preset.

    A link changes no widget, so nothing calls `_reset`; what it names itself stays.
    """
    before = st.session_state.get(_OPTIONS_OF, chosen)
    st.session_state[_OPTIONS_OF] = chosen
    if before != chosen:
        values = settings.values_of(base).items()
        st.session_state.update({k: v for k, v in values if k not in st.query_params})


def _reset() -> None:
    """Gives every option the value of the data set, model and preset just chosen."""
    if "model" not in st.session_state:  # no options are shown for a graph that can't be had
        return
    model, preset = st.session_state["model"], st.session_state["preset"]
    known = settings.preset_titles(model)
    if preset not in known:
        preset = st.session_state["preset"] = next(iter(known))
    base = settings.base_config(model, preset, st.session_state["dataset"])
    st.session_state.update(settings.values_of(base))
