"""Eigenpairs that the structure of a graph gives away, so that nobody has to estimate them.

Not in the paper. Nodes with the same neighbours and weights are *twins*, leaves of one node for
instance: the difference of two of them is an eigenvector, as their common neighbours cancel. A
third of PubMed's eigenvalues are of this kind, 6,330 of them one value.
"""

from dataclasses import dataclass, field

import numpy as np
import scipy.sparse as sp

from spgat.arrays import Floats, Ints


@dataclass(frozen=True, eq=False)
class KnownPairs:
    """The null space and the differences of twins, orthogonal to each other.

    Attributes:
        null: float64 CSR [num_nodes, null_dimension], orthonormal, from `null_space`.
        members: int64 [m], the nodes that have a twin, ascending.
        classes: float64 CSR [m, num_classes], orthonormal: a column for each class of twins,
            equal on its members.
        of_twins: float64 [m − num_classes], ascending: L's diagonal entry, once less than a
            class has members.
    """

    null: sp.csr_array
    members: Ints = field(default_factory=lambda: np.empty(0, dtype=np.int64))
    classes: sp.csr_array = field(default_factory=lambda: sp.csr_array((0, 0)))
    of_twins: Floats = field(default_factory=lambda: np.empty(0))

    @property
    def eigenvalues(self) -> Floats:
        """All that are known, float64 ascending: zeros, and those of twins."""
        return np.concatenate([np.zeros(self.null.shape[1]), self.of_twins])

    def remove(self, block: Floats) -> None:
        """Takes the known eigenvectors out of vectors, float64 [num_nodes, k], in place."""
        block[self.members] = self.classes @ (self.classes.T @ block[self.members])
        block -= self.null @ (self.null.T @ block)


def known_pairs(matrix: sp.csr_array, null: sp.csr_array) -> KnownPairs:
    """Returns the eigenpairs of a graph's Laplacian that need no computation.

    Args:
        matrix: float64 CSR [num_nodes, num_nodes], the Laplacian L.
        null: Its null space, from `null_space`.
    """
    diagonal = matrix.diagonal()
    of_class = _classes_of_twins(matrix, diagonal, null)
    sizes = np.bincount(of_class)
    members = np.flatnonzero(sizes[of_class] > 1)
    twins, first, column = np.unique(of_class[members], return_index=True, return_inverse=True)
    entries = 1 / np.sqrt(sizes[of_class[members]])
    return KnownPairs(
        null=null,
        members=members,
        classes=sp.csr_array(
            (entries, (np.arange(len(members)), column)), shape=(len(members), len(twins))
        ),
        of_twins=np.sort(np.repeat(diagonal[members[first]], sizes[twins] - 1)),
    )


def _classes_of_twins(matrix: sp.csr_array, diagonal: Floats, null: sp.csr_array) -> Ints:
    """A number for each node, the same for twins alone."""
    num_nodes = len(diagonal)
    others = sp.csr_array(matrix - sp.diags_array(diagonal, format="csr"))
    others.eliminate_zeros()
    others.sort_indices()
    # Two random sums tell rows apart; twins have the same terms in the same order.
    sums = others @ np.random.default_rng(0).standard_normal((num_nodes, 2))
    # Isolated nodes at eigenvalue 0 are in the null space, each by itself.
    is_null = (np.diff(others.indptr) == 0) & (np.diff(null.indptr) > 0)
    alone = np.where(is_null, np.arange(num_nodes) + 1, 0)
    keys = np.column_stack([sums, diagonal, alone])
    return np.asarray(np.unique(keys, axis=0, return_inverse=True)[1]).ravel()
