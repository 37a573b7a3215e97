"""Playback that the server draws, frame by frame; the browser plays what it can by itself."""

import time

import streamlit as st

from dashboard.pace import Pace
from dashboard.visitor import tab_id

#: Points glide for most of the time that a frame stays.
FRAME_SECONDS = 0.5
#: About what a frame takes of one core, in seconds.
FRAME_COST = 0.05
PACE = Pace(FRAME_SECONDS, share=0.5)
clock = time.monotonic
_IS_PLAYING, _SECONDS, _NEXT = "playing", "frame_seconds", "next_frame"


def is_playing() -> bool:
    """Whether this visitor's page plays."""
    return bool(st.session_state.get(_IS_PLAYING))


def play(is_on: bool) -> None:
    """Starts or ends playing."""
    st.session_state[_IS_PLAYING] = is_on


def stop_elsewhere(page: str) -> None:
    """Ends playing where the visitor has come from another page; call it before the page."""
    if st.session_state.get("page", page) != page:
        play(is_on=False)


def interval() -> float | None:
    """Returns the seconds between frames, for the timer of a fragment; None while at rest."""
    if not is_playing():
        return None
    st.session_state[_SECONDS] = PACE.seconds
    return PACE.seconds


def is_due() -> bool:
    """Whether the page has come to its next frame: a click in between draws the same again.

    Call it once in each run of the fragment.
    """
    now = clock()
    if not is_playing() or now < st.session_state.get(_NEXT, now):
        return False
    seconds: float = st.session_state.setdefault(_SECONDS, PACE.seconds)
    if not PACE.suits(seconds):
        st.rerun()  # with another timer
    PACE.drawn(tab_id(), seconds, FRAME_COST)
    st.session_state[_NEXT] = now + 0.8 * seconds
    return True
