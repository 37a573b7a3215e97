"""Uploaded files in the server's memory: a bound for all tabs, and fair shares of it.

Streamlit keeps every file that a tab has sent until the tab is closed, as many as it sends, and
has no setting for it. What was read of a file is kept apart (`dashboard/imports/kept.py`), so
a page loses little with the file.
"""

from collections.abc import Mapping
from threading import Lock

import streamlit as st
from streamlit import runtime
from streamlit.runtime.memory_uploaded_file_manager import MemoryUploadedFileManager
from streamlit.runtime.uploaded_file_manager import UploadedFileRec

MAX_BYTES = 256 * 2**20  # of all tabs; twice the largest file (`.streamlit/config.toml`)


@st.cache_resource
def bound() -> None:
    """Bounds the files of this server from now on."""
    files = runtime.get_instance().uploaded_file_mgr if runtime.exists() else None
    if isinstance(files, MemoryUploadedFileManager):  # a page may be tested without a server
        keep_below(files, MAX_BYTES)


def keep_below(files: MemoryUploadedFileManager, max_bytes: int) -> None:
    """Has the tab with the most lose its oldest files where a new one is too much for all."""
    add, lock = files.add_file, Lock()

    def add_and_drop(session_id: str, file: UploadedFileRec) -> None:
        with lock:
            add(session_id, file)
            held = {tab: dict(own) for tab, own in files.file_storage.items()}
            for tab, file_id in _too_much(held, max_bytes):
                files.remove_file(tab, file_id)

    files.add_file = add_and_drop  # type: ignore[method-assign]


def _too_much(
    held: Mapping[str, dict[str, UploadedFileRec]], max_bytes: int
) -> list[tuple[str, str]]:
    """The files, by their tab, without which the others take at most `max_bytes`."""
    sizes = {tab: sum(len(file.data) for file in own.values()) for tab, own in held.items()}
    gone = []
    while sum(sizes.values()) > max_bytes:
        largest = max(sizes, key=sizes.__getitem__)
        oldest = next(iter(held[largest]))
        sizes[largest] -= len(held[largest].pop(oldest).data)
        gone.append((largest, oldest))
    return gone
