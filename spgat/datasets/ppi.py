"""Protein-protein interactions: whole graphs for training, others for testing."""

import json
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np

from spgat.arrays import Floats32, Ints
from spgat.datasets.fetch import ELSEWHERE, RawFile, data_folder, fetch, is_at_hand
from spgat.errors import InputError
from spgat.graph import Graph
from spgat.progress import Progress
from spgat.replacing import replacing

_URL = "https://data.dgl.ai/dataset/ppi.zip"
_ARCHIVE = RawFile("PPI/ppi.zip", _URL)
_PARTS = ("train", "valid", "test")
_NAMES = tuple(
    f"{part}_{name}"
    for part, name in product(_PARTS, ("feats.npy", "graph_id.npy", "graph.json", "labels.npy"))
)
_RAW = tuple(RawFile(f"PPI/raw/{name}", _URL) for name in _NAMES)

# What reading a file of another content raises.
_FOREIGN = (OSError, ValueError, KeyError, TypeError, EOFError)


@dataclass(frozen=True, eq=False, slots=True)
class LabelledGraph:
    """A graph whose nodes may have several labels at once.

    Attributes:
        graph: The graph with its features; its own `labels` are None.
        targets: float32 [num_nodes, num_targets], 1 where a node has the label, else 0.
    """

    graph: Graph
    targets: Floats32


@dataclass(frozen=True, eq=False, slots=True)
class InductiveSet:
    """Graphs to train on and other graphs, never seen in training, to be judged by.

    Attributes:
        name: Short name.
        train, val, test: The graphs of each part, all with the same feature and target columns.
    """

    name: str
    train: tuple[LabelledGraph, ...]
    val: tuple[LabelledGraph, ...]
    test: tuple[LabelledGraph, ...]

    @property
    def num_features(self) -> int:
        """Number of feature columns."""
        return self.train[0].graph.num_features

    @property
    def num_targets(self) -> int:
        """Number of labels that each node has or has not."""
        return int(self.train[0].targets.shape[1])


def load_ppi(folder: Path | None = None, *, progress: Progress | None = None) -> InductiveSet:
    """Returns the PPI set: 20 tissues to train on, 2 to validate, 2 to test.

    50 features and 121 labels per protein (Zitnik and Leskovec 2017; split and files of
    Hamilton et al. 2017, as torch-geometric's `PPI` reads them). Self-loops are dropped.

    Args:
        folder: Holds train_graph.json, train_feats.npy, train_labels.npy, train_graph_id.npy
            and the same for valid and test; None takes `PPI/raw` of the data folder or mirror,
            or else downloads.
        progress: Called while files are downloaded.

    Raises:
        InputError: If a file is missing or does not fit the others.
    """
    if folder is None:
        folder = _bring(progress)
    train, val, test = (tuple(_read_part(folder, part)) for part in _PARTS)
    return InductiveSet("PPI", train, val, test)


def is_ppi_at_hand() -> bool:
    """Tells whether the set loads without a network."""
    return is_at_hand(_ARCHIVE) or all(is_at_hand(file) for file in _RAW)


def _bring(progress: Progress | None) -> Path:
    if all(is_at_hand(file) for file in _RAW):
        fetch(_RAW, progress)
        return data_folder() / "PPI" / "raw"
    fetch([_ARCHIVE], progress)
    archive_path = data_folder() / _ARCHIVE.path
    try:
        with zipfile.ZipFile(archive_path) as archive:
            for file, name in zip(_RAW, _NAMES, strict=True):
                with replacing(data_folder() / file.path, remedy=ELSEWHERE) as temporary:
                    temporary.write_bytes(archive.read(name))
    except (zipfile.BadZipFile, KeyError) as error:
        raise InputError(
            f"{archive_path} is not the published archive ({error}); delete it and load again."
        ) from error
    return data_folder() / "PPI" / "raw"


def _read_part(folder: Path, part: str) -> Iterator[LabelledGraph]:
    try:
        features = np.load(folder / f"{part}_feats.npy", allow_pickle=False)
        targets = np.load(folder / f"{part}_labels.npy", allow_pickle=False)
        graph_ids = np.load(folder / f"{part}_graph_id.npy", allow_pickle=False)
        document = json.loads((folder / f"{part}_graph.json").read_bytes())
        edges = _edges(document)
    except FileNotFoundError as error:
        raise InputError(f"{error.filename} is missing; put the PPI files there.") from error
    except _FOREIGN as error:
        raise InputError(
            f"The {part} files in {folder} are not those of PPI ({error}); replace them."
        ) from error
    if not len(features) == len(targets) == len(graph_ids) == len(document["nodes"]):
        raise InputError(
            f"The {part} files in {folder} have {len(features)}, {len(targets)}, "
            f"{len(graph_ids)} and {len(document['nodes'])} nodes; replace them by one set."
        )
    if edges.size and not 0 <= edges.min() <= edges.max() < len(graph_ids):
        raise InputError(f"An edge of {part}_graph.json leads to no node; replace the file.")
    for number in np.unique(graph_ids):
        inside = graph_ids == number
        row = np.cumsum(inside) - 1  # number of each node within its graph
        own = edges[inside[edges].all(axis=1)]
        graph = Graph.build(
            f"PPI tissue {number}", int(inside.sum()), row[own], features=features[inside]
        )
        yield LabelledGraph(graph, targets[inside].astype(np.float32))


def _edges(document: dict[str, Any]) -> Ints:
    ends = [(link["source"], link["target"]) for link in document["links"]]
    return np.array(ends, dtype=np.int64).reshape(-1, 2)
