"""The map of an embedding that changes while its network trains."""

from dashboard.figures.colouring import Categories
from dashboard.figures.embedding import axes, limits_of, point_size, rounded
from dashboard.figures.scale import Option
from dashboard.figures.training import heading
from spgat.arrays import Floats32


def moving_map(
    title: str, coordinates: Floats32, colouring: Categories, aspect: float
) -> Option:
    """Returns the map of one frame.

    In a paused training that makes a step, points glide to the next frame; while it runs the
    map is sketched anew.

    Args:
        title: What is shown.
        coordinates: float32 [num_nodes, 2].
        colouring: Of these nodes.
        aspect: Width over height of the chart, roughly.
    """
    horizontal, vertical = axes(limits_of([coordinates]), aspect)
    points = rounded(coordinates)
    return {
        "title": heading(title),
        "animationDuration": 0,
        "animationDurationUpdate": 300,
        "legend": {
            "top": 26,
            "left": 0,
            "type": "scroll",
            "itemGap": 12,
            "itemWidth": 11,
            "itemHeight": 11,
        },
        "grid": {"left": 4, "right": 4, "top": 54, "bottom": 4, "outerBoundsMode": "none"},
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
