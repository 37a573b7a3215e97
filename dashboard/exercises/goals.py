"""What is asked of a drawing or of a wave, and how near one is to it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from spgat.arrays import Floats
from spgat.graph import Graph
from spgat.spectral.eigen import full_spectrum
from spgat.spectral.laplacian import LaplacianConfig
from spgat.spectral.signals import mean_frequency
from spgat.spectral.spectrum import Spectrum
from spgat.words import plural

#: L = D − A, of which all goals speak.
COMBINATORIAL = LaplacianConfig(kind="combinatorial", self_loops=False)
_EQUAL = 1e-6  # eigenvalues that are asked for have closed forms; computed ones have errors


@dataclass(frozen=True, slots=True)
class Judgement:
    """How near something is to one thing that is asked of it.

    Attributes:
        sentence: What is asked, and what there is, in Markdown.
        nearness: In [0, 1].
        is_met: Whether it is as asked.
    """

    sentence: str
    nearness: float
    is_met: bool


Goal = Callable[[Graph, Spectrum], Judgement]


def judge(graph: Graph, goals: tuple[Goal, ...]) -> list[Judgement]:
    """Returns how near a graph is to each goal."""
    spectrum = full_spectrum(graph.adjacency, COMBINATORIAL)
    return [goal(graph, spectrum) for goal in goals]


def wave(spectrum: Spectrum, values: Floats, eigenvalue: float, least: float) -> Judgement:
    """Returns how near a signal is to the waves of an eigenvalue.

    Args:
        spectrum: Of the graph.
        values: float64 [num_nodes], not all 0.
        eigenvalue: The frequency that is asked for.
        least: The share of the signal's energy that it shall hold.
    """
    energy = (spectrum.eigenvectors.T @ values) ** 2
    energy /= energy.sum()
    share = float(energy[np.abs(spectrum.eigenvalues - eigenvalue) < _EQUAL].sum())
    return Judgement(
        f"At least {least:.0%} of the energy at λ = {eigenvalue:g}: it is {share:.0%}, and on "
        f"average the wave's frequency xᵀLx / xᵀx is {mean_frequency(spectrum, values):.3g}",
        share,
        share >= least,
    )


def _edges_at_each_node(least: int, graph: Graph, spectrum: Spectrum) -> Judgement:
    lacking = int(np.count_nonzero(np.diff(graph.adjacency.indptr) < least))
    found = f"{plural(lacking, 'node')} with fewer" if lacking else "every node has as many"
    return Judgement(
        f"{plural(least, 'edge')} at every node: {found}",
        1 - lacking / graph.num_nodes,
        lacking == 0,
    )


def _nodes(number: int, graph: Graph, spectrum: Spectrum) -> Judgement:
    given = graph.num_nodes
    return Judgement(
        f"{number} nodes: there are {given}", _ratio(given, number), given == number
    )


def _edges_at_most(number: int, graph: Graph, spectrum: Spectrum) -> Judgement:
    given, is_plain = graph.num_edges, bool((graph.adjacency.data == 1).all())
    weights = "" if is_plain else ", and some weight is not 1"
    return Judgement(
        f"At most {number} edges of weight 1: there are {given}{weights}",
        min(number / max(given, 1), 1.0) * (1.0 if is_plain else 0.5),
        given <= number and is_plain,
    )


def _connectivity(least: float, graph: Graph, spectrum: Spectrum) -> Judgement:
    given = float(spectrum.eigenvalues[1].clip(0)) if graph.num_nodes > 1 else 0.0
    return Judgement(
        f"λ₂ at least {least:g}: it is {given:.3g}",
        min(given / least, 1.0),
        given >= least - _EQUAL,
    )


def _zeros(number: int, graph: Graph, spectrum: Spectrum) -> Judgement:
    given = spectrum.null_dimension
    return Judgement(
        f"Exactly {number} eigenvalues 0: there are {given}",
        _ratio(given, number),
        given == number,
    )


def _eigenvalues(values: Sequence[float], graph: Graph, spectrum: Spectrum) -> Judgement:
    asked = ", ".join(f"{value:g}" for value in values)
    given = spectrum.eigenvalues.clip(0).round(6)
    found = ", ".join(f"{value:.3g}" for value in given[:12]) + (
        ", …" if len(given) > 12 else ""
    )
    sentence = f"The eigenvalues {asked}: they are {found}"
    if len(given) != len(values):
        return Judgement(sentence, 0.5 * _ratio(len(given), len(values)), False)
    distance = float(np.linalg.norm(given - values) / np.linalg.norm(values))
    is_met = bool(np.abs(given - values).max() < 10 * _EQUAL)
    return Judgement(sentence, max(1 - distance, 0.0), is_met)


def _ratio(given: int, asked: int) -> float:
    return min(given, asked) / max(given, asked)


#: What may be asked of a drawing, by name; each takes the number, or the numbers, asked for.
GOALS: dict[str, Callable[[Any, Graph, Spectrum], Judgement]] = {
    "nodes": _nodes,
    "edges_at_most": _edges_at_most,
    "edges_at_each_node": _edges_at_each_node,
    "connectivity_at_least": _connectivity,
    "zeros": _zeros,
    "eigenvalues": _eigenvalues,
}
