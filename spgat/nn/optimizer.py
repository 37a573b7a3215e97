"""What moves the parameters: Adam, step for step as torch's own.

torch's optimisers load its compiler on their first use in a process: 800 modules, and a quarter
of the processor time of a short `spgat train`. Nothing here is compiled. The weights come out
equal to those of `torch.optim.Adam`, to the last bit on a CPU
(tests/spgat/nn/test_optimizer.py).
"""

import math
from collections.abc import Iterable
from typing import NamedTuple, Protocol

import torch
from torch import Tensor, nn


class Optimizer(Protocol):
    """What the training loop asks of an optimiser; torch's own have it too."""

    def zero_grad(self) -> None:
        """Drops the gradients of the last step."""

    def step(self) -> object:
        """Moves each parameter that has a gradient."""


class Group(NamedTuple):
    """Parameters that share a learning rate.

    Attributes:
        parameters: What moves; may be empty.
        rate: Their learning rate, above 0.
        warmup: Steps, at least 0, over which the rate grows to that, by equal amounts from
            1/warmup of it; 0 has the whole rate from the first step on.
    """

    parameters: Iterable[nn.Parameter]
    rate: float
    warmup: int = 0

    def rate_at(self, step: int) -> float:
        """Returns the learning rate of a step; the first one is 1."""
        return self.rate if step >= self.warmup else self.rate * step / self.warmup


class Adam:
    """Adam (Kingma and Ba 2015), with a learning rate for each group of parameters.

    Its other constants are the publication's: β1 0.9, β2 0.999, ε 1e-8. The L2 penalty is a
    part of the loss here (`Model.penalty`), not of the step.

    Args:
        groups: The parameters with their learning rates.

    Attributes:
        groups: The same; each one's parameters are a list.
    """

    def __init__(self, *groups: Group) -> None:
        self.groups = [group._replace(parameters=list(group.parameters)) for group in groups]
        self._moments: dict[nn.Parameter, tuple[Tensor, Tensor]] = {}
        self._steps: dict[nn.Parameter, int] = {}

    def zero_grad(self) -> None:
        """Drops the gradients of the last step."""
        for group in self.groups:
            for parameter in group.parameters:
                parameter.grad = None

    @torch.no_grad()
    def step(self) -> None:
        """Moves each parameter that has a gradient against it, in units of its usual size."""
        for group in self.groups:
            for parameter in group.parameters:
                if parameter.grad is not None:
                    self._move(parameter, parameter.grad, group)

    def _move(self, parameter: nn.Parameter, gradient: Tensor, group: Group) -> None:
        if parameter not in self._moments:
            self._moments[parameter] = torch.zeros_like(parameter), torch.zeros_like(parameter)
        mean, square = self._moments[parameter]
        step = self._steps[parameter] = self._steps.get(parameter, 0) + 1
        mean.lerp_(gradient, 1 - 0.9)
        square.mul_(0.999).addcmul_(gradient, gradient, value=1 - 0.999)
        root = (square.sqrt() / math.sqrt(1 - 0.999**step)).add_(1e-8)
        parameter.addcdiv_(mean, root, value=-group.rate_at(step) / (1 - 0.9**step))
