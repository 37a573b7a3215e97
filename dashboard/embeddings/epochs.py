"""The epoch cursor: which of the embeddings kept during training is shown, and playback."""

import streamlit as st

from dashboard import playback, plot, twin, widgets
from dashboard.embeddings.measured import MAX_NODES_AT_ONCE
from dashboard.embeddings.pictures import Request
from dashboard.figures.epochs import cursor_chart, cursor_table
from dashboard.stored_runs import history_of
from spgat.embedding import silhouette

_CURSOR = "epoch"


def choose(requests: list[Request]) -> int:
    """Shows the cursor and returns its epoch, that of the next frame while playing."""
    epochs = sorted({epoch for request in requests for epoch in request.epochs or ()})
    if st.session_state.get(_CURSOR, epochs[-1]) not in epochs:
        st.session_state[_CURSOR] = epochs[-1]
    elif playback.is_due():
        _move(epochs, 1)
        playback.play(is_on=st.session_state[_CURSOR] != epochs[-1])
    with st.container(horizontal=True, vertical_alignment="bottom"):
        _step_button("chevron_left", "Left", "Previous frame", epochs, -1)
        if st.button(
            "Pause" if playback.is_playing() else "Play",
            icon=":material/pause:" if playback.is_playing() else ":material/play_arrow:",
            on_click=_toggle,
            args=(epochs,),
            shortcut="P",
            key="play_epochs",
        ):
            st.rerun()  # the whole page, whose timer it is
        _step_button("chevron_right", "Right", "Next frame", epochs, 1)
        epoch = widgets.select_slider("Epoch", epochs, epochs[-1], key=_CURSOR, width="stretch")
    return epoch


def show_curves(request: Request, epoch: int) -> twin.Tables:
    """Shows the run's curves with the cursor in them and returns their table."""
    history = history_of(request.pick.key)
    if history is None:
        return {}
    values = _silhouettes(request.pick.key, request)
    shown = max((k for k, (e, _) in enumerate(values) if e <= epoch), default=0)
    score = values[shown][1] if values else None
    accuracy = float(history.mean["val_accuracy"].iloc[max(epoch - 1, 0)])
    plot.show(
        cursor_chart(history, epoch, values),
        height=190,
        key="cursor-chart",
        alt=f"At epoch {epoch}: validation accuracy {accuracy:.2f}"
        + (f", silhouette {score:.2f}." if score is not None else "."),
    )
    return {"By epoch": lambda: cursor_table(history, values)}


def explain_predictions(requests: list[Request]) -> None:
    """Says which epoch the predictions are of: they are not kept for every frame."""
    best = [str(request.pick.run.best_epoch) for request in requests if request.pick.run]
    words = "the best epoch" if len(best) == 1 else "each run's best epoch"
    st.caption(
        f"The predictions in the table, the confusion matrix and the colours are those of "
        f"{words} ({', '.join(best)})."
    )


@st.cache_resource(max_entries=8, show_spinner="Measuring the silhouette of each epoch")
def _silhouettes(run_id: str, _request: Request) -> list[tuple[int, float | None]]:
    nodes = _request.embedded
    if nodes.num_nodes > MAX_NODES_AT_ONCE:
        return []
    return [
        (epoch, silhouette(frame, nodes.labels).mean)
        for epoch, frame in zip(_request.epochs or (), _request.frames, strict=True)
    ]


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
        disabled=playback.is_playing(),
        key=f"frame_{shortcut.lower()}",
    )


def _move(epochs: list[int], step: int) -> None:
    at = epochs.index(st.session_state[_CURSOR]) + step
    st.session_state[_CURSOR] = epochs[min(max(at, 0), len(epochs) - 1)]


def _toggle(epochs: list[int]) -> None:
    playback.play(is_on=not playback.is_playing())
    if playback.is_playing() and st.session_state[_CURSOR] == epochs[-1]:
        st.session_state[_CURSOR] = epochs[0]
