"""From the values of a form to a training config and back; no widgets here."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from spgat.config import TrainConfig
from spgat.graph import Graph
from spgat.spectral.split_config import SplitConfig

DEFAULT_DATASET = "digits"
DEFAULT_PRESET = "frequency"

#: Models that cut the spectrum into bands; the others have no use for d.
BANDED_MODELS = ("spgat", "spgat-na")

#: Resolution of charts over the spectrum.
GRID_POINTS = 201

#: Recorded embeddings of one run may take this much memory.
FRAME_BYTES = 64e6
MAX_FRAMES = 25


def values_of(base: TrainConfig) -> dict[str, Any]:
    """Returns the form's values that stand for a config, by key: the form's defaults."""
    split = base.split
    return {
        "model": base.model,
        "low": round(100 * split.fractions[0], 1),
        "bands": split.num_bands,
        "count": split.count_from,
        "cut": split.kind,
        "basis": split.basis,
        "heat_scale": split.scale,
        "sparsify": split.sparsification,
        "drop_below": split.threshold,
        "shuffle": split.node_order_seed is not None,
        "pooling": base.pooling,
        "units": base.hidden,
        "dropout": base.dropout,
        "lr": base.learning_rate,
        "l2": base.weight_decay,
        "epochs": base.epochs,
        "patience": base.patience or 0,
    }


def config_of(values: Mapping[str, Any], base: TrainConfig) -> TrainConfig:
    """Returns the base with the form's values; what the form does not show stays as it is.

    Raises:
        InputError: For values that don't go together.
    """
    defaults = values_of(base)
    split = base.split
    if any(values[key] != defaults[key] for key in ("low", "bands")):
        split = replace(split, fractions=cuts(values["low"] / 100, values["bands"]))
    if values["shuffle"] != defaults["shuffle"]:
        split = replace(split, node_order_seed=0 if values["shuffle"] else None)
    return replace(
        base,
        split=_with_choices(split, values),
        model=values["model"],
        pooling=values["pooling"],
        hidden=values["units"],
        dropout=values["dropout"],
        learning_rate=values["lr"],
        weight_decay=values["l2"],
        epochs=values["epochs"],
        patience=values["patience"] or None,
    )


def _with_choices(split: SplitConfig, values: Mapping[str, Any]) -> SplitConfig:
    return replace(
        split,
        kind=values["cut"],
        basis=values["basis"],
        count_from=values["count"],
        sparsification=values["sparsify"],
        threshold=values["drop_below"],
        scale=values["heat_scale"],
    )


def cuts(low_fraction: float, num_bands: int) -> tuple[float, ...]:
    """Returns the inner cuts: d, and above it bands of equal width."""
    width = (1 - low_fraction) / (num_bands - 1)
    return tuple(round(low_fraction + band * width, 4) for band in range(num_bands - 1))


def recording(graph: Graph, config: TrainConfig) -> TrainConfig:
    """Returns a config that keeps embeddings on the way, as many as there is memory for."""
    affordable = int(FRAME_BYTES / (4 * graph.num_nodes * config.hidden))
    num_frames = min(affordable, MAX_FRAMES, config.epochs)
    if num_frames < 2:
        return config
    return replace(config, record_embedding_every=-(-config.epochs // num_frames))
