"""What a server holds of its connections: messages and files on their way, with a bound.

Streamlit reads messages of 200 MB before it looks at their size, any number of fields beside
an uploaded file, and keeps 500 messages for each browser that does not take them. One machine
with many connections would fill the server's memory or disk, and there is no setting for it.
"""

import asyncio
from contextlib import suppress
from functools import cache
from typing import Any
from weakref import WeakValueDictionary, finalize

from starlette.datastructures import FormData
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.types import Message
from starlette.websockets import WebSocket
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from streamlit.runtime.runtime_util import get_max_widget_state_size_bytes
from streamlit.web.server.starlette import starlette_server, starlette_websocket
from streamlit.web.server.starlette.starlette_websocket import StarletteSessionClient

from dashboard.moving import Moving
from dashboard.visitor import COOKIE, token_of

MAX_WAITING_BYTES = 256 * 2**20  # of messages that browsers have not taken yet, of all together
#: Files that one visitor may be sending at a time, and how long one may take.
MAX_SENDING, MAX_SENDING_SECONDS = 2, 15 * 60
#: With those that wait for their turn, even after the browser has gone; one asks for up to six
#: at a time, and for a hundred through a proxy.
MAX_ASKED = 100
#: Of all files that are arriving, however many visitors send them: Streamlit reads each into
#: memory when its end has come, and those of less than 1 MB are there from the start.
MAX_ARRIVING_BYTES = 256 * 2**20
LEAST_ARRIVING = 2**16  # what a connection takes beside its file, about
_TRY_AGAIN_LATER = 1013  # as the reason why a connection is closed; the browser opens another

_read = Request.form
_clients: "set[BoundedClient]" = set()
_sending: "WeakValueDictionary[bytes, _Turns]" = WeakValueDictionary()
_arriving = Moving(MAX_ARRIVING_BYTES)


@cache
def bound() -> None:
    """Bounds the connections of every server of this process that is not started yet."""
    # Widget values are all that a browser has to send.
    limit = get_max_widget_state_size_bytes
    starlette_server.get_max_message_size_bytes = limit  # type: ignore[attr-defined]
    starlette_websocket.StarletteSessionClient = BoundedClient  # type: ignore[misc]
    Request.form = _one_file  # type: ignore[method-assign, assignment]


class BoundedClient(StarletteSessionClient):
    """A browser's connection, which is closed where it keeps the most of all waiting."""

    def __init__(self, websocket: WebSocket) -> None:
        super().__init__(websocket)
        self._send_queue = self.waiting = _Waiting(self._send_queue.maxsize)
        self._ending: asyncio.Task[None] | None = None
        _clients.add(self)

    def write_forward_msg(self, msg: ForwardMsg) -> None:
        """Queues a message; where too much waits, the slowest browser gives way."""
        super().write_forward_msg(msg)
        while sum(client.waiting.num_bytes for client in _clients) > MAX_WAITING_BYTES:
            max(_clients, key=lambda client: client.waiting.num_bytes)._give_way()

    async def aclose(self) -> None:
        """Closes the connection and forgets it."""
        _clients.discard(self)
        await super().aclose()

    def _give_way(self) -> None:
        self._closed.set()  # which Streamlit takes for a lost connection
        self._sender_task.cancel()
        self.waiting = _Waiting()
        self._send_queue = self.waiting
        self._ending = asyncio.create_task(self._end())

    async def _end(self) -> None:
        with suppress(RuntimeError):  # it was closed already
            await self._websocket.close(_TRY_AGAIN_LATER)


class _Waiting(asyncio.Queue[bytes]):
    """A queue that knows its size in bytes."""

    num_bytes = 0

    def _put(self, item: bytes) -> None:
        self.num_bytes += len(item)
        super()._put(item)

    def _get(self) -> bytes:
        item: bytes = super()._get()
        self.num_bytes -= len(item)
        return item


class _Turns(asyncio.Semaphore):
    """The turns of one visitor, which know how many are asked for."""

    num_asked = 0


async def _one_file(request: Request, **_: Any) -> FormData:
    """Reads the one file of an upload, when the visitor sends few others."""
    visitor = token_of(request.cookies.get(COOKIE, ""))
    turns = _sending.setdefault(visitor, _Turns(MAX_SENDING))
    if turns.num_asked >= MAX_ASKED:
        raise HTTPException(429, "Too many files at once; send them one after the other.")
    turns.num_asked += 1
    try:
        async with turns:
            return await _read_bounded(request)
    except TimeoutError:
        raise HTTPException(503, "The file took too long; send it again.") from None
    finally:
        turns.num_asked -= 1


async def _read_bounded(request: Request) -> FormData:
    """Reads an upload, which counts until Streamlit has taken the file out of its form."""
    async with asyncio.timeout(MAX_SENDING_SECONDS) as end:
        _arriving.begin(end, end, LEAST_ARRIVING)

        async def receive() -> Message:
            message = await request.receive()
            _arriving.move(end, len(message.get("body", b"")))
            return message

        try:
            counted = Request(request.scope, receive)
            form: FormData = await _read(counted, max_files=1, max_fields=0)
        except BaseException:
            _arriving.release(_arriving.arrive(end))
            raise
        finalize(form, _arriving.release, _arriving.arrive(end))
    return form
