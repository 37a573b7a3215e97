"""Has a run from elsewhere read to its end in a process with limits, before any page does."""

from pathlib import Path

from spgat.sandbox import Limits, Sandbox
from spgat.sandbox.message import Message

_LIMITS = Limits(memory=2**30, answer=2**20, processor_seconds=60, wall_seconds=300)
_sandbox = Sandbox("spgat.runs.worker", remedy="export the run again")


def check_apart(run_id: str, folder: Path, max_bytes: int) -> None:
    """Does nothing if the run in a folder can be relied on, and takes at most `max_bytes`.

    Raises:
        InputError: If a file is missing or damaged, two of them do not fit together, or
            reading them takes too much.
    """
    header = {"run_id": run_id, "folder": str(folder), "max_bytes": max_bytes}
    _sandbox.run(Message(header), _LIMITS)
