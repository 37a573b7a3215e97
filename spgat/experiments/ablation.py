"""What each part of the preset "best" brings: the preset less one of them."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from spgat import presets
from spgat.config import TrainConfig
from spgat.experiments.by_split import DATASETS, runs_of, seed_by_seed
from spgat.experiments.cell import Cell
from spgat.experiments.experiment import FULL, Experiment, Protocol
from spgat.experiments.outcome import Row, measured_row, title_of
from spgat.experiments.paired import difference_row
from spgat.experiments.sweep import Records, recorded

WHOLE = "SpGAT (best)"
_ACCURACY, _DIFFERENCE = "test accuracy", "difference from the whole"


def _with_bands(config: TrainConfig, **changes: Any) -> TrainConfig:
    return replace(config, bands=replace(config.bands, **changes))


#: What becomes of the preset, by the part that it loses.
PARTS: dict[str, Callable[[TrainConfig], TrainConfig]] = {
    WHOLE: lambda c: c,
    "without learned cuts": lambda c: _with_bands(c, learn_cutoffs=False),
    "without consistency": lambda c: replace(c, consistency=0.0),
    "without views and dropped nodes": lambda c: replace(
        c, consistency=0.0, views=1, node_dropout=0.0
    ),
    "α and cuts at the weights' rate": lambda c: replace(c, band_learning_rate=None),
    "α and cuts without a warm-up": lambda c: replace(c, band_warmup=0),
    "features as they are": lambda c: replace(c, normalize_features="none"),
    "with a residual": lambda c: replace(c, residual=True),
    "without a residual": lambda c: replace(c, residual=False),
    "with layer norm": lambda c: replace(c, hidden_norm="layer"),
    "averages of neighbours, ρ = 0": lambda c: replace(c, exponent=0.0),
    "two bands": lambda c: _with_bands(c, low_fractions=c.bands.low_fractions[:1]),
}


def parts_of(dataset: str) -> list[str]:
    """Returns the parts that the preset has for a set, the whole first."""
    whole = presets.get("best", dataset)
    return [part for part, loss in PARTS.items() if part == WHOLE or loss(whole) != whole]


def cells_of(part: str, dataset: str, protocol: Protocol) -> list[Cell]:
    """Returns the runs of one entry: ten seeds, or a seed for each of a set's own splits."""
    config = PARTS[part](presets.get("best", dataset))
    return runs_of(dataset, config, protocol)


def cells(protocol: Protocol) -> list[Cell]:
    """Returns all runs, seed by seed; the quick protocol has the small sets alone."""
    return seed_by_seed(
        lambda d: [cells_of(part, d, protocol) for part in parts_of(d)], protocol
    )


def rows(records: Records) -> list[Row]:
    """Returns the accuracies, then the differences from the whole, paired by seed and split."""
    accuracies, differences = [], []
    for dataset in DATASETS:
        whole = cells_of(WHOLE, dataset, FULL)
        for part in parts_of(dataset):
            own = cells_of(part, dataset, FULL)
            common = {"label": part, "dataset": dataset}
            found = recorded(records, own)
            accuracies.append(measured_row(found, quantity=_ACCURACY, **common))
            if part != WHOLE:
                pairs = zip(own, whole, strict=True)
                differences.append(
                    difference_row(records, pairs, quantity=_DIFFERENCE, **common)
                )
    return [*accuracies, *differences]


def findings(table: Sequence[Row]) -> list[str]:
    """Says which parts make a difference that their intervals tell from none."""
    sentences = []
    for dataset in DATASETS:
        measured = [
            row
            for row in table
            if row.dataset == dataset and row.quantity == _DIFFERENCE and row.remark
        ]
        if measured:
            parts = "; ".join(
                f"{row.label} {100 * (row.measured or 0.0):+.1f} points ({row.remark})"
                for row in measured
            )
            sentences.append(f"{title_of(dataset)}, {measured[0].runs} pairs: {parts}.")
    return sentences


ABLATION = Experiment(name="ablation", cells=cells, rows=rows, findings=findings)
