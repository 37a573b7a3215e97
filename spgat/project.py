"""Where the app and the committed results lie."""

from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent
_CARRIED = _PACKAGE / "_project"

#: Holds `dashboard/` and `results/`: the checkout, or the folder that a wheel carries inside
#: the package, as neither name is its own among all that is installed.
PROJECT = _CARRIED if _CARRIED.is_dir() else _PACKAGE.parent
