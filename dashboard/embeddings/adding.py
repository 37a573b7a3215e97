"""Opening an embedding of one's own: its files, its graph, and how they were read."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import streamlit as st

from dashboard import state
from dashboard.embeddings import own
from dashboard.embeddings.view import CHOSEN
from dashboard.imports import kept
from dashboard.plain import plain, short
from dashboard.sizes import num_bytes_of_names
from dashboard.source import Source
from spgat import datasets
from spgat.datasets.imports.reading import warm
from spgat.datasets.limits import EMBEDDING
from spgat.embedding import Embedded, ForeignEmbedding, read_embedding
from spgat.embedding.approximate import MAX_EXACT_NODES
from spgat.embedding.foreign import MAX_NEIGHBOUR_NODES
from spgat.errors import InputError

NEIGHBOURS, ALONE = "neighbours", "alone"
_GRAPH = "embedding_graph"
_ID_COLUMN, _CLASSES = "embedding_ids", "embedding_classes"
_NUM_SHOWN = 30  # columns of a file in a list


@dataclass(frozen=True, slots=True)
class _Choice:
    """A graph that an embedding can be set on.

    Attributes:
        title: In the list.
        source: Where the graph is from; None for the graph of an embedding opened before, its
            nearest neighbours, or none.
        held: That embedding.
    """

    title: str
    source: Source | None = None
    held: own.Own | None = None


def show(*, is_open: bool) -> None:
    """Shows the form.

    Args:
        is_open: Whether it is unfolded at first.
    """
    with st.expander(
        "An embedding of your own", icon=":material/upload_file:", expanded=is_open
    ):
        st.caption(
            "Vectors of any tool: NumPy (.npy, .npz), CSV or TSV, word2vec text, Parquet, also "
            "packed (gz, bz2, xz, zip). They stay in the server's memory and are shown to your "
            "browser only."
        )
        warm()
        left, right = st.columns(2)
        vectors = left.file_uploader(
            "Vectors",
            key="vectors-file",
            on_change=_forget,
            max_upload_size=EMBEDDING.file_megabytes,
            help="One row for each node, up to a million.",
        )
        table = right.file_uploader(
            "Labels and metadata (optional)",
            key="metadata-file",
            on_change=_forget,
            max_upload_size=EMBEDDING.file_megabytes,
            help="A table with labels and anything else known of the nodes, joined by id or "
            "in the order of the vectors, such as the Projector's metadata.tsv.",
        )
        if vectors is None:
            return
        try:
            _show_form(vectors, table)
        except InputError as error:
            st.error(plain(error), icon=":material/error:")


def _show_form(vectors: Any, table: Any) -> None:
    columns = {"id_column": _chosen(_ID_COLUMN), "classes": _chosen(_CLASSES)}
    foreign = _read(vectors, table, **columns)
    is_large = foreign.num_nodes > MAX_EXACT_NODES
    with st.container(horizontal=True, vertical_alignment="bottom"):
        choices = _graphs()
        code = st.selectbox(
            "Graph",
            list(choices),
            index=list(choices).index(ALONE) if is_large else 0,
            format_func=lambda name: choices[name].title,
            key=_GRAPH,
            help="A graph is joined by id, or in row order where the vectors have no ids. "
            f"Beyond {MAX_EXACT_NODES:,} nodes nearest neighbours are found approximately, "
            f"which takes a while; it is possible up to {MAX_NEIGHBOUR_NODES:,}.",
        )
        num_neighbors = 10
        if code == NEIGHBOURS and foreign.num_nodes > 2:
            most = min(50, foreign.num_nodes - 1)
            num_neighbors = st.number_input(
                "Neighbours of each node", 1, most, min(10, most), key="embedding_k", width=170
            )
        names = [str(name) for name in foreign.columns][:_NUM_SHOWN]
        _choose_column("Classes", _CLASSES, names)
        _choose_column("Ids", _ID_COLUMN, names)
    _show_report(foreign)
    choice = choices[code]
    nodes = _joined(foreign, code, choice, int(num_neighbors))
    st.markdown(_listed(nodes.notes))
    if st.button("Open it", type="primary", icon=":material/check:", key="open_embedding"):
        name = "" if table is None else table.name
        origin = own.Origin(
            vectors.name,
            name,
            **columns,
            graph=choice.source,
            is_alone=code == ALONE,
            num_neighbors=int(num_neighbors),
            base=None if choice.held is None else choice.held.origin,
        )
        key = own.accept(nodes, origin)
        kept = [k for k in st.session_state.get(CHOSEN, []) if _same(k, nodes)]
        st.session_state[CHOSEN] = [key, *(k for k in kept if k != key)][:2]
        st.rerun()


def _same(key: str, nodes: Embedded) -> bool:
    """Whether an embedding of one's own that is shown has the same nodes."""
    held = own.mine().get(key)
    return held is not None and held.embedded.nodes == nodes.nodes


