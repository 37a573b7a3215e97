"""What filters learn under homophily and heterophily: SpGAT beside the learned filters."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any

import numpy as np
from numpy.typing import NDArray

from spgat import presets
from spgat.arrays import Floats
from spgat.bands.record import NUM_VALUES
from spgat.bands.response import LearnedResponse, filter_response, learned_response
from spgat.config import TrainConfig
from spgat.experiments.by_split import BY_RANKING, LARGER, SMALL, runs_of
from spgat.experiments.cell import Cell, Measured, TrainCell, dataset_graph
from spgat.experiments.experiment import FULL, Experiment, Protocol
from spgat.experiments.outcome import Row, measured_row, title_of
from spgat.experiments.sweep import Records, recorded
from spgat.graph import Graph
from spgat.published import published
from spgat.results import TrainResult
from spgat.spectral.cache import default_cache
from spgat.spectral.density import SpectralDensity, spectral_density
from spgat.spectral.laplacian import LaplacianConfig

#: Where neighbours agree, on the public split.
HOMOPHILOUS = ("cora", "citeseer")
DATASETS = (*SMALL, *LARGER, *HOMOPHILOUS)
#: On fewer splits of so few nodes no sentence stands.
_MIN_RUNS = 5
#: Where along [0, 2] a curve is kept: every tenth value of a record.
_EVERY = 10

#: What a row is trained with, by its label.
MODELS: dict[str, Callable[[str], TrainConfig]] = {
    "GPR-GNN": lambda dataset: published("gpr-gnn", dataset),
    "BernNet": lambda dataset: published("bernnet", dataset),
    "ChebNetII": lambda dataset: published("chebnetii", dataset),
    "JacobiConv": lambda dataset: published("jacobiconv", dataset),
    "SpGAT (frequency)": lambda dataset: presets.get("frequency", dataset),
    "SpGAT (best)": lambda dataset: presets.get("best", dataset),
    "GCN": lambda dataset: published("gcn", dataset),
    "GAT": lambda dataset: published("gat", dataset),
    "MLP": lambda dataset: published("mlp", dataset),
}
#: Those with a filter to draw.
FILTERS = tuple(label for label in MODELS if label not in ("MLP", "GCN", "GAT"))


@dataclass(frozen=True, slots=True, kw_only=True)
class FilterCell(TrainCell):
    """A training run, and the filter that it ended with."""

    def measured(self, graph: Graph, result: TrainResult) -> Measured:
        """Returns what a training run measures, and two numbers more of a learned filter.

        `response`, g at 41 even eigenvalues from 0 to 2, and `mean_frequency`, the graph's mean
        eigenvalue weighed by g² over that without weights: 1 where everything passes, below 1
        for a low pass. Where a network has two layers g is the product of both, which is what
        passes but for the ReLU between them; where each class has a filter it is their mean.
        `test_roc_auc` is measured where there are two classes.
        """
        measured = super(FilterCell, self).measured(graph, result)
        if graph.num_classes == 2:
            measured["test_roc_auc"] = _roc_auc(graph, result)
        learned = _learned(result)
        if learned is None:
            return measured
        response = learned.by_layer.prod(axis=0)
        density = _density(graph, result.config.bands.laplacian)
        mass = np.diff(density.cumulative, prepend=0.0)
        return measured | {
            "response": [float(f"{value:.4g}") for value in response[::_EVERY]],
            "mean_frequency": _mean_frequency(density.grid, mass, response),
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class DensityCell(Cell):
    """Where the eigenvalues of a set's Laplacian lie."""

    def measure(self) -> Measured:
        """Returns their density at 41 even eigenvalues from 0 to 2."""
        density = _density(dataset_graph(self.dataset, 0, ()), LaplacianConfig()).density
        return {"density": [round(float(value), 4) for value in density[::_EVERY]]}


def _learned(result: TrainResult) -> LearnedResponse | None:
    if result.learned_filter is not None:
        return filter_response(result.learned_filter)
    bands = result.bands
    if bands is None or bands.responses is None:
        return None
    return learned_response(
        result.alpha, bands.responses, bands.eigenvalues, result.config.pooling
    )


def _density(graph: Graph, laplacian: LaplacianConfig) -> SpectralDensity:
    return spectral_density(
        graph.adjacency, laplacian, num_values=NUM_VALUES, cache=default_cache()
    )


def _mean_frequency(eigenvalues: Floats, mass: Floats, response: Floats) -> float:
    passed = mass * response**2
    mean = eigenvalues @ mass / mass.sum()
    return float(eigenvalues @ passed / max(passed.sum(), 1e-30) / mean)


