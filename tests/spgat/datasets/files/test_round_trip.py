"""Random graphs that networkx, pandas, SciPy and igraph wrote are read back as they were."""

import pandas as pd
import pytest
from hypothesis import HealthCheck, given, settings

from spgat.datasets.imports import read_graph
from tests.spgat.datasets.files.written import WRITERS, graphs

SETTINGS = settings(
    max_examples=8,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
    derandomize=True,
)
#: Parts of sentences about what a writer adds by itself.
WRITERS_OWN = (
    "comment line", "'id'", "'key'", "'value'", "'drawing'", "'index'", "numbers of the rows",
    "could be edges", "the same everywhere",
)  # fmt: skip


def weights_of(graph, names):
    return {
        frozenset((names[u], names[v])): graph.adjacency[u, v]
        for u, v in graph.edges().tolist()
    }


@pytest.mark.parametrize("writer", WRITERS)
def test_a_written_graph_is_read_back(writer, tmp_path_factory):
    write, kept = WRITERS[writer]
    if writer.startswith("igraph"):
        pytest.importorskip("igraph")
    folder = tmp_path_factory.mktemp("written")

    @SETTINGS
    @given(graphs())
    def check(written):
        imported = read_graph(write(written, folder), writer)
        graph, report = imported.graph, imported.report
        order = list(written)
        if "names" in kept:
            names = graph.node_names
        elif graph.node_names is None:
            names = tuple(order)
        else:  # numbers from 0 or 1
            first = 0 if "0" in graph.node_names else 1
            first = first if kept else 0
            names = tuple(order[int(name) - first] for name in graph.node_names)
        expected = {
            frozenset((u, v)): weight if "weights" in kept else 1.0
            for u, v, weight in written.edges.data("weight")
        }
        assert weights_of(graph, names) == pytest.approx(expected)
        isolated = {node for node in written if not written.degree(node)}
        there = set(names) if "isolated" in kept else set(order) - isolated
        assert set(names) == there
        surprises = [
            sentence
            for sentence in (*report.unused, *report.changed, *map(str, report.asked))
            if not any(own in sentence for own in WRITERS_OWN)
        ]
        assert surprises == [] or surprises == ["Decimal commas are read as points."]

    check()


def test_whole_numbers_of_any_size_are_read_back_exactly():
    numbers = [2**53 + k for k in range(4)] + [10**25]
    table = pd.DataFrame({"source": numbers[:-1], "target": numbers[1:]}, dtype=object)
    graph = read_graph(table.to_csv(index=False).encode(), "x.csv").graph
    assert graph.node_names == tuple(map(str, numbers))
