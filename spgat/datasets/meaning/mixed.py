"""A table whose lines are nodes first and edges after them, as Neo4j's APOC exports them."""

import pandas as pd

from spgat.datasets.meaning.records import Records
from spgat.datasets.meaning.table import Table

_NODE, _EDGE = ("_id", "_labels"), ("_start", "_end", "_type")


def nodes_and_edges(table: Table) -> Records | None:
    """Returns the nodes and edges of such a table; None where it is another one."""
    if table.names is None or not {_NODE[0], *_EDGE[:2]} <= set(table.names):
        return None
    cells = table.named()
    is_edge = (cells["_start"] != "") | (cells["_end"] != "")
    nodes, edges = cells[~is_edge], cells[is_edge]
    if nodes.empty or edges.empty or not (edges["_id"] == "").all():
        return None
    return Records(
        format="Neo4j CSV",
        nodes=_filled(nodes, "_id"),
        edges=_filled(edges, "_start", "_end"),
        is_directed=True,
        unit="Line",
        lines=table.lines[is_edge.to_numpy()],
    )


def _filled(rows: pd.DataFrame, *first: str) -> pd.DataFrame:
    """Rows without the columns that are empty in all of them, some columns first."""
    rest = [name for name in rows if name not in first and (rows[name] != "").any()]
    return rows[[*first, *rest]].reset_index(drop=True)
