"""Repeating a measurement: one row as a training here, or a whole table in a terminal."""

import streamlit as st

from dashboard import downloading, state
from dashboard.plain import plain
from dashboard.stored_runs import visible
from dashboard.training import before
from dashboard.training.job import submit
from dashboard.visitor import visitor_id
from spgat import datasets
from spgat.config import TrainConfig
from spgat.errors import InputError
from spgat.experiments.outcome import Row, title_of


def show_commands(name: str) -> None:
    """Shows the commands that repeat the measurement of a result."""
    with st.expander("Repeat the measurement", icon=":material/terminal:"):
        st.code(
            f"spgat reproduce {name} --quick           # few seeds, minutes\n"
            f"spgat reproduce {name} --full            # as shown; resumes when interrupted\n"
            f"spgat reproduce {name} --full --fresh    # reuses no earlier runs\n"
            f"spgat reproduce {name} --full --scheduler tcp://HOST:8786   # a Dask cluster",
            language="bash",
        )


def offer(row: Row) -> None:
    """Shows the button that trains a row's config again, and then a link to the training."""
    known = {info.name: info for info in datasets.catalogue()}
    if row.config is None or row.dataset not in known:
        st.caption(
            f"{row.label} on {title_of(row.dataset)} is not the training of one model on one "
            "graph; use the command below."
        )
        return
    if not downloading.is_ready(known[row.dataset]):
        return
    start = st.container()
    try:
        graph = state.load_graph(row.dataset, parameters=tuple(row.parameters.items()))
        config = TrainConfig.from_dict(row.config)
        may_start = before.show_cost(graph, config, 1, visible().runs)
        if not start.button(
            f"Train {row.label} on {title_of(row.dataset)} again, one seed",
            icon=":material/play_arrow:",
            disabled=not may_start,
            key="rerun",
            type="primary",
        ):
            return
        manager, store = state.job_manager(), state.run_store()
        job = submit(manager, graph, config, 1, store, visitor_id(), ledger=state.ledger())
    except InputError as error:
        st.error(plain(error), icon=":material/error:")
        return
    st.page_link(
        "app_pages/train.py",
        label="Watch it train",
        icon=":material/open_in_new:",
        query_params={"job": job.id},
    )
