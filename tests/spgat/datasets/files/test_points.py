"""Tables and arrays of points become graphs of neighbours."""

import io

import numpy as np
import pytest

from spgat.datasets.imports import ReadOptions, read_graph
from spgat.datasets.points import join_points
from spgat.errors import InputError

POINTS = np.random.default_rng(0).normal(size=(40, 3))
HEAD = "id,x,y,warmth,class\n"
TABLE = HEAD + "\n".join(
    f"p{row},{x},{y},{warmth},{int(x > 0)}" for row, (x, y, warmth) in enumerate(POINTS)
)


def saved(write, *arguments, **arrays):
    buffer = io.BytesIO()
    write(buffer, *arguments, **arrays)
    return buffer.getvalue()


def joined(points, **options):
    return join_points(points, ReadOptions(**options)).edges.tolist()


def test_a_table_of_points_has_names_positions_features_and_classes():
    imported = read_graph(TABLE.encode(), "p.csv", ReadOptions(table="points"))
    graph = imported.graph
    assert graph.edges().tolist() == joined(POINTS[:, :2])
    assert graph.node_names[:2] == ("p0", "p1")
    assert graph.positions == pytest.approx(POINTS[:, :2])
    assert graph.features.ravel() == pytest.approx(POINTS[:, 2], rel=1e-6)
    assert graph.labels.tolist() == (POINTS[:, 0] > 0).astype(int).tolist()
    [question] = imported.report.asked
    assert list(question.answers.values()) == [{"distance": "features"}]
    by_features = read_graph(
        TABLE.encode(), "p.csv", ReadOptions(table="points", distance="features")
    )
    assert by_features.graph.edges().tolist() != graph.edges().tolist()


def test_lines_of_decimals_are_points_and_can_be_edges():
    text = "\n".join(",".join(map(str, row)) for row in POINTS).encode()
    imported = read_graph(text, "p.csv")
    assert imported.graph.edges().tolist() == joined(POINTS)
    assert imported.report.format == "points"
    [question] = imported.report.asked
    [answer] = question.answers.values()
    assert (
        read_graph(b"0.5,1.5\n1.5,2.5\n", "p.csv", ReadOptions(**answer)).graph.num_edges == 2
    )


@pytest.mark.parametrize("options", [{}, {"join": "radius", "connect": True}])
def test_arrays_of_points_are_joined(options):
    chosen = ReadOptions(table="points", **options)
    for name, data in (
        ("p.npy", saved(np.save, POINTS)),
        ("p.npz", saved(np.savez, x=POINTS)),
        ("p.npz", saved(np.savez, vectors=POINTS)),
    ):
        graph = read_graph(data, name, chosen).graph
        assert graph.edges().tolist() == joined(POINTS.astype(np.float32), **options)


def test_an_array_alone_is_what_its_shape_says():
    edges = np.array([[0, 1], [1, 2], [2, 3]])
    assert read_graph(saved(np.save, edges), "e.npy").graph.num_edges == 3
    assert read_graph(saved(np.save, edges.T), "e.npy").graph.num_edges == 3
    square = np.ones((4, 4)) - np.eye(4)
    assert read_graph(saved(np.save, square), "a.npy").graph.num_edges == 6
    assert read_graph(saved(np.save, POINTS), "p.npy").graph.num_features == 3


def test_missing_values_are_the_mean_and_counted():
    text = "id,warmth,rain\na,1,2\nb,,4\nc,3,NA\nd,2,3\n"
    imported = read_graph(text.encode(), "p.csv", ReadOptions(table="points", neighbours=1))
    assert imported.graph.features.tolist() == [[1, 2], [2, 4], [3, 3], [2, 3]]
    assert any(sentence.startswith("2 missing") for sentence in imported.report.changed)


@pytest.mark.parametrize(
    ("text", "options"),
    [
        ("id,name\na,b\nb,c\n", {}),
        ("id,x,y\na,1,2\na,2,3\n", {}),
        ("id,x,y\na,1,2\n", {}),
        ("id,x,y\na,1,2\nb,2,1\n", {"distance": "features"}),
    ],
)
def test_what_is_no_table_of_points_is_refused(text, options):
    with pytest.raises(InputError):
        read_graph(text.encode(), "p.csv", ReadOptions(table="points", **options))


def test_pickled_points_are_never_opened():
    data = saved(np.save, np.array([{}], dtype=object))
    with pytest.raises(InputError, match="pickled"):
        read_graph(data, "p.npy")
