"""Uploaded files in the server's memory: a bound for all tabs, and fair shares of it.

Streamlit keeps every file that a tab has sent until the tab is closed, as many as it sends, and
has no setting for it; the value of the uploader holds the content too. What was read of a file
is kept apart (`dashboard/imports/kept.py`), so a page loses little with the file.
"""

from collections.abc import Mapping
from functools import cache, partial
from threading import Lock

from streamlit.elements.widgets import file_uploader
from streamlit.proto.Common_pb2 import FileURLs
from streamlit.runtime.memory_uploaded_file_manager import MemoryUploadedFileManager
from streamlit.runtime.scriptrunner import get_script_run_ctx
from streamlit.runtime.uploaded_file_manager import UploadedFile, UploadedFileRec

from spgat.errors import InputError

MAX_BYTES = 256 * 2**20  # of all tabs; twice the largest file (`.streamlit/config.toml`)
#: What a file takes at least: each one is looked at when another arrives, however small it is.
LEAST_BYTES = 2**18


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
    file_uploader.UploadedFile = KeptFile  # type: ignore[attr-defined]


class KeptFile(UploadedFile):
    """A file in a tab, which knows where its content is kept and does not hold it.

    `getvalue` is the one way to read it.
    """

    def __init__(self, record: UploadedFileRec, file_urls: FileURLs) -> None:
        super().__init__(record._replace(data=b""), file_urls)
        self.close()  # so that `read` fails where it would give nothing
        self.size = len(record.data)
        context = get_script_run_ctx()
        assert context is not None  # Streamlit makes a file in a script alone
        self._kept = partial(
            context.uploaded_file_mgr.get_files, context.session_id, [record.file_id]
        )

    def __deepcopy__(self, _: dict[int, object]) -> "KeptFile":
        """Returns itself, as nothing changes it; Streamlit copies the values of controls."""
        return self

    def getvalue(self) -> bytes:
        """Returns the content.

        Raises:
            InputError: If it had to give way to other files.
        """
        for record in self._kept():
            return record.data
        raise InputError(
            f"The server had no room to keep the file {self.name[:60]!r}; upload it again."
        )


def drop_above(files: MemoryUploadedFileManager, max_bytes: int) -> None:
    """Has the tab with the most lose its oldest files where all are too much."""
    held = {tab: dict(own) for tab, own in files.file_storage.items()}
    for tab, file_id in _too_much(held, max_bytes):
        files.remove_file(tab, file_id)


def _too_much(
    held: Mapping[str, dict[str, UploadedFileRec]], max_bytes: int
) -> list[tuple[str, str]]:
    """The files, by their tab, without which the others take at most `max_bytes`."""
    sizes = {tab: sum(map(_size, own.values())) for tab, own in held.items()}
    gone = []
    while sum(sizes.values()) > max_bytes:
        largest = max(sizes, key=sizes.__getitem__)
        oldest = next(iter(held[largest]))
        sizes[largest] -= _size(held[largest].pop(oldest))
        gone.append((largest, oldest))
    return gone


def _size(file: UploadedFileRec) -> int:
    """Bytes of a file, its name and type included: they are the browser's, and may be long."""
    return max(sum(map(len, file)), LEAST_BYTES)
