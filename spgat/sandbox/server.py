"""The process that forks one worker for each piece of work, started by `Sandbox`.

It imports the readers once, so that a worker is ready within milliseconds, and never looks at
the input itself. A worker limits itself, reads one request, answers and ends: whatever the
input does to it is gone with it.
"""

import os
import resource
import signal
import socket
import sys
import traceback
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any

from spgat.errors import InputError
from spgat.sandbox.message import Message, receive, send

Handler = Callable[[Message], Message]

#: A worker's request comes from us; only its answer is bounded.
_ANY_SIZE = 2**62


def serve(control: socket.socket, handle: Handler) -> None:
    """Forks a worker for each connection that comes over `control`, until that is closed."""
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # the system forgets ended workers itself
    while True:
        content, descriptors, _, _ = socket.recv_fds(control, 1, 1)
        if not content:
            return
        with socket.socket(fileno=descriptors[0]) as connection:
            if os.fork() == 0:
                control.close()
                _work(connection, handle)


def _work(connection: socket.socket, handle: Handler) -> None:
    try:
        with connection.makefile("rwb") as stream:
            request = receive(stream, _ANY_SIZE)
            limits = request.header.pop("limits")
            most = limits.pop("answer")
            _limit(**limits)
            send(stream, _checked(_answer(request, handle), most))
    finally:
        os._exit(0)  # without the parent's exit handlers, whatever happened


def _answer(request: Message, handle: Handler) -> Message:
    try:
        return handle(request)
    except InputError as error:
        return Message({"refusal": str(error)})
    except MemoryError:
        return Message({"refusal": None})
    except Exception as error:  # of any library, for input made up at random: shown below
        if os.environ.get("SPGAT_DEBUG"):
            traceback.print_exc()
        said = f"{type(error).__name__}: {error}".replace("\n", " ")[:160]
        return Message({"refusal": f"The file is broken ({said}); save it again."})


def _checked(answer: Message, most: int) -> Message:
    """The answer, or a refusal where its arrays are more than the other side takes."""
    num_bytes = sum(array.nbytes for array in answer.arrays.values())
    if num_bytes <= most:
        return answer
    said = (
        f"What the file holds takes {num_bytes / 2**20:.0f} MB of memory, of which at most "
        f"{most / 2**20:.0f} MB are taken; upload a part of it."
    )
    return Message({"refusal": said})


def _limit(memory: int, processor_seconds: int, wall_seconds: int) -> None:
    """Lets this process end itself beyond its limits, in compiled code too."""
    statm = Path("/proc/self/statm")  # where there is none (macOS), memory has no limit either
    if statm.exists():
        most = int(statm.read_text().split()[0]) * resource.getpagesize() + memory
        resource.setrlimit(resource.RLIMIT_AS, (most, most))
    for kind, most in (
        (resource.RLIMIT_CPU, processor_seconds),
        (resource.RLIMIT_FSIZE, 0),
        (resource.RLIMIT_CORE, 0),
    ):
        resource.setrlimit(kind, (most, most))
    signal.alarm(wall_seconds)


def main(arguments: list[str]) -> None:
    """Serves the function `handle` of a module over an inherited socket."""
    descriptor, module = arguments
    handler: Any = import_module(module)
    with socket.socket(fileno=int(descriptor)) as control:
        serve(control, handler.handle)


if __name__ == "__main__":
    main(sys.argv[1:])
