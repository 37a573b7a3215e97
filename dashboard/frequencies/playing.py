"""The controls of the time: a slider over the time steps, and an animation."""

import streamlit as st

from dashboard import state, widgets

#: A whole series plays in at most this many frames: a week in as many as it has hours.
MAX_FRAMES = 168
FRAME_SECONDS = 0.8
KEY = "time"
_PLAYING = "playing_time"


def frame_interval() -> float | None:
    """Seconds between the frames of the animation, None while it is paused."""
    return FRAME_SECONDS if is_playing() else None


def is_playing() -> bool:
    """Whether the animation runs."""
    return bool(st.session_state.get(_PLAYING))


def step_of(num_times: int) -> int:
    """Returns how many time steps a frame or a press of a button moves on."""
    return max(num_times // MAX_FRAMES, 1)


def choose_time(times: tuple[str, ...]) -> int:
    """Shows the controls and returns the index of the present time.

    Call it inside the fragment whose `run_every` is `frame_interval()`.

    Args:
        times: One label per time step, at least two.
    """
    last = len(times) - 1
    if KEY in st.session_state:
        st.session_state[KEY] = min(max(int(st.session_state[KEY]), 0), last)
        if is_playing():
            _advance(last, step_of(len(times)))
    is_locked = state.is_locked(KEY)
    with st.container(horizontal=True, vertical_alignment="bottom"):
        now = widgets.slider(
            "Time step", 0, last, 0, key=KEY, help=f"From {times[0]} to {times[-1]}."
        )
        for label, icon, shortcut, sign in (
            ("Earlier", "remove", "Left", -1),
            ("Later", "add", "Right", 1),
        ):
            st.button(
                label,
                icon=f":material/{icon}:",
                shortcut=shortcut,
                on_click=_move,
                args=(sign * step_of(len(times)), last),
                disabled=is_locked,
            )
        _show_play(is_locked)
    return now


def take_time(time: int) -> None:
    """Makes a time step the present one, and stops the animation."""
    if not state.is_locked(KEY):
        st.session_state[KEY] = time
        st.session_state[_PLAYING] = False


def _advance(last: int, step: int) -> None:
    """Moves on by a frame, from the last time back to the first, and ends at the last."""
    now = st.session_state[KEY]
    now = 0 if now >= last else min(now + step, last)
    st.session_state[KEY] = now
    st.session_state[_PLAYING] = now < last


def _move(step: int, last: int) -> None:
    st.session_state[KEY] = min(max(st.session_state[KEY] + step, 0), last)


def _show_play(is_locked: bool) -> None:
    label, icon = ("Pause", "pause") if is_playing() else ("Play", "play_arrow")
    if st.button(
        label, icon=f":material/{icon}:", shortcut="Space", key="play_time", disabled=is_locked
    ):
        st.session_state[_PLAYING] = not is_playing()
        st.rerun()
