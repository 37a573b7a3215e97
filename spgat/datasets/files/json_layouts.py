"""How JSON documents lay out nodes and edges: as lists, columns, neighbours or a matrix."""

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any

import numpy as np
import scipy.sparse as sp

from spgat.datasets.meaning.matrices import looks_like_matrix
from spgat.datasets.meaning.records import Parsed, of_matrix
from spgat.datasets.meaning.words import bare

EDGE_LISTS = ("links", "edges")
NODE_LISTS = ("nodes", "vertices", "children")
_END_KEYS = (
    ("source", "target"), ("from", "to"), ("src", "dst"), ("start", "end"), ("u", "v"),
    ("outv", "inv"), ("sources", "targets"), ("s", "t"),
)  # fmt: skip
_SCALAR = str | int | float


def flat_document(document: Any) -> Any:
    """Returns an object with lists of nodes and edges, or the graph of a matrix.

    A document in another layout is returned as it is.
    """
    if isinstance(document, dict):
        sparse = _of_sparse(document)
        if sparse is not None:
            return sparse
        document = _of_columns(document)
    content = document.get("elements", document) if isinstance(document, dict) else document
    if isinstance(content, list):
        content = _of_aspects(content) or _of_list(content)
        if isinstance(content, Parsed) or content["edges"] or len(content["nodes"]) != 1:
            return content
        (content,) = content["nodes"]
    if isinstance(content, dict) and isinstance(content.get("edge_index"), list):
        content = _of_edge_index(content)
    if not isinstance(content, dict) or set(EDGE_LISTS) & set(content):
        return content
    found = _of_matrix(content) or _of_tree(content)
    if found is not None or set(NODE_LISTS[:2]) & set(content):
        return content if found is None else found
    return _of_neighbours(content) or content


def end_keys(keys: Iterable[str]) -> tuple[str, str] | None:
    """Returns the two keys that name an edge's ends, spelled "from", "_From" or "fromNode"."""
    return _end_keys(tuple(keys))


@lru_cache(maxsize=1024)
def _end_keys(keys: tuple[str, ...]) -> tuple[str, str] | None:
    for spelled in ({key: key for key in keys}, {bare(key): key for key in reversed(keys)}):
        for left, right in _END_KEYS:
            if left in spelled and right in spelled:
                return spelled[left], spelled[right]
    return None


def node_id(value: Any) -> Any:
    """Returns what stands for an id: that of a node, the one in a list, the text of a tuple."""
    if isinstance(value, dict) and "id" in value:
        return value["id"]
    if isinstance(value, list) and value and all(isinstance(part, _SCALAR) for part in value):
        return value[0] if len(value) == 1 else str(tuple(value))
    return value


def _of_columns(document: dict[str, Any]) -> Any:
    """The edges of a table in a layout of pandas or Plotly; anything else as it is."""
    names, rows = document.get("columns"), document.get("data")
    if isinstance(rows, list) and isinstance(names, list):
        if names == document.get("index"):
            return {"names": names, "matrix": rows}
        return [dict(zip(names, row, strict=False)) for row in rows]
    if isinstance(rows, list) and "schema" in document:
        return rows
    if isinstance(document.get("link"), dict) and isinstance(document.get("node"), dict):
        labels = document["node"].get("label")
        edges = _of_columns(document["link"])
        if isinstance(labels, list) and isinstance(edges, list):
            return {"nodes": [{"name": label} for label in labels], "links": edges}
    parts = list(document.values())
    if end_keys(document) and all(isinstance(part, list) for part in parts):
        return [dict(zip(document, row, strict=False)) for row in zip(*parts, strict=False)]
    if not parts or not all(isinstance(part, dict) for part in parts):
        return document
    same = all(part.keys() == parts[0].keys() for part in parts)
    scalar = not any(isinstance(x, dict | list) for part in parts for x in part.values())
    if same and scalar and end_keys(document):
        return [{name: part[row] for name, part in document.items()} for row in parts[0]]
    if same and scalar and end_keys(parts[0]):
        return parts
    return document


def _of_sparse(document: Mapping[str, Any]) -> Parsed | None:
    """The graph of a sparse matrix of SciPy, in its lists of coordinates or compressed rows."""
    keys, shape = set(document), document.get("shape")
    if not isinstance(shape, list) or not {"data"} <= keys:
        return None
    if {"row", "col"} <= keys:
        places = (document["row"], document["col"])
        return of_matrix("sparse matrix", sp.coo_array((document["data"], places), shape=shape))
    if not {"indices", "indptr"} <= keys:
        return None
    parts = tuple(np.array(document[key]) for key in ("data", "indices", "indptr"))
    matrix = sp.csr_array(parts, shape=tuple(shape))
    matrix.check_format(full_check=True)
    return of_matrix("sparse matrix", matrix)


