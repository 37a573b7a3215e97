"""METIS: the numbers of nodes and edges, then a line of neighbours for each node."""

import re

from spgat.datasets.meaning.notes import Notes
from spgat.datasets.meaning.records import Records, as_records
from spgat.words import plural

_HEAD = re.compile(
    r"(?:%[^\n]*\n)*[ \t]*(?P<nodes>\d{1,9})[ \t]+(?P<edges>\d{1,9})"
    r"(?:[ \t]+(?P<kind>[01]{1,3})(?:[ \t]+(?P<values>\d{1,3}))?)?[ \t]*\n"
)


def read_metis(text: str, notes: Notes) -> Records | None:
    """Returns the graph of a METIS file; None for text that is none.

    It is one if there are as many lines and neighbours as its first line says, and each edge
    stands at both of its ends.
    """
    head = _HEAD.match(text)
    body = text[head.end() :].rstrip() if head else ""
    if head is None or body.count("\n") >= int(head["nodes"]) + body.count("\n%"):
        return None
    rows = [line.split() for line in body.splitlines() if not line.startswith("%")]
    num_nodes, kind = int(head["nodes"]), (head["kind"] or "").zfill(3)
    if num_nodes > 10 * len(rows):
        return None
    # Each line begins with the node's size and weights; each neighbour may have a weight.
    num_values = int(kind[0]) + int(kind[1]) * int(head["values"] or 1)
    step = 1 + int(kind[2])
    edges = []
    for node, row in enumerate(rows, start=1):
        for place in range(num_values, len(row), step):
            cells = (str(node), *row[place : place + step])
            edges.append(dict(zip(("source", "target", "weight"), cells, strict=False)))
    ends = {(edge["source"], edge["target"]) for edge in edges}
    if len(edges) != 2 * int(head["edges"]) or not all(
        source != target and (target, source) in ends for source, target in ends
    ):
        return None
    if num_values:
        notes.unused.append(f"Left out: {plural(num_values, 'number')} of each node.")
    return as_records("METIS", edges, map(str, range(1, num_nodes + 1)))
