"""Sparse matrices in blocks of columns, for products whose operand outgrows the cache.

A row of a wavelet has hundreds of entries all over the graph, and each reads a row of the
operand. Block by block those rows come from the cache. A row's entries keep their order, and
so its sum its last bit.
"""

import numpy as np
import scipy.sparse as sp

#: Columns of a block: their rows of 64 float32 signals are half of a second-level cache.
BLOCK = 1_024
_FEWEST = 4  # entries of a row in a block, below which the blocks cost more than they save


def in_blocks(matrix: sp.csr_array, block: int = BLOCK) -> sp.csr_array:
    """Returns the entries of each block of columns, one below the other, where that pays.

    Args:
        matrix: CSR [num_rows, num_columns].
        block: Columns of a block.

    Returns:
        CSR [num_blocks · num_rows, num_columns], row i of block b in row b · num_rows + i; the
        matrix itself, as one block, where there would be few blocks or few entries in each.
    """
    num_rows, num_columns = matrix.shape
    num_blocks = -(-num_columns // block)
    if num_blocks <= 2 or matrix.nnz <= _FEWEST * num_rows * num_blocks:
        return matrix
    entries = matrix.tocoo()
    rows = (entries.col // block).astype(np.int64) * num_rows + entries.row
    shape = (num_blocks * num_rows, num_columns)
    return sp.csr_array((entries.data, (rows, entries.col)), shape=shape)


def of_blocks(stack: sp.csr_array, num_rows: int) -> sp.csr_array:
    """Returns the matrix [num_rows, num_columns] whose blocks these are."""
    if stack.shape[0] == num_rows:
        return stack
    entries = stack.tocoo()
    shape = (num_rows, stack.shape[1])
    return sp.csr_array((entries.data, (entries.row % num_rows, entries.col)), shape=shape)
