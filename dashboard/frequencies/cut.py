"""The controls of d, the number of low frequencies: a slider, a percentage and an animation."""

import streamlit as st

from dashboard import motion, playback, state, widgets
from dashboard.film import component, packing

#: A sweep over all frequencies takes at most this many frames.
MAX_FRAMES = 60
_PERCENT = "Share in %"
#: Where the session keeps how many nodes the graph had before.
_NUM_NODES = "num_nodes"


def choose_num_low(num_nodes: int) -> int:
    """Shows the controls of a view that the server draws at each d, and returns d.

    Call it inside the fragment whose `run_every` is `playback.interval()`.
    """
    if "num_low" in st.session_state:
        _keep_in_range(num_nodes)
        if playback.is_due():
            _advance(num_nodes)
            if not playback.is_playing():
                st.rerun()  # without a timer
    is_locked = state.is_locked("num_low")
    with st.container(horizontal=True, vertical_alignment="bottom"):
        num_low = _show_slider(num_nodes)
        _show_percent(num_low, num_nodes)
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
    return num_low


def choose_in_browser(num_nodes: int) -> int:
    """Shows the controls of a view that the browser draws, and returns the d it rests at."""
    playback.play(is_on=False)  # by the server, in another view
    if "num_low" in st.session_state:
        _keep_in_range(num_nodes)
    with component.bar():
        num_low = _show_slider(num_nodes)
        component.show(
            packing.pack(
                {
                    "kind": "controls",
                    "key": "num_low",
                    "share": _PERCENT,
                    "isStill": motion.is_reduced(),
                }
            ),
            key="num_low-controls",
            on_rest=take_num_low,
            width="content",
        )
    return num_low


def take_num_low(num_low: int) -> None:
    """Makes a d that the browser reports the one of the page."""
    if not state.is_locked("num_low"):
        st.session_state["num_low"] = min(max(num_low, 0), st.session_state[_NUM_NODES])


def default_num_low(num_nodes: int) -> int:
    """A tenth of the frequencies, which splits the barbell as the paper's figure does."""
    return max(round(0.1 * num_nodes), 1)


def _show_slider(num_nodes: int) -> int:
    st.session_state[_NUM_NODES] = num_nodes
    num_low = widgets.slider(
        "d, low frequencies", 0, num_nodes, default_num_low(num_nodes), key="num_low"
    )
    return min(max(num_low, 0), num_nodes)


def _show_percent(num_low: int, num_nodes: int) -> None:
    st.session_state["percent"] = round(100 * num_low / num_nodes, 1)
    st.number_input(
        _PERCENT,
        0.0,
        100.0,
        step=1.0,
        format="%.1f",
        key="percent",
        on_change=_follow_percent,
        args=(num_nodes,),
        disabled=state.is_locked("num_low"),
        width=130,
    )


def _keep_in_range(num_nodes: int) -> None:
    """Fits d to a graph of another size.

    A d that is the default for the previous graph becomes the default for this one: the
    address leaves out a default, so a link to this page has to mean the same d.
    """
    num_low = st.session_state["num_low"]
    if num_low == default_num_low(st.session_state.get(_NUM_NODES, num_nodes)):
        num_low = default_num_low(num_nodes)
    st.session_state["num_low"] = min(num_low, num_nodes)


def _advance(num_nodes: int) -> None:
    """Moves the animation on by a frame, from the last d back to 0, and ends it at the last."""
    num_low = st.session_state["num_low"]
    frame = max(num_nodes // MAX_FRAMES, 1)
    num_low = 0 if num_low >= num_nodes else min(num_low + frame, num_nodes)
    st.session_state["num_low"] = num_low
    playback.play(is_on=num_low < num_nodes)


def _show_play(is_locked: bool) -> None:
    label, icon = ("Pause", "pause") if playback.is_playing() else ("Play", "play_arrow")
    if st.button(
        label, icon=f":material/{icon}:", shortcut="P", key="play", disabled=is_locked
    ):
        playback.play(is_on=not playback.is_playing())
        st.rerun()


def _follow_percent(num_nodes: int) -> None:
    st.session_state["num_low"] = round(st.session_state["percent"] / 100 * num_nodes)


def _step(num_nodes: int, step: int) -> None:
    st.session_state["num_low"] = min(max(st.session_state["num_low"] + step, 0), num_nodes)
