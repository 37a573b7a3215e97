"""Uploaded files in the server's memory: a bound for all tabs, and fair shares of it.

Streamlit keeps every file that a tab has sent until the tab is closed, as many as it sends, and
has no setting for it. What was read of a file is kept apart (`dashboard/imports/kept.py`), so
a page loses little with the file.
"""

from collections.abc import Mapping
from functools import cache
from threading import Lock

from streamlit.runtime.memory_uploaded_file_manager import MemoryUploadedFileManager
from streamlit.runtime.uploaded_file_manager import UploadedFileRec

MAX_BYTES = 256 * 2**20  # of all tabs; twice the largest file (`.streamlit/config.toml`)


@cache
def bound() -> None:
    """Bounds the files of every server of this process.

    `dashboard/serve.py` does so before there is one, and `dashboard/app.py` where the server
    was started by other means.
    """
    add, lock = MemoryUploadedFileManager.add_file, Lock()

    def add_and_drop(
        files: MemoryUploadedFileManager, session_id: str, file: UploadedFileRec
    ) -> None:
        with lock:
            add(files, session_id, file)
            drop_above(files, MAX_BYTES)

    MemoryUploadedFileManager.add_file = add_and_drop  # type: ignore[method-assign, assignment]


def drop_above(files: MemoryUploadedFileManager, max_bytes: int) -> None:
    """Has the tab with the most lose its oldest files where all are too much."""
    held = {tab: dict(own) for tab, own in files.file_storage.items()}
    for tab, file_id in _too_much(held, max_bytes):
        files.remove_file(tab, file_id)


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
