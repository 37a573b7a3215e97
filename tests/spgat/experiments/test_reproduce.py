import pytest

from spgat.errors import InputError
from spgat.experiments import NAMES, TITLES
from spgat.experiments.experiment import FULL, QUICK
from spgat.experiments.printed import DATASETS
from spgat.experiments.reproduce import EXPERIMENTS, reproduce


def test_every_title_has_its_experiment():
    assert set(EXPERIMENTS) == set(TITLES)


@pytest.mark.parametrize("name", TITLES)
def test_the_quick_protocol_is_part_of_the_full_one(name, mirror):
    experiment = EXPERIMENTS[name]
    quick = {cell.key for cell in experiment.cells(QUICK)}
    full = {cell.key for cell in experiment.cells(FULL)}
    assert quick <= full


@pytest.mark.parametrize("dataset", DATASETS)
def test_runs_vary_the_split_where_splits_are_random(dataset):
    runs = FULL.runs(dataset)
    splits = {split for _, split in runs}
    assert len(splits) == (20 if dataset in DATASETS[3:] else 1)
    assert len({seed for seed, _ in runs}) == len(runs)


def test_figure_1_is_reproduced_at_once(tmp_path):
    (outcome,) = reproduce("figure1", results_folder=tmp_path)
    inside, bridge, _ = (row.measured for row in outcome.rows)
    assert inside > 0.9 > 0.3 > bridge
    assert (tmp_path / "figure1.json").is_file()
    assert outcome.arrays["image/low"].dtype == "uint8"


def test_an_unknown_name_lists_the_known(tmp_path):
    with pytest.raises(InputError, match=f"choose one of {NAMES[0]}"):
        reproduce("table9", results_folder=tmp_path)
