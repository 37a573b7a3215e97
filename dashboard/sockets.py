"""What connections may do below their messages: be many, ping, send pieces, take nothing.

No browser's script can send a ping, and none sends a message in thousands of pieces, but a
program can. Uvicorn answers each ping at once, and waits without end for whoever takes nothing;
asyncio hands it what a connection has sent in pieces so large that parsing one takes seconds.
Both take connections until no file can be opened, and a training that ends then is lost.
"""

import resource
from asyncio import BaseTransport, selector_events
from functools import cache
from itertools import chain
from typing import Any

from h11 import Request
from streamlit.web.server.starlette import starlette_server
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame

#: Bytes of one connection that are parsed before another's turn: even where each is one of the
#: smallest parts that there can be, it takes a tenth of a second.
TURN_BYTES = 2**13
#: Pieces of one message; a browser sends one, or a few dozen of the largest.
MAX_PIECES = 1000
#: Connections of all: a browser has up to six for a moment, and then one for each tab.
MAX_CONNECTIONS = 4000
#: How long a server that is told to stop waits for connections; a file may take a quarter of an
#: hour, and hosts kill it after ten seconds.
CLOSING_SECONDS = 2
#: Descriptors that connections leave to files, and connections that are accepted before
#: another turn of the loop: those that are too many keep theirs for a few.
FILES_LEFT, MAX_ACCEPTED = 128, 16

_Loop: Any = selector_events.BaseSelectorEventLoop
_accept = _Loop._accept_connection
_asked = starlette_server._get_uvicorn_config_kwargs
_waiting: "dict[BoundedHttp, None]" = {}  # those that were no browser's tab so far, by age


@cache
def bound() -> None:
    """Bounds the connections of every server of this process that is not started yet."""
    selector_events._SelectorSocketTransport.max_size = TURN_BYTES  # type: ignore[attr-defined]
    _Loop._accept_connection = _accept_few
    starlette_server._get_uvicorn_config_kwargs = _with_bounds
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MAX_CONNECTIONS + FILES_LEFT
    if soft < wanted:  # 1024 are usual, which a lecture hall needs
        most = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))


def _accept_few(
    loop: object,
    new: object,
    sock: object,
    ssl: object,
    server: object,
    most: int,
    *rest: object,
) -> None:
    _accept(loop, new, sock, ssl, server, min(most, MAX_ACCEPTED), *rest)


def _with_bounds() -> dict[str, Any]:
    ends = {"timeout_graceful_shutdown": CLOSING_SECONDS}
    return {**_asked(), **ends, "http": BoundedHttp, "ws": BoundedSocket}


def max_connections() -> int:
    """Returns how many connections there may be, which leaves `FILES_LEFT` descriptors."""
    return min(MAX_CONNECTIONS, resource.getrlimit(resource.RLIMIT_NOFILE)[0] - FILES_LEFT)


class BoundedHttp(H11Protocol):
    """A connection for which, where there are too many, the oldest goes, an idle one first."""

    def connection_made(self, transport: BaseTransport) -> None:
        """Takes a connection, for which another may have to go."""
        super().connection_made(transport)  # type: ignore[arg-type]
        _waiting[self] = None
        if len(self.connections) > max_connections():
            others = [other for other in _waiting if other is not self]
            idle = (other for other in others if not other.is_busy)
            next(chain(idle, others, [self])).drop()

    @property
    def is_busy(self) -> bool:
        """Whether a request is being answered."""
        return self.cycle is not None and not self.cycle.response_complete

    def drop(self) -> None:
        """Ends the connection at once."""
        _waiting.pop(self, None)
        self.connections.discard(self)
        self.transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        """Forgets the connection."""
        _waiting.pop(self, None)
        super().connection_lost(exc)

    def handle_websocket_upgrade(self, event: Request) -> None:
        """Hands the connection to a tab."""
        _waiting.pop(self, None)
        super().handle_websocket_upgrade(event)


class BoundedSocket(WebSocketsSansIOProtocol):
    """A browser's connection, which is dropped with all that waits for it."""

    def handle_ping(self) -> None:
        """Answers a ping, unless the other end does not take what it is sent."""
        if self.writable.is_set():
            super().handle_ping()
        else:
            self.transport.abort()

    def handle_cont(self, event: Frame) -> None:
        """Takes a further piece of a message, unless there are too many."""
        if len(self.frames) < MAX_PIECES:
            super().handle_cont(event)
        else:
            self.transport.abort()

    def send_keepalive_ping(self) -> None:
        """Looks whether the other end is there, unless it was left long ago."""
        super().send_keepalive_ping()
        if self.transport.is_closing():
            self.transport.abort()

    def keepalive_timeout(self) -> None:
        """Drops a connection whose other end has not answered; a close would wait for it."""
        super().keepalive_timeout()
        self.transport.abort()
