"""Train: choose a graph and a network, and watch the attention change."""

import streamlit as st

from dashboard import recipe, rights, state
from dashboard.plain import plain
from dashboard.stored_runs import visible
from dashboard.training import (
    before,
    card,
    compare,
    controls,
    form,
    live,
    mine,
    restart,
    sweep,
    sweep_job,
    welcome,
)
from spgat.errors import InputError

#: On a phone the panes are stacked; a running training is then shown above the form.
RESULTS_FIRST = """<style>@media (max-width: 640px) {
    .st-key-panes > * > [data-testid=stHorizontalBlock] > [data-testid=stColumn]:last-child
    { order: -1; }
}</style>"""

st.title("Train")
st.caption(
    "A SpGAT layer splits its signal into low and high graph frequencies and learns how much "
    "attention α to give each. Train one and watch α change."
)
choices, results = st.container(key="panes").columns([2, 5], gap="large")
basics, actions, more = (choices.container() for _ in range(3))
shown, notes = results.container(), results.container()
job = controls.current_job()
runs = visible().runs
with shown:
    if job is None:
        restart.show_lost(st.query_params.get("job", ""))
        mine.show(None)
    else:
        st.html(RESULTS_FIRST)
        controls.show_steering(job)
ghost = None
try:
    with basics:
        chosen = form.choose_graph()
    if chosen is not None:
        source, graph = chosen
        config, num_seeds = form.choose_config(source.name, graph, basics, more)
        with more:
            ghost = compare.choose_pinned(runs)
        with actions:
            is_busy, start = controls.is_steered(job), st.container()
            before.show_equal(graph, config, num_seeds, runs)
            may_start = before.show_cost(graph, config, num_seeds, runs)
            with start:
                started = controls.show_start(
                    source, graph, config, num_seeds, may_start=may_start, is_busy=is_busy
                )
            started = started or sweep.choose(source, graph, config, runs, is_busy=is_busy)
            if started is not None:
                controls.take_up(started, job)
            if source.is_private and not rights.is_personal():
                st.caption(
                    "Training saves a run that contains this graph's edges, labels and node "
                    "names. Only you see it, until you share it under Runs."
                )
        if job is None:
            with shown:
                welcome.show(graph, config)
        if state.is_shown("about"):
            with notes.expander(
                f"About {plain(graph.name)}", icon=":material/info:", key="about"
            ):
                card.show(graph)
        if state.is_shown("recipe"):
            with notes:
                recipe.show(source, config, num_seeds)
except InputError as error:
    actions.error(plain(error), icon=":material/error:")
if job is not None:
    with shown:
        if job.kind == sweep_job.KIND:
            sweep.show(job)
        else:
            live.show(job, ghost)
