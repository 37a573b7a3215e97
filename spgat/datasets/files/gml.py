"""GML: nested lists of keys and values, read without recursion."""

import html
import re
from collections.abc import Iterator

from spgat.datasets.files.limits import MAX_DEPTH, Deadline
from spgat.datasets.files.parsed import GraphRecords, ParsedGraph
from spgat.datasets.files.table import decode
from spgat.errors import InputError

_TOKEN = re.compile(
    r"""\s+ | \#[^\n]*                                # skipped
      | (?P<key>[A-Za-z_][A-Za-z0-9_.]*)
      | (?P<value>[+-]?[0-9.][0-9.eE+-]*)
      | "(?P<text>[^"]*)"
      | (?P<open>\[) | (?P<close>\])""",
    re.VERBOSE,
)


def read_gml(data: bytes, deadline: Deadline) -> ParsedGraph:
    """Returns the graph of a GML file.

    Raises:
        InputError: For text that is not GML, with its line, and for a node or edge without
            its id.
    """
    text = decode(data)[0]
    records = GraphRecords(deadline)
    is_directed = False
    # One (key, its scalar values) per list that is open; the file itself is the outermost.
    lists: list[tuple[str, dict[str, str]]] = [("", {})]
    key: str | None = None
    for kind, token, at in _tokens(text, deadline):
        if kind == "key" and key is None:
            key = token
        elif kind in ("value", "text", "key") and key is not None:
            lists[-1][1].setdefault(key, html.unescape(token) if kind == "text" else token)
            key = None
        elif kind == "open" and key is not None:
            lists.append((key, {}))
            key = None
            if len(lists) > MAX_DEPTH:
                raise InputError(
                    f"The GML nests deeper than {MAX_DEPTH} levels, as no graph does; save it "
                    "again."
                )
        elif kind == "close" and key is None and len(lists) > 1:
            name, values = lists.pop()
            if name == "graphics":
                lists[-1][1].update({axis: values[axis] for axis in "xy" if axis in values})
            elif name == "node":
                records.add_node(_take(values, "id", name), values)
            elif name == "edge":
                source = _take(values, "source", name)
                records.add_edge(source, _take(values, "target", name), values)
            elif name == "graph":
                is_directed = values.get("directed") == "1"
        else:
            raise _broken(text, at, token)
    if len(lists) > 1 or key is not None:
        raise InputError("The GML ends inside a list; the file is cut off.")
    return records.finish("GML", is_directed)


def _tokens(text: str, deadline: Deadline) -> Iterator[tuple[str, str, int]]:
    at = 0
    count = 0
    while at < len(text):
        match = _TOKEN.match(text, at)
        if match is None:
            raise _broken(text, at, text[at : at + 20])
        if match.lastgroup is not None:
            yield match.lastgroup, match[match.lastgroup], at
        at = match.end()
        count += 1
        if count % 4096 == 0:
            deadline.check()


def _broken(text: str, at: int, token: str) -> InputError:
    line = text.count("\n", 0, at) + 1
    return InputError(
        f"Line {line} is not GML: {token[:20]!r} was not expected there; save the file again."
    )


def _take(values: dict[str, str], key: str, kind: str) -> str:
    if key not in values:
        raise InputError(f"A GML {kind} has no {key!r}; give every {kind} one.")
    return values.pop(key)
