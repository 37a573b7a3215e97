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


def _codes(codes: Mapping[str, str]) -> Callable[[str], str]:
    """Codes for what the options of a control were once called; a code stays."""
    return lambda text: codes.get(text, text)


#: Controls in the address of a page.
ADDRESS_KEYS = {
    "frequencies": {"d": "num_low", "step": "cutoff"},
    "images": {"image-low": "low_fraction"},
    "train": {
        "low": "low_fraction",
        "bands": "num_bands",
        "cut": "cut_by",
        "heat_scale": "scale",
        "sparsify": "sparsification",
        "drop_below": "threshold",
        "count": "count_from",
        "shuffle": "node_order_seed",
        "units": "hidden",
        "lr": "learning_rate",
        "l2": "weight_decay",
    },
}
#: Turns the value of a retired control into that of its new one, where they differ.
#: Raises ValueError for a text that is not a value.
ADDRESS_VALUES: dict[str, dict[str, Callable[[str], str]]] = {
    "images": {"image-low": _share},
    "train": {
        "low": _share,
        "cut": _codes({"Frequencies": "frequency", "Columns of the basis": "column"}),
        "sparsify": _codes(
            {
                "Nothing dropped": "none",
                "Small entries dropped": "magnitude",
                "Small and negative dropped": "positive",
            }
        ),
        "count": _codes({"The first frequency": "zero", "The first above 0": "null-space"}),
        "shuffle": _codes({"true": "0"}),
    },
}
#: Codes of the options of a control in the address of a page.
ADDRESS_CODES = {"frequencies": {"view": {"split": "bands"}}}
#: Parts of pages that `hide=` names, each with those that have taken its place.
HIDEABLE = {"d": ("num_low", "low_fraction"), "step": ("cutoff",), "low": ("low_fraction",)}


def renamed(values: Mapping[str, Any], names: Mapping[str, str]) -> dict[str, Any]:
    """Returns a mapping with retired keys replaced; a key that has its new name stays."""
    return {names.get(key, key): value for key, value in values.items()}


def flag(word: str) -> str:
    """Returns a word of a command with its flag, where it is a retired one, replaced."""
    name, equals, value = word.partition("=")
    return FLAGS.get(name, name) + equals + value
