from dataclasses import replace

import numpy as np
import pytest

from spgat.bands.config import BandConfig
from spgat.config import TrainConfig
from spgat.runs import run_response


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
