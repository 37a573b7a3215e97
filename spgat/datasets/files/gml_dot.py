"""GML and DOT, read by networkx and pydot."""

import re
from collections.abc import Iterator, Mapping
from typing import Any

from spgat.datasets.meaning.notes import Notes
from spgat.datasets.meaning.records import Records, as_records, plain
from spgat.errors import InputError

#: Quoted text, and what networkx refuses though files have it: 1e-05, and repeated edges in
#: a graph that does not call itself a multigraph.
_GML = re.compile(
    r'"[^"]*"|(?P<whole>(?<=\s)[+-]?\d+)(?P<power>[eE][+-]?\d+)(?=[\s\]])'
    r"|\b(?P<flag>multigraph\s+[01])\b|\b(?P<open>graph\s*\[)"
)


#: Quoted text, and an attribute `name`, which pydot takes for the node's own.
_DOT_NAME = re.compile(r'("(?:\\.|[^"\\])*")|\bname(?=\s*=)')


def read_gml(text: str, notes: Notes) -> Records:
    """Returns the nodes and edges of a GML file.

    Raises:
        InputError: For text that is not GML, and for a node or edge without its id.
    """
    import networkx as nx

    text = _GML.sub(_spelled, text)
    try:
        graph = nx.parse_gml(text.splitlines(), label="id")
    except (nx.NetworkXError, ValueError, RecursionError) as error:
        raise InputError(f"The GML is broken ({str(error)[:120]}); save it again.") from error
    dropped: set[str] = set()
    nodes = [{"id": n, **_flat(data, dropped)} for n, data in graph.nodes(data=True)]
    edges = [
        {"source": u, "target": v, **_flat(data, dropped)}
        for u, v, data in graph.edges(data=True)
    ]
    if dropped:
        names = ", ".join(map(repr, sorted(dropped)))[:200]
        notes.unused.append(f"Not used, as they are no plain values: {names}.")
    return as_records("GML", edges, nodes, is_directed=graph.is_directed())


def read_dot(text: str, notes: Notes) -> Records:
    """Returns the nodes and edges of a DOT file, those of its subgraphs included.

    Raises:
        InputError: If the text is no DOT.
    """
    import pydot

    graphs = pydot.graph_from_dot_data(_DOT_NAME.sub(lambda m: m[1] or "label", text))
    if not graphs:
        raise InputError("The DOT file is broken; let Graphviz write it: dot -Tdot.")
    if len(graphs) > 1:
        notes.unused.append(f"{len(graphs) - 1} further graphs of the file are not used.")
    nodes: dict[str, dict[str, str]] = {}
    edges: list[dict[str, str]] = []
    for item, defaults in _statements(graphs[0]):
        if isinstance(item, pydot.Node):
            name = _unquoted(item.get_name())
            if name == "\\n":
                continue
            node = nodes.setdefault(name, {"id": name, **defaults["node"]})
            node.update(_attributes(item))
            continue
        values = {**defaults["edge"], **_attributes(item)}
        for source in _ends(item.get_source()):
            for target in _ends(item.get_destination()):
                for end in (source, target):
                    nodes.setdefault(end, {"id": end, **defaults["node"]})
                edges.append({"source": source, "target": target, **values})
    return as_records(
        "DOT", edges, nodes.values(), is_directed=graphs[0].get_type() == "digraph"
    )


def _statements(graph: Any) -> Iterator[tuple[Any, dict[str, dict[str, str]]]]:
    """Nodes and edges, those of subgraphs too, with what holds for all from there on.

    That is said by statements such as "edge [weight=2]", which pydot takes for nodes.
    """
    import pydot

    waiting: list[tuple[Any, dict[str, dict[str, str]]]] = [(graph, {"node": {}, "edge": {}})]
    while waiting:
        part, defaults = waiting.pop()
        items = [*part.get_nodes(), *part.get_edges(), *part.get_subgraphs()]
        for item in sorted(items, key=lambda item: item.get_sequence()):
            name = "" if isinstance(item, pydot.Edge) else item.get_name()
            if isinstance(item, pydot.Subgraph):
                waiting.append((item, defaults))
            elif name in defaults:
                defaults = {**defaults, name: {**defaults[name], **_attributes(item)}}
            elif name != "graph":
                yield item, defaults


def _ends(end: Any) -> list[str]:
    """The names of an edge's end: a node, maybe with a port, or all nodes of a subgraph."""
    if isinstance(end, str):
        quoted = re.match(r'"(?:\\.|[^"\\])*"', end)
        return [_unquoted(quoted[0] if quoted else end.partition(":")[0])]
    return [_unquoted(name) for name in end["nodes"]]


def _attributes(item: Any) -> dict[str, str]:
    values = {str(key): _unquoted(str(value)) for key, value in item.get_attributes().items()}
    place = re.fullmatch(r"([^,]+),([^,!]+)!?", values.get("pos", ""))
    if place:
        del values["pos"]
        values |= {"x": place[1], "y": place[2]}
    if values.get("label") in ("", "\\N"):
        del values["label"]
    return values


def _unquoted(text: str) -> str:
    if len(text) > 1 and text[0] == text[-1] == '"':
        return text[1:-1].replace('\\"', '"')
    return text


def _spelled(match: re.Match[str]) -> str:
    if match["whole"]:
        return f"{match['whole']}.0{match['power']}"
    if match["open"]:
        return "graph [ multigraph 1 "
    return "" if match["flag"] else match[0]


def _flat(data: Mapping[str, Any], dropped: set[str]) -> dict[str, Any]:
    """Plain values, and where GML's `graphics` puts a node."""
    graphics = data.get("graphics")
    places = (
        {k: v for k, v in graphics.items() if k in "xy"} if isinstance(graphics, dict) else {}
    )
    rest = {k: v for k, v in data.items() if k != "graphics" or not places}
    return plain(rest, dropped) | places
