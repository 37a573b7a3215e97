"""Eigenpairs of a graph Laplacian: all of a small graph, either end of a large one."""

import time
from dataclasses import dataclass, replace
from typing import Literal, get_args

import numpy as np
import scipy.sparse as sp

from spgat.arrays import Ints
from spgat.errors import InputError
from spgat.progress import Progress, ShouldStop, report
from spgat.spectral.blas import eigh
from spgat.spectral.cache import DiskCache, key_of
from spgat.spectral.laplacian import (
    DEFAULT,
    LaplacianConfig,
    connected_components,
    eigenvalue_bound,
    laplacian,
    null_space,
)
from spgat.spectral.megabytes import (
    available_megabytes,
    eigenpairs_megabytes,
    full_spectrum_megabytes,
)
from spgat.spectral.spectrum import End, Spectrum, finished, kept, truncated
from spgat.spectral.subspace import block_width, lowest_by_filtering
from spgat.words import size

#: scipy's ARPACK is left out: on PubMed it is slower for any number of pairs, and as it builds
#: on one vector it misses repeated eigenvalues without a sign of it in the residuals.
Method = Literal["auto", "dense", "chebyshev"]

#: Largest connected component whose full spectrum is computed: four dense matrices of this
#: size are 4.6 GB, and on two cores LAPACK takes some minutes.
MAX_DENSE_NODES = 12_000
_SMALL = 600  # up to here LAPACK wins whatever is asked
_CROSSOVER = 0.35  # part of all eigenpairs from which LAPACK beats filtering


def full_spectrum(
    adjacency: sp.csr_array,
    config: LaplacianConfig = DEFAULT,
    *,
    cache: DiskCache | None = None,
    progress: Progress | None = None,
    should_stop: ShouldStop | None = None,
) -> Spectrum:
    """Returns all eigenpairs, L = U Λ Uᵀ, by LAPACK on one connected component after another.

    Args:
        adjacency: float64 CSR [num_nodes, num_nodes], symmetric, non-negative.
        config: Which Laplacian.
        cache: Where to look for the result first and to keep it.
        progress: Called after every component.
        should_stop: Polled as often.

    Raises:
        InputError: If a component has more than `MAX_DENSE_NODES` nodes or the matrices do
            not fit into memory.
        Cancelled: If `should_stop` turns true.
    """
    _check_dense(adjacency)
    key = key_of("spectrum", adjacency, config)
    return kept(cache, key, config, lambda: _dense(adjacency, config, progress, should_stop))


def lowest_eigenpairs(
    adjacency: sp.csr_array,
    num: int,
    config: LaplacianConfig = DEFAULT,
    *,
    method: Method = "auto",
    tolerance: float = 1e-5,
    seed: int = 0,
    cache: DiskCache | None = None,
    progress: Progress | None = None,
    should_stop: ShouldStop | None = None,
) -> Spectrum:
    """Returns the eigenpairs of the lowest `num` graph frequencies.

    The null space, one vector per component, is known analytically and deflated from the
    rest, which makes it exact and the rest non-singular.

    Args:
        adjacency: float64 CSR [num_nodes, num_nodes], symmetric, non-negative.
        num: From 1 to num_nodes. To split a spectrum above its middle,
            `highest_eigenpairs` of the complement are cheaper.
        config: Which Laplacian.
        method: "dense" is LAPACK, "chebyshev" is filtered subspace iteration; "auto" picks
            by the size of the graph and of what is asked.
        tolerance: Largest residual ‖L u − λ u‖₂ allowed, relative to half the bound of the
            eigenvalues, which is 1 for the normalized Laplacian.
        seed: Seed of the random start; the same seed gives the same result.
        cache: Where to look for the result first and to keep it.
        progress: Called now and then with the fraction done.
        should_stop: Polled as often.

    Raises:
        InputError: If `num` or `method` is out of range, if the work does not fit into
            memory, or if the residuals do not reach the tolerance.
        Cancelled: If `should_stop` turns true.
    """
    request = _Request("lowest", num, config, method, tolerance, seed)
    return _some(adjacency, request, cache, progress, should_stop)


def highest_eigenpairs(
    adjacency: sp.csr_array,
    num: int,
    config: LaplacianConfig = DEFAULT,
    *,
    method: Method = "auto",
    tolerance: float = 1e-5,
    seed: int = 0,
    cache: DiskCache | None = None,
    progress: Progress | None = None,
    should_stop: ShouldStop | None = None,
) -> Spectrum:
    """Returns the eigenpairs of the highest `num` graph frequencies, in ascending order.

    The projector on the lowest d > n/2 frequencies is I − U_H U_Hᵀ with the n − d highest.
    Arguments and errors are those of `lowest_eigenpairs`.
    """
    request = _Request("highest", num, config, method, tolerance, seed)
    return _some(adjacency, request, cache, progress, should_stop)


@dataclass(frozen=True, slots=True)
class _Request:
    """What decides a partial spectrum, beside the graph."""

    end: End
    num: int
    config: LaplacianConfig
    method: Method
    tolerance: float
    seed: int


def _some(
    adjacency: sp.csr_array,
    request: _Request,
    cache: DiskCache | None,
    progress: Progress | None,
    should_stop: ShouldStop | None,
) -> Spectrum:
    num_nodes = adjacency.shape[0]
    if not 1 <= request.num <= num_nodes:
        raise InputError(
            f"The number of eigenpairs must be between 1 and the number of nodes "
            f"({num_nodes}), got {request.num}."
        )
    if request.method not in get_args(Method):
        raise InputError(
            f"The eigenvalue method {request.method!r} is unknown; use one of "
            f"{', '.join(get_args(Method))}."
        )
    method = request.method
    if method == "auto":
        method = _choose(adjacency, request.num)
    if method == "dense":
        spectrum = full_spectrum(
            adjacency, request.config, cache=cache, progress=progress, should_stop=should_stop
        )
        return truncated(spectrum, request.num, request.end)
    request = replace(request, method=method)
    key = key_of("eigenpairs", adjacency, request)
    return kept(
        cache,
        key,
        request.config,
        lambda: _iterative(adjacency, request, progress, should_stop),
    )


