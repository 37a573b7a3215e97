import io

import numpy as np
import pandas as pd
import pytest
import scipy.sparse as sp

from spgat.datasets import imports, with_split
from spgat.datasets.imports import Imported, read_graph
from spgat.errors import InputError
from spgat.graph import Graph

PATH = Graph.build("path", 4, [[0, 1], [1, 2], [2, 3]])
NAMED = PATH.with_(node_names=("a", "b", "c", "d"))


def attach_features(graph, data, name, **options):
    return imports.attach_features(Imported.of(graph), data, name, **options).graph


def attach_labels(graph, data, name, **options):
    return imports.attach_labels(Imported.of(graph), data, name, **options).graph


def report(graph, data):
    return imports.attach_features(Imported.of(graph), data, "f.csv").report


def npz(**arrays):
    buffer = io.BytesIO()
    np.savez(buffer, **arrays)
    return buffer.getvalue()


def test_features_are_joined_by_id_whatever_their_order():
    """Joined by position, rows of features would go to the wrong nodes."""
    graph = read_graph(b"5 0\n0 3\n", "edges.txt").graph  # first seen: 5, 0, 3
    joined = attach_features(graph, b"id,f,g\n3,30,1\n0,0,1\n5,50,2\n", "features.csv")
    assert joined.node_names == ("0", "3", "5")
    assert joined.features.tolist() == [[0, 1], [30, 1], [50, 2]]


def test_the_order_of_edges_and_rows_changes_nothing():
    """Joined by position, rows of features would go to the wrong nodes."""
    edges = [f"{u} {v}" for u, v in ((5, 0), (0, 3), (3, 9), (9, 5))]
    rows = [f"{node},{node * 10}" for node in (0, 3, 5, 9)]
    digests = {
        attach_features(
            read_graph("\n".join(lines).encode(), "e.txt").graph,
            "\n".join(table).encode(),
            "f.csv",
        ).digest
        for lines in (edges, edges[::-1])
        for table in (rows, rows[::-1])
    }
    assert len(digests) == 1


def test_columns_of_parts_are_the_splits_and_nodes_without_a_class_are_in_none():
    """Many published sets come with ten splits; a drawn one would give other figures."""
    table = b"id,label,first,second\nd,x,test,train\na,x,train,Val\nb,y,Validation,test\n"
    graph = attach_labels(NAMED, table + b"c,,train,none\n", "labels.csv")
    first, second = graph.splits
    assert (first.name, second.name) == ("first", "second")
    assert [np.flatnonzero(p).tolist() for p in (first.train, first.val, first.test)] == [
        [0],
        [1],
        [3],
    ]
    assert [np.flatnonzero(p).tolist() for p in (second.train, second.val, second.test)] == [
        [3],
        [0],
        [1],
    ]
    assert with_split(graph).splits == graph.splits


@pytest.mark.parametrize(
    "table", [b"id,set\na,train\nb,train\nc,test\nd,test\n", b"id,y\na,0\nb,1\nc,2\nd,0\n"]
)
def test_what_lacks_a_part_or_has_other_words_is_no_split(table):
    graph = attach_labels(NAMED, table, "labels.csv")
    assert not graph.splits
    assert graph.num_classes > 1


def test_the_id_column_is_the_one_that_matches_wherever_it_stands():
    joined = attach_features(NAMED, b"height,who\n1,a\n2,d\n3,c\n4,b\n", "f.csv")
    assert joined.features.ravel().tolist() == [1, 4, 3, 2]


def test_nodes_and_rows_without_a_partner_are_counted():
    joined = attach_features(NAMED, b"id,f\na,1\nb,2\nz,9\n", "f.csv")
    assert joined.features.ravel().tolist() == [1, 2, 0, 0]
    said = report(NAMED, b"id,f\na,1\nb,2\nz,9\n")
    assert "f.csv: 2 of 4 nodes joined by 'id'." in said.used
    assert ["1 row " in sentence and " z." in sentence for sentence in said.unused] == [True]
    assert any("2 nodes" in sentence for sentence in said.changed)


