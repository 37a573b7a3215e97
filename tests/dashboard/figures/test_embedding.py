import json

import numpy as np
import pandas as pd
import pytest

from dashboard import theme
from dashboard.figures import colouring, confusion, embedding, selection, silhouette

NUM = 50


@pytest.fixture
def table():
    return pd.DataFrame(
        {
            "node": [f"<b>{k}</b>" for k in range(NUM)],
            "label": "a",
            "prediction": "b",
            "confidence": 0.5,
            "split": "test",
            "degree": range(NUM),
        }
    )


@pytest.fixture
def coordinates():
    return np.random.default_rng(0).normal(size=(NUM, 3)).astype(np.float32)


CODES = np.arange(NUM) % 3


@pytest.mark.parametrize(
    ("values", "low", "high"),
    [
        (np.linspace(-3, 7, 1001), -2.9, 6.9),
        (np.r_[np.zeros(999), 5.0], 0.0, 5.0),
        (np.full(9, 2.0), 2.0, 3.0),
        (np.array([np.nan, 1.0, 3.0]), 1.02, 2.98),
        (np.full(3, np.nan), 0.0, 1.0),
    ],
)
def test_the_scale_of_any_number_leaves_out_a_percent_and_is_never_empty(values, low, high):
    found = colouring.quantity("age", values)
    assert (found.low, found.high) == pytest.approx((low, high))


def chart_of(coordinates, table, colours, **changes):
    flat = coordinates[:, :2]
    limits = embedding.limits_of([flat])
    return embedding.map_chart(flat, table, colours, limits=limits, aspect=1.5, **changes)


def rows_of(series, option):
    """The rows of the table that a series draws."""
    whole, picked = option["dataset"][0]["source"], option["dataset"][series["datasetIndex"]]
    config = picked["transform"]["config"]
    return whole[whole[config["dimension"]] == config["="]]


def test_every_node_is_drawn_once_and_found_again(coordinates, table):
    """With one series per class, a point's row in its series is not its node's number."""
    chart = chart_of(coordinates, table, colouring.classes("Class", CODES, "abc"))
    assert sorted(np.concatenate(chart.series_nodes)) == list(range(NUM))
    for k, series in enumerate(chart.option["series"]):
        drawn = rows_of(series, chart.option)
        np.testing.assert_allclose(
            drawn[["x", "y"]], coordinates[chart.series_nodes[k], :2], atol=1e-3
        )
        assert (drawn["degree"] == chart.series_nodes[k]).all()


def test_a_selection_is_decoded_to_nodes(coordinates, table):
    """A hidden class must not shift which nodes a selection means."""
    chart = chart_of(coordinates, table, colouring.classes("Class", CODES, "abc"))
    found = chart.nodes_of(
        [
            {"series_index": 1, "data_indices": [0, 2]},  # nodes 1 and 7 of class 1
            {"series_index": 0, "data_indices": [1]},
            {"series_index": 9, "data_indices": [1]},  # of a chart that was there before
            {"series_index": 2, "data_indices": [400]},
        ]
    )
    assert found.tolist() == [1, 3, 7]
    assert chart.nodes_of([]).tolist() == []


def test_nodes_selected_elsewhere_are_brought_out(coordinates, table):
    selected = np.zeros(NUM, bool)
    selected[[0, 4]] = True
    chart = chart_of(
        coordinates, table, colouring.classes("Class", CODES, "abc"), selected=selected
    )
    bright = [
        set(nodes)
        for nodes, series in zip(chart.series_nodes, chart.option["series"], strict=True)
        if series["itemStyle"]["opacity"] > 0.5
    ]
    assert set().union(*bright) == {0, 4}


def test_limits_hold_every_frame_at_one_scale(coordinates, table):
    chart = chart_of(coordinates, table, colouring.degree(np.arange(NUM)))
    x, y = chart.option["xAxis"], chart.option["yAxis"]
    assert x["min"] < coordinates[:, 0].min() < coordinates[:, 0].max() < x["max"]
    assert y["min"] < coordinates[:, 1].min() < coordinates[:, 1].max() < y["max"]
    assert (x["max"] - x["min"]) == pytest.approx(1.5 * (y["max"] - y["min"]))


def test_colours_and_symbols_tell_many_classes_apart():
    found = colouring.classes(
        "Class", np.append(np.arange(30), -1), [str(k) for k in range(30)]
    )
    pairs = list(zip(found.colours, found.symbols, strict=True))
    assert len(set(pairs)) == 31
    assert found.names[-1] == "unknown"
    assert found.colours[-1] == theme.MISSING


