"""What the baselines share: the sparse first product and the graph as torch tensors."""

import warnings

import numpy as np
import scipy.sparse as sp
import torch
from torch import Tensor, nn

from spgat.graph import Graph
from spgat.nn.features import Features, transform


class InputLinear(nn.Module):
    """XΘ (+ b) for dense or sparse input features X, Θ drawn after Glorot and Bengio.

    Args:
        in_channels: Number of features.
        out_channels: Number of outputs.
        bias: Whether b, zero at first, is added.
    """

    def __init__(self, in_channels: int, out_channels: int, *, bias: bool = False) -> None:
        super().__init__()
        self.weight = nn.Parameter(torch.empty(in_channels, out_channels))
        nn.init.xavier_uniform_(self.weight)
        self.bias = nn.Parameter(torch.zeros(out_channels)) if bias else None

    def forward(self, features: Features) -> Tensor:
        """Returns float32 [num_nodes, out_channels]."""
        product = transform(features, self.weight)
        return product if self.bias is None else product + self.bias


def linear_done(conv: nn.Module, *names: str) -> nn.Module:
    """Returns a PyG layer whose own linear maps are gone, for inputs already multiplied."""
    for name in names or ("lin",):
        setattr(conv, name, _AlreadyApplied())
    return conv


class _AlreadyApplied(nn.Identity):
    def reset_parameters(self) -> None:
        """Does nothing; PyG's layers reset the map that stood here."""


def csr_tensor(matrix: sp.csr_array, device: torch.device) -> Tensor:
    """Returns a symmetric scipy matrix as a float32 CSR tensor, which PyG's layers take.

    They multiply it without a gather and scatter over edges, 4 to 9 times faster on a CPU.
    """
    with warnings.catch_warnings():  # torch calls CSR a beta feature, once in a process
        warnings.simplefilter("ignore", UserWarning)
        tensor = torch.sparse_csr_tensor(
            torch.from_numpy(matrix.indptr.astype(np.int64)),
            torch.from_numpy(matrix.indices.astype(np.int64)),
            torch.from_numpy(matrix.data.astype(np.float32)),
            size=matrix.shape,
            check_invariants=False,  # scipy's are canonical
        )
    return tensor.to(device)


def edge_index(graph: Graph, device: torch.device, *, self_loops: bool) -> Tensor:
    """Returns int64 [2, num_directed_edges], each edge in both directions."""
    adjacency = graph.adjacency
    if self_loops:
        adjacency = adjacency + sp.eye_array(graph.num_nodes, format="csr")
    coordinates = adjacency.tocoo()
    return torch.from_numpy(np.stack([coordinates.row, coordinates.col]).astype(np.int64)).to(
        device
    )
