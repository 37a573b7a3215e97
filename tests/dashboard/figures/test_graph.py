import json

import numpy as np

from dashboard.figures import graph

POSITIONS = np.array([[0.0, 0.0], [1.0, 0.0], [1.0, 2.0]])
EDGES = np.array([[0, 1], [1, 2]])


def series(**options):
    option = graph.drawing(POSITIONS, EDGES, **options)
    json.dumps(option)  # plain Python values throughout
    return option["series"][0]


def test_up_is_up_and_shape_is_kept():
    nodes = series()["data"]
    assert [(n["x"], n["y"]) for n in nodes] == [(0, 0), (2000, 0), (2000, -4000)]
    assert series()["preserveAspect"]


def test_edges_carry_weight_colour_and_width():
    links = series(edge_values=np.array([0.5, -1.0]), edge_limit=1.0)["links"]
    assert [(e["source"], e["target"], e["value"]) for e in links] == [
        (0, 1, 0.5),
        (1, 2, -1.0),
    ]
    assert links[1]["lineStyle"]["width"] > links[0]["lineStyle"]["width"]
    assert links[1]["lineStyle"]["color"] == "rgba(160,91,186,1.00)"


def test_nodes_carry_names_and_values():
    nodes = series(node_values=np.array([0.0, 1.0, 2.0]), node_names=["a", "b", "c"])["data"]
    assert [(n["name"], n["value"]) for n in nodes] == [("a", 0.0), ("b", 1.0), ("c", 2.0)]


def test_click_selects_only_where_asked():
    assert series()["selectedMode"] is False
    assert series(is_clickable=True)["selectedMode"] == "single"


def test_marked_node_has_a_ring():
    drawn = series(marked=1)
    shared = drawn["itemStyle"]["borderWidth"]
    rings = [n.get("itemStyle", {}).get("borderWidth", shared) for n in drawn["data"]]
    assert rings == [1, 2.5, 1]


def test_one_node_and_no_edges():
    option = graph.drawing(np.zeros((1, 2)), np.zeros((0, 2), dtype=np.int64))
    assert option["series"][0]["links"] == []


def test_limits_of_drawing():
    assert graph.is_drawable(1000, 6000)
    assert not graph.is_drawable(1001, 10)
    assert not graph.is_drawable(10, 6001)
