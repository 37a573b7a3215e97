"""The spaces that `spgat tune` searches, one for each family; own choice, not in the paper."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from spgat.bands.config import BandConfig
from spgat.config import TrainConfig
from spgat.experiments import Family
from spgat.spectral.laplacian import LaplacianConfig


def suggested(trial: Any, family: Family) -> TrainConfig:
    """Returns the config of one trial, preset "tuned".

    Args:
        trial: An Optuna trial, which is asked for each value.
        family: Which space.
    """
    config = TrainConfig(
        preset="tuned",
        bands=_BANDS[family](trial),
        pooling=trial.suggest_categorical("pooling", _POOLINGS[family]),
        normalize_features=trial.suggest_categorical("normalize_features", ["row", "none"]),
        hidden=trial.suggest_categorical("hidden", [16, 32, 64, 128]),
        dropout=trial.suggest_float("dropout", 0.3, 0.9, step=0.05),
        learning_rate=trial.suggest_float("learning_rate", 0.003, 0.03, log=True),
        weight_decay=trial.suggest_float("weight_decay", 1e-4, 5e-2, log=True),
        epochs=400,
        patience=100,
    )
    return _TRAININGS[family](trial, config) if family in _TRAININGS else config


def _frequency_bands(trial: Any) -> BandConfig:
    """Two to four bands of true frequencies, each weighed by the heat kernel.

    By a polynomial step, which needs no eigenvector on any of the datasets.
    """
    return BandConfig(
        low_fractions=_cuts(trial),
        count_from="null-space",
        response="heat",
        scale=trial.suggest_float("scale", 1.0, 8.0),
        laplacian=LaplacianConfig(
            self_loops=trial.suggest_categorical("self_loops", [True, False])
        ),
        method="polynomial",
        step_order=16,
    )


def _cuts(trial: Any) -> tuple[float, ...]:
    num_cuts = trial.suggest_int("num_cuts", 1, 3)
    return tuple(sorted(trial.suggest_float(f"cut_{i}", 0.02, 0.9) for i in range(num_cuts)))


def _series_bands(trial: Any) -> BandConfig:
    """The published series, entries dropped as published; d and s free."""
    bands = _columns_of_wavelets(trial, 4.0)
    return replace(bands, series="reference-code", order=trial.suggest_int("order", 1, 3))


def _wavelet_bands(trial: Any) -> BandConfig:
    """The paper's sparse wavelets; d, s and t free."""
    bands = _columns_of_wavelets(trial, 2.0)
    return replace(bands, threshold=trial.suggest_float("threshold", 1e-5, 1e-2, log=True))


def _columns_of_wavelets(trial: Any, largest_scale: float) -> BandConfig:
    return BandConfig(
        cut_by="column",
        basis="wavelet",
        low_fractions=(trial.suggest_float("cut_0", 0.02, 0.9),),
        scale=trial.suggest_float("scale", 0.5, largest_scale),
        sparsification="positive",
    )


def _moving_bands(trial: Any) -> BandConfig:
    """Those of "frequency" as projectors, whose cutoffs move while the network trains."""
    return BandConfig(
        low_fractions=_cuts(trial),
        count_from="null-space",
        method="polynomial",
        step_order=trial.suggest_categorical("step_order", [8, 16]),
        learn_cutoffs=True,
    )


def _own_rate(trial: Any, config: TrainConfig) -> TrainConfig:
    """α and the cutoffs at a rate below that of the weights, see the preset "best"."""
    share = trial.suggest_float("band_rate", 0.02, 1.0, log=True)
    return replace(config, band_learning_rate=share * config.learning_rate, bias=True)


def _consistent_views(trial: Any, config: TrainConfig) -> TrainConfig:
    """Learned cuts, trained on random views as GRAND does (Feng et al. 2020)."""
    return replace(
        _own_rate(trial, config),
        views=trial.suggest_categorical("views", [2, 4]),
        consistency=trial.suggest_float("consistency", 0.2, 2.0),
        temperature=trial.suggest_float("temperature", 0.1, 1.0),
        node_dropout=trial.suggest_float("node_dropout", 0.0, 0.7, step=0.05),
        penalty="all",
        epochs=1000,
        patience=200,
        monitor="val_loss",
    )


#: A maximum needs each band by itself, which costs true bands one series per band.
_ANY_POOLING = ("max", "mean", "sum")
_POOLINGS: Mapping[Family, tuple[str, ...]] = {
    "frequency": ("sum",),
    "learned-cuts": ("sum",),
    "views": ("sum",),
    "cheby": _ANY_POOLING,
    "wavelet": _ANY_POOLING,
}
_BANDS: Mapping[Family, Callable[[Any], BandConfig]] = {
    "frequency": _frequency_bands,
    "learned-cuts": _moving_bands,
    "views": _moving_bands,
    "cheby": _series_bands,
    "wavelet": _wavelet_bands,
}
#: What else a family searches or sets.
_TRAININGS: Mapping[Family, Callable[[Any, TrainConfig], TrainConfig]] = {
    "learned-cuts": _own_rate,
    "views": _consistent_views,
}
