"""Own graphs: upload a file, look at what was understood, and only then use it."""

from typing import Any

import streamlit as st
from streamlit.typing import UploadedFile

from dashboard import state
from dashboard.imports import pasted, preview, reading, samples
from dashboard.own_graphs import Origin
from dashboard.plain import plain
from dashboard.words import count
from spgat.datasets import with_split
from spgat.datasets.imports import UPLOAD
from spgat.datasets.imports.reading import warm
from spgat.errors import InputError
from spgat.graph import Graph

FORMATS = (
    "Edge or adjacency list, matrix (CSV, TSV, Excel, Parquet), GraphML, GML, GEXF, DOT, "
    "Pajek, DIMACS, UCINET, LEDA, METIS, SIF, MatrixMarket, JSON, NumPy .npy, NumPy or SciPy "
    ".npz, MATLAB .mat; or one of them packed as gz, bz2, xz, zip or tar. Or a table of "
    "points, which are joined to their nearest."
)


def choose_tables() -> dict[str, Any]:
    """Shows where to add features and labels and returns the files."""
    left, right = st.columns(2)
    return {
        "features": left.file_uploader(
            "Features (optional)",
            key="features-file",
            max_upload_size=UPLOAD.file_megabytes,
            help="A table with a column of node ids and columns of numbers; x and y become "
            "positions. Or an .npy or .npz matrix in row order.",
        ),
        "labels": right.file_uploader(
            "Labels (optional)",
            key="labels-file",
            on_change=reading.forget_labels,
            max_upload_size=UPLOAD.file_megabytes,
            help="A table with a column of node ids and a column of classes, or an .npy array "
            "in row order. Training needs them. Further columns with the words train, val and "
            "test are splits; without one 60, 20 and 20% of each class are drawn.",
        ),
    }


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
            st.caption("To train on it, add it again with labels.")
        with st.popover("Remove", icon=":material/delete:"):
            st.markdown("This removes the graph at once. To use it again, bring it again.")
            if st.button("Remove it", type="primary", key=f"remove-{name}"):
                state.drop_graph(name)
                st.rerun()


st.title("Own graphs")
st.caption(
    "Bring a graph of yours. You see what was read, merged and dropped before it is used. It "
    "stays in the server's memory and is shown to your browser only. A run that you train on "
    "it holds its edges, classes and names, and is yours alone until you share it on the page "
    "Runs."
)
warm()  # so that the first file need not wait for the process that reads it
uploaded: UploadedFile | pasted.Pasted | None = st.file_uploader(
    f"Graph file. {FORMATS}",
    key="graph-file",
    on_change=reading.forget,
    max_upload_size=UPLOAD.file_megabytes,
)
text = pasted.choose()
uploaded = uploaded or text
if uploaded is not None:
    options = reading.choose()
    tables = choose_tables()
    try:
        found = reading.joined(uploaded, options, tables)
    except InputError as error:
        st.error(plain(error), icon=":material/error:")
    else:
        with st.container(border=True):
            preview.show(found)
            if st.button(
                "Use this graph", type="primary", icon=":material/check:", key="accept"
            ):
                names = {what: file.name for what, file in tables.items() if file is not None}
                try:
                    state.accept_graph(
                        with_split(found.graph), Origin(uploaded.name, options, **names)
                    )
                except InputError as error:
                    st.error(plain(error), icon=":material/memory:")
                else:
                    st.toast(
                        f"{plain(found.graph.name)} is ready.", icon=":material/check_circle:"
                    )
num_lost = state.num_lost_graphs()
if num_lost:
    st.warning(
        f"{count(num_lost, 'graph')} of yours had to give way, as the server had no memory "
        "left for all. Upload what you still need.",
        icon=":material/memory:",
    )
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
    samples.show()
