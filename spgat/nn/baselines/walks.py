"""Uniform random walks, the corpus of the embedding methods."""

import numpy as np
import scipy.sparse as sp
from numpy.typing import NDArray


def random_walks(
    adjacency: sp.csr_array, num_walks: int, length: int, seed: int
) -> NDArray[np.int32]:
    """Returns int32 [num_walks · num_nodes, length]: walks of `length` nodes from every node.

    Each step goes to a uniformly drawn neighbour, edge weights aside (DeepWalk, Perozzi et al.
    2014, section 4.2). A walk from an isolated node stays there.
    """
    random = np.random.default_rng(seed)
    num_nodes = adjacency.shape[0]
    degrees = np.diff(adjacency.indptr)
    walks = np.empty((num_walks * num_nodes, length), dtype=np.int32)
    walks[:, 0] = np.concatenate([random.permutation(num_nodes) for _ in range(num_walks)])
    for step in range(1, length):
        here = walks[:, step - 1]
        choice = (random.random(len(here)) * degrees[here]).astype(np.int64)
        position = np.minimum(adjacency.indptr[here] + choice, max(adjacency.nnz - 1, 0))
        walks[:, step] = here
        moves = degrees[here] > 0
        walks[moves, step] = adjacency.indices[position[moves]]
    return walks
