"""Random graphs, and every way in which networkx, pandas, SciPy and igraph write one."""

import io
import json

import networkx as nx
import scipy.io
import scipy.sparse as sp
from hypothesis import strategies as st


@st.composite
def graphs(draw):
    """Weighted graphs whose nodes have names, each with an edge at least."""
    number = draw(st.integers(4, 9))
    letters = st.text("abcxyzäß", min_size=1, max_size=5)
    names = draw(st.lists(letters, min_size=number, max_size=number, unique=True))
    pairs = [(u, v) for u in range(number) for v in range(u)]
    chosen = draw(st.lists(st.sampled_from(pairs), min_size=3, unique=True))
    weight = st.integers(1, 1000).map(lambda n: n / 8 + 0.0625)
    graph = nx.Graph()
    graph.add_nodes_from(f"n{name}" for name in names)
    for u, v in chosen:
        graph.add_edge(f"n{names[u]}", f"n{names[v]}", weight=draw(weight))
    return graph


def in_file(write, *arguments, **options):
    buffer = io.BytesIO()
    write(*(buffer if argument is ... else argument for argument in arguments), **options)
    return buffer.getvalue()


def in_folder(write, folder, name):
    write(str(folder / name))
    return (folder / name).read_bytes()


def numbered(graph):
    return nx.convert_node_labels_to_integers(graph)


def matrix(graph):
    return sp.csr_array(nx.to_scipy_sparse_array(graph, dtype=float))


def to_igraph(graph):
    import igraph

    names = list(graph)
    rows = {name: row for row, name in enumerate(names)}
    result = igraph.Graph(len(names), [(rows[u], rows[v]) for u, v in graph.edges])
    result.vs["name"] = names
    result.es["weight"] = [weight for *_, weight in graph.edges.data("weight")]
    return result


#: How a graph is written, and which of its names, isolated nodes and weights the format keeps.
ALL = {"names", "isolated", "weights"}
WRITERS = {
    "x.graphml": (lambda g, _: in_file(nx.write_graphml_xml, g, ...), ALL),
    "x.gexf": (lambda g, _: in_file(nx.write_gexf, g, ...), ALL),
    "x.gml": (lambda g, _: "\n".join(nx.generate_gml(g)).encode(), ALL),
    "x.net": (lambda g, _: in_file(nx.write_pajek, g, ...), ALL),
    "x.dot": (lambda g, _: nx.nx_pydot.to_pydot(g).to_string().encode(), ALL),
    "node-link.json": (lambda g, _: json.dumps(nx.node_link_data(g)).encode(), ALL),
    "adjacency.json": (lambda g, _: json.dumps(nx.adjacency_data(g)).encode(), ALL),
    "cytoscape.json": (lambda g, _: json.dumps(nx.cytoscape_data(g)).encode(), ALL),
    "lists.json": (lambda g, _: json.dumps(nx.to_dict_of_lists(g)).encode(),
                   {"names", "isolated"}),
    "dicts.json": (lambda g, _: json.dumps(nx.to_dict_of_dicts(g)).encode(), ALL),
    "x.adjlist": (lambda g, _: in_file(nx.write_adjlist, g, ...), {"names", "isolated"}),
    "x.edgelist": (lambda g, _: in_file(nx.write_edgelist, g, ...), {"names", "weights"}),
    "weighted.txt": (lambda g, _: in_file(nx.write_weighted_edgelist, g, ...),
                     {"names", "weights"}),
    "x.csv": (lambda g, _: nx.to_pandas_edgelist(g).to_csv(index=False).encode(),
              {"names", "weights"}),
    "semicolon.csv": (lambda g, _: nx.to_pandas_edgelist(g).to_csv(
        index=False, sep=";", decimal=",").encode("utf-16"), {"names", "weights"}),
    "tab.tsv": (lambda g, _: nx.to_pandas_edgelist(g).to_csv(
        index=False, sep="\t", quoting=1).encode("utf-8-sig"), {"names", "weights"}),
    "matrix.csv": (lambda g, _: nx.to_pandas_adjacency(g).to_csv().encode(), ALL),
    "x.json": (lambda g, _: nx.to_pandas_edgelist(g).to_json(orient="records").encode(),
               {"names", "weights"}),
    "general.mtx": (lambda g, _: in_file(scipy.io.mmwrite, ..., matrix(g), symmetry="general"),
                    {"isolated", "weights"}),
    "symmetric.mtx": (lambda g, _: in_file(scipy.io.mmwrite, ..., matrix(g),
                                           symmetry="symmetric"), {"isolated", "weights"}),
    "array.mtx": (lambda g, _: in_file(scipy.io.mmwrite, ..., matrix(g).toarray()),
                  {"isolated", "weights"}),
    "x.rb": (lambda g, t: in_folder(lambda name: scipy.io.hb_write(name, matrix(g).tocsc()), t,
                                   "g"), {"isolated", "weights"}),
    "multiline.adjlist": (lambda g, _: in_file(nx.write_multiline_adjlist, g, ...), ALL),
    "x.g6": (lambda g, _: nx.to_graph6_bytes(numbered(g)), {"isolated"}),
    "x.s6": (lambda g, _: nx.to_sparse6_bytes(numbered(g), header=False), {"isolated"}),
    **{f"{orient}.json": (lambda g, _, orient=orient: nx.to_pandas_edgelist(g).to_json(
        orient=orient).encode(), {"names", "weights"})
       for orient in ("split", "columns", "index", "values", "table")},
    "row-names.txt": (lambda g, _: nx.to_pandas_edgelist(g).to_string().encode(),
                      {"names", "weights"}),
    "x.npz": (lambda g, _: in_file(sp.save_npz, ..., matrix(g)), {"isolated", "weights"}),
    "x.mat": (lambda g, _: in_file(scipy.io.savemat, ..., {"A": matrix(g).tocsc()}),
              {"isolated", "weights"}),
    "igraph.graphml": (lambda g, t: in_folder(to_igraph(g).write_graphml, t, "g"), ALL),
    "igraph.gml": (lambda g, t: in_folder(to_igraph(g).write_gml, t, "g"), ALL),
    "igraph.net": (lambda g, t: in_folder(to_igraph(g).write_pajek, t, "g"), ALL),
    "igraph.dot": (lambda g, t: in_folder(to_igraph(g).write_dot, t, "g"), ALL),
    "igraph-matrix.txt": (lambda g, t: in_folder(to_igraph(g).write_adjacency, t, "g"),
                          {"isolated"}),
    "igraph.txt": (lambda g, t: in_folder(to_igraph(g).write_edgelist, t, "g"), set()),
}  # fmt: skip
