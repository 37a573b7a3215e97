"""Has work done in a process with limits, so that no input can take this one down."""

import os
import socket
import subprocess
import sys
from dataclasses import asdict, dataclass
from threading import BoundedSemaphore, Lock

from spgat.errors import InputError
from spgat.sandbox.message import BrokenMessage, Message, receive, send

_ANSWER_SECONDS = 10  # beyond the worker's own limit, for the answer's way


@dataclass(frozen=True, slots=True)
class Limits:
    """What one piece of work may take.

    Attributes:
        memory: Bytes beyond what a worker has at its start.
        answer: Bytes of its answer, which this process will hold.
        processor_seconds: Time of a processor, so that a busy machine refuses nothing.
        wall_seconds: Time on the clock, generous.
    """

    memory: int
    answer: int
    processor_seconds: int
    wall_seconds: int


class Sandbox:
    """Runs the function `handle` of a module on messages, each in a process of its own.

    The module is imported once, in a server that forks for each message (`server.py`): a fork
    of this process would copy its threads' locks, and `multiprocessing` would import the
    user's script anew. Safe from any thread; as many messages as there are processors are
    worked on at a time.

    Args:
        module: Its `handle` takes a `Message` and returns one. It must import all it needs.
        remedy: What to do about a file that takes more than the limits.
    """

    def __init__(self, module: str, *, remedy: str) -> None:
        self._module = module
        self._remedy = remedy
        self._lock = Lock()
        self._turns = BoundedSemaphore(os.cpu_count() or 1)
        self._server: subprocess.Popen[bytes] | None = None
        self._control: socket.socket | None = None

    def warm(self) -> None:
        """Starts the server, without waiting for it."""
        with self._lock:
            self._started()

    def run(self, message: Message, limits: Limits) -> Message:
        """Returns the answer to a message.

        Raises:
            InputError: If the work refuses its input, goes beyond its limits or crashes.
        """
        with self._turns, self._connect() as connection:
            connection.settimeout(limits.wall_seconds + _ANSWER_SECONDS)
            header = {**message.header, "limits": asdict(limits)}
            try:
                with connection.makefile("rwb") as stream:
                    send(stream, Message(header, message.arrays))
                    answer = receive(stream, limits.answer)
            except (OSError, BrokenMessage):  # it was ended, or ended itself
                answer = Message({"refusal": None})
        if "refusal" not in answer.header:
            return answer
        refusal = answer.header["refusal"] or (
            f"Reading this file takes more than {limits.memory / 2**30:g} GB of memory or "
            f"{limits.processor_seconds} seconds of a processor, or breaks its reader; "
            f"{self._remedy}."
        )
        raise InputError(" ".join(str(refusal).split())[:1000])

    def _connect(self) -> socket.socket:
        """A connection to a new worker."""
        with self._lock:
            ours, theirs = socket.socketpair()
            with theirs:
                try:
                    socket.send_fds(self._started(), [b"1"], [theirs.fileno()])
                except OSError:  # the server was ended since
                    self._end()
                    socket.send_fds(self._started(), [b"1"], [theirs.fileno()])
        return ours

    def close(self) -> None:
        """Ends the server; the next message starts another."""
        with self._lock:
            self._end()

    def _end(self) -> None:
        if self._control is not None and self._server is not None:
            self._control.close()  # which is what ends the server
            self._server.wait()
        self._control = self._server = None

    def _started(self) -> socket.socket:
        if self._control is not None and self._server and self._server.poll() is None:
            return self._control
        self._end()
        if not hasattr(os, "fork"):
            raise InputError(
                f"Files are read in a forked process, which {sys.platform} does not have; use "
                "Linux or macOS."
            )
        self._control, theirs = socket.socketpair()
        with theirs:
            self._server = subprocess.Popen(
                [sys.executable, "-P", "-m", "spgat.sandbox.server", str(theirs.fileno()),
                 self._module],
                pass_fds=[theirs.fileno()],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                start_new_session=True,  # Ctrl-C is for us; it ends when the socket closes
                env={
                    **os.environ,
                    "PYTHONPATH": os.pathsep.join(path or os.getcwd() for path in sys.path),
                    # A fork copies one thread alone, and threads would reserve addresses.
                    "OMP_NUM_THREADS": "1",
                    "OPENBLAS_NUM_THREADS": "1",
                    "ARROW_DEFAULT_MEMORY_POOL": "system",
                },
            )  # fmt: skip
        return self._control
