"""The controls of the time: a slider over the time steps, played in the browser."""

import streamlit as st

from dashboard import motion, state, widgets
from dashboard.film import component, packing
from dashboard.plain import plain

KEY = "time"
#: Milliseconds in which a whole series plays.
SWEEP = 42_000
#: The buttons move on by this part of a series: a week by an hour.
STEPS = 168
#: Where the session keeps the last time step.
_LAST = "last_time"


def choose_time(times: tuple[str, ...]) -> int:
    """Shows the controls and returns the index of the present time, at which the slider rests.

    Args:
        times: One label per time step, at least two.
    """
    last = len(times) - 1
    if KEY in st.session_state:
        st.session_state[KEY] = min(max(int(st.session_state[KEY]), 0), last)
    st.session_state[_LAST] = last
    with st.container(horizontal=True, vertical_alignment="bottom"):
        now = widgets.slider(
            "Time step",
            0,
            last,
            0,
            key=KEY,
            help=f"From {plain(times[0])} to {plain(times[-1])}.",
        )
        component.show(
            packing.pack(
                {
                    "kind": "controls",
                    "key": KEY,
                    "isStill": motion.is_reduced(),
                    "fewer": "Earlier",
                    "greater": "Later",
                    "stride": max(len(times) // STEPS, 1),
                    "sweep": SWEEP,
                }
            ),
            key="time-controls",
            on_rest=take_time,
            width="content",
        )
    return min(max(now, 0), last)


def take_time(time: int) -> None:
    """Makes a time step that the browser reports the present one."""
    if not state.is_locked(KEY):
        st.session_state[KEY] = min(max(time, 0), st.session_state[_LAST])
