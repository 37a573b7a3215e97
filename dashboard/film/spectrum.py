"""The eigenvalues, in the form in which the browser draws them with the cut at every d."""

from dashboard import theme
from dashboard.film import packing
from spgat.spectral.spectrum import Spectrum

HEIGHT = 338


def pack(spectrum: Spectrum, *, marked: int, is_locked: bool) -> bytes:
    """Returns the eigenvalues packed.

    Args:
        spectrum: All frequencies of a graph.
        marked: Number from 1 of the eigenvalue to ring.
        is_locked: Whether a click leaves the ring where it is.
    """
    eigenvalues = spectrum.eigenvalues
    return packing.pack(
        {
            "kind": "spectrum",
            "key": "num_low",
            "height": HEIGHT,
            "alt": f"{len(eigenvalues)} eigenvalues from 0 to {eigenvalues[-1]:.3g}",
            "groups": spectrum.degenerate_groups,
            "marked": marked,
            "isLocked": is_locked,
            "neutral": theme.NEUTRAL,
            "bands": [
                {"name": "low", "colour": theme.LOW, "symbol": "circle"},
                {"name": "high", "colour": theme.HIGH, "symbol": "diamond"},
            ],
        },
        {"eigenvalues": eigenvalues},
    )
