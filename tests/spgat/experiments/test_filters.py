from dataclasses import replace

import numpy as np
import pytest

from spgat.experiments import filters
from spgat.experiments.experiment import FULL, QUICK
from spgat.experiments.filters import DensityCell, FilterCell
from spgat.published import published
from spgat.spectral.laplacian import laplacian


def cell(model, **changes):
    values = {
        "dataset": "csbm",
        "parameters": (("num_nodes", 60),),
        "config": published(model, ""),
    }
    return FilterCell(**(values | changes))


def short(label, **settings):
    return replace(published(label, "cora"), epochs=2, **settings)


def test_a_filter_that_lets_everything_pass_has_the_graphs_mean_frequency():
    """BernNet starts there; with a learning rate of nearly 0 it stays."""
    config = short("bernnet", learning_rate=1e-9, band_learning_rate=1e-9)
    measured = cell("bernnet", config=config).measure()
    np.testing.assert_allclose(measured["response"], 1, atol=1e-3)
    assert measured["mean_frequency"] == pytest.approx(1, abs=1e-6)
    assert len(measured["response"]) == 41


def test_a_low_pass_is_below_the_graphs_mean_frequency():
    """Personalised PageRank, where GPR-GNN starts."""
    config = short("gpr-gnn", learning_rate=1e-9)
    run = cell("gpr-gnn", config=config)
    measured = run.measure()
    matrix = laplacian(run.graph().adjacency, config.bands.laplacian).toarray()
    values = np.linalg.eigvalsh(matrix)
    gains = [0.1 * (0.9 * (1 - values)) ** k for k in range(10)]
    squares = (sum(gains) + (0.9 * (1 - values)) ** 10) ** 2
    expected = (values @ squares / squares.sum()) / values.mean()
    assert measured["mean_frequency"] == pytest.approx(expected, rel=0.02)
    assert measured["mean_frequency"] < 0.8


def test_a_model_without_a_filter_has_no_response():
    assert "response" not in cell("gcn", config=short("gcn")).measure()


def test_two_classes_are_measured_by_ranking():
    run = cell("mlp", config=short("mlp"), parameters=(("num_nodes", 60), ("num_classes", 2)))
    assert 0 <= run.measure()["test_roc_auc"] <= 1


def test_curves_are_scaled_to_their_peak_whatever_its_sign():
    dataset, label = "texas", "GPR-GNN"
    first, second = filters.cells_of(label, dataset, FULL)[:2]
    records = {
        DensityCell(dataset=dataset).key: {"measured": {"density": [0.5] * 41}},
        first.key: {"measured": {"response": [-2.0] + [1.0] * 40}},
        second.key: {"measured": {"response": [4.0] + [2.0] * 40}},
    }
    curves = filters.arrays(records)
    assert set(curves) == {"texas/density", "texas/GPR-GNN"}
    np.testing.assert_allclose(curves["texas/GPR-GNN"], [1.0] + [0.0] * 40)


def test_the_quick_protocol_has_the_small_sets_alone():
    assert {run.dataset for run in filters.cells(QUICK)} == set(filters.SMALL)
    full = filters.cells(FULL)
    assert {run.dataset for run in full} == set(filters.DATASETS)
    own = [run for run in full if run.dataset == "tolokers" and isinstance(run, FilterCell)]
    assert {run.split_index for run in own} == set(range(10))
    assert {
        run.split_index for run in full if getattr(run, "seed", 0) and run.dataset == "cora"
    } == {0}