def _choose(adjacency: sp.csr_array, num: int) -> Method:
    sizes = np.bincount(connected_components(adjacency)[1]).tolist()
    cheap = max(sizes) <= _SMALL or (
        max(sizes) <= MAX_DENSE_NODES and block_width(num, sum(sizes)) > _CROSSOVER * max(sizes)
    )
    return "dense" if cheap and _fits(full_spectrum_megabytes(sizes)) else "chebyshev"


def _dense(
    adjacency: sp.csr_array,
    config: LaplacianConfig,
    progress: Progress | None,
    should_stop: ShouldStop | None,
) -> Spectrum:
    start = time.perf_counter()
    matrix = laplacian(adjacency, config)
    num_nodes = matrix.shape[0]
    null = null_space(adjacency, config)
    column = null.shape[1]
    values, vectors = np.zeros(num_nodes), np.zeros((num_nodes, num_nodes))
    vectors[:, :column] = null.toarray()
    constants = np.asarray(null.sum(axis=1)).ravel()  # each node is in one null vector at most
    shift = 2 * eigenvalue_bound(matrix, config)
    for nodes in _components(adjacency):
        report(column / num_nodes, "diagonalising", progress, should_stop)
        block, constant = matrix[nodes][:, nodes].toarray(), constants[nodes]
        # The null vector goes to the other end, where it is dropped: what remains is
        # orthogonal to the analytic one even where the next eigenvalue is tiny.
        block += shift * np.outer(constant, constant)
        found, basis = eigh(block)
        count = len(nodes) - int(constant.any())
        values[column : column + count] = found[:count]
        vectors[np.ix_(nodes, np.arange(column, column + count))] = basis[:, :count]
        column += count
    # The null space stays in front: rounding puts the eigenvalue of two weakly joined parts on
    # either side of 0.
    dimension = null.shape[1]
    values = np.maximum(values, 0)
    order = np.append(
        np.arange(dimension), dimension + values[dimension:].argsort(kind="stable")
    )
    if (np.diff(order) != 1).any():  # several components
        values, vectors = values[order], vectors[:, order]
    return finished(matrix, config, values, vectors, start, "dense", null.shape[1])


def _iterative(
    adjacency: sp.csr_array,
    request: _Request,
    progress: Progress | None,
    should_stop: ShouldStop | None,
) -> Spectrum:
    start = time.perf_counter()
    config, num = request.config, request.num
    matrix = laplacian(adjacency, config)
    num_nodes = matrix.shape[0]
    upper = eigenvalue_bound(matrix, config)
    null = null_space(adjacency, config)
    dimension = null.shape[1]
    if request.end == "lowest" and num <= dimension:
        vectors = null[:, :num].toarray()
        gap = 0.0 if num < dimension else None
        return finished(
            matrix, config, np.zeros(num), vectors, start, "analytic", dimension, gap=gap
        )
    flipped, known = matrix, null
    if request.end == "highest":
        flipped = sp.csr_array(upper * sp.eye_array(num_nodes) - matrix)
        known = null[:, :0]
    sought = num - known.shape[1]
    needed = eigenpairs_megabytes(num_nodes, sought)
    if not _fits(needed):
        raise InputError(
            f"The {request.end} {num} eigenpairs would take {size(needed)}, more than the "
            "free memory; ask for fewer, or split the frequencies by a polynomial."
        )
    try:
        pairs = lowest_by_filtering(
            flipped,
            sought,
            upper,
            known,
            tolerance=request.tolerance * upper / 2,
            seed=request.seed,
            progress=progress,
            should_stop=should_stop,
        )
    except ArithmeticError as error:
        raise InputError(
            f"The {request.end} {num} eigenpairs did not converge with the method "
            f"{request.method!r} ({error}); raise the tolerance {request.tolerance:g}, ask for "
            "a few more or fewer, or take the method 'dense'."
        ) from error
    gap = pairs.next_eigenvalue
    gap = None if gap is None else max(gap - float(pairs.eigenvalues[-1]), 0.0)
    values, vectors = pairs.eigenvalues, pairs.eigenvectors
    if request.end == "highest":
        values, vectors = upper - values[::-1], vectors[:, ::-1]
    values = np.concatenate([np.zeros(known.shape[1]), values])
    vectors = np.concatenate([known.toarray(), vectors], axis=1)
    method = request.method
    return finished(matrix, config, values, vectors, start, method, dimension, request.end, gap)


def _components(adjacency: sp.csr_array) -> list[Ints]:
    """The nodes of each component, ascending."""
    _, component = connected_components(adjacency)
    order = np.argsort(component, kind="stable")
    return np.split(order, np.flatnonzero(np.diff(component[order])) + 1)


def _check_dense(adjacency: sp.csr_array) -> None:
    sizes = np.bincount(connected_components(adjacency)[1]).tolist()
    if max(sizes) <= MAX_DENSE_NODES and _fits(full_spectrum_megabytes(sizes)):
        return
    raise InputError(
        f"All eigenpairs of {sum(sizes)} nodes, {max(sizes)} of them connected, would take "
        f"{size(full_spectrum_megabytes(sizes))} (the limit is {MAX_DENSE_NODES} connected "
        "nodes and the free memory); ask for the lowest ones only, or for the spectral density."
    )


def _fits(megabytes: float) -> bool:
    return megabytes <= available_megabytes()
