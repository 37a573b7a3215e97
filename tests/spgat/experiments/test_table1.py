"""Tests of the accuracy table."""

import pytest

from spgat.experiments import printed, table1


def test_each_row_has_runs_of_its_own():
    labels = [*printed.ACCURACY, *table1.ADDED]
    configs = [table1.config_of(label, "cora") for label in labels]
    assert len(set(configs)) == len(labels)


def test_a_label_that_is_no_row_has_no_runs():
    with pytest.raises(KeyError):
        table1.config_of("GCN-II", "cora")
