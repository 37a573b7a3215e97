"""What a table or figure of the paper consists of here, and how much of it is run."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from numpy.typing import NDArray

from spgat.datasets import coauthor_amazon
from spgat.experiments.cell import Cell
from spgat.experiments.outcome import Row
from spgat.experiments.sweep import Records

#: Datasets whose splits are drawn at random, so that runs vary the split with the seed.
RANDOM_SPLITS = coauthor_amazon.IN_PAPER
SMALL = ("cora", "citeseer")


@dataclass(frozen=True, slots=True, kw_only=True)
class Protocol:
    """How much is run.

    Attributes:
        num_seeds: Seeds on the public splits of the citation sets.
        num_splits: Random splits of the other sets, each with its own seed.
        num_large_seeds: Seeds on PubMed, seven times the size of Cora.
        num_best_seeds: Seeds of our own best settings on the public splits, as many as the
            publications they are compared with have.
        num_large_best_seeds: The same on PubMed.
        num_ablation_seeds: Seeds of the sweeps with many points (figure of d, findings), and
            repetitions of each time.
        num_slow_runs: Runs of side rows that take minutes each.
        num_slowest_runs: Runs of side rows that take a quarter of an hour each.
        num_long_runs: Runs of main rows that take ten minutes each; None treats them as all
            others.
        low_fractions: The values of d in the accuracy-against-d figure.
    """

    num_seeds: int
    num_splits: int
    num_large_seeds: int
    num_best_seeds: int
    num_large_best_seeds: int
    num_ablation_seeds: int
    num_slow_runs: int
    num_slowest_runs: int
    num_long_runs: int | None
    low_fractions: tuple[float, ...]

    def runs(self, dataset: str) -> list[tuple[int, int]]:
        """Returns the pairs (seed, split index) of a main result."""
        if dataset in RANDOM_SPLITS:
            return [(index, index) for index in range(self.num_splits)]
        count = self.num_large_seeds if dataset == "pubmed" else self.num_seeds
        return [(seed, 0) for seed in range(count)]

    def best_runs(self, dataset: str) -> list[tuple[int, int]]:
        """Returns the pairs (seed, split index) of our own best settings."""
        if dataset in RANDOM_SPLITS:
            return self.runs(dataset)
        count = self.num_large_best_seeds if dataset == "pubmed" else self.num_best_seeds
        return [(seed, 0) for seed in range(count)]

    def ablation_runs(self, dataset: str) -> list[tuple[int, int]]:
        """Returns the pairs (seed, split index) of a sweep with many points."""
        return self.runs(dataset)[: self.num_ablation_seeds]


QUICK = Protocol(
    num_seeds=3,
    num_splits=1,
    num_large_seeds=1,
    num_best_seeds=3,
    num_large_best_seeds=1,
    num_ablation_seeds=1,
    num_slow_runs=0,
    num_slowest_runs=0,
    num_long_runs=0,
    low_fractions=(0.0, 0.05, 0.1, 0.15, 0.25, 0.5, 0.75, 1.0),
)
FULL = Protocol(
    num_seeds=10,
    num_splits=20,
    num_large_seeds=10,
    num_best_seeds=100,
    num_large_best_seeds=20,
    num_ablation_seeds=5,
    num_slow_runs=3,
    num_slowest_runs=1,
    num_long_runs=None,
    low_fractions=tuple(round(0.05 * step, 2) for step in range(21)),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Experiment:
    """A table or figure as three functions.

    Attributes:
        name: A key of `TITLES`, as `spgat reproduce` takes it.
        cells: What has to be measured under a protocol.
        rows: The lines of the table, from whatever is recorded of the full protocol.
        findings: Sentences that the rows support.
        arrays: Pictures, by name.
        alone: Whether nothing else may run beside its cells, as they measure times.
    """

    name: str
    cells: Callable[[Protocol], Sequence[Cell]]
    rows: Callable[[Records], Sequence[Row]]
    findings: Callable[[Sequence[Row]], Sequence[str]] = lambda _rows: ()
    arrays: Callable[[Records], dict[str, NDArray[Any]]] = lambda _records: {}
    alone: bool = False
