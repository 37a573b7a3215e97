"""What all views of the page share: a fragment, with its tables and its Python below."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import streamlit as st

from dashboard import state, twin
from dashboard.frequencies.graph_choice import GraphChoice
from dashboard.plain import plain
from spgat.errors import InputError
from spgat.spectral.spectrum import Spectrum


@dataclass(frozen=True, slots=True)
class Shown:
    """What a view has drawn, in two other forms.

    Attributes:
        tables: Of its charts.
        code: Lines of Python that compute it from `graph` and `spectrum`; "" where nothing
            is drawn yet.
    """

    tables: twin.Tables
    code: str


_SPECTRUM = (
    "from spgat.spectral.eigen import full_spectrum",
    "spectrum = full_spectrum(graph.adjacency, laplacian)",
)
#: Draws a view's controls and charts. Raises InputError for what the visitor typed.
Draw = Callable[[GraphChoice, Spectrum], Shown]


def show(draw: Draw, choice: GraphChoice, run_every: float | None) -> None:
    """Shows a view; its controls rerun the view and nothing else, or `run_every` seconds do."""

    def drawn(choice: GraphChoice) -> Shown:
        return draw(choice, state.spectrum(choice.graph, choice.laplacian))

    _show(drawn, choice, run_every, _SPECTRUM)


def show_large(draw: Callable[[GraphChoice], Shown], choice: GraphChoice) -> None:
    """Shows a view of a graph too large for its eigenvectors."""
    _show(draw, choice, None, ())


def _show(
    draw: Callable[[GraphChoice], Shown],
    choice: GraphChoice,
    run_every: float | None,
    spectrum: Sequence[str],
) -> None:
    source, laplacian = choice.source, choice.laplacian

    # It is kept as long as the tab is open, and would keep a graph that had to give way.
    @st.fragment(run_every=run_every)
    def body() -> None:
        try:
            choice = GraphChoice.of(source, laplacian)
            shown = draw(choice)
        except InputError as error:
            st.error(plain(error), icon=":material/error:")
            return
        twin.show(shown.tables)
        if not shown.code:
            return
        with st.expander("In Python", icon=":material/code:", key="code-twin"):
            if choice.source.is_own:
                st.caption("Run it in the folder of your file.")
            st.code(script(choice, shown.code, spectrum), language="python")

    body()


def script(choice: GraphChoice, code: str, spectrum: Sequence[str]) -> str:
    """Returns a script that computes what is drawn.

    Args:
        choice: The graph and the Laplacian.
        code: What the view adds.
        spectrum: The import and the call that give all eigenpairs, or none.
    """
    return "\n".join(
        [
            *spectrum[:1],
            "from spgat.spectral.laplacian import LaplacianConfig",
            choice.source.library,
            "",
            f"graph = {choice.source.call}",
            f"laplacian = {choice.laplacian!r}",
            *spectrum[1:],
            "",
            code,
        ]
    )
