"""Lists that visitors type and addresses carry: nodes, and amplitudes of waves."""

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
        InputError: If a part is no whole number.
    """
    parts = [part for part in _SEPARATORS.split(text) if part]
    for part in parts:
        if not re.fullmatch(r"\d{1,9}", part):
            raise InputError(f"{part[:30]!r} is no node number; write for instance 3, 5, 7.")
    return list(dict.fromkeys(int(part) for part in parts))


def text_of_nodes(nodes: list[int]) -> str:
    """Returns the text of node numbers."""
    return ", ".join(str(node) for node in nodes)


def amplitudes_of(text: str, num_waves: int) -> Floats:
    """Returns float64 [num_waves] from a text such as "1:1, 5:-0.5", 0 for waves it lacks.

    Raises:
        InputError: If a part is no pair of wave and value, or there is no such wave.
    """
    amplitudes = np.zeros(num_waves)
    for part in (p for p in _SEPARATORS.split(text) if p):
        pair = _PAIR.fullmatch(part)
        if pair is None:
            raise InputError(
                f"{part[:30]!r} is no amplitude; write wave:value, for instance 2:-1.5."
            )
        wave = int(pair[1])
        if not 1 <= wave <= num_waves:
            raise InputError(f"There is no wave {wave}; this graph has 1 to {num_waves}.")
        amplitudes[wave - 1] = float(pair[2])
    return amplitudes


def text_of_amplitudes(amplitudes: Floats) -> str:
    """Returns the text of amplitudes, leaving out zeros."""
    waves = np.flatnonzero(amplitudes)
    return ", ".join(f"{wave + 1}:{amplitudes[wave]:.4g}" for wave in waves.tolist())
