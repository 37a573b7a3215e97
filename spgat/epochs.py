"""The training loop itself: step, evaluate, remember the best epoch, know when to stop."""

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import islice

import numpy as np
import torch
from torch import Tensor
from torch.nn import functional

from spgat.arrays import Floats32
from spgat.config import TrainConfig
from spgat.graph import Graph, NodeSplit
from spgat.memory import kept_memory
from spgat.nn.consistency import disagreement
from spgat.nn.model import Inputs, ModelOutput, NodeClassifier
from spgat.nn.optimizer import Optimizer
from spgat.results import EpochRecord
from spgat.working_time import WorkingTime

OnFrame = Callable[[int, Floats32], None]

#: Epochs between two looks at the results, by device: each look waits for a GPU.
EPOCHS_PER_LOOK = {"cpu": 1, "cuda": 10}


@dataclass(frozen=True, slots=True)
class Targets:
    """Nodes and labels of the training, validation and test set, in this order.

    Attributes:
        nodes: int64 [size] each, the nodes whose label is known.
        labels: int64 [size] each.
    """

    nodes: tuple[Tensor, ...]
    labels: tuple[Tensor, ...]

    @classmethod
    def of(cls, graph: Graph, split: NodeSplit, device: torch.device) -> "Targets":
        """Returns the targets of a graph's split on a device."""
        labels = np.asarray(graph.labels)
        numbers = [
            np.flatnonzero(mask & (labels >= 0))
            for mask in (split.train, split.val, split.test)
        ]
        return cls(
            tuple(torch.from_numpy(nodes).to(device) for nodes in numbers),
            tuple(torch.from_numpy(labels[nodes]).to(device) for nodes in numbers),
        )

    def train_loss(self, logits: Tensor) -> Tensor:
        """Returns the mean cross-entropy over the training nodes."""
        return functional.cross_entropy(logits[self.nodes[0]], self.labels[0])

    def metrics(self, logits: Tensor) -> Tensor:
        """Returns training and validation loss; training, validation and test accuracy."""
        rows = [logits[nodes] for nodes in self.nodes]
        losses = [functional.cross_entropy(rows[i], self.labels[i]) for i in (0, 1)]
        accuracies = [
            (row.argmax(dim=1) == labels).float().mean()
            for row, labels in zip(rows, self.labels, strict=True)
        ]
        return torch.stack(losses + accuracies)


class Loop:
    """One run in progress.

    Attributes:
        history: The records of the epochs so far.
        frames: (epoch, hidden) pairs where the config asks for them, from epoch 0, and where
            the hidden layer is finite.
        stop_reason: Why the run ended, once it has.
        best_epoch: The best validation epoch, whose weights the model has once it has ended.
    """

    def __init__(
        self,
        model: NodeClassifier,
        inputs: Inputs,
        targets: Targets,
        config: TrainConfig,
        on_frame: OnFrame | None = None,
    ) -> None:
        self._model = model
        self._inputs = inputs
        self._targets = targets
        self._config = config
        # Views must agree at all nodes, and frames show all of them.
        looks_at_all = config.consistency > 0
        self._trained = inputs if looks_at_all else model.looking_at(inputs, targets.nodes[0])
        looks_at_all = config.record_embedding_every is not None
        self._judged = (
            inputs if looks_at_all else model.looking_at(inputs, torch.cat(targets.nodes))
        )
        self._on_frame = on_frame
        self.history: list[EpochRecord] = []
        self.frames: list[tuple[int, Floats32]] = []
        self.stop_reason = "finished"
        self.best_epoch = 0

    def run(self, clock: WorkingTime) -> Iterator[EpochRecord]:
        """Yields the record of each epoch, in order; on a GPU they come in bunches."""
        with kept_memory():
            yield from self._run(clock)

    def _run(self, clock: WorkingTime) -> Iterator[EpochRecord]:
        config = self._config
        device = self._targets.nodes[0].device
        best = _BestEpoch(self._model.state_dict(), config, device)
        optimizer = self._model.optimizer()
        per_look = EPOCHS_PER_LOOK[device.type]
        unseen: list[Tensor] = []
        started = clock.now
        self._keep_frame(0)
        for epoch in range(1, config.epochs + 1):
            if clock.should_stop():
                self.stop_reason = "cancelled"
                break
            objective = self._step(optimizer)
            output = self._evaluated(self._judged)
            metrics = self._targets.metrics(output.logits)
            goes_on = best.update(epoch, objective, metrics)
            learned = [*self._alpha(), self._coefficients(), self._cutoffs().to(metrics)]
            unseen.append(torch.cat([torch.stack([goes_on, objective]), metrics, *learned]))
            self._keep_frame(epoch, output)
            if len(unseen) == per_look:
                yield from self._read(unseen, clock, started)
                started = clock.now
            if self.stop_reason != "finished":
                break
        yield from self._read(unseen, clock, started)
        self.best_epoch = best.restore()
        self.frames = [frame for frame in self.frames if frame[0] <= len(self.history)]

    @property
    def has_diverged(self) -> bool:
        """Whether a loss that is not finite ended the run."""
        return self.stop_reason.startswith("diverged")

    def evaluate(self) -> ModelOutput:
        """Returns logits and embedding of the model as it stands, without dropout."""
        return self._evaluated(self._inputs)

    @torch.no_grad()
    def _evaluated(self, inputs: Inputs) -> ModelOutput:
        self._model.eval()
        output: ModelOutput = self._model(inputs)
        return output

    def _step(self, optimizer: Optimizer) -> Tensor:
        """One step on the training losses and the penalty; returns their sum before it."""
        self._model.train()
        optimizer.zero_grad()
        config = self._config
        logits = self._model.views(self._trained, config.views)
        loss = torch.stack([self._targets.train_loss(view) for view in logits]).mean()
        if config.consistency > 0:
            loss = loss + config.consistency * disagreement(logits, config.temperature)
        objective = loss + self._model.penalty()
        objective.backward()
        optimizer.step()
        return objective.detach()

    def _read(
        self, unseen: list[Tensor], clock: WorkingTime, started: float
    ) -> Iterator[EpochRecord]:
        """Turns what the device wrote into records, up to the epoch that ends the run."""
        if not unseen:
            return
        rows = torch.stack(unseen).tolist()  # the one place where a GPU is waited for
        unseen.clear()
        seconds = (clock.now - started) / len(rows)
        sizes = [len(alpha) for alpha in self._alpha()]
        num_coefficients = len(self._coefficients())
        for goes_on, objective, *values in rows:
            train_loss, val_loss, train_accuracy, val_accuracy, test_accuracy, *rest = values
            learned = iter(rest)
            epoch = len(self.history) + 1
            record = EpochRecord(
                epoch=epoch,
                train_loss=train_loss,
                val_loss=val_loss,
                train_accuracy=train_accuracy,
                val_accuracy=val_accuracy,
                test_accuracy=test_accuracy,
                alpha=tuple(tuple(islice(learned, size)) for size in sizes),
                coefficients=tuple(islice(learned, num_coefficients)),
                cutoffs=tuple(learned),
                seconds=seconds,
            )
            self.history.append(record)
            yield record
            if not goes_on:
                sound = math.isfinite(objective) and math.isfinite(record.val_loss)
                self.stop_reason = "early stopping" if sound else f"diverged at epoch {epoch}"
                return

    def _alpha(self) -> list[Tensor]:
        return [alpha.detach() for alpha in self._model.alpha()]

    def _coefficients(self) -> Tensor:
        return self._model.coefficients().detach().mean(dim=0)

    @torch.no_grad()
    def _cutoffs(self) -> Tensor:
        return self._model.cutoffs(self._inputs)

    def _keep_frame(self, epoch: int, output: ModelOutput | None = None) -> None:
        every = self._config.record_embedding_every
        if every is None or epoch % every != 0:
            return
        hidden = (output or self.evaluate()).hidden.cpu().numpy()
        if not np.isfinite(hidden).all():
            return  # no picture can be drawn of it; that the run diverged is read later
        self.frames.append((epoch, hidden))
        if self._on_frame is not None:
            self._on_frame(epoch, hidden)


