"""What outlives a rerun: the choices of a visitor, and the caches that all visitors share."""

from collections.abc import Iterable, Mapping
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, TypeVar

import streamlit as st
from streamlit.runtime.scriptrunner import get_script_run_ctx

from dashboard import closing, links, log, rights
from dashboard.own_graphs import Origin, OwnGraphs
from dashboard.per_visitor import PerVisitor
from dashboard.plain import short
from dashboard.turns import turn
from dashboard.visitor import visitor_id
from spgat import datasets
from spgat.arrays import Floats
from spgat.errors import InputError
from spgat.graph import Graph
from spgat.layout import layout
from spgat.spectral.eigen import full_spectrum
from spgat.spectral.laplacian import LaplacianConfig
from spgat.spectral.spectrum import Spectrum

if TYPE_CHECKING:  # torch comes with both, and the landing page must not wait for it
    from dashboard.jobs import JobManager
    from dashboard.training.ledger import Ledger
    from spgat.runs import Run, RunStore

#: How long a server that is told to stop waits for its trainings to be saved as partial runs;
#: container hosts kill it after ten seconds.
CLOSING_SECONDS = 8.0
#: Of a graph of so many nodes everything is computed in hundredths of a second. It is not kept:
#: while a class draws, each graph would displace one that takes longer.
QUICK_NODES = 64
#: Runs whose arrays are kept once they were read, and what these come to.
MAX_KEPT_RUNS, MAX_KEPT_BYTES = 24, 256 * 2**20
_LOCKED_BY_CLASS = "locked_by_class"
_HIDDEN = "hidden_parts"  # in the session; `hidden` is the number of hidden units
#: What a teacher's link can lock (controls) or hide (parts of a page), in words.
HIDEABLE = {
    "view": "Frequencies: view",
    "graph": "Frequencies: graph",
    "drawing": "Frequencies: drawing",
    "settings": "Size and seed",
    "laplacian": "Frequencies: Laplacian",
    "num_low": "Frequencies: d",
    "low_fraction": "Images, Train: share of low frequencies",
    "picture": "Images: picture",
    "shares": "Frequencies: energy shares",
    "spectrum": "Frequencies: spectrum",
    "look": "Frequencies: drawing or matrix",
    "k": "Frequencies: eigenvector",
    "signal": "Frequencies: signal and class",
    "smoothness": "Frequencies: smoothness",
    "noise": "Frequencies: noise",
    "filter": "Frequencies: filter",
    "scale": "Frequencies: scale s",
    "node": "Frequencies: node",
    "threshold": "Frequencies: threshold t",
    "series": "Frequencies: function of the series",
    "order": "Frequencies: order of the series",
    "cutoff": "Frequencies: cutoff of the low pass",
    "dataset": "Train: graph",
    "model": "Train: model",
    "preset": "Train: preset",
    "expert": "Train: expert options",
    "sweep": "Train: sweep over d",
    "pin": "Train: comparison",
    "about": "Train: about the graph",
    "recipe": "Train: command and script",
    "runs": "Embeddings: runs",
    "method": "Embeddings: projection",
    "layer": "Embeddings: layer",
    "colour": "Embeddings: colour",
    "over_epochs": "Embeddings: over epochs",
}

#: Controls that several pages have.
_APART = ("low_fraction", "scale", "threshold")

Code = TypeVar("Code", bound=str | int)
Parameters = tuple[tuple[str, float | int], ...]


def initialise() -> None:
    """Sets the session's state to its first values; call it before any page."""
    st.session_state.setdefault("job_id", None)
    if links.HIDE in st.query_params:
        asked = ",".join(st.query_params.get_all(links.HIDE)).split(",")
        st.session_state[_HIDDEN] = tuple(part for part in asked if part in HIDEABLE)
        unknown = [part for part in asked if part not in HIDEABLE]
        if unknown:
            names = ", ".join(unknown)[:60] or "nothing"
            links.tell(
                f"The link tries to hide {names}, which is not a known control; see the list "
                "on Lessons."
            )
            del st.query_params[links.HIDE]  # to say so only once; the others come back below
    hidden = st.session_state.setdefault(_HIDDEN, ())
    if hidden and links.HIDE not in st.query_params:  # the navigation takes it out
        st.query_params[links.HIDE] = ",".join(hidden)


def is_shown(part: str) -> bool:
    """Whether a part of a page is shown; a teacher's link hides one with `hide=shares`."""
    return part not in locked_by_link() and part not in locked_by_class()


def is_locked(control: str) -> bool:
    """Whether a control keeps its value; a teacher's link locks one with `hide=graph`."""
    return not is_shown(control)


