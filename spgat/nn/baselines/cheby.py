"""ChebyNet (Defferrard et al., NeurIPS 2016): a polynomial of the Laplacian per layer."""

import torch
from torch import Tensor, nn

from spgat.config import TrainConfig
from spgat.graph import Graph
from spgat.nn.baselines.inputs import InputLinear, csr_tensor
from spgat.nn.baselines.prepared import Propagator
from spgat.nn.features import dropout
from spgat.nn.model import Inputs, ModelOutput
from spgat.spectral.laplacian import normalized_adjacency


class ChebyNet(Propagator):
    """Two layers Σₖ Tₖ(L̃) X Θₖ with L̃ = L − I, the Laplacian without self-loops, λ_max = 2.

    Options: `order` (2), the highest power K.
    """

    def __init__(self, config: TrainConfig, num_features: int, num_classes: int) -> None:
        super().__init__(config)
        terms = config.option("order", 2) + 1
        self.first = InputLinear(num_features, terms * config.hidden)
        self.second = nn.Linear(config.hidden, terms * num_classes, bias=False)
        self.first_bias = nn.Parameter(torch.zeros(config.hidden))
        self.second_bias = nn.Parameter(torch.zeros(num_classes))
        nn.init.xavier_uniform_(self.second.weight)

    def structure(self, graph: Graph, device: torch.device) -> Tensor:
        """Returns L̃ = −D^{-1/2} A D^{-1/2} as a CSR tensor."""
        return csr_tensor(-normalized_adjacency(graph.adjacency, self_loops=False), device)

    def forward(self, inputs: Inputs) -> ModelOutput:
        """Returns logits and the hidden layer."""
        probability = self.config.dropout
        x = self.first(dropout(inputs.features, probability, self.training))
        propagated = chebyshev_sum(inputs.structure, x, len(self.first_bias))
        hidden = (propagated + self.first_bias).relu()
        dropped = nn.functional.dropout(hidden, probability, self.training)
        logits = chebyshev_sum(inputs.structure, self.second(dropped), len(self.second_bias))
        return ModelOutput(logits + self.second_bias, hidden)


def chebyshev_sum(laplacian: Tensor, terms: Tensor, width: int) -> Tensor:
    """Returns Σₖ Tₖ(L̃) Zₖ by Clenshaw's recurrence, [num_nodes, width].

    PyG's `ChebConv` computes Tₖ(L̃)X first, which spreads sparse features out before their
    many columns are multiplied away.

    Args:
        laplacian: L̃, sparse [num_nodes, num_nodes], spectrum in [−1, 1].
        terms: Z₀ … Z_K side by side, [num_nodes, (K + 1) · width].
        width: Number of columns of each.
    """
    first, *others = terms.split(width, dim=1)
    newer, older = torch.zeros_like(first), torch.zeros_like(first)
    for term in reversed(others):
        newer, older = term + 2 * (laplacian @ newer) - older, newer
    return first + laplacian @ newer - older
