from dataclasses import replace

import pytest

from spgat.datasets import load_ppi
from spgat.experiments.experiment import QUICK
from spgat.experiments.ppi import MODELS, STAND_IN, cells_of, fit_inductive, write_stand_in
from spgat.experiments.table1 import config_of


@pytest.fixture(scope="module")
def stand_in(tmp_path_factory):
    folder = tmp_path_factory.mktemp("ppi")
    write_stand_in(folder)
    return load_ppi(folder)


def test_the_stand_in_is_read_by_the_real_loader(stand_in):
    assert [len(part) for part in (stand_in.train, stand_in.val, stand_in.test)] == [4, 1, 1]
    assert (stand_in.num_features, stand_in.num_targets) == (10, 6)


@pytest.mark.parametrize("label", MODELS)
def test_models_learn_on_some_graphs_what_holds_on_others(label, stand_in):
    config = cells_of(label, STAND_IN, QUICK)[0].config
    test, val, epoch = fit_inductive(stand_in, replace(config, epochs=25), seed=0)
    assert 1 <= epoch <= 25
    assert min(test, val) > 0.6  # always answering "yes" gives about 0.67 here, "no" gives 0


def test_inductive_training_repeats(stand_in):
    config = replace(config_of("GCN", STAND_IN), epochs=3)
    assert fit_inductive(stand_in, config, seed=1) == fit_inductive(stand_in, config, seed=1)
