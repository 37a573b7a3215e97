"""How much of each dimension of an embedding is low frequency."""

import numpy as np
import pandas as pd

from dashboard import theme
from dashboard.figures.scale import Option
from spgat.embedding import DimensionShares


def dimensions_table(found: DimensionShares) -> pd.DataFrame:
    """Returns the share of low frequency of each dimension, counted from 1."""
    shares = found.shares
    return pd.DataFrame({"dimension": np.arange(1, len(shares) + 1), "low frequency": shares})


def dimensions_chart(found: DimensionShares) -> Option:
    """Returns the ECharts option: a bar for each dimension, and what noise would have."""
    shares = [None if np.isnan(share) else round(float(share), 4) for share in found.shares]
    return {
        "animation": False,
        "tooltip": {"trigger": "axis", "valueFormatter": "percent"},
        "legend": {"show": False},
        "grid": {"left": 44, "right": 56, "top": 14, "bottom": 40, "outerBoundsMode": "none"},
        "xAxis": {
            "type": "category",
            "data": [str(number) for number in range(1, len(shares) + 1)],
            "name": "dimension",
            "nameLocation": "middle",
            "nameGap": 24,
            "axisTick": {"show": False},
        },
        "yAxis": {"type": "value", "min": 0, "max": 1, "interval": 0.25},
        "series": [
            {
                "type": "bar",
                "id": "shares",
                "name": "low frequency",
                "data": shares,
                "barMaxWidth": 26,
                "itemStyle": {"color": theme.BLUE, "borderRadius": [2, 2, 0, 0]},
                "markLine": {
                    "silent": True,
                    "symbol": "none",
                    "animation": False,
                    "data": [{"yAxis": round(found.expected, 4)}],
                    "lineStyle": {"color": theme.ORANGE, "type": "dashed", "width": 1.5},
                    "label": {
                        "formatter": f"noise\n{found.expected:.2f}",
                        "position": "end",
                        "lineHeight": 13,
                    },
                },
            }
        ],
    }
