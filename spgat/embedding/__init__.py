"""Pictures of node embeddings, and numbers that say how far to trust them."""

from spgat.embedding.agreement import agreement
from spgat.embedding.clusters import clusters
from spgat.embedding.config import DIMENSIONS, METHODS, EmbeddingConfig, Method
from spgat.embedding.dimensions import DimensionShares, low_shares
from spgat.embedding.distances import nearest_neighbors
from spgat.embedding.distinguishing import Difference, distinguishing
from spgat.embedding.embedded import Embedded
from spgat.embedding.foreign import ForeignEmbedding, read_embedding
from spgat.embedding.frames import align, project_frames
from spgat.embedding.graph_layout import graph_layout
from spgat.embedding.memory import keep, pictures_cache, recall
from spgat.embedding.node_parts import NodeParts, node_parts
from spgat.embedding.projection import Projection, as_it_is, project, projection_bytes
from spgat.embedding.quality import Quality, knn_accuracy, measure, trustworthiness
from spgat.embedding.silhouette import Silhouette, silhouette
from spgat.embedding.tsne import OnFrame

__all__ = [
    "DIMENSIONS",
    "METHODS",
    "Difference",
    "DimensionShares",
    "Embedded",
    "EmbeddingConfig",
    "ForeignEmbedding",
    "Method",
    "NodeParts",
    "OnFrame",
    "Projection",
    "Quality",
    "Silhouette",
    "agreement",
    "align",
    "as_it_is",
    "clusters",
    "distinguishing",
    "graph_layout",
    "keep",
    "knn_accuracy",
    "low_shares",
    "measure",
    "nearest_neighbors",
    "node_parts",
    "pictures_cache",
    "project",
    "project_frames",
    "projection_bytes",
    "read_embedding",
    "recall",
    "silhouette",
    "trustworthiness",
]
