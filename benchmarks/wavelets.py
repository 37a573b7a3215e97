"""Both heat wavelets of PubMed as sparse matrices, without and with a spectrum."""

import numpy as np
import scipy.sparse as sp

from benchmarks import dense
from benchmarks.harness import Run, Scaled, benchmark
from spgat.graph import Graph
from spgat.spectral.laplacian import normalized_adjacency
from spgat.spectral.wavelets import HeatWavelets, heat_wavelets

SCALE, THRESHOLD = 1.0, 1e-4
#: A plain series drops the entries of each term below this part of the threshold. With more,
#: the norm of what it drops, the only bound at hand, exceeds the threshold.
DROPPED = 0.003


@benchmark("Both heat wavelets of PubMed, s = 1, t = 1e-4")
def heat_wavelets_pubmed(scope):
    adjacency = scope.graph("pubmed").adjacency
    return [
        Run(
            "spgat",
            lambda: heat_wavelets(adjacency, SCALE, THRESHOLD),
            describe=_certificate,
        ),
        Run(
            "scipy sparse products",
            lambda: (plain_series(adjacency, -1), plain_series(adjacency, 1)),
            at_least=10,
            describe=_entries,
        ),
        dense.extrapolated(
            "dense eigh", by_eigenpairs, adjacency, scope, at_least=300, describe=_entries
        ),
    ]


@benchmark("Both heat wavelets of growing random graphs, 10 edges a node, t = 1e-2")
def heat_wavelets_growth(scope):
    def prepare(size):
        edges = np.random.default_rng(0).integers(0, size, (5 * size, 2))
        adjacency = Graph.build("random", size, edges).adjacency
        return lambda: heat_wavelets(adjacency, SCALE, 1e-2)

    sizes = scope.amount((10_000, 30_000, 100_000), (300, 600))
    return [Scaled("spgat", sizes, prepare)]


def plain_series(adjacency: sp.csr_array, sign: int) -> sp.csr_array:
    """e^{±sL} as a Taylor series of sparse matrix products, dropping what is small."""
    shift = normalized_adjacency(adjacency)
    term = total = sp.eye_array(adjacency.shape[0], format="csr")
    k = 0
    while term.nnz:
        k += 1
        term = _without_small((shift @ term) * (-sign * SCALE / k), DROPPED * THRESHOLD)
        total = total + term
    return _without_small(total * np.exp(sign * SCALE), THRESHOLD)


def by_eigenpairs(adjacency: sp.csr_array) -> list[sp.csr_array]:
    """Both wavelets from all eigenpairs, as the paper makes them."""
    values, vectors = dense.eigh(adjacency)
    wavelets = []
    for sign in (-1, 1):
        matrix = (vectors * np.exp(sign * SCALE * values)) @ vectors.T
        matrix[np.abs(matrix) < THRESHOLD] = 0
        wavelets.append(sp.csr_array(matrix))
    return wavelets


def _without_small(matrix: sp.csr_array, threshold: float) -> sp.csr_array:
    matrix.data[np.abs(matrix.data) < threshold] = 0
    matrix.eliminate_zeros()
    return matrix


def _entries(matrices) -> str:
    return " and ".join(f"{m.nnz / m.shape[0]:.0f}" for m in matrices) + " entries a row"


def _certificate(wavelets: HeatWavelets) -> str:
    bound = max(wavelets.error_bound_forward, wavelets.error_bound_inverse)
    return f"{_entries([wavelets.forward, wavelets.inverse])}, error ≤ {bound:.4g}"
