"""How an uploaded file is to be read: every choice there is, and the likely ones as buttons."""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any, Protocol, get_args, get_type_hints

import streamlit as st

from dashboard.imports import kept
from dashboard.plain import plain
from dashboard.sizes import num_bytes
from spgat.datasets.imports import (
    Imported,
    ReadOptions,
    attach_features,
    attach_labels,
    read_graph,
)

_COLUMNS = "read_columns"  # of the edges, as the file was read last
_ATTRIBUTES = "read_attributes"  # of the nodes
_FORMAT = "read_format"
#: The format of a graph that was made of points.
POINTS = "points"
_OF_POINTS = {
    "join": "Points are joined",
    "neighbours": "Neighbours that count as nearest",
    "radius": "Radius (0: the median distance to the last of the nearest)",
    "distance": "Distance is that of",
    "kernel": "Edges weigh",
    "width": "Width of the Gaussian (0: the median length of the edges)",
    "standardise": "Give each column mean 0 and standard deviation 1",
    "connect": "Add a minimum spanning tree, so that all are connected",
}
_LABELS = {
    "table": "Lines of a text table are",
    **_OF_POINTS,
    "delimiter": "Columns are separated by",
    "header": "First line names the columns",
    "source": "Sources are in column",
    "target": "Targets are in column",
    "weight": "Weights are in column",
    "missing": "Edges without a weight",
    "parallel": "Weight of parallel edges",
    "directed": "Both directions are different edges",
    "sides": "Sources and targets are kinds of nodes",
    "ids": "Ids 1 and 1.0",
    "loops": "Edges from a node to itself",
    "classes": "Classes come from",
    "label_column": "Classes in the table of labels are in column",
    "largest_component": "Keep the largest component only",
    "min_degree": "Drop nodes with fewer neighbours than",
    "sample": "Keep a sample of so many nodes (0: all)",
}
#: Choices that a table of points has too.
_OF_NODES = (
    "delimiter",
    "header",
    "classes",
    "label_column",
    "largest_component",
    "min_degree",
    "sample",
)
_WORDS = {
    "auto": "Detect automatically",
    "neighbours": "a node and its neighbours",
    "matrix": "rows of a matrix",
    "nearest": "to their nearest",
    "radius": "up to a distance",
    "gaussian": "a Gaussian of their length",
    "one": "1",
    "drop": "are dropped",
    "keep": "are kept",
    "text": "are two nodes",
}


class File(Protocol):
    """An uploaded file, or a pasted text."""

    @property
    def file_id(self) -> str:
        """A name that another content does not have."""

    @property
    def name(self) -> str:
        """What its owner calls it."""

    def getvalue(self) -> bytes:
        """Returns the content."""


def joined(file: File, options: ReadOptions, tables: Mapping[str, Any]) -> Imported:
    """Returns the graph of a file with its tables, each once for each choice.

    Raises:
        InputError: If one of the files is not read.
    """
    key: tuple[Any, ...] = (file.file_id, options)
    imported = kept.once(
        "graph", key, lambda: read_graph(file.getvalue(), file.name, options), _size
    )
    labelled = partial(attach_labels, column=options.label_column)
    for kind, attach in (("features", attach_features), ("labels", labelled)):
        table = tables[kind]
        if table is not None:
            key = (*key, table.file_id)
            imported = kept.once(
                kind, key, partial(attach, imported, table.getvalue(), table.name), _size
            )
    report = imported.report
    learned = {_COLUMNS: report.columns, _ATTRIBUTES: report.attributes, _FORMAT: report.format}
    if any(st.session_state.get(name) != value for name, value in learned.items()):
        st.session_state.update(learned)
        st.rerun()  # the choices stand above, and know now what there is to choose
    return imported


def _size(imported: Imported) -> int:
    return num_bytes(imported.graph)


def forget() -> None:
    """Sets all choices back: they are those of one file."""
    for name in (*_LABELS, "columns", "attributes", "format"):
        st.session_state.pop(f"read_{name}", None)


def forget_labels() -> None:
    """Sets the choice back that is of one table of labels."""
    st.session_state.pop("read_label_column", None)


def choose() -> ReadOptions:
    """Shows all choices and returns them."""
    hints, defaults = get_type_hints(ReadOptions), ReadOptions()
    values: dict[str, Any] = {}
    is_points = POINTS in (st.session_state.get("read_table"), st.session_state.get(_FORMAT))
    shown = (
        ["table", *_OF_POINTS, *_OF_NODES]
        if is_points
        else [name for name in _LABELS if name not in _OF_POINTS]
    )
    with st.expander("How to read it", icon=":material/tune:"):
        places = st.columns(2, gap="large")
        for number, name in enumerate(shown):
            with places[number % 2]:
                values[name] = _choose(name, hints[name], getattr(defaults, name))
    return ReadOptions(**values)


def ask(imported: Imported) -> None:
    """Shows where the file can be read in another way, each one click away."""
    for number, question in enumerate(imported.report.asked):
        with st.container(horizontal=True, vertical_alignment="center"):
            st.markdown(plain(question))
            for label, options in question.answers.items():
                st.button(
                    plain(label),
                    key=f"answer-{number}-{label}",
                    on_click=_take,
                    args=(options,),
                    width="content",
                )


def _take(options: Mapping[str, Any]) -> None:
    for name, value in options.items():
        st.session_state[f"read_{name}"] = value


def _choose(name: str, kind: Any, default: Any) -> Any:
    key, label = f"read_{name}", _LABELS[name]
    if kind is bool:
        return st.toggle(label, default, key=key)
    if kind in (int, float):
        least = 1 if name == "neighbours" else kind(0)
        return st.number_input(label, least, value=default, step=kind(1), key=key)
    choices = list(get_args(kind))
    if choices:
        return st.segmented_control(
            label, choices, default=default, required=True, format_func=_word, key=key
        )
    listed = {
        "weight": ["auto", "none", *_known(_COLUMNS)],
        "classes": ["", *_known(_ATTRIBUTES)],
    }
    if name not in listed:
        return st.text_input(label, key=key, placeholder="Detect automatically")
    chosen = st.session_state.get(key, default)
    options = list(dict.fromkeys([*listed[name], chosen]))
    return st.selectbox(label, options, format_func=_word, key=key)


def _known(key: str) -> Sequence[str]:
    names: Sequence[str] = st.session_state.get(key, ())
    return names


def _word(value: str) -> str:
    return _WORDS.get(value or "auto", value)