def _of_edge_index(content: dict[str, Any]) -> dict[str, Any]:
    """PyTorch Geometric's two rows of sources and targets, of nodes that count from 0."""
    rest = {key: value for key, value in content.items() if key != "edge_index"}
    count = rest.pop("num_nodes", 0)
    edges = [list(pair) for pair in zip(*content["edge_index"], strict=True)]
    return {**rest, "nodes": list(range(min(int(count), 10**7))), "edges": edges}


def _of_aspects(items: Sequence[Any]) -> dict[str, Any] | None:
    """CX: a list of objects, each with one part of the graph."""
    if not all(isinstance(item, dict) for item in items):
        return None
    merged = {key: value for item in items for key, value in item.items()}
    nodes, edges = merged.get("nodes"), merged.get("edges")
    if not isinstance(nodes, list) or not isinstance(edges, list):
        return None
    names = [{**node, "name": node["n"]} if "n" in node else node for node in nodes]
    return {"nodes": names, "edges": edges}


def _of_tree(root: Mapping[str, Any]) -> dict[str, Any] | None:
    """Nodes inside their parents, as d3 and networkx nest them; an edge to each child."""
    key = next((key for key in ("id", "name") if key in root), None)
    if key is None or not isinstance(root.get("children"), list):
        return None
    nodes: list[Any] = []
    edges: list[Any] = []
    waiting: list[Any] = [root]
    while waiting:
        node = waiting.pop(0)
        if not isinstance(node, dict) or key not in node:
            return None
        nodes.append({k: value for k, value in node.items() if k != "children"})
        children = node.get("children") or []
        waiting += children
        edges += (
            {"source": node[key], "target": child[key]}
            for child in children
            if isinstance(child, dict) and key in child
        )
    return {"nodes": nodes, "edges": edges}


def _of_list(items: Sequence[Any]) -> Any:
    """A list of Cytoscape's elements, of edges, of pairs, or the rows of a matrix."""
    sizes = {len(item) for item in items if isinstance(item, list)}
    if sizes == {len(items)} and len(items) > 2:
        rows = np.array(items, dtype=object)
        if len(items) > 3 or looks_like_matrix(rows):
            return of_matrix("adjacency matrix", rows.astype(np.float64))
    data = [item.get("data", item) if isinstance(item, dict) else item for item in items]
    if not any(isinstance(item, dict) for item in data):
        return {"edges": list(items)}
    are_edges = [isinstance(d, dict) and end_keys(d) is not None for d in data]
    return {
        "nodes": [item for item, is_edge in zip(items, are_edges, strict=True) if not is_edge],
        "edges": [item for item, is_edge in zip(items, are_edges, strict=True) if is_edge],
    }


def _of_matrix(content: Mapping[str, Any]) -> Parsed | None:
    """The graph of one matrix of numbers, with the names that a list beside it has."""
    for rows in content.values():
        if not isinstance(rows, list) or len(rows) < 3 or not all(
            isinstance(row, list)
            and len(row) == len(rows)
            and all(isinstance(value, int | float) for value in row)
            for row in rows
        ):  # fmt: skip
            continue
        lists = [v for v in content.values() if isinstance(v, list) and len(v) == len(rows)]
        names = (v for v in lists if all(isinstance(name, _SCALAR) for name in v))
        found = next(([str(name) for name in v] for v in names if len(set(v)) == len(v)), None)
        return of_matrix("adjacency matrix", np.array(rows, dtype=np.float64), found)
    return None


def _of_neighbours(content: Mapping[str, Any]) -> dict[str, Any] | None:
    """Each node's list of neighbours, or its dictionary of what the edges to them have."""
    if len(content) < 2:
        return None
    edges: list[dict[str, Any]] = []
    for node, others in content.items():
        if not isinstance(others, list | dict):
            return None
        for other in others.items() if isinstance(others, dict) else others:
            is_pair = isinstance(other, tuple | list) and len(other) == 2
            name, data = other if is_pair and isinstance(other[0], str) else (other, {})
            if isinstance(name, list | tuple) or isinstance(data, list):
                return None
            has = data if isinstance(data, dict) else {"weight": data}
            edges.append({**has, "source": node, "target": name})
    targets = (edge["target"] for edge in edges if isinstance(edge["target"], str | int))
    names = dict.fromkeys([*content, *(str(target).strip() for target in targets)])
    return {"nodes": list(names), "edges": edges}
