"""JacobiConv: a linear network with a Jacobi filter for each class (Wang, Zhang, ICML 2022)."""

from collections.abc import Callable, Iterator
from typing import TypeVar

import numpy as np
import torch
from torch import Tensor, nn

from spgat.arrays import Floats
from spgat.config import TrainConfig
from spgat.nn.baselines.inputs import InputLinear
from spgat.nn.baselines.polynomial_filter import FilterNetwork, draw_as_linear
from spgat.nn.features import dropout, feature_tensor
from spgat.nn.model import Inputs, ModelOutput, Preparation
from spgat.nn.optimizer import Adam, Group

Signal = TypeVar("Signal", Tensor, Floats)


class JacobiConv(FilterNetwork):
    """Column l of the logits is Σ_k c_kl P_k(Â) (XW + b)_l, P_k = P_k^{(a, b)} of Jacobi.

    No nonlinearity anywhere; Â = I − L. The coefficients are c_kl = β_kl Π_{i ≤ k} γ_i with
    γ_i = γ' tanh(η_i), the polynomial coefficient decomposition of the publication's section 5.

    Options: `order` (10); `a` and `b` (1), above −1 or equal to it; `scale` (γ', 1);
    `filter_dropout` (0) of XW + b; the η_i have `decomposition_learning_rate` (0.01) and
    `decomposition_weight_decay` (0), the β_kl the config's `band_learning_rate` and
    `coefficient_weight_decay` (0).
    """

    def __init__(self, config: TrainConfig, num_features: int, num_classes: int) -> None:
        super().__init__(config, num_features, num_classes)
        option = config.option
        self.a, self.b = option("a", 1.0), option("b", 1.0)
        self.scale = option("scale", 1.0)
        self.linear = InputLinear(num_features, num_classes, bias=True)
        draw_as_linear(self.linear)
        self.beta = nn.Parameter(torch.ones(num_classes, self.order + 1))
        self.eta = nn.Parameter(torch.full((self.order,), min(1 / self.scale, 1.0)))

    def basis(self, eigenvalues: Floats) -> Floats:
        """Returns P_k(1 − λ)."""
        step = 1 - np.asarray(eigenvalues, dtype=np.float64)
        terms = jacobi(lambda x: step * x, np.ones_like(step), self.order, self.a, self.b)
        return np.stack(list(terms))

    def coefficients(self) -> Tensor:
        """Returns c_kl, [num_classes, order + 1]."""
        gamma = self.scale * self.eta.tanh()
        return self.beta * torch.cat([gamma.new_ones(1), gamma.cumprod(dim=0)])

    def band_parameters(self) -> list[nn.Parameter]:
        """Returns what makes the filters, β and η."""
        return [self.beta, self.eta]

    def optimizer(self) -> Adam:
        """Returns Adam with a learning rate each for weights, β and η."""
        config = self.config
        of_beta = config.band_learning_rate or config.learning_rate
        of_eta = config.option("decomposition_learning_rate", 0.01)
        return Adam(
            Group(self.weights(), config.learning_rate),
            Group([self.beta], of_beta, config.band_warmup),
            Group([self.eta], of_eta),
        )

    def penalty(self) -> Tensor:
        """Returns the L2 penalties of weights, β and η, each with its own factor."""
        of_beta = self.config.option("coefficient_weight_decay", 0.0)
        of_eta = self.config.option("decomposition_weight_decay", 0.0)
        squares = of_beta * self.beta.square().sum() + of_eta * self.eta.square().sum()
        return super().penalty() + 0.5 * squares

    def prepare(self, preparation: Preparation) -> Inputs:
        """Returns features, Laplacian and the filters before training."""
        graph, device = preparation.graph, preparation.device
        return Inputs(
            features=feature_tensor(graph, self.config.normalize_features, device),
            structure=self.operator(graph, device),
            learned_filter=self.learned_filter(),
        )

    def forward(self, inputs: Inputs) -> ModelOutput:
        """Returns logits, which are the embedding too."""
        x = self.linear(dropout(inputs.features, self.config.dropout, self.training))
        x = nn.functional.dropout(x, self.config.option("filter_dropout", 0.0), self.training)
        terms = jacobi(
            lambda signal: signal - inputs.structure(signal), x, self.order, self.a, self.b
        )
        columns = self.coefficients().T  # [order + 1, num_classes]
        logits = torch.stack([c * term for c, term in zip(columns, terms, strict=True)]).sum(0)
        return ModelOutput(logits, logits)


def jacobi(
    step: Callable[[Signal], Signal], x: Signal, order: int, a: float, b: float
) -> Iterator[Signal]:
    """Yields P_0(Â) x, …, P_order(Â) x, Jacobi's polynomials P_k^{(a, b)} by their recurrence.

    2k (k + a + b) (c − 2) P_k = (c − 1) (c (c − 2) z + a² − b²) P_{k−1}
    − 2 (k + a − 1) (k + b − 1) c P_{k−2}, with c = 2k + a + b (Szegő 1939, Eq. (4.5.1)).

    Args:
        step: x ↦ Âx; for numbers z instead of a matrix, x ↦ zx.
        x: What they are applied to.
        order: At least 0.
        a: At least −1.
        b: At least −1.
    """
    before, now = x, x
    yield now
    for k in range(1, order + 1):
        c = 2 * k + a + b
        if k == 1:  # where the recurrence's factors may all be 0
            now = ((a - b) * x + (a + b + 2) * step(x)) / 2
        else:
            scale = 2 * k * (k + a + b) * (c - 2)
            moved = c * (c - 2) * step(now) + (a**2 - b**2) * now
            following = (c - 1) * moved - 2 * (k + a - 1) * (k + b - 1) * c * before
            before, now = now, following / scale
        yield now
