"""Files made up at random: a graph, a table, a series or an embedding, or one sentence."""

import io
import json
from dataclasses import replace

import networkx as nx
import numpy as np
import pandas as pd
import pytest
import scipy.io
from hypothesis import strategies as st
from hypothesis.extra import numpy as made

from spgat.datasets.imports import (
    UPLOAD,
    Imported,
    ReadOptions,
    attach_features,
    attach_labels,
    read_graph,
)
from spgat.datasets.imports.series import read_series
from spgat.embedding.foreign import read_embedding
from spgat.graph import Graph
from spgat.sandbox import Limits
from tests.fuzz.shape import ODD, edited, fuzz, outcome
from tests.spgat.datasets.files.test_kinds import TABLES, XML
from tests.spgat.datasets.files.written import WRITERS

LIMITS = replace(
    UPLOAD, work=Limits(memory=2**28, answer=2**28, processor_seconds=5, wall_seconds=60)
)
PATH = Imported.of(
    Graph.build("path", 3, [[0, 1], [1, 2]], node_names=("a", "b", "c"))
)  # fmt: skip


def saved(write, *arguments, **arrays):
    buffer = io.BytesIO()
    write(buffer, *arguments, **arrays)
    return buffer.getvalue()


def exports(folder):
    """(file name, content) of a valid file in each format that is read."""
    graph = nx.Graph()
    graph.add_weighted_edges_from([("a", "b", 0.5), ("b", "c", 1.25), ("c", "d é", 2)])
    yield from ((name, write(graph, folder)) for name, (write, _) in WRITERS.items())
    for name, text, _ in TABLES.values():
        yield name, text if isinstance(text, bytes) else text.encode()
    table = pd.DataFrame({"id": ["a", "b", "c"], "x": [1, 2.5, None], "class": ["u", "v", "u"]})
    vectors = table.assign(vector=[[1.0, 2], [3, 4], [5, None]])
    yield from (
        ("y.graphml", (XML + '<graph><node id="a"/><edge source="a" target="b"/>').encode()),
        ("x.paj", b"*Vertices 2\n1 a .1 .2\n2 b\n*Edges\n1 2\n*Partition p\n*Vertices 2\n1\n"),
        ("x.npy", saved(np.save, np.eye(3, 2))),
        ("arrays.npz", saved(np.savez, x=np.eye(3), y=np.arange(3))),
        ("edges.npz", saved(np.savez, edge_index=np.arange(6).reshape(2, 3), x=np.eye(6, 2))),
        ("packed.npz", saved(np.savez_compressed, A=np.eye(4), labels=np.array(list("abab")))),
        ("x.parquet", saved(lambda file: vectors.to_parquet(file))),
        ("labels.csv", table.to_csv(index=False).encode()),
        ("series.csv", b"time,a,b,c\n2020-01-01,1,2,\n2020-01-02,3,nan,5\n"),
        ("long.csv", b"time,node,value\n1,a,2\n1,b,3\n2,a,1.5\n"),
        ("word2vec.txt", b"3 2\na 1 2\nb 3 4\nc 5 6\n"),
    )  # fmt: skip


NAMES = ["x.txt", "x.csv", "x.json", "x.npz", "x.npy", "x.mat", "x.graphml", "x.gml", "x.dot",
         "x.mtx", "x.net", "x.lgl", "x.tgf", "x.rb", "out.x", "x.parquet", "x"]  # fmt: skip
OPTIONS = st.builds(
    ReadOptions,
    table=st.sampled_from(["auto", "auto", "edges", "matrix", "neighbours", "points"]),
    delimiter=st.sampled_from(["auto", "auto", "auto", "comma", "space"]),
    header=st.sampled_from(["auto", "auto", "yes", "no"]),
    weight=st.sampled_from(["auto", "none", "weight", "3"]),
    source=st.sampled_from(["", "", "a", "1"]),
    target=st.sampled_from(["", "", "b", "2", "99"]),
    missing=st.sampled_from(["one", "drop"]),
    parallel=st.sampled_from(["largest", "sum", "mean", "count"]),
    directed=st.sampled_from(["auto", "yes", "no"]),
    sides=st.sampled_from(["auto", "one", "two"]),
    ids=st.sampled_from(["auto", "text"]),
    loops=st.sampled_from(["drop", "keep"]),
    classes=st.sampled_from(["", "class", "x"]),
    largest_component=st.booleans(),
    min_degree=st.integers(0, 3),
    sample=st.integers(0, 3),
    join=st.sampled_from(["nearest", "radius"]),
    kernel=st.sampled_from(["one", "gaussian"]),
    neighbours=st.integers(1, 20),
    radius=st.sampled_from([0.0, 1.0, 1e30]),
    distance=st.sampled_from(["auto", "positions", "features"]),
    connect=st.booleans(),
    standardise=st.booleans(),
)  # fmt: skip

