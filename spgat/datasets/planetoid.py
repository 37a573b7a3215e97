"""The three citation networks of Planetoid with their public splits."""

from functools import partial
from pathlib import Path

import numpy as np
import scipy.sparse as sp

from spgat.datasets.fetch import RawFile
from spgat.datasets.info import DatasetInfo
from spgat.datasets.store import stored_graph
from spgat.graph import Graph, NodeSplit
from spgat.progress import Progress

_URL = "https://github.com/kimiyoung/planetoid/raw/master/data"

# The raw files are pickles, which run code when they are read: none is opened before its
# checksum has shown it to be the published one.
_SHA256 = {
    "Cora": {
        "x": "23cfa55d91c6f624233f5eb7b6e3f141f1bd2b2ae39608a63cf5d084bb27baab",
        "tx": "b9afbaa4a400df991f6f02ef677e1e44da55ffc04801fd02f9e673987829226a",
        "allx": "9419ba2f26f5c35243db64aba110e0f35a04851609e0dc5433450676ca6b8543",
        "y": "94465c14eb53e04ca262198dcbb2521ee8af60fb3f3d546cd6ca24a511b0e7d1",
        "ty": "41f5ac76596a1699cc33f53084a2419e92961c42bb75f36fc38e616d348532ad",
        "ally": "2b998f5cc7fedc86e7f97ca2498f47a1ffc1462c29e2d578b23bf3f62b6e7d71",
        "graph": "58f13302f39dde8852dad6fe6d15b89b077b6d7f837626bce671ef80344b383d",
        "test.index": "297ce89af2b51a6a194181c7dbe1796c6a1cf9cd9349a88383b1b1e227867875",
    },
    "CiteSeer": {
        "x": "d20de19150741e555de0ed037195630fc194114ebc7fd72ced62810148aa22f6",
        "tx": "539a8906a2da97628d212f2fdd668c109a8b3f0d36574b59e5d3fd5b5303da21",
        "allx": "2ac30345d95c9ec933a817ee0bdd6a5f077f8c184a20e696910192d534414668",
        "y": "8ba87e515d8e3ee3cf52f6d2c5b86aa73f11ecad825a808455209ec26cd54924",
        "ty": "55e5bd1ba1e733a04598753ad1a8d57957f4b8f89e74519f41f4f4938767e4ce",
        "ally": "f704b2d986dde6c2669934de1f3ae5696a6cf9455c0f6b2646a2d135ea0a1c95",
        "graph": "d79a4ef9d3e7169aee8946145f6b7306e35bc79bffad26346cfb94e10e9912a7",
        "test.index": "2af990671580b6b2df5d158d1038f8292e30c9cd821b5453f399659b25b723d4",
    },
    "PubMed": {
        "x": "fbe9cb5c47200d1b7769a26e579be3b7130b556831f9d850e77c4c74f2599b33",
        "tx": "4eb5f5d0f30f26497eb0ac6ac9719d09c67e284f1ed0385c93f3ef27a671da3d",
        "allx": "508e538e2abdccdd54c4d3e9f49d638b4af7107d85845f66ddea5a5152658b7e",
        "y": "e6c807633307a07ed659249006536a147c7999c797f11a2560752990181b41b3",
        "ty": "ee2e0d4819d9fbcc403689c3bf2e49face401b605932f093bc58ab6461130fdd",
        "ally": "0c37bbe3b5014ec365e9d393cf4791925e5ed94fb194305d74f064a8d7b50f0e",
        "graph": "5b89f0036ca22909471f1e6558eb42fa06e0c730a577bde5b058b40638f81dc9",
        "test.index": "b101d421688bbaecbd82e8a18f1e282378d6830f3a37666f28ebc47f844341b5",
    },
}

_CLASSES = {
    "Cora": (
        "Theory",
        "Reinforcement learning",
        "Genetic algorithms",
        "Neural networks",
        "Probabilistic methods",
        "Case based",
        "Rule learning",
    ),
    "CiteSeer": (
        "Artificial intelligence",
        "Machine learning",
        "Information retrieval",
        "Databases",
        "Agents",
        "Human-computer interaction",
    ),
    "PubMed": ("Experimental diabetes", "Type 1 diabetes", "Type 2 diabetes"),
}


def load_planetoid(title: str, *, seed: int = 0, progress: Progress | None = None) -> Graph:
    """Returns a citation network in its files' order, with the public split.

    Features are bags of words as published, not normalised. All components are kept. Fifteen
    nodes of CiteSeer stand in its index but not in its files; they are kept as isolated nodes
    with zero features and no label.

    Args:
        title: "Cora", "CiteSeer" or "PubMed".
        seed: Ignored: the split is the published one.
        progress: Called while files are downloaded.
    """
    parse = partial(_parse, title)
    return stored_graph(title.lower(), _files(title), parse, progress=progress)


def _parse(title: str, folder: Path) -> Graph:
    from torch_geometric.io import read_planetoid_data  # imports torch: seconds

    data = read_planetoid_data(str(folder / title / "raw"), title)
    edges = data.edge_index.numpy().T
    train, val, test = (m.numpy() for m in (data.train_mask, data.val_mask, data.test_mask))
    labels = data.y.numpy().copy()
    # The test nodes are the last rows; those that the files leave out come back all zero.
    missing = ~test & (np.arange(len(labels)) >= np.flatnonzero(test)[0])
    labels[missing] = -1
    notes = (f"{missing.sum()} nodes without features, label or edges kept.",)
    return Graph.build(
        title,
        len(labels),
        edges,
        features=sp.csr_array(data.x.numpy()),
        labels=labels,
        splits=(NodeSplit(train, val, test, name="public"),),
        class_names=_CLASSES[title],
        notes=notes if missing.any() else (),
    )


def _files(title: str) -> tuple[RawFile, ...]:
    names = {f"ind.{title.lower()}.{part}": sha256 for part, sha256 in _SHA256[title].items()}
    return tuple(
        RawFile(f"{title}/raw/{name}", f"{_URL}/{name}", sha256)
        for name, sha256 in names.items()
    )


def _info(
    title: str, nodes: int, edges: int, features: int, classes: int, about: str
) -> DatasetInfo:
    return DatasetInfo(
        name=title.lower(),
        title=title,
        group="benchmark",
        description=f"{about} Public split: 20 training nodes per class, 500 validation, "
        "1000 test.",
        num_nodes=nodes,
        num_edges=edges,
        num_features=features,
        num_classes=classes,
        citation="Sen et al. 2008; Namata et al. 2012; Yang et al. 2016",
        licence="repository kimiyoung/planetoid: MIT; data by LINQS",
        make=partial(load_planetoid, title),
        files=_files(title),
    )


DATASETS = (
    _info("Cora", 2708, 5278, 1433, 7, "Machine-learning papers that cite each other."),
    _info("CiteSeer", 3327, 4552, 3703, 6, "Computer-science papers that cite each other."),
    _info("PubMed", 19717, 44324, 500, 3, "Diabetes papers that cite each other."),
)
