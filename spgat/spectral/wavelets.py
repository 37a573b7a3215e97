"""Heat wavelets of a graph, Eq. (6), as sparse matrices made without a spectrum."""

import time
from dataclasses import dataclass
from typing import Any

import numpy as np
import scipy.sparse as sp
from numpy.typing import NDArray

from spgat.bands.config import MAX_SCALE, InverseKind
from spgat.errors import InputError
from spgat.progress import Progress, ShouldStop
from spgat.spectral.cache import DiskCache, key_of
from spgat.spectral.column_expansion import Rule
from spgat.spectral.laplacian import DEFAULT, LaplacianConfig
from spgat.spectral.power_series import PowerSeries, exponential_of_heat, heat
from spgat.spectral.sparse_functions import SparseFunctions, sparse_functions


@dataclass(frozen=True, eq=False)
class HeatWavelets:
    """Ψ_s = U e^{−sΛ} Uᵀ and its inverse, with the entries below a threshold left out.

    Column i, like row i, is the wavelet centred at node i.

    Attributes:
        forward: float64 CSR [num_nodes, num_nodes], symmetric: Ψ_s.
        inverse: Likewise: Ψ_s⁻¹ = U e^{+sΛ} Uᵀ, or what the published code takes for it.
        scale: s.
        threshold: t.
        error_bound_forward: Bound of |exact − stored| over all entries of Ψ_s, those left
            out included.
        error_bound_inverse: Likewise of the inverse.
        method: How they were made.
        seconds: Time it took, now: little where a cache had them.
    """

    forward: sp.csr_array
    inverse: sp.csr_array
    scale: float
    threshold: float
    error_bound_forward: float
    error_bound_inverse: float
    method: str
    seconds: float


def heat_wavelets(
    adjacency: sp.csr_array,
    scale: float,
    threshold: float,
    config: LaplacianConfig = DEFAULT,
    *,
    rule: Rule = "magnitude",
    inverse: InverseKind = "exact",
    cache: DiskCache | None = None,
    progress: Progress | None = None,
    should_stop: ShouldStop | None = None,
) -> HeatWavelets:
    """Returns Ψ_s and Ψ_s⁻¹ in one pass, in time proportional to the entries kept.

    Every entry that reaches t is stored, with an error of at most t/10; see
    `sparse_functions`. With the rule "magnitude" both error bounds are at most t. The
    matrices are those of I − Â, Â = D̂^{-1/2} (A + I) D̂^{-1/2}, unless `config` says otherwise.

    Args:
        adjacency: float [num_nodes, num_nodes], symmetric, non-negative; it may be
            disconnected and have isolated nodes.
        scale: s, above 0 and at most 50.
        threshold: t, above 0.
        config: The Laplacian's conventions.
        rule: "magnitude" keeps |entry| ≥ t, "positive" keeps entry ≥ t and so drops all
            negative entries, as the published code does.
        inverse: "exact" is U e^{+sΛ} Uᵀ; "reference-code" is U exp(s e^{−sΛ}) Uᵀ, which the
            published code computes because it overwrites its spectrum in place.
        cache: Where to look for the result first and to keep it.
        progress: Called after each chunk of columns.
        should_stop: Polled after each chunk of columns.

    Raises:
        InputError: If scale or threshold is out of its range, if double precision cannot keep
            the error, or if the result would not fit into memory.
        Cancelled: If `should_stop` answered true.

    Examples:
        Column i of Ψ_s is the heat that started at node i. On a path it falls off to both
        sides, and what the other matrix makes of it is the start again.

        >>> from spgat import datasets
        >>> graph = datasets.load("path", num_nodes=9)
        >>> pair = heat_wavelets(graph.adjacency, scale=1.0, threshold=1e-3)
        >>> middle = pair.forward.toarray()[:, 4]
        >>> bool((middle[:5] == sorted(middle[:5])).all())
        True
        >>> back = (pair.inverse @ pair.forward).toarray()
        >>> float(abs(back - np.eye(9)).max()) < 0.01
        True
    """
    start = time.perf_counter()
    functions = _pair(scale, inverse)
    key = key_of("wavelets", adjacency, config, float(scale), float(threshold), rule, inverse)
    result = None if cache is None else _unpacked(cache.get(key), adjacency.shape)
    if result is None:
        result = sparse_functions(
            adjacency,
            functions,
            threshold,
            config,
            rule=rule,
            progress=progress,
            should_stop=should_stop,
        )
        if cache is not None:
            cache.put(key, _packed(result))
    (forward, other), bounds = result.matrices, result.error_bounds
    return HeatWavelets(
        forward=forward,
        inverse=other,
        scale=scale,
        threshold=threshold,
        error_bound_forward=bounds[0],
        error_bound_inverse=bounds[1],
        method=result.method,
        seconds=time.perf_counter() - start,
    )


def _pair(scale: float, inverse: InverseKind) -> tuple[PowerSeries, PowerSeries]:
    if not 0 < scale <= MAX_SCALE:
        raise InputError(
            f"The scale of a wavelet is {scale:g}; take one above 0 and at most {MAX_SCALE}."
        )
    other = heat(scale, 1) if inverse == "exact" else exponential_of_heat(scale)
    return heat(scale), other


def _packed(result: SparseFunctions) -> dict[str, NDArray[Any]]:
    arrays: dict[str, NDArray[Any]] = {
        f"{part}{j}": getattr(matrix, part)
        for j, matrix in enumerate(result.matrices)
        for part in ("data", "indices", "indptr")
    }
    arrays["error_bounds"] = np.array(result.error_bounds)
    arrays["method"] = np.array(result.method)
    return arrays


def _unpacked(
    arrays: dict[str, NDArray[Any]] | None, shape: tuple[int, int]
) -> SparseFunctions | None:
    if arrays is None:
        return None
    bounds = arrays["error_bounds"].tolist()
    matrices = (
        sp.csr_array((arrays[f"data{j}"], arrays[f"indices{j}"], arrays[f"indptr{j}"]), shape)
        for j in range(len(bounds))
    )
    return SparseFunctions(tuple(matrices), tuple(bounds), str(arrays["method"]))
