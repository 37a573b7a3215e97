"""What can be done with chosen runs: star, note, delete with undo, export, import, report."""

import math
from collections.abc import Callable, Sequence
from functools import partial

import streamlit as st

from dashboard import log, rights, state
from dashboard.figures.compare import MAX_RUNS
from dashboard.plain import plain
from dashboard.stored_runs import visible
from dashboard.turns import file_turn
from dashboard.visitor import one_file_at_a_time, visitor_id
from dashboard.words import count
from spgat.errors import InputError
from spgat.runs import Run, RunSummary, UnreadableRun

_DELETED = "deleted_runs"
_IMPORTS, _IMPORT_ERROR = "num_imports", "import_error"
MAX_ZIP_MEGABYTES = 32
#: What an imported run may come to in memory: embeddings of 64 MB, and the rest.
MAX_RUN_BYTES = 128 * 2**20
#: Share of the store's bound from which on it is said that runs will go.
_NEARLY_FULL = 0.8
#: Deleted runs that are listed, the latest first.
MAX_DELETED = 50


def show(chosen: Sequence[RunSummary]) -> None:
    """Shows the buttons for the chosen runs."""
    ids = [run.run_id for run in chosen]
    is_locked = not (ids and all(map(rights.may_change, chosen)))
    with st.container(horizontal=True, vertical_alignment="center", key="run_actions"):
        st.markdown(
            f"**{count(len(ids), 'run')} chosen**" if ids else "**Choose runs in the list**"
        )
        is_starred = bool(chosen) and all(run.is_starred for run in chosen)
        st.button(
            "Remove star" if is_starred else "Star",
            icon=":material/star:",
            on_click=_annotate,
            args=(ids,),
            kwargs={"star": not is_starred},
            disabled=is_locked,
            key="star",
        )
        with st.popover("Note", icon=":material/edit_note:", disabled=is_locked):
            _edit_note(chosen)
        st.button(
            "Delete",
            icon=":material/delete:",
            on_click=_delete,
            args=(ids,),
            disabled=is_locked,
            key="delete",
        )
        if not rights.is_personal():
            _offer_sharing(chosen, is_locked)
        _offer_files(chosen)
        st.page_link(
            "app_pages/embeddings.py",
            label="Embeddings",
            icon=":material/scatter_plot:",
            query_params=[("run", run_id) for run_id in ids],
            disabled=not 1 <= len(ids) <= MAX_RUNS,
        )
    if ids and is_locked:
        st.caption(
            "Only those who trained or imported a run can mark, annotate, share or delete it."
        )
    elif any(run.is_private for run in chosen) and not rights.is_personal():
        teacher = " and a teacher" * rights.has_teacher()
        st.caption(f"Only its owner{teacher} can see a private run, until it is shared.")
    offer_undo()


def offer_import() -> None:
    """Shows the uploader for an exported run."""
    with st.popover("Import", icon=":material/upload:"):
        key = f"import-{st.session_state.setdefault(_IMPORTS, 0)}"
        st.file_uploader(
            "A run exported as a zip",
            type="zip",
            max_upload_size=MAX_ZIP_MEGABYTES,
            key=key,
            on_change=_import,
            args=(key,),
        )
    error = st.session_state.pop(_IMPORT_ERROR, None)
    if error:
        st.error(plain(error), icon=":material/error:")


