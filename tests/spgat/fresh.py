"""What a fresh interpreter has loaded, which this one cannot tell any more."""

import subprocess
import sys


def loaded(modules, *, by):
    """Those of some modules that an interpreter has loaded once it has imported others."""
    code = f"import sys, {', '.join(by)}; print(*(m for m in {modules} if m in sys.modules))"
    run = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    )
    return run.stdout.split()
