"""What is drawn, once more: as tables of numbers and as lines of Python."""

import streamlit as st

from dashboard import twin
from dashboard.frequencies.controls import Choice


def show(choice: Choice, tables: twin.Tables, code: str) -> None:
    """Shows both, for those who open them.

    Args:
        choice: The graph and the Laplacian.
        tables: Of the view's charts.
        code: Lines that compute what is drawn from `graph` and `spectrum`.
    """
    twin.show(tables)
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
