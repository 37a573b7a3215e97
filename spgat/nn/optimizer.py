"""What moves the parameters: Adam, step for step as torch's own.

torch's optimisers load its compiler on their first use in a process: 800 modules, and a quarter
of the processor time of a short `spgat train`. Nothing here is compiled. The weights come out
equal to those of `torch.optim.Adam`, to the last bit on a CPU
(tests/spgat/nn/test_optimizer.py).
"""

import math
from collections.abc import Iterable
from typing import Protocol

import torch
from torch import Tensor, nn


class Optimizer(Protocol):
    """What the training loop asks of an optimiser; torch's own have it too."""

    def zero_grad(self) -> None:
        """Drops the gradients of the last step."""

    def step(self) -> object:
        """Moves each parameter that has a gradient."""


class Adam:
    """Adam (Kingma and Ba 2015), with a learning rate for each group of parameters.

    Its other constants are the publication's: β1 0.9, β2 0.999, ε 1e-8. The L2 penalty is a
    part of the loss here (`Model.penalty`), not of the step.

    Args:
        groups: Parameters and their learning rate, above 0; a group may be empty.

    Attributes:
        groups: The same, as (list of parameters, learning rate).
    """

    def __init__(self, *groups: tuple[Iterable[nn.Parameter], float]) -> None:
        self.groups = [(list(parameters), rate) for parameters, rate in groups]
        self._moments: dict[nn.Parameter, tuple[Tensor, Tensor]] = {}
        self._steps: dict[nn.Parameter, int] = {}

    def zero_grad(self) -> None:
        """Drops the gradients of the last step."""
        for parameters, _ in self.groups:
            for parameter in parameters:
                parameter.grad = None

    @torch.no_grad()
    def step(self) -> None:
        """Moves each parameter that has a gradient against it, in units of its usual size."""
        for parameters, rate in self.groups:
            for parameter in parameters:
                if parameter.grad is not None:
                    self._move(parameter, parameter.grad, rate)

    def _move(self, parameter: nn.Parameter, gradient: Tensor, rate: float) -> None:
        if parameter not in self._moments:
            self._moments[parameter] = torch.zeros_like(parameter), torch.zeros_like(parameter)
        mean, square = self._moments[parameter]
        step = self._steps[parameter] = self._steps.get(parameter, 0) + 1
        mean.lerp_(gradient, 1 - 0.9)
        square.mul_(0.999).addcmul_(gradient, gradient, value=1 - 0.999)
        root = (square.sqrt() / math.sqrt(1 - 0.999**step)).add_(1e-8)
        parameter.addcdiv_(mean, root, value=-rate / (1 - 0.9**step))
