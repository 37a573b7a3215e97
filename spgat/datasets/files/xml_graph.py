"""GraphML and GEXF, of many programs; declarations that could do harm are refused.

A walk of our own over defusedxml's events: networkx refuses graph-tool's vectors and files with
edges of both kinds, which Gephi writes, and holds the document and the graph at once.
"""

from io import BytesIO
from typing import Any

from spgat.datasets.meaning.notes import Notes
from spgat.datasets.meaning.records import Records, as_records
from spgat.errors import InputError, reason
from spgat.words import plural


def read_xml(data: bytes, notes: Notes) -> Records:
    """Returns the nodes and edges of a GraphML or GEXF file.

    Raises:
        InputError: For a document type or entities, broken XML, another kind of XML, or a
            node without its id.
    """
    from defusedxml.common import DefusedXmlException
    from defusedxml.ElementTree import ParseError, iterparse

    collector = _Collector(notes)
    try:
        for event, element in iterparse(
            BytesIO(data), events=("start", "end"), forbid_dtd=True
        ):
            if event == "start":
                collector.start(_name(element), element)
            else:
                collector.end(_name(element), element)
    except DefusedXmlException as error:
        raise InputError(
            "The XML file declares a document type or entities, which can make a small file "
            "grow without end; remove its <!DOCTYPE …> part."
        ) from error
    except ParseError as error:
        raise InputError(f"The XML is broken ({reason(error)}); save it again.") from error
    if collector.num_replaced:
        values = plural(collector.num_replaced, "value")
        notes.changed.append(f"Of values that change with time the last counts: {values} less.")
    if collector.num_graphs > 1:
        notes.changed.append(f"The {collector.num_graphs} graphs of the file are one.")
    format_ = "GraphML" if collector.root == "graphml" else "GEXF"
    return as_records(
        format_, collector.edges, collector.nodes, is_directed=collector.is_directed
    )


class _Collector:
    """Nodes and edges of the elements that both formats have."""

    def __init__(self, notes: Notes) -> None:
        self.root = ""
        self.is_directed = False
        self.nodes: list[dict[str, str]] = []
        self.edges: list[dict[str, str]] = []
        self._notes = notes
        self._titles: dict[tuple[str, str], str] = {}  # (node or edge, id) -> attribute name
        self._defaults: dict[str, dict[str, str]] = {"node": {}, "edge": {}}
        self._class = "node"
        self._depth = 0  # of graphs in graphs
        self.num_graphs = 0
        self.num_replaced = 0  # values of an attribute that has a later one

    def start(self, name: str, element: Any) -> None:
        if not self.root:
            self.root = name
            if name not in ("graphml", "gexf"):
                raise InputError(
                    f"The XML file is a <{name[:40]}>, neither GraphML nor GEXF; save the "
                    "graph in one of these."
                )
        if name == "graph":
            self.num_graphs += not self._depth
            self._depth += 1
            kind = element.get("edgedefault", element.get("defaultedgetype", ""))
            self.is_directed |= kind == "directed"
        elif name == "attributes":
            self._class = element.get("class", "node")
        elif name == "node" and element.get("id") is None:
            raise InputError("A node has no id; give every node one.")
        elif name == "node":
            self.nodes.append({"id": element.get("id")})

    def end(self, name: str, element: Any) -> None:
        if name == "graph":
            self._depth -= 1
        elif name in ("key", "attribute"):
            self._declare(element)
        elif name == "node":
            # A group's own values come after its members': it is found by its id.
            found = next(n for n in reversed(self.nodes) if n["id"] == element.get("id"))
            found.update(self._values("node", element))
        elif name in ("edge", "hyperedge"):
            kinds = element.attrib.pop("type", ""), element.attrib.pop("directed", "")
            self.is_directed |= "directed" in kinds or kinds[1] == "true"
            self.edges.append({"source": "", "target": "", **self._values("edge", element)})
        if name in ("node", "edge", "hyperedge", "key", "attribute"):
            element.clear()

    def _declare(self, element: Any) -> None:
        key = element.get("id", "")
        kind = element.get("for", self._class)
        title = element.get("attr.name") or element.get("title") or key
        default = next((e.text for e in element if _name(e) == "default"), None)
        for owner in ("node", "edge") if kind in ("all", "graph") else (kind,):
            self._titles[owner, key] = title
            if default is not None and owner in self._defaults:
                self._defaults[owner][title] = default.strip()

    def _values(self, kind: str, element: Any) -> dict[str, str]:
        """All that an element says: its attributes, and what stands in it."""
        values, seen = dict(self._defaults[kind]), set[str]()
        for part in element.iter():
            name = _name(part)
            if name == "data" and not len(part):
                title = self._titles.get((kind, part.get("key", "")), part.get("key", ""))
                values |= _vector(title, (part.text or "").strip())
            elif name == "attvalue":
                key = part.get("for", part.get("id", ""))
                self.num_replaced += key in seen
                seen.add(key)
                values[self._titles.get((kind, key), key)] = part.get("value", "")
            elif name in ("position", "Geometry") and part.get("x") is not None:
                values |= {axis: part.get(axis, "") for axis in "xy"}
            elif name in ("NodeLabel", "EdgeLabel") and "label" not in values:
                values["label"] = "".join(part.itertext()).strip()
        own = element.attrib  # igraph and Cytoscape write a value called "id" too
        return {**own, **{f"{k} (value)" if k in own else k: v for k, v in values.items()}}


def _vector(title: str, text: str) -> dict[str, str]:
    """A value, or both coordinates of graph-tool's vectors of positions."""
    parts = text.split(",")
    if title.lower() in ("pos", "position", "layout") and len(parts) == 2:
        return dict(zip("xy", (part.strip() for part in parts), strict=True))
    return {title: text}


def _name(element: Any) -> str:
    return str(element.tag).rpartition("}")[2]
