"""The unit of every sweep: one measurement that can be run anywhere and is never run twice."""

import hashlib
import json
from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields
from functools import lru_cache
from typing import Any

import numpy as np

from spgat.band_ablation import evaluate_bands
from spgat.config import TrainConfig
from spgat.embedding import silhouette
from spgat.graph import Graph
from spgat.results import TrainResult
from spgat.training import fit

#: What a cell measures: numbers, or lists of numbers, that JSON can hold.
Measured = dict[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class Cell(ABC):
    """One measurement on one dataset.

    Attributes:
        dataset: Name in the catalogue; also the name of the file that records the cell.
    """

    dataset: str

    @abstractmethod
    def measure(self) -> Measured:
        """Returns what was measured; runs in any process that can import spgat."""

    def to_dict(self) -> dict[str, Any]:
        """Returns everything that decides the result, as JSON can hold it: all attributes."""
        return {field.name: _as_json(getattr(self, field.name)) for field in fields(self)}

    @property
    def key(self) -> str:
        """A hash of `to_dict`, under which the result is recorded."""
        text = json.dumps([type(self).__name__, self.to_dict()], sort_keys=True)
        return hashlib.blake2b(text.encode(), digest_size=10).hexdigest()


def _as_json(value: Any) -> Any:
    if isinstance(value, TrainConfig):
        return compact(value)
    return dict(value) if isinstance(value, tuple) else value  # (name, value) pairs


@lru_cache(maxsize=3)
def dataset_graph(name: str, draw: int, parameters: tuple[tuple[str, float], ...]) -> Graph:
    """Returns a dataset, kept so that a worker reads it once for many seeds.

    Where labels come without a split, one is drawn.
    """
    from spgat import datasets

    given: dict[str, Any] = dict(parameters)
    return datasets.with_split(datasets.load(name, seed=draw, **given), seed=draw)


#: Fields of a config that do not decide a result; the device decides how long it takes.
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
        "learn_cutoffs": False,
        "node_order_seed": None,
        "laplacian": {"kind": "normalized", "self_loops": True, "isolated": 0},
    },
    "pooling": "sum",
    "hidden": 64,
    "dropout": 0.5,
    "hidden_dropout": None,
    "node_dropout": 0.0,
    "bias": False,
    "residual": False,
    "hidden_norm": "none",
    "exponent": 0.5,
    "views": 1,
    "consistency": 0.0,
    "temperature": 0.5,
    "learning_rate": 0.01,
    "band_learning_rate": None,
    "band_warmup": 0,
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


#: Silhouettes grow with the square of the nodes; beyond this a sample of them is taken.
_SILHOUETTE_NODES = 20_000


@dataclass(frozen=True, slots=True, kw_only=True)
class TrainCell(Cell):
    """One training run.

    Attributes:
        config: What to train.
        seed: Seed of weights and dropout.
        split_index: Which published split; where splits are drawn at random, which draw.
        parameters: Parameters of a generated graph, as (name, value) pairs.
    """

    config: TrainConfig
    seed: int = 0
    split_index: int = 0
    parameters: tuple[tuple[str, float], ...] = ()

    def graph(self) -> Graph:
        """Returns the graph with the split of this run alone."""
        graph = dataset_graph(self.dataset, self.split_index, self.parameters)
        if len(graph.splits) == 1:
            return graph
        index = self.split_index if self.split_index < len(graph.splits) else 0
        return graph.with_(splits=graph.splits[index : index + 1])

    def measure(self) -> Measured:
        """Returns accuracies, α, silhouettes, sizes and times of the trained model.

        The test accuracy is that of the best validation epoch. `oracle_test_accuracy` is the
        best over all epochs; it is recorded to explain printed figures and selects nothing.
        """
        graph = self.graph()
        return self.measured(graph, fit(graph, self.config, seed=self.seed))

    def measured(self, graph: Graph, result: TrainResult) -> Measured:
        """Returns what `measure` does, of a network that is trained."""
        measured = {
            "test_accuracy": result.test_accuracy,
            "val_accuracy": result.val_accuracy,
            "oracle_test_accuracy": result.oracle_test_accuracy,
            "epochs": len(result.history),
            "best_epoch": result.best_epoch,
            "stop_reason": result.stop_reason,
            "num_parameters": result.num_parameters,
            "seconds_per_epoch": result.seconds_per_epoch,
            "setup_seconds": result.setup_seconds,
            "silhouette_hidden": _mean_silhouette(graph, result.hidden),
            "silhouette_logits": _mean_silhouette(graph, result.logits),
        }
        for layer, alpha in enumerate(result.last_alpha, 1):
            for band, share in enumerate(alpha, 1):
                measured[f"last_alpha_{layer}_{band}"] = share
        if self.config.model == "spgat" and self.config.bands.num_bands == 2:
            low, high = evaluate_bands(graph, result, result.device)
            measured |= {"low_only_accuracy": low, "high_only_accuracy": high}
        return measured


def train_cells(
    dataset: str,
    config: TrainConfig,
    runs: Iterable[tuple[int, int]],
    kind: type[TrainCell] = TrainCell,
) -> list[Cell]:
    """Returns the runs of one config by their pairs of seed and split index."""
    return [
        kind(dataset=dataset, config=config, seed=seed, split_index=split)
        for seed, split in runs
    ]


def _mean_silhouette(graph: Graph, features: np.ndarray) -> float | None:
    """The mean over all labelled nodes, or over an even sample of them in a larger graph."""
    assert graph.labels is not None
    subset = np.arange(graph.num_nodes) % (1 + graph.num_nodes // _SILHOUETTE_NODES) == 0
    return silhouette(features, graph.labels, subset).mean
