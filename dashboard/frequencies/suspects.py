"""Which sensors disagree with their neighbours: a ranking, and the readings of one of them."""

import numpy as np
import pandas as pd
import streamlit as st

from dashboard import plot, state, theme, twin
from dashboard.figures.over_time import curves
from dashboard.frequencies.panels import take_node
from dashboard.frequencies.series_choice import ChosenSeries
from dashboard.plain import plain, short
from spgat.arrays import Floats
from spgat.errors import InputError
from spgat.graph import Graph
from spgat.series import Suspects, neighbour_residuals, rank_suspects

TABLE = "suspects"
NUM_SHOWN = 10


def show(graph: Graph, chosen: ChosenSeries, now: int) -> twin.Tables:
    """Shows the ranking and, beside it, the node's readings and its neighbours'."""
    left, right = st.columns([2, 3], border=True)
    tables: twin.Tables = {}
    with left:
        st.markdown("**Suspect sensors**, by their high-frequency residual")
        try:
            found, residuals = _ranked(graph.digest, chosen.series.digest, graph, chosen)
        except InputError as error:
            st.caption(plain(error))
            return tables
        ranking = _ranking(graph, found)
        st.dataframe(
            ranking.head(NUM_SHOWN),
            hide_index=True,
            key=TABLE,
            height=388,
            selection_mode="single-row",
            on_select="ignore" if state.is_locked("node") else lambda: _take_row(found),
        )
        st.caption(
            "The residual is a reading minus the weighted mean of its neighbours': it passes "
            "frequency λ of the random-walk Laplacian by the factor λ. Erratic: it jumps. "
            "Silent: the node stands still while its neighbours change. Shifted: its level "
            "changes for a long time. The score counts robust standard deviations."
        )
    with right:
        name = graph.names[chosen.node]
        place = np.flatnonzero(found.nodes == chosen.node)
        rank = f"number {place[0] + 1} of {len(found.nodes)}" if len(place) else "not ranked"
        st.markdown(f"**Sensor {plain(name)}**, {rank}")
        values = chosen.series.values[:, chosen.node]
        option = curves(
            chosen.series.times,
            {"reading": values, "mean of its neighbours": values - residuals[:, chosen.node]},
            now=now,
            y_name=chosen.series.unit or "reading",
            colours=(theme.HIGH, theme.NEUTRAL),
        )
        plot.show(
            option,
            key="sensor-chart",
            height=388,
            alt=f"Readings of sensor {short(name)} and the mean of its neighbours over time",
        )
        tables[f"Sensor {name}"] = twin.of(option)
    return {"Suspect sensors": lambda: ranking, **tables}


@st.cache_resource(max_entries=4, show_spinner="Ranking the sensors")
def _ranked(
    digest: str, series: str, _graph: Graph, _chosen: ChosenSeries
) -> tuple[Suspects, Floats]:
    values = _chosen.series.values
    return rank_suspects(_graph.adjacency, values), neighbour_residuals(
        _graph.adjacency, values
    )


def _ranking(graph: Graph, found: Suspects) -> pd.DataFrame:
    return pd.DataFrame(
        {
            "sensor": [graph.names[node] for node in found.nodes.tolist()],
            "score": found.scores.round(1),
            "sign": found.reasons,
        }
    )


def _take_row(found: Suspects) -> None:
    rows = st.session_state[TABLE]["selection"]["rows"]
    if rows:
        take_node(int(found.nodes[rows[0]]))
