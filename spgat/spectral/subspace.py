"""Many lowest eigenpairs at once: subspace iteration with Chebyshev filters.

Not in the paper. Source: Zhou, Saad, Tiago and Chelikowsky, Self-consistent-field
calculations using Chebyshev-filtered subspace iteration, J. Comput. Phys. 219 (2006).

A random block of a few more vectors than wanted is multiplied by a polynomial of L that is
huge at the wanted eigenvalues and small beyond, made orthonormal, filtered again, and in the
end diagonalised within its span. All the work is sparse products and matrix products, which
run at the machine's speed where Lanczos methods orthogonalise vector by vector. A block that
is wider than every group of equal eigenvalues finds all of them, which a Krylov space from
one vector cannot.
"""

import math
from dataclasses import dataclass

import numpy as np
import scipy.sparse as sp
from scipy.sparse import csgraph

from spgat.arrays import Floats
from spgat.progress import Progress, ShouldStop, report
from spgat.spectral import blas, kpm
from spgat.spectral.known import KnownPairs

_BUFFER = 0.15  # part of extra vectors: the wider, the fewer degrees and the dearer each step
_MIN_BUFFER = 16
#: How far one filter may spread the block. Its Gram matrix squares this, and Cholesky in
#: float64 fails near 1e16.
_MAX_SPREAD = 3e6
_START = 300.0  # the unwanted part of a random block beside the least wanted one
_MARGIN = 3.0  # further filters overshoot the tolerance by this, to be the last ones
_MAX_DEGREE = 150  # before a look at the residuals, where the wanted ones end in a cluster
_MAX_ROUNDS = 30


@dataclass(frozen=True)
class RitzPairs:
    """Approximate lowest eigenpairs.

    Attributes:
        eigenvalues: float64 [num], ascending.
        eigenvectors: float64 [n, num], orthonormal.
        residuals: float64 [num], ‖L u − λ u‖₂.
        next_eigenvalue: The estimate of the eigenvalue after these, None where there is none.
    """

    eigenvalues: Floats
    eigenvectors: Floats
    residuals: Floats
    next_eigenvalue: float | None


def block_width(num: int, limit: int) -> int:
    """Returns how many vectors are iterated to get `num` eigenpairs, `limit` at most."""
    return min(num + max(_MIN_BUFFER, math.ceil(_BUFFER * num)), limit)


def lowest_by_filtering(
    matrix: sp.csr_array,
    num: int,
    upper: float,
    null: sp.csr_array,
    *,
    tolerance: float,
    seed: int = 0,
    progress: Progress | None = None,
    should_stop: ShouldStop | None = None,
) -> RitzPairs:
    """Returns the lowest `num` eigenpairs of a matrix outside its known null space.

    Args:
        matrix: float64 CSR [n, n], symmetric, eigenvalues in [0, upper].
        num: How many, from 1 to n − c.
        upper: Upper bound of the eigenvalues.
        null: float64 CSR [n, c], orthonormal basis of the null space, maybe empty.
        tolerance: Residual to reach, absolute.
        seed: Seed of the random start.
        progress: Called after every panel of a filter.
        should_stop: Polled as often.

    Raises:
        ArithmeticError: If the residuals do not reach the tolerance.
    """
    # Neighbours get near rows, so that a filter finds them in the cache.
    order = csgraph.reverse_cuthill_mckee(sp.csr_matrix(matrix), symmetric_mode=True)
    matrix, null = _sorted(matrix[order][:, order]), _sorted(null[order])
    num_nodes = matrix.shape[0]
    complement = num_nodes - null.shape[1]
    width = block_width(num, complement)
    block = np.random.default_rng(seed).standard_normal((num_nodes, width))
    _deflate(block, null)
    if width == complement:  # the span is all there is, and needs no filter
        _orthonormalise(block)

    edge, cutoff = _estimated_edges(
        matrix, (num, width), upper, null, seed, _stage(progress, 0.0, 0.05), should_stop
    )
    plan = _Plan.first(edge, cutoff, upper, tolerance)
    for round_ in range(_MAX_ROUNDS):
        # Few blocks need a second round: the first one counts for four fifths of the rest.
        start, span = 1 - 0.95 * 0.2**round_, 0.76 * 0.2**round_
        degrees = plan.degrees() if width < complement else []
        for index, degree in enumerate(degrees):
            stage = _stage(progress, start + span * index / len(degrees), span / len(degrees))
            _filter(matrix, block, plan.cutoff, upper, degree, stage, should_stop)
            _deflate(block, null)  # rounding in there has grown the most
            _orthonormalise(block)
        report(start + span, "diagonalising the block", progress, should_stop)
        values = _rayleigh_ritz(matrix, block)
        residuals = _residuals(matrix, block[:, :num], values[:num])
        if residuals.max() <= tolerance:
            vectors = np.empty((num_nodes, num))
            vectors[order] = block[:, :num]
            following = float(values[num]) if width > num else None
            return RitzPairs(values[:num].copy(), vectors, residuals, following)
        plan = plan.next(values, float(residuals.max()), tolerance, num)
    raise ArithmeticError(f"the residual is still {residuals.max():.1e}")


