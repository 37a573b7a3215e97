from dataclasses import replace

import numpy as np
import pytest

from spgat import datasets, presets
from spgat.bands.build import build_bands
from spgat.bands.config import BandConfig
from spgat.config import TrainConfig
from spgat.errors import InputError
from spgat.published import published
from spgat.runs import RunStore, run_response
from spgat.training import fit
from tests.spgat.runs.older import as_first_format

POLYNOMIAL = BandConfig(method="polynomial", step_order=8, low_fractions=(0.2, 0.6))


@pytest.fixture(scope="module")
def karate():
    return datasets.load("karate")


def trained(graph, bands, **changes):
    config = replace(presets.get("frequency", "karate"), epochs=12, patience=None, **changes)
    return fit(graph, replace(config, bands=bands, pooling="sum"))


@pytest.mark.parametrize(
    "bands",
    [BandConfig(), POLYNOMIAL, BandConfig(response="heat", basis="wavelet", scale=2.0)],
    ids=["eigenpairs", "polynomial", "heat"],
)
def test_the_filter_is_that_of_the_operators_and_of_the_kept_network(store, karate, bands):
    result = trained(karate, bands)
    found = run_response(store.load(store.save(result, karate)))
    operators = build_bands(karate.adjacency, bands)
    expected = np.array(result.alpha) @ operators.responses(found.bands.eigenvalues)
    np.testing.assert_allclose(found.learned.values, expected, atol=1e-6)
    assert found.epoch == result.best_epoch
    assert found.bands.cut == operators.info.cut


@pytest.mark.parametrize("bands", [BandConfig(), POLYNOMIAL], ids=["eigenpairs", "polynomial"])
def test_a_run_without_stored_responses_has_the_same_filter(store, karate, bands):
    run_id = store.save(trained(karate, bands), karate)
    stored = run_response(store.load(run_id))
    as_first_format(store.root / run_id)
    anew = run_response(store.load(run_id))
    np.testing.assert_allclose(anew.learned.values, stored.learned.values, atol=1e-6)
    assert anew.bands.cut.num_low == stored.bands.cut.num_low
    np.testing.assert_allclose(anew.bands.cut.cutoffs, stored.bands.cut.cutoffs)


def test_the_slopes_of_a_polynomial_are_drawn(store, karate):
    found = run_response(store.load(store.save(trained(karate, POLYNOMIAL), karate)))
    between = (found.bands.responses > 0.1) & (found.bands.responses < 0.9)
    assert between.any(axis=1).all()


def test_the_response_is_of_the_best_epoch_and_not_of_the_last(store, result, graph):
    found = run_response(store.load(store.save(result, graph)))
    assert result.alpha != result.last_alpha
    for values, (low, high) in zip(found.learned.values, result.alpha, strict=True):
        is_low = found.bands.eigenvalues <= found.bands.cut.cutoffs[0]
        np.testing.assert_allclose(values, np.where(is_low, low, high))


def test_a_band_of_columns_keeps_its_cut_and_has_no_filter(store, karate):
    bands = BandConfig(cut_by="column", basis="wavelet", low_fractions=(0.25,))
    run = store.load(store.save(trained(karate, bands), karate))
    found = run_response(run)
    assert found.learned is None
    assert found.reason
    assert run.summary.cut.num_low == (karate.num_nodes // 4,)
    assert run.summary.cut.cutoffs == ()


def test_a_model_without_attention_has_neither_filter_nor_cut(store, karate):
    result = fit(karate, TrainConfig(model="gcn", epochs=2))
    run = store.load(store.save(result, karate))
    found = run_response(run)
    assert (found.learned, found.bands, run.summary.cut) == (None, None, None)
    assert found.reason


def test_learned_cutoffs_are_where_the_filter_falls(store, karate):
    bands = replace(POLYNOMIAL, learn_cutoffs=True)
    result = trained(karate, bands, band_learning_rate=0.3, monitor="val_loss")
    found = run_response(store.load(store.save(result, karate)))
    assert found.bands.cut.cutoffs == pytest.approx(result.cutoffs)
    fixed = build_bands(karate.adjacency, POLYNOMIAL)
    assert not np.allclose(result.cutoffs, fixed.info.cut.cutoffs, atol=1e-3)
    grid = found.bands.eigenvalues
    for cutoff, low in zip(result.cutoffs, found.bands.responses.cumsum(axis=0), strict=False):
        assert np.interp(cutoff, grid, low) == pytest.approx(0.5, abs=0.15)


@pytest.mark.parametrize("model", ["chebnetii", "jacobiconv"])
def test_a_learned_filter_comes_back_from_the_store(store, karate, model):
    result = fit(karate, replace(published(model, "texas"), epochs=5))
    run = store.load(store.save(result, karate))
    found = run_response(run)
    assert repr(run.history) == repr(result.history)
    assert found.bands is None
    record = result.learned_filter
    np.testing.assert_array_equal(found.learned.values, record.coefficients @ record.basis)
    assert found.learned.is_by_class == (model == "jacobiconv")
    mean = found.learned.values.mean(axis=0, keepdims=True)
    np.testing.assert_allclose(found.learned.by_layer, mean)


def test_a_filter_that_is_not_that_of_its_best_epoch_is_refused(store, karate, tmp_path):
    result = fit(karate, replace(published("bernnet", "texas"), epochs=3))
    other = replace(result.learned_filter, coefficients=2 * result.learned_filter.coefficients)
    run_id = store.save(replace(result, learned_filter=other), karate)
    with pytest.raises(InputError, match="best epoch"):
        RunStore(tmp_path / "elsewhere").import_zip(store.export(run_id))
