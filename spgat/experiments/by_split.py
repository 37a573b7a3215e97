"""The data sets and runs of tables that pair entries: a seed for each of a set's own splits."""

from collections.abc import Callable

from spgat.config import TrainConfig
from spgat.experiments.cell import Cell, TrainCell, train_cells
from spgat.experiments.experiment import FULL, Protocol
from spgat.experiments.printed import CITATION

#: Sets of some 200 nodes, the ones of the quick protocol.
SMALL = ("texas", "wisconsin", "cornell")
#: Of two classes, one of them rare, so measured by the area under the ROC curve as published.
BY_RANKING = ("tolokers", "minesweeper")
LARGER = ("actor", "chameleon-filtered", "squirrel-filtered", *BY_RANKING)
DATASETS = (*SMALL, *CITATION, *(name for name in LARGER if name != "tolokers"))


def runs_of(
    dataset: str, config: TrainConfig, protocol: Protocol, kind: type[TrainCell] = TrainCell
) -> list[Cell]:
    """Returns the runs of one entry: ten seeds, or a seed for each of a set's own splits."""
    is_fixed = dataset in CITATION
    runs = ((seed, 0 if is_fixed else seed) for seed in range(protocol.num_seeds))
    return train_cells(dataset, config, runs, kind)


def seed_by_seed(
    entries_of: Callable[[str], list[list[Cell]]], protocol: Protocol
) -> list[Cell]:
    """Returns all runs, seed by seed; the quick protocol has the small sets alone."""
    groups: list[tuple[str, ...]] = [SMALL]
    if protocol is FULL:
        groups += [(name,) for name in DATASETS if name not in SMALL]
    runs: list[Cell] = []
    for group in groups:
        entries = [entry for dataset in group for entry in entries_of(dataset)]
        runs += [cell for seed in zip(*entries, strict=True) for cell in seed]
    return runs
