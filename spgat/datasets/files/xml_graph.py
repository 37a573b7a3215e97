"""GraphML and GEXF, read as a stream; declarations that could do harm are refused."""

from collections.abc import Mapping

from spgat.datasets.files.limits import MAX_DEPTH, Deadline
from spgat.datasets.files.parsed import GraphRecords, ParsedGraph
from spgat.errors import InputError

_CHUNK = 2**16


def read_xml_graph(data: bytes, deadline: Deadline) -> ParsedGraph:
    """Returns the graph of a GraphML or GEXF file.

    No tree is built, so memory follows the graph and not the file.

    Raises:
        InputError: For a document type or entities, broken XML, another kind of XML, or a
            node or edge without its id.
    """
    from defusedxml.common import DefusedXmlException
    from defusedxml.ElementTree import DefusedXMLParser, ParseError

    collector = _Collector(deadline)
    parser = DefusedXMLParser(target=collector, forbid_dtd=True)
    try:
        for start in range(0, len(data), _CHUNK):
            deadline.check()
            parser.feed(data[start : start + _CHUNK])
        parser.close()
    except DefusedXmlException as error:
        raise InputError(
            "The XML file declares a document type or entities, which can make a small file "
            "grow without end; remove its <!DOCTYPE …> part."
        ) from error
    except ParseError as error:
        raise InputError(f"The XML is broken ({error}); save it again.") from error
    except (ValueError, LookupError) as error:
        if isinstance(error, InputError):
            raise
        raise InputError(f"The XML cannot be read ({error}); save it as UTF-8.") from error
    return collector.finish()


class _Collector:
    """Follows the elements that both formats use to say what a graph is.

    GraphML: key, node, edge, data. GEXF: attributes, attribute, node, edge, attvalue and the
    visual position.
    """

    def __init__(self, deadline: Deadline) -> None:
        self._records = GraphRecords(deadline)
        self._root = ""
        self._depth = 0
        self._is_directed = False
        self._titles: dict[tuple[str, str], str] = {}  # (node or edge, id) -> attribute name
        self._defaults: dict[str, dict[str, str]] = {"node": {}, "edge": {}}
        self._kind = "node"  # whom the attributes being declared belong to
        self._declared = ""
        self._open: list[tuple[str, dict[str, str]]] = []  # nodes and edges not yet ended
        self._key = ""
        self._text: list[str] | None = None

    def start(self, tag: str, attributes: Mapping[str, str]) -> None:
        name = tag.rpartition("}")[2]
        self._depth += 1
        if self._depth > MAX_DEPTH:
            raise InputError(
                f"The XML nests deeper than {MAX_DEPTH} levels, as no graph does; save it "
                "again."
            )
        if not self._root:
            self._root = name
            if name not in ("graphml", "gexf"):
                raise InputError(
                    f"The XML file is a <{name[:40]}>, neither GraphML nor GEXF; save the "
                    "graph in one of these."
                )
        if name == "graph":
            directed = attributes.get("edgedefault", attributes.get("defaultedgetype"))
            self._is_directed |= directed == "directed"
        elif name == "attributes":
            self._kind = attributes.get("class", "node")
        elif name in ("key", "attribute"):
            self._declare(attributes)
        elif name in ("node", "edge"):
            self._open.append((name, dict(attributes)))
        elif name == "attvalue" and self._open:
            self._set(attributes.get("for", ""), attributes.get("value", ""))
        elif name == "position" and self._open:
            item = self._open[-1][1]
            item.update({axis: attributes[axis] for axis in "xy" if axis in attributes})
        elif name in ("data", "default"):
            self._key = attributes.get("key", "")
            self._text = []

    def data(self, text: str) -> None:
        if self._text is not None:
            self._text.append(text)

    def end(self, tag: str) -> None:
        name = tag.rpartition("}")[2]
        self._depth -= 1
        if name == "data" and self._open and self._text is not None:
            self._set(self._key, "".join(self._text).strip())
        elif name == "default" and self._text is not None and self._kind in self._defaults:
            self._defaults[self._kind][self._declared] = "".join(self._text).strip()
        elif name in ("node", "edge") and self._open:
            self._add(*self._open.pop())
        if name in ("data", "default"):
            self._text = None

    def close(self) -> None:
        """Nothing is left to do: required of a parser's target."""

    def finish(self) -> ParsedGraph:
        format_ = "GraphML" if self._root == "graphml" else "GEXF"
        return self._records.finish(format_, self._is_directed)  # type: ignore[arg-type]

    def _declare(self, attributes: Mapping[str, str]) -> None:
        key = attributes.get("id", "")
        self._kind = attributes.get("for", self._kind)
        self._declared = attributes.get("attr.name") or attributes.get("title") or key
        for kind in ("node", "edge") if self._kind == "all" else (self._kind,):
            self._titles[kind, key] = self._declared

    def _set(self, key: str, value: str) -> None:
        kind, item = self._open[-1]
        item[self._titles.get((kind, key), key)] = value

    def _add(self, kind: str, item: dict[str, str]) -> None:
        item = {**self._defaults[kind], **item}
        if kind == "node":
            if "id" not in item:
                raise InputError("A node has no id; give every node one.")
            self._records.add_node(item.pop("id"), item)
            return
        if "source" not in item or "target" not in item:
            raise InputError("An edge lacks its source or target; give every edge both.")
        self._is_directed |= item.get("directed") == "true" or item.get("type") == "directed"
        self._records.add_edge(item.pop("source"), item.pop("target"), item)
