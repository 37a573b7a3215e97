"""Graphs, features and labels from files that people upload."""

from spgat.datasets.files.joining import attach_features, attach_labels
from spgat.datasets.files.reading import ImportPreview, read_graph

__all__ = ["ImportPreview", "attach_features", "attach_labels", "read_graph"]
