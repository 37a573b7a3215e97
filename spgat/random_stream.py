"""Random numbers of one training, whatever else draws some in this process."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Lock
from typing import ParamSpec, TypeVar

import torch
from torch import Tensor

P = ParamSpec("P")
R = TypeVar("R")

#: Torch has one generator for all threads; whoever draws from it holds this.
_turn = Lock()


class RandomStream:
    """A seed's sequence of random numbers from torch's global generators.

    Dropout and initial weights draw from these, which all threads share. So a training puts its
    own state in their place while it computes, and gives them back whenever it hands control
    to its caller: two trainings in one process, with pauses and stops in any order, each draw
    what they would draw alone.

    Args:
        seed: Starts the sequence.
        device: Where the training computes; the CPU's generator always belongs to the stream.
    """

    def __init__(self, seed: int, device: torch.device) -> None:
        self._seed = seed
        self._devices = [device] if device.type == "cuda" else []
        self._own: list[Tensor] = []
        self._others: list[Tensor] = []

    @contextmanager
    def drawing(self) -> Iterator[None]:
        """Makes torch's generators go on with this stream within the block; not nested."""
        self._take()
        try:
            yield
        finally:
            self._give()

    @contextmanager
    def _resting(self) -> Iterator[None]:
        self._give()
        try:
            yield
        finally:
            self._take()

    def outside(self, call: Callable[P, R]) -> Callable[P, R]:
        """Returns a function for use within `drawing`; its own draws are not the stream's."""

        def called(*args: P.args, **kwargs: P.kwargs) -> R:
            with self._resting():
                return call(*args, **kwargs)

        return called

    def _take(self) -> None:
        _turn.acquire()
        try:
            self._others = self._states()
            if self._own:
                self._set(self._own)
            else:
                self._seed_all()
        except BaseException:
            _turn.release()
            raise

    def _give(self) -> None:
        try:
            self._own = self._states()
            self._set(self._others)
        finally:
            _turn.release()

    def _seed_all(self) -> None:
        """Seeds what this stream draws from; `torch.manual_seed` would reach other devices."""
        torch.default_generator.manual_seed(self._seed)
        for device in self._devices:
            with torch.cuda.device(device):
                torch.cuda.manual_seed(self._seed)

    def _states(self) -> list[Tensor]:
        of_devices = (torch.cuda.get_rng_state(device) for device in self._devices)
        return [torch.get_rng_state(), *of_devices]

    def _set(self, states: list[Tensor]) -> None:
        torch.set_rng_state(states[0])
        for device, state in zip(self._devices, states[1:], strict=True):
            torch.cuda.set_rng_state(state, device)
