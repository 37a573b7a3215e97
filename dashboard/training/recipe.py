"""The same training without the app: a command to paste and the lines of a script."""

import shlex

import streamlit as st

from dashboard.source import Source
from dashboard.training import settings
from spgat.config import TrainConfig
from spgat.spectral.split_config import SplitConfig

#: Options of `spgat train` by the field they set.
SPLIT_FLAGS = {
    "fractions": "--low-fraction",
    "kind": "--split",
    "basis": "--basis",
    "count_from": "--count-from",
    "sparsification": "--sparsification",
    "threshold": "--threshold",
    "scale": "--scale",
    "node_order_seed": "--shuffle-nodes",
}
FLAGS = {
    "pooling": "--pooling",
    "hidden": "--hidden",
    "dropout": "--dropout",
    "learning_rate": "--learning-rate",
    "weight_decay": "--weight-decay",
    "epochs": "--epochs",
    "patience": "--patience",
}


def show(source: Source | None, config: TrainConfig, num_seeds: int) -> None:
    """Shows both, to copy; a graph of this visitor only has no name elsewhere."""
    if source is None or source.is_own:
        st.caption("An uploaded graph has no name outside of the session that brought it.")
        return
    st.code(command(source, config, num_seeds), language="bash", wrap_lines=True)
    st.code(script(source, config, num_seeds), language="python", wrap_lines=True)


def command(source: Source, config: TrainConfig, num_seeds: int) -> str:
    """Returns the `spgat train` command of a config, naming what differs from its preset."""
    base = _base(source, config)
    words = ["spgat", "train", "--dataset", source.name]
    for name, value in source.differing.items():
        words += (
            ["--graph-seed", str(value)]
            if name == "seed"
            else ["--graph-option", f"{name}={value}"]
        )
    words += ["--preset", str(config.preset)]
    if config.preset == settings.PUBLISHED:
        words += ["--model", config.model]
    for values, changed, flags in (
        (config, _changed(config, base, tuple(FLAGS)), FLAGS),
        (config.split, _changed(config.split, base.split, tuple(SPLIT_FLAGS)), SPLIT_FLAGS),
    ):
        for name in changed:
            value = getattr(values, name)
            if name == "patience" and value is None:
                value = config.epochs  # never stops early, as None does
            for item in value if isinstance(value, tuple) else (value,):
                words += [flags[name], str(item)]
    if num_seeds > 1:
        words += ["--seeds", str(num_seeds)]
    return shlex.join(words)


def script(source: Source, config: TrainConfig, num_seeds: int) -> str:
    """Returns the Python lines that train a config and print its test accuracy."""
    base = _base(source, config)
    changes = [
        f"{name}={getattr(config, name)!r}" for name in _changed(config, base, tuple(FLAGS))
    ]
    split_changes = [
        f"{name}={getattr(config.split, name)!r}"
        for name in _changed(config.split, base.split, tuple(SPLIT_FLAGS))
    ]
    sources, preset = ["from spgat import datasets, presets"], f"presets.get({config.preset!r}"
    if config.preset == settings.PUBLISHED:
        published = "from spgat.nn.baselines.published import published"
        sources = ["from spgat import datasets", published]
        preset = f"published({config.model!r}"
    lines = [
        "from dataclasses import replace",
        "",
        *sources,
        "from spgat.training import fit_seeds",
        "",
        f"graph = {source.call}",
        f"config = {preset}, {source.name!r})",
    ]
    if split_changes:
        lines.append(f"split = replace(config.split, {', '.join(split_changes)})")
        changes.append("split=split")
    if changes:
        lines.append(f"config = replace(config, {', '.join(changes)})")
    lines += [
        f"summary = fit_seeds(graph, config, seeds=range({num_seeds}))",
        'print(summary.to_dict()["test_accuracy_mean"])',
    ]
    if not (changes or split_changes):
        lines = lines[2:]
    return "\n".join(lines)


def _base(source: Source, config: TrainConfig) -> TrainConfig:
    return settings.base_config(config.model, str(config.preset), source.name)


def _changed(
    config: TrainConfig | SplitConfig, base: TrainConfig | SplitConfig, names: tuple[str, ...]
) -> list[str]:
    return [name for name in names if getattr(config, name) != getattr(base, name)]
