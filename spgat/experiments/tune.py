"""`spgat tune`: searches for a config on validation data alone."""

import json
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from statistics import fmean
from typing import Any, get_args

from spgat import datasets
from spgat.bands.config import BandConfig
from spgat.config import TrainConfig
from spgat.errors import InputError
from spgat.experiments import Family
from spgat.experiments.cell import TrainCell, compact
from spgat.extras import needs_extra
from spgat.progress import Progress, ShouldStop, report
from spgat.replacing import replacing
from spgat.spectral.laplacian import LaplacianConfig
from spgat.training import fit_each

with needs_extra("lab"):
    import optuna


@dataclass(frozen=True, slots=True, kw_only=True)
class Tuned:
    """The outcome of a search.

    Attributes:
        dataset: Name in the catalogue.
        config: The config with the best mean validation accuracy, preset "tuned".
        val_accuracy: That mean, over `runs` runs.
        trials: Number of configs that were tried.
        runs: Seeds, each with its own split where splits are drawn at random.
    """

    dataset: str
    config: TrainConfig
    val_accuracy: float
    trials: int
    runs: int

    def to_dict(self) -> dict[str, Any]:
        """Returns all attributes as JSON holds them."""
        return {
            "dataset": self.dataset,
            "config": compact(self.config),
            "val_accuracy": self.val_accuracy,
            "trials": self.trials,
            "runs": self.runs,
        }


def tune(
    dataset: str,
    *,
    family: Family = "frequency",
    trials: int = 30,
    runs: int = 3,
    seed: int = 0,
    storage: Path | None = None,
    progress: Progress | None = None,
    should_stop: ShouldStop | None = None,
) -> Tuned:
    """Returns the config with the best mean validation accuracy.

    The search sees `TrainResult.val_accuracy` alone, so on a published split no test label is
    ever looked at. Where splits are drawn at random (Coauthor CS, Amazon Photo) the search runs
    on splits 0 to runs − 1, and their validation nodes are mostly test nodes of the other
    splits: the accuracy over all of them is not of unseen labels only.

    Trials whose first run falls behind are pruned. Own choice, not in the paper, which searched
    d on a grid and does not say on which nodes.

    Args:
        dataset: Name in the catalogue.
        family: "frequency" searches true frequency bands of two bands and more, "cheby" the
            published SpGAT-Cheby, "wavelet" the paper's sparse wavelets.
        trials: Number of configs, at least 1.
        runs: Seeds per config, at least 1.
        seed: Seed of the search.
        storage: A file that keeps the trials, so that an interrupted search goes on; a search
            with another number of runs is another one, as its means are of other sizes.
        progress: Called after each trial.
        should_stop: Polled between epochs.

    Raises:
        InputError: For an unknown dataset or family, or a number below 1.
        Cancelled: If `should_stop` answers true.
    """
    if family not in get_args(Family):
        raise InputError(f"There is no family {family!r}; use one of {get_args(Family)}.")
    if trials < 1 or runs < 1:
        raise InputError(f"{trials} trials of {runs} runs: both must be at least 1.")
    datasets.info(dataset)  # an unknown one is refused before a study is made for it
    # A trial that ends by an error is logged with its traceback; the error itself is raised.
    optuna.logging.set_verbosity(optuna.logging.CRITICAL)
    study = optuna.create_study(
        study_name=f"{dataset}-{family}-{runs}-runs",
        direction="maximize",
        pruner=optuna.pruners.MedianPruner(n_startup_trials=5),
        storage=None if storage is None else f"sqlite:///{storage}",
        load_if_exists=True,
    )
    # A search that goes on would draw its first configs again from the same seed.
    study.sampler = optuna.samplers.TPESampler(
        seed=seed + _num_finished(study), multivariate=True
    )

    def objective(trial: optuna.Trial) -> float:
        config = _suggest(trial, family)
        scores: list[float] = []
        for run in range(runs):
            scores.append(_val_accuracy(dataset, config, run, should_stop))
            trial.report(fmean(scores), run)
            if trial.should_prune():
                raise optuna.TrialPruned
        return fmean(scores)

    while (done := _num_finished(study)) < trials:
        report(done / trials, f"trial {done + 1} of {trials}", progress, should_stop)
        study.optimize(objective, n_trials=1)
    best = study.best_trial
    return Tuned(
        dataset=dataset,
        config=_suggest(optuna.trial.FixedTrial(best.params), family),
        val_accuracy=float(study.best_value),
        trials=_num_finished(study),
        runs=runs,
    )


