"""A few lowest eigenpairs by ARPACK, scipy's implicitly restarted Lanczos method."""

import numpy as np
import scipy.sparse as sp
from numpy.typing import NDArray

from spgat.progress import Progress, ShouldStop, report
from spgat.spectral.subspace import RitzPairs

Floats = NDArray[np.float64]


def lowest_by_lanczos(
    matrix: sp.csr_array,
    num: int,
    upper: float,
    null: sp.csr_array,
    *,
    tolerance: float,
    seed: int,
    progress: Progress | None,
    should_stop: ShouldStop | None,
) -> RitzPairs:
    """Returns the lowest `num` eigenpairs of a matrix outside its known null space.

    ARPACK sees upper·I − L with the null space moved to 0, the far end. Asked for the
    smallest eigenvalues of L itself it converges slowly or never, and a factorisation of L
    fails on the null space. Arguments as for `lowest_by_filtering`.

    Raises:
        ArithmeticError: If the residuals do not reach the tolerance.
    """
    from scipy.sparse.linalg import ArpackNoConvergence, LinearOperator, eigsh

    num_nodes = matrix.shape[0]
    more = min(num + 1, num_nodes - null.shape[1])
    if more >= num_nodes - 1:
        raise ArithmeticError(f"ARPACK finds at most {num_nodes - 2} of {num_nodes} pairs")

    def flip(x: Floats) -> Floats:
        report(0.0, "iterating", progress, should_stop)
        return upper * (x - null @ (null.T @ x)) - matrix @ x

    generator = np.random.default_rng(seed)
    try:
        values, vectors = eigsh(
            LinearOperator(matrix.shape, matvec=flip, dtype=np.float64),
            k=more,
            which="LA",
            v0=flip(generator.standard_normal(num_nodes)),
            tol=tolerance / upper / 10,
        )
    except ArpackNoConvergence as error:
        raise ArithmeticError(f"{len(error.eigenvalues)} of {more} pairs converged") from error
    values, vectors = upper - values[::-1], vectors[:, ::-1]
    following = float(values[num]) if more > num else None
    values, vectors = values[:num], vectors[:, :num]
    residuals = np.linalg.norm(matrix @ vectors - vectors * values, axis=0)
    if residuals.max() > tolerance:
        raise ArithmeticError(f"the residual stayed at {residuals.max():.1e}")
    return RitzPairs(values, vectors, residuals, following)