CELLS = st.sampled_from(
    ["a", "b", "c", "d é", "0", "1", "2", "3", "-1", "0.5", "1,5", "1e999", "nan", "", "-", '"',
     '"a', "#a", "%", "2020-01-01", "[1, 2]", "[]", "[1,nan]", "9" * 400, "x" * 300, "\u202e",
     "a:b", "a;b", "1.234,5", "inf", "True", "\u2028", "12345678901234567890"]
)  # fmt: skip
HEADS = st.sampled_from(
    ["source", "target", "weight", "id", "node", "name", "x", "y", "lon", "class", "label",
     "time", "value", "vector", "x1", "x2", "prediction", "", "source", "#"]
)  # fmt: skip


@st.composite
def tables(draw):
    """Text whose lines have cells, more or less evenly."""
    sign = draw(st.sampled_from([",", ";", "\t", " ", "|", ", ", ":"]))
    end = draw(st.sampled_from(["\n", "\n", "\r\n", "\r"]))
    width = draw(st.integers(1, 5))
    size = st.just(width) if draw(st.booleans()) else st.integers(0, 6)
    lines = draw(st.lists(size.flatmap(lambda n: st.lists(CELLS, min_size=n, max_size=n)),
                          min_size=1, max_size=8))  # fmt: skip
    if draw(st.booleans()):
        lines.insert(0, draw(st.lists(HEADS, min_size=width, max_size=width)))
    text = end.join(sign.join(line) for line in lines) + draw(st.sampled_from(["", end]))
    codec = draw(st.sampled_from(["utf-8", "utf-8", "utf-8-sig", "utf-16", "latin-1"]))
    return text.encode(codec, "replace")


KEYS = st.sampled_from(
    ["nodes", "links", "edges", "id", "source", "target", "weight", "graph", "graphs", "data",
     "directed", "multigraph", "adjacency", "elements", "key", "name", "label", "metadata", "x",
     "y", "position", "group", "a", "b", "0", "schema", "columns", "index"]
)  # fmt: skip
LEAVES = st.sampled_from([*ODD, "a", "b", "c", 1, 2, 0.25])
DOCUMENTS = st.recursive(
    LEAVES,
    lambda part: st.lists(part, max_size=5) | st.dictionaries(KEYS, part, max_size=5),
    max_leaves=25,
).map(lambda found: json.dumps(found).encode())
ROWS = st.lists(st.dictionaries(KEYS, LEAVES, max_size=4), max_size=6)
GRAPHS = st.fixed_dictionaries(
    {"nodes": ROWS, "links": st.lists(st.dictionaries(
        st.sampled_from(["source", "target", "weight", "id", "label"]),
        st.sampled_from(["a", "b", "c", 0, 1, None, "", -1, 1e-320, 10**400]), max_size=5))},
    optional={"directed": LEAVES, "multigraph": LEAVES, "graph": LEAVES},
).map(lambda found: json.dumps(found).encode())  # fmt: skip

ARRAYS = made.arrays(
    made.integer_dtypes() | made.floating_dtypes() | made.boolean_dtypes()
    | made.complex_number_dtypes() | made.unicode_string_dtypes(max_len=4)
    | made.byte_string_dtypes(max_len=4) | made.datetime64_dtypes(),
    made.array_shapes(min_dims=0, max_dims=3, min_side=0, max_side=6),
)  # fmt: skip
ARRAY_NAMES = st.sampled_from(
    ["A", "adjacency", "edges", "edge_index", "weights", "edge_weight", "x", "y", "features",
     "labels", "pos", "num_nodes", "vectors", "embedding", "ids", "data", "indices", "indptr",
     "shape", "format", "attr_data", "attr_indices", "attr_indptr", "attr_shape"]
)  # fmt: skip


def packed(arrays):
    return saved(np.savez, **arrays)


