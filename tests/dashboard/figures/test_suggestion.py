"""The curve behind a suggested d: its highest point is where d is marked."""

import numpy as np

from dashboard.figures.suggestion import gap_chart, label_chart
from spgat import datasets
from spgat.bands.eigengap import widest_gaps
from spgat.bands.suggest import suggest_low_fraction


def marks(option):
    return [line["xAxis"] for line in option["series"][0]["markLine"]["data"]]


def test_d_is_marked_at_the_highest_point_and_the_gaps_beside_it():
    graph = datasets.load("karate")
    found = suggest_low_fraction(graph, graph.splits[0].train)
    option = label_chart(found, graph.num_nodes)
    table = option["dataset"]["source"]
    x, height = table.iloc[:, 0], table["predicted by the others"]
    assert marks(option)[0] == x[height.argmax()] == found.num_low / 34
    others = {gap.num_low for gap in found.gaps} - {found.num_low}
    assert set(marks(option)[1:]) == {num_low / 34 for num_low in others}
    np.testing.assert_array_equal(table["energy, labels at random"], x)


def test_without_labels_d_is_marked_at_the_widest_gap():
    eigenvalues = np.array([0, 0.1, 0.2, 0.8, 0.9, 1.0, 1.1, 1.2])
    option = gap_chart(eigenvalues, widest_gaps(eigenvalues, 1, most=2))
    assert marks(option) == [3 / 8, 2 / 8]
    assert option["dataset"]["source"]["eigenvalue"].tolist() == eigenvalues.tolist()
