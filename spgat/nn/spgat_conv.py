"""The SpGAT layer: attention over the bands of a graph's spectrum."""

from typing import Any, Self

import numpy as np
import scipy.sparse as sp
import torch
from torch import Tensor, nn

from spgat.bands.build import build_bands
from spgat.bands.config import BandConfig, Pooling
from spgat.bands.operators import BandOperators
from spgat.errors import InputError
from spgat.nn.features import Features, transform


class SpGATConv(nn.Module):
    r"""Spectral graph attention, Eq. (5) and (7) of the paper, before the activation.

    .. math::
        \mathbf{H}' = \mathrm{AGG}_b(\alpha_b \mathbf{\Phi}_b \mathbf{H} \mathbf{\Theta}),
        \qquad \alpha = \mathrm{softmax}(\mathbf{a})

    All bands share Θ. The α multiply the bands before the pooling. Usable with PyTorch
    Geometric as a layer of `(x, edge_index)`; a model of several layers builds its
    `BandOperators` once and passes that instead.

    Args:
        in_channels: p, number of input features.
        out_channels: q, number of output features.
        num_bands: B, at least 2 (the paper's is 2).
        pooling: AGG: "max", "sum", or "mean" (the sum divided by B; the published code's
            "mean" is the sum).
        bias: Whether an offset per output feature is learned (the published code has none).
        residual: Whether each node's own HΘ₀ is added, with weights of its own (not in the
            paper).
        bands: How the spectrum of an edge_index is cut; by default at half of the frequencies.
        cached: Whether the bands of the first edge_index are kept for all later ones, as for
            a model of one graph; else they are made at every call.

    Shapes:
        - **input:** features (|V|, p), dense or `SparseFeatures`; `BandOperators` of |V|
          nodes or an edge_index (2, |E|)
        - **output:** (|V|, q)

    Raises:
        InputError: For fewer than two bands or a config with another number of bands.

    Examples:
        A layer of a graph with three edges; before any training both bands count alike.

        >>> edge_index = torch.tensor([[0, 1, 2], [1, 2, 3]])
        >>> layer = SpGATConv(8, 2)
        >>> layer(torch.ones(4, 8), edge_index).shape
        torch.Size([4, 2])
        >>> layer.alpha().tolist()
        [0.5, 0.5]
    """

    def __init__(
        self,
        in_channels: int,
        out_channels: int,
        *,
        num_bands: int = 2,
        pooling: Pooling = "max",
        bias: bool = False,
        residual: bool = False,
        bands: BandConfig | None = None,
        cached: bool = False,
    ) -> None:
        super().__init__()
        even = tuple(band / num_bands for band in range(1, num_bands)) or (0.5,)
        self.bands = bands or BandConfig(low_fractions=even)
        if self.bands.num_bands != num_bands:
            raise InputError(
                f"The layer has {num_bands} bands and its config {self.bands.num_bands}; give "
                "both the same number, at least 2."
            )
        self.in_channels = in_channels
        self.out_channels = out_channels
        self.num_bands = num_bands
        self.pooling: Pooling = pooling
        self.cached = cached
        self._cached_bands: BandOperators | None = None
        self.theta = nn.Parameter(torch.empty(in_channels, out_channels))
        self.band_scalars = nn.Parameter(torch.empty(num_bands))
        self.bias = nn.Parameter(torch.empty(out_channels)) if bias else None
        self.residual = nn.Parameter(torch.empty_like(self.theta)) if residual else None
        self.reset_parameters()

    def reset_parameters(self) -> None:
        """Draws Θ anew (Glorot, uniform) and gives all bands the same attention."""
        nn.init.xavier_uniform_(self.theta)
        nn.init.ones_(self.band_scalars)  # as in the published code
        if self.bias is not None:
            nn.init.zeros_(self.bias)
        if self.residual is not None:
            nn.init.xavier_uniform_(self.residual)
        self._cached_bands = None

    def alpha(self) -> Tensor:
        """Returns α, [num_bands], positive, summing to 1."""
        return torch.softmax(self.band_scalars, dim=0)

    def forward(
        self, x: Features, structure: BandOperators | Tensor, kept_bands: Tensor | None = None
    ) -> Tensor:
        """Returns the layer's output, (num_nodes, out_channels).

        Args:
            x: (num_nodes, in_channels).
            structure: Bands of the graph, or its edge_index.
            kept_bands: (num_bands,) factors of α, to switch bands off; all on by default.
        """
        if isinstance(structure, Tensor):
            structure = self._bands_of(structure, x)
        return self.propagate(transform(x, self.weight()), structure, kept_bands)

    def weight(self) -> Tensor:
        """Returns Θ, beside it Θ₀ where there is a residual: what `propagate` expects of H."""
        return (
            self.theta if self.residual is None else torch.cat([self.theta, self.residual], 1)
        )

    def propagate(
        self,
        transformed: Tensor,
        bands: BandOperators,
        kept_bands: Tensor | None = None,
        balance: Tensor | None = None,
    ) -> Tensor:
        """Returns the layer's output for a transformed signal H · `weight()`.

        Args:
            transformed: (num_nodes, ..., out_channels), with a residual twice as many; several
                signals cost one product.
            bands: Of the graph.
            kept_bands: As for `forward`.
            balance: (num_nodes, 1), positive: s, which makes s⁻¹Φ_b s of each band; 1 by
                default.
        """
        alpha = self.alpha()
        if kept_bands is not None:
            alpha = alpha * kept_bands
        filtered, *own = transformed.split(self.out_channels, dim=-1)
        columns = filtered.reshape(len(filtered), -1)
        if balance is not None:
            columns = columns * balance
        out = bands.pool(columns, alpha, self.pooling)
        if balance is not None:
            out = out / balance
        out = out.view(filtered.shape)
        terms = [*own, *([] if self.bias is None else [self.bias])]
        return sum(terms, start=out)

    def _bands_of(self, edge_index: Tensor, x: Features) -> BandOperators:
        if self._cached_bands is not None:
            return self._cached_bands
        rows, columns = edge_index.cpu().numpy()
        num_nodes = x.shape[0]
        adjacency = sp.csr_array(
            (np.ones(len(rows)), (rows, columns)), shape=(num_nodes, num_nodes)
        )
        adjacency = sp.csr_array(adjacency.maximum(adjacency.T))
        adjacency.data[:] = 1  # an edge listed twice is one edge
        double = self.theta.dtype == torch.float64
        bands = build_bands(adjacency, self.bands, dtype=np.float64 if double else np.float32)
        bands = bands.to(self.theta.device)
        if self.cached:
            self._cached_bands = bands
        return bands

    def _apply(self, *args: Any, **kwargs: Any) -> Self:
        """Moves the layer to another device or precision, where no cached bands would serve."""
        self._cached_bands = None
        return super()._apply(*args, **kwargs)

    def extra_repr(self) -> str:
        """Describes the layer in a printed model."""
        return (
            f"{self.in_channels}, {self.out_channels}, num_bands={self.num_bands}, "
            f"pooling={self.pooling!r}, bias={self.bias is not None}, "
            f"residual={self.residual is not None}"
        )
