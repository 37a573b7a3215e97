"""Graphs, features, labels, series and pictures from files that people upload."""

from spgat.datasets.imports.picture import read_picture
from spgat.datasets.imports.reading import attach_features, attach_labels, read_graph
from spgat.datasets.imports.report import Imported, ImportReport
from spgat.datasets.imports.series import ImportedSeries, read_series
from spgat.datasets.limits import LOCAL, UPLOAD
from spgat.datasets.meaning.options import ReadOptions

__all__ = [
    "LOCAL",
    "UPLOAD",
    "ImportReport",
    "Imported",
    "ImportedSeries",
    "ReadOptions",
    "attach_features",
    "attach_labels",
    "read_graph",
    "read_picture",
    "read_series",
]
