"""Trainings in one process, however they interleave, are those that each is alone."""

from threading import Event, Thread

import numpy as np
import pytest
import torch

from spgat import datasets
from spgat.config import TrainConfig
from spgat.training import fit

CONFIGS = {
    "spgat": TrainConfig(hidden=8, epochs=6, patience=None, device="cpu"),
    "gcn": TrainConfig(model="gcn", hidden=8, epochs=6, patience=None, device="cpu"),
}


class Paused:
    """A training in a thread that waits at each epoch until it is told to go on."""

    def __init__(self, config, stop_at=None):
        self.result = None
        self._stop_at, self._asked = stop_at, 0
        self._go, self._waits = Event(), Event()
        self._thread = Thread(target=self._train, args=(config,))
        self._thread.start()
        self._waits.wait()

    def _train(self, config):
        graph = datasets.load("karate")
        self.result = fit(graph, config, seed=3, should_stop=self._should_stop)
        self._waits.set()

    def _should_stop(self):
        self._waits.set()
        self._go.wait()
        self._go.clear()
        self._asked += 1
        return self._asked == self._stop_at

    def step(self):
        self._waits.clear()
        self._go.set()
        self._waits.wait()

    def finish(self):
        while self.result is None:
            self.step()
        self._thread.join()
        return self.result


def bits(result):
    return [record.train_loss for record in result.history], result.hidden.tobytes()


@pytest.fixture(scope="module")
def alone():
    graph = datasets.load("karate")
    return {name: bits(fit(graph, config, seed=3)) for name, config in CONFIGS.items()}


@pytest.mark.parametrize("name", CONFIGS)
def test_two_interleaved_trainings_are_bit_equal_to_each_alone(alone, name):
    paused, other = Paused(CONFIGS[name]), Paused(CONFIGS["gcn"])
    for _ in range(3):
        paused.step()
        other.step()
    assert bits(other.finish()) == alone["gcn"]
    assert bits(paused.finish()) == alone[name]


def test_a_stopped_training_leaves_the_numbers_of_a_running_one_alone(alone):
    stopped, running = Paused(CONFIGS["gcn"], stop_at=4), Paused(CONFIGS["spgat"])
    for _ in range(3):
        running.step()
    assert stopped.finish().stop_reason == "cancelled"
    assert bits(running.finish()) == alone["spgat"]


def test_the_callers_own_numbers_go_on_as_if_nothing_was_trained():
    graph, drawn = datasets.load("karate"), []
    torch.manual_seed(5)
    expected = torch.rand(8).numpy()
    torch.manual_seed(5)
    drawn.append(torch.rand(1).item())
    config = CONFIGS["gcn"]
    fit(graph, config, on_epoch=lambda record: drawn.append(torch.rand(1).item()))
    drawn.append(torch.rand(1).item())
    np.testing.assert_array_equal(np.float32(drawn), expected)
