"""JSON: nodes and edges in the spellings of many programs."""

import json
import re
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from spgat.datasets.meaning.matrices import looks_like_matrix
from spgat.datasets.meaning.notes import Notes
from spgat.datasets.meaning.records import Parsed, Records, frame, of_matrix
from spgat.errors import InputError, reason
from spgat.words import plural

_EDGE_LISTS = ("links", "edges")
_NODE_LISTS = ("nodes", "vertices")
_NODE_KEYS = ("id", "key", "name", "label")
_END_KEYS = (
    ("source", "target"), ("from", "to"), ("src", "dst"), ("start", "end"), ("u", "v"),
)  # fmt: skip


def read_json(text: str, notes: Notes) -> Records | Parsed:
    """Returns the nodes and edges of a JSON file.

    Read are networkx's node-link and adjacency data, d3 (edges by position in the list of
    nodes), Cytoscape (`elements`, `data`), graphology (`attributes`), JGF (`graph`, `graphs`),
    neighbours by node, a list of pairs, and an adjacency matrix.

    Raises:
        InputError: For text that is not JSON, or a missing list or key.
    """
    text = text.removeprefix("\ufeff").strip()
    if re.fullmatch(r"\{[^\n]*\}(\r?\n\{[^\n]*\})+", text):  # one object a line
        text = f"[{','.join(text.splitlines())}]"
    try:
        document = json.loads(text)
    except RecursionError as error:
        raise InputError("The JSON nests too deep, as no graph does; save it again.") from error
    except ValueError as error:
        raise InputError(f"The JSON is broken ({reason(error)}); save it again.") from error
    if isinstance(document, dict):
        document = _of_pandas(document)
    directed = isinstance(document, dict) and document.get("directed") is True
    if isinstance(document, dict) and isinstance(document.get("graphs"), list):
        first, *others = document["graphs"] or [None]
        if others:
            notes.unused.append(f"Not used: {plural(len(others), 'further graph')}.")
        document = {"graph": first}
    if isinstance(document, dict) and isinstance(document.get("graph"), dict) and not (
        {"nodes", *_EDGE_LISTS} & set(document)
    ):  # fmt: skip
        document = document["graph"]
        directed = document.get("directed", True) is True
        notes.used.append("The format is JGF.")
    content = document.get("elements", document) if isinstance(document, dict) else document
    if isinstance(content, list):
        content = _of_list(content)
    if isinstance(content, Parsed):
        return content
    if not isinstance(content, dict):
        raise InputError(
            "The JSON holds no object with 'nodes' and 'links'; save the graph as node-link "
            "data."
        )
    are_neighbours = all(isinstance(part, list | dict) for part in content.values())
    if are_neighbours and len(content) > 1 and not {*_NODE_LISTS, *_EDGE_LISTS} & set(content):
        content = _of_neighbours(content)
    known = {*_NODE_LISTS, *_EDGE_LISTS, "adjacency", "graph", "options"}
    others = [k for k, v in content.items() if k not in known and v and isinstance(v, list)]
    if others:
        notes.unused.append(f"Not used: {', '.join(map(repr, others))[:200]}.")
    nodes, ids = _nodes(next((content[key] for key in _NODE_LISTS if key in content), []))
    listed = _edges(content, nodes, directed)
    known = set(ids or ())
    edges = [_edge(edge, number, ids, known) for number, edge in enumerate(listed, start=1)]
    return Records(
        format="JSON",
        edges=frame(edges, "source", "target"),
        nodes=frame(nodes, "id"),
        is_directed=directed,
    )


def _of_pandas(document: dict[str, Any]) -> Any:
    """The edges of a table in one of pandas' layouts; anything else as it is."""
    names, rows = document.get("columns"), document.get("data")
    if isinstance(rows, list) and isinstance(names, list):
        return [dict(zip(names, row, strict=False)) for row in rows]
    if isinstance(rows, list) and "schema" in document:
        return rows
    parts = list(document.values())
    if not parts or not all(isinstance(part, dict) for part in parts):
        return document
    same = all(part.keys() == parts[0].keys() for part in parts)
    scalar = not any(isinstance(x, dict | list) for part in parts for x in part.values())
    if same and scalar and any(set(pair) <= document.keys() for pair in _END_KEYS):
        return [{name: part[row] for name, part in document.items()} for row in parts[0]]
    if same and scalar and any(set(pair) <= parts[0].keys() for pair in _END_KEYS):
        return parts
    return document


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
    are_edges = [isinstance(d, dict) and any(p[0] in d for p in _END_KEYS) for d in data]
    return {
        "nodes": [item for item, is_edge in zip(items, are_edges, strict=True) if not is_edge],
        "edges": [item for item, is_edge in zip(items, are_edges, strict=True) if is_edge],
    }


