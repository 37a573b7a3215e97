"""How far the d that `spgat suggest-d` names, and a learned one, stay below a grid's best."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from spgat import presets
from spgat.bands.suggest import suggest_low_fraction
from spgat.config import TrainConfig
from spgat.experiments.by_split import DATASETS, runs_of, seed_by_seed
from spgat.experiments.cell import Cell, Measured, TrainCell
from spgat.experiments.experiment import FULL, Experiment, Protocol
from spgat.experiments.outcome import Row, measured_row, title_of
from spgat.experiments.paired import difference_row
from spgat.experiments.sweep import Records, recorded
from spgat.graph import Graph
from spgat.results import TrainResult
from spgat.spectral.cache import default_cache
from spgat.spectral.density import spectral_density

#: Shares of the frequencies after the null space.
GRID = (0.05, 0.1, 0.2, 0.3, 0.5, 0.7, 0.9)
SUGGESTED = "the suggested d"
LEARNED = "the learned d"
BEST, ON_VALIDATION = "the grid's best d", "the grid's best d on validation"
_ACCURACY, _SHARE = "test accuracy", "share of low frequencies"
_DIFFERENCE = "difference of the suggested d from"
_LEARNED_DIFFERENCE = "difference of the learned d from"
#: A learned d that ends this near to the grid's best has found it.
_NEAR = 0.1


@dataclass(frozen=True, slots=True, kw_only=True)
class SuggestedCell(TrainCell):
    """A training run at the d that the labels of its training nodes suggest."""

    def measure(self) -> Measured:
        """Returns what a training run measures, and the share of low frequencies."""
        graph = self.graph()
        suggestion = suggest_low_fraction(
            graph, graph.splits[0].train, self.config.bands.laplacian, cache=default_cache()
        )
        run = replace(self, config=_at(self.config, suggestion.low_fraction))
        measured = super(SuggestedCell, run).measure()
        return measured | {"low_fraction": suggestion.low_fraction}


@dataclass(frozen=True, slots=True, kw_only=True)
class LearnedCell(TrainCell):
    """A training run whose cutoff moves from the preset's d on."""

    def measured(self, graph: Graph, result: TrainResult) -> Measured:
        """Returns what a training run measures, and the share of low frequencies at its end."""
        assert result.bands is not None
        density = spectral_density(graph.adjacency, self.config.bands.laplacian)
        count, _ = density.count_below(result.bands.cut.cutoffs[0])
        after = count - density.null_dimension
        share = max(after, 0.0) / (graph.num_nodes - density.null_dimension)
        # Not by `super()`, which a dataclass with slots does not have.
        return TrainCell.measured(self, graph, result) | {"low_fraction": share}


def _at(config: TrainConfig, low_fraction: float) -> TrainConfig:
    return replace(config, bands=replace(config.bands, low_fractions=(low_fraction,)))


def cells_of(dataset: str, low_fraction: float | None, protocol: Protocol) -> list[Cell]:
    """Returns the runs at one d of the grid, or at the suggested one of each split."""
    config = presets.get("frequency", dataset)
    kind = SuggestedCell if low_fraction is None else TrainCell
    if low_fraction is not None:
        config = _at(config, low_fraction)
    return runs_of(dataset, config, protocol, kind)


def learned_cells_of(dataset: str, protocol: Protocol) -> list[Cell]:
    """Returns the runs whose d is learned, by a step of low degree, which has a wide slope."""
    config = presets.get("frequency", dataset)
    bands = replace(config.bands, method="polynomial", step_order=16, learn_cutoffs=True)
    return runs_of(dataset, replace(config, bands=bands), protocol, LearnedCell)


def cells(protocol: Protocol) -> list[Cell]:
    """Returns all runs, seed by seed; the quick protocol has the small sets alone."""
    return seed_by_seed(
        lambda d: [
            *(cells_of(d, share, protocol) for share in (None, *GRID)),
            learned_cells_of(d, protocol),
        ],
        protocol,
    )