def show_deleted() -> None:
    """Shows the deleted runs that this visitor may bring back or erase."""
    deleted = list(filter(rights.may_change, visible(deleted=True).runs))
    if not deleted:
        return
    with st.expander(f"Deleted runs ({len(deleted)}), kept for a week", key="bin"):
        ids = [run.run_id for run in deleted]
        with st.container(horizontal=True):
            if len(ids) > 1:
                st.button("Restore all", on_click=_restore, args=(ids,), key="restore_all")
            st.button("Erase all for good", on_click=_erase, args=(ids,), key="erase_all")
        if len(deleted) > MAX_DELETED:
            st.caption(f"The latest {MAX_DELETED} are listed.")
        for run in deleted[:MAX_DELETED]:
            with st.container(horizontal=True, vertical_alignment="center"):
                st.markdown(f"{plain(run.name)}, {run.test_accuracy:.1%} ({run.run_id})")
                st.button(
                    "Restore",
                    icon=":material/restore_from_trash:",
                    on_click=_restore,
                    args=([run.run_id],),
                    key=f"restore-{run.run_id}",
                )
                st.button(
                    "Erase",
                    icon=":material/delete_forever:",
                    on_click=_erase,
                    args=([run.run_id],),
                    help="Nobody can bring it back.",
                    key=f"erase-{run.run_id}",
                )


def show_room() -> None:
    """Says how full the store is before runs have to give way."""
    store = state.run_store()
    if not math.isfinite(store.max_bytes):
        return
    taken = _num_bytes_stored()
    if taken < _NEARLY_FULL * store.max_bytes:
        return
    st.warning(
        f"The runs take {taken / 2**30:.1f} of {store.max_bytes / 2**30:.1f} GB. Beyond that, "
        "whoever has most loses deleted runs first, and then the oldest without a star. "
        "Export what you want to keep.",
        icon=":material/hard_drive:",
    )


@st.cache_data(ttl=30, show_spinner=False)  # seconds; it looks at every file of every run
def _num_bytes_stored() -> int:
    return state.run_store().num_bytes


def show_unreadable(unreadable: Sequence[UnreadableRun]) -> None:
    """Says which runs are left out of the list, and why."""
    if not unreadable:
        return
    makers = sorted({run.made_by or "an unknown version" for run in unreadable})
    said = f"{count(len(unreadable), 'run')} cannot be read: made by spgat {', '.join(makers)}"
    with st.expander(
        plain(said),
        icon=":material/warning:",
        key="unreadable",
    ):
        for run in unreadable[:MAX_DELETED]:
            st.caption(f"{run.run_id}: {plain(run.reason)}")


def _offer_sharing(chosen: Sequence[RunSummary], is_locked: bool) -> None:
    has_private = any(run.is_private for run in chosen)
    st.button(
        "Share" if has_private or not chosen else "Make private",
        icon=":material/group:" if has_private or not chosen else ":material/lock:",
        on_click=_set_private,
        args=([run.run_id for run in chosen], not has_private),
        disabled=is_locked,
        help="Runs on own graphs and imported runs are private until they are shared with "
        "everybody who uses this server. A run holds its graph's edges, labels and node names.",
        key="share",
    )


def _set_private(ids: Sequence[str], is_private: bool) -> None:
    _each(ids, partial(state.run_store().set_private, is_private=is_private))


def _edit_note(chosen: Sequence[RunSummary]) -> None:
    if len(chosen) > 1:
        st.text_input(f"Add to the notes of {len(chosen)} runs", key="note_to_all")
        st.button("Add", type="primary", on_click=_add_note, args=(chosen,), key="add_note")
    elif chosen:
        run = chosen[0]
        st.text_area("Note", run.note, key=f"note-{run.run_id}", max_chars=2000)
        st.button(
            "Save note",
            type="primary",
            on_click=_save_note,
            args=(run.run_id,),
            key="keep_note",
        )
    st.caption("Words that start with # are tags: the list can be filtered by them.")


def _offer_files(chosen: Sequence[RunSummary]) -> None:
    run = chosen[0] if len(chosen) == 1 else None
    run_id = "" if run is None else run.run_id
    # The file is made where nobody knows whose browser asks.
    owner = run.owner if run is not None and rights.may_change(run) else None
    st.download_button(
        "Export",
        partial(_export, run_id, owner),
        f"{run_id}.zip",
        "application/zip",
        icon=":material/folder_zip:",
        on_click="ignore",
        disabled=run is None,
        help="All files of one run: settings, history, weights, embedding.",
        key="export",
    )
    st.download_button(
        "Report",
        partial(_report, run_id, owner),
        f"{run_id}.html",
        "text/html",
        icon=":material/description:",
        on_click="ignore",
        disabled=run is None,
        help="One run as an HTML page that opens without a network.",
        key="report",
    )


