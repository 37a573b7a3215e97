"""Pictures of node embeddings, and numbers that say how far to trust them."""

from spgat.embedding.config import DIMENSIONS, METHODS, EmbeddingConfig, Method
from spgat.embedding.distances import nearest_neighbors
from spgat.embedding.frames import align, project_frames
from spgat.embedding.graph_layout import graph_layout
from spgat.embedding.memory import keep, pictures_cache, recall
from spgat.embedding.projection import Projection, project
from spgat.embedding.quality import Quality, knn_accuracy, measure, trustworthiness
from spgat.embedding.silhouette import Silhouette, silhouette
from spgat.embedding.tsne import OnFrame

__all__ = [
    "DIMENSIONS",
    "METHODS",
    "EmbeddingConfig",
    "Method",
    "OnFrame",
    "Projection",
    "Quality",
    "Silhouette",
    "align",
    "graph_layout",
    "keep",
    "knn_accuracy",
    "measure",
    "nearest_neighbors",
    "pictures_cache",
    "project",
    "project_frames",
    "recall",
    "silhouette",
    "trustworthiness",
]