def _of_neighbours(content: Mapping[str, Any]) -> dict[str, Any]:
    """Each node's list of neighbours, or its dictionary of what the edges to them have."""
    edges: list[dict[str, Any]] = []
    for node, others in content.items():
        pairs = others.items() if isinstance(others, dict) else ((o, {}) for o in others)
        for other, data in pairs:
            has = data if isinstance(data, dict) else {"weight": data}
            edges.append({**has, "source": node, "target": other})
    targets = (edge["target"] for edge in edges if isinstance(edge["target"], str | int))
    return {"nodes": list(dict.fromkeys([*content, *map(_text, targets)])), "edges": edges}


def _nodes(listed: Any) -> tuple[list[dict[str, Any]], list[str] | None]:
    """The nodes, and their ids where edges may refer to positions, else None."""
    if isinstance(listed, dict):  # JGF since version 2
        listed = [
            {"id": key, **(node if isinstance(node, dict) else {})}
            for key, node in listed.items()
        ]
    if not isinstance(listed, list):
        raise InputError("The JSON's 'nodes' is no list; give one entry per node.")
    flat = [_flat(node) if isinstance(node, dict) else {"id": _text(node)} for node in listed]
    key = next((k for k in _NODE_KEYS if flat and all(k in node for node in flat)), None)
    if flat and key is None:
        raise InputError("A node of the JSON has no 'id'; give every node one.")
    nodes = [{**node, "id": node[key]} for node in flat if key is not None]
    return nodes, None if key in ("id", "key") else [str(node["id"]) for node in nodes]


def _edges(
    content: Mapping[str, Any], nodes: Sequence[Mapping[str, Any]], directed: bool
) -> list[Any]:
    for key in _EDGE_LISTS:
        if isinstance(content.get(key), list) and content[key]:
            return list(content[key])
    if isinstance(content.get("adjacency"), list):
        return _of_adjacency(content["adjacency"], nodes, directed)
    keys = ", ".join(repr(key[:40]) for key in list(content)[:8]) or "nothing"
    raise InputError(
        f"The JSON has no edges: a list 'links' or 'edges' is needed, there is {keys}."
    )


def _of_adjacency(
    lists: Sequence[Any], nodes: Sequence[Mapping[str, Any]], directed: bool
) -> list[Any]:
    """Networkx's lists of neighbours; without direction each edge stands in two of them."""
    order = {str(node["id"]): row for row, node in enumerate(nodes)}
    edges = []
    for node, others in zip(nodes, lists, strict=True):
        for other in others:
            flat = _flat(other)
            target = flat.pop("id")
            if directed or order.get(str(node["id"]), 0) <= order.get(target, 0):
                edges.append({"source": node["id"], "target": target, **flat})
    return edges


def _edge(edge: Any, number: int, ids: list[str] | None, known: set[str]) -> dict[str, Any]:
    if isinstance(edge, dict):  # d3 puts the nodes themselves where their ids stood
        nodes = {key: edge[key] for pair in _END_KEYS for key in pair if key in edge}
        edge = {**edge, **{k: v["id"] for k, v in nodes.items() if _is_node(v)}}
    if isinstance(edge, list) and 2 <= len(edge) <= 3:
        edge = dict(zip(("source", "target", "weight"), edge, strict=False))
    if not isinstance(edge, dict):
        raise InputError(f"Edge {number} of the JSON is no object; give it source and target.")
    flat = _flat(edge)
    pair = next((p for p in _END_KEYS if set(p) <= set(flat)), None)
    if pair is None:
        keys = ", ".join(repr(key[:40]) for key in list(flat)[:8]) or "nothing"
        raise InputError(
            f"Edge {number} of the JSON lacks 'source' and 'target'; it has {keys}."
        )
    ends = [flat.pop(key) for key in pair]
    if ids:  # d3: positions in the list of nodes
        ends = [
            ids[int(e)] if e not in known and e.isdecimal() and int(e) < len(ids) else e
            for e in ends
        ]
    return {"source": ends[0], "target": ends[1], **flat}


def _is_node(value: Any) -> bool:
    return isinstance(value, dict) and "id" in value


def _flat(item: Mapping[str, Any]) -> dict[str, str]:
    """Text of the scalar entries, those inside `data`, `attributes` and the like included."""
    flat: dict[str, str] = {}
    for part in ("", "attributes", "data", "metadata", "position"):
        content = item.get(part) if part else item
        for key, value in content.items() if isinstance(content, dict) else ():
            if isinstance(value, str | int | float):  # an edge's metadata may have a "source"
                flat[f"{part}.{key}" if key in flat else key] = _text(value)
    return flat


def _text(value: Any) -> str:
    return str(value).strip()