def locked_by_link() -> tuple[str, ...]:
    """Returns what a teacher's link has locked or hidden in this session."""
    parts: tuple[str, ...] = st.session_state[_HIDDEN]
    return parts


def locked_by_class() -> tuple[str, ...]:
    """Returns what this visitor's class has locked or hidden."""
    parts: tuple[str, ...] = st.session_state.get(_LOCKED_BY_CLASS, ())
    return parts


def unlock() -> None:
    """Gives back what a teacher's link has locked or hidden; call it from a control."""
    st.session_state[_HIDDEN] = ()
    st.query_params.pop(links.HIDE, None)


def lock_for_class(parts: tuple[str, ...]) -> None:
    """Locks or hides what a visitor's class has locked or hidden, and nothing else."""
    st.session_state[_LOCKED_BY_CLASS] = parts


def reported(key: str, event: str) -> object:
    """Returns what the browser last said of a component, None if its page is gone by now.

    A browser that goes back reports again what a page that was left had said.
    """
    return st.session_state.get(key, {}).get(event)


def forget(keys: Iterable[str]) -> None:
    """Resets widgets of a page that is not shown to their defaults."""
    for key in keys:
        if key in st.session_state:
            del st.session_state[key]


def keep_view_on_return(page: str) -> None:
    """Shows a page as it was left when the visitor comes back to it by the back button.

    Streamlit takes a page's parameters out of the address as the visitor leaves it, and would
    then take the bare address for a request for the defaults.
    """
    is_other = st.session_state.get("page", page) != page
    st.session_state["page"] = page
    context = get_script_run_ctx()
    is_return = is_other and context is not None and context.is_history_navigation
    if is_return and not set(st.query_params) - {links.HIDE}:
        st.rerun()  # an ordinary run, which restores the page's own values


def keep_apart(page: str) -> None:
    """Gives a control that several pages have a value on each of them.

    The session knows a control by its key, whatever the page: the d of Images, set to a half,
    would be the d of the next training.
    """
    before = st.session_state.get("page", page)
    if before == page:
        return
    for key in _APART:
        values = st.session_state.setdefault(f"{key}_by_page", {})
        if key in st.session_state:
            values[before] = st.session_state[key]
            del st.session_state[key]
        if page in values and key not in st.query_params:
            st.session_state[key] = values[page]


def accept_code(key: str, titles: Mapping[Code, str]) -> None:
    """Lets the address name an option by its code; call it just before that widget.

    Streamlit writes an option into the address as the visitor reads it ("Karate club");
    lessons, the command line and people write codes ("karate").

    Args:
        key: The widget's key, which is the parameter's name.
        titles: How the widget shows each code.
    """
    links.note_titles(key, titles)
    text = st.query_params.get(key, "")
    code = {str(code): code for code in titles}.get(text)
    if code is None or text in titles.values():
        return
    if key in st.session_state:
        st.session_state[key] = code
    else:  # a first visit: only the address itself can give a value that stays in it
        st.query_params[key] = titles[code]
        st.rerun()


def accept_codes(key: str, titles: Mapping[Code, str]) -> None:
    """Lets the address name options by their codes, for a widget that takes several."""
    links.note_titles(key, titles)
    texts = st.query_params.get_all(key)
    if not {str(code) for code in titles}.difference(titles.values()).intersection(texts):
        return
    codes = [code for text in texts for code in titles if text in (str(code), titles[code])]
    if key in st.session_state:
        st.session_state[key] = codes
    else:
        st.query_params[key] = [titles[code] for code in codes]
        st.rerun()


@st.cache_resource(max_entries=8, show_spinner="Loading the graph")
def load_graph(name: str, seed: int = 0, parameters: Parameters = ()) -> Graph:
    """Returns a graph of the catalogue.

    Raises:
        InputError: If the name is unknown or the graph can't be loaded.
    """
    numbers = dict(parameters)
    return datasets.load(name, seed=seed, progress=None, **numbers)


def own_graph(name: str) -> Graph:
    """Returns a graph that this visitor has uploaded.

    Raises:
        InputError: If it is not there any more.
    """
    graph = own_graphs().get(name)
    if graph is None:
        raise InputError(
            f"The uploaded graph {name!r} is no longer available; upload it again on the page "
            "Own graphs."
        )
    return graph


@st.cache_resource(show_spinner=False)
def _own_graphs() -> OwnGraphs:
    """Returns the uploaded graphs of all visitors."""
    return OwnGraphs()


