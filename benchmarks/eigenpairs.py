"""Lowest eigenpairs, all eigenpairs and densities, against scipy's eigsh and eigh."""

import numpy as np
from scipy.sparse.csgraph import connected_components
from scipy.sparse.linalg import eigsh

from benchmarks import dense
from benchmarks.harness import Run, Scaled, benchmark
from spgat.spectral.density import spectral_density
from spgat.spectral.eigen import full_spectrum, lowest_eigenpairs
from spgat.spectral.inertia import certificate, count_below
from spgat.spectral.laplacian import laplacian, normalized_adjacency
from spgat.spectral.megabytes import eigenpairs_megabytes


def pairs(spectrum):
    return f"{len(spectrum.eigenvalues)} pairs, residual {spectrum.max_residual:.1e}"


def with_estimate(adjacency, num):
    """Describes a spectrum beside what was foretold of it."""

    def describe(spectrum):
        sought = num - spectrum.null_dimension
        megabytes = eigenpairs_megabytes(adjacency.shape[0], sought)
        certified = certificate(adjacency, spectrum)
        return f"{pairs(spectrum)}, {certified}, estimated {megabytes:.0f} MB"

    return describe


def eigsh_lowest(adjacency, num):
    """The lowest eigenpairs of I − Â are the highest of Â, which ARPACK finds the fastest."""
    matrix = normalized_adjacency(adjacency)

    def work():
        values, vectors = eigsh(matrix, k=num, which="LA", tol=1e-5)
        residual = np.linalg.norm(matrix @ vectors - vectors * values, axis=0).max()
        return f"{num} pairs, residual {residual:.1e}"

    return work


def against_arpack(adjacency, num, scope, **goal):
    """Two ways to the lowest pairs: ours, and what scipy has for a part of the spectrum."""
    arpack = "scipy eigsh"
    described = with_estimate(adjacency, num)
    shown = {"describe": str, **goal}
    return [
        Run("spgat", lambda: lowest_eigenpairs(adjacency, num), describe=described),
        Run(arpack, eigsh_lowest(adjacency, num), **shown)
        if scope.full
        # Fewer pairs of the same graph: its parts have larger gaps, which ARPACK likes.
        else Scaled(
            arpack,
            scope.amount((50, 100, 200), (3, 6)),
            lambda pairs: eigsh_lowest(adjacency, pairs),
            num,
            **shown,
        ),
    ]


@benchmark("Lowest 5% of PubMed's eigenpairs, residual ≤ 1e-5")
def lowest_985_of_pubmed(scope):
    adjacency = scope.graph("pubmed").adjacency
    return against_arpack(adjacency, scope.amount(985, 15), scope, at_least=8)


@benchmark("Lowest 10% of PubMed's eigenpairs, residual ≤ 1e-5")
def lowest_1972_of_pubmed(scope):
    adjacency = scope.graph("pubmed").adjacency
    return [
        *against_arpack(adjacency, scope.amount(1972, 30), scope),
        dense.extrapolated("dense eigh, all pairs", dense.eigh, adjacency, scope, at_least=8),
    ]


@benchmark("Lowest 20 eigenpairs of PubMed, residual ≤ 1e-5")
def lowest_20_of_pubmed(scope):
    adjacency = scope.graph("pubmed").adjacency
    return [
        Run(
            "spgat",
            lambda: lowest_eigenpairs(adjacency, 20),
            describe=with_estimate(adjacency, 20),
        ),
        Run("scipy eigsh", eigsh_lowest(adjacency, 20), describe=str, at_least=0.9),
    ]


@benchmark("Eigenvalues of PubMed below 0.15, counted exactly")
def count_below_of_pubmed(scope):
    adjacency = scope.graph("pubmed").adjacency
    matrix = laplacian(adjacency)
    return [
        Run("spgat, inertia", lambda: count_below(matrix, 0.15), describe=str),
        dense.extrapolated("dense eigvalsh", dense.eigvalsh, adjacency, scope),
    ]


@benchmark("All eigenpairs of Cora, component by component")
def all_pairs_of_cora(scope):
    adjacency = scope.graph("cora").adjacency
    sizes = np.bincount(connected_components(adjacency)[1]).astype(float)
    return [
        Run(
            "spgat",
            lambda: full_spectrum(adjacency),
            describe=pairs,
            gigaflops=_arithmetic(sizes),
        ),
        Run(
            "dense eigh",
            lambda: dense.eigh(adjacency),
            gigaflops=_arithmetic(sizes.sum(keepdims=True)),
        ),
    ]


def _arithmetic(sizes):
    """10⁹ operations at least: to tridiagonal form, and the eigenvectors back from there."""
    return 1e-9 * float((10 / 3 * sizes**3).sum())


@benchmark("The frequency below which 10% of PubMed's lie")
def cutoff_of_pubmed(scope):
    adjacency = scope.graph("pubmed").adjacency

    def cutoff():
        return "λ = {:.4f} ± {:.4f}".format(
            *spectral_density(adjacency, method="kpm").cutoff_for_fraction(0.1)
        )

    return [
        Run("spgat, kernel polynomials", cutoff, describe=str),
        dense.extrapolated("dense eigvalsh", dense.eigvalsh, adjacency, scope),
    ]
