"""Co-author and co-purchase networks of Shchur et al. 2018, split at random per class."""

from functools import partial
from pathlib import Path
from typing import Literal

import numpy as np
import scipy.sparse as sp

from spgat.datasets.fetch import RawFile
from spgat.datasets.info import DatasetInfo
from spgat.datasets.splits import per_class_split
from spgat.datasets.store import stored_graph
from spgat.graph import Graph
from spgat.progress import Progress

#: The two that the paper has, by their names in the catalogue.
IN_PAPER = ("coauthor-cs", "amazon-photo")

_URL = "https://github.com/shchur/gnn-benchmark/raw/master/data/npz"
_DENSE_FROM = 0.25  # a denser feature matrix is faster and hardly larger as a plain array

Folder = Literal["CS", "Physics", "Photo", "Computers"]

_FILES: dict[Folder, str] = {
    "CS": "ms_academic_cs.npz",
    "Physics": "ms_academic_phy.npz",
    "Photo": "amazon_electronics_photo.npz",
    "Computers": "amazon_electronics_computers.npz",
}
# `Graph.digest` of the published content. The files exist in several packings.
_DIGESTS: dict[Folder, str] = {
    "CS": "9de1a501d23d74947f1fd51fe9c33218",
    "Physics": "286e126548e8d651a0e314a03a3b1a7e",
    "Photo": "b319c6d4e81643c70c558143b7ac3e0e",
    "Computers": "74c5d994e907b21f715221c8d5c70e88",
}


def load_coauthor_amazon(
    name: str,
    title: str,
    folder: Folder,
    *,
    seed: int = 0,
    progress: Progress | None = None,
) -> Graph:
    """Returns a co-author or co-purchase network with a 20 / 30 per class split.

    As torch-geometric gives it: features binary, one-way edges made two-way, self-loops
    dropped, all components kept (Shchur et al. keep the largest only). The seed decides the
    split.
    """
    graph = stored_graph(
        name,
        _files(folder),
        partial(_parse, title, folder),
        digest=_DIGESTS[folder],
        progress=progress,
    )
    assert graph.labels is not None
    return graph.with_(splits=(per_class_split(graph.labels, seed=seed),))


def _parse(title: str, folder: Folder, data: Path) -> Graph:
    path = data / folder / "raw" / _FILES[folder]
    with path.open("rb") as file, np.load(file, allow_pickle=False) as archive:
        # Only plain arrays are touched: the published archives also hold pickled names.
        adjacency, attributes = (_matrix(archive, part) for part in ("adj", "attr"))
        labels = archive["labels"].astype(np.int64)
    has_counts = bool((attributes.data > 1).any())
    attributes.data = (attributes.data > 0).astype(np.float32)
    density = attributes.nnz / np.prod(attributes.shape)
    return Graph.from_adjacency(
        title,
        adjacency,
        features=attributes if density < _DENSE_FROM else attributes.toarray(),
        labels=labels,
        notes=("Word counts in the features made 0 or 1.",) if has_counts else (),
    )


def _matrix(archive: "np.lib.npyio.NpzFile", part: str) -> sp.csr_array:
    parts = tuple(archive[f"{part}_{key}"] for key in ("data", "indices", "indptr"))
    return sp.csr_array(parts, shape=tuple(archive[f"{part}_shape"]))


def _files(folder: Folder) -> tuple[RawFile, ...]:
    return (RawFile(f"{folder}/raw/{_FILES[folder]}", f"{_URL}/{_FILES[folder]}"),)


def _info(
    title: str, folder: Folder, nodes: int, edges: int, features: int, classes: int, about: str
) -> DatasetInfo:
    name = title.lower().replace(" ", "-")
    return DatasetInfo(
        name=name,
        title=title,
        group="benchmark",
        description=f"{about} Random split: 20 training and 30 validation nodes per class.",
        num_nodes=nodes,
        num_edges=edges,
        num_features=features,
        num_classes=classes,
        citation="Shchur et al. 2018",
        licence="repository shchur/gnn-benchmark: MIT",
        make=partial(load_coauthor_amazon, name, title, folder),
        files=_files(folder),
    )


_AUTHORS = "Authors who wrote papers together, by field of study."
_GOODS = "Goods that are often bought together, by category."

DATASETS = (
    _info("Coauthor CS", "CS", 18333, 81894, 6805, 15, _AUTHORS),
    _info("Coauthor Physics", "Physics", 34493, 247962, 8415, 5, _AUTHORS),
    _info("Amazon Photo", "Photo", 7650, 119081, 745, 8, _GOODS),
    _info("Amazon Computers", "Computers", 13752, 245861, 767, 10, _GOODS),
)
