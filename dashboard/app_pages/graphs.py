"""Own graphs: upload a file, look at what was understood, and only then use it."""

from collections.abc import Iterable
from dataclasses import replace

import streamlit as st
from streamlit.typing import UploadedFile

from dashboard import plot, state, twin
from dashboard.figures import graph as graph_figures
from dashboard.plain import plain
from spgat.datasets import with_split
from spgat.datasets.files import ImportPreview, attach_features, attach_labels, read_graph
from spgat.datasets.files.edge_list import TableKind
from spgat.errors import InputError
from spgat.graph import Graph

FORMATS = (
    "Edge list or adjacency matrix as CSV or TSV, GraphML, GML, GEXF, JSON node-link, SciPy or "
    "NumPy .npz, MATLAB .mat."
)
TABLES: dict[TableKind, str] = {"auto": "Find out", "edges": "Edges", "matrix": "A matrix"}


@st.cache_resource(scope="session", max_entries=2, show_spinner="Reading the file")
def read(
    data: bytes,
    name: str,
    table: TableKind,
    use_weights: bool,
    keep_loops: bool,
    attribute: str | None,
) -> ImportPreview:
    """`read_graph`, once for each file and choice."""
    return read_graph(
        data,
        name,
        table=table,
        use_weights=use_weights,
        self_loops="keep" if keep_loops else "remove",
        class_attribute=attribute,
    )


def choose_and_read(file: UploadedFile) -> ImportPreview:
    """Shows how a file may be read and reads it so."""
    with st.expander("How to read it", icon=":material/tune:"):
        table = st.segmented_control(
            "Rows of a text table are",
            list(TABLES),
            default="auto",
            required=True,
            format_func=TABLES.__getitem__,
            key="table",
        )
        use_weights = st.toggle("Use edge weights", True, key="use-weights")
        keep_loops = st.toggle("Keep edges from a node to itself", key="keep-loops")
        preview = read(file.getvalue(), file.name, table, use_weights, keep_loops, None)
        if not preview.attributes:
            return preview
        attribute = st.selectbox(
            "Classes come from",
            preview.attributes,
            index=None,
            placeholder="An attribute with a telling name, if there is one",
            key="attribute",
        )
    return read(file.getvalue(), file.name, table, use_weights, keep_loops, attribute)


def join_tables(graph: Graph) -> Graph:
    """Shows where to add features and labels and returns the graph with them."""
    left, right = st.columns(2)
    features = left.file_uploader(
        "Features (optional)",
        key="features-file",
        help="A table with a column of node ids and columns of numbers; x and y become "
        "positions. Or an .npz matrix in row order.",
    )
    labels = right.file_uploader(
        "Labels (optional)",
        key="labels-file",
        help="A table with a column of node ids and a column of classes. Training needs them.",
    )
    if features is not None:
        graph = attach_features(graph, features.getvalue(), features.name)
    if labels is not None:
        graph = attach_labels(graph, labels.getvalue(), labels.name)
    return graph


def show_preview(preview: ImportPreview) -> None:
    """Shows the import report and a drawing, with the button that accepts the graph."""
    graph = preview.graph
    with st.container(border=True):
        st.subheader(f"Import report: {plain(graph.name)}")
        with st.container(horizontal=True):
            st.metric("Format", preview.format)
            st.metric("Nodes", f"{graph.num_nodes:,}")
            st.metric("Edges", f"{graph.num_edges:,}", help=f"{preview.num_edges_read:,} read")
            st.metric("Components", f"{preview.num_components:,}")
            st.metric("Isolated nodes", f"{preview.num_isolated:,}")
            st.metric("Classes", graph.num_classes or "none")
            st.metric("Features", graph.num_features or "none")
        report, picture = st.columns([1, 1], gap="large")
        with report:
            st.markdown("**How the file was understood**")
            st.markdown(listed(preview.found) or "- As it stands.")
            st.markdown("**What was changed**")
            st.markdown(listed(graph.notes) or "- Nothing.")
        with picture:
            show_drawing(graph)
        if st.button("Use this graph", type="primary", icon=":material/check:", key="accept"):
            state.accept_graph(with_split(graph))
            st.toast(f"{plain(graph.name)} is ready.", icon=":material/check_circle:")


def show_drawing(graph: Graph) -> None:
    """Draws a graph, or says why not."""
    if not graph_figures.is_drawable(graph.num_nodes, graph.num_edges):
        st.caption(
            f"Graphs of up to {graph_figures.MAX_NODES:,} nodes and "
            f"{graph_figures.MAX_EDGES:,} edges are drawn."
        )
        return
    positions = state.positions(graph)
    plot.show(
        graph_figures.drawing(positions, graph.edges(), node_names=graph.node_names),
        key="preview",
        height=300,
        alt=f"Drawing of {graph.name}, {graph.num_nodes} nodes and {graph.num_edges} edges",
    )
    twin.show(twin.drawing_tables(graph, positions))


def listed(lines: Iterable[str]) -> str:
    """Returns Markdown of a list."""
    return "\n".join(f"- {plain(line)}" for line in lines)


def show_accepted(name: str, graph: Graph) -> None:
    """Shows one graph of this visitor and where to go with it."""
    with st.container(border=True, horizontal=True, vertical_alignment="center"):
        st.markdown(
            f"**{plain(graph.name)}** · {graph.num_nodes:,} nodes, {graph.num_edges:,} edges, "
            f"{graph.num_classes or 'no'} classes"
        )
        st.page_link(
            "app_pages/frequencies.py",
            label="Frequencies",
            icon=":material/graphic_eq:",
            query_params={"graph": name},
        )
        if graph.splits:
            st.page_link(
                "app_pages/train.py",
                label="Train",
                icon=":material/model_training:",
                query_params={"dataset": name},
            )
        else:
            st.caption("To train on it, upload it again with labels.")
        if st.button("Remove", icon=":material/delete:", key=f"remove-{name}"):
            state.drop_graph(name)
            st.rerun()


st.title("Own graphs")
st.caption(
    "Bring a graph of yours. You see what was read, merged and dropped before it is used. It "
    "stays in the server's memory and is shown to your browser only, until you train on it: a "
    "run that is kept holds its edges, classes and names, and every visitor can see, export "
    "and delete runs."
)
uploaded = st.file_uploader(f"Graph file. {FORMATS}", key="graph-file")
if uploaded is not None:
    try:
        found = choose_and_read(uploaded)
        show_preview(replace(found, graph=join_tables(found.graph)))
    except InputError as error:
        st.error(plain(error), icon=":material/error:")
if state.own_graphs():
    st.subheader("Your graphs")
for own_name, own_graph in list(state.own_graphs().items()):
    show_accepted(own_name, own_graph)
if uploaded is None and not state.own_graphs():
    st.info(
        "No graph yet. An edge list is the simplest: one edge a line, two node names and, if "
        "you have them, a weight.",
        icon=":material/upload_file:",
    )