def _show_report(foreign: ForeignEmbedding) -> None:
    report = foreign.report
    with st.container(horizontal=True):
        st.metric("Format", report.format)
        st.metric("Nodes", f"{foreign.num_nodes:,}")
        st.metric("Dimensions", f"{foreign.vectors.shape[1]:,}")
        st.metric("Classes", len(set(foreign.labels[foreign.labels >= 0])) or "none")
        st.metric("Other columns", foreign.columns.shape[1] or "none")
    for title, lines in (("Used", report.used), ("Left out", report.unused)):
        if lines:
            st.markdown(f"**{title}**\n{_listed(lines)}")
    for number, question in enumerate(report.asked):
        with st.container(horizontal=True, vertical_alignment="center"):
            st.markdown(plain(question))
            for label, options in question.answers.items():
                st.button(
                    plain(label),
                    key=f"embedding-answer-{number}-{label}",
                    on_click=_take,
                    args=(options,),
                    width="content",
                )


def _joined(foreign: ForeignEmbedding, code: str, choice: _Choice, k: int) -> Embedded:
    """The embedding on the graph that was chosen."""
    if code == ALONE:
        return kept.once("alone", (foreign.digest,), foreign.alone, own.num_bytes_of)
    if choice.held is not None:
        nodes = choice.held.embedded
        return foreign.on_graph(nodes.graph, nodes.nodes)
    if choice.source is not None:
        return foreign.on_graph(choice.source.load())
    k = min(k, foreign.num_nodes - 1)
    return kept.once(
        "neighbours",
        (foreign.digest, k),
        lambda: foreign.on_neighbours(k),
        own.num_bytes_of,
    )


def _read(vectors: Any, table: Any, id_column: str, classes: str) -> ForeignEmbedding:
    """The embedding in the files, read once for each choice."""
    ids = (vectors.file_id, "" if table is None else table.file_id)

    def read() -> ForeignEmbedding:
        second = None if table is None else (table.getvalue(), table.name)
        return read_embedding(
            vectors.getvalue(), vectors.name, second, id_column=id_column, classes=classes
        )

    return kept.once("embedding", (ids, id_column, classes), read, _size)


def _size(foreign: ForeignEmbedding) -> int:
    columns = int(foreign.columns.memory_usage(deep=True).sum())
    names = num_bytes_of_names(foreign.ids or ())
    return int(foreign.vectors.nbytes) + int(foreign.labels.nbytes) + columns + names


def _graphs() -> dict[str, _Choice]:
    choices = {
        NEIGHBOURS: _Choice("Its nearest neighbours"),
        ALONE: _Choice("None: the vectors alone"),
    }
    for name, title in state.own_titles().items():
        choices[name] = _Choice(title, Source(name, origin=state.own_origin(name)))
    for name, held in own.mine().items():
        choices[f"of {name}"] = _Choice(
            f"That of {short(held.embedded.name)} ({name})", held=held
        )
    for info in datasets.catalogue():
        if info.group != "toy" and info.is_at_hand():
            choices[f"set {info.name}"] = _Choice(info.title, Source(info.name))
    return choices


def _choose_column(label: str, key: str, names: list[str]) -> None:
    listed = dict.fromkeys(["", "none", *names, _chosen(key)])
    words = {"": "Detect automatically", "none": "None"}
    st.selectbox(
        label,
        list(listed),
        format_func=lambda name: words.get(name, short(name)),
        key=key,
        width=220,
    )


def _chosen(key: str) -> str:
    return str(st.session_state.get(key) or "")


def _take(options: Mapping[str, str]) -> None:
    keys = {"id_column": _ID_COLUMN, "classes": _CLASSES}
    for name, value in options.items():
        st.session_state[keys[name]] = value


def _forget() -> None:
    """Sets the choices of columns and of the graph back: they are those of one file."""
    for key in (_ID_COLUMN, _CLASSES, _GRAPH):
        st.session_state.pop(key, None)


def _listed(lines: Iterable[str]) -> str:
    return "\n".join(f"- {plain(line)}" for line in lines)
