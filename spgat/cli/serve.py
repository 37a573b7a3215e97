"""`spgat app`: starts the dashboard."""

import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated

import typer

from spgat.errors import InputError


def register(app: typer.Typer) -> None:
    """Adds the command to the application."""
    app.command("app")(start)


def start(
    port: Annotated[int, typer.Option(help="Port to listen on.", min=1, max=65535)] = 8501,
    address: Annotated[str, typer.Option(help="Address to listen on.")] = "127.0.0.1",
) -> None:
    """Start the dashboard in the browser."""
    dashboard = find_spec("dashboard")
    if dashboard is None or dashboard.origin is None:
        raise InputError(
            "The package 'dashboard' is not installed here; run `make app` in the repository."
        )
    script = Path(dashboard.origin).with_name("app.py")
    # A process of its own: streamlit wants to own the interpreter it runs in.
    command = [sys.executable, "-m", "streamlit", "run", str(script)]
    options = [f"--server.port={port}", f"--server.address={address}"]
    status = subprocess.call([*command, *options], cwd=script.parents[1])
    raise typer.Exit(status)