def _num_finished(study: optuna.Study) -> int:
    """Number of trials; one that was cut off is begun anew and does not count."""
    states = (optuna.trial.TrialState.COMPLETE, optuna.trial.TrialState.PRUNED)
    return len(study.get_trials(deepcopy=False, states=states))


def _val_accuracy(
    dataset: str, config: TrainConfig, run: int, should_stop: ShouldStop | None
) -> float:
    """The validation accuracy of one run; nothing else of the result is read."""
    cell = TrainCell(dataset=dataset, config=config, seed=run, split_index=run)
    [result] = fit_each(cell.graph(), config, [run], should_stop=should_stop)
    return result.val_accuracy


def _suggest(trial: Any, family: Family) -> TrainConfig:
    """The config of one trial."""
    return TrainConfig(
        preset="tuned",
        bands=_BANDS[family](trial),
        pooling=trial.suggest_categorical("pooling", _POOLINGS[family]),
        normalize_features=trial.suggest_categorical("normalize_features", ["row", "none"]),
        hidden=trial.suggest_categorical("hidden", [16, 32, 64, 128]),
        dropout=trial.suggest_float("dropout", 0.3, 0.9, step=0.05),
        learning_rate=trial.suggest_float("learning_rate", 0.003, 0.03, log=True),
        weight_decay=trial.suggest_float("weight_decay", 1e-4, 5e-2, log=True),
        epochs=400,
        patience=100,
    )


def _frequency_bands(trial: Any) -> BandConfig:
    """Two to four bands of true frequencies, each weighed by the heat kernel.

    By a polynomial step, which needs no eigenvector on any of the datasets.
    """
    num_cuts = trial.suggest_int("num_cuts", 1, 3)
    fractions = sorted(trial.suggest_float(f"cut_{i}", 0.02, 0.9) for i in range(num_cuts))
    return BandConfig(
        low_fractions=tuple(fractions),
        count_from="null-space",
        response="heat",
        scale=trial.suggest_float("scale", 1.0, 8.0),
        laplacian=LaplacianConfig(
            self_loops=trial.suggest_categorical("self_loops", [True, False])
        ),
        method="polynomial",
        step_order=16,
    )


def _series_bands(trial: Any) -> BandConfig:
    """The published series, entries dropped as published; d and s free."""
    return BandConfig(
        cut_by="column",
        basis="wavelet",
        low_fractions=(trial.suggest_float("cut_0", 0.02, 0.9),),
        scale=trial.suggest_float("scale", 0.5, 4.0),
        sparsification="positive",
        series="reference-code",
        order=trial.suggest_int("order", 1, 3),
    )


def _wavelet_bands(trial: Any) -> BandConfig:
    """The paper's sparse wavelets; d, s and t free."""
    return BandConfig(
        cut_by="column",
        basis="wavelet",
        low_fractions=(trial.suggest_float("cut_0", 0.02, 0.9),),
        scale=trial.suggest_float("scale", 0.5, 2.0),
        sparsification="positive",
        threshold=trial.suggest_float("threshold", 1e-5, 1e-2, log=True),
    )


#: A maximum needs each band by itself, which costs true bands one series per band.
_POOLINGS = {
    "frequency": ("sum",),
    "cheby": ("max", "mean", "sum"),
    "wavelet": ("max", "mean", "sum"),
}
_BANDS = {"frequency": _frequency_bands, "cheby": _series_bands, "wavelet": _wavelet_bands}

#: Where the preset "tuned" comes from.
TUNED_FILE = Path(str(files("spgat"))) / "tuned.json"


def save_preset(tuned: Tuned, file: Path = TUNED_FILE) -> None:
    """Makes a search's outcome the dataset's preset "tuned"."""
    content = json.loads(file.read_text(encoding="utf-8")) if file.is_file() else {}
    content[tuned.dataset] = tuned.to_dict()
    text = json.dumps(content, indent=1, sort_keys=True) + "\n"
    with replacing(file) as path:
        path.write_text(text, encoding="utf-8")
