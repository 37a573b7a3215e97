"""What the process does that reads a run from elsewhere, before any other one does."""

from pathlib import Path

import safetensors.numpy  # noqa: F401  (imported here once, for every worker that is forked)

from spgat.runs.checking import check
from spgat.runs.run import Run
from spgat.sandbox.message import Message


def handle(request: Message) -> Message:
    """Returns an empty message if the run in a folder can be relied on.

    Raises:
        InputError: If it cannot.
    """
    asked = request.header
    check(Run(asked["run_id"], Path(asked["folder"])), asked["max_bytes"])
    return Message({})
