"""Lists that visitors type and addresses carry: nodes, and amplitudes of eigenvectors."""

import re

import numpy as np

from spgat.arrays import Floats
from spgat.errors import InputError

_SEPARATORS = re.compile(r"[,;\s]+")
_PAIR = re.compile(
    r"(\d{1,9}):([+-]?(?:\d{1,30}(?:\.\d*)?|\.\d+)(?:e[+-]?\d{1,2})?)", re.IGNORECASE
)


def nodes_of(text: str) -> list[int]:
    """Returns the node numbers in a text such as "3, 5 7", each once, in order.

    Raises:
        InputError: If a part is not a whole number.
    """
    parts = [part for part in _SEPARATORS.split(text) if part]
    for part in parts:
        if not re.fullmatch(r"\d{1,9}", part):
            raise InputError(f"{part[:30]!r} is not a node number; write for example 3, 5, 7.")
    return list(dict.fromkeys(int(part) for part in parts))


def text_of_nodes(nodes: list[int]) -> str:
    """Returns the text of node numbers."""
    return ", ".join(str(node) for node in nodes)


def amplitudes_of(text: str, num_eigenvectors: int) -> Floats:
    """Returns amplitudes from a text such as "1:1, 5:-0.5".

    float64 [num_eigenvectors], 0 for those that the text does not name.

    Raises:
        InputError: If a part is not a pair of an eigenvector's number and a value, or the
            graph has no eigenvector of that number.
    """
    amplitudes = np.zeros(num_eigenvectors)
    for part in (p for p in _SEPARATORS.split(text) if p):
        pair = _PAIR.fullmatch(part)
        if pair is None:
            raise InputError(
                f"{part[:30]!r} is not an amplitude; write eigenvector:value, for example "
                "2:-1.5."
            )
        number = int(pair[1])
        if not 1 <= number <= num_eigenvectors:
            raise InputError(
                f"There is no eigenvector {number}; this graph has 1 to {num_eigenvectors}."
            )
        amplitudes[number - 1] = float(pair[2])
    return amplitudes


def text_of_amplitudes(amplitudes: Floats) -> str:
    """Returns the text of amplitudes, leaving out zeros."""
    places = np.flatnonzero(amplitudes).tolist()
    return ", ".join(f"{place + 1}:{amplitudes[place]:.4g}" for place in places)
