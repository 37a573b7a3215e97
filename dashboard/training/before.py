"""What is said before a training starts: that it has been done already, and what it takes."""

from collections.abc import Sequence
from datetime import UTC, datetime
from statistics import fmean

import streamlit as st

from dashboard import rights, state
from dashboard.visitor import visitor_id
from dashboard.words import ago, count
from spgat.config import TrainConfig
from spgat.cost import training_cost
from spgat.errors import InputError
from spgat.graph import Graph
from spgat.runs import RunSummary, equal_runs, is_of_today
from spgat.spectral.megabytes import available_megabytes
from spgat.words import duration, size


def show_equal(
    graph: Graph, config: TrainConfig, num_seeds: int, runs: Sequence[RunSummary]
) -> None:
    """Shows the result of an equal training that has ended already, with a link to it.

    Args:
        graph: What would be trained on.
        config: As for `fit`.
        num_seeds: At least 1.
        runs: All that this visitor sees, the newest first.
    """
    believed = filter(rights.is_believed, runs)
    found = equal_runs(graph, config, num_seeds, believed, _is_of_today)
    if not found:
        return
    trained = max(datetime.fromisoformat(run.created) for run in found)
    when = ago((datetime.now(UTC) - trained).total_seconds())
    mean = "mean test accuracy" if num_seeds > 1 else "test accuracy"
    accuracy = fmean(run.test_accuracy for run in found)
    with st.container(border=True, key="equal"):
        st.markdown(
            f":material/history: Trained {when}: {mean} {accuracy:.1%}. Train again?",
            help="The graph, the settings, the seeds and the version of spgat are the same, "
            "and so would be the numbers.",
        )
        st.page_link(
            "app_pages/runs.py",
            label="See the run" if num_seeds == 1 else f"See the {num_seeds} runs",
            icon=":material/open_in_new:",
            query_params=[("run", run.run_id) for run in found],
        )


@st.cache_data(max_entries=4096, show_spinner=False)
def _is_of_today(run_id: str) -> bool:
    """Whether a run was computed with this spgat; the file that says so never changes."""
    try:
        return is_of_today(state.run_store().load(run_id).environment)
    except InputError:  # deleted or damaged in the meantime
        return False


def show_cost(
    graph: Graph, config: TrainConfig, num_seeds: int, runs: Sequence[RunSummary]
) -> bool:
    """Shows how long a training will compute, and how many jobs are ahead of it.

    Args:
        graph: What would be trained on.
        config: As for `fit`.
        num_seeds: At least 1.
        runs: All that this visitor sees.

    Returns:
        Whether the server allows it.
    """
    is_known = rights.is_personal()  # who imports a run may have it say any time
    known = [run for run in runs if is_known or run.owner in ("", visitor_id())]
    cost, most = training_cost(graph, config, num_seeds, known), rights.max_seconds()
    if cost.seconds > most:
        st.error(
            f"This training would take about {duration(cost.seconds)}, and this server allows "
            f"{duration(most)}; take fewer seeds or epochs, or a smaller graph, or run the "
            "command on this page on your own machine.",
            icon=":material/timer_off:",
        )
        return False
    megabytes, there_is = cost.num_bytes / 1e6, available_megabytes()
    if megabytes > there_is:
        st.error(
            f"This training would take about {size(megabytes)} of memory, and there is "
            f"{size(there_is)} for it; take fewer hidden units or views, or a smaller graph, "
            "or run the command on this page on your own machine.",
            icon=":material/memory:",
        )
        return False
    ahead = state.job_manager().num_ahead(visitor_id(), is_long=True)
    queue = f", {count(ahead, 'job')} ahead of you" if ahead else ""
    at_most = ", less if it stops early" if config.patience is not None else ""
    st.caption(
        f"About {duration(cost.seconds)}{at_most}{queue}.",
        help="Measured by earlier runs on this graph."
        if cost.is_measured
        else "Estimated from the sizes of the graph and the network: it may be several times "
        "as much or as little. The first run measures it.",
    )
    return True
