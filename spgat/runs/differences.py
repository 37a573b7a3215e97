"""What tells runs apart: the settings in which they differ, and nothing else."""

from collections.abc import Mapping, Sequence
from typing import Any

from spgat.runs.summary import RunSummary


def settings_of(run: RunSummary) -> dict[str, Any]:
    """Returns everything that decided a run, flat: nested fields are joined by dots."""
    return {
        "dataset": run.dataset,
        "graph": run.graph_digest[:8],
        "seed": run.seed,
        "split_index": run.split_index,
        **_flat(run.config.to_dict()),
    }


def differences(runs: Sequence[RunSummary]) -> dict[str, list[Any]]:
    """Returns the settings in which runs differ, one value per run, None where it has none."""
    settings = [settings_of(run) for run in runs]
    names = dict.fromkeys(name for values in settings for name in values)
    rows = {name: [values.get(name) for values in settings] for name in names}
    return {name: row for name, row in rows.items() if any(value != row[0] for value in row)}


def _flat(values: Mapping[str, Any], prefix: str = "") -> dict[str, Any]:
    flat: dict[str, Any] = {}
    for name, value in values.items():
        if isinstance(value, Mapping):
            flat |= _flat(value, f"{prefix}{name}.")
        else:
            flat[f"{prefix}{name}"] = value
    return flat
