"""All eigenvalues of a graph Laplacian, where the eigenvectors are not needed."""

from collections.abc import Iterator

import numpy as np
import scipy.sparse as sp

from spgat.arrays import Floats, Ints
from spgat.errors import InputError
from spgat.progress import Progress, ShouldStop, report
from spgat.spectral.blas import eigvalsh
from spgat.spectral.cache import DiskCache, key_of
from spgat.spectral.eigen import MAX_DENSE_NODES
from spgat.spectral.laplacian import (
    DEFAULT,
    LaplacianConfig,
    connected_components,
    eigenvalue_bound,
    laplacian,
    null_space,
)
from spgat.spectral.megabytes import available_megabytes, full_spectrum_megabytes
from spgat.words import size

_BLOCK_ENTRIES = 1_000_000  # of small components that are diagonalised in one call


def all_eigenvalues(
    adjacency: sp.csr_array,
    config: LaplacianConfig = DEFAULT,
    *,
    cache: DiskCache | None = None,
    progress: Progress | None = None,
    should_stop: ShouldStop | None = None,
) -> Floats:
    """Returns all eigenvalues of a graph Laplacian without any eigenvector.

    One connected component after another: memory grows with the nodes and with the square of
    the largest component, not of the graph. Those of the null space are exactly 0.

    Args:
        adjacency: float64 CSR [num_nodes, num_nodes], symmetric, non-negative.
        config: Which Laplacian.
        cache: Where to look for the result first and to keep it.
        progress: Called after every few components.
        should_stop: Polled as often.

    Returns:
        float64 [num_nodes], ascending, at least 0.

    Raises:
        InputError: If a component has more than `MAX_DENSE_NODES` nodes or its matrix does
            not fit into memory.
        Cancelled: If `should_stop` turns true.
    """
    largest = int(np.bincount(connected_components(adjacency)[1]).max())
    needed = full_spectrum_megabytes([largest])
    if largest > MAX_DENSE_NODES or needed > available_megabytes():
        raise InputError(
            f"All eigenvalues of {largest} connected nodes would take "
            f"{size(needed)} (the limit is {MAX_DENSE_NODES} "
            "connected nodes and the free memory); estimate the spectral density instead."
        )
    key = key_of("eigenvalues", adjacency, config)
    found = None if cache is None else cache.get(key)
    if found is not None:
        return found["eigenvalues"]
    values = _eigenvalues(adjacency, config, progress, should_stop)
    if cache is not None:
        cache.put(key, {"eigenvalues": values})
    return values


def _eigenvalues(
    adjacency: sp.csr_array,
    config: LaplacianConfig,
    progress: Progress | None,
    should_stop: ShouldStop | None,
) -> Floats:
    matrix = laplacian(adjacency, config)
    null = null_space(adjacency, config)
    constants = np.asarray(null.sum(axis=1)).ravel()  # each node is in one null vector at most
    shift = 2 * eigenvalue_bound(matrix, config)
    num_nodes = matrix.shape[0]
    values = np.zeros(num_nodes)
    done = null.shape[1]
    for nodes in _equal_components(adjacency):  # [count, size]
        report(done / num_nodes, "diagonalising", progress, should_stop)
        blocks = _diagonal_blocks(matrix, nodes)
        constant = constants[nodes]
        blocks += (
            shift * constant[:, :, None] * constant[:, None, :]
        )  # to the other end, as for eigenpairs
        found = eigvalsh(blocks)
        known = constant.any(axis=1)  # whose highest eigenvalue is the shifted null one
        kept = np.append(found[:, :-1].ravel(), found[~known, -1])
        values[done : done + len(kept)] = kept
        done += len(kept)
    return np.sort(np.clip(values, 0, shift / 2))


def _equal_components(adjacency: sp.csr_array) -> Iterator[Ints]:
    """The nodes of components of one size, [count, size]; their blocks take some megabytes."""
    _, component = connected_components(adjacency)
    sizes = np.bincount(component)[component]
    order = np.lexsort((component, sizes))
    ends = np.flatnonzero(np.diff(sizes[order], append=0))
    start = 0
    for end in (ends + 1).tolist():
        size = int(sizes[order[start]])
        rows = max(1, _BLOCK_ENTRIES // size**2) * size
        for first in range(start, end, rows):
            yield order[first : min(first + rows, end)].reshape(-1, size)
        start = end


def _diagonal_blocks(matrix: sp.csr_array, nodes: Ints) -> Floats:
    """The blocks [count, size, size] of a block-diagonal matrix for nodes [count, size]."""
    count, size = nodes.shape
    part = matrix[nodes.ravel()].tocoo()
    place = np.zeros(matrix.shape[0], dtype=np.int64)
    place[nodes] = np.arange(size)
    blocks = np.zeros((count, size, size))
    blocks[part.row // size, part.row % size, place[part.col]] = part.data
    return blocks
