"""The epoch cursor: which of the embeddings kept on the way is shown, and play."""

import streamlit as st

from dashboard.embeddings.pictures import Request

#: Seconds a frame stays while playing; points glide for most of it.
FRAME_SECONDS = 0.6
_CURSOR, _PLAYING = "epoch", "is_playing"


def is_playing() -> bool:
    """Whether the frames run by themselves."""
    return bool(st.session_state.get(_PLAYING, False))


def choose(requests: list[Request]) -> int:
    """Shows the cursor and returns the epoch it stands at, one frame on while playing."""
    epochs = sorted({epoch for request in requests for epoch in request.epochs or ()})
    if st.session_state.get(_CURSOR) not in epochs:
        st.session_state[_CURSOR] = epochs[-1]
    elif is_playing():
        _move(epochs, 1)
        st.session_state[_PLAYING] = st.session_state[_CURSOR] != epochs[-1]
    with st.container(horizontal=True, vertical_alignment="bottom"):
        _step_button("chevron_left", "Left", "One frame back", epochs, -1)
        if st.button(
            "Pause" if is_playing() else "Play",
            icon=":material/pause:" if is_playing() else ":material/play_arrow:",
            on_click=_toggle,
            args=(epochs,),
            shortcut="Space",
            key="play_epochs",
        ):
            st.rerun()  # the whole page, whose timer it is
        _step_button("chevron_right", "Right", "One frame on", epochs, 1)
        epoch: int = st.select_slider("Epoch", epochs, key=_CURSOR, width="stretch")
    return epoch


def frame_at(request: Request, epoch: int) -> int:
    """Returns the position of the latest frame up to an epoch."""
    return max((k for k, e in enumerate(request.epochs or ()) if e <= epoch), default=0)


def _step_button(icon: str, shortcut: str, help_: str, epochs: list[int], step: int) -> None:
    st.button(
        f":material/{icon}:",
        on_click=_move,
        args=(epochs, step),
        shortcut=shortcut,
        help=help_,
        disabled=is_playing(),
        key=f"frame_{shortcut.lower()}",
    )


def _move(epochs: list[int], step: int) -> None:
    at = epochs.index(st.session_state[_CURSOR]) + step
    st.session_state[_CURSOR] = epochs[min(max(at, 0), len(epochs) - 1)]


def _toggle(epochs: list[int]) -> None:
    st.session_state[_PLAYING] = not is_playing()
    if is_playing() and st.session_state[_CURSOR] == epochs[-1]:
        st.session_state[_CURSOR] = epochs[0]
