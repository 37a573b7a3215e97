"""Chebyshev series: a function of the Laplacian without its eigenvectors."""

import time

import numpy as np
import scipy.sparse as sp
import streamlit as st

from dashboard import plot, state, theme, twin, widgets
from dashboard.figures.curves import lines
from dashboard.figures.spectrum import spectrum_table
from dashboard.frequencies import panels
from dashboard.frequencies.filters import choose_scale
from dashboard.frequencies.graph_choice import GraphChoice
from dashboard.frequencies.signal_choice import choose_node
from dashboard.frequencies.view import Shown
from spgat.arrays import Floats
from spgat.graph import Graph
from spgat.spectral.chebyshev import (
    ChebyshevSeries,
    heat_series,
    printed_series,
    series_of,
    step_series,
)
from spgat.spectral.filters import SpectralFilter
from spgat.spectral.laplacian import eigenvalue_bound, laplacian
from spgat.spectral.signals import delta, filter_signal
from spgat.spectral.spectrum import Spectrum

KINDS = {
    "heat": "Heat",
    "printed": "Theorem 1 as printed",
    "mexican-hat": "Mexican hat",
    "low-pass": "Low pass",
}
MAX_ORDER = 40


def draw(choice: GraphChoice, spectrum: Spectrum) -> Shown:
    """Draws the view."""
    graph = choice.graph
    matrix = laplacian(graph.adjacency, choice.laplacian)
    upper = max(eigenvalue_bound(matrix, choice.laplacian), 1e-6)
    warm_up()
    kind, node, order, wanted = choose(graph, upper)
    series = make_series(kind, wanted, order, upper)
    impulse = delta(graph.num_nodes, node)
    started = time.perf_counter()
    exact = filter_signal(spectrum, impulse, wanted.response)
    between = time.perf_counter()
    approximate = series.apply(matrix, impulse).astype(np.float64)
    ended = time.perf_counter()
    difference = approximate - exact
    panels.show_signals(
        graph,
        {
            "Exact, by eigenvectors": exact,
            f"Series of order {order}": approximate,
            "Difference": difference,
        },
        key="series-drawing",
        on_click=None if state.is_locked("node") else panels.take_node,
        marked=node,
    )
    grid = np.linspace(0, upper, 201)
    with st.container(horizontal=True):
        worst = np.abs(series.evaluate(grid) - wanted.response(grid)).max()
        st.metric("Largest error of g(λ)", f"{worst:.2g}", border=True)
        st.metric("Largest error on a node", f"{np.abs(difference).max():.2g}", border=True)
        st.metric(
            "Time, exact",
            f"{1000 * (spectrum.seconds + between - started):.1f} ms",
            border=True,
            help="Computing all eigenvectors once, and filtering.",
        )
        st.metric("Time, series", f"{1000 * (ended - between):.1f} ms", border=True)
    signals = {"exact": exact, "series": approximate, "difference": difference}
    tables: twin.Tables = {"Signals": lambda: twin.node_table(graph, signals)}
    left, right = st.columns(2, border=True)
    with left:
        tables |= show_responses(grid, wanted.response(grid), series, spectrum.eigenvalues)
    with right:
        tables |= show_errors(kind, wanted, order, upper)
    if kind == "printed":
        st.warning(
            "As printed, with cᵢ = 2 eˢ Iᵢ(s) and no alternating signs, Theorem 1 converges to "
            "e^{+sλ}, the inverse of the heat wavelet. The heat kernel needs "
            "cᵢ = 2 (−1)ⁱ e^{−s} Iᵢ(s).",
            icon=":material/warning:",
        )
    return Shown(tables, _code(kind, node, order, wanted, upper))


@st.cache_resource(show_spinner="Loading the series")
def warm_up() -> None:
    """Loads the compiled kernel once, so that no series is timed while it loads."""
    heat_series(1.0, order=1).apply(sp.csr_array(np.eye(2)), np.ones(2))


