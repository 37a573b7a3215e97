"""`python -m spgat.warm`: compiles the kernels once, so that nobody's first training waits.

numba keeps its machine code on disk, beside the package or in `NUMBA_CACHE_DIR`, for each kind
of numbers and indices. One epoch on graphs of the kinds that people train on makes all of it.
"""

from dataclasses import replace

import numpy as np

from spgat import datasets, presets
from spgat.graph import Graph
from spgat.spectral.chebyshev import heat_series
from spgat.spectral.laplacian import laplacian
from spgat.training import fit


def main() -> None:
    """Trains each preset of SpGAT for an epoch, and applies a series to signals."""
    for graph in _graphs():
        for preset in presets.names_for("spgat"):
            fit(graph, replace(presets.get(preset), epochs=1))
        for signals in (np.ones(graph.num_nodes), np.ones((graph.num_nodes, 100))):
            heat_series(1.0, order=2).apply(laplacian(graph.adjacency), signals)


def _graphs() -> list[Graph]:
    """One that is too small for two threads, and two larger, with sparse and dense features."""
    large = datasets.load("digits")
    return [datasets.load("karate"), large, replace(large, features=None)]


if __name__ == "__main__":
    main()
