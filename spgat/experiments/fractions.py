"""The figure of accuracy against d, the share of the basis that counts as low."""

from collections.abc import Sequence
from dataclasses import replace

from spgat.experiments import printed
from spgat.experiments.cell import Cell
from spgat.experiments.experiment import Experiment
from spgat.experiments.lineup import config_of
from spgat.experiments.protocol import FULL, Protocol
from spgat.experiments.row import Row, measured_row, title_of
from spgat.experiments.store import Records, recorded
from spgat.experiments.train_cell import TrainCell

#: Fewer points of a curve say nothing about its peak.
MIN_POINTS = 5


def cells_of(dataset: str, fraction: float, protocol: Protocol) -> list[Cell]:
    """Returns the runs at one point of the curve."""
    config = config_of("SpGAT-MAX", dataset)
    config = replace(config, bands=replace(config.bands, low_fractions=(fraction,)))
    return [
        TrainCell(dataset=dataset, config=config, seed=seed, split_index=split)
        for seed, split in protocol.ablation_runs(dataset)
    ]


def cells(protocol: Protocol) -> list[Cell]:
    """Returns the runs of all points."""
    return [
        cell
        for dataset in printed.CITATION
        for fraction in protocol.low_fractions
        for cell in cells_of(dataset, fraction, protocol)
    ]


def rows(records: Records) -> list[Row]:
    """Returns one row per dataset and d; `label` is d in percent."""
    return [
        measured_row(
            recorded(records, cells_of(dataset, fraction, FULL)),
            label=f"d = {fraction:.0%}",
            dataset=dataset,
        )
        for dataset in printed.CITATION
        for fraction in FULL.low_fractions
    ]


def findings(rows: Sequence[Row]) -> list[str]:
    """Says where the curve peaks, how flat it is, and where the paper's peak lies."""
    sentences = []
    for dataset in printed.CITATION:
        curve = [row for row in rows if row.dataset == dataset and row.measured is not None]
        if len(curve) < MIN_POINTS:
            continue
        best, worst = (pick(curve, key=_accuracy) for pick in (max, min))
        sentences.append(
            f"{title_of(dataset)}: {best.label} is best with {_accuracy(best):.1%}, "
            f"{worst.label} worst with {_accuracy(worst):.1%}; the paper's best is "
            f"d = {printed.BEST_LOW_FRACTION[dataset]:.0%}."
        )
    return sentences


def _accuracy(row: Row) -> float:
    return row.measured or 0.0


EXPERIMENT = Experiment(
    name="figure-d",
    cells=cells,
    rows=rows,
    findings=findings,
)
