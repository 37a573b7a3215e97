"""Graphs by name: toy graphs, bundled networks, benchmark sets."""

from spgat.datasets.info import DatasetInfo, Parameter
from spgat.datasets.lookup import catalogue, info, load
from spgat.datasets.splits import fraction_split, per_class_split

__all__ = [
    "DatasetInfo",
    "Parameter",
    "catalogue",
    "fraction_split",
    "info",
    "load",
    "per_class_split",
]
