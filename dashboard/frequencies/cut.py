"""The cut between low and high frequencies: a slider, a percentage and an animation."""

import streamlit as st

from dashboard import state, widgets

#: A sweep over all frequencies takes at most this many frames.
MAX_FRAMES = 60
FRAME_SECONDS = 0.4
#: Where the session keeps how many nodes the graph had before.
_NUM_NODES = "num_nodes"


def frame_interval() -> float | None:
    """Seconds between the frames of the animation, None while it rests."""
    return FRAME_SECONDS if is_playing() else None


def is_playing() -> bool:
    """Whether the animation runs. Who moves d by hand wants to see the next state at once."""
    return bool(st.session_state.get("playing"))


def choose_cut(num_nodes: int) -> int:
    """Shows the cut's controls and returns d, the number of low frequencies.

    Call it inside the fragment whose `run_every` is `frame_interval()`.
    """
    _prepare(num_nodes)
    is_locked = state.is_locked("d")
    with st.container(horizontal=True, vertical_alignment="bottom"):
        num_low = widgets.slider(
            "d, the number of low frequencies", 0, num_nodes, default_cut(num_nodes), key="d"
        )
        st.session_state["percent"] = round(100 * num_low / num_nodes, 1)
        st.number_input(
            "in percent",
            0.0,
            100.0,
            step=1.0,
            format="%.1f",
            key="percent",
            on_change=_follow_percent,
            args=(num_nodes,),
            disabled=is_locked,
            width=130,
        )
        for label, icon, shortcut, step in (
            ("Less", "remove", "Left", -1),
            ("More", "add", "Right", 1),
        ):
            st.button(
                label,
                icon=f":material/{icon}:",
                shortcut=shortcut,
                on_click=_step,
                args=(num_nodes, step),
                disabled=is_locked,
            )
        _show_play(is_locked)
    return min(max(num_low, 0), num_nodes)


def default_cut(num_nodes: int) -> int:
    """A tenth of the frequencies, which splits the barbell as the paper's figure does."""
    return max(round(0.1 * num_nodes), 1)


def _prepare(num_nodes: int) -> None:
    """Moves d on while the animation runs, and keeps it in range when the graph changes."""
    before = st.session_state.get(_NUM_NODES, num_nodes)
    st.session_state[_NUM_NODES] = num_nodes
    num_low = st.session_state.get("d")
    if num_low is None:
        return
    if num_low == default_cut(before):  # which the address leaves out
        num_low = default_cut(num_nodes)
    if is_playing():
        num_low = 0 if num_low >= num_nodes else num_low + max(num_nodes // MAX_FRAMES, 1)
        st.session_state["playing"] = num_low < num_nodes
    st.session_state["d"] = min(num_low, num_nodes)


def _show_play(is_locked: bool) -> None:
    label, icon = ("Pause", "pause") if is_playing() else ("Play", "play_arrow")
    if st.button(
        label, icon=f":material/{icon}:", shortcut="Space", key="play", disabled=is_locked
    ):
        st.session_state["playing"] = not is_playing()
        st.rerun()


def _follow_percent(num_nodes: int) -> None:
    st.session_state["d"] = round(st.session_state["percent"] / 100 * num_nodes)


def _step(num_nodes: int, step: int) -> None:
    st.session_state["d"] = min(max(st.session_state["d"] + step, 0), num_nodes)
