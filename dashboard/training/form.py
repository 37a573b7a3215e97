"""The controls of a training: few to begin with, the rest for those who look for it.

Every control is in the address. Its default is the preset's value for the data set, so the
address says a preset and what differs from it.
"""

from collections.abc import Iterator
from typing import Any

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from dashboard import downloading, spectra, state, suggestion, widgets
from dashboard.pad import drawing
from dashboard.source import Source, choose_shape
from dashboard.training.frames import RECORD, recording
from dashboard.words import percent
from spgat import datasets, options, presets
from spgat.bands.config import BandConfig
from spgat.bands.cut import Cut
from spgat.config import TrainConfig
from spgat.datasets import drawn
from spgat.errors import InputError
from spgat.graph import Graph
from spgat.models import titles as model_titles
from spgat.options import OPTIONS, SEEDS, Option

DEFAULT_DATASET = "digits"
#: A generated graph may be as large as this; a larger one takes the server's memory.
MAX_NODES = 20_000
#: The headings of the expert options, by the part of the table that stands under each.
HEADINGS = {"bands": "Bands", "network": "Network", "training": "Training"}
#: The graph, model and preset that the options were last shown for.
_OPTIONS_OF = "options_of"


def choose_graph() -> tuple[Source, Graph] | None:
    """Shows the choice of a graph with classes and returns where it is from and the graph.

    Returns:
        None while the graph is still to be downloaded.

    Raises:
        InputError: If the graph can't be loaded.
    """
    own = {n: t for n, t in state.own_titles().items() if state.own_graphs()[n].splits}
    entries = {e.name: e for e in datasets.catalogue() if e.num_classes > 1}
    known = {name: entry.title for name, entry in entries.items()}
    titles = own | {drawing.KEY: drawing.TITLE} | known
    name = _choose("Graph", "dataset", titles, DEFAULT_DATASET)
    if name == drawing.KEY:
        source = _choose_drawing()
        return source, source.load()
    source = Source(name, origin=state.own_origin(name) if name in own else None)
    if name in entries and not downloading.is_ready(entries[name]):
        return None
    if name in entries and entries[name].parameters:
        source = choose_shape(entries[name], MAX_NODES)
    return source, source.load()


def _choose_drawing() -> Source:
    """Shows the text of the drawing and returns where it is from.

    Raises:
        InputError: If nothing is drawn, or the drawing has too few classes to train on.
    """
    text = drawing.text_of()
    st.page_link(
        "app_pages/frequencies.py",
        label="Draw it on Frequencies",
        icon=":material/edit:",
        query_params={"graph": drawing.KEY, drawing.KEY: text},
    )
    if not text or drawn.decode(text).num_classes < 2:
        raise InputError(
            "Training needs a drawing whose nodes have at least two classes; draw one on "
            "Frequencies and colour its nodes there, under Classes."
        )
    return Source(drawn.PREFIX + text)


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
        values = options.values_of(base)
        suggestion.take("low_fraction")
        for option in _shown("cut", base.model):
            values[option.name] = _ask(option, values[option.name], lock=option.name)
        cut_note = st.container()
    with more.expander("Expert options", icon=":material/tune:", key="expert"):
        for part, heading in HEADINGS.items():
            _ask_part(part, heading, values, base)
        num_seeds = _ask(SEEDS, 1)
        keeps_frames = widgets.toggle(
            RECORD,
            True,
            key="frames",
            lock="expert",
            help="Records the hidden layer during training so that Embeddings can replay it.",
        )
    config = options.config_of(values, base)
    if any(_shown("cut", base.model)):
        with cut_note:
            _explain_cut(graph, config)
            if config.bands.cuts_frequencies:
                _offer_suggestion(graph, config.bands)
    return recording(graph, config) if keeps_frames else config, num_seeds


def _choose_base(dataset: str) -> TrainConfig:
    """Model and preset: where every value comes from that is not changed."""
    model = _choose("Model", "model", model_titles(), "spgat")
    names = presets.names_for(model)
    titles = {name: presets.title(name) for name in names}
    preset = _choose("Preset", "preset", titles, presets.first_for(model, dataset))
    st.caption(presets.describe(preset))
    return presets.resolve(model, preset, dataset)


def _choose(label: str, key: str, titles: dict[str, str], default: str) -> str:
    """One of the choices that give all options their values anew."""
    return widgets.select(label, titles, key=key, default=default, on_change=_reset)


def _shown(part: str, model: str) -> Iterator[Option]:
    return (option for option in OPTIONS if option.part == part and model in option.models)