def test_airports_bring_positions_and_states(mirror):
    files = mirror / "files"
    flights = read_graph((files / "flights-airport.csv").read_bytes(), "flights.csv").graph
    table = (files / "airports.csv").read_bytes()
    placed = attach_features(flights, table, "airports.csv")
    assert placed.features is None
    atlanta = placed.positions[placed.node_names.index("ATL")]
    assert atlanta[1] == pytest.approx(33.64, abs=0.01)
    labelled = attach_labels(placed, table, "airports.csv", column="state")
    assert labelled.class_names[labelled.labels[labelled.node_names.index("ATL")]] == "GA"
    assert labelled.positions is not None


def test_departments_label_the_mail_network(mirror):
    files = mirror / "files"
    graph = read_graph((files / "email.txt").read_bytes(), "email.txt").graph
    table = (files / "email_labels.txt").read_bytes()
    labelled = attach_labels(graph, table, "email_labels.txt")
    expected = np.loadtxt(table.decode().splitlines(), dtype=int)[:, 1]
    assert labelled.num_classes == 42
    assert [int(labelled.class_names[k]) for k in labelled.labels] == expected.tolist()


def test_labels_take_the_named_or_the_telling_column():
    table = b"id,size,group,team\na,1,x,p\nb,2,x,q\nc,3,y,q\nd,4,y,p\n"
    assert attach_labels(NAMED, table, "t.csv").class_names == ("x", "y")
    assert attach_labels(NAMED, table, "t.csv", column="team").labels.tolist() == [0, 1, 1, 0]
    with pytest.raises(InputError, match=r"no column 'club' of classes; .*'size', 'group'"):
        attach_labels(NAMED, table, "t.csv", column="club")


def test_a_column_of_classes_that_no_name_tells_is_said_and_can_be_another():
    table = b"id,person,team,town\na,p,x,s\nb,q,x,t\nc,r,y,t\nd,s,y,s\n"
    joined = imports.attach_labels(Imported.of(NAMED), table, "t.csv")
    assert joined.graph.class_names == ("x", "y")  # each person is alone
    answers = [a for q in joined.report.asked for a in q.answers.values()]
    assert {"label_column": "town"} in answers
    assert attach_labels(NAMED, table, "t.csv", column="town").class_names == ("s", "t")
    telling = b"id,group,team\na,1,x\nb,2,x\nc,1,y\nd,2,y\ne,2,y\n"
    assert not imports.attach_labels(Imported.of(NAMED), telling, "t.csv").report.asked


def test_a_node_without_a_label_is_unknown():
    labelled = attach_labels(NAMED, b"id,class\na,1\nb,2\nc,\n", "t.csv")
    assert labelled.labels.tolist() == [0, 1, -1, -1]


def test_named_nodes_can_be_joined_by_all_row_numbers():
    joined = attach_features(NAMED, b"2,20\n0,0\n1,10\n3,30\n", "f.csv")
    assert joined.features.ravel().tolist() == [0, 10, 20, 30]


@pytest.mark.parametrize(
    ("table", "message"),
    [
        (
            b"id,f\nx,1\ny,2\n",
            "No column .* holds each node id once: .*nodes are a, b, c",
        ),
        (b"id,f\na,1\na,2\n", "holds each node id once"),
        (b"id,f\na,nan\nb,2\n", "Column 'f' holds NaN or infinite numbers"),
        (b"id,f\na,1e99\nb,2\n", "NaN or infinite"),
        (b"id,f\na,red\nb,blue\n", "no column of numbers"),
        (b"id,f,f\na,1,2\nb,1,2\n", "Two columns are called 'f'"),
        (b"", "empty"),
    ],
)
def test_a_table_that_does_not_fit_is_refused(table, message):
    with pytest.raises(InputError, match=message):
        attach_features(NAMED, table, "f.csv")


def test_a_matrix_without_ids_is_taken_in_row_order():
    features = np.arange(8.0).reshape(4, 2)
    joined = attach_features(NAMED, npz(x=features), "f.npz")
    assert joined.features.tolist() == features.tolist()
    buffer = io.BytesIO()
    sp.save_npz(buffer, sp.csr_array(features))
    assert sp.issparse(attach_features(NAMED, buffer.getvalue(), "f.npz").features)
    with pytest.raises(InputError, match="has 0 matrices of 4 rows"):
        attach_features(NAMED, npz(x=features[:3]), "f.npz")


