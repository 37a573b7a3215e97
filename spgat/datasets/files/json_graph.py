"""JSON: nodes and edges in the spellings of many programs."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from spgat.datasets.files.json_layouts import (
    EDGE_LISTS,
    NODE_LISTS,
    end_keys,
    flat_document,
    node_id,
)
from spgat.datasets.files.json_table import load_json
from spgat.datasets.meaning.notes import Notes
from spgat.datasets.meaning.records import Parsed, Records, as_records, plain
from spgat.errors import InputError
from spgat.words import plural

_NODE_KEYS = ("id", "key", "_id", "@id", "name", "label")
#: Entries of a node or an edge whose own entries count as its.
_PARTS = ("attributes", "data", "metadata", "properties", "position", "v")
#: What programs say of the whole graph.
_WHOLE = {"graph", "options", "attributes", "metadata", "layoutOptions"}


def read_json(text: str, notes: Notes) -> Records | Parsed:
    """Returns the nodes and edges of a JSON file.

    Read are networkx's node-link and adjacency data, d3 (edges by position in the list of
    nodes), Cytoscape (`elements`, `data`), graphology (`attributes`), JGF (`graph`, `graphs`),
    neighbours by node, a list of pairs, and an adjacency matrix.

    Raises:
        InputError: For text that is not JSON, or a missing list or key.
    """
    document = load_json(text)
    directed = isinstance(document, dict) and document.get("directed") is True
    if isinstance(document, dict) and isinstance(document.get("graphs"), list):
        first, *others = document["graphs"] or [None]
        if others:
            notes.unused.append(f"Not used: {plural(len(others), 'further graph')}.")
        document = {"graph": first}
    if isinstance(document, dict) and isinstance(document.get("graph"), dict) and not (
        {"nodes", *EDGE_LISTS} & set(document)
    ):  # fmt: skip
        document = document["graph"]
        directed = document.get("directed", True) is True
        notes.used.append("The format is JGF.")
    content = flat_document(document)
    if isinstance(content, Parsed):
        return content
    if not isinstance(content, dict):
        raise InputError(
            "The JSON holds no object with 'nodes' and 'links'; save the graph as node-link "
            "data."
        )
    known = {*NODE_LISTS, *EDGE_LISTS, *_WHOLE, "adjacency"}
    others = [
        k for k, v in content.items() if k not in known and v and isinstance(v, list | dict)
    ]
    if others:
        notes.unused.append(f"Not used: {', '.join(map(repr, others))[:200]}.")
    dropped: set[str] = set()
    listed_nodes: Any = next((content[key] for key in NODE_LISTS if content.get(key)), [])
    nodes, ids = _nodes(listed_nodes, dropped)
    listed = _edges(content, nodes, directed)
    known = set(ids or ())
    if ids is None and _are_places(listed, nodes):
        ids, known = [str(node["id"]) for node in nodes], set()
        notes.used.append("The ends of edges are places in the list of nodes.")
    edges = [_edge(e, number, ids, known, dropped) for number, e in enumerate(listed, start=1)]
    if dropped:
        names = ", ".join(map(repr, sorted(dropped)))[:200]
        notes.unused.append(f"Not used, as they are no plain values: {names}.")
    return as_records("JSON", edges, nodes, is_directed=directed)


def _nested(listed: Any) -> Iterator[Any]:
    """Nodes, each with those that ELK has inside it."""
    for node in listed:
        yield node
        inside = node.get("children") if isinstance(node, dict) else None
        yield from _nested(inside) if isinstance(inside, list) else ()


def _nodes(listed: Any, dropped: set[str]) -> tuple[list[dict[str, Any]], list[str] | None]:
    """The nodes, and their ids where edges may refer to positions, else None."""
    if isinstance(listed, dict):  # JGF since version 2
        listed = [
            {"id": key, **(node if isinstance(node, dict) else {})}
            for key, node in listed.items()
        ]
    if not isinstance(listed, list):
        raise InputError("The JSON's 'nodes' is no list; give one entry per node.")
    flat = [
        _flat({**node, "id": node_id(node["id"])} if "id" in node else node, dropped)
        if isinstance(node, dict)
        else {"id": _text(node)}
        for node in _nested(listed)
    ]
    key = next((k for k in _NODE_KEYS if flat and all(k in node for node in flat)), None)
    if flat and key is None:
        raise InputError("A node of the JSON has no 'id'; give every node one.")
    nodes = [{**node, "id": node[key]} for node in flat if key is not None]
    return nodes, None if key in ("id", "key", "_id") else [str(node["id"]) for node in nodes]


def _edges(
    content: Mapping[str, Any], nodes: Sequence[Mapping[str, Any]], directed: bool
) -> list[Any]:
    for key in EDGE_LISTS:
        listed = content.get(key)
        if listed and isinstance(listed, list):
            return list(listed)
        if (
            listed
            and isinstance(listed, dict)
            and all(isinstance(e, dict) for e in listed.values())
        ):
            return list(listed.values())
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
            flat = _flat({**other, "id": node_id(other["id"])}, set())
            target = flat.pop("id")
            if directed or order.get(str(node["id"]), 0) <= order.get(target, 0):
                edges.append({"source": node["id"], "target": target, **flat})
    return edges


def _edge(
    edge: Any, number: int, ids: list[str] | None, known: set[str], dropped: set[str]
) -> dict[str, Any]:
    if isinstance(edge, list) and 2 <= len(edge) <= 3:
        edge = dict(zip(("source", "target", "weight"), edge, strict=False))
    if not isinstance(edge, dict):
        raise InputError(f"Edge {number} of the JSON is no object; give it source and target.")
    own = end_keys(edge)
    flat = _flat({**edge, **{key: node_id(edge[key]) for key in own or ()}}, dropped)
    pair = own if own and set(own) <= set(flat) else end_keys(flat)
    if pair is None or not set(pair) <= set(flat):
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


def _are_places(edges: Sequence[Any], nodes: Sequence[Mapping[str, Any]]) -> bool:
    """Whether ends are numbers that count the nodes from 0, as networkx 1 wrote, and no ids."""
    pairs = [(edge, end_keys(edge)) for edge in edges if isinstance(edge, dict)]
    ends = [edge[key] for edge, keys in pairs for key in keys or ()]
    if not ends or not all(type(end) is int and 0 <= end < len(nodes) for end in ends):
        return False
    return not {str(end) for end in ends} <= {str(node["id"]) for node in nodes}


def _flat(item: Mapping[str, Any], dropped: set[str]) -> dict[str, str]:
    """Text of the plain entries, those inside `data`, `attributes` and the like included."""
    own = {key: value for key, value in item.items() if key not in (*_PARTS, "children")}
    flat = {key: _text(value) for key, value in plain(own, dropped).items()}
    for part in _PARTS:
        content = item.get(part)
        if content is None:
            continue
        inside = plain(content if isinstance(content, dict) else {part: content}, dropped)
        for key, value in inside.items():  # an edge's metadata may have a "source"
            flat[f"{part}.{key}" if key in flat else key] = _text(value)
    return flat


def _text(value: Any) -> str:
    return str(value).strip()
