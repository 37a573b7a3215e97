"""What the choice of neighbours does to the spectrum of a graph of points."""

from dataclasses import dataclass, replace

import numpy as np
import pandas as pd
import streamlit as st

from dashboard import plot, theme, twin
from dashboard.figures.curves import lines
from spgat.arrays import Floats
from spgat.datasets.imports import Imported, ReadOptions
from spgat.datasets.points import join_points
from spgat.graph import Graph
from spgat.spectral.density import SpectralDensity, spectral_density
from spgat.spectral.laplacian import LaplacianConfig

#: Up to so many points half and twice as many neighbours are tried too: a second each.
MAX_POINTS = 1500


@dataclass(frozen=True, slots=True)
class Tried:
    """A graph of points, and its frequencies.

    Attributes:
        num_edges: Its edges.
        density: Of its frequencies.
    """

    num_edges: int
    density: SpectralDensity

    @property
    def smallest(self) -> float:
        """The smallest frequency above 0; NaN where it is not computed or there is none."""
        values, null = self.density.eigenvalues, self.density.null_dimension
        return float("nan") if values is None or len(values) == null else float(values[null])


def show(imported: Imported) -> twin.Tables:
    """Shows components, the smallest frequency and the density for some neighbours.

    Returns:
        Their tables.
    """
    graph, options = imported.graph, imported.options
    tried = _tried(graph.digest, options, graph)
    st.markdown("**What the choice does to the spectrum**")
    table = pd.DataFrame(
        {
            "neighbours": list(tried),
            "edges": [each.num_edges for each in tried.values()],
            "components": [each.density.null_dimension for each in tried.values()],
            "smallest frequency above 0": [each.smallest for each in tried.values()],
        }
    )
    st.dataframe(table, hide_index=True, key="tried-neighbours")
    densities = {f"{count} neighbours": each.density.density for count, each in tried.items()}
    option = lines(
        next(iter(tried.values())).density.grid,
        densities,
        x_name="eigenvalue λ",
        y_name="density",
        colours=theme.CATEGORICAL,
    )
    plot.show(
        option,
        key="tried-densities",
        height=230,
        alt=f"Density of the frequencies for {', '.join(map(str, tried))} neighbours",
    )
    st.caption(
        "Few neighbours leave components, one frequency 0 each, and small frequencies that "
        "tell clusters apart. With many, the frequencies gather around 1 and tell less."
    )
    return {"Density of the frequencies": twin.of(option)}


@st.cache_resource(scope="session", max_entries=4, show_spinner="Computing the frequencies")
def _tried(digest: str, options: ReadOptions, _graph: Graph) -> dict[int, Tried]:
    chosen = options.neighbours
    points = points_of(_graph, options)
    if len(points) > MAX_POINTS:
        return {chosen: _measured(_graph)}
    counts = sorted({max(1, chosen // 2), chosen, 2 * chosen})
    return {
        count: _measured(_graph) if count == chosen else _joined(points, options, count)
        for count in counts
    }


def points_of(graph: Graph, options: ReadOptions) -> Floats:
    """Returns what the distances are of, float64 [num_nodes, num_dimensions]."""
    has_choice = graph.positions is not None and graph.features is not None
    by_features = options.distance == "features" if has_choice else graph.positions is None
    points = graph.features if by_features else graph.positions
    assert points is not None
    return np.asarray(points.todense() if hasattr(points, "todense") else points, dtype=float)


def _joined(points: Floats, options: ReadOptions, neighbours: int) -> Tried:
    joined = join_points(points, replace(options, neighbours=neighbours))
    return _measured(Graph.build("points", len(points), joined.edges, joined.weights))


def _measured(graph: Graph) -> Tried:
    config = LaplacianConfig(kind="normalized", self_loops=False)
    return Tried(graph.num_edges, spectral_density(graph.adjacency, config, order=60))
