"""Graphs by name: toy graphs, bundled networks, benchmark sets, PPI."""

from spgat.datasets import drawn
from spgat.datasets.info import DatasetInfo, Parameter
from spgat.datasets.lookup import catalogue, info, load, load_series, origin
from spgat.datasets.ppi import InductiveSet, LabelledGraph, load_ppi
from spgat.datasets.splits import fraction_split, per_class_split, with_draws, with_split

__all__ = [
    "DatasetInfo",
    "InductiveSet",
    "LabelledGraph",
    "Parameter",
    "catalogue",
    "drawn",
    "fraction_split",
    "info",
    "load",
    "load_ppi",
    "load_series",
    "origin",
    "per_class_split",
    "with_draws",
    "with_split",
]