@dataclass(frozen=True)
class _Plan:
    """Filters to apply before the next look at the residuals.

    Attributes:
        cutoff: Where the damped part of the spectrum begins.
        edge: The highest wanted eigenvalue.
        upper: Upper bound of the spectrum.
        gain: log of how much `edge` is to grow over everything above the cutoff.
        spread: log of how much the lowest eigenvalue may grow in one filter.
    """

    cutoff: float
    edge: float
    upper: float
    gain: float
    spread: float

    @classmethod
    def first(cls, edge: float, cutoff: float, upper: float, tolerance: float) -> "_Plan":
        """The filters of a random block."""
        gain = math.log(_START * upper / tolerance)
        return cls._apart(edge, cutoff, upper, gain, math.log(_MAX_SPREAD))

    def next(self, values: Floats, residual: float, tolerance: float, num: int) -> "_Plan":
        """The filters after a diagonalisation: the columns are nearly eigenvectors now."""
        gain = math.log(_MARGIN * residual / tolerance)
        spread = math.log(_MAX_SPREAD * max(1.0, self.upper / residual))
        return self._apart(float(values[num - 1]), float(values[-1]), self.upper, gain, spread)

    @classmethod
    def _apart(
        cls, edge: float, cutoff: float, upper: float, gain: float, spread: float
    ) -> "_Plan":
        """Moves the cutoff up where wanted eigenvalues end in a cluster and could not grow."""
        least = (upper - edge) / 2 * (math.cosh(gain / _MAX_DEGREE) - 1)
        cutoff = min(max(cutoff, edge + least), upper * 0.999)
        return cls(cutoff, min(edge, cutoff - 1e-3 * (upper - cutoff)), upper, gain, spread)

    def degrees(self) -> list[int]:
        """Degrees of the filters, between which the block is made orthonormal."""
        total = math.ceil(self.gain / self._growth(self.edge))
        each = max(2, int(self.spread / self._growth(0.0)))
        count = math.ceil(total / each)
        return [math.ceil(total / count)] * count

    def _growth(self, value: float) -> float:
        """Log of what one more degree multiplies the filter by, at a value below the cutoff."""
        return math.acosh(1 + 2 * (self.cutoff - value) / (self.upper - self.cutoff))


def _estimated_edges(
    matrix: sp.csr_array,
    numbers: tuple[int, int],
    upper: float,
    null: sp.csr_array,
    seed: int,
    progress: Progress | None,
    should_stop: ShouldStop | None,
) -> tuple[float, float]:
    """The eigenvalues of these numbers outside the null space, by the spectral density."""
    known = KnownPairs(
        null
    )  # copies of a value, as of twins, must not close the gap to filter by
    moments = kpm.stochastic_moments(
        matrix, upper, 200, 16, known, seed=seed, progress=progress, should_stop=should_stop
    )
    grid = np.linspace(0, upper, 4001)
    first, second = np.interp(numbers, kpm.counts(moments, upper, grid).mean(axis=0), grid)
    return float(first), float(second)


def _filter(
    matrix: sp.csr_array,
    block: Floats,
    cutoff: float,
    upper: float,
    degree: int,
    progress: Progress | None,
    should_stop: ShouldStop | None,
) -> None:
    """Overwrites the block by T_degree of L, with [cutoff, upper] mapped to [−1, 1]."""
    from spgat.spectral.kernels import filter_columns  # numba: not at import

    half, centre = (upper - cutoff) / 2, (upper + cutoff) / 2
    # The three-term recurrence of T_k(x(L)) / T_k(x(0)), which cannot overflow.
    first = -half / centre
    a, b, c = [first / half], [-centre * first / half], [0.0]
    ratio = first
    for _ in range(degree - 1):
        following = 1 / (2 / first - ratio)
        a.append(2 * following / half)
        b.append(-2 * centre * following / half)
        c.append(-ratio * following)
        ratio = following
    step = 128
    for start in range(0, block.shape[1], step):
        report(start / block.shape[1], "filtering", progress, should_stop)
        filter_columns(matrix, block, start, min(start + step, block.shape[1]), a, b, c)


def _stage(progress: Progress | None, start: float, span: float) -> Progress | None:
    """The progress of a part of the work, placed within the whole."""
    if progress is None:
        return None
    return lambda fraction, text: progress(start + span * fraction, text)


def _deflate(block: Floats, null: sp.csr_array) -> None:
    from spgat.spectral.kernels import chebyshev_step  # numba: not at import

    if null.shape[1]:
        chebyshev_step(null, null.T @ block, block, -1.0, 0.0, 1.0)


def _orthonormalise(block: Floats) -> None:
    """Replaces the block by an orthonormal basis of its span, by Cholesky where that holds."""
    try:
        factor = np.asarray(np.linalg.cholesky(blas.gram(block)), dtype=np.float64)
    except np.linalg.LinAlgError:
        block[:] = np.linalg.qr(block)[0]
        return
    blas.divide(block, factor)


def _rayleigh_ritz(matrix: sp.csr_array, block: Floats) -> Floats:
    """Turns the block into eigenvectors of L within its span, and returns the eigenvalues."""
    try:
        return _diagonalise(matrix, block)
    except np.linalg.LinAlgError:  # Cholesky has left the block far from orthonormal
        block[:] = np.linalg.qr(block)[0]
        return _diagonalise(matrix, block)


def _diagonalise(matrix: sp.csr_array, block: Floats) -> Floats:
    # Its inner products are asked for again, as Cholesky in float64 leaves them inexact.
    gram = blas.gram(block)
    projected = blas.symmetric_product(block, lambda rows: matrix[rows] @ block)
    values, rotation = blas.eigh(projected, gram)
    blas.rotate(block, rotation)
    return values


def _residuals(matrix: sp.csr_array, vectors: Floats, values: Floats) -> Floats:
    from spgat.spectral.kernels import multiply  # numba: not at import

    norms = np.empty(len(values))
    for start in range(0, len(values), 256):  # in panels: the temporaries stay small
        part = slice(start, start + 256)
        residual = multiply(matrix, vectors[:, part]) - vectors[:, part] * values[part]
        norms[part] = np.linalg.norm(residual, axis=0)
    return norms


def _sorted(matrix: sp.sparray) -> sp.csr_array:
    matrix = sp.csr_array(matrix)
    matrix.sort_indices()
    return matrix
