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


def test_products_of_tall_blocks(block):
    other = np.random.default_rng(1).standard_normal(block.shape)
    np.testing.assert_allclose(blas.gram(block), block.T @ block)
    np.testing.assert_allclose(blas.product(block, lambda rows: other[rows]), block.T @ other)
    np.testing.assert_array_equal(blas.gram(block), blas.gram(block))


def test_rotate_and_divide_work_in_place(block):
    rotation = np.linalg.qr(np.random.default_rng(2).standard_normal((17, 17)))[0]
    factor = np.linalg.cholesky(block.T @ block)
    rotated, divided = block.copy(), block.copy()
    blas.rotate(rotated, rotation)
    blas.divide(divided, factor)
    np.testing.assert_allclose(rotated, block @ rotation, atol=1e-13)
    np.testing.assert_allclose(divided @ factor.T, block, atol=1e-12)
    np.testing.assert_allclose(divided.T @ divided, np.eye(17), atol=1e-13)


def test_eigh_is_lapack(block):
    matrix = block.T @ block
    values, vectors = blas.eigh(matrix.copy())
    np.testing.assert_allclose(values, np.linalg.eigvalsh(matrix))
    np.testing.assert_allclose(matrix @ vectors, vectors * values, atol=1e-9)


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
            blas.product(block, lambda rows: 1 / 0)
        assert num_threads() == before
