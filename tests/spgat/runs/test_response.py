from dataclasses import replace

import numpy as np
import pytest

from spgat.bands.config import BandConfig
from spgat.config import TrainConfig
from spgat.runs import run_response
from spgat.spectral.chebyshev import step_series


def stored(store, result, graph, **changes):
    return store.load(store.save(replace(result, **changes), graph))


def test_each_layer_weighs_each_band_by_its_attention(store, result, graph):
    found = run_response(stored(store, result, graph))
    grid, cut = found.density.grid, found.cuts[0]
    for layer, (low, high) in enumerate(result.alpha):
        values = found.learned.values[layer]
        np.testing.assert_allclose(values[grid <= cut], low)
        np.testing.assert_allclose(values[grid > cut], high)
    below = (found.density.eigenvalues <= cut).sum()
    assert below == 15  # half of thirty


def test_heat_falls_within_a_band(store, result, graph):
    config = TrainConfig(bands=BandConfig(response="heat", scale=2.0))
    found = run_response(stored(store, result, graph, config=config))
    low = found.learned.values[0][found.density.grid <= found.cuts[0]]
    assert (np.diff(low) < 0).all()


def test_learned_cuts_are_drawn_where_training_left_them(store, result, graph):
    bands = BandConfig(method="polynomial", step_order=8, learn_cutoffs=True)
    history = [replace(record, cutoffs=(0.7,)) for record in result.history]
    found = run_response(
        stored(store, result, graph, config=TrainConfig(bands=bands), history=history)
    )
    assert found.cuts == (0.7,)
    low = step_series(0.7, 8).evaluate(found.density.grid)
    for values, alpha in zip(found.learned.values, result.alpha, strict=True):
        np.testing.assert_allclose(values, alpha[0] * low + alpha[1] * (1 - low))


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"last_alpha": (), "best_epoch": 0}, "has no attention"),
        (
            {"config": TrainConfig(bands=BandConfig(cut_by="column", basis="wavelet"))},
            "columns",
        ),
    ],
)
def test_where_there_is_no_filter_it_says_why(store, result, graph, changes, reason):
    found = run_response(stored(store, result, graph, **changes))
    assert found.learned is None
    assert reason in found.reason
