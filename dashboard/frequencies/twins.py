"""What is drawn, once more: as a table of numbers and as lines of Python."""

from collections.abc import Callable, Mapping

import pandas as pd
import streamlit as st

from dashboard import twin
from dashboard.frequencies.controls import Choice
from spgat.graph import Floats, Graph, Ints


def show(choice: Choice, table: Callable[[], pd.DataFrame], code: str) -> None:
    """Shows both, for those who open them.

    Args:
        choice: The graph and the Laplacian.
        table: Makes the table; called only when it is looked at.
        code: Lines that compute what is drawn from `graph` and `spectrum`.
    """
    twin.show({"What is drawn": table})
    with st.expander("In Python", icon=":material/code:", key="code-twin"):
        if choice.source.is_own:
            st.caption("Put the file's name in; the rest is as here.")
        st.code(script(choice, code), language="python")


def script(choice: Choice, code: str) -> str:
    """Returns a script that computes what is drawn."""
    return "\n".join(
        [
            "from spgat.spectral.eigen import full_spectrum",
            "from spgat.spectral.laplacian import LaplacianConfig",
            *_loading(choice),
            f"laplacian = {choice.laplacian!r}",
            "spectrum = full_spectrum(graph.adjacency, laplacian)",
            "",
            code,
        ]
    )


def _loading(choice: Choice) -> list[str]:
    if choice.source.is_own:
        library = "from spgat.datasets.files import read_graph"
    else:
        library = "from spgat import datasets"
    return [library, "", f"graph = {choice.source.call}"]


def edge_table(graph: Graph, edges: Ints, columns: Mapping[str, Floats]) -> pd.DataFrame:
    """Returns one row for each edge."""
    ends = {"from": _names(graph, edges[:, 0]), "to": _names(graph, edges[:, 1])}
    return pd.DataFrame({**ends, **columns})


def node_table(graph: Graph, columns: Mapping[str, Floats]) -> pd.DataFrame:
    """Returns one row for each node."""
    nodes = range(graph.num_nodes)
    return pd.DataFrame({"node": _names(graph, nodes), **columns})


def _names(graph: Graph, nodes: Ints | range) -> list[str]:
    names = graph.node_names
    return [str(node) if names is None else names[node] for node in nodes]
