"""A map of as many points as there are, in the form in which the browser draws it.

It comes in two parts, so that another colour or selection sends no places.
"""

import base64
import binascii
from collections.abc import Sequence

import numpy as np

from dashboard import theme
from dashboard.figures.colouring import Categories, Colouring, Quantity
from dashboard.film import packing
from spgat.arrays import Bools, Floats, Floats32, Ints

#: Beyond these many kinds the rest are one colour, and beyond so many none is named below.
_MAX_KINDS, _MAX_LISTED = 255, 24
#: More names than this would take longer to send than the points; nodes have numbers then.
MAX_NAMES = 100_000
_STEPS = 255  # of a quantity; one more colour is for missing values
_FINEST = 65_535
_SHADES = (0.0, -0.45, 0.5)  # towards black or white, each time a colour comes again


def pack_places(
    coordinates: Floats32, names: Sequence[str] | None, *, alt: str, key: str, height: int
) -> bytes:
    """Returns the places packed: four bytes a point.

    Args:
        coordinates: float32 [num_nodes, 2], finite.
        names: One for each node; None where their numbers serve.
        alt: What the map shows, for those who can't see it.
        key: Of the map; its colours come under the same.
        height: In pixels.
    """
    low = coordinates.min(axis=0).astype(np.float64)
    extent = coordinates.max(axis=0).astype(np.float64) - low
    span = float(extent.max()) or 1.0
    places = np.rint((coordinates - low) / span * _FINEST).astype(np.uint16)
    has_names = names is not None and len(names) <= MAX_NAMES
    facts = {
        "kind": "points",
        "key": key,
        "alt": alt,
        "height": height,
        "extent": np.maximum(extent / span, 1e-3).tolist(),
        "names": list(names) if names is not None and has_names else None,
        "neutral": theme.NEUTRAL,
    }
    return packing.pack(facts, {"places": places})


def pack_paint(colouring: Colouring, selected: Ints, *, key: str) -> bytes:
    """Returns the colours of the points, and which are selected: one byte and a bit each.

    Args:
        colouring: Of the nodes.
        selected: int64 [m], the selected nodes.
        key: Of the map.
    """
    if isinstance(colouring, Quantity):
        codes, facts = _of_quantity(colouring)
    else:
        codes, facts = _of_kinds(colouring)
    mask: Bools = np.zeros(len(codes), dtype=bool)
    mask[selected] = True
    words = f"Coloured by {colouring.title.lower()}, {len(selected)} selected."
    facts |= {"kind": "paint", "key": key, "title": colouring.title, "alt": words}
    facts["opacity"] = float(np.clip(60 / np.sqrt(len(codes)), 0.35, 0.85))
    return packing.pack(facts, {"codes": codes, "selected": np.packbits(mask)})


def nodes_of(answer: str, num_nodes: int) -> Ints | None:
    """Returns the nodes that a browser says are selected; None for what it can't have said."""
    try:
        content = base64.b64decode(answer, validate=True)
    except (binascii.Error, ValueError):
        return None
    if len(content) != -(-num_nodes // 8):
        return None
    bits = np.unpackbits(np.frombuffer(content, dtype=np.uint8))
    return np.flatnonzero(bits[:num_nodes])


def _of_quantity(colouring: Quantity) -> tuple[np.ndarray, dict[str, object]]:
    share = (colouring.values - colouring.low) / (colouring.high - colouring.low)
    steps = np.rint(np.clip(np.nan_to_num(share), 0, 1) * (_STEPS - 1))
    codes = np.where(np.isnan(share), _STEPS, steps).astype(np.uint8)
    colours = [*_ramp(colouring.colours), theme.MISSING]
    ends = {"low": f"{colouring.low:.3g}", "high": f"{colouring.high:.3g}"}
    has_missing = bool((codes == _STEPS).any())
    legend = [["missing", theme.MISSING]] if has_missing else []
    return codes, {
        "colours": colours,
        "ramp": list(colouring.colours),
        "legend": legend,
        **ends,
    }


def _of_kinds(colouring: Categories) -> tuple[np.ndarray, dict[str, object]]:
    names, colours = list(colouring.names[:_MAX_KINDS]), _told_apart(colouring.colours)
    legend = [list(pair) for pair in zip(names, colours, strict=True)][:_MAX_LISTED]
    if len(colouring.names) > _MAX_KINDS:
        names, colours = [*names, "another"], [*colours, theme.MISSING]
    if len(colouring.names) > _MAX_LISTED:
        legend.append([f"and {len(colouring.names) - _MAX_LISTED} more", theme.NEUTRAL])
    codes = np.minimum(colouring.codes, _MAX_KINDS).astype(np.uint8)
    return codes, {"colours": colours, "kinds": names, "legend": legend}


def _told_apart(colours: Sequence[str]) -> list[str]:
    """Colours of kinds: points have no symbols, one that comes again is darker or lighter."""
    seen: dict[str, int] = {}
    found = []
    for colour in colours[:_MAX_KINDS]:
        round_ = seen[colour] = seen.get(colour, -1) + 1
        share = _SHADES[round_ % len(_SHADES)]
        goal = 255 if share > 0 else 0
        parts = _parts(colour)
        found.append(_written(parts + abs(share) * (goal - parts)))
    return found


def _ramp(colours: Sequence[str]) -> list[str]:
    """As many colours as a quantity has steps, between those of its scale."""
    known = np.stack([_parts(colour) for colour in colours])
    at, places = np.linspace(0, 1, _STEPS), np.linspace(0, 1, len(colours))
    parts = np.stack([np.interp(at, places, known[:, k]) for k in range(3)], axis=1)
    return [_written(part) for part in parts]


def _parts(colour: str) -> Floats:
    """Red, green and blue of "#rrggbb"."""
    return np.array([int(colour[k : k + 2], 16) for k in (1, 3, 5)], dtype=np.float64)


def _written(parts: Floats) -> str:
    return "#{:02x}{:02x}{:02x}".format(*map(int, np.rint(parts)))