def _ask_part(part: str, heading: str, values: dict[str, Any], base: TrainConfig) -> None:
    """Shows the options of a part in two columns and puts what is chosen into the values."""
    shown = list(_shown(part, base.model))
    if not shown:
        return
    st.markdown(f"**{heading}**")
    columns = st.columns(2)
    for position, option in enumerate(shown):
        with columns[position % 2]:
            is_idle = not _has_effect(option, values, base)
            values[option.name] = _ask(option, values[option.name], disabled=is_idle)


def _has_effect(option: Option, values: dict[str, Any], base: TrainConfig) -> bool:
    try:
        return option.has_effect(options.config_of(values, base))
    except InputError:  # what does not go together is said once all is shown
        return True


def _ask(option: Option, default: Any, *, lock: str = "expert", disabled: bool = False) -> Any:
    common: dict[str, Any] = {
        "key": option.name, "lock": lock, "disabled": disabled, "help": option.help
    }  # fmt: skip
    if option.off:
        return widgets.toggle(option.label, default, **common)
    if option.titles:
        return widgets.select(option.label, option.titles, default=default, **common)
    ask = widgets.slider if option.part == "cut" else widgets.number
    if option.empty:
        common["placeholder"] = option.empty
    low, high, step = option.numbers or (None, None, None)
    if high is not None and default is not None:
        high = max(high, default)  # a baseline without early stopping has more epochs
    return ask(option.label, low, high, default, step, format=option.format, **common)


def _explain_cut(graph: Graph, config: TrainConfig) -> None:
    """Says d as a number, and what is wrong with it where something is."""
    bands = config.bands
    cut = spectra.counts_of(graph, bands)
    num_low, num_zero = cut.num_low[0], cut.null_dimension
    if not bands.cuts_frequencies:
        st.caption(
            f"d = {num_low:,} of {graph.num_nodes:,} columns: the wavelets of the first nodes "
            "in the file, whatever their frequencies."
        )
        return
    st.caption(describe_cut(cut, graph.num_nodes))
    if num_low <= num_zero and num_zero > 1:
        st.warning(
            f"The graph has {num_zero:,} components, so its first {num_zero:,} frequencies "
            "are 0 and only say which component a node is in. This d lies among them, where "
            "training is likely to fail: raise it, or start counting at the first non-zero λ.",
            icon=":material/warning:",
        )


def describe_cut(cut: Cut, num_nodes: int) -> str:
    """Returns d as a count, and as a share of the frequencies that say more than zeros do."""
    num_low, num_zero = cut.num_low[0], cut.null_dimension
    count = f"d = {num_low:,} of {num_nodes:,} frequencies"
    if num_zero <= 1:
        return f"{count}, {percent(num_low / num_nodes, 1)}."
    if num_low <= num_zero:
        return f"{count}, all of them 0."
    share = (num_low - num_zero) / (num_nodes - num_zero)
    return f"{count}, {percent(share, 1)} after the {num_zero:,} zeros."


def _offer_suggestion(graph: Graph, bands: BandConfig) -> None:
    def share(found: suggestion.Suggested) -> float:
        if bands.count_from == "null-space":
            return found.low_fraction
        return suggestion.as_share(found.num_low, graph.num_nodes)

    with st.container(horizontal=True):
        suggestion.offer(graph, bands.laplacian, "low_fraction", share, lock="low_fraction")


def _follow_link(chosen: tuple[str, str, str], base: TrainConfig) -> None:
    """Gives the options their values anew where a link has brought another graph or preset.

    A link changes no widget, so nothing calls `_reset`; what it names itself stays.
    """
    before = st.session_state.get(_OPTIONS_OF, chosen)
    st.session_state[_OPTIONS_OF] = chosen
    if before != chosen:
        values = options.values_of(base).items()
        st.session_state.update({k: v for k, v in values if k not in st.query_params})


def _reset() -> None:
    """Gives every option the value of the data set, model and preset just chosen."""
    if "model" not in st.session_state:  # no options are shown for a graph that can't be loaded
        return
    dataset, model = st.session_state["dataset"], st.session_state["model"]
    preset = st.session_state["preset"]
    shown_for, *_ = st.session_state.get(_OPTIONS_OF, (dataset,))
    was_first = preset == presets.first_for(model, shown_for)
    if preset not in presets.names_for(model) or (shown_for != dataset and was_first):
        preset = st.session_state["preset"] = presets.first_for(model, dataset)
    base = presets.resolve(model, preset, dataset)
    st.session_state.update(options.values_of(base))
