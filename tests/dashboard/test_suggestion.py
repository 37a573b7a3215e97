"""What suggests d on a page: the training labels of the first split, and how d is set."""

from dataclasses import replace

import numpy as np
import pytest

from dashboard import suggestion
from spgat import datasets
from spgat.spectral.laplacian import LaplacianConfig


def test_labels_of_validation_and_test_nodes_change_nothing():
    graph = datasets.load("iris")
    labels, others = graph.labels.copy(), np.flatnonzero(~graph.splits[0].train)
    labels[others] = labels[np.random.default_rng(0).permutation(others)]
    assert (labels != graph.labels).any()
    found = [
        suggestion._of_labels(g, LaplacianConfig())
        for g in (graph, replace(graph, labels=labels))
    ]
    assert found[0].num_low == found[1].num_low
    assert found[0].why == found[1].why
    tables = [f.chart["dataset"]["source"] for f in found]
    assert tables[0].equals(tables[1])


@pytest.mark.parametrize("num_nodes", [34, 150, 200])
def test_a_share_of_the_slider_gives_the_suggested_d_again(num_nodes):
    for num_low in range(1, num_nodes):
        share = suggestion.as_share(num_low, num_nodes)
        assert int(share * num_nodes + 1e-9) == num_low
        assert share * 200 == pytest.approx(round(share * 200))
