"""Train: choose a graph and a network, and watch the attention move."""

import streamlit as st

from dashboard.training import card, compare, controls, form, live, recipe, welcome
from dashboard.training.job import describe
from spgat.errors import InputError

st.title("Train")
st.caption(
    "A SpGAT layer splits its signal into low and high graph frequencies and learns how much "
    "attention α each deserves. Train one and watch it decide."
)
choices, results = st.columns([2, 5], gap="large")
with choices:
    try:
        dataset, graph = form.choose_graph()
        config, num_seeds = form.choose_config(dataset, graph)
        job = controls.current_job()
        controls.show(job, graph, config, num_seeds)
    except InputError as error:
        st.error(str(error), icon=":material/error:")
        st.stop()
    with st.expander("About this graph", icon=":material/info:", key="about"):
        card.show(graph)
    with st.expander("In a terminal or a script", icon=":material/terminal:", key="recipe"):
        st.code(recipe.command(dataset, config, num_seeds), language="bash", wrap_lines=True)
        st.code(recipe.script(dataset, config, num_seeds), language="python")
with results:
    if job is None:
        welcome.show(describe(graph.name, config, num_seeds))
    else:
        live.show(job, compare.choose_pinned(dataset))
