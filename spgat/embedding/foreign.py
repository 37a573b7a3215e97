"""Embeddings that other tools made, read from their files and set on a graph."""

import hashlib
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import pandas as pd
from pandas.util import hash_pandas_object

from spgat.arrays import Floats32, Ints
from spgat.datasets.files.packed import title
from spgat.datasets.imports.reading import ask
from spgat.datasets.imports.report import ImportReport
from spgat.datasets.limits import EMBEDDING, ReadLimits
from spgat.datasets.meaning.notes import Notes
from spgat.datasets.meaning.parts import restricted
from spgat.datasets.neighbours import nearest_pairs
from spgat.embedding.approximate import MAX_EXACT_NODES, approximate_neighbors, recall
from spgat.embedding.config import EmbeddingConfig
from spgat.embedding.embedded import Embedded
from spgat.embedding.projection import project
from spgat.errors import InputError
from spgat.graph import Graph
from spgat.words import plural

#: The search for nearest neighbours takes a minute or more beyond.
MAX_NEIGHBOUR_NODES = 200_000


@dataclass(frozen=True, eq=False)
class ForeignEmbedding:
    """An embedding read from a file, before it has a graph.

    Attributes:
        name: Of the file.
        vectors: float32 [num_nodes, num_dimensions], finite.
        ids: One per node, or None where rows have no names.
        labels: int64 [num_nodes], -1 where unknown.
        class_names: One per class, of labels and predictions.
        predictions: int64 [num_nodes], -1 where unknown, or None.
        columns: As in `Embedded`.
        report: What became of all that was in the files.
    """

    name: str
    vectors: Floats32
    ids: tuple[str, ...] | None
    labels: Ints
    class_names: tuple[str, ...]
    predictions: Ints | None
    columns: pd.DataFrame
    report: ImportReport

    @property
    def num_nodes(self) -> int:
        """How many nodes there are."""
        return len(self.vectors)

    @cached_property
    def digest(self) -> str:
        """A hash of the vectors, ids, labels, predictions and columns."""
        hasher = hashlib.blake2b(self.vectors.tobytes(), digest_size=16)
        hasher.update(self.labels.tobytes())
        if self.predictions is not None:
            hasher.update(self.predictions.tobytes())
        for name, values in self.columns.items():
            hasher.update(repr(name).encode())
            hasher.update(hash_pandas_object(values, index=False).to_numpy().tobytes())
        hasher.update(repr((self.vectors.shape, self.ids, self.class_names)).encode())
        return hasher.hexdigest()

    def on_neighbours(self, num_neighbors: int = 10) -> Embedded:
        """Returns the embedding on the graph that joins each node to its nearest ones.

        Positions are the vectors of two numbers, or the first two principal components. Beyond
        20,000 nodes the neighbours are found approximately, and a note says how many of the
        true ones are among them.

        Args:
            num_neighbors: k, from 1 to num_nodes − 1; two nodes are joined if either is among
                the k nearest of the other, with weight 1.

        Raises:
            InputError: For another k, for fewer than 2 nodes or more than 200,000.
        """
        if self.num_nodes > MAX_NEIGHBOUR_NODES:
            raise InputError(
                f"There are {self.num_nodes:,} nodes, and a graph of nearest neighbours is "
                f"made of at most {MAX_NEIGHBOUR_NODES:,}; open them without a graph, or join "
                "them to one."
            )
        if not 1 <= num_neighbors < self.num_nodes:
            raise InputError(
                f"{num_neighbors} neighbours are asked of {plural(self.num_nodes, 'node')}; "
                f"ask for 1 to {self.num_nodes - 1}."
            )
        note = f"Each node is joined to its {num_neighbors} nearest ones in the embedding."
        if self.num_nodes <= MAX_EXACT_NODES:
            edges, _ = nearest_pairs(self.vectors, num_neighbors)
        else:
            near, _ = approximate_neighbors(self.vectors, num_neighbors)
            sources = np.repeat(np.arange(self.num_nodes), num_neighbors)
            edges = np.stack([sources, near.ravel()], axis=1)
            found = recall(self.vectors, near)
            note += (
                f" They were found by an approximate search: of 200 nodes, {found:.0%} of the "
                "true nearest are among them."
            )
        return self._with_edges(edges, note)

    def alone(self) -> Embedded:
        """Returns the embedding without a graph: its nodes, and no edges."""
        edges = np.zeros((0, 2), dtype=np.int64)
        return self._with_edges(edges, "The embedding was opened without a graph.")

    def _with_edges(self, edges: Ints, note: str) -> Embedded:
        graph = Graph.build(
            self.name,
            self.num_nodes,
            edges,
            labels=self.labels,
            class_names=self.class_names,
            node_names=self.ids,
            positions=self._plane(),
        )
        nodes = f"{self.num_nodes}:{'' if self.ids is None else _hash(self.ids)}"
        return self._on(graph, np.arange(self.num_nodes), nodes, (note,))

    def on_graph(self, graph: Graph, nodes: str = "") -> Embedded:
        """Returns the embedding on a graph that has its nodes.

        Nodes are joined by id, or in row order where the file has no ids. Nodes of the graph
        without a vector are left out of it, with their edges, and so are vectors of other
        nodes. The graph's labels stay where the file has none.

        Args:
            graph: The graph.
            nodes: As in `Embedded`, where no node is left out; the graph's digest if "".

        Raises:
            InputError: If no id names a node, or there are no ids and the graph has another
                number of nodes.
        """
        if self.ids is None:
            if self.num_nodes != graph.num_nodes:
                raise InputError(
                    f"The file has {self.num_nodes:,} vectors without ids and {graph.name!r} "
                    f"{graph.num_nodes:,} nodes; add a column of ids, or give each node "
                    "a vector."
                )
            rows, notes = np.arange(graph.num_nodes), ["Vectors are in the order of the nodes."]
        else:
            names = graph.names
            rows = pd.Index(self.ids).get_indexer(pd.Index(names))
            found = int((rows >= 0).sum())
            if not found:
                raise InputError(
                    f"No id in the file names a node of {graph.name!r}: the ids are "
                    f"{', '.join(self.ids[:3])[:60]}, …, the nodes "
                    f"{', '.join(names[:3])[:60]}, …"
                )
            notes = [f"{found:,} of {plural(graph.num_nodes, 'node')} are joined by id."]
            lost = graph.num_nodes - found
            if lost:
                notes.append(f"{plural(lost, 'node')} without a vector left out.")
            if found < self.num_nodes:
                notes.append(
                    f"{self.num_nodes - found} vectors of nodes that are not in the graph left "
                    "out."
                )
        is_whole = bool((rows >= 0).all())
        nodes = (nodes or graph.digest) if is_whole else ""
        part = graph if is_whole else restricted(_named(graph), rows >= 0)
        rows = rows[rows >= 0]
        if (self.labels >= 0).any() or self.predictions is not None:
            part = part.with_(labels=self.labels[rows], class_names=self.class_names, splits=())
        return self._on(part, rows, nodes or part.digest, tuple(notes))

    def _plane(self) -> Floats32:
        is_plane = self.vectors.shape[1] == 2
        return (
            self.vectors if is_plane else project(self.vectors, EmbeddingConfig()).coordinates
        )

    def _on(self, graph: Graph, rows: Ints, nodes: str, notes: tuple[str, ...]) -> Embedded:
        return Embedded(
            key=_hash((self.digest, graph.digest)),
            name=self.name,
            graph=graph,
            vectors=self.vectors[rows],
            nodes=nodes,
            predictions=None if self.predictions is None else self.predictions[rows],
            columns=self.columns.iloc[rows].reset_index(drop=True),
            notes=(*self.report.changed, *notes),
        )


