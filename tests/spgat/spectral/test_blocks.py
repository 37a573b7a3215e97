"""Blocks of columns hold the matrix, and change no bit of what is computed with it."""

import numpy as np
import pytest
import scipy.sparse as sp
import torch

from spgat.spectral.blocks import in_blocks, of_blocks
from spgat.spectral.max_pool import max_of_bands
from spgat.spectral.operators import SparseOperator

RNG = np.random.default_rng(0)
BLOCK = 16  # of 70 columns: four blocks and a part of one


@pytest.fixture
def matrix():
    """More rows than are begun at once, some of them empty."""
    matrix = sp.random_array((2_500, 70), density=0.95, format="lil", rng=RNG, dtype=np.float32)
    matrix[5:9] = 0
    return sp.csr_array(matrix)


def test_blocks_hold_the_matrix(matrix):
    stack = in_blocks(matrix, BLOCK)
    assert stack.shape == (5 * 2_500, 70)
    for number, block in enumerate(np.split(stack.toarray(), 5)):
        columns = np.flatnonzero(block.any(axis=0))
        assert set(columns // BLOCK) == {number}
    assert (of_blocks(stack, 2_500) != matrix).nnz == 0


@pytest.mark.parametrize(
    ("shape", "density"), [((50, 32), 0.9), ((50, 70), 0.05), ((0, 70), 0), ((70, 0), 0)]
)
def test_a_matrix_of_few_columns_or_entries_stays_whole(shape, density):
    matrix = sp.random_array(shape, density=density, format="csr", rng=RNG)
    assert in_blocks(matrix, BLOCK) is matrix
    assert of_blocks(matrix, shape[0]) is matrix


@pytest.mark.parametrize("num_signals", [1, 7, 64, 100])
def test_products_and_gradients_are_the_same_bit_for_bit(matrix, num_signals):
    x = RNG.standard_normal((70, num_signals)).astype(np.float32)
    found = []
    for operator in (SparseOperator.of(matrix), SparseOperator.of_blocks(matrix, BLOCK)):
        signal = torch.tensor(x, requires_grad=True)
        product = operator(signal)
        product.square().sum().backward()
        found.append((operator.num_rows, product.detach(), signal.grad))
    (rows, plain, gradient), (rows_too, by_blocks, gradient_too) = found
    assert rows == rows_too == 2_500
    assert torch.equal(plain, by_blocks)
    assert torch.equal(gradient, gradient_too)


def test_max_pooling_of_blocks_is_the_same_bit_for_bit(matrix):
    band_of = torch.arange(70) % 3
    masked = sp.csr_array(sp.vstack([matrix * (band_of.numpy() == band) for band in range(3)]))
    masked.eliminate_zeros()
    by_blocks = SparseOperator.of_blocks(masked, BLOCK)
    assert by_blocks.matrix.shape[0] == 5 * 7_500
    alpha = torch.tensor([0.2, 0.5, 0.3])
    y = RNG.standard_normal((70, 64)).astype(np.float32)
    found = []
    for operator in (SparseOperator.of(masked), by_blocks):
        signal, weights = (torch.tensor(v, requires_grad=True) for v in (y, alpha.numpy()))
        pooled = max_of_bands(signal, weights, operator, band_of)
        pooled.square().sum().backward()
        found.append((pooled.detach(), signal.grad, weights.grad))
    for plain, same in zip(*found, strict=True):
        assert torch.equal(plain, same)


def test_a_gpu_gets_the_matrix_itself(matrix):
    """The device "meta" stands for one: it takes shapes and no values."""
    operator = SparseOperator.of_blocks(matrix, BLOCK)
    assert operator.matrix.shape[0] > 2_500
    there = operator.to(torch.device("meta"))
    assert there.matrix.shape == (2_500, 70)
    assert there.transpose.shape == (70, 2_500)
