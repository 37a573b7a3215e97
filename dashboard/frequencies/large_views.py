"""The views of a graph too large to draw: no eigenvector is computed in any of them."""

from collections.abc import Callable

import numpy as np
import streamlit as st

from dashboard import plot, suggestion, theme, twin
from dashboard.figures.curves import lines
from dashboard.figures.response import response_chart, response_table
from dashboard.frequencies import large, sample
from dashboard.frequencies.filters import choose_filter, choose_scale
from dashboard.frequencies.graph_choice import GraphChoice
from dashboard.frequencies.signal_choice import choose_node
from dashboard.frequencies.view import Shown
from dashboard.frequencies.wavelets import choose_threshold, show_decay
from dashboard.words import percent
from spgat.spectral import signals
from spgat.spectral.chebyshev import heat_series, step_series
from spgat.spectral.filter_series import STEP_ORDER, filter_series
from spgat.spectral.signal_energy import signal_energy
from spgat.words import significant

#: The largest entries of a wavelet that its curve of decay shows.
MAX_DECAY = 1000


def draw_bands(choice: GraphChoice) -> Shown:
    """Draws the density of the frequencies with d in it."""
    found = large.density(choice.graph.digest, choice.laplacian, choice.graph)
    suggestion.take("low_fraction")
    with st.container(horizontal=True, vertical_alignment="bottom"):
        share = large.choose_share()
        suggestion.offer(
            choice.graph,
            choice.laplacian,
            "low_fraction",
            lambda d: suggestion.as_share(d.num_low, found.num_nodes),
            lock="num_low",
        )
    cutoff, error = found.cutoff_for_fraction(share)
    option = response_chart(
        "Density of the frequencies", found.grid, found.density, None, [cutoff]
    )
    plot.show(
        option,
        key="density-chart",
        height=330,
        alt=f"Density of {found.num_nodes} frequencies; {share:.1%} lie below {cutoff:.3g}",
    )
    with st.container(horizontal=True):
        st.metric("d, low frequencies", f"{round(share * found.num_nodes):,}", border=True)
        st.metric(
            "Cutoff λ",
            significant(cutoff) + (f" ± {error:.2g}" if error else ""),
            border=True,
            help="The eigenvalue at the cut"
            + (", estimated without any eigenvector." if error else "."),
        )
        st.metric("Frequencies at λ = 0", f"{found.null_dimension:,}", border=True,
                  help="One for each component.")  # fmt: skip
    return Shown(
        {"Density": lambda: response_table(found.grid, found.density, None)},
        "from spgat.spectral.density import spectral_density\n\n"
        "density = spectral_density(\n"
        f"    graph.adjacency, laplacian, order={large.DENSITY_ORDER}, "
        f"num_probes={large.NUM_PROBES}\n)\n"
        f"print(density.cutoff_for_fraction({share}))",
    )


def draw_signals(choice: GraphChoice) -> Shown:
    """Draws a signal, its low and its high part, and where its energy lies."""
    graph = choice.graph
    with st.container(horizontal=True):
        signal, node, call = large.choose_signal(graph)
        share = large.choose_share()
    found = large.density(graph.digest, choice.laplacian, graph)
    cutoff, _ = found.cutoff_for_fraction(share)
    op = large.operator(graph.digest, choice.laplacian, graph)
    series = step_series(cutoff, STEP_ORDER, op.upper)
    low = np.asarray(series.apply(op.matrix, signal), dtype=np.float64)
    parts = {"Signal": signal, "Low part": low, "High part": signal - low}
    sample.show_signals(graph, parts, node, key="large-signal")
    energy = signal_energy(graph.adjacency, signal, choice.laplacian)
    middles = (energy.edges[:-1] + energy.edges[1:]) / 2
    st.markdown("**Energy of the signal** by frequency")
    option = lines(
        middles,
        {"share of the energy": energy.shares},
        x_name="eigenvalue λ",
        y_name="share of the energy",
        marked=cutoff,
        colours=[theme.GREEN],
    )
    plot.show(option, key="energy-chart", height=260, alt="Energy of the signal by frequency")
    in_low = float(energy.shares[middles <= cutoff].sum())
    with st.container(horizontal=True):
        st.metric("Energy of the signal in low", percent(in_low, 1), border=True)
        st.metric("… in high", percent(1 - in_low, 1), border=True)
    return Shown(
        {"Signal": lambda: twin.node_table(graph, parts), "Energy": twin.of(option)},
        _apply(f"chebyshev.step_series({cutoff:.6g}, {STEP_ORDER}, {op.upper:.6g})", call),
    )


