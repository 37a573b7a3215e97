"""Nodes without a value in a drawing: hollow, so that they are not taken for a 0."""

from dashboard import theme
from dashboard.figures.scale import Option
from spgat.arrays import Bools


def with_missing(option: Option, missing: Bools) -> Option:
    """Returns a drawing whose nodes without a value are dashed rings that show no number.

    Args:
        option: Of `graph.drawing`, made from the signal with any number in their place.
        missing: bool [num_nodes].
    """
    if not missing.any():
        return option
    (series,) = option["series"]
    nodes = [
        node if not is_missing else _hollow(node)
        for node, is_missing in zip(series["data"], missing.tolist(), strict=True)
    ]
    return option | {"series": [series | {"data": nodes}]}


def _hollow(node: Option) -> Option:
    ring = {"color": "transparent", "borderColor": theme.MISSING, "borderType": "dashed"}
    shown = {key: value for key, value in node.items() if key != "value"}
    return shown | {"itemStyle": node.get("itemStyle", {}) | ring}
