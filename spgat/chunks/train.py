"""Training on a store of bands in batches of nodes, in memory that the graph does not decide.

Not in the paper, whose layers propagate what they have transformed. Here the propagation comes
first and once: a linear pooling of bands, Σ_b α_b Φ_b X Θ, is node by node once the Φ_b X are
known, as SGC (Wu et al. 2019) has it for one low pass. What follows looks at no neighbour.
"""

import math
import time
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import Literal

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional

from spgat.arrays import Ints
from spgat.chunks.store import BandStore
from spgat.config import TrainConfig
from spgat.errors import InputError
from spgat.nn.optimizer import Adam, Group
from spgat.progress import Progress, ShouldStop, report
from spgat.random_stream import RandomStream

Set = Literal["train", "val", "test"]


class BandClassifier(nn.Module):
    """logits = drop(ReLU(drop(Σ_b α_b (Φ_b X)_i) Θ)) Θ₂ of each node i.

    One layer of SpGAT with sum pooling, without a second propagation; dropout follows it, as
    it can no longer come before.

    Args:
        num_bands: B.
        num_features: p.
        num_classes: Number of classes.
        hidden: Number of hidden units.
        dropout: Dropout probability of the pooled features and of the hidden layer.
    """

    def __init__(
        self, num_bands: int, num_features: int, num_classes: int, hidden: int, dropout: float
    ) -> None:
        super().__init__()
        self.dropout = dropout
        self.band_scalars = nn.Parameter(torch.ones(num_bands))
        sizes = pairwise((num_features, hidden, num_classes))
        self.first, self.second = (nn.Linear(*size, bias=False) for size in sizes)
        for layer in (self.first, self.second):
            nn.init.xavier_uniform_(layer.weight)

    def alpha(self) -> Tensor:
        """Returns α, [num_bands], positive, summing to 1."""
        return torch.softmax(self.band_scalars, dim=0)

    def forward(self, bands: Tensor) -> Tensor:
        """Returns logits, [k, num_classes], of k nodes' bands, [num_bands, k, num_features]."""
        pooled = torch.tensordot(self.alpha(), bands, dims=1)
        hidden = self.first(functional.dropout(pooled, self.dropout, self.training))
        hidden = functional.dropout(torch.relu(hidden), self.dropout, self.training)
        return self.second(hidden)


@dataclass(frozen=True, slots=True, kw_only=True)
class BatchTraining:
    """What a training in batches leaves behind.

    Attributes:
        model: The model of the best epoch, on the CPU, in evaluation mode.
        best_epoch: The epoch with the best validation accuracy, of equal ones the last.
        epochs: Number of epochs trained.
        val_accuracy: In [0, 1], of the best epoch.
        test_accuracy: In [0, 1], of the best epoch.
        alpha: α of the best epoch, one number for each band.
        seconds_per_epoch: On the clock, validation included.
    """

    model: BandClassifier
    best_epoch: int
    epochs: int
    val_accuracy: float
    test_accuracy: float
    alpha: tuple[float, ...]
    seconds_per_epoch: float


def fit_in_batches(
    store: BandStore,
    config: TrainConfig,
    *,
    batch_size: int = 1024,
    seed: int = 0,
    progress: Progress | None = None,
    should_stop: ShouldStop | None = None,
) -> BatchTraining:
    """Returns a model trained on a store's nodes, on the CPU.

    Memory holds a batch of all bands, the weights, and the numbers of the nodes of the sets.
    A batch of all training nodes makes it a full-batch training.

    Args:
        store: With labels and a split.
        config: Its hidden units, dropout, learning rates and warm-up, L2 penalty (on the first
            layer), epochs and patience; nothing else of it is looked at.
        batch_size: Nodes in a batch, at least 1.
        seed: Of weights, dropout and the order of the nodes.
        progress: Called after each epoch.
        should_stop: Polled after each epoch.

    Raises:
        InputError: For a store without labelled nodes in each set, or a loss that is no longer
            finite.
        Cancelled: If `should_stop` turns true.
    """
    if batch_size < 1:
        raise InputError(f"The batch size is {batch_size}; take at least 1.")
    train, val, test = (store.nodes(name) for name in ("train", "val", "test"))
    info, started = store.info, time.perf_counter()
    stream = RandomStream(seed, torch.device("cpu"))
    with stream.drawing():
        model = BandClassifier(
            info.num_bands, info.num_features, info.num_classes, config.hidden, config.dropout
        )
        rate, of_bands = config.learning_rate, config.band_learning_rate
        weights = [*model.first.parameters(), *model.second.parameters()]
        warmup = config.band_warmup * math.ceil(len(train) / batch_size)
        optimizer = Adam(
            Group(weights, rate), Group([model.band_scalars], of_bands or rate, warmup)
        )
        best, best_epoch, epoch = -1.0, 0, 0
        kept = {name: value.clone() for name, value in model.state_dict().items()}
        while epoch < config.epochs and epoch - best_epoch < (config.patience or config.epochs):
            epoch += 1
            model.train()
            shuffled = train[torch.randperm(len(train)).numpy()]
            for bands, labels in _batches(store, shuffled, batch_size):
                optimizer.zero_grad()
                loss = functional.cross_entropy(model(bands), labels)
                penalty = config.weight_decay * model.first.weight.square().sum() / 2
                (loss + penalty).backward()
                optimizer.step()
            if not torch.isfinite(loss):
                raise InputError(
                    f"The loss became {loss.item()} at epoch {epoch}; take a learning rate "
                    f"below {config.learning_rate:g}."
                )
            accuracy = _accuracy(store, model, val, batch_size)
            if accuracy >= best:
                best, best_epoch = accuracy, epoch
                kept = {name: value.clone() for name, value in model.state_dict().items()}
            text = f"epoch {epoch} of {config.epochs}"
            stream.outside(report)(epoch / config.epochs, text, progress, should_stop)
    model.load_state_dict(kept)
    return BatchTraining(
        model=model.eval(),
        best_epoch=best_epoch,
        epochs=epoch,
        val_accuracy=best,
        test_accuracy=_accuracy(store, model, test, batch_size),
        alpha=tuple(model.alpha().tolist()),
        seconds_per_epoch=(time.perf_counter() - started) / epoch,
    )


def _batches(store: BandStore, nodes: Ints, size: int) -> Iterator[tuple[Tensor, Tensor]]:
    """The bands and labels of some nodes, so many at a time."""
    assert store.labels is not None
    for first in range(0, len(nodes), size):
        batch = np.sort(nodes[first : first + size])  # as they lie in the files
        yield torch.from_numpy(store.rows(batch)), torch.from_numpy(store.labels[batch])


@torch.no_grad()
def _accuracy(store: BandStore, model: BandClassifier, nodes: Ints, size: int) -> float:
    model.eval()
    right = sum(
        int((model(bands).argmax(dim=1) == labels).sum())
        for bands, labels in _batches(store, nodes, size)
    )
    return right / len(nodes)
