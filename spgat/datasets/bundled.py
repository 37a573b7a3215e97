"""Networks and tables that ship inside networkx and scikit-learn, always at hand."""

from functools import partial
from typing import Any

import numpy as np

from spgat.arrays import Floats
from spgat.datasets.info import DatasetInfo, Parameter
from spgat.datasets.neighbours import nearest_pairs
from spgat.datasets.splits import per_class_split
from spgat.graph import Graph


def karate(*, seed: int = 0) -> Graph:
    """Returns Zachary's karate club, labelled by the club each member joined after the split.

    Edges are unweighted, as in Zachary's matrix E. Four members of each side train, four
    validate.
    """
    import networkx as nx  # heavy: only where it is used

    source = nx.karate_club_graph()
    labels = np.array([int(club == "Officer") for _, club in source.nodes(data="club")])
    return _from_networkx(
        "Karate club",
        source,
        labels=labels,
        class_names=("Mr. Hi", "Officer"),
        splits=(per_class_split(labels, train=4, val=4, seed=seed),),
    )


def les_miserables(*, seed: int = 0) -> Graph:
    """Returns who appears with whom in Les Misérables, weighted by the number of scenes."""
    import networkx as nx  # heavy: only where it is used

    return _from_networkx("Les Misérables", nx.les_miserables_graph(), weight="weight")


def florentine(*, seed: int = 0) -> Graph:
    """Returns the marriages between fifteen families of Renaissance Florence."""
    import networkx as nx  # heavy: only where it is used

    return _from_networkx("Florentine families", nx.florentine_families_graph())


def davis(*, seed: int = 0) -> Graph:
    """Returns which women attended which events: bipartite, labelled by side."""
    import networkx as nx  # heavy: only where it is used

    source = nx.davis_southern_women_graph()
    labels = np.array([side for _, side in source.nodes(data="bipartite")])
    return _from_networkx(
        "Southern women", source, labels=labels, class_names=("woman", "event")
    )


def points(
    table: str, title: str, *, train: int, val: int, seed: int = 0, num_neighbors: int = 10
) -> Graph:
    """Returns a table of scikit-learn as the graph that joins each row to its nearest rows.

    Pixels (digits) are scaled to [0, 1]; other tables to mean 0 and variance 1 per column.
    Positions are the first two principal components.
    """
    from sklearn import datasets as sklearn_datasets  # a second to import

    data: Any = getattr(sklearn_datasets, f"load_{table}")()
    raw = np.asarray(data.data, dtype=np.float64)
    if table == "digits":
        features, note = raw / 16, "Pixel values scaled to [0, 1]."
    else:
        features = (raw - raw.mean(axis=0)) / raw.std(axis=0)
        note = "Feature columns scaled to mean 0 and variance 1."
    labels = np.asarray(data.target, dtype=np.int64)
    return Graph.build(
        title,
        len(features),
        nearest_pairs(features, num_neighbors)[0],
        features=features,
        labels=labels,
        class_names=[str(name) for name in data.target_names],
        splits=(per_class_split(labels, train=train, val=val, seed=seed),),
        positions=_principal_plane(features),
        notes=(note, f"Each row is joined to its {num_neighbors} nearest rows."),
    )


def _from_networkx(name: str, source: Any, weight: str | None = None, **rest: Any) -> Graph:
    import networkx as nx  # heavy: only where it is used

    number = {node: row for row, node in enumerate(source)}
    edges = [(number[u], number[v]) for u, v in source.edges]
    weights = [w for _, _, w in source.edges(data=weight, default=1)] if weight else None
    layout = nx.kamada_kawai_layout(source, weight=None)
    return Graph.build(
        name,
        len(number),
        np.array(edges),
        weights,
        positions=np.array([layout[node] for node in source]),
        node_names=[str(node) for node in source],
        **rest,
    )


def _principal_plane(features: Floats) -> Floats:
    """Coordinates along the two directions of largest variance, with deterministic signs."""
    centred = features - features.mean(axis=0)
    axes = np.linalg.eigh(centred.T @ centred)[1][:, :-3:-1]
    axes = axes * np.sign(axes[np.abs(axes).argmax(axis=0), [0, 1]])
    return centred @ axes


_NEIGHBORS = (Parameter("num_neighbors", 10, 2, 50, "neighbours each row is joined to"),)

DATASETS = (
    DatasetInfo(
        name="karate",
        title="Karate club",
        group="bundled",
        description="Friendships in a club that split in two.",
        num_nodes=34,
        num_edges=78,
        num_classes=2,
        citation="Zachary 1977",
        licence="with networkx (BSD)",
        make=karate,
    ),
    DatasetInfo(
        name="les-miserables",
        title="Les Misérables",
        group="bundled",
        description="Characters who appear together in Hugo's novel, weighted by scenes.",
        num_nodes=77,
        num_edges=254,
        citation="Knuth 1993",
        licence="with networkx (BSD)",
        make=les_miserables,
    ),
    DatasetInfo(
        name="florentine",
        title="Florentine families",
        group="bundled",
        description="Marriages between families of Renaissance Florence.",
        num_nodes=15,
        num_edges=20,
        citation="Padgett and Ansell 1993",
        licence="with networkx (BSD)",
        make=florentine,
    ),
    DatasetInfo(
        name="davis",
        title="Southern women",
        group="bundled",
        description="Which women attended which social events: a bipartite network.",
        num_nodes=32,
        num_edges=89,
        num_classes=2,
        citation="Davis et al. 1941",
        licence="with networkx (BSD)",
        make=davis,
    ),
    DatasetInfo(
        name="digits",
        title="Digits",
        group="bundled",
        description="1797 handwritten digits of 8 × 8 pixels, each joined to its nearest: "
        "trains in seconds with no download.",
        num_nodes=1797,
        num_edges=12339,
        num_features=64,
        num_classes=10,
        parameters=_NEIGHBORS,
        citation="Alpaydin and Kaynak 1998",
        licence="CC BY 4.0, with scikit-learn (BSD)",
        make=partial(points, "digits", "Digits", train=20, val=30),
    ),
    DatasetInfo(
        name="iris",
        title="Iris",
        group="bundled",
        description="150 flowers of three kinds, each joined to its nearest.",
        num_nodes=150,
        num_edges=979,
        num_features=4,
        num_classes=3,
        parameters=_NEIGHBORS,
        citation="Fisher 1936",
        licence="CC BY 4.0, with scikit-learn (BSD)",
        make=partial(points, "iris", "Iris", train=10, val=10),
    ),
    DatasetInfo(
        name="wine",
        title="Wine",
        group="bundled",
        description="178 wines of three growers, each joined to its nearest.",
        num_nodes=178,
        num_edges=1231,
        num_features=13,
        num_classes=3,
        parameters=_NEIGHBORS,
        citation="Aeberhard and Forina 1991",
        licence="CC BY 4.0, with scikit-learn (BSD)",
        make=partial(points, "wine", "Wine", train=10, val=10),
    ),
    DatasetInfo(
        name="breast-cancer",
        title="Breast cancer",
        group="bundled",
        description="569 biopsies, benign or malignant, each joined to its nearest.",
        num_nodes=569,
        num_edges=4277,
        num_features=30,
        num_classes=2,
        parameters=_NEIGHBORS,
        citation="Wolberg et al. 1993",
        licence="CC BY 4.0, with scikit-learn (BSD)",
        make=partial(points, "breast_cancer", "Breast cancer", train=20, val=30),
    ),
)
