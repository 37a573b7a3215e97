"""Names that things had before, so that old files, links and commands still work.

Nothing else in the project knows a retired name; `tests/test_glossary.py` keeps it so.
"""

from collections.abc import Callable, Mapping
from typing import Any

#: Fields of stored configs, runs and results.
JSON_FIELDS = {
    "split": "bands",
    "kind": "cut_by",
    "fractions": "low_fractions",
}
#: Files of a stored run.
RUN_FILES = {"attention.csv": "alpha.csv"}
#: Keys of a run's `summary.json`: α was once recorded at the last epoch alone.
RUN_SUMMARY = {"attention": "last_alpha"}
#: Options of the command line.
FLAGS = {
    "--split": "--cut-by",
    "--shuffle-nodes": "--node-order-seed",
    "--fractions": "--low-fractions",
}


def _share(percent: str) -> str:
    return f"{float(percent) / 100:g}"


#: Controls in the address of a page.
ADDRESS_KEYS = {
    "frequencies": {"d": "num_low", "step": "cutoff"},
    "images": {"image-low": "low_fraction"},
}
#: Turns the value of a retired control into that of its new one, where the unit has changed.
#: Raises ValueError for a text that is not a value.
ADDRESS_VALUES: dict[str, dict[str, Callable[[str], str]]] = {"images": {"image-low": _share}}
#: Codes of the options of a control in the address of a page.
ADDRESS_CODES = {"frequencies": {"view": {"split": "bands"}}}
#: Parts of pages that `hide=` names, each with those that have taken its place.
HIDEABLE = {"d": ("num_low", "low_fraction"), "step": ("cutoff",)}


def renamed(values: Mapping[str, Any], names: Mapping[str, str]) -> dict[str, Any]:
    """Returns a mapping with retired keys replaced; a key that has its new name stays."""
    return {names.get(key, key): value for key, value in values.items()}