def choose(graph: Graph, upper: float) -> tuple[str, int, int, SpectralFilter]:
    """Shows the choices and returns kind, node, order and the function to approximate."""
    with st.container(horizontal=True):
        kind = widgets.segmented("Function", KINDS, key="series")
        node = choose_node(graph)
        order = widgets.slider("Order", 0, MAX_ORDER, 3, key="order", width=260)
        if kind == "low-pass":
            cutoff = widgets.slider(
                "Cutoff (% of the largest eigenvalue)", 0, 100, 50, key="cutoff", width=260
            )
            wanted = SpectralFilter(kind="low-pass", high=cutoff / 100 * upper)
            return kind, node, order, wanted
        scale = choose_scale()
    if kind == "mexican-hat":
        return kind, node, order, SpectralFilter(kind="mexican-hat", scale=scale)
    return kind, node, order, SpectralFilter(kind="heat", scale=scale)


def make_series(kind: str, wanted: SpectralFilter, order: int, upper: float) -> ChebyshevSeries:
    """Returns the series of an order for a kind of function."""
    match kind:
        case "heat":
            return heat_series(wanted.scale, order=order, upper=upper)
        case "printed":
            return printed_series(wanted.scale, order, upper)
        case "low-pass":
            return step_series(wanted.high, order, upper)
        case _:
            return series_of(wanted.response, order, upper)


def _code(kind: str, node: int, order: int, wanted: SpectralFilter, upper: float) -> str:
    calls = {
        "heat": f"heat_series({wanted.scale}, order={order}, upper={upper:.6g})",
        "printed": f"printed_series({wanted.scale}, {order}, {upper:.6g})",
        "mexican-hat": f"series_of({wanted!r}.response, {order}, {upper:.6g})",
        "low-pass": f"step_series({wanted.high:.6g}, {order}, {upper:.6g})",
    }
    lines = [
        "from spgat.spectral import chebyshev",
        "from spgat.spectral.laplacian import laplacian as laplacian_of",
        "from spgat.spectral.signals import delta",
        "",
        f"series = chebyshev.{calls[kind]}",
        "matrix = laplacian_of(graph.adjacency, laplacian)",
        f"approximate = series.apply(matrix, delta(graph.num_nodes, {node}))",
    ]
    if kind == "mexican-hat":
        lines.insert(1, "from spgat.spectral.filters import SpectralFilter")
    return "\n".join(lines)


def show_responses(
    grid: Floats, exact: Floats, series: ChebyshevSeries, eigenvalues: Floats
) -> twin.Tables:
    """Shows the function and its series over the eigenvalues and returns their tables."""
    st.markdown("**Response g(λ)**, exact and of the series")
    option = lines(
        grid,
        {"exact": exact, "series": series.evaluate(grid)},
        x_name="eigenvalue λ",
        y_name="g(λ)",
        rug=eigenvalues,
        colours=[theme.GREY, theme.ORANGE],
    )
    plot.show(
        option,
        key="series-response",
        height=280,
        alt=f"g(λ), exact and of a series of order {series.order}",
    )
    return {
        "Response g(λ)": twin.of(option),
        "Spectrum": lambda: spectrum_table(eigenvalues, None),
    }


def show_errors(kind: str, wanted: SpectralFilter, order: int, upper: float) -> twin.Tables:
    """Shows the error against the order and returns the curve's table."""
    grid = np.linspace(0, upper, 201)
    exact = wanted.response(grid)
    orders = np.arange(MAX_ORDER + 1)
    errors = np.array(
        [
            np.abs(make_series(kind, wanted, m, upper).evaluate(grid) - exact).max()
            for m in orders.tolist()
        ]
    )
    st.markdown("**Largest error** by order")
    option = lines(
        orders.astype(float),
        {"largest error": errors},
        x_name="order",
        y_name="largest error",
        marked=float(order),
        is_log=True,
        colours=[theme.ORANGE],
    )
    plot.show(
        option,
        key="series-errors",
        height=280,
        alt=f"The error falls from {errors[0]:.2g} to {errors[-1]:.2g} at order {MAX_ORDER}",
    )
    return {"Largest error": twin.of(option)}
