"""Groups of nodes that an embedding has by itself, for data without labels."""

import numpy as np
from numpy.typing import NDArray

from spgat.arrays import Ints
from spgat.errors import InputError


def clusters(features: NDArray, min_size: int = 10) -> Ints:
    """Returns the cluster of each node by HDBSCAN, int64 [num_nodes], -1 for noise.

    Campello, Moulavi and Sander 2013; not in the paper. Clusters are numbered by size, the
    largest is 0. They are found where points are dense, so their silhouette says how far apart
    the dense parts lie and nothing about classes.

    Args:
        features: [num_nodes, num_features], finite.
        min_size: Fewest nodes of a cluster, from 2 to num_nodes.

    Raises:
        InputError: For another size.
    """
    from sklearn.cluster import HDBSCAN  # scikit-learn takes a second to import

    if not 2 <= min_size <= len(features):
        raise InputError(
            f"The smallest cluster is to have {min_size} of {len(features)} nodes; give 2 to "
            f"{len(features)}."
        )
    found = HDBSCAN(min_cluster_size=min_size, copy=True).fit_predict(np.asarray(features))
    order = np.argsort(-np.bincount(found[found >= 0], minlength=1), kind="stable")
    rank = np.empty(len(order), dtype=np.int64)
    rank[order] = np.arange(len(order))
    return np.where(found < 0, -1, rank[found])
