"""The numbers behind the charts of a page, as tables."""

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
import pandas as pd
import streamlit as st
from numpy.typing import NDArray

from dashboard.figures.scale import Option
from dashboard.offers import Offers
from dashboard.plain import plain, short
from spgat.arrays import Floats, Ints
from spgat.errors import InputError
from spgat.graph import Graph

#: Longer tables Streamlit would keep for each tab, to send their rows when they are looked at;
#: of these so many rows are sent, and its own button would save no more.
_MAX_ROWS, _SHOWN_ROWS = 150_000, 20_000
#: Tables that tabs can save, of one visitor, and what those of all take.
MAX_LONG, MAX_VISITORS, MAX_BYTES = 20, 100, 256 * 2**20

#: Makes each table, by its title; called only when the table is shown.
Tables = dict[str, Callable[[], pd.DataFrame]]


def show(tables: Tables, key: str = "table-twin") -> None:
    """Shows tables, those of a page by default, in one expander, which is closed at first."""
    if not tables:
        return
    title = "As a table" if len(tables) == 1 else "As tables"
    fold = st.expander(title, icon=":material/table:", key=key, on_change="rerun")
    with fold:
        if not fold.open:
            return
        for number, (what, make) in enumerate(tables.items()):
            table = make()
            st.caption(plain(what))
            is_long = len(table) > _MAX_ROWS
            shown = table.head(_SHOWN_ROWS) if is_long else table
            st.dataframe(shown, hide_index=True, key=f"{key}-{number}", height=280)
            if is_long:
                _offer_all(table, what, f"{key}-{number}")


def _offer_all(table: pd.DataFrame, what: str, key: str) -> None:
    """Offers a table as a file, of which the first rows are shown."""
    try:
        file_by = _long().offer(table, key)
    except InputError as error:
        st.caption(plain(error))
        return
    st.download_button(
        f"All {len(table):,} rows as CSV, of which the first {_SHOWN_ROWS:,} are shown",
        file_by(_csv),
        f"{short(what)}.csv",
        "text/csv",
        icon=":material/download:",
        on_click="ignore",
        key=f"{key}-csv",
    )


@st.cache_resource(show_spinner=False)
def _long() -> Offers[pd.DataFrame]:
    def size(table: pd.DataFrame) -> int:
        return int(table.memory_usage(deep=True).sum())

    return Offers(size, MAX_LONG, MAX_VISITORS, MAX_BYTES)


def _csv(table: pd.DataFrame) -> str:
    return str(table.to_csv(index=False))


def of(option: Option) -> Callable[[], pd.DataFrame]:
    """Makes the table that a chart draws from, for charts with exactly one."""
    return lambda: option["dataset"]["source"]


def edge_table(graph: Graph, edges: Ints, columns: Mapping[str, Floats]) -> pd.DataFrame:
    """Returns one row for each edge, int [num_edges, 2]."""
    source, target = ([graph.names[node] for node in ends] for ends in edges.T.tolist())
    return pd.DataFrame({"from": source, "to": target, **columns})


def node_table(graph: Graph, columns: Mapping[str, Floats]) -> pd.DataFrame:
    """Returns one row for each node."""
    return pd.DataFrame({"node": graph.names, **columns})


def drawing_tables(graph: Graph, positions: NDArray[np.floating[Any]]) -> Tables:
    """Makes the tables of a drawing: the positions of the nodes, and the edges.

    Args:
        graph: The graph.
        positions: float [num_nodes, 2].
    """
    x, y = positions.T
    return {
        "Graph: positions of the nodes": lambda: node_table(graph, {"x": x, "y": y}),
        "Graph: edges": lambda: edge_table(graph, graph.edges(), {}),
    }
