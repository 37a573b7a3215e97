"""How every page shows a chart: with a description, drawn and animated as the visitor chose."""

from collections.abc import Callable
from typing import Any, Literal

import streamlit as st

from dashboard import motion
from dashboard.figures.scale import Option


def show(
    option: Option,
    *,
    key: str,
    height: int,
    alt: str,
    on_select: Literal["rerun", "ignore"] | Callable[[], None] = "ignore",
    glides: bool = True,
) -> Any:
    """Shows a chart and returns what `st.echarts_chart` does.

    Args:
        option: The ECharts option.
        key: Lets the chart change in place.
        height: In pixels.
        alt: What it shows, for those who can't see it.
        on_select: As for `st.echarts_chart`.
        glides: Whether a change may be animated, which takes a moment.
    """
    if motion.is_reduced() or not glides:
        option = option | {"animation": False}
    return st.echarts_chart(
        option, key=key, height=height, alt=alt, on_select=on_select, renderer=renderer()
    )


def renderer() -> Literal["canvas", "svg"]:
    """How ECharts draws, and what its toolbar saves; chosen in the footer."""
    asked = st.query_params.get("svg", "").lower() == "true"  # before the footer is drawn
    return "svg" if st.session_state.get("svg", asked) else "canvas"
