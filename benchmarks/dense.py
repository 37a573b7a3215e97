"""The dense decomposition people use today, measured everywhere by one rule.

LAPACK's divide and conquer ("evd"), the fastest of scipy's drivers for all pairs, on the part
of a graph around its hub; extrapolated from the largest part by the cube that theory gives.
"""

import numpy as np
import scipy.linalg
import scipy.sparse as sp
from scipy.sparse import csgraph

from benchmarks.harness import Run, Scaled
from spgat.spectral.laplacian import laplacian

SIZES, TOY_SIZES = (1000, 4000), (60, 120)


def eigh(adjacency):
    """All eigenpairs of the Laplacian."""
    matrix = laplacian(adjacency).toarray()
    return scipy.linalg.eigh(matrix, driver="evd", overwrite_a=True, check_finite=False)


def eigvalsh(adjacency):
    """All eigenvalues of the Laplacian: no driver is faster than the default for these."""
    return scipy.linalg.eigvalsh(
        laplacian(adjacency).toarray(), overwrite_a=True, check_finite=False
    )


def extrapolated(name, work, adjacency, scope, **goal):
    """Returns a way that decomposes growing parts of a graph, or with `--full` all of it."""
    if scope.full:
        return Run(name, lambda: work(adjacency), **goal)

    def prepare(size):
        part = grown(adjacency, size)
        return lambda: work(part)

    sizes = scope.amount(SIZES, TOY_SIZES)
    return Scaled(name, sizes, prepare, size=adjacency.shape[0], steepest=3, **goal)


def grown(adjacency, size):
    """The part of a graph that a breadth-first search from its hub reaches first."""
    hub = int(np.argmax(adjacency.sum(axis=1)))
    nodes = np.sort(csgraph.breadth_first_order(adjacency, hub, directed=False)[0][:size])
    return sp.csr_array(adjacency[nodes][:, nodes])
