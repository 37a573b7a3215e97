"""What training knows of a model: prepare once per graph, then forward as often as needed."""

from abc import ABC, abstractmethod
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

import torch
from torch import Tensor, nn

from spgat.arrays import Bools
from spgat.bands.build import build_bands
from spgat.bands.config import BandConfig
from spgat.bands.operators import BandOperators
from spgat.bands.record import FilterRecord
from spgat.config import TrainConfig
from spgat.graph import Graph
from spgat.nn.features import Features
from spgat.nn.optimizer import Adam, Group, Optimizer
from spgat.progress import Progress, ShouldStop, report
from spgat.spectral.cache import default_cache


@dataclass(frozen=True, slots=True, eq=False)
class Preparation:
    """The graph that a model gets ready for, and what it may use to do so.

    Attributes:
        graph: The graph.
        device: Where the tensors live.
        train: bool [num_nodes], the training nodes, for methods whose unsupervised part looks
            at them. Labels of other nodes must not be used.
        seed: Seed of the random parts of the preparation, if any.
        progress: Called during long work.
        should_stop: Polled during long work.
    """

    graph: Graph
    device: torch.device = field(default_factory=lambda: torch.device("cpu"))
    train: Bools | None = None
    seed: int = 0
    progress: Progress | None = None
    should_stop: ShouldStop | None = None

    def report(self, fraction: float, text: str) -> None:
        """Reports the fraction of the long work that is done, in [0, 1].

        Raises:
            Cancelled: If `should_stop` turns true.
        """
        report(fraction, text, self.progress, self.should_stop)

    def bands(self, config: BandConfig) -> BandOperators:
        """Returns the graph's bands on the device, kept on disk; errors as of `build_bands`."""
        return build_bands(
            self.graph.adjacency,
            config,
            cache=default_cache(),
            progress=self.progress,
            should_stop=self.should_stop,
        ).to(self.device)


@dataclass(frozen=True, slots=True, kw_only=True)
class Inputs:
    """All that a model needs of a graph, computed once and living on the model's device.

    Attributes:
        features: float32 [num_nodes, num_features], dense or sparse.
        structure: What the model propagates with: a `BandOperators`, an edge_index, a list of
            operators.
        last_structure: What the last layer propagates with, where that is something else.
        balance: float32 [num_nodes, 1], by which signals are scaled before the structure and
            divided after it; None for 1.
        notes: One sentence for each thing the reader of a result should know of.
        learned_filter: The filter of the model before it is trained; None without one.
    """

    features: Features
    structure: Any = None
    last_structure: Any = None
    balance: Tensor | None = None
    notes: tuple[str, ...] = ()
    learned_filter: FilterRecord | None = None


@dataclass(frozen=True, slots=True)
class ModelOutput:
    """One forward pass.

    Attributes:
        logits: float32 [num_nodes, num_classes].
        hidden: float32 [num_nodes, hidden], the last hidden layer: the embedding.
    """

    logits: Tensor
    hidden: Tensor


class NodeClassifier(nn.Module, ABC):
    """Base of all models.

    A subclass is built from `(config, num_features, num_classes)` and implements `prepare`
    and `forward`; the others have defaults that fit a model without attention.
    """

    def __init__(self, config: TrainConfig) -> None:
        super().__init__()
        self.config = config

    @abstractmethod
    def prepare(self, preparation: Preparation) -> Inputs:
        """Returns everything about a graph that does not change while training.

        May be called for another graph than the one trained on (inductive use).

        """

    def looking_at(self, inputs: Inputs, nodes: Tensor) -> Inputs:
        """Returns inputs that give the same logits at some nodes, and cost less if they can.

        What they give at other nodes means nothing, nor does the hidden layer.

        Args:
            inputs: From `prepare`.
            nodes: int64 [k].
        """
        return inputs

    @abstractmethod
    def forward(self, inputs: Inputs) -> ModelOutput:
        """Returns logits and embedding; dropout is active in training mode only."""

    def views(self, inputs: Inputs, count: int) -> Tensor:
        """Returns the logits of random views, [count, num_nodes, num_classes].

        A view is one draw of everything that is random while training.

        Args:
            inputs: From `prepare`.
            count: At least 1.
        """
        return torch.stack([self(inputs).logits for _ in range(count)])

    def first_layer(self) -> Iterable[nn.Parameter]:
        """Returns the first layer's weights: of the first child module that has any."""
        return next((own for c in self.children() if (own := list(c.parameters()))), [])

    def weights(self) -> list[nn.Parameter]:
        """Returns all parameters but those of the bands."""
        of_bands = {id(parameter) for parameter in self.band_parameters()}
        return [parameter for parameter in self.parameters() if id(parameter) not in of_bands]

    def penalised(self) -> Iterable[nn.Parameter]:
        """Returns the parameters `config.penalty` puts under the L2 penalty."""
        return self.weights() if self.config.penalty == "all" else self.first_layer()

    def penalty(self) -> Tensor:
        """Returns weight_decay · Σ ½‖parameter‖² over the penalised parameters, a scalar."""
        terms = [parameter.square().sum() for parameter in self.penalised()]
        return 0.5 * self.config.weight_decay * sum(terms, start=torch.zeros(()))

    def optimizer(self) -> Optimizer:
        """Returns what trains the parameters: Adam, at the config's learning rates."""
        rate, warmup = self.config.learning_rate, self.config.band_warmup
        of_bands = self.config.band_learning_rate or rate
        return Adam(
            Group(self.weights(), rate), Group(self.band_parameters(), of_bands, warmup)
        )

    def alpha(self) -> list[Tensor]:
        """Returns α of each layer, [num_bands] each, summing to 1; none by default."""
        return []

    def bands(self, inputs: Inputs) -> BandOperators | None:
        """Returns the operators of the bands as the model applies them, None without bands.

        Args:
            inputs: From `prepare`.
        """
        structure = inputs.structure
        return structure if isinstance(structure, BandOperators) else None

    def cutoffs(self, inputs: Inputs) -> Tensor:
        """Returns the eigenvalues at learned cuts, ascending; none by default.

        Args:
            inputs: From `prepare`.
        """
        return torch.empty(0)

    def coefficients(self) -> Tensor:
        """Returns the coefficients of learned filters, [num_filters, num_terms]; none here."""
        return torch.empty(1, 0)

    def learned_filter(self) -> FilterRecord | None:
        """Returns the learned filters as they stand; None for a model without."""
        return None

    def band_parameters(self) -> list[nn.Parameter]:
        """Returns the parameters that `config.band_learning_rate` is for; none by default."""
        return []
