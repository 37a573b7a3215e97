"""Square matrices as heat maps."""

import numpy as np
import pandas as pd

from dashboard.figures.scale import GRID, Option, visual_map
from spgat.arrays import Floats

#: 14 400 cells: what a browser still redraws while a slider moves.
MAX_ROWS = 120


def heat_map(matrix: Floats, limit: float) -> Option:
    """Returns the ECharts option of a matrix, its first row at the top.

    Args:
        matrix: float [num_rows, num_rows].
        limit: The magnitude of full colour.
    """
    num_rows = len(matrix)
    rows, columns = np.indices(matrix.shape)
    cells = pd.DataFrame(
        {
            "column": columns.ravel().astype(np.int32),
            "row": rows.ravel().astype(np.int32),
            "weight": matrix.ravel().round(4).astype(np.float32),
        }
    )
    axis = {
        "type": "category",
        "data": [str(node) for node in range(num_rows)],
        "axisTick": {"show": False},
        "axisLine": {"show": False},
        "splitLine": {"show": False},
        "axisLabel": {"fontSize": 10, "interval": max(num_rows // 6, 1) - 1},
    }
    return {
        "animation": False,
        "tooltip": {"formatter": "row {@row}, column {@column}: {@weight}"},
        "grid": {**GRID, "left": 30, "right": 8, "top": 22, "bottom": 8},
        "dataset": {"source": cells},
        "xAxis": {**axis, "position": "top"},
        "yAxis": {**axis, "inverse": True},
        "visualMap": {**visual_map(limit), "dimension": "weight"},
        "series": [
            {"type": "heatmap", "encode": {"x": "column", "y": "row", "value": "weight"}}
        ],
    }
