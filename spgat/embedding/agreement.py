"""How far two embeddings of the same nodes agree on who is near whom."""

import numpy as np
from numpy.typing import NDArray

from spgat.arrays import Floats
from spgat.embedding.distances import nearest_neighbors
from spgat.errors import InputError


def agreement(first: NDArray, second: NDArray, num_neighbors: int = 10) -> Floats:
    """Returns |A ∩ B| / |A ∪ B| of each node, A and B its nearest nodes in either embedding.

    The Jaccard index does not change when an embedding is moved, rotated or scaled; two
    unrelated embeddings have about k / (2n). Not in the paper.

    Args:
        first: [num_nodes, any], finite.
        second: [num_nodes, any], finite, of the same nodes in the same order.
        num_neighbors: k, from 1 to num_nodes − 1.

    Returns:
        float64 [num_nodes], in [0, 1].

    Raises:
        InputError: If both have different numbers of nodes, or there are not k others.
    """
    if len(first) != len(second):
        raise InputError(
            f"One embedding has {len(first)} nodes and the other {len(second)}; compare two "
            "embeddings of the same nodes."
        )
    near, also = (nearest_neighbors(points, num_neighbors)[0] for points in (first, second))
    shared = np.zeros(len(near))
    for k in range(num_neighbors):
        shared += (near == also[:, k, None]).any(axis=1)
    return shared / (2 * num_neighbors - shared)
