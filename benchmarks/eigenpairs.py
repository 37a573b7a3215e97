"""Lowest eigenpairs, all eigenpairs and densities, against scipy's eigsh and eigh."""

import numpy as np
import scipy.linalg
import scipy.sparse as sp
from scipy.sparse import csgraph
from scipy.sparse.linalg import eigsh

from benchmarks.harness import Run, Scaled, benchmark
from spgat import datasets
from spgat.spectral.density import spectral_density
from spgat.spectral.eigen import full_spectrum, lowest_eigenpairs
from spgat.spectral.estimate import estimate_eigenpairs
from spgat.spectral.laplacian import laplacian, normalized_adjacency


def grown(adjacency, size):
    """The part of a graph that a breadth-first search from its hub reaches first."""
    hub = int(np.argmax(adjacency.sum(axis=1)))
    nodes = np.sort(csgraph.breadth_first_order(adjacency, hub, directed=False)[0][:size])
    return sp.csr_array(adjacency[nodes][:, nodes])


def pairs(spectrum):
    return f"{len(spectrum.eigenvalues)} pairs, residual {spectrum.max_residual:.1e}"


def with_estimate(adjacency, num):
    """Describes a spectrum beside what was foretold of it."""

    def describe(spectrum):
        sought = num - spectrum.null_dimension
        entries = laplacian(adjacency).nnz
        estimate = estimate_eigenpairs(adjacency.shape[0], entries, sought)
        foretold = f"{estimate.seconds:.2g} s, {estimate.megabytes:.0f} MB"
        return f"{pairs(spectrum)}, estimated {foretold}"

    return describe


def eigsh_lowest(adjacency, num):
    """The lowest eigenpairs of I − Â are the highest of Â, which ARPACK finds the fastest."""
    matrix = normalized_adjacency(adjacency)

    def work():
        values, vectors = eigsh(matrix, k=num, which="LA", tol=1e-5)
        residual = np.linalg.norm(matrix @ vectors - vectors * values, axis=0).max()
        return f"{num} pairs, residual {residual:.1e}"

    return work


def dense_eigh(adjacency):
    matrix = laplacian(adjacency)
    return lambda: scipy.linalg.eigh(matrix.toarray(), overwrite_a=True)


def against(adjacency, num, *, full, arpack_at_least, dense_at_least):
    num_nodes = adjacency.shape[0]
    arpack, dense = ("scipy eigsh", "scipy eigh, all pairs")
    described = with_estimate(adjacency, num)
    shown = {"describe": str, "at_least": arpack_at_least}
    return [
        Run("spgat", lambda: lowest_eigenpairs(adjacency, num), describe=described),
        Run(arpack, eigsh_lowest(adjacency, num), **shown)
        if full
        # Fewer pairs of the same graph: its parts have larger gaps, which ARPACK likes.
        else Scaled(
            arpack, (50, 100, 200), lambda pairs: eigsh_lowest(adjacency, pairs), num, **shown
        ),
        Run(dense, dense_eigh(adjacency), at_least=dense_at_least)
        if full
        else Scaled(
            dense,
            (1000, 2000, 4000),
            lambda size: dense_eigh(grown(adjacency, size)),
            num_nodes,
            at_least=dense_at_least,
            steepest=3,
        ),
    ]


@benchmark("Lowest 5% of PubMed's eigenpairs, residual ≤ 1e-5")
def lowest_985_of_pubmed(full):
    adjacency = datasets.load("pubmed").adjacency
    return against(adjacency, 985, full=full, arpack_at_least=8, dense_at_least=None)


@benchmark("Lowest 10% of PubMed's eigenpairs, residual ≤ 1e-5")
def lowest_1972_of_pubmed(full):
    adjacency = datasets.load("pubmed").adjacency
    return against(adjacency, 1972, full=full, arpack_at_least=None, dense_at_least=8)


@benchmark("Lowest 20 eigenpairs of PubMed, residual ≤ 1e-5")
def lowest_20_of_pubmed(full):
    adjacency = datasets.load("pubmed").adjacency
    return [
        Run(
            "spgat",
            lambda: lowest_eigenpairs(adjacency, 20),
            describe=with_estimate(adjacency, 20),
        ),
        Run("scipy eigsh", eigsh_lowest(adjacency, 20), describe=str),
    ]


@benchmark("All eigenpairs of Cora, component by component")
def all_pairs_of_cora(full):
    adjacency = datasets.load("cora").adjacency
    return [
        Run("spgat", lambda: full_spectrum(adjacency), describe=pairs),
        Run("scipy eigh", dense_eigh(adjacency)),
    ]


@benchmark("The frequency below which 10% of PubMed's lie")
def cutoff_of_pubmed(full):
    adjacency = datasets.load("pubmed").adjacency

    def cutoff():
        return "λ = {:.4f} ± {:.4f}".format(
            *spectral_density(adjacency, method="kpm").cutoff_for_fraction(0.1)
        )

    def eigenvalues(size):
        matrix = laplacian(grown(adjacency, size))
        return lambda: scipy.linalg.eigvalsh(matrix.toarray(), overwrite_a=True)

    return [
        Run("spgat, kernel polynomials", cutoff, describe=str),
        Scaled(
            "scipy eigvalsh", (1000, 2000, 4000), eigenvalues, adjacency.shape[0], steepest=3
        ),
    ]
