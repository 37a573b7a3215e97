"""The cell behind most tables: one training run and everything read off the trained model."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from spgat.band_ablation import evaluate_bands
from spgat.config import TrainConfig
from spgat.embedding import silhouette
from spgat.experiments.cell import Cell, Measured, dataset_graph
from spgat.experiments.compact import compact
from spgat.graph import Graph
from spgat.training import fit

#: Silhouettes grow with the square of the nodes; beyond this a sample of them is taken.
_SILHOUETTE_NODES = 20_000


@dataclass(frozen=True, slots=True, kw_only=True)
class TrainCell(Cell):
    """One training run.

    Attributes:
        config: What to train.
        seed: Of weights and dropout.
        split_index: Which published split; where splits are drawn at random, which draw.
        parameters: Of a generated graph, as (name, value) pairs.
    """

    config: TrainConfig
    seed: int = 0
    split_index: int = 0
    parameters: tuple[tuple[str, float], ...] = ()

    def to_dict(self) -> dict[str, Any]:
        """Returns all attributes."""
        return {
            "dataset": self.dataset,
            "config": compact(self.config),
            "seed": self.seed,
            "split_index": self.split_index,
            "parameters": dict(self.parameters),
        }

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
        result = fit(graph, self.config, seed=self.seed)
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


def _mean_silhouette(graph: Graph, features: np.ndarray) -> float | None:
    """The mean over all labelled nodes, or over an even sample of them in a larger graph."""
    assert graph.labels is not None
    subset = np.arange(graph.num_nodes) % (1 + graph.num_nodes // _SILHOUETTE_NODES) == 0
    return silhouette(features, graph.labels, subset).mean
