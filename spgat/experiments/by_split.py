"""The data sets and runs of tables that pair entries: a seed for each of a set's own splits."""

from collections.abc import Callable

from spgat.config import TrainConfig
from spgat.experiments.cell import Cell, TrainCell
from spgat.experiments.experiment import FULL, Protocol
from spgat.experiments.filters import LARGER, SMALL
from spgat.experiments.printed import CITATION

DATASETS = (*SMALL, *CITATION, *(name for name in LARGER if name != "tolokers"))


def runs_of(
    dataset: str, config: TrainConfig, protocol: Protocol, kind: type[TrainCell] = TrainCell
) -> list[Cell]:
    """Returns the runs of one entry: ten seeds, or a seed for each of a set's own splits."""
    return [
        kind(
            dataset=dataset,
            config=config,
            seed=seed,
            split_index=0 if dataset in CITATION else seed,
        )
        for seed in range(protocol.num_seeds)
    ]


def seed_by_seed(
    entries_of: Callable[[str], list[list[Cell]]], protocol: Protocol
) -> list[Cell]:
    """Returns all runs, seed by seed; the quick protocol has the small sets alone.

    Args:
        entries_of: Returns the runs of each entry of a data set.
        protocol: How many seeds there are.
    """
    groups: list[tuple[str, ...]] = [SMALL]
    if protocol is FULL:
        groups += [(name,) for name in DATASETS if name not in SMALL]
    runs: list[Cell] = []
    for group in groups:
        entries = [entry for dataset in group for entry in entries_of(dataset)]
        runs += [cell for seed in zip(*entries, strict=True) for cell in seed]
    return runs