def saved(array):
    buffer = io.BytesIO()
    np.save(buffer, array)
    return buffer.getvalue()


def test_an_array_is_taken_in_row_order():
    values = np.arange(8.0).reshape(4, 2)
    graph = attach_features(NAMED, saved(values), "x.npy")
    np.testing.assert_array_equal(graph.features, values)
    graph = attach_labels(NAMED, saved(np.array([3, 1, -1, 3])), "y.npy")
    assert graph.labels.tolist() == [1, 0, -1, 1]
    assert graph.class_names == ("1", "3")
    assert attach_labels(NAMED, saved(np.array(list("abba"))), "y.npy").num_classes == 2


@pytest.mark.parametrize(
    "array", [np.ones((3, 2)), np.ones(4) / 2, np.array(1), np.ones(4) * 1j]
)
def test_an_array_that_does_not_fit_is_refused(array):
    with pytest.raises(InputError):
        attach_features(NAMED, saved(array), "x.npy")
    with pytest.raises(InputError):
        attach_labels(NAMED, saved(array), "y.npy")


def test_a_parquet_table_is_joined():
    buffer = io.BytesIO()
    pd.DataFrame({"id": list("dcba"), "f": [1, 2, 3, 4]}).to_parquet(buffer)
    graph = attach_features(NAMED, buffer.getvalue(), "x.parquet")
    assert graph.features.ravel().tolist() == [4, 3, 2, 1]


def test_what_the_graph_had_stays():
    graph = attach_labels(NAMED, b"id,class\na,1\nb,1\nc,2\nd,2\n", "t.csv")
    graph = attach_features(graph, b"id,f,x,y\na,1,0,0\nb,2,1,0\nc,3,2,0\nd,4,3,0\n", "f.csv")
    assert graph.labels.tolist() == [0, 0, 1, 1]
    assert graph.features.ravel().tolist() == [1, 2, 3, 4]
    assert graph.positions.tolist() == [[0, 0], [1, 0], [2, 0], [3, 0]]
    assert (graph.adjacency != PATH.adjacency).nnz == 0


def test_a_column_of_ranks_is_no_column_of_ids():
    joined = attach_features(PATH, b"rank,node\n3,0\n2,1\n1,2\n0,3\n", "f.csv")
    assert joined.features.ravel().tolist() == [3, 2, 1, 0]


def test_numbers_that_happen_to_be_a_permutation_of_the_nodes_are_no_ids():
    table = b"age,score\n3,0.5\n0,1.5\n1,2.5\n2,3.5\n"
    with pytest.raises(InputError, match="No column is called id"):
        attach_features(PATH, table, "f.csv")
    joined = attach_features(PATH, table, "f.csv", id_column="age")
    assert joined.features.ravel().tolist() == [1.5, 2.5, 3.5, 0.5]
    with pytest.raises(InputError, match="no column 'ages'"):
        attach_features(PATH, table, "f.csv", id_column="ages")


def test_every_column_of_a_table_is_accounted_for():
    said = report(NAMED, b"id,f,city\na,1,x\nb,2,y\nc,,x\nd,4,y\n")
    assert "f.csv: 1 feature columns: 'f'." in said.used
    assert "f.csv: Text column 'city' is not used." in said.unused
    assert "f.csv: 1 missing feature values are 0." in said.changed


def test_a_workbook_can_be_joined():
    buffer = io.BytesIO()
    pd = pytest.importorskip("pandas")
    pytest.importorskip("openpyxl")
    pd.DataFrame({"id": list("abcd"), "f": [1, 2, 3, 4]}).to_excel(buffer, index=False)
    joined = attach_features(NAMED, buffer.getvalue(), "f.xlsx")
    assert joined.features.ravel().tolist() == [1, 2, 3, 4]


def test_a_first_column_without_a_name_has_the_ids():
    """So pandas writes a table whose index are the nodes."""
    graph = Graph.build("path", 3, [[0, 1], [1, 2]])
    table = pd.DataFrame({"rank": [2, 0, 1], "size": [1.5, 2.5, 3.5]}, index=[1, 2, 0])
    joined = attach_features(graph, table.to_csv().encode(), "f.csv")
    assert joined.signals["size"].tolist() == [3.5, 1.5, 2.5]
