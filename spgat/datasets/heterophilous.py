"""Graphs whose neighbours mostly differ in class, with their ten published splits."""

from functools import partial
from pathlib import Path

import numpy as np
import scipy.sparse as sp

from spgat.datasets.fetch import RawFile
from spgat.datasets.info import DatasetInfo
from spgat.datasets.store import stored_graph
from spgat.graph import Graph, NodeSplit
from spgat.progress import Progress

_URL = "https://github.com/yandex-research/heterophilous-graphs/raw/main/data"

# `Graph.digest` of the published content, splits included.
_DIGESTS: dict[str, str] = {
    "texas": "b4cbf73bddbc84c800a9552fa44efd97",
    "cornell": "be744bc7f6b6d7e7f80545f0e5e9163d",
    "wisconsin": "2f0296c4e2475993839f07c50820b621",
    "actor": "1f297e2f10aab495141e23c8c8aa33f7",
    "chameleon": "227ab6870736fe7a140cbfd3f3ec012e",
    "squirrel": "74fbbc30d39924f2800831335ae3be73",
    "chameleon-filtered": "cff1117f04fbe52096abfa333368da5e",
    "squirrel-filtered": "60eba1e24600bc05f47118ec8ac17aa1",
    "minesweeper": "7e7059e85fe937b52aee6c4364ab0316",
    "tolokers": "66a464f5c751c1ca2556e1c92c883724",
}

_CLASS_NAMES = {"minesweeper": ("no mine", "mine"), "tolokers": ("not banned", "banned")}


def load_heterophilous(
    name: str, title: str, *, seed: int = 0, progress: Progress | None = None
) -> Graph:
    """Returns a heterophilous graph with its ten published splits, whatever the seed."""
    return stored_graph(
        name,
        _files(name),
        partial(_parse, name, title),
        digest=_DIGESTS[name],
        progress=progress,
    )


def _parse(name: str, title: str, folder: Path) -> Graph:
    path = folder / _files(name)[0].path
    with path.open("rb") as file, np.load(file, allow_pickle=False) as archive:
        arrays = dict(archive)
    masks = zip(*(arrays[f"{part}_masks"] for part in ("train", "val", "test")), strict=True)
    return Graph.build(
        title,
        len(arrays["node_labels"]),
        arrays["edges"],
        features=sp.csr_array(arrays["node_features"]),
        labels=arrays["node_labels"],
        splits=[
            NodeSplit(train, val, test, name=f"split {number} of 10")
            for number, (train, val, test) in enumerate(masks, start=1)
        ],
        class_names=_CLASS_NAMES.get(name),
    )


def _files(name: str) -> tuple[RawFile, ...]:
    file = f"{name.replace('-', '_')}.npz"
    return (RawFile(f"heterophilous/{file}", f"{_URL}/{file}"),)


def _info(
    title: str,
    nodes: int,
    edges: int,
    features: int,
    classes: int,
    about: str,
    citation: str = "Pei et al. 2020",
) -> DatasetInfo:
    name = title.lower().replace(" ", "-")
    return DatasetInfo(
        name=name,
        title=title,
        group="heterophilous",
        description=f"{about} Ten published splits.",
        num_nodes=nodes,
        num_edges=edges,
        num_features=features,
        num_classes=classes,
        citation=citation,
        licence="repository yandex-research/heterophilous-graphs: MIT",
        make=partial(load_heterophilous, name, title),
        files=_files(name),
    )


_PAGES = "Linked web pages of a computer-science department, by kind of page."
_ARTICLES = "Linked Wikipedia articles, by amount of traffic."
_FILTERED = "Linked Wikipedia articles without duplicates, by amount of traffic."
_PLATONOV = "Pei et al. 2020; Platonov et al. 2023"

DATASETS = (
    _info("Texas", 183, 279, 1703, 5, _PAGES),
    _info("Cornell", 183, 277, 1703, 5, _PAGES),
    _info("Wisconsin", 251, 450, 1703, 5, _PAGES),
    _info("Actor", 7600, 26659, 932, 5, "Actors who appear on the same Wikipedia page."),
    _info("Chameleon", 2277, 31371, 2325, 5, _ARTICLES),
    _info("Squirrel", 5201, 198353, 2089, 5, _ARTICLES),
    _info("Chameleon filtered", 890, 8854, 2325, 5, _FILTERED, _PLATONOV),
    _info("Squirrel filtered", 2223, 46998, 2089, 5, _FILTERED, _PLATONOV),
    _info(
        "Minesweeper",
        10000,
        39402,
        7,
        2,
        "A minefield: neighbouring cells of a grid, mines to be found.",
        "Platonov et al. 2023",
    ),
    _info(
        "Tolokers",
        11758,
        519000,
        10,
        2,
        "Workers of a crowdsourcing platform who shared a task, by who was banned.",
        "Platonov et al. 2023",
    ),
)