def test_options_are_json_but_for_their_tables(coordinates, table):
    counts = np.array([[3, 1], [0, 2]])
    classes = colouring.classes("Class", CODES, "abc")
    values = np.linspace(-1, 1, NUM)
    edges = np.array([[0, 1], [1, 2], [2, 3]])
    for option in (
        chart_of(coordinates, table, colouring.silhouette(values)).option,
        confusion.confusion_chart(counts, "ab", counts),
        silhouette.silhouette_chart(values, classes, 0.1, np.array([1, 2])),
        selection.graph_chart(coordinates[:, :2], edges, table, classes, CODES == 1),
        selection.energy_chart(np.linspace(0, 2, 5), np.full(4, 0.25), np.full(4, 0.25)),
    ):
        json.dumps(option, default=lambda frame: frame.to_dict(), allow_nan=False)


def test_names_cannot_be_markup_in_space(coordinates, table):
    figure = embedding.space_figure(
        coordinates, table, colouring.classes("Class", CODES, "abc"), selected=CODES == 0
    )
    assert all("<b>" not in text for trace in figure.data for text in trace.text)
    assert sum(len(trace.x) for trace in figure.data) == NUM


def test_a_quantity_in_space_has_a_colour_bar(coordinates, table):
    figure = embedding.space_figure(coordinates, table, colouring.degree(np.arange(NUM)))
    assert figure.data[0].marker.colorbar.title.text == "Degree"


def test_a_clicked_cell_is_a_pair_of_classes():
    option = confusion.confusion_chart(np.arange(9).reshape(3, 3), "abc")
    for index, cell in enumerate(option["series"][0]["data"]):
        column, row, _ = cell["value"]
        assert confusion.cell_of(index, 3) == (row, column)


def test_the_silhouette_of_a_large_class_is_thinned():
    values = np.sort(np.random.default_rng(0).uniform(-1, 1, 5000))
    codes = np.zeros(5000, np.int64)
    option = silhouette.silhouette_chart(values, colouring.classes("Class", codes, "a"), 0.0)
    points = option["series"][0]["data"]
    assert len(points) < 200
    assert points[1][1] == pytest.approx(values[0], abs=1e-3)
    assert points[-2][1] == pytest.approx(values[-1], abs=1e-3)


def test_silhouettes_by_class_are_means_of_what_was_measured():
    values = np.array([0.5, 0.1, np.nan, -0.2, np.nan])
    classes = colouring.classes("Class", np.array([0, 0, 0, 1, 2]), "abc")
    table = silhouette.silhouette_table(values, classes)
    assert table["class"].tolist() == ["a", "b", "c"]
    assert table["nodes"].tolist() == [2, 1, 0]
    np.testing.assert_allclose(table["mean silhouette"], [0.3, -0.2, np.nan])


def test_edges_of_the_selection_are_drawn_over_those_of_the_graph(
    coordinates, table, monkeypatch
):
    monkeypatch.setattr(selection, "MAX_EDGES", 1)
    edges = np.array([[0, 1], [1, 2], [5, 6]])
    option = selection.graph_chart(
        coordinates[:, :2],
        edges,
        table,
        colouring.classes("Class", CODES, "abc"),
        np.arange(NUM) == 6,
    )
    places = option["dataset"][0]["source"][["x", "y"]].to_numpy()
    drawn = {s["id"]: s["data"] for s in option["series"] if s["type"] == "lines"}
    assert drawn == {
        "edges": [2, *places[0], *places[1]],
        "selected edges": [2, *places[5], *places[6]],
    }


@pytest.mark.parametrize("scale", [1e-6, 1.0, 1e5])
def test_coordinates_are_rounded_to_what_can_be_seen(scale):
    coordinates = (scale * np.random.default_rng(0).random((50, 2))).astype(np.float32)
    difference = np.abs(embedding.rounded(coordinates) - coordinates).max()
    assert difference < 1e-3 * scale
    assert all(len(f"{x:g}") < 16 for x in embedding.rounded(coordinates).ravel())


def test_points_in_one_place_stay_there():
    assert (embedding.rounded(np.ones((3, 2), dtype=np.float32)) == 1).all()


@pytest.mark.parametrize(
    "names", [["a", "b"], ["unknown", "b"], ["unknown", "no class, unknown"]]
)
def test_a_class_called_unknown_is_not_the_unlabelled_ones(names):
    found = colouring.classes("Class", np.array([0, 1, -1]), names)
    assert len({found.names[code] for code in found.codes}) == 3
    assert list(found.names[:2]) == names
    assert colouring.no_class(names) == found.names[2]


@pytest.mark.parametrize("names", [["a", "a", "a (1)"], ["a" * 70, "a" * 80, "b"]])
def test_classes_whose_names_look_alike_are_told_apart(names):
    found = colouring.classes("Class", np.arange(3), names)
    assert len(set(found.names)) == 3


def test_classes_named_like_parts_of_the_silhouette_chart_stand_beside_them():
    names = ("mean", "names", "selected", "class 0")
    codes = np.repeat(np.arange(4), 3)
    option = silhouette.silhouette_chart(
        np.linspace(-1, 1, 12), colouring.classes("Class", codes, names), 0.1, np.array([1])
    )
    ids = [series["id"] for series in option["series"]]
    assert len(set(ids)) == len(ids) == 4 + 3
