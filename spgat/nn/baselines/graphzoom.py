"""GraphZoom with DGI (Deng et al., ICLR 2020): fuse, coarsen, embed, refine."""

from dataclasses import replace

import numpy as np
import scipy.sparse as sp

from spgat.arrays import Floats32
from spgat.nn.baselines.coarsen import coarsen, fuse
from spgat.nn.baselines.dgi import infomax
from spgat.nn.baselines.frozen import FrozenEmbedding
from spgat.nn.model import Preparation
from spgat.spectral.laplacian import normalized_adjacency


class GraphZoom(FrozenEmbedding):
    """Deep Graph Infomax on a coarse graph, carried back by a low-pass filter.

    Options: `levels` (1), `num_neighbors` (2) of the feature graph, `filter_power` (2), and
    those of `DGI`.
    """

    def embed(self, preparation: Preparation) -> Floats32:
        """Returns the refined embedding of the finest level."""
        config, graph = self.config, preparation.graph
        identity = sp.eye_array(graph.num_nodes, dtype=np.float32, format="csr")
        features = identity if graph.features is None else sp.csr_array(graph.features)
        preparation.report(0, "feature graph")
        fine = fuse(graph.adjacency, features, config.option("num_neighbors", 2))
        levels: list[tuple[sp.csr_array, sp.csr_array]] = []
        for level in range(config.option("levels", 1)):
            assignment = coarsen(fine, preparation.seed + level)
            levels.append((fine, assignment))
            sizes = np.asarray(assignment.sum(axis=0)).ravel()
            features = sp.csr_array(sp.diags_array(1 / sizes) @ assignment.T @ features)
            fine = sp.csr_array(assignment.T @ fine @ assignment)
            fine.setdiag(0)
            fine.eliminate_zeros()
        coarse = graph.with_(adjacency=fine, features=sp.csr_array(features, dtype=np.float32))
        embedding = infomax(replace(preparation, graph=coarse), config)
        for finer, assignment in reversed(levels):
            embedding = assignment @ embedding
            smooth = normalized_adjacency(finer, self_loops=True)
            for _ in range(config.option("filter_power", 2)):
                embedding = smooth @ embedding
        return np.ascontiguousarray(embedding, dtype=np.float32)
