"""What a connection may do below its messages: pings, pieces, and taking nothing.

No browser's script can send a ping, and none sends a message in thousands of pieces, but a
program can. Uvicorn answers each ping at once, and waits without end for whoever takes nothing;
asyncio hands it what a connection has sent in pieces so large that parsing one takes seconds.
"""

from asyncio import selector_events
from functools import cache

from streamlit.web.server.starlette import starlette_server
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame

#: Bytes of one connection that are parsed before another's turn: even where each is one of the
#: smallest parts that there can be, it takes a tenth of a second.
TURN_BYTES = 2**13
#: Pieces of one message; a browser sends one, or a few dozen of the largest.
MAX_PIECES = 1000


@cache
def bound() -> None:
    """Bounds the connections of every server of this process that is not started yet."""
    selector_events._SelectorSocketTransport.max_size = TURN_BYTES  # type: ignore[attr-defined]
    starlette_server._get_websocket_protocol = lambda: BoundedSocket  # type: ignore[assignment, return-value]


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
