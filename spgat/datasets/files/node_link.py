"""JSON with lists of nodes and of edges, in the spellings that are about."""

import json
from collections.abc import Mapping, Sequence
from typing import Any

from spgat.datasets.files.limits import MAX_JSON_ITEMS, Deadline
from spgat.datasets.files.parsed import GraphRecords, ParsedGraph
from spgat.datasets.files.table import decode
from spgat.errors import InputError

_EDGE_LISTS = ("links", "edges")
_NODE_KEYS = ("id", "key", "name", "label")
_END_KEYS = (
    ("source", "target"),
    ("from", "to"),
    ("src", "dst"),
    ("start", "end"),
    ("u", "v"),
)


def read_node_link(data: bytes, deadline: Deadline) -> ParsedGraph:
    """Returns the graph of a JSON file of nodes and edges.

    Read are networkx's node-link data with `links` or `edges`, d3 (edges by position in the
    list of nodes), Cytoscape (`elements`, `data`) and graphology (`attributes`).

    Raises:
        InputError: For text that is not JSON, NaN, or a missing list or key.
    """
    document = _parse(decode(data)[0])
    deadline.check()
    if not isinstance(document, dict):
        raise InputError(
            "The JSON holds no object with 'nodes' and 'links'; save the graph as node-link "
            "data."
        )
    content = document.get("elements", document)
    if not isinstance(content, dict):
        raise InputError("The JSON's 'elements' is no object; give it 'nodes' and 'edges'.")
    edges = _edge_list(content)
    nodes = content.get("nodes", [])
    if not isinstance(nodes, list):
        raise InputError("The JSON's 'nodes' is no list; give one entry per node.")
    records = GraphRecords(deadline)
    ids = _add_nodes(records, nodes)
    for number, edge in enumerate(edges):
        _add_edge(records, edge, number, ids)
    is_directed = document.get("directed") is True
    return records.finish("JSON node-link", is_directed)


def _parse(text: str) -> Any:
    if text.count("{") + text.count("[") > MAX_JSON_ITEMS:
        raise InputError(
            f"The JSON holds more than {MAX_JSON_ITEMS} objects, the most that is read; upload "
            "the graph as .npz."
        )
    try:
        return json.loads(text, parse_constant=_refuse_constant)
    except RecursionError as error:
        raise InputError("The JSON nests too deep, as no graph does; save it again.") from error
    except InputError:
        raise
    except ValueError as error:  # broken, or a number of thousands of digits
        raise InputError(f"The JSON is broken ({error}); save it again.") from error


def _refuse_constant(name: str) -> None:
    raise InputError(f"The JSON holds {name}; give finite numbers only.")


def _edge_list(content: Mapping[str, Any]) -> list[Any]:
    for key in _EDGE_LISTS:
        if isinstance(content.get(key), list) and content[key]:
            return list(content[key])
    keys = ", ".join(repr(key[:40]) for key in list(content)[:8]) or "nothing"
    raise InputError(
        f"The JSON has no edges: a list 'links' or 'edges' is needed, there is {keys}."
    )


def _add_nodes(records: GraphRecords, nodes: Sequence[Any]) -> list[str] | None:
    """Adds the nodes; returns their ids where edges may refer to positions, else None."""
    flat = [_flatten(node) if isinstance(node, dict) else {"id": str(node)} for node in nodes]
    key = next((k for k in _NODE_KEYS if flat and all(k in node for node in flat)), None)
    if flat and key is None:
        raise InputError("A node of the JSON has no 'id'; give every node one.")
    ids = []
    for node in flat:
        ids.append(node[key] if key is not None else "")
        records.add_node(ids[-1], {k: v for k, v in node.items() if k != "id"})
    return None if key in ("id", "key") else ids


def _add_edge(records: GraphRecords, edge: Any, number: int, ids: list[str] | None) -> None:
    if isinstance(edge, list) and 2 <= len(edge) <= 3:
        edge = dict(zip(("source", "target", "weight"), edge, strict=False))
    if not isinstance(edge, dict):
        raise InputError(f"Edge {number} of the JSON is no object; give it source and target.")
    flat = _flatten(edge)
    pair = next((p for p in _END_KEYS if set(p) <= set(flat)), None)
    if pair is None:
        keys = ", ".join(repr(key[:40]) for key in list(flat)[:8]) or "nothing"
        raise InputError(
            f"Edge {number} of the JSON lacks 'source' and 'target'; it has {keys}."
        )
    ends = [flat.pop(key) for key in pair]
    if ids:  # d3: positions in the list of nodes
        ends = [
            ids[int(end)] if end.isdecimal() and int(end) < len(ids) else end for end in ends
        ]
    records.add_edge(ends[0], ends[1], flat)


def _flatten(item: Mapping[str, Any]) -> dict[str, str]:
    """Text of the scalar entries, those inside `data` and `attributes` included."""
    flat: dict[str, str] = {}
    for part in (item, item.get("attributes"), item.get("data"), item.get("position")):
        if isinstance(part, dict):
            scalars = ((k, v) for k, v in part.items() if isinstance(v, str | int | float))
            flat.update((key, str(value).strip()) for key, value in scalars)
    return flat