def draw_filters(choice: GraphChoice) -> Shown:
    """Draws a signal before and after a filter, which is applied as a series."""
    graph = choice.graph
    op = large.operator(graph.digest, choice.laplacian, graph)
    with st.container(horizontal=True):
        signal, node, call = large.choose_signal(graph)
    chosen = choose_filter(op.upper)
    series = filter_series(chosen, op.upper)
    filtered = np.asarray(series.apply(op.matrix, signal), dtype=np.float64)
    parts = {"Before": signal, "After the filter": filtered}
    sample.show_signals(graph, parts, node, key="large-filter")
    grid = np.linspace(0, op.upper, 201)
    exact, approximate = chosen.response(grid), series.evaluate(grid)
    st.markdown(f"**Response g(λ)**, and the series of order {series.order} that is applied")
    option = lines(
        grid,
        {"g(λ)": exact, "series": approximate},
        x_name="eigenvalue λ",
        y_name="g(λ)",
        colours=[theme.GREY, theme.GREEN],
    )
    plot.show(
        option, key="large-response", height=280, alt=f"Response of the {chosen.kind} filter"
    )
    st.caption(
        f"Largest difference {np.abs(exact - approximate).max():.2g}."
        + " An edge is blurred: no polynomial follows a jump."
        * (chosen.kind in ("low-pass", "high-pass", "band-pass"))
    )
    return Shown(
        {"Signal": lambda: twin.node_table(graph, parts), "Response g(λ)": twin.of(option)},
        "from spgat.spectral.filter_series import filter_series\n"
        "from spgat.spectral.filters import SpectralFilter\n"
        + _apply(f"filter_series({chosen!r}, {op.upper:.6g})", call),
    )


def draw_wavelets(choice: GraphChoice) -> Shown:
    """Draws the wavelet at a node."""
    graph = choice.graph
    with st.container(horizontal=True):
        node = choose_node(graph, is_clickable=False)
        scale = choose_scale()
        threshold = choose_threshold()
    op = large.operator(graph.digest, choice.laplacian, graph)
    series = heat_series(scale, tolerance=threshold / 10, upper=op.upper)
    values = np.asarray(
        series.apply(op.matrix, signals.delta(graph.num_nodes, node)), dtype=np.float64
    )
    kept = np.where(np.abs(values) >= threshold, values, 0)
    sample.show_signals(graph, {f"Wavelet of node {node}": kept}, node, key="large-wavelet")
    st.metric(
        "Entries kept of the wavelet, Ψₛ",
        f"{np.count_nonzero(kept):,} of {graph.num_nodes:,}",
        help=f"By a series of order {series.order}, whose error is below {threshold / 10:g}.",
    )
    largest = np.sort(np.abs(values))[::-1][:MAX_DECAY]
    decay = show_decay(largest, threshold)
    return Shown(
        {"Wavelet": lambda: twin.node_table(graph, {"wavelet": kept}), **decay},
        _apply(
            f"chebyshev.heat_series({scale}, tolerance={threshold / 10:g}, "
            f"upper={op.upper:.6g})",
            f"signals.delta(graph.num_nodes, {node})",
        ),
    )


def _apply(series: str, signal: str) -> str:
    """Lines of Python that apply a series to a signal."""
    return "\n".join(
        [
            "from spgat.spectral import chebyshev, signals",
            "from spgat.spectral.laplacian import laplacian as laplacian_of",
            "",
            f"signal = {signal}",
            f"series = {series}",
            "result = series.apply(laplacian_of(graph.adjacency, laplacian), signal)",
        ]
    )


#: By the names of the views of small graphs.
VIEWS: dict[str, Callable[[GraphChoice], Shown]] = {
    "bands": draw_bands,
    "signals": draw_signals,
    "filters": draw_filters,
    "wavelets": draw_wavelets,
}
