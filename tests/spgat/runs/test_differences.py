from dataclasses import replace

from spgat.bands.config import BandConfig
from spgat.runs import differences, settings_of


def test_only_what_differs_is_listed(store, result, graph):
    other = replace(
        result,
        seed=8,
        config=replace(result.config, dropout=0.8, bands=BandConfig(low_fractions=(0.1,))),
    )
    for each in (result, other):
        store.save(each, graph)
    newest, oldest = store.list()
    assert differences([oldest, newest]) == {
        "seed": [7, 8],
        "bands.low_fractions": [[0.5], [0.1]],
        "dropout": [0.5, 0.8],
    }
    assert differences([oldest]) == {}
    assert settings_of(oldest)["bands.laplacian.self_loops"] is True


def test_options_of_one_model_are_empty_for_the_others(store, result, graph):
    store.save(result, graph)
    store.save(replace(result, config=replace(result.config, options=())), graph)
    newest, oldest = store.list()
    assert differences([oldest, newest]) == {"options.heads": [8, None]}
