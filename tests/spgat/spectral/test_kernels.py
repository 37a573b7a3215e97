import os
import subprocess
import sys
import threading

import numpy as np
import pytest
import scipy.sparse as sp

from spgat.spectral.kernels import (
    balanced_chunks,
    chebyshev_step,
    each_series,
    multiply,
    sum_series,
)


@pytest.fixture
def matrix():
    return sp.csr_array(sp.random_array((50, 50), density=0.1, rng=np.random.default_rng(0)))


@pytest.fixture
def block():
    return np.random.default_rng(1).standard_normal((50, 7))


@pytest.mark.parametrize("index_type", [np.int32, np.int64])
@pytest.mark.parametrize("value_type", [np.float32, np.float64])
def test_multiply_equals_scipy(matrix, block, value_type, index_type):
    matrix = matrix.astype(value_type)
    matrix.indices, matrix.indptr = (
        matrix.indices.astype(index_type),
        matrix.indptr.astype(index_type),
    )
    product = multiply(matrix, block.astype(value_type))
    assert product.dtype == value_type
    np.testing.assert_allclose(product, matrix @ block, rtol=1e-5, atol=1e-6)


@pytest.mark.parametrize("value_type", [np.float32, np.float64])
@pytest.mark.parametrize("num_signals", [31, 32, 64, 135])  # less, one, more than the lanes
def test_signals_as_wide_as_registers_are_summed_like_narrow_ones(
    matrix, value_type, num_signals
):
    typed = matrix.astype(value_type)
    x = np.random.default_rng(2).standard_normal((50, num_signals)).astype(value_type)
    x[7, 3] = np.nan  # as in a training that diverges: no other column may have it
    expected = np.stack([multiply(typed, column) for column in x.T], axis=1)
    tolerance = 10 * np.finfo(value_type).eps
    np.testing.assert_allclose(
        multiply(typed, x), expected, rtol=tolerance, atol=10 * tolerance
    )


def test_multiply_takes_vectors_rectangles_and_strided_blocks(matrix, block):
    np.testing.assert_allclose(multiply(matrix, block[:, 2]), matrix @ block[:, 2])
    np.testing.assert_allclose(multiply(matrix[:20], block), matrix[:20] @ block)
    np.testing.assert_allclose(multiply(matrix, block[:, ::2]), matrix @ block[:, ::2])


def test_multiply_overwrites_whatever_out_holds(matrix, block):
    out = np.full_like(block, np.nan)
    assert multiply(matrix, block, out) is out
    np.testing.assert_allclose(out, matrix @ block)


def test_empty_rows_and_empty_matrices(block):
    empty = sp.csr_array((50, 50))
    assert not multiply(empty, block).any()
    assert multiply(sp.csr_array((50, 50)), block[:, :0]).shape == (50, 0)


def test_chebyshev_step_is_the_recurrence(matrix, block):
    previous = np.random.default_rng(2).standard_normal(block.shape)
    expected = 0.5 * (matrix @ block) - 2 * block + 3 * previous
    np.testing.assert_allclose(
        chebyshev_step(matrix, block, previous.copy(), 0.5, -2.0, 3.0), expected
    )


@pytest.mark.parametrize("num_signals", [1, 7, 100])
@pytest.mark.parametrize("value_type", [np.float32, np.float64])
def test_a_series_is_the_sum_of_chebyshev_polynomials(matrix, num_signals, value_type):
    x = np.random.default_rng(3).standard_normal((50, num_signals)).astype(value_type)
    shifted = 0.4 * matrix.toarray() - np.eye(50)
    coefficients = np.array([0.5, -1.0, 2.0, 0.25])
    second = 2 * shifted @ shifted - np.eye(50)
    polynomials = [np.eye(50), shifted, second, 2 * shifted @ second - shifted]
    expected = sum(c * t for c, t in zip(coefficients, polynomials, strict=True)) @ x
    for order in (0, 3):
        out = np.full_like(x, np.nan)
        typed = matrix.astype(value_type)
        some = typed, x[None], out
        weights = coefficients[None, : order + 1]
        sum_series(*some, 0, num_signals - 1, weights, 0.4)
        assert np.isnan(out[:, -1]).all()
        sum_series(*some, num_signals - 1, num_signals, weights, 0.4)
        wanted = expected if order else 0.5 * x
        np.testing.assert_allclose(out, wanted, rtol=1e-4, atol=1e-4)


