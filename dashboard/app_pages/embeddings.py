"""Embeddings: where a network or another tool places the nodes, and what it separates."""

import streamlit as st

from dashboard import playback, twin
from dashboard.embeddings import (
    adding,
    address,
    chosen,
    downloads,
    epochs,
    grid,
    keeping,
    linked,
    maps,
    own,
    recipe,
    selecting,
    welcome,
    work,
)
from dashboard.embeddings.pictures import Request
from dashboard.embeddings.view import View, choose
from dashboard.plain import plain
from dashboard.stored_runs import visible
from spgat.errors import InputError

TICK_SECONDS = 0.7
GRAPH_HEIGHT = 500


def show_body(view: View, is_ticking: bool) -> None:
    """Shows the page below its controls; a selection reruns this and nothing else."""
    grid.show_progress()
    try:
        show_linked_charts(view)
    except InputError as error:  # what was deleted or damaged in the meantime
        st.error(plain(error), icon=":material/error:")
    if is_ticking != is_moving():
        st.rerun()  # draws the page again, with or without a timer


def show_linked_charts(view: View) -> None:
    """Shows the maps, and the charts and tables of the same nodes."""
    requests = [Request.of(pick, view) for pick in view.picks]
    for each in (address, keeping):
        each.follow(view.picks[0].nodes, requests[0].embedded.num_nodes)
    epoch, tables = None, twin.Tables()
    if view.over_epochs:
        epoch = epochs.choose(requests)
        tables |= epochs.show_curves(requests[0], epoch)
        epochs.explain_predictions(requests)
    bar = st.container(horizontal=True, vertical_alignment="center")
    columns = st.columns([3, 2] if len(requests) == 1 else 2, gap="medium")
    shown = maps.show(requests, view, epoch, columns)
    tables |= maps.tables(shown)
    first, selection = shown[0], chosen.current(view.picks[0].nodes)
    with bar:
        selecting.show(first, selection)
        downloads.show(first)
    with columns[len(requests) % 2]:
        tables |= linked.show_graph(first.nodes, selection, GRAPH_HEIGHT)
    maps.show_numbers(shown)
    tables |= linked.show(first, selection)
    twin.show(tables)
    with st.expander("In Python", icon=":material/code:", key="code-twin"):
        st.code(recipe.script(view), language="python")


def is_moving() -> bool:
    """Whether something on the page changes by itself."""
    return work.is_active() or playback.is_playing()


st.title("Embeddings")
st.caption(
    "A network, or a tool of yours, turns each node into a point in a space of many "
    "dimensions. This page projects that space to two or three. See which classes it "
    "separates, select nodes, and find them in the graph, among its frequencies and in the "
    "table."
)
runs = {run.run_id: run for run in visible().runs}
has_any = bool(runs or own.mine())
adding.show(is_open=not has_any)
view = choose(runs) if has_any else None
if view is None:
    welcome.show(has_any=has_any)
else:
    if not view.over_epochs:
        playback.play(is_on=False)  # there is no epoch to move on to
    moving = is_moving()
    pace = playback.interval() or (TICK_SECONDS if moving else None)
    st.fragment(show_body, run_every=pace)(view, moving)
