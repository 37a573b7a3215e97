"""What a run was computed with: versions, machine, commit."""

import os
import platform
import subprocess
from collections.abc import Mapping
from functools import cache
from importlib.metadata import version
from pathlib import Path
from typing import Any

from spgat import __version__
from spgat.project import PROJECT

_PACKAGES = ("torch", "torch-geometric", "numpy", "scipy", "numba")


def environment() -> dict[str, Any]:
    """Returns versions, processor, threads and, in a checkout, the commit, ready for JSON."""
    import torch  # whoever has a run to save has imported it already

    return {
        "python": platform.python_version(),
        "platform": platform.platform(),
        "processor": _processor(),
        "cores": os.cpu_count(),
        "threads": torch.get_num_threads(),
        "packages": {"spgat": __version__} | {name: version(name) for name in _PACKAGES},
        "commit": _commit(),
    }


def is_of_today(stored: Mapping[str, Any]) -> bool:
    """Whether a run's `environment` names the version and the commit of this spgat."""
    packages = stored.get("packages")
    known = packages.get("spgat") if isinstance(packages, Mapping) else None
    return (known, stored.get("commit")) == (__version__, _commit())


@cache
def _processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        return platform.processor() or platform.machine()
    names = (line.partition(":")[2].strip() for line in lines if line.startswith("model name"))
    return next(names, platform.machine())


@cache
def _commit() -> str | None:
    if not (PROJECT / ".git").exists():
        return None
    command = ["git", "-C", str(PROJECT), "rev-parse", "HEAD"]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=5, check=True)
    except (OSError, subprocess.SubprocessError):
        return None
    return done.stdout.strip()
