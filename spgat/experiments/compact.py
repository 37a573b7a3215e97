"""Configs as the record of cells holds them: what differs from the defaults, nothing else.

So a field that is added to a config later, with a default that changes nothing, leaves the
keys of recorded cells as they are.
"""

from dataclasses import fields, is_dataclass
from typing import Any

from spgat.config import TrainConfig

#: Fields that do not decide a result; the device decides how long it takes.
_NOT_RECORDED = ("preset", "device", "record_embedding_every")


def compact(config: TrainConfig, *, with_device: bool = False) -> dict[str, Any]:
    """Returns the fields of a config that differ from the defaults, as JSON has them.

    Args:
        config: The config.
        with_device: Whether another device than "auto" is recorded: where times are measured.
    """
    changed = _changed(config)
    if "options" in changed:
        changed["options"] = dict(changed["options"])
    dropped = set(_NOT_RECORDED) - ({"device"} if with_device else set())
    return {name: value for name, value in changed.items() if name not in dropped}


def _changed(config: Any) -> dict[str, Any]:
    default = type(config)()
    values = {}
    for field in fields(config):
        value = getattr(config, field.name)
        if value != getattr(default, field.name):
            values[field.name] = _changed(value) if is_dataclass(value) else value
    return values
