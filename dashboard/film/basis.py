"""All eigenvectors of a graph at once, in the form in which the browser draws them."""

from collections.abc import Sequence

import numpy as np

from dashboard import theme
from dashboard.figures import scale
from dashboard.film import packing
from spgat.arrays import Floats, Ints
from spgat.spectral.spectrum import Spectrum

_FULL = 127
#: Pixels for a node at most and at least, where there are few and many of them.
_ROW, _MIN_HEIGHT, _MAX_HEIGHT = 16, 200, 440


def pack(
    spectrum: Spectrum, names: Sequence[str], *, alt: str, is_to_scale: bool, is_locked: bool
) -> bytes:
    """Returns the eigenvectors packed, a column for each, and the nodes in the order of rows.

    Args:
        spectrum: All frequencies of a graph.
        names: One for each node.
        alt: What is drawn, for those who can't see it.
        is_to_scale: Whether a column lies at its eigenvalue, and not at its number.
        is_locked: Whether a click on an eigenvector does nothing.
    """
    order = order_of(spectrum)
    largest = np.abs(spectrum.eigenvectors).max(axis=0)
    shades = np.rint(spectrum.eigenvectors[order] / largest * _FULL).astype(np.int8)
    height = int(np.clip(_ROW * len(order), _MIN_HEIGHT, _MAX_HEIGHT))
    return packing.pack(
        {
            "kind": "basis",
            "key": "num_low",
            "alt": alt,
            "names": [names[node] for node in order.tolist()],
            "height": height,
            "full": _FULL,
            "colours": scale.colours(np.arange(-_FULL, _FULL + 1), _FULL),
            "neutral": theme.NEUTRAL,
            "marked": theme.ORANGE,
            "isToScale": is_to_scale,
            "isLocked": is_locked,
        },
        {
            "eigenvalues": spectrum.eigenvalues,
            "edges": edges_of(spectrum) if is_to_scale else np.arange(len(order) + 1) + 0.5,
            "largest": largest.astype(np.float32),
            "shades": shades,
        },
    )


def order_of(spectrum: Spectrum) -> Ints:
    """Returns int64 [num_nodes]: the nodes by their value in the first varying eigenvector.

    Along it, an eigenvector of a low frequency changes slowly, as on a path.
    """
    place = min(spectrum.null_dimension, spectrum.num_nodes - 1)
    return np.argsort(spectrum.eigenvectors[:, place], kind="stable")


def edges_of(spectrum: Spectrum) -> Floats:
    """Returns float64 [num_nodes + 1]: where each column begins and ends on an axis of λ.

    A column reaches halfway to the eigenvalues beside its own; equal ones divide the place of
    one among them.
    """
    values = spectrum.eigenvalues
    edges = np.concatenate([values[:1], (values[1:] + values[:-1]) / 2, values[-1:]])
    for first, last in spectrum.degenerate_groups:
        edges[first : last + 1] = np.linspace(edges[first], edges[last], last - first + 1)
    return edges
