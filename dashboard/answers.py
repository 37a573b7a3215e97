"""Files on their way to browsers: in pieces, and with a bound for all that wait for a reader.

Streamlit hands a whole file to the connection, which copies it, and packs it anew each time.
A few dozen requests for a download of 100 MB that are not read would fill the server's memory.
"""

import asyncio
from collections.abc import Awaitable, Callable, MutableMapping
from contextlib import suppress
from functools import cache, partial
from typing import Any

from streamlit.web.server.starlette.starlette_gzip_middleware import SelectiveGZipMiddleware

from dashboard.moving import Moving

MAX_BYTES = 256 * 2**20  # of all files that are not sent to their end
MAX_SECONDS = 15 * 60  # for one, as for an upload
PIECE = 2**16

Message = MutableMapping[str, Any]
Send = Callable[[Message], Awaitable[None]]

_answer = SelectiveGZipMiddleware.__call__
_unsent = Moving(MAX_BYTES)


@cache
def bound() -> None:
    """Bounds the answers of every server of this process."""
    SelectiveGZipMiddleware.__call__ = _in_pieces  # type: ignore[method-assign, assignment]


async def _in_pieces(
    layer: SelectiveGZipMiddleware, scope: Message, receive: Any, send: Send
) -> None:
    if scope["type"] == "http":
        send = partial(_send_pieces, send)
        if "/media/" in scope["path"]:  # downloads: whoever asks would have them packed again
            sent = [pair for pair in scope["headers"] if pair[0] != b"accept-encoding"]
            scope = {**scope, "headers": sent}
    await _answer(layer, scope, receive, send)


async def _send_pieces(send: Send, message: Message) -> None:
    """Sends a message, the next piece of it when the browser has taken the one before."""
    content, is_last = message.get("body", b""), not message.get("more_body", False)
    if len(content) <= PIECE:
        await send(message)
        return
    with suppress(TimeoutError):  # the server closes a connection whose answer is not whole
        async with asyncio.timeout(MAX_SECONDS) as end:
            try:
                _unsent.begin(end, id(content), len(content))  # alive as long as it counts
                for start in range(0, len(content), PIECE):
                    piece = content[start : start + PIECE]
                    more = not is_last or start + PIECE < len(content)
                    await send({**message, "body": piece, "more_body": more})
                    _unsent.move(end)
            finally:
                _unsent.release(_unsent.arrive(end))
