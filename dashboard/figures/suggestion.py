"""Why a d is suggested: what the training labels say at each d, and where eigenvalues jump."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from dashboard import theme
from dashboard.figures.axes import NO_LABEL, mark_lines
from dashboard.figures.curves import lines
from dashboard.figures.scale import Option
from spgat.arrays import Floats
from spgat.bands.eigengap import Gap
from spgat.bands.suggest import Suggestion

_X = "d as a share of all frequencies"


def label_chart(found: Suggestion, num_nodes: int) -> Option:
    """Returns the ECharts option of what the training labels say at each d.

    Three lines over d: how much of the labels the others predict there, whose highest point is
    the suggested d; their energy below it; and that of labels at random, which is spread as
    the frequencies are. The widest gaps are dotted.

    Args:
        found: The suggestion.
        num_nodes: Of the graph.
    """
    shares = found.counts / num_nodes
    curves = {
        "predicted by the others": found.explained,
        "energy below d": found.energy,
        "energy, labels at random": shares,
    }
    colours = [theme.GREEN, theme.LOW, theme.NEUTRAL]
    option = lines(shares, curves, x_name=_X, y_name="of the training labels", colours=colours)
    option["series"][2]["lineStyle"] |= {"width": 1.5}
    return _marked(option, found.num_low, found.gaps, num_nodes)


def gap_chart(eigenvalues: Floats, gaps: Sequence[Gap]) -> Option:
    """Returns the ECharts option of the eigenvalues over d, with their widest gaps.

    Args:
        eigenvalues: float64 [num_nodes], all of them, ascending.
        gaps: The widest first, at least one; d is suggested there.
    """
    num_nodes = len(eigenvalues)
    option = lines(
        np.arange(1, num_nodes + 1) / num_nodes,
        {"eigenvalue": eigenvalues},
        x_name=_X,
        y_name="eigenvalue λ",
        colours=[theme.LOW],
    )
    option["series"][0]["step"] = "start"  # at the share of d itself the next one begins
    return _marked(option, gaps[0].num_low, gaps, num_nodes)


def _marked(option: Option, num_low: int, gaps: Sequence[Gap], num_nodes: int) -> Option:
    """A chart with the suggested d as a dashed line, and the other gaps as dotted ones."""
    suggested = {
        "xAxis": num_low / num_nodes,
        "label": {"formatter": f"d = {num_low:,}", "offset": [6, 14], "align": "left"},
    }
    others: list[dict[str, Any]] = [
        {
            "xAxis": gap.num_low / num_nodes,
            "label": NO_LABEL,
            "lineStyle": {"type": "dotted", "color": theme.ORANGE, "width": 1.5},
        }
        for gap in gaps
        if gap.num_low != num_low
    ]
    option["series"][0]["markLine"] = mark_lines([suggested, *others], width=1.5)
    option["xAxis"] |= {"min": 0, "max": 1}
    return option
