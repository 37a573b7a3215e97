"""What a training will take, before it starts: from earlier runs, else from sizes alone."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from statistics import median
from typing import Any

import scipy.sparse as sp

from spgat.config import TrainConfig
from spgat.graph import Graph
from spgat.models import MODELS
from spgat.runs.summary import RunSummary

#: Of an epoch, whatever its size.
_FIXED_SECONDS = 0.006
#: Products of a stored entry with a hidden unit in a second of two cores, there and back:
#: the median over `results/cells`, between 1.6 and 10 billion.
_ENTRIES_PER_SECOND = 2.5e9
#: n³ of a full eigendecomposition in a second, and the largest n that has one.
_CUBES_PER_SECOND, _MAX_EIGENPAIRS = 5e9, 5_000
#: Entries of a row of both wavelets, unless nearly none are dropped: a quarter of all pairs
#: of PubMed's nodes have more than 1e-7. And what each takes while they are computed, fitted to
#: the peaks of the wavelets of PubMed (723 MB), Cora (78) and 3,000 nodes (91 and 310).
_REACH, _SMALL_THRESHOLD, _BYTES_PER_ENTRY = 400, 1e-5, 90
#: Models that hold a vector of hidden units for each end of each edge.
_MESSAGES = frozenset({"arma", "gat", "ggnn"})


@dataclass(frozen=True, slots=True)
class Cost:
    """What a training takes at most: with its patience it may end sooner.

    Attributes:
        seconds: Of computing, for all seeds and epochs.
        num_bytes: Of memory beyond what the process has, estimated from sizes: right within a
            factor of two for SpGAT on frequencies, GAT and GRAND, and of three for exact
            wavelets.
        is_measured: Whether earlier runs of the same model on the same graph say so. Else it is
            right within a factor of about five for SpGAT and the small baselines, and too low
            for deep ones.
    """

    seconds: float
    num_bytes: float
    is_measured: bool


def training_cost(
    graph: Graph, config: TrainConfig, num_seeds: int, runs: Iterable[RunSummary] = ()
) -> Cost:
    """Returns the time that a training will take at most, and the memory.

    Args:
        graph: As for `fit`.
        config: As for `fit`.
        num_seeds: At least 1.
        runs: Earlier ones of this machine, of whatever graph.
    """
    alike = [
        run
        for run in runs
        if run.num_epochs and run.is_on(graph) and _shape(run.config) == _shape(config)
    ]
    if alike:
        epoch = median(run.seconds_per_epoch for run in alike)
        setup = median(run.setup_seconds for run in alike)
    else:
        epoch, setup = _epoch_seconds(graph, config), _setup_seconds(graph, config)
    seconds = num_seeds * (setup + config.epochs * epoch)
    return Cost(seconds, _num_bytes(graph, config), bool(alike))


def _shape(config: TrainConfig) -> TrainConfig:
    """The config without what does not change the time of an epoch."""
    plain = TrainConfig()
    same = (
        "preset",
        "epochs",
        "patience",
        "monitor",
        "learning_rate",
        "weight_decay",
        "dropout",
    )
    return replace(
        config, record_embedding_every=None, **{name: getattr(plain, name) for name in same}
    )


def _epoch_seconds(graph: Graph, config: TrainConfig) -> float:
    entries = _stored(graph) + _operator_entries(graph, config)
    return _FIXED_SECONDS + config.views * config.hidden * entries / _ENTRIES_PER_SECOND


def _num_bytes(graph: Graph, config: TrainConfig) -> float:
    """What an epoch holds at its peak: layers with their gradients, weights, operators.

    Fitted to SpGAT with 1 and 4 views of 20,000 nodes, whose numbers are float32.
    """
    depth = config.option("layers", 64 if config.model == "gcnii" else 2)
    width = config.views * config.hidden
    of_nodes = graph.num_nodes * width * (4 + config.bands.num_bands + depth)
    of_edges = 6 * graph.num_edges * width if config.model in _MESSAGES else 0
    num_inputs = graph.num_features or graph.num_nodes  # without features each node is one
    weights = 5 * num_inputs * config.hidden  # with gradients, Adam's two, the best
    features = (1 + config.views) * _stored(graph)
    return 4.0 * (of_nodes + of_edges + weights + features) + _operator_bytes(graph, config)


def _operator_bytes(graph: Graph, config: TrainConfig) -> float:
    n, edges = float(graph.num_nodes), 2.0 * graph.num_edges + graph.num_nodes
    if _has_eigenpairs(graph, config):
        return 24 * n * n  # with the matrix and the workspace of the decomposition
    is_wavelet = MODELS[config.model].spectrum in ("bands", "columns") and (
        config.bands.cut_by == "column" and config.bands.series == "exact"
    )
    if not is_wavelet:
        return 12 * edges
    reach = _REACH if config.bands.threshold >= _SMALL_THRESHOLD else max(_REACH, n / 4)
    return _BYTES_PER_ENTRY * n * min(n, reach)


def _setup_seconds(graph: Graph, config: TrainConfig) -> float:
    """The eigenvectors, as though nobody had kept them; a later seed finds them."""
    return graph.num_nodes**3 / _CUBES_PER_SECOND if _has_eigenpairs(graph, config) else 0.0


def _stored(graph: Graph) -> int:
    features: Any = graph.features
    if features is None:
        return graph.num_nodes
    return int(features.nnz if sp.issparse(features) else features.size)


def _operator_entries(graph: Graph, config: TrainConfig) -> float:
    """Numbers of the graph's operators that an epoch multiplies each hidden unit with."""
    n, edges, bands = graph.num_nodes, 2.0 * graph.num_edges + graph.num_nodes, config.bands
    match MODELS[config.model].spectrum:
        case "none":
            return edges
        case "filter":  # it acts on the predictions, a column for each class
            return config.option("order", 10) * edges * graph.num_classes / config.hidden
        case "bands" if bands.cut_by == "frequency" and not _has_eigenpairs(graph, config):
            return len(bands.low_fractions) * bands.step_order * edges
        case "bands" if bands.cut_by == "frequency":
            return 2 * n * n * min(bands.low_fractions[0], 1 - bands.low_fractions[0])
        case _ if bands.series != "exact":
            return 2 * bands.order * edges
        case _:  # Wavelets of a small scale are sparse, and those of a large one are not.
            return min(float(n * n), 30 * edges)


def _has_eigenpairs(graph: Graph, config: TrainConfig) -> bool:
    is_by_frequency = MODELS[config.model].spectrum == "bands" and (
        config.bands.cut_by == "frequency" and config.bands.method != "polynomial"
    )
    return is_by_frequency and graph.num_nodes <= _MAX_EIGENPAIRS