def _roc_auc(graph: Graph, result: TrainResult) -> float:
    """The chance that a test node of class 1 is ranked above one of class 0."""
    from sklearn.metrics import roc_auc_score

    labels = np.asarray(graph.labels)
    nodes = graph.splits[result.split_index].test & (labels >= 0)
    scores = result.logits[nodes, 1] - result.logits[nodes, 0]
    return float(roc_auc_score(labels[nodes], scores))


def cells_of(label: str, dataset: str, protocol: Protocol) -> list[Cell]:
    """Returns the runs of one entry: a seed for each of the set's own ten splits."""
    return runs_of(dataset, MODELS[label](dataset), protocol, FilterCell)


def cells(protocol: Protocol) -> list[Cell]:
    """Returns all runs, split by split; the quick protocol has the small sets alone."""
    groups = (SMALL,) if protocol is not FULL else (SMALL, HOMOPHILOUS, LARGER)
    runs: list[Cell] = []
    for group in groups:
        runs += [DensityCell(dataset=name) for name in group]
        entries = [cells_of(label, d, protocol) for d, label in product(group, MODELS)]
        runs += [cell for split in zip(*entries, strict=True) for cell in split]
    return runs


def rows(records: Records) -> list[Row]:
    """Returns the accuracies, and then what frequencies each filter lets through."""
    found = {
        (label, dataset): recorded(records, cells_of(label, dataset, FULL))
        for dataset, label in product(DATASETS, MODELS)
    }
    accuracies = [
        measured_row(
            entry,
            "test_roc_auc" if dataset in BY_RANKING else "test_accuracy",
            label=label,
            dataset=dataset,
            quantity="test ROC AUC" if dataset in BY_RANKING else "test accuracy",
        )
        for (label, dataset), entry in found.items()
    ]
    frequencies = [
        measured_row(
            entry,
            "mean_frequency",
            label=label,
            dataset=dataset,
            quantity=MEAN_FREQUENCY,
            unit="number",
        )
        for (label, dataset), entry in found.items()
        if label in FILTERS
    ]
    return [*accuracies, *frequencies]


MEAN_FREQUENCY = "mean frequency that passes, relative to the graph's"


def arrays(records: Records) -> dict[str, NDArray[Any]]:
    """Returns "DATASET/MODEL", float32 [41]: the mean filter, each scaled to a peak of 1.

    And "DATASET/density", that of the eigenvalues; both at even eigenvalues from 0 to 2.
    """
    curves: dict[str, NDArray[Any]] = {}
    for dataset in DATASETS:
        (found,) = recorded(records, [DensityCell(dataset=dataset)]) or (None,)
        if found is None:
            continue
        curves[f"{dataset}/density"] = np.array(found["measured"]["density"], np.float32)
        for label in FILTERS:
            entry = recorded(records, cells_of(label, dataset, FULL))
            if entry:
                scaled = [_scaled(record["measured"]["response"]) for record in entry]
                curves[f"{dataset}/{label}"] = np.mean(scaled, axis=0).astype(np.float32)
    return curves


def _scaled(response: Sequence[float]) -> Floats:
    """The filter over its value at its peak; the network's weights make up for any factor."""
    values = np.asarray(response, dtype=np.float64)
    peak = values[np.abs(values).argmax()]
    return values / peak if peak else values


def findings(table: Sequence[Row]) -> list[str]:
    """Says on which sets the filters let low, and on which high frequencies through."""
    sentences = []
    for dataset in DATASETS:
        passed = {
            row.label: row.measured
            for row in table
            if row.dataset == dataset
            and row.quantity == MEAN_FREQUENCY
            and row.runs >= _MIN_RUNS
        }
        best = [
            row
            for row in table
            if row.dataset == dataset and row.unit == "percent" and row.runs >= _MIN_RUNS
        ]
        if len(passed) < len(FILTERS) or len(best) < len(MODELS):
            continue
        first = max(best, key=lambda row: row.measured or 0.0)
        values = ", ".join(f"{value:.2f} ({label})" for label, value in passed.items())
        sentences.append(
            f"{title_of(dataset)}: the mean frequency that passes is, relative to the graph's, "
            f"{values}. {first.label} has the highest {first.quantity}, "
            f"{first.measured or 0.0:.1%} over {first.runs} runs."
        )
    return sentences


COMPANY = Experiment(name="filters", cells=cells, rows=rows, findings=findings, arrays=arrays)