def own_graphs() -> dict[str, Graph]:
    """Returns the graphs this visitor has uploaded and accepted, the oldest first."""
    return _own_graphs().of(visitor_id())


def num_lost_graphs() -> int:
    """Returns how many own graphs gave way to those of others since this was last asked."""
    return _own_graphs().take_lost(visitor_id())


def own_titles() -> dict[str, str]:
    """Returns the titles of this visitor's own graphs by name, all different."""
    return {name: f"{short(graph.name)} ({name})" for name, graph in own_graphs().items()}


def own_origin(name: str) -> Origin:
    """Returns the files and choices that give an own graph again."""
    return _own_graphs().origin(visitor_id(), name)


def accept_graph(graph: Graph, origin: Origin) -> str:
    """Keeps an uploaded graph for this visitor, who loses the oldest beyond a few.

    Returns:
        Its name.

    Raises:
        InputError: If the server has no room for it.
    """
    name = _own_graphs().add(visitor_id(), graph, origin)
    log.note(visitor_id(), "own graph added", name)
    return name


def drop_graph(name: str) -> None:
    """Forgets an uploaded graph."""
    _own_graphs().drop(visitor_id(), name)


def spectrum(graph: Graph, config: LaplacianConfig) -> Spectrum:
    """Returns all eigenpairs of a small graph, kept between reruns unless it is very small."""
    if graph.num_nodes <= QUICK_NODES:
        return full_spectrum(graph.adjacency, config)
    return _spectrum(graph.digest, config, graph)


@st.cache_resource(max_entries=24, show_spinner="Computing the frequencies")
def _spectrum(digest: str, config: LaplacianConfig, _graph: Graph) -> Spectrum:
    with turn():
        return full_spectrum(_graph.adjacency, config)


def positions(graph: Graph) -> Floats:
    """Returns where to draw a graph's nodes, float64 [num_nodes, 2]."""
    return graph.positions if graph.positions is not None else _layout(graph.digest, graph)


@st.cache_resource(max_entries=24, show_spinner="Computing a layout", show_time=True)
def _layout(digest: str, _graph: Graph) -> Floats:
    return layout(_graph)


def job_manager() -> "JobManager":
    """Returns the one queue of long work in this process."""
    from dashboard.training.again import take_over

    manager = _job_manager()
    take_over(manager, ledger(), run_store())
    return manager


@st.cache_resource(show_spinner=False)
def _job_manager() -> "JobManager":
    from dashboard.jobs import JobManager

    manager = JobManager(
        max_long=rights.max_trainings(),
        max_short=rights.max_projections(),
        max_seconds=rights.max_seconds(),
        max_unseen=rights.max_unseen(),
        max_held=rights.max_held(),
        max_taken=rights.max_taken(),
    )
    closing.register(partial(_close, manager, ledger()))
    return manager


def _close(manager: "JobManager", ledger: "Ledger") -> None:
    ledger.is_closing = True
    manager.close(CLOSING_SECONDS)


@st.cache_resource(show_spinner=False)
def downloads() -> "JobManager":
    """Returns the queue of downloads: they wait for the network, and not for a processor."""
    from dashboard.jobs import JobManager

    return JobManager(max_seconds=rights.max_seconds())


@st.cache_resource(show_spinner=False)
def ledger() -> "Ledger":
    """Returns where trainings are written down."""
    from dashboard.training.ledger import Ledger

    return Ledger(run_store().root)


@st.cache_resource(show_spinner=False)
def run_store() -> "RunStore":
    """Returns the store of finished runs."""
    from spgat.runs import RunStore

    return RunStore(max_bytes=rights.max_run_bytes())


def load_run(run_id: str) -> "Run":
    """Returns a stored run; its arrays, once read, are shared by all visitors.

    Raises:
        InputError: If there is no such run, or it is the private one of another visitor.
    """
    run = run_store().load(run_id)
    if not rights.may_see(run):
        raise InputError(f"Run {run_id!r} is private; ask its owner to share it.")
    name = f"{run_id} {run.version}"
    kept = _kept_runs().of("").get(name)
    if kept is not None:
        return kept[0]
    with suppress(InputError):  # damaged, or too large to be kept beside others
        _kept_runs().add("", name, (run, run.num_bytes(with_frames=False)))
    return run


@st.cache_resource(show_spinner=False)
def _kept_runs() -> "PerVisitor[tuple[Run, int]]":
    """Runs with what they come to in memory, whose arrays all visitors share once read."""
    return PerVisitor(lambda kept: kept[1], MAX_KEPT_RUNS, 1, MAX_KEPT_BYTES)
