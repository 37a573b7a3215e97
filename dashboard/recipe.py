"""The same training without the app: a command to paste and the lines of a script."""

import shlex
from dataclasses import fields

import streamlit as st

from dashboard.own_graphs import FILE, Origin
from dashboard.source import Source
from spgat import presets
from spgat.bands.config import BandConfig
from spgat.cli import reading
from spgat.config import TrainConfig
from spgat.errors import InputError
from spgat.options import OPTIONS, SEEDS, Option

#: Fields that a script does not repeat: bands have their own line, frames are the page's.
_APART = ("bands", "record_embedding_every")


def show(
    source: Source | None, config: TrainConfig, num_seeds: int, first_seed: int = 0
) -> None:
    """Shows both, to copy; nothing for a config without a preset that this version knows.

    Args:
        source: Where the graph is from; None for one that only a file holds.
        config: What is trained.
        num_seeds: How often.
        first_seed: The seed of the first time.
    """
    if config.preset is None:
        return
    source = source or Source("", origin=Origin())
    try:
        texts = tuple(text(source, config, num_seeds, first_seed) for text in (command, script))
    except InputError:
        return
    with st.expander("In a terminal or a script", icon=":material/terminal:", key="recipe"):
        if source.origin is not None:
            st.caption(
                "Run it in the folder of your files."
                if source.origin.file != FILE
                else "Replace FILE by your file. Tables uploaded beside it are added by "
                "`--features` and `--labels`, in the script by `attach_features` and "
                "`attach_labels`."
            )
        for text, language in zip(texts, ("bash", "python"), strict=True):
            st.code(text, language=language, wrap_lines=True)


def command(source: Source, config: TrainConfig, num_seeds: int, first_seed: int = 0) -> str:
    """Returns the `spgat train` command of a config, naming what differs from its preset.

    Raises:
        InputError: For a preset that this version does not know.
    """
    base = _base(source, config)
    words = ["spgat", "train", "--dataset", _name(source)]
    if origin := source.origin:
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
    if model := _model(config):
        words += ["--model", model]
    for option in _changed(config, base):
        words += _spelled(option, config)
    if num_seeds > 1:
        words += [SEEDS.flag, str(num_seeds)]
    if first_seed:
        words += ["--first-seed", str(first_seed)]
    return shlex.join(words)


def script(source: Source, config: TrainConfig, num_seeds: int, first_seed: int = 0) -> str:
    """Returns the Python lines that train a config and print its test accuracy.

    Raises:
        InputError: For a preset that this version does not know.
    """
    base = _base(source, config)
    changes = _differing(config, base)
    if band_changes := _differing(config.bands, base.bands):
        changes.append(f"bands=replace(config.bands, {', '.join(band_changes)})")
    imports, loading = _loading(source)
    seeds = f"seeds=range({first_seed + num_seeds})"
    seeds += f", first={first_seed}" if first_seed else ""
    lines = [
        *(["from dataclasses import replace", ""] if changes else []),
        *imports,
        "from spgat.training import fit_seeds",
        "",
        *loading,
        f"config = presets.resolve({_model(config)!r}, {config.preset!r}, {_name(source)!r})",
        *([f"config = replace(config, {', '.join(changes)})"] if changes else []),
        f"summary = fit_seeds(graph, config, {seeds})",
        'print(summary.to_dict()["test_accuracy_mean"])',
    ]
    return "\n".join(lines)


def _loading(source: Source) -> tuple[list[str], list[str]]:
    """The imports and the lines that load a graph; a file is split as an upload is."""
    imports = [source.library, "from spgat import presets"]
    if not source.is_own:
        return imports, [f"graph = {source.call}"]
    imports.append("from spgat.datasets import with_split")
    return imports, [f"graph = with_split({source.call})"]


def _base(source: Source, config: TrainConfig) -> TrainConfig:
    return presets.resolve(config.model, config.preset, source.name)


def _spelled(option: Option, config: TrainConfig) -> list[str]:
    """An option with its value, as a command has them."""
    value = option.stored(config)
    if option.off:
        return [option.flag if value else option.off]
    values = value if isinstance(value, tuple) else (option.value(config),)
    return [word for item in values for word in (option.flag, str(item))]


def _differing(config: TrainConfig | BandConfig, base: TrainConfig | BandConfig) -> list[str]:
    """The fields that differ, as arguments of `replace`."""
    names = (f.name for f in fields(config) if f.name not in _APART)
    return [
        f"{n}={getattr(config, n)!r}" for n in names if getattr(config, n) != getattr(base, n)
    ]


def _name(source: Source) -> str:
    return source.name if source.origin is None else source.origin.file


def _model(config: TrainConfig) -> str | None:
    """The model, where the preset alone does not name it."""
    is_of_preset = config.preset in presets.names_for(config.model)
    return None if is_of_preset and config.preset != presets.PUBLISHED else config.model


def _changed(config: TrainConfig, base: TrainConfig) -> list[Option]:
    """The options that differ; the command line has one for each field."""
    return [o for o in OPTIONS if o.has_flag and o.stored(config) != o.stored(base)]
