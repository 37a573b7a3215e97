"""Graph fusion and spectral coarsening, the first two phases of GraphZoom.

Source: Deng et al., "GraphZoom: A multi-level spectral approach for accurate and scalable
graph embedding", ICLR 2020, sections 3.1 and 3.2.
"""

import numpy as np
import scipy.sparse as sp

from spgat.arrays import Floats, Floats32

#: Random vectors and smoothing steps behind the affinity of two nodes.
NUM_VECTORS = 10
SMOOTHING_STEPS = 10


def fuse(
    adjacency: sp.csr_array, features: Floats32 | sp.csr_array, num_neighbors: int
) -> sp.csr_array:
    """Returns adjacency + the k-nearest-neighbour graph of the features.

    An edge of the feature graph weighs as much as its end points' cosine similarity; edges of
    similarity 0 are dropped.
    """
    from sklearn.neighbors import kneighbors_graph
    from sklearn.preprocessing import normalize

    unit = normalize(features)
    k = min(num_neighbors, adjacency.shape[0] - 1)
    distances = kneighbors_graph(unit, k, mode="distance", metric="cosine")
    similar = sp.csr_array(distances)
    similar.data = np.clip(1.0 - similar.data, 0.0, 1.0)
    symmetric = similar.maximum(similar.T)
    fused = sp.csr_array(adjacency + symmetric)
    fused.setdiag(0)
    fused.eliminate_zeros()
    return fused


def coarsen(adjacency: sp.csr_array, seed: int) -> sp.csr_array:
    """Returns the assignment matrix of one coarsening: float64 [num_nodes, num_clusters].

    Random vectors smoothed by the lazy random walk hold mostly low frequencies, so two nodes
    whose entries agree over all vectors lie close in the low spectrum. Edges are visited by
    falling weight · affinity, the affinity being (t_p·t_q)² / (|t_p|² |t_q|²), and two nodes
    not yet matched merge; a node left over stays alone.
    """
    num_nodes = adjacency.shape[0]
    vectors = _smooth_vectors(adjacency, seed)
    upper = sp.triu(adjacency, k=1, format="coo")
    affinity = np.einsum("ij,ij->i", vectors[upper.row], vectors[upper.col]) ** 2
    cluster = np.full(num_nodes, -1, dtype=np.int64)
    count = 0
    order = np.argsort(-affinity * upper.data, kind="stable")
    for one, other in zip(upper.row[order].tolist(), upper.col[order].tolist(), strict=True):
        if cluster[one] < 0 and cluster[other] < 0:
            cluster[one] = cluster[other] = count
            count += 1
    alone = cluster < 0
    cluster[alone] = count + np.arange(alone.sum())
    entries = (np.ones(num_nodes), (np.arange(num_nodes), cluster))
    return sp.csr_array(entries, shape=(num_nodes, count + int(alone.sum())))


def _smooth_vectors(adjacency: sp.csr_array, seed: int) -> Floats:
    """Unit rows [num_nodes, NUM_VECTORS] of smoothed random vectors."""
    num_nodes = adjacency.shape[0]
    vectors = np.random.default_rng(seed).standard_normal((num_nodes, NUM_VECTORS))
    degrees = np.maximum(adjacency.sum(axis=1), 1e-12)[:, None]
    for _ in range(SMOOTHING_STEPS):
        vectors = 0.5 * (vectors + adjacency @ vectors / degrees)
        vectors -= vectors.mean(axis=0)
    return vectors / np.maximum(np.linalg.norm(vectors, axis=1, keepdims=True), 1e-12)
