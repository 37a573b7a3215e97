"""What a browser may ask a server for: what pages of this app ask for, and no more at a time.

Streamlit takes what its developer's menu may send from any connection, such as to empty the
caches of all, and answers any number of requests at once. There is no setting for either.
"""

import asyncio
from functools import cache
from weakref import WeakValueDictionary

from streamlit.proto.BackMsg_pb2 import BackendOperationRequest, BackMsg
from streamlit.proto.ForwardMsg_pb2 import BackendOperationResponse
from streamlit.runtime import get_instance
from streamlit.runtime.app_session import AppSession
from streamlit.runtime.backend_operation_handler import DeferredFileHandler

from dashboard.visitor import COOKIE, token_of

#: All that a page has to ask the server for.
ASKED = frozenset({"rerun_script", "stop_script", "app_heartbeat", "file_urls_request",
                   "deferred_file", "dataframe_chunk"})  # fmt: skip
#: Controls whose values a message may bring, or files that it may announce. A page has some
#: hundred; a message full of them would keep the server busy, and a hundred times as full.
MAX_PARTS = 2000
#: Downloads that a tab may wait for, the bytes that ask for one, and how many of a visitor's
#: are made at a time: the threads that make them are few, and for all.
MAX_DOWNLOADS, MAX_DOWNLOAD_BYTES, MAX_MADE = 8, 2000, 2

_handle = AppSession.handle_backmsg
_make = DeferredFileHandler.handle
_making: "WeakValueDictionary[bytes, asyncio.Semaphore]" = WeakValueDictionary()


@cache
def bound() -> None:
    """Bounds what is asked of every server of this process."""
    AppSession.handle_backmsg = _handle_asked  # type: ignore[method-assign, assignment]
    DeferredFileHandler.handle = _make_in_turn  # type: ignore[method-assign, assignment]


def _handle_asked(session: AppSession, message: BackMsg) -> None:
    """Handles a message, unless it is one that no page of this app sends."""
    kind: str | None = message.WhichOneof("type")
    if kind == "backend_operation_request":
        kind = message.backend_operation_request.WhichOneof("payload")
        has_many = len(session._background_tasks) >= MAX_DOWNLOADS
        if has_many or message.ByteSize() > MAX_DOWNLOAD_BYTES:
            return
    values = message.rerun_script.widget_states.widgets
    if kind in ASKED and len(values) + len(message.file_urls_request.file_names) <= MAX_PARTS:
        _handle(session, message)


async def _make_in_turn(
    handler: DeferredFileHandler, request: BackendOperationRequest, session_id: str
) -> BackendOperationResponse:
    """Makes a download, when few others of the visitor are being made."""
    client = get_instance().get_client(session_id)
    context = None if client is None else client.client_context
    visitor = token_of("" if context is None else context.cookies.get(COOKIE, ""))
    async with _making.setdefault(visitor, asyncio.Semaphore(MAX_MADE)):
        return await _make(handler, request, session_id)
