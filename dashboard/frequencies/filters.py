"""Filters: a function g(λ), and a signal before and after it."""

import numpy as np
import streamlit as st

from dashboard import plot, theme, twin, widgets
from dashboard.figures.curves import lines
from dashboard.figures.spectrum import coefficient_stems, spectrum_table
from dashboard.frequencies import panels
from dashboard.frequencies.graph_choice import GraphChoice
from dashboard.frequencies.signal_choice import ChosenSignal, choose_signal
from dashboard.frequencies.view import Shown
from dashboard.words import percent
from spgat.arrays import Floats
from spgat.errors import InputError
from spgat.spectral.filters import FilterKind, SpectralFilter
from spgat.spectral.signals import denoise, filter_signal, fourier_transform
from spgat.spectral.spectrum import Spectrum

FILTERS: dict[FilterKind, str] = {
    "heat": "Heat",
    "mexican-hat": "Mexican hat",
    "low-pass": "Low pass",
    "high-pass": "High pass",
    "band-pass": "Band pass",
    "polynomial": "Polynomial",
}
#: The largest |g(λ)| that is computed with.
MAX_RESPONSE = 1e100
MAX_COEFFICIENTS = 12


def draw(choice: GraphChoice, spectrum: Spectrum) -> Shown:
    """Draws the view.

    Raises:
        InputError: If what was typed is not a signal or not a filter.
    """
    graph = choice.graph
    signal = choose_signal(graph, spectrum)
    if not signal.is_complete:
        raise InputError("Fill the missing values above: a filter needs all of them.")
    chosen = choose_filter(float(spectrum.eigenvalues[-1]))
    filtered = filter_signal(spectrum, signal.values, chosen.response)
    panels.show_signals(
        graph,
        {
            "Before" + (", with noise" if signal.is_noisy else ""): signal.values,
            "After the filter": filtered,
        },
        key="filter-drawing",
    )
    parts = {"before": signal.values, "after": filtered}
    tables: twin.Tables = {"Signal": lambda: twin.node_table(graph, parts)}
    left, right = st.columns(2, border=True)
    with left:
        tables |= show_response(spectrum, chosen)
    with right:
        tables |= show_coefficients(
            spectrum,
            fourier_transform(spectrum, signal.values),
            fourier_transform(spectrum, filtered),
        )
    show_error(spectrum, signal, chosen)
    return Shown(
        tables,
        f"{signal.imports}\n"
        "from spgat.spectral.filters import SpectralFilter\n\n"
        f"{signal.code}\n"
        f"response = {chosen!r}.response\n"
        "filtered = signals.filter_signal(spectrum, signal, response)",
    )


def choose_filter(highest: float) -> SpectralFilter:
    """Shows the choice of a filter and returns it.

    Raises:
        InputError: If what was typed is not a filter.
    """
    with st.container(horizontal=True):
        kind = widgets.segmented("Filter", FILTERS, key="filter")
        match kind:
            case "heat" | "mexican-hat":
                return SpectralFilter(kind=kind, scale=choose_scale())
            case "polynomial":
                chosen = SpectralFilter(kind=kind, coefficients=choose_coefficients())
                _require_drawable(chosen, highest)
                return chosen
        low, high = _choose_edges(kind, highest)
        return SpectralFilter(kind=kind, low=low, high=high)


def choose_scale() -> float:
    """Shows the choice of the scale s and returns it."""
    return widgets.slider("Scale s", 0.0, 20.0, 2.0, 0.1, key="scale", width=260)


def choose_coefficients() -> tuple[float, ...]:
    """Shows the coefficients of a polynomial and returns them, the constant first.

    Raises:
        InputError: If a part of the text is not a number.
    """
    text = widgets.text(
        "Coefficients of 1, λ, λ², …",
        "1, -0.5",
        key="polynomial",
        lock="filter",
        width=220,
    )
    parts = [part for part in text.replace(";", ",").split(",") if part.strip()]
    if len(parts) > MAX_COEFFICIENTS:
        raise InputError(
            f"The polynomial has {len(parts)} coefficients; give at most {MAX_COEFFICIENTS}."
        )
    try:
        return tuple(float(part) for part in parts)
    except ValueError as error:
        raise InputError(
            f"{text[:40]!r} is not a list of numbers; write for example 1, -0.5."
        ) from error


def _require_drawable(chosen: SpectralFilter, highest: float) -> None:
    """Refuses a response whose square, an energy, would be too large for a float."""
    with np.errstate(over="ignore", invalid="ignore"):  # refused below
        largest = np.abs(chosen.response(np.linspace(0, highest, 201))).max()
    if not largest < MAX_RESPONSE:
        raise InputError(
            f"The polynomial reaches {largest:.2g} on this spectrum; give coefficients that "
            f"keep |g(λ)| below {MAX_RESPONSE:g}."
        )


def _choose_edges(kind: str, highest: float) -> tuple[float, float]:
    """Shows the pass band of an ideal filter and returns its lower and upper eigenvalue."""
    low, high = widgets.range_slider(
        "Pass band (% of the largest eigenvalue)",
        0,
        100,
        (25, 75) if kind == "band-pass" else (0, 50) if kind == "low-pass" else (50, 100),
        key=f"edges-{kind}",
        lock="filter",
        width=340,
    )
    return low / 100 * highest, high / 100 * highest


def show_response(spectrum: Spectrum, chosen: SpectralFilter) -> twin.Tables:
    """Shows the transfer function over the eigenvalues and returns its table."""
    grid = np.linspace(0, max(float(spectrum.eigenvalues[-1]), 1e-6), 201)
    st.markdown("**Response g(λ)**; the ticks mark the graph's eigenvalues")
    option = lines(
        grid,
        {"g(λ)": chosen.response(grid)},
        x_name="eigenvalue λ",
        y_name="g(λ)",
        rug=spectrum.eigenvalues,
        colours=[theme.GREEN],
    )
    plot.show(
        option,
        key="response-chart",
        height=280,
        alt=f"Response of the {chosen.kind} filter over the eigenvalues",
    )
    return {"Response g(λ)": twin.of(option)}


def show_coefficients(spectrum: Spectrum, before: Floats, after: Floats) -> twin.Tables:
    """Shows a signal's coefficients before and after the filter and returns their table."""
    st.markdown("**Graph Fourier transform**: stems before the filter, rings after it")
    plot.show(
        coefficient_stems(before, None, filtered=after),
        key="filter-coefficients",
        height=280,
        alt="Fourier coefficients before and after the filter",
    )
    coefficients = {"before": before, "after": after}
    return {
        "Graph Fourier transform": lambda: spectrum_table(
            spectrum.eigenvalues, None, coefficients
        )
    }


def show_error(spectrum: Spectrum, signal: ChosenSignal, chosen: SpectralFilter) -> None:
    """Shows what the filter does to the noise."""
    if not signal.is_noisy:
        return
    result = denoise(spectrum, signal.clean, signal.values, chosen.response)
    closer = "closer" if result.error_after < result.error_before else "less close"
    st.markdown(
        "Relative error against the signal before noise was added: "
        f"**{percent(result.error_before)}** with noise, **{percent(result.error_after)}** "
        f"after the filter, which is {closer}."
    )