def rows(records: Records) -> list[Row]:
    """Returns for each set the suggested and learned d, the grid, and how they compare.

    The grid's best d is the one of the highest mean test accuracy: a yardstick that no choice
    could reach, as it knows the test labels. Beside it the best one on the validation nodes.
    """
    result = []
    for dataset in DATASETS:
        own = cells_of(dataset, None, FULL)
        learned = learned_cells_of(dataset, FULL)
        for label, runs in ((SUGGESTED, own), (LEARNED, learned)):
            found = recorded(records, runs)
            common = {"label": label, "dataset": dataset}
            result += [
                measured_row(found, quantity=_ACCURACY, **common),
                measured_row(found, "low_fraction", quantity=_SHARE, **common),
            ]
        points = {share: cells_of(dataset, share, FULL) for share in GRID}
        for share, runs in points.items():
            found = recorded(records, runs)
            result.append(
                measured_row(
                    found, quantity=_ACCURACY, label=f"d = {share:.0%}", dataset=dataset
                )
            )
        best_by = {m: _best(records, points, m) for m in ("test_accuracy", "val_accuracy")}
        for compared, difference, label, measure in (
            (own, _DIFFERENCE, BEST, "test_accuracy"),
            (own, _DIFFERENCE, ON_VALIDATION, "val_accuracy"),
            (learned, _LEARNED_DIFFERENCE, BEST, "test_accuracy"),
        ):
            best = best_by[measure]
            pairs = [] if best is None else zip(compared, points[best], strict=True)
            at = "" if best is None else f", {best:.0%}"
            common = {"label": f"{label}{at}", "dataset": dataset}
            quantity = f"{difference} {label}"
            result.append(difference_row(records, pairs, quantity=quantity, **common))
        found_best = best_by["test_accuracy"]
        result.append(Row(label=BEST, dataset=dataset, quantity=_SHARE, measured=found_best))
    return result


def _best(records: Records, points: dict[float, list[Cell]], measure: str) -> float | None:
    """The d of the highest mean; None before all of the grid has as many runs."""
    found = {share: measured_row(recorded(records, runs), measure, label="", dataset="")
             for share, runs in points.items()}  # fmt: skip
    if len({row.runs for row in found.values()}) > 1:
        return None
    means = {share: row.measured for share, row in found.items() if row.measured is not None}
    return max(means, key=means.__getitem__) if means else None


def findings(table: Sequence[Row]) -> list[str]:
    """Says how many points the suggested d costs against the grid's best."""
    losses = [
        row
        for row in table
        if row.quantity == f"{_DIFFERENCE} {BEST}" and row.measured is not None
    ]
    sentences = [
        f"{title_of(row.dataset)}: {100 * (row.measured or 0.0):+.1f} points against "
        f"{row.label}{f' ({row.remark})' if row.remark else ''}, {row.runs} runs."
        for row in losses
    ]
    if len(losses) > 1:
        mean = sum(row.measured or 0.0 for row in losses) / len(losses)
        sentences.append(
            f"The mean over {len(losses)} sets is {100 * mean:+.1f} points; the grid's best d "
            "is chosen by test accuracy, so it is more than any choice could reach."
        )
    return sentences + _found_by_learning(table)


def _found_by_learning(table: Sequence[Row]) -> list[str]:
    """Says on how many sets the learned d ends near the grid's best, or is the better one."""
    learned, best = (
        {
            row.dataset: row.measured
            for row in table
            if (row.label, row.quantity) == (label, _SHARE) and row.measured is not None
        }
        for label in (LEARNED, BEST)
    )
    differences = {
        row.dataset: row.measured
        for row in table
        if row.quantity == f"{_LEARNED_DIFFERENCE} {BEST}" and row.measured is not None
    }
    near = {name for name in differences if abs(learned[name] - best[name]) <= _NEAR}
    better = {name for name, gain in differences.items() if name not in near and gain > 0}
    if not differences:
        return []
    return [
        f"The learned d ends within {_NEAR:.0%} of the grid's best on {len(near)} of "
        f"{len(differences)} sets, and has the better accuracy on {len(better)} of the others."
    ]


SUGGESTED_D = Experiment(name="suggested-d", cells=cells, rows=rows, findings=findings)