def test_mistakes_are_refused(matrix, block):
    with pytest.raises(TypeError, match="dtypes"):
        multiply(matrix, block.astype(np.float32))
    with pytest.raises(ValueError, match="share memory"):
        multiply(matrix, block, block)
    with pytest.raises(ValueError, match="do not fit"):
        multiply(matrix, block[:10])


def test_two_threads_at_once_agree(matrix, block):
    """numba's own threading layer aborts the whole process here."""
    results = [None] * 4

    def work(slot):
        for _ in range(50):
            results[slot] = multiply(matrix, block)

    threads = [threading.Thread(target=work, args=(slot,)) for slot in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for result in results:
        np.testing.assert_allclose(result, matrix @ block)


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize("num_nodes", [7, 900])  # alone, and by several threads
@pytest.mark.parametrize("order", [0, 1, 4, 5])
def test_series_of_one_recurrence_are_those_of_the_dense_matrix(dtype, num_nodes, order):
    rng = np.random.default_rng(3)
    half = sp.random_array((num_nodes, num_nodes), density=0.01 + 3 / num_nodes, rng=rng)
    matrix = sp.csr_array(half + half.T, dtype=dtype)
    scaled = 0.1 * matrix.toarray().astype(np.float64) - np.eye(num_nodes)
    polynomials = [np.eye(num_nodes), scaled]
    while len(polynomials) <= order:
        polynomials.append(2 * scaled @ polynomials[-1] - polynomials[-2])
    x, *others = rng.standard_normal((4, num_nodes, 70)).astype(dtype)
    coefficients = rng.standard_normal((3, order + 1))
    terms = np.stack(polynomials[: order + 1]) @ x
    tolerance = 1e-3 if dtype == np.float32 else 1e-10
    expected = np.einsum("bk,knq->bnq", coefficients, terms)
    moments = np.einsum("knq,rnq->rk", terms, others)
    ys = np.stack(others)
    found = each_series(matrix, x, coefficients, 0.1, others=ys)
    np.testing.assert_allclose(found[0], expected, rtol=tolerance, atol=tolerance * 100)
    np.testing.assert_allclose(found[1], moments, rtol=tolerance, atol=tolerance * 1000)
    total = np.empty_like(x)
    sum_series(matrix, ys, total, 0, 70, coefficients, 0.1)
    wanted = np.einsum("bk,kmn,bnq->mq", coefficients, polynomials[: order + 1], others)
    np.testing.assert_allclose(total, wanted, rtol=tolerance, atol=tolerance * 100)


@pytest.mark.parametrize("num_blocks", [1, 2])
def test_chunks_hold_every_row_once_and_cost_about_the_same(num_blocks):
    rng = np.random.default_rng(0)
    stored = rng.integers(0, 30, (num_blocks, 400))
    indptr = np.concatenate([[0], stored.ravel().cumsum()]).astype(np.int32)
    indices = np.zeros(indptr[-1], dtype=np.int32)
    shape = (num_blocks * 400, 1)
    chunks = balanced_chunks(sp.csr_array((indices, indices, indptr), shape), num_blocks)
    assert chunks[0] == 0
    assert chunks[-1] == 400
    cost = np.concatenate([[0], (stored.sum(axis=0) + 1).cumsum()])
    of_chunks = np.diff(cost[chunks])
    assert of_chunks.min() > 0
    assert np.ptp(of_chunks) <= 2 * (30 * num_blocks + 1)


EACH_COMPILED = """
import numpy as np
import scipy.sparse as sp
from spgat.spectral import kernels

for num_nodes in (10, 20_000):  # for one thread, then for all
    ring = sp.csr_array(sp.eye(num_nodes) + sp.eye(num_nodes, k=1))
    x = np.ones((num_nodes, 64))
    kernels.multiply(ring, x)
    kernels.sum_series(ring, x[None], np.empty_like(x), 0, 64, np.ones((1, 3)), 1.0)
    kernels.each_series(ring, x, np.ones((2, 3)), 1.0)
print([
    sum(kernel.stats.cache_hits.values())
    for kernel in (kernels._step, kernels._sum_series, kernels._each_series)
])
"""


def test_machine_code_for_one_thread_is_not_kept_for_that_of_all(tmp_path):
    environment = os.environ | {"NUMBA_CACHE_DIR": str(tmp_path)}
    done = subprocess.run(
        [sys.executable, "-c", EACH_COMPILED], capture_output=True, text=True, env=environment
    )
    assert done.returncode == 0, done.stderr[-3000:]
    assert done.stdout.split() == ["[0,", "0,", "0]"]
