"""From the values of a form to a training config and back; no widgets here."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from spgat import presets
from spgat.bands.config import BandConfig
from spgat.config import TrainConfig
from spgat.graph import Graph

DEFAULT_DATASET = "digits"

#: What people read for each model.
MODEL_TITLES = {
    "spgat": "SpGAT",
    "spgat-na": "SpGAT, attention on each wavelet",
    "gwnn": "GWNN",
    "spectral-cnn": "Spectral CNN",
    "mlp": "MLP",
    "logistic-regression": "Logistic regression",
    "gcn": "GCN",
    "gat": "GAT",
    "chebynet": "ChebyNet",
    "arma": "ARMA",
    "sgc": "SGC",
    "appnp": "APPNP",
    "ggnn": "GGNN",
    "graphsage": "GraphSAGE",
    "high-order": "High-order",
    "hypergraph": "Hypergraph",
    "gcnii": "GCNII",
    "dgi": "DGI",
    "graphzoom": "GraphZoom",
    "deepwalk": "DeepWalk",
    "planetoid": "Planetoid",
    "planetoid-i": "Planetoid, inductive",
}
#: The model with bands, d and pooling.
BANDED_MODEL = "spgat"

#: What people read for each preset of SpGAT, the first one first to be tried.
PRESET_TITLES = {
    "frequency": "True frequencies",
    "tuned": "Tuned on validation nodes",
    "paper": "The paper's text",
    "reference-code": "The published code",
    "reference-code-cheby": "The published code, Chebyshev",
    "spgat-f": "The paper's Fourier variant",
}
#: What people read for the codes of an option, by the option's key.
OPTION_TITLES = {
    "cut": {"frequency": "Frequencies", "column": "Columns of the basis"},
    "basis": {"fourier": "Fourier", "wavelet": "Wavelets"},
    "sparsify": {
        "none": "Nothing dropped",
        "magnitude": "Small entries dropped",
        "positive": "Small and negative dropped",
    },
    "count": {"zero": "The first frequency", "null-space": "The first above 0"},
    "pooling": {"max": "Maximum", "mean": "Mean", "sum": "Sum"},
}

#: The only preset of a model other than SpGAT, beside those with their model's name.
PUBLISHED = "published"

#: Resolution of charts over the spectrum.
GRID_POINTS = 201

#: Recorded embeddings of one run may take this much memory.
FRAME_BYTES = 64e6
MAX_FRAMES = 25


def preset_titles(model: str) -> dict[str, str]:
    """Returns the presets of a model with what people read for them, the default first."""
    if model == BANDED_MODEL:
        return PRESET_TITLES
    name = model if model in presets.DESCRIPTIONS else PUBLISHED
    return {name: "As published"}


def describe_preset(preset: str) -> str:
    """Returns a preset in words."""
    return presets.DESCRIPTIONS.get(
        preset, "The settings of the model's own publication, GCN's where it names none."
    )


def base_config(model: str, preset: str, dataset: str) -> TrainConfig:
    """Returns the config that a model's preset gives for a data set."""
    if preset != PUBLISHED:
        return presets.get(preset, dataset)
    from spgat.published import published  # imports torch

    return published(model, dataset)


def values_of(base: TrainConfig) -> dict[str, Any]:
    """Returns the form's values that stand for a config, by key: the form's defaults."""
    bands = base.bands
    return {
        "low": round(100 * bands.low_fractions[0], 1),
        "bands": bands.num_bands,
        "count": bands.count_from,
        "cut": bands.cut_by,
        "basis": bands.basis,
        "heat_scale": bands.scale,
        "sparsify": bands.sparsification,
        "drop_below": bands.threshold,
        "shuffle": bands.node_order_seed is not None,
        "pooling": base.pooling,
        "units": base.hidden,
        "dropout": base.dropout,
        "lr": base.learning_rate,
        "l2": base.weight_decay,
        "epochs": base.epochs,
        "patience": base.patience or 0,
    }


def option_keys() -> tuple[str, ...]:
    """Returns the keys of the form's values."""
    return tuple(values_of(presets.get(next(iter(PRESET_TITLES)), DEFAULT_DATASET)))


def config_of(values: Mapping[str, Any], base: TrainConfig) -> TrainConfig:
    """Returns the base with the form's values; what the form does not show stays as it is.

    Raises:
        InputError: For values that don't go together.
    """
    defaults = values_of(base)
    bands = base.bands
    if any(values[key] != defaults[key] for key in ("low", "bands")):
        bands = replace(bands, low_fractions=cuts(values["low"] / 100, values["bands"]))
    if values["shuffle"] != defaults["shuffle"]:
        bands = replace(bands, node_order_seed=0 if values["shuffle"] else None)
    return replace(
        base,
        bands=_with_choices(bands, values),
        pooling=values["pooling"],
        hidden=values["units"],
        dropout=values["dropout"],
        learning_rate=values["lr"],
        weight_decay=values["l2"],
        epochs=values["epochs"],
        patience=values["patience"] or None,
    )


def _with_choices(bands: BandConfig, values: Mapping[str, Any]) -> BandConfig:
    return replace(
        bands,
        cut_by=values["cut"],
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
