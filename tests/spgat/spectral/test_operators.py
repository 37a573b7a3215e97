"""Each operator against its dense matrix, and its gradient in float64."""

import numpy as np
import pytest
import scipy.sparse as sp
import torch

from spgat.spectral.chebyshev import heat_series
from spgat.spectral.laplacian import laplacian
from spgat.spectral.max_pool import max_of_bands
from spgat.spectral.operators import (
    LowRankOperator,
    PolynomialOperator,
    SparseOperator,
    apply_each_series,
    torch_csr,
)

RNG = np.random.default_rng(0)
X = torch.from_numpy(RNG.standard_normal((12, 3)))


def sparse(num_rows: int, num_columns: int) -> sp.csr_array:
    return sp.random_array((num_rows, num_columns), density=0.3, format="csr", rng=RNG)


def ring_laplacian() -> sp.csr_array:
    ring = sp.csr_array(np.roll(np.eye(12), 1, axis=0) + np.roll(np.eye(12), -1, axis=0))
    return laplacian(ring)


def operators():
    vectors = torch.from_numpy(np.linalg.qr(RNG.standard_normal((12, 4)))[0])
    return {
        "sparse": SparseOperator.of(sparse(7, 12)),
        "symmetric": SparseOperator.of(ring_laplacian(), symmetric=True),
        "low rank": LowRankOperator(vectors, torch.rand(4, dtype=torch.float64)),
        "polynomial": PolynomialOperator(
            SparseOperator.of(ring_laplacian(), symmetric=True), heat_series(1.5, order=6)
        ),
    }


@pytest.mark.parametrize("operator", operators().values(), ids=list(operators()))
def test_gradients(operator):
    assert torch.autograd.gradcheck(operator, (X.clone().requires_grad_(),))


def test_sparse_is_dense():
    matrix = sparse(7, 12)
    for dtype in (np.float32, np.float64):
        operator = SparseOperator.of(matrix.astype(dtype))
        x = X.numpy().astype(dtype)
        product = operator(torch.from_numpy(x)).numpy()
        assert product.dtype == dtype
        np.testing.assert_allclose(product, matrix.toarray() @ x, rtol=1e-5, atol=1e-6)


def test_what_a_gpu_would_run_is_what_the_cpu_runs():
    # torch.sparse works on the CPU too: the same operators, given torch matrices.
    matrix, lap = sparse(7, 12), ring_laplacian()
    on_torch = SparseOperator(torch_csr(matrix), torch_csr(matrix.T.tocsr()))
    torch.testing.assert_close(on_torch(X), SparseOperator.of(matrix)(X))
    assert torch.autograd.gradcheck(on_torch, (X.clone().requires_grad_(),))
    for order in (0, 1, 5):
        series = heat_series(1.5, order=order)
        here = PolynomialOperator(SparseOperator.of(lap, symmetric=True), series)
        there = PolynomialOperator(SparseOperator(torch_csr(lap), torch_csr(lap)), series)
        torch.testing.assert_close(there(X), here(X))


@pytest.mark.parametrize("order", [0, 1, 2, 7])
@pytest.mark.parametrize("num_series", [1, 3])
@pytest.mark.parametrize("on_torch", [False, True])
def test_series_have_gradients_by_the_signal_and_by_coefficients(order, num_series, on_torch):
    lap = ring_laplacian()
    laplacian = (
        SparseOperator(torch_csr(lap), torch_csr(lap))
        if on_torch
        else SparseOperator.of(lap, symmetric=True)
    )
    weights = torch.from_numpy(RNG.standard_normal((num_series, order + 1)))
    x = X.clone().requires_grad_()
    for coefficients in (weights, weights.requires_grad_()):
        assert torch.autograd.gradcheck(
            lambda c, x: apply_each_series(laplacian, c, 2.0, x), (coefficients, x)
        )


def test_a_transposed_and_sliced_block_is_taken_as_it_is():
    matrix = sparse(7, 12)
    block = torch.from_numpy(RNG.standard_normal((3, 24))).T[::2]
    assert not block.is_contiguous()
    expected = torch.from_numpy(matrix.toarray()) @ block
    torch.testing.assert_close(SparseOperator.of(matrix)(block), expected)


@pytest.mark.parametrize("of_band", [0, 1])
def test_max_of_bands_passes_a_nan_of_either_band_on(of_band):
    bands = SparseOperator.of(sp.csr_array(np.array([[1.0, 0], [2, 0], [0, 1], [0, 3]])))
    y = torch.ones(2, 40, dtype=torch.float64)
    y[of_band, 5] = torch.nan
    pooled = max_of_bands(
        y, torch.full((2,), 0.5, dtype=torch.float64), bands, torch.tensor([0, 1])
    )
    assert pooled[:, 5].isnan().all()
    assert not pooled[:, torch.arange(40) != 5].isnan().any()


@pytest.mark.parametrize("num_bands", [2, 3])
def test_max_of_bands_and_its_gradients(num_bands):
    band_of = torch.arange(12) % num_bands
    masked = [sparse(9, 12) * (band_of.numpy() == b) for b in range(num_bands)]
    bands = SparseOperator.of(sp.csr_array(sp.vstack(masked)))
    alpha = torch.softmax(torch.rand(num_bands, dtype=torch.float64), dim=0)
    dense = torch.stack([torch.from_numpy(m.toarray()) @ X for m in masked])
    expected = (alpha[:, None, None] * dense).amax(dim=0)
    torch.testing.assert_close(max_of_bands(X, alpha, bands, band_of), expected)

    def pooled(y, alpha):
        return max_of_bands(y, alpha, bands, band_of)

    inputs = (X.clone().requires_grad_(), alpha.clone().requires_grad_())
    assert torch.autograd.gradcheck(pooled, inputs)


def test_a_tie_goes_to_the_lower_band():
    both = sp.csr_array(np.array([[1.0, 0.0], [0.0, 1.0]]))  # one node, one column per band
    bands, band_of = SparseOperator.of(both), torch.tensor([0, 1])
    y = torch.ones(2, 1, dtype=torch.float64, requires_grad=True)
    max_of_bands(y, torch.full((2,), 0.5, dtype=torch.float64), bands, band_of).sum().backward()
    assert y.grad.ravel().tolist() == [0.5, 0.0]
