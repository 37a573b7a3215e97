"""What a server does the moment it is told to stop, whatever else it is still doing.

Streamlit's server waits without end for connections that send or take a file, and Python for
threads that make one, before it calls what `atexit` knows. Hosts kill it after ten seconds.
"""

import atexit
from collections.abc import Callable
from functools import cache
from threading import Thread

from streamlit.web.server.server import Server

_stop = Server.stop
_calls: list[Callable[[], None]] = []


@cache
def bound() -> None:
    """Has servers of this process do so."""
    Server.stop = _stop_and_call  # type: ignore[method-assign, assignment]


def register(call: Callable[[], None]) -> None:
    """Has a function called when the server is told to stop, and again as the process ends."""
    _calls.append(call)
    atexit.register(call)


def _stop_and_call(server: Server) -> None:
    for call in _calls:
        Thread(target=call, name="closing", daemon=True).start()
    _stop(server)
