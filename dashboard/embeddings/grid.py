"""The paper's figure of embeddings by one button: four models on one graph, side by side."""

from collections.abc import Mapping

import streamlit as st

from dashboard import state
from dashboard.embeddings import work
from dashboard.plain import plain
from dashboard.rights import is_believed
from dashboard.source import Source
from dashboard.training import job as training_job
from dashboard.visitor import visitor_id
from spgat import datasets, presets
from spgat.errors import InputError
from spgat.graph import Graph
from spgat.models import MODELS as KNOWN_MODELS
from spgat.runs import RunSummary

#: The figure's models in its order.
MODELS = ("gcn", "gwnn", "gat", "spgat")
#: The preset that trains the last one where it has no run; the others have only one.
SPGAT_PRESET = "reference-code"
_WANTED = "grid_wanted"  # the graph's digest, while its models are trained
_KIND = "grid"


def offer(runs: Mapping[str, RunSummary], shown: RunSummary, state_key: str) -> None:
    """Shows the button.

    Args:
        runs: All runs by id, the newest first.
        shown: A run on the graph in question.
        state_key: Where the page keeps the ids of the runs it shows.
    """
    found = _newest(runs, shown.graph_digest)
    missing = [model for model in MODELS if model not in found]
    names = ", ".join(KNOWN_MODELS[model].title for model in missing)
    st.button(
        f"Paper's grid: train {len(missing)}" if missing else "Paper's grid",
        icon=":material/grid_view:",
        width="stretch",
        disabled=_WANTED in st.session_state or state.is_locked("runs"),
        help="Show GCN, GWNN, GAT and SpGAT on this graph side by side."
        + (f" Missing models are trained first: {names}." if missing else ""),
        on_click=_train if missing else st.session_state.__setitem__,
        args=(shown, missing) if missing else (state_key, list(found.values())),
        key="paper_grid",
    )


def arrived(runs: Mapping[str, RunSummary]) -> list[str]:
    """Returns the runs of the grid once their trainings have ended, else none."""
    digest = st.session_state.get(_WANTED)
    if digest is None or any(job.is_active for job in work.of_kind(_KIND)):
        return []
    del st.session_state[_WANTED]
    wanted = filter(None, (work.find(_KIND, f"{digest}/{model}") for model in MODELS))
    for error in filter(None, (job.snapshot().error for job in wanted)):
        st.toast(plain(error), icon=":material/error:", duration="long")
    return list(_newest(runs, digest).values())


def show_progress() -> None:
    """Shows the trainings in progress, each with a button that cancels it."""
    for job in work.of_kind(_KIND):
        if job.is_active:
            work.show_progress(job, key=f"cancel-{job.id}", title=f"{plain(job.label)} · ")


def _newest(runs: Mapping[str, RunSummary], digest: str) -> dict[str, str]:
    """Returns the id of each model's newest believed run on a graph, in the figure's order."""
    models = {
        run.config.model: run.run_id
        for run in reversed(list(runs.values()))
        if run.graph_digest == digest and is_believed(run)
    }
    return {model: models[model] for model in MODELS if model in models}


def _train(shown: RunSummary, missing: list[str]) -> None:
    source = Source.of_title(shown.dataset)
    dataset = "" if source is None else source.name
    manager, store = state.job_manager(), state.run_store()
    try:
        graph = graph_of(shown)
        for model in missing:
            config = presets.resolve(model, _preset(model), dataset)
            job = training_job.submit(
                manager,
                graph,
                config,
                1,
                store,
                visitor_id(),
                is_private=not dataset,
                ledger=state.ledger(),
            )
            work.follow(_KIND, f"{graph.digest}/{model}", job)
    except InputError as error:  # the graph is not available, or the queue is full
        st.toast(plain(error), icon=":material/error:")
        return
    st.session_state[_WANTED] = graph.digest


def graph_of(shown: RunSummary) -> Graph:
    """Returns the graph of a run with its features, which a stored run does not hold.

    Raises:
        InputError: If it is not available.
    """
    source = Source.of_title(shown.dataset)
    graphs = list(state.own_graphs().values())
    if source is not None and datasets.info(source.name).is_at_hand():
        graphs.append(source.load())
    for graph in graphs:
        if shown.is_on(graph):
            return graph
    raise InputError(
        f"The graph {shown.dataset!r} of this run is not on this server; download it on the "
        "page Train, or upload it under Own graphs, to train the other models on it."
    )


def _preset(model: str) -> str:
    return SPGAT_PRESET if model == "spgat" else presets.names_for(model)[0]
