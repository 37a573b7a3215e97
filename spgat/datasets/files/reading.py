"""Uploaded files become graphs: the format is found out and what was done is reported."""

import re
from dataclasses import dataclass
from pathlib import PurePath

import numpy as np
from scipy.sparse.csgraph import connected_components

from spgat.datasets.files.columns import find_classes, find_positions, to_classes, to_positions
from spgat.datasets.files.edge_list import TableKind, read_text_graph
from spgat.datasets.files.gml import read_gml
from spgat.datasets.files.limits import MAX_FILE_BYTES, Deadline
from spgat.datasets.files.matlab import read_mat
from spgat.datasets.files.node_link import read_node_link
from spgat.datasets.files.npz import NO_PICKLES, read_npz
from spgat.datasets.files.parsed import Format, ParsedGraph
from spgat.datasets.files.xml_graph import read_xml_graph
from spgat.errors import InputError
from spgat.graph import Graph, SelfLoops


@dataclass(frozen=True, slots=True)
class ImportPreview:
    """A graph read from a file, to be looked at before it is used.

    Attributes:
        graph: The graph; its `notes` say what was merged, dropped and made symmetric.
        format: What the file turned out to be.
        num_edges_read: Edges as the file lists them, before anything was merged or dropped.
        num_isolated: Nodes without neighbours.
        num_components: Connected components, isolated nodes included.
        found: How the file was understood: delimiter, header, weights, row order.
        attributes: Names of what the file says of nodes.
    """

    graph: Graph
    format: Format
    num_edges_read: int
    num_isolated: int
    num_components: int
    found: tuple[str, ...]
    attributes: tuple[str, ...]


def read_graph(
    data: bytes,
    filename: str,
    *,
    table: TableKind = "auto",
    use_weights: bool = True,
    class_attribute: str | None = None,
    self_loops: SelfLoops = "remove",
) -> ImportPreview:
    """Returns the graph in an uploaded file: one of the formats `Format` lists.

    The file is hostile until it is parsed: nothing in it is unpickled or expanded, and size,
    depth and time are bounded (`spgat.datasets.files.limits`).

    Args:
        data: The file's content, which decides the format.
        filename: Names the graph, and the format where the content leaves it open.
        table: Whether rows of a text table are edges or a matrix; "auto" finds out.
        use_weights: Whether edges keep their weights or all count 1.
        class_attribute: The node attribute to take as class; None looks for a telling name.
        self_loops: Whether edges from a node to itself are dropped or kept.

    Raises:
        InputError: If the file is not read, in one sentence with the remedy.
    """
    parsed = _parse(data, filename, table)
    if not len(parsed.edges):
        raise InputError(
            f"{filename[:60]!r} has {parsed.num_nodes} nodes but no edges; upload a file that "
            "lists them."
        )
    notes = []
    if parsed.is_directed:
        notes.append(
            "The file is directed; each edge counts both ways, with the larger weight where "
            "both are given."
        )
    positions, labels, class_names = parsed.positions, parsed.labels, parsed.class_names
    found = list(parsed.found)
    pair = find_positions(parsed.attributes)
    if positions is None and pair is not None:
        positions = to_positions(parsed.attributes, pair)
        found.append(f"Positions come from {pair[0]!r} and {pair[1]!r}.")
    key = _class_key(parsed, class_attribute, pair)
    if key is not None:
        labels, class_names = to_classes(parsed.attributes[key])
        found.append(f"Classes come from {key!r}.")
    graph = Graph.build(
        PurePath(filename).stem[:60] or "graph",
        parsed.num_nodes,
        parsed.edges,
        parsed.weights if use_weights else None,
        features=parsed.features,
        labels=labels,
        positions=positions,
        node_names=parsed.names,
        class_names=class_names,
        self_loops=self_loops,
        notes=notes,
    )
    alone = np.diff(graph.adjacency.indptr) == (graph.adjacency.diagonal() != 0)
    return ImportPreview(
        graph=graph,
        format=parsed.format,
        num_edges_read=len(parsed.edges),
        num_isolated=int(alone.sum()),
        num_components=int(connected_components(graph.adjacency, directed=False)[0]),
        found=tuple(found),
        attributes=tuple(parsed.attributes),
    )


def _parse(data: bytes, filename: str, table: TableKind) -> ParsedGraph:
    check_size(data)
    deadline = Deadline()
    suffix = PurePath(filename).suffix.lower()
    if data.startswith((b"MATLAB", b"\x89HDF")):
        return read_mat(data)
    if data.startswith(b"PK"):
        return read_npz(data)
    refuse_packed(data, suffix)
    start = data[:4096].removeprefix(b"\xef\xbb\xbf").lstrip()
    if start.startswith(b"<") or suffix in (".graphml", ".gexf", ".xml"):
        return read_xml_graph(data, deadline)
    if start.startswith((b"{", b"[")) or suffix == ".json":
        return read_node_link(data, deadline)
    if suffix == ".gml" or re.search(rb"^\s*graph\s*\[", start, re.MULTILINE):
        return read_gml(data, deadline)
    return read_text_graph(data, deadline, table)


def check_size(data: bytes) -> None:
    """Raises `InputError` for an empty file or one over `MAX_FILE_BYTES`."""
    if not data.strip():
        raise InputError("The file is empty; upload one with at least one edge.")
    if len(data) > MAX_FILE_BYTES:
        raise InputError(
            f"The file has {len(data) / 2**20:.0f} MB; at most {MAX_FILE_BYTES // 2**20} MB "
            "are read. Upload a part of the graph, or save it as .npz."
        )


def refuse_packed(data: bytes, suffix: str) -> None:
    """Raises `InputError` for pickles and for files packed by other programs."""
    is_pickle = data[0] == 0x80 and data[1:2] in (b"\x02", b"\x03", b"\x04", b"\x05")
    if is_pickle or suffix in (".pt", ".pth", ".pkl", ".pickle"):
        raise InputError(NO_PICKLES)
    if data.startswith((b"\x1f\x8b", b"BZh", b"\xfd7zXZ", b"7z\xbc\xaf", b"Rar!")):
        raise InputError("The file is compressed; unpack it and upload what is inside.")


def _class_key(
    parsed: ParsedGraph, wanted: str | None, positions: tuple[str, str] | None
) -> str | None:
    if wanted is None:
        others = {k: v for k, v in parsed.attributes.items() if k not in (positions or ())}
        return find_classes(others) if parsed.labels is None else None
    if wanted not in parsed.attributes:
        there = ", ".join(map(repr, parsed.attributes)) or "none"
        raise InputError(f"Nodes have no attribute {wanted!r}; the file has {there}.")
    return wanted