def offer_undo() -> None:
    """Shows a button that restores the runs that were just deleted."""
    deleted: list[str] = st.session_state.get(_DELETED, [])
    if not deleted:
        return
    with st.container(horizontal=True, vertical_alignment="center", border=True):
        st.markdown(f":material/delete: {count(len(deleted), 'run')} deleted.")
        st.button(
            "Undo",
            icon=":material/undo:",
            on_click=_restore,
            args=(deleted,),
            shortcut="Z",
            key="undo_delete",
        )


def _annotate(ids: Sequence[str], *, star: bool | None = None, note: str | None = None) -> None:
    _each(ids, partial(state.run_store().annotate, star=star, note=note))


def _save_note(run_id: str) -> None:
    """Saves the note as it stands now; the run that made the button may have been too early."""
    _annotate([run_id], note=st.session_state[f"note-{run_id}"])


def _add_note(runs: Sequence[RunSummary]) -> None:
    added = st.session_state["note_to_all"].strip()
    for run in runs:
        if added not in ("", *run.note.splitlines()):
            _annotate([run.run_id], note=f"{run.note}\n{added}")


def _delete(ids: Sequence[str]) -> None:
    st.session_state[_DELETED] = deleted = _each(ids, state.run_store().delete)
    for run_id in deleted:
        log.note(visitor_id(), "run deleted", run_id)


def _restore(ids: Sequence[str]) -> None:
    _each(ids, state.run_store().restore, deleted=True)
    st.session_state[_DELETED] = []


def _erase(ids: Sequence[str]) -> None:
    for run_id in _each(ids, state.run_store().erase, deleted=True):
        log.note(visitor_id(), "run erased", run_id)
    st.session_state[_DELETED] = []


def _import(key: str) -> None:
    file = st.session_state[key]
    if file is None:
        return
    try:
        with one_file_at_a_time():
            run_id = state.run_store().import_zip(
                file.getvalue(), owner=visitor_id(), is_private=True, max_bytes=MAX_RUN_BYTES
            )
    except InputError as error:
        st.session_state[_IMPORT_ERROR] = str(error)
    else:
        log.note(visitor_id(), "run imported", run_id)
        st.toast(f"Imported run {run_id}.", icon=":material/check:")
    st.session_state[_IMPORTS] += 1  # an empty uploader, ready for the next


def _each(
    ids: Sequence[str], action: Callable[[str], None], *, deleted: bool = False
) -> list[str]:
    """The runs for which it worked: another visitor may have been faster with the same one.

    Rights are looked up here, not where a button is shown: a browser can be made to press what
    it does not show, and a run may have another owner by then.
    """
    done = []
    for run_id in ids:
        try:
            if not rights.may_change(state.run_store().load(run_id, deleted=deleted)):
                raise InputError(
                    f"Run {run_id!r} is another visitor's; only they can change it."
                )
            action(run_id)
        except InputError as error:
            st.toast(plain(error), icon=":material/error:")
        else:
            done.append(run_id)
    return done


def _export(run_id: str, owner: str | None) -> bytes:
    _stored(run_id, owner)
    with file_turn():
        return state.run_store().export(run_id)


def _report(run_id: str, owner: str | None) -> str:
    from dashboard.report import report_html  # scikit-learn, which nothing else here needs

    run = _stored(run_id, owner)
    with file_turn():
        return report_html(run)


def _stored(run_id: str, owner: str | None) -> Run:
    """A run that may have become private, and whose owner, if any, may see it then.

    Raises:
        InputError: If it is not there any more, or private.
    """
    run = state.run_store().load(run_id)
    if run.is_private and run.owner != owner:
        raise InputError(f"Run {run_id!r} is private; ask its owner to share it.")
    return run
