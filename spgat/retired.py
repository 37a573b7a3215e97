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
    "layer_norm": "hidden_norm",
}
#: What a field's value was called, or what stood for it.
JSON_VALUES = {"hidden_norm": {True: "layer", False: "none"}}
#: Files of a stored run.
RUN_FILES = {"attention.csv": "alpha.csv"}
#: Keys of a run's `summary.json`: α was once recorded at the last epoch alone.
RUN_SUMMARY = {"attention": "last_alpha"}
#: Options of the command line.
FLAGS = {
    "--split": "--cut-by",
    "--shuffle-nodes": "--node-order-seed",
    "--fractions": "--low-fractions",
    "--layer-norm": "--hidden-norm=layer",
    "--no-layer-norm": "--hidden-norm=none",
}
#: What `hide=` in an address calls a control or a part of a page; a comma joins several.
HIDDEN = {"d": "num_low,low_fraction", "step": "cutoff", "low": "low_fraction"}


def _share(percent: str) -> str:
    """A share for a percentage; what is not a number stays, for its reader to refuse."""
    try:
        return f"{float(percent) / 100:.6g}"
    except ValueError:
        return percent


def _words(codes: Mapping[str, str]) -> Callable[[str], str]:
    """The code for what a choice was once called; a code stays."""
    return lambda text: codes.get(text, text)


#: Parameters of a page's address, by page: their name today, and what becomes of their texts.
ADDRESS: dict[str, dict[str, tuple[str, Callable[[str], str]]]] = {
    "frequencies": {
        "d": ("num_low", str),
        "step": ("cutoff", str),
        "view": ("view", _words({"split": "bands"})),
    },
    "images": {"image-low": ("low_fraction", _share)},
    "train": {
        "low": ("low_fraction", _share),
        "bands": ("num_bands", str),
        "cut": (
            "cut_by",
            _words({"Frequencies": "frequency", "Columns of the basis": "column"}),
        ),
        "heat_scale": ("scale", str),
        "sparsify": (
            "sparsification",
            _words(
                {
                    "Nothing dropped": "none",
                    "Small entries dropped": "magnitude",
                    "Small and negative dropped": "positive",
                }
            ),
        ),
        "drop_below": ("threshold", str),
        "count": (
            "count_from",
            _words({"The first frequency": "zero", "The first above 0": "null-space"}),
        ),
        "shuffle": ("node_order_seed", _words({"true": "0"})),
        "units": ("hidden", str),
        "lr": ("learning_rate", str),
        "l2": ("weight_decay", str),
        "layer_norm": ("hidden_norm", _words({"true": "layer", "false": "none"})),
    },
}


def renamed(values: Mapping[str, Any], names: Mapping[str, str]) -> dict[str, Any]:
    """Returns a mapping with retired keys replaced; a key that has its new name stays."""
    return {names.get(key, key): value for key, value in values.items()}


def config_fields(values: Mapping[str, Any]) -> dict[str, Any]:
    """Returns the fields of a stored config with the names and values they have today."""
    fields = renamed(values, JSON_FIELDS)
    for name, today in JSON_VALUES.items():
        if isinstance(fields.get(name), bool):
            fields[name] = today[fields[name]]
    return fields


def flag(word: str) -> str:
    """Returns a word of a command with its flag, where it is a retired one, replaced."""
    name, equals, value = word.partition("=")
    return FLAGS.get(name, name) + equals + value
