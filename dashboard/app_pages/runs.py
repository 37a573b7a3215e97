"""Runs: find, compare, export and import everything that was trained."""

import streamlit as st

from dashboard import example
from dashboard.figures.compare import MAX_RUNS
from dashboard.plain import plain
from dashboard.runs import actions, comparison, details, groups, listing, outcomes
from dashboard.stored_runs import visible
from spgat.errors import InputError

head, tools = st.columns([5, 1], vertical_alignment="bottom")
with head:
    st.title("Runs")
    st.caption(
        "Every completed training is saved here. Choose one run to read it or to export it as "
        "a zip file or a report, two to four to compare them, or many to see what a setting "
        "does."
    )
with tools.container(horizontal_alignment="right"):
    actions.offer_import()
actions.show_room()
contents = visible()
runs = contents.runs
if runs:
    shown = groups.choose(listing.filtered(runs))
    chosen = listing.choose(shown, {run.run_id for run in runs})
    actions.show(chosen)
    try:
        if len(chosen) == 1:
            details.show(chosen[0])
        elif 2 <= len(chosen) <= MAX_RUNS:
            comparison.show(chosen)
        elif chosen:
            outcomes.show(chosen)
    except InputError as error:  # a run that was deleted or damaged in the meantime
        st.error(plain(error), icon=":material/error:")
else:
    with st.container(border=True):
        st.markdown("#### No runs yet")
        st.markdown("Train a network, or import a run that was exported.")
        st.page_link(
            "app_pages/train.py", label="Train a network", icon=":material/model_training:"
        )
        example.offer()
    actions.offer_undo()
actions.show_unreadable(contents.unreadable)
actions.show_deleted()
