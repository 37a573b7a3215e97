"""Both forms of a table give the series back, and what fits neither is refused."""

import numpy as np
import pandas as pd
import pytest

from spgat import datasets
from spgat.datasets.imports import read_series
from spgat.errors import InputError
from spgat.graph import Graph

GRAPH = Graph.build(
    "star", 4, np.array([[0, 1], [0, 2], [0, 3]]), node_names=("hub", "a", "b", "c, d")
)
NUMBERED = datasets.load("path", num_nodes=5)
TIMES = ["2024-01-09", "2024-01-10", "2024-01-11", "2024-01-12"]


def readings(num_times, num_nodes):
    values = np.random.default_rng(0).normal(size=(num_times, num_nodes)).round(6)
    values[1, 2] = values[3, 0] = np.nan
    return values


@pytest.mark.parametrize("graph", [GRAPH, NUMBERED], ids=["named", "numbered"])
@pytest.mark.parametrize("order", [1, -1], ids=["in order", "shuffled"])
def test_a_row_a_time_step_comes_back(graph, order):
    values = readings(4, graph.num_nodes)
    names = graph.node_names or [str(node) for node in range(graph.num_nodes)]
    table = pd.DataFrame(values, columns=list(names)).iloc[:, ::order]
    table.insert(0, "time", TIMES)
    found = read_series(graph, table.to_csv(index=False).encode(), "speeds.csv")
    np.testing.assert_allclose(found.series.values, values)
    assert found.series.times == tuple(TIMES)
    assert found.series.name == "speeds"
    assert found.series.num_missing == 2


def test_a_header_of_numbers_alone_names_the_nodes():
    values = readings(4, 5)
    text = pd.DataFrame(values).to_csv(index=False)
    found = read_series(NUMBERED, text.encode(), "speeds.csv")
    np.testing.assert_allclose(found.series.values, values)
    assert found.series.times == ("1", "2", "3", "4")


@pytest.mark.parametrize("graph", [GRAPH, NUMBERED], ids=["named", "numbered"])
@pytest.mark.parametrize("columns", [["time", "node", "value"], ["value", "node", "time"]])
def test_a_line_a_reading_comes_back_in_the_order_of_time(graph, columns):
    values = readings(4, graph.num_nodes)
    names = graph.node_names or [str(node) for node in range(graph.num_nodes)]
    lines = pd.DataFrame(
        [
            {"time": time, "node": name, "value": values[row, place]}
            for row, time in enumerate(TIMES)
            for place, name in enumerate(names)
            if np.isfinite(values[row, place])
        ]
    )
    shuffled = lines.sample(frac=1, random_state=1)[columns]
    found = read_series(graph, shuffled.to_csv(index=False).encode(), "speeds.csv")
    np.testing.assert_allclose(found.series.values, values)
    assert found.series.times == tuple(TIMES)


@pytest.mark.parametrize(
    ("times", "in_order"),
    [
        (["05/14/2024 01:10 PM", "05/14/2024 11:50 AM"], False),
        (["05/14/2024 11:50:00 AM", "05/14/2024 01:10:00 PM"], True),
        (["14.05.2024 9:30", "13.05.2024 18:00"], False),
        (["11:50 PM", "12:10 AM"], True),  # over midnight, for all that is known
    ],
)
def test_times_of_a_clock_with_halves_go_by_time(times, in_order):
    table = pd.DataFrame({"time": times, **{str(node): [0.0, 1.0] for node in range(5)}})
    found = read_series(NUMBERED, table.to_csv(index=False).encode(), "speeds.csv")
    assert list(found.series.times) == (times if in_order else times[::-1])
    assert list(found.series.values[:, 0]) == ([0.0, 1.0] if in_order else [1.0, 0.0])


def test_times_that_are_numbers_go_by_size():
    lines = "t,node,value\n10,a,1\n9,a,2\n9,b,3\n"
    series = read_series(GRAPH, lines.encode(), "x.csv").series
    assert series.times == ("9", "10")
    np.testing.assert_array_equal(series.values[:, 1], [2, 1])


def test_what_is_left_out_and_merged_is_said():
    lines = "time,node,value\n1,a,1\n1,a,3\n2,nobody,5\n2,b,7\n"
    found = read_series(GRAPH, lines.encode(), "x.csv")
    np.testing.assert_array_equal(found.series.values[0], [np.nan, 2, np.nan, np.nan])
    assert any("nobody" in sentence for sentence in found.unused)
    assert len(found.changed) == 1


def test_a_column_called_time_comes_before_row_numbers():
    table = pd.DataFrame(readings(4, 5))
    table.insert(0, "row", range(4))
    table.insert(1, "time", TIMES)
    found = read_series(NUMBERED, table.to_csv(index=False).encode(), "speeds.csv")
    assert found.series.times == tuple(TIMES)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "time,x,y\n1,2,3\n",  # no node of the graph
        "time,hub,a\n1,2,fast\n",
        "time,hub,a\n1,2,inf\n",
        "time,hub,hub\n1,2,3\n",
        "a,b\n",
        "one\n2\n3\n",
        "time,hub,a\n1,,\n",  # no reading at all
    ],
)
def test_what_is_no_series_is_refused(text):
    with pytest.raises(InputError):
        read_series(GRAPH, text.encode(), "x.csv")