def as_mat(arrays):
    return saved(scipy.io.savemat, arrays)


ARCHIVES = st.dictionaries(ARRAY_NAMES, ARRAYS, min_size=1, max_size=5)
#: Words of the formats that are written as sentences, in any order after a true beginning.
GRAMMARS = {
    "graph [": "node edge [ ] id label source target weight graphics x y 0 1 2 -1 .5 \"a\" \"b",
    "graph {": "a b -- -> ; { } [ ] weight = 2 label \"x\" subgraph node , 1e999 pos <b> c:d",
    "digraph g {": "a b -- -> ; { } [weight=2] \"x\" strict edge node \\N \"",
    "*Vertices 3\n": "1 2 3 a \"b\" \n \n 0.5 *Edges *Arcs *Edgeslist *Partition -1 ic",
    "%%MatrixMarket matrix coordinate real symmetric\n": "1 2 3 4 0 -1 0.5 \n \n % nan 1e999",
    "%%MatrixMarket matrix array integer general\n": "2 2 1 0 1 \n \n % 3",
    "<graphml><graph>": "<node id='a'/> <node id='b'/> <edge source='a' target='b'/> <edge/> "
                        "<data key='d'>1</data> </graph> </graphml> <key id='d'/> &#0;",
    "<gexf><graph>": "<nodes> </nodes> <edges> </edges> <node id='0'/> <node id='1'/> </graph> "
                     "<edge source='0' target='1' weight='nan'/> </gexf> <attvalues>",
    "3 2\n": "1 2 3 \n \n 1 2 % 0 4 -1",
    "# ": "a b 1 # \n \n 2 : , \t",
}  # fmt: skip


@st.composite
def sentences(draw):
    start = draw(st.sampled_from(sorted(GRAMMARS)))
    words = st.sampled_from([word or "\n" for word in GRAMMARS[start].split(" ")])
    joint = draw(st.sampled_from([" ", " ", "\n"]))
    return (start + joint.join(draw(st.lists(words, max_size=40)))).encode()


MADE_UP = (
    tables() | sentences() | DOCUMENTS | GRAPHS
    | ARRAYS.map(lambda array: saved(np.save, array)) | ARCHIVES.map(packed)
    | ARCHIVES.map(as_mat)
)  # fmt: skip


def read(work, data, name, options):
    """What a reader makes of a file; it has names that can be shown."""
    if work == "graph":
        found = outcome(lambda: read_graph(data, name, options, limits=LIMITS))
    elif work == "features":
        found = outcome(lambda: attach_features(PATH, data, name, limits=LIMITS))
    elif work == "labels":
        found = outcome(lambda: attach_labels(PATH, data, name, limits=LIMITS))
    elif work == "series":
        series = outcome(lambda: read_series(PATH.graph, data, name, limits=LIMITS))
        assert series is None or series.series.values.shape[1] == 3
        return
    else:
        table = None if work == "embedding" else (data, "table.csv")
        data = data if work == "embedding" else b"id,x,y\na,1,2\nb,3,4\n"
        embedding = outcome(lambda: read_embedding(data, name, table, limits=LIMITS))
        if embedding is not None:
            assert np.isfinite(embedding.vectors).all()
            assert "" not in (embedding.ids or ())
            assert embedding.digest
        return
    if found is not None:
        names = found.graph.node_names or ()
        assert "" not in names
        assert len(set(names)) == len(names)
        weights = found.graph.adjacency.data
        assert (np.isfinite(weights) & (weights > 0)).all()


WORKS = st.sampled_from(
    ["graph", "graph", "graph", "features", "labels", "series", "embedding", "table"]
)


@pytest.mark.slow
def test_valid_files_with_a_few_bytes_changed(tmp_path):
    valid = list(exports(tmp_path))
    files = st.sampled_from(valid).flatmap(
        lambda file: st.tuples(edited(file[1]), st.just(file[0]) | st.sampled_from(NAMES))
    )

    def check(work, file, options):
        read(work, *file, options)

    fuzz(check, WORKS, files, OPTIONS, examples=120)


@pytest.mark.slow
def test_files_made_of_the_words_of_their_formats():
    def check(work, data, name, options):
        read(work, data, name, options)

    fuzz(check, WORKS, MADE_UP, st.sampled_from(NAMES), OPTIONS, examples=120)
