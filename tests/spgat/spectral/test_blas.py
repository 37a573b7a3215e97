import threading

import numpy as np
import pytest
from threadpoolctl import threadpool_info, threadpool_limits

from spgat.spectral import blas


@pytest.fixture
def block():
    return np.random.default_rng(0).standard_normal((1300, 17))


def num_threads():
    return [b["num_threads"] for b in threadpool_info() if b["user_api"] == "blas"]


@pytest.mark.parametrize("width", [1, 17, 300])  # less and more than are summed at once
def test_products_of_tall_blocks(width):
    block = np.random.default_rng(0).standard_normal((2100, width))
    other = np.linspace(0, 2, 2100)[:, None] * block
    np.testing.assert_allclose(blas.gram(block), block.T @ block)
    np.testing.assert_array_equal(blas.gram(block), blas.gram(block))
    product = blas.symmetric_product(block, lambda rows: other[rows])
    np.testing.assert_allclose(product, np.tril(block.T @ other))


@pytest.mark.parametrize("width", [1, 17, 300])  # less and more than are divided at once
def test_rotate_and_divide_work_in_place(width):
    block = np.random.default_rng(0).standard_normal((2100, width))
    rotation = np.linalg.qr(np.random.default_rng(2).standard_normal((width, width)))[0]
    factor = np.linalg.cholesky(block.T @ block)
    rotated, divided = block.copy(), block.copy()
    blas.rotate(rotated, rotation)
    blas.divide(divided, factor)
    np.testing.assert_allclose(rotated, block @ rotation, atol=1e-13)
    np.testing.assert_allclose(divided @ factor.T, block, atol=1e-12)
    np.testing.assert_allclose(divided.T @ divided, np.eye(width), atol=1e-13)


def test_eigh_is_lapack(block):
    matrix = block.T @ block
    values, vectors = blas.eigh(matrix.copy())
    np.testing.assert_allclose(values, np.linalg.eigvalsh(matrix))
    np.testing.assert_allclose(matrix @ vectors, vectors * values, atol=1e-9)


def test_eigh_corrects_for_a_basis_that_is_not_quite_orthonormal(block):
    matrix = block.T @ block
    near = np.eye(17) + 1e-3 * np.random.default_rng(1).standard_normal((17, 17))
    in_basis, gram = near.T @ matrix @ near, near.T @ near
    values, rotation = blas.eigh(in_basis, gram)
    vectors = near @ rotation
    np.testing.assert_allclose(values, np.linalg.eigvalsh(matrix))
    np.testing.assert_allclose(matrix @ vectors, vectors * values, atol=1e-9)
    np.testing.assert_allclose(vectors.T @ vectors, np.eye(17), atol=1e-12)


def test_the_limit_is_lifted_after_several_users_and_errors(block):
    def work():
        for _ in range(20):
            blas.gram(block)

    with threadpool_limits(2, "blas"):
        before = num_threads()
        threads = [threading.Thread(target=work) for _ in range(3)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        with pytest.raises(ZeroDivisionError):
            blas.symmetric_product(block, lambda rows: 1 / 0)
        assert num_threads() == before
