"""The picture of all eigenvectors, and what is said of those of frequency 0."""

import numpy as np
import pytest

from dashboard.film import basis, packing
from dashboard.frequencies import eigenvectors
from dashboard.frequencies.graph_choice import LAPLACIANS
from spgat import datasets
from spgat.spectral.eigen import full_spectrum

#: Every graph of the catalogue that is made or ships with the library and is small.
GRAPHS = [
    entry.name
    for entry in datasets.catalogue()
    if (entry.num_nodes or 9999) <= 180 and entry.name != "texas"
]
#: One in many components.
PARTS = ("erdos-renyi", {"mean_degree": 1.0})


@pytest.mark.parametrize("laplacian", LAPLACIANS)
@pytest.mark.parametrize("name", ["barbell", "karate", "path"])
def test_every_eigenvector_is_in_the_picture(name, laplacian):
    graph = datasets.load(name)
    spectrum = full_spectrum(graph.adjacency, LAPLACIANS[laplacian])
    names = [f"node {k}" for k in range(graph.num_nodes)]
    facts, arrays = packing.unpack(
        basis.pack(spectrum, names, alt="", is_to_scale=True, is_locked=False)
    )
    order = [int(said.split()[1]) for said in facts["names"]]
    shown = arrays["shades"].reshape(graph.num_nodes, -1) / facts["full"] * arrays["largest"]
    tolerance = 0.51 * arrays["largest"].max() / facts["full"]
    np.testing.assert_allclose(shown, spectrum.eigenvectors[order], atol=tolerance)


@pytest.mark.parametrize("laplacian", LAPLACIANS)
@pytest.mark.parametrize("name", ["barbell", "karate", "path", "ring", "star"])
def test_to_scale_a_column_lies_at_its_eigenvalue_and_equal_ones_share_a_place(name, laplacian):
    spectrum = full_spectrum(datasets.load(name).adjacency, LAPLACIANS[laplacian])
    values, edges = spectrum.eigenvalues, basis.edges_of(spectrum)
    widths, groups = np.diff(edges), spectrum.degenerate_groups
    assert (widths > 0).all()
    assert [edges[0], edges[-1]] == [values[0], values[-1]]
    in_group = np.zeros(len(values), bool)
    for first, last in groups:
        in_group[first:last] = True
        np.testing.assert_allclose(widths[first:last], widths[first])
        assert edges[first] <= values[first] <= values[last - 1] <= edges[last]
    inside = (edges[:-1] <= values) & (values <= edges[1:])
    assert inside[~in_group].all()


def test_along_the_rows_a_path_is_a_path():
    spectrum = full_spectrum(datasets.load("path").adjacency, LAPLACIANS["combinatorial"])
    assert np.abs(np.diff(basis.order_of(spectrum))).tolist() == [1] * 39


@pytest.mark.parametrize("laplacian", LAPLACIANS)
@pytest.mark.parametrize(
    ("name", "shape"), [*((name, {}) for name in GRAPHS), PARTS], ids=lambda value: str(value)
)
def test_what_is_said_of_frequency_0_holds(name, shape, laplacian):
    """Constant along edges, or so once divided by √degree, as the sentence says."""
    graph = datasets.load(name, **shape)
    config = LAPLACIANS[laplacian]
    spectrum = full_spectrum(graph.adjacency, config)
    degrees = np.asarray(graph.adjacency.sum(axis=1)).ravel() + config.self_loops
    roots = np.sqrt(np.where(degrees > 0, degrees, 1))
    for number in range(1, spectrum.null_dimension + 1):
        vector = spectrum.eigenvectors[:, number - 1]
        said = eigenvectors.describe(graph, spectrum, number)
        if "degree" in said:
            assert np.ptp(vector[graph.edges()], axis=1).max() > 1e-9
            vector = vector / roots
        elif "not unique" in said:
            continue
        np.testing.assert_allclose(np.ptp(vector[graph.edges()], axis=1), 0, atol=1e-8)
