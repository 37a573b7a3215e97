"""Configs as the record of cells holds them: what differs from the pinned defaults.

The defaults are pinned here and not taken from the config classes: a default that changes later
must not make an old measurement answer for a new config. A field that is added later is pinned
with the value that changes nothing, so that the keys of recorded cells stay as they are.
"""

from collections.abc import Mapping
from typing import Any

from spgat.config import TrainConfig

#: Fields that do not decide a result; the device decides how long it takes.
_NOT_RECORDED = ("preset", "device", "record_embedding_every")

#: What a field that a record leaves out stands for.
PINNED: Mapping[str, Any] = {
    "model": "spgat",
    "preset": None,
    "bands": {
        "cut_by": "frequency",
        "basis": "fourier",
        "low_fractions": [0.5],
        "count_from": "zero",
        "response": "projector",
        "scale": 1.0,
        "sparsification": "none",
        "threshold": 1e-4,
        "inverse": "exact",
        "series": "exact",
        "order": 1,
        "method": "auto",
        "step_order": 64,
        "node_order_seed": None,
        "laplacian": {"kind": "normalized", "self_loops": True, "isolated": 0},
    },
    "pooling": "sum",
    "hidden": 64,
    "dropout": 0.5,
    "learning_rate": 0.01,
    "weight_decay": 5e-4,
    "penalty": "first-layer",
    "epochs": 200,
    "patience": 100,
    "monitor": "val_accuracy",
    "normalize_features": "row",
    "record_embedding_every": None,
    "device": "auto",
    "options": {},
}
#: Models whose code has changed what they compute, by how often: raise it with such a change,
#: and what was measured before no longer answers for the model.
REVISIONS: Mapping[str, int] = {}


def compact(config: TrainConfig, *, with_device: bool = False) -> dict[str, Any]:
    """Returns the fields of a config that differ from the pinned defaults, as JSON has them.

    Args:
        config: The config.
        with_device: Whether another device than "auto" is recorded: where times are measured.
    """
    dropped = set(_NOT_RECORDED) - ({"device"} if with_device else set())
    changed = _changed(config.to_dict(), PINNED)
    kept = {name: value for name, value in changed.items() if name not in dropped}
    revision = REVISIONS.get(config.model)
    return kept if revision is None else {**kept, "revision": revision}


def _changed(values: Mapping[str, Any], defaults: Mapping[str, Any]) -> dict[str, Any]:
    changed = {}
    for name, value in values.items():
        default = defaults[name]
        if value != default:
            nested = isinstance(value, Mapping) and bool(default)
            changed[name] = _changed(value, default) if nested else value
    return changed
