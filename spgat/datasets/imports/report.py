"""What became of every line, column and attribute of a file."""

from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
from scipy.sparse.csgraph import connected_components

from spgat.datasets.meaning.notes import Notes, Question
from spgat.datasets.meaning.options import ReadOptions
from spgat.graph import Graph

_SHOWN = 20


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportReport:
    """What a file was and what became of all that is in it.

    Attributes:
        format: What the file turned out to be.
        num_edges_read: Edges as the file lists them, before any was merged or dropped.
        num_isolated: Nodes without neighbours.
        num_components: Connected components, isolated nodes included.
        used: What was taken, and as what.
        unused: What was left out, and why.
        changed: What the graph has otherwise than the file.
        asked: Where the file can be read in two ways.
        columns: What edges have besides their ends, each a possible weight.
        attributes: What nodes have besides their ids, each a possible class.
    """

    format: str
    num_edges_read: int = 0
    num_isolated: int = 0
    num_components: int = 0
    used: tuple[str, ...] = ()
    unused: tuple[str, ...] = ()
    changed: tuple[str, ...] = ()
    asked: tuple[Question, ...] = ()
    columns: tuple[str, ...] = ()
    attributes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Imported:
    """A graph read from a file, to be looked at before it is used.

    Attributes:
        graph: The graph; its `notes` are the report's `changed`.
        report: What became of the file.
        options: How it was read.
    """

    graph: Graph
    report: ImportReport
    options: ReadOptions = field(default_factory=ReadOptions)

    @classmethod
    def of(cls, graph: Graph) -> "Imported":
        """Returns a graph that came from elsewhere, for a table to be joined to it."""
        return cls(graph, ImportReport(format="graph", changed=graph.notes))

    def with_(self, graph: Graph, notes: Notes) -> "Imported":
        """Returns this import with another graph, its figures, and further sentences."""
        alone = np.diff(graph.adjacency.indptr) == (graph.adjacency.diagonal() != 0)
        old = self.report
        report = replace(
            old,
            num_isolated=int(alone.sum()),
            # Of a symmetric matrix these are the components, and it is not transposed for them.
            num_components=int(connected_components(graph.adjacency, connection="strong")[0]),
            used=(*old.used, *notes.used),
            unused=(*old.unused, *notes.unused),
            changed=(*old.changed, *notes.changed),
            asked=(*old.asked, *notes.asked),
        )
        return replace(self, graph=graph.with_(notes=report.changed), report=report)

    def to_dict(self) -> dict[str, Any]:
        """Returns what `spgat import --json` prints."""
        graph, report = self.graph, self.report
        weights = np.sort(graph.adjacency[tuple(graph.edges().T)])
        names = graph.node_names or tuple(map(str, range(min(graph.num_nodes, _SHOWN))))
        return {
            "format": report.format,
            "num_nodes": graph.num_nodes,
            "num_edges": graph.num_edges,
            "num_isolated": report.num_isolated,
            "num_components": report.num_components,
            "names": list(names[:_SHOWN]),
            "weights": weights[:_SHOWN].tolist(),
            "has_positions": graph.positions is not None,
            "num_classes": graph.num_classes,
            "num_features": graph.num_features,
            "used": list(report.used),
            "unused": list(report.unused),
            "changed": list(report.changed),
            "asked": [str(question) for question in report.asked],
        }
