"""The same training without the app: a command to paste and the lines of a script."""

import shlex

import streamlit as st

from dashboard.own_graphs import FILE, PREFIX
from dashboard.source import Source
from dashboard.training import settings
from spgat.bands.config import BandConfig
from spgat.cli import reading
from spgat.cli.idle import BAND_FLAGS
from spgat.config import TrainConfig

#: Options of `spgat train` beside those of the bands, by the field they set.
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
    """Shows both, to copy; a graph without a name in the catalogue comes from a file."""
    source = source or Source(PREFIX)
    if source.is_own:
        is_known = source.origin.file != FILE
        st.caption(
            "Run it in the folder of your files."
            if is_known
            else "Put the file's name in. Tables that were uploaded beside it are added by "
            "`--features` and `--labels`, in the script by `attach_features` and "
            "`attach_labels`."
        )
    st.code(command(source, config, num_seeds), language="bash", wrap_lines=True)
    st.code(script(source, config, num_seeds), language="python", wrap_lines=True)


def command(source: Source, config: TrainConfig, num_seeds: int) -> str:
    """Returns the `spgat train` command of a config, naming what differs from its preset."""
    base = _base(source, config)
    origin = source.origin
    words = ["spgat", "train", "--dataset", origin.file if source.is_own else source.name]
    words += ["--features", origin.features] if origin.features else []
    words += ["--labels", origin.labels] if origin.labels else []
    words += reading.words(origin.options)
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
        (config.bands, _changed(config.bands, base.bands, tuple(BAND_FLAGS)), BAND_FLAGS),
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
    band_changes = [
        f"{name}={getattr(config.bands, name)!r}"
        for name in _changed(config.bands, base.bands, tuple(BAND_FLAGS))
    ]
    imports, loading = _loading(source)
    if config.preset == settings.PUBLISHED:
        imports.append("from spgat.nn.baselines.published import published")
        preset = f"published({config.model!r}"
    else:
        imports.append("from spgat import presets")
        preset = f"presets.get({config.preset!r}"
    name = source.origin.file if source.is_own else source.name
    lines = [
        "from dataclasses import replace",
        "",
        *imports,
        "from spgat.training import fit_seeds",
        "",
        *loading,
        f"config = {preset}, {name!r})",
    ]
    if band_changes:
        lines.append(f"bands = replace(config.bands, {', '.join(band_changes)})")
        changes.append("bands=bands")
    if changes:
        lines.append(f"config = replace(config, {', '.join(changes)})")
    lines += [
        f"summary = fit_seeds(graph, config, seeds=range({num_seeds}))",
        'print(summary.to_dict()["test_accuracy_mean"])',
    ]
    if not (changes or band_changes):
        lines = lines[2:]
    return "\n".join(lines)


def _loading(source: Source) -> tuple[list[str], list[str]]:
    """The imports and the lines that load a graph; a file is split as an upload is."""
    if not source.is_own:
        return [source.library], [f"graph = {source.call}"]
    imports = [source.library, "from spgat.datasets import fraction_split"]
    split = "graph = graph.with_(splits=(fraction_split(graph.labels),))"
    return imports, [f"graph = {source.call}", split]


def _base(source: Source, config: TrainConfig) -> TrainConfig:
    return settings.base_config(config.model, str(config.preset), source.name)


def _changed(
    config: TrainConfig | BandConfig, base: TrainConfig | BandConfig, names: tuple[str, ...]
) -> list[str]:
    return [name for name in names if getattr(config, name) != getattr(base, name)]
