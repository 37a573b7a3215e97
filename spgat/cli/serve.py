"""`spgat app`: starts the dashboard."""

import os
import sys
from typing import Annotated

import typer

from spgat.project import PROJECT

#: For a server of several people: what one training or one spectrum may take.
BOUNDS = {"SPGAT_MAX_MEMORY_GB": "1.5"}


def register(app: typer.Typer) -> None:
    """Adds the command to the application."""
    app.command("app")(start)


def start(
    port: Annotated[int, typer.Option(help="Port to listen on.", min=1, max=65535)] = 8501,
    address: Annotated[str, typer.Option(help="Address to listen on.")] = "127.0.0.1",
) -> None:
    """Start the dashboard in the browser."""
    # "-P" keeps the visitor's folder off the server's path: it may hold a `dashboard` too.
    command = [
        sys.executable,
        "-P",
        "-m",
        "dashboard.serve",
        str(PROJECT / "dashboard/app.py"),
    ]
    options = [f"--server.port={port}", f"--server.address={address}"]
    path = [str(PROJECT), *filter(None, [os.environ.get("PYTHONPATH")])]
    personal = _personal(address)
    bounds = {} if personal.get("SPGAT_PERSONAL") in ("1", "local") else BOUNDS
    sys.stdout.flush()
    # Streamlit takes this process over, and with it the signals that are meant for the server.
    os.execve(
        sys.executable,
        [*command, *options],
        {**bounds, **os.environ, **personal, "PYTHONPATH": os.pathsep.join(path)},
    )


def _personal(address: str) -> dict[str, str]:
    """A server that this machine alone can reach is one person's, or a proxy's beside it."""
    said = os.environ.get("SPGAT_PERSONAL")
    if said is None and address in ("127.0.0.1", "localhost", "::1"):
        said = "local"
    return {} if said is None else {"SPGAT_PERSONAL": said}
