from dataclasses import replace

import numpy as np
import pytest

from spgat.errors import InputError
from spgat.graph import Graph
from spgat.runs import unit_energies
from spgat.spectral.eigen import full_spectrum


@pytest.fixture
def run(store, result, graph):
    silent = result.hidden.copy()
    silent[:, 2] = 0
    frames = [(0, silent * 0), (2, silent)]
    return store.load(store.save(replace(result, hidden=silent, frames=frames), graph))


def test_rows_are_the_energies_of_units_by_frequency_up_to_the_blur(run):
    spectrum = full_spectrum(run.graph.adjacency, run.summary.config.bands.laplacian)
    for outputs, found in zip((run.hidden, run.logits), unit_energies(run), strict=True):
        amplitudes = (spectrum.eigenvectors.T @ outputs.astype(np.float64)) ** 2
        for unit, shares in zip(found.units, found.shares, strict=True):
            energy = amplitudes[:, unit] / amplitudes[:, unit].sum()
            below = [energy[spectrum.eigenvalues < edge].sum() for edge in found.edges[1:]]
            # A single eigenvalue is blurred over its bin and the next one.
            assert np.abs(np.cumsum(shares) - below).mean() < 0.02
        squares = (outputs.astype(np.float64) ** 2).sum(axis=0)
        np.testing.assert_allclose(found.weights, squares[found.units] / squares.sum())
        assert found.layer.sum() == pytest.approx(1)


def test_units_come_by_their_mean_frequency_and_silent_ones_are_counted(run):
    hidden, logits = unit_energies(run)
    assert sorted(hidden.units) == [0, 1, 3]
    assert (hidden.num_silent, logits.num_silent) == (1, 0)
    for energy in (hidden, logits):
        means = energy.shares @ (energy.edges[:-1] + energy.edges[1:]) / 2
        assert (np.diff(means) >= 0).all()


def test_a_graph_without_edges_has_no_frequencies(run):
    graph = run.graph
    alone = Graph.build("alone", graph.num_nodes, np.empty((0, 2)), labels=graph.labels)
    run.__dict__["graph"] = alone
    with pytest.raises(InputError, match="no edges"):
        unit_energies(run)


def test_what_takes_minutes_is_refused(run, monkeypatch):
    monkeypatch.setattr("spgat.runs.unit_energy.MAX_WORK", 10)
    with pytest.raises(InputError, match="7 units"):
        unit_energies(run)
