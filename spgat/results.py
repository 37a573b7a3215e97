"""What a training run leaves behind: plain records and arrays, no tensors."""

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from statistics import fmean, stdev
from typing import TYPE_CHECKING, Any

from numpy.typing import NDArray

from spgat.arrays import Floats32, Ints
from spgat.bands.record import BandRecord, FilterRecord
from spgat.config import TrainConfig

if TYPE_CHECKING:
    from spgat.drawing import Drawing


@dataclass(frozen=True, slots=True, kw_only=True)
class EpochRecord:
    """One epoch, evaluated after its step, without dropout.

    Attributes:
        epoch: From 1.
        train_loss, val_loss: Mean cross-entropy, without the L2 penalty.
        train_accuracy, val_accuracy, test_accuracy: In [0, 1].
        alpha: α of each layer and band; empty for models without attention.
        cutoffs: The eigenvalues at learned cuts, ascending; empty where they are fixed.
        coefficients: Those of the learned filter, the mean over its filters where each class
            has one; empty for models without.
        seconds: Time of the training step and the evaluation, without pauses.
    """

    epoch: int
    train_loss: float
    val_loss: float
    train_accuracy: float
    val_accuracy: float
    test_accuracy: float
    alpha: tuple[tuple[float, ...], ...]
    cutoffs: tuple[float, ...] = ()
    coefficients: tuple[float, ...] = ()
    seconds: float


@dataclass(frozen=True, slots=True, kw_only=True)
class TrainResult:
    """A trained model and how it came about.

    Weights, logits, hidden layer, predictions and accuracies are those of the best validation
    epoch.

    Attributes:
        config, dataset, graph_digest, seed, split_index: What was run.
        history: One record per epoch.
        best_epoch: From 1; 0 where no epoch came to an end and the weights are the initial
            ones.
        test_accuracy, val_accuracy: At the best validation epoch, in [0, 1].
        oracle_test_accuracy: The best test accuracy of any epoch; explains published figures,
            selects nothing.
        last_alpha: α of each layer and band at the last epoch before any divergence: where
            training led, as the published code prints it. The initial α where there is no
            epoch. The kept weights have `alpha`.
        logits: float32 [num_nodes, num_classes].
        hidden: float32 [num_nodes, hidden], the embedding.
        predictions: int64 [num_nodes].
        state: The weights by name.
        frames: (epoch, hidden) pairs, from epoch 0, where the config asks for them.
        num_parameters: Number of trained numbers.
        setup_seconds, seconds_per_epoch: Wall time without pauses; the latter the median over
            epochs.
        device: "cpu" or "cuda".
        stop_reason: "finished", "early stopping", "cancelled" or "diverged at epoch k".
        notes: One sentence for each thing a reader should know of.
        bands: Where the spectrum was cut and what each band lets through; None for a model
            without bands.
        learned_filter: What a model with a learned filter lets through; None for others.
    """

    config: TrainConfig
    dataset: str
    graph_digest: str
    seed: int
    split_index: int
    history: list[EpochRecord]
    best_epoch: int
    test_accuracy: float
    val_accuracy: float
    oracle_test_accuracy: float
    last_alpha: tuple[tuple[float, ...], ...]
    logits: Floats32
    hidden: Floats32
    predictions: Ints
    state: dict[str, NDArray[Any]]
    frames: list[tuple[int, Floats32]]
    num_parameters: int
    setup_seconds: float
    seconds_per_epoch: float
    device: str
    stop_reason: str
    notes: tuple[str, ...]
    bands: BandRecord | None = None
    learned_filter: FilterRecord | None = None

    @property
    def alpha(self) -> tuple[tuple[float, ...], ...]:
        """α of each layer and band at the best validation epoch: that of the weights."""
        if self.best_epoch == 0:
            return self.last_alpha
        return self.history[self.best_epoch - 1].alpha

    @property
    def cutoffs(self) -> tuple[float, ...]:
        """Learned cutoffs at the best validation epoch; none where they are fixed."""
        return self.history[self.best_epoch - 1].cutoffs if self.best_epoch else ()

    def plot(self) -> "Drawing":
        """Returns a drawing of α and of the accuracies over the epochs."""
        from spgat.drawing import draw_training  # most runs are not looked at

        return draw_training(self)

    def _repr_html_(self) -> str:
        return (
            f"<p><b>{escape(self.config.model)}</b> on {escape(self.dataset)}: test accuracy "
            f"{self.test_accuracy:.1%} at epoch {self.best_epoch} of {len(self.history)}, the "
            f"best on validation</p>{self.plot()._repr_html_()}"
        )


@dataclass(frozen=True, slots=True)
class SeedSummary:
    """Several runs of one config, seed by seed, never a selection of them.

    Attributes:
        results: One per seed.
        silhouettes: Mean silhouette of the hidden layer over all labelled nodes, per seed;
            None where undefined.
    """

    results: list[TrainResult]
    silhouettes: list[float | None]

    def to_dict(self) -> dict[str, Any]:
        """Returns the keys of `spgat train --json`, except the ids of stored runs.

        `test_accuracy_std` is the sample standard deviation over the seeds, as in all tables
        of the project (ddof 1); 0.0 for one seed.
        """
        first = self.results[0]
        accuracies = [result.test_accuracy for result in self.results]
        defined = [value for value in self.silhouettes if value is not None]
        return {
            "dataset": first.dataset,
            "model": first.config.model,
            "preset": first.config.preset,
            "config": first.config.to_dict(),
            "seeds": [result.seed for result in self.results],
            "test_accuracy_mean": fmean(accuracies),
            "test_accuracy_std": stdev(accuracies) if len(accuracies) > 1 else 0.0,
            "val_accuracy_mean": fmean(r.val_accuracy for r in self.results),
            "oracle_test_accuracy_mean": fmean(r.oracle_test_accuracy for r in self.results),
            "alpha": _mean_alpha([result.alpha for result in self.results]),
            "last_alpha": _mean_alpha([result.last_alpha for result in self.results]),
            "silhouette_mean": fmean(defined) if defined else None,
            "num_parameters": first.num_parameters,
            "epochs_mean": fmean(len(r.history) for r in self.results),
            "seconds_per_epoch": fmean(r.seconds_per_epoch for r in self.results),
            "setup_seconds": fmean(r.setup_seconds for r in self.results),
            "device": first.device,
        }


def _mean_alpha(alphas: Sequence[tuple[tuple[float, ...], ...]]) -> list[list[float]]:
    """The mean over runs of each layer's α of each band."""
    return [
        [fmean(band) for band in zip(*layer, strict=True)]
        for layer in zip(*alphas, strict=True)
    ]