def read_embedding(
    data: bytes,
    filename: str,
    table: tuple[bytes, str] | None = None,
    *,
    id_column: str = "",
    classes: str = "",
    limits: ReadLimits = EMBEDDING,
) -> ForeignEmbedding:
    """Returns the embedding in a file, with the report on what became of all that is in it.

    A file may be .npy or .npz, a text table (with a column for each dimension or one of
    lists; word2vec's text too), a workbook, or Parquet with a column of lists. It is hostile
    until it is parsed: that happens in a process with limits, and nothing is unpickled.

    Args:
        data: The file's content, which decides the format.
        filename: Names the embedding.
        table: Content and name of a table with labels and other columns of the nodes, found by
            id or in the order of the vectors; Projector's metadata.tsv is one.
        id_column: The column of ids; "" finds one with a telling name, "none" takes none.
        classes: The column of classes, likewise.
        limits: `EMBEDDING` for files of strangers, `LOCAL` for one's own.

    Raises:
        InputError: If a file cannot be read, in one sentence with the remedy.
    """
    header = {
        "task": "embedding",
        "filename": filename[-200:],
        "table_name": "" if table is None else table[1][-200:],
        "id_column": id_column,
        "classes": classes,
    }
    files = {"data": data} if table is None else {"data": data, "table": table[0]}
    answer = ask(header, limits, **files)
    said, arrays = answer.header, answer.arrays
    vectors: Any = arrays["vectors"]
    limits.check_counts(len(vectors), 0)
    notes = Notes.unpacked(said)
    return ForeignEmbedding(
        name=title(filename, "embedding"),
        vectors=vectors,
        ids=None if said["ids"] is None else tuple(map(str, said["ids"])),
        labels=arrays["labels"],
        class_names=tuple(map(str, said["class_names"])),
        predictions=arrays.get("predictions"),
        columns=_columns(said, arrays, len(vectors)),
        report=ImportReport(
            format=str(said["format"]),
            used=tuple(notes.used),
            unused=tuple(notes.unused),
            changed=tuple(notes.changed),
            asked=tuple(notes.asked),
        ),
    )


def _columns(said: Any, arrays: Any, num_rows: int) -> pd.DataFrame:
    columns: dict[str, Any] = {}
    for at, name in enumerate(said["numbers"]):
        columns[str(name)] = arrays["numbers"][:, at]
    for at, (name, values) in enumerate(said["texts"].items()):
        texts = np.array([*map(str, values), ""], dtype=object)
        columns[str(name)] = texts[arrays["codes"][:, at]]
    order = [str(name) for name in said["order"]]
    return pd.DataFrame(columns, columns=order, index=range(num_rows))


def _named(graph: Graph) -> Graph:
    """The graph with its nodes named, so that a part of it keeps their numbers."""
    return graph.with_(node_names=graph.names)


def _hash(values: Any) -> str:
    return hashlib.blake2b(repr(values).encode(), digest_size=8).hexdigest()
