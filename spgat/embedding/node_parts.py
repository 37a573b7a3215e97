"""What a node's vector has of low and of high frequency."""

from dataclasses import dataclass

import numpy as np
import scipy.sparse as sp
from numpy.typing import NDArray

from spgat.arrays import Floats
from spgat.errors import InputError
from spgat.spectral.chebyshev import step_series
from spgat.spectral.laplacian import DEFAULT, LaplacianConfig, eigenvalue_bound, laplacian


@dataclass(frozen=True, eq=False)
class NodeParts:
    """The vector of a node as a sum of two.

    Attributes:
        low: float64 [num_dimensions], what it shares with the nodes around it.
        high: float64 [num_dimensions], what sets it apart from them.
    """

    low: Floats
    high: Floats


def node_parts(
    adjacency: sp.csr_array,
    vectors: NDArray,
    node: int,
    cutoff: float,
    config: LaplacianConfig = DEFAULT,
    *,
    order: int = 200,
) -> NodeParts:
    """Returns row `node` of g(L) X and of X − g(L) X, g the step at a cutoff.

    Each dimension of X is a signal on the graph. As g(L) is symmetric, one impulse at the node
    is filtered, whatever the number of dimensions; no eigenvector is needed. The step is a
    Chebyshev series with Jackson's factors, so eigenvalues within about π·upper/(2·order) of
    the cutoff count in part to either side. Not in the paper.

    Args:
        adjacency: float64 CSR [num_nodes, num_nodes], symmetric.
        vectors: [num_nodes, num_dimensions], finite.
        node: Its row.
        cutoff: An eigenvalue.
        config: Which Laplacian.
        order: Degree of the polynomial.

    Raises:
        InputError: If there is no such node.
    """
    num_nodes = adjacency.shape[0]
    if not 0 <= node < num_nodes:
        raise InputError(f"There is no node {node}; give one from 0 to {num_nodes - 1}.")
    matrix = laplacian(adjacency, config)
    impulse = np.zeros(num_nodes)
    impulse[node] = 1
    series = step_series(cutoff, order, eigenvalue_bound(matrix, config))
    wave = np.asarray(series.apply(matrix, impulse), dtype=np.float64)
    low = wave @ np.asarray(vectors, dtype=np.float64)
    return NodeParts(low, vectors[node] - low)