class _BestEpoch:
    """The weights of the best validation epoch so far, decided on the device.

    Nothing here waits for a GPU: that a run is over is known there at once and read later,
    with the same outcome as a look at every epoch.
    """

    def __init__(
        self, state: dict[str, Tensor], config: TrainConfig, device: torch.device
    ) -> None:
        self._state = state
        self._kept = {name: value.clone() for name, value in state.items()}
        self._patience = config.patience or config.epochs
        self._monitor = config.monitor
        self._loss = torch.tensor(torch.inf, device=device)  # the least so far
        self._accuracy = torch.tensor(-torch.inf, device=device)  # the highest so far
        self._kept_loss = torch.tensor(torch.inf, device=device)
        self._epoch = torch.tensor(0, device=device)
        self._improved = torch.tensor(0, device=device)
        self._goes_on = torch.tensor(True, device=device)

    def update(self, epoch: int, objective: Tensor, metrics: Tensor) -> Tensor:
        """Takes note of an epoch; returns whether the run goes on, a bool scalar.

        A tie goes to the later epoch, as in the published code.
        """
        _, val_loss, _, val_accuracy, _ = metrics
        sound = self._goes_on & torch.isfinite(objective) & torch.isfinite(val_loss)
        better, improved = self._judge(val_loss, val_accuracy)
        better, improved = sound & better, sound & improved
        self._loss = torch.where(sound, torch.minimum(val_loss, self._loss), self._loss)
        self._accuracy = torch.where(
            sound, torch.maximum(val_accuracy, self._accuracy), self._accuracy
        )
        self._kept_loss = torch.where(better, val_loss, self._kept_loss)
        self._epoch = torch.where(better, epoch, self._epoch)
        self._improved = torch.where(improved, epoch, self._improved)
        for name, value in self._state.items():
            torch.where(better, value, self._kept[name], out=self._kept[name])
        self._goes_on = sound & (epoch - self._improved < self._patience)
        return self._goes_on

    def _judge(self, loss: Tensor, accuracy: Tensor) -> tuple[Tensor, Tensor]:
        """Whether this epoch is the best one, and whether it renews the patience."""
        lower, higher = loss <= self._loss, accuracy >= self._accuracy
        if self._monitor == "val_loss":
            return lower, lower
        if self._monitor == "val_accuracy":
            return higher, higher
        if self._monitor == "val_accuracy_and_loss":
            return lower & higher, lower | higher
        wins_tie = (accuracy == self._accuracy) & (loss <= self._kept_loss)
        return (accuracy > self._accuracy) | wins_tie, lower | higher

    @torch.no_grad()
    def restore(self) -> int:
        """Puts the kept weights back into the model; returns their epoch, 0 for none."""
        for name, value in self._state.items():
            value.copy_(self._kept[name])
        return int(self._epoch)
