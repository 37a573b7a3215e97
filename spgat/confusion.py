"""Which classes are taken for which."""

import numpy as np

from spgat.arrays import Ints


def confusion(labels: Ints, predictions: Ints, num_classes: int) -> Ints:
    """Returns the counts of label by prediction, int64 [num_classes, num_classes].

    Args:
        labels: int64 [num_nodes], -1 where unknown; these nodes are not counted.
        predictions: int64 [num_nodes], likewise.
        num_classes: How many classes there are.
    """
    known = (labels >= 0) & (predictions >= 0)
    cells = labels[known] * num_classes + predictions[known]
    counts = np.bincount(cells, minlength=num_classes**2)
    return counts.reshape(num_classes, num_classes)
