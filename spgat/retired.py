"""Names that things had before, so that old files, links and commands still work.

Nothing else in the project knows a retired name; `tests/test_glossary.py` keeps it so.
"""

from collections.abc import Mapping
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


def renamed(values: Mapping[str, Any], names: Mapping[str, str]) -> dict[str, Any]:
    """Returns a mapping with retired keys replaced; a key that has its new name stays."""
    return {names.get(key, key): value for key, value in values.items()}
