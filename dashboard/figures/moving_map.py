"""The map of an embedding that changes while its network trains."""

from collections.abc import Sequence

import numpy as np

from dashboard.figures.colouring import Categories
from dashboard.figures.embedding import Coordinates, axes, limits_of, point_size
from dashboard.figures.scale import Option


def moving_map(
    title: str, frames: Sequence[Coordinates], colouring: Categories, aspect: float
) -> Option:
    """Returns the map of the last frame, in a box that has held all of them.

    Args:
        title: What is shown.
        frames: float32 [num_nodes, 2] each, the same nodes in the same order.
        colouring: Of these nodes.
        aspect: Width over height of the chart, roughly.
    """
    horizontal, vertical = axes(limits_of(frames), aspect)
    points = np.round(frames[-1].astype(float), 3)
    return {
        "title": {"text": title},
        "animationDuration": 0,
        "animationDurationUpdate": 300,
        "legend": {"top": 2, "right": 8, "left": 190, "type": "scroll", "itemHeight": 11},
        "grid": {"left": 4, "right": 4, "top": 34, "bottom": 4, "outerBoundsMode": "none"},
        "xAxis": horizontal,
        "yAxis": vertical,
        "tooltip": {"show": False},
        "series": [
            {
                "type": "scatter",
                "id": name,
                "name": name,
                "silent": True,
                "symbol": symbol,
                "symbolSize": point_size(len(points)),
                "itemStyle": {"color": colour, "opacity": 0.85},
                "data": points[colouring.codes == k].tolist(),
            }
            for k, (name, colour, symbol) in enumerate(
                zip(colouring.names, colouring.colours, colouring.symbols, strict=True)
            )
        ],
    }
