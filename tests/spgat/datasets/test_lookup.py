import socket
import subprocess
import sys

import numpy as np
import pytest
from scipy.sparse.csgraph import connected_components

from spgat import datasets
from spgat.errors import InputError

GENERATED = [entry for entry in datasets.catalogue() if not entry.files]
PUBLISHED = [entry for entry in datasets.catalogue() if entry.files]


def sizes(graph):
    return graph.num_nodes, graph.num_edges, graph.num_features, graph.num_classes


def agree(entry, graph):
    nodes, edges, features, classes = sizes(graph)
    assert (nodes, features, classes) == (
        entry.num_nodes,
        entry.num_features,
        entry.num_classes,
    )
    assert entry.num_edges in (None, edges)


@pytest.mark.parametrize("entry", GENERATED, ids=lambda e: e.name)
def test_generated_graphs_are_as_the_catalogue_says(entry):
    graph = datasets.load(entry.name)
    agree(entry, graph)
    assert graph.positions is not None
    assert entry.is_at_hand()
    assert datasets.load(entry.name).digest == graph.digest  # the same seed, the same graph
    for split in graph.splits:
        assert min(split.sizes) > 0


def test_what_is_bundled_needs_no_network(monkeypatch):
    """A first start without the internet must show something."""

    def unreachable(*_, **__):
        raise OSError("Network is unreachable")

    monkeypatch.setattr(socket, "socket", unreachable)
    assert all(datasets.load(entry.name).num_nodes for entry in GENERATED)


@pytest.mark.parametrize("entry", PUBLISHED, ids=lambda e: e.name)
def test_published_graphs_are_as_the_catalogue_says(mirror, entry):
    assert entry.is_at_hand()
    stored = sum((mirror / file.path).stat().st_size for file in entry.files)
    assert entry.download_bytes == pytest.approx(stored, rel=0.1)
    first = datasets.load(entry.name)  # parsed from the raw files
    agree(entry, first)
    again = datasets.load(entry.name)  # from the parsed copy
    assert again.digest == first.digest
    assert again.notes == first.notes
    assert again.class_names == first.class_names
    assert [s.name for s in again.splits] == [s.name for s in first.splits]
    assert len(first.splits) == {"heterophilous": 10, "measured": 0}.get(entry.group, 1)


def test_names_are_unique_and_lower_case():
    names = [entry.name for entry in datasets.catalogue()]
    assert len(set(names)) == len(names)
    assert all(name == name.lower() and " " not in name for name in names)


def test_an_unknown_name_is_answered_by_those_like_it():
    with pytest.raises(InputError, match="did you mean 'citeseer'"):
        datasets.load("citseer")
    with pytest.raises(InputError, match="did you mean 'amazon-photo'"):
        datasets.load("Amazon_Photo")
    with pytest.raises(InputError, match="the data sets are barbell"):
        datasets.load("../../etc/passwd")


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ({"homophily": 1.5}, "homophily is 1.5; give a number between 0.0 and 1.0"),
        ({"num_nodes": 50.5}, "num_nodes is 50.5; give a whole number"),
        ({"num_nodes": float("nan")}, "num_nodes is nan"),
        ({"homophile": 0.5}, "has no parameter 'homophile'; it takes num_nodes"),
        ({"num_nodes": 40, "mean_degree": 40.0}, "too many for 40 nodes"),
    ],
)
def test_a_bad_parameter_is_named_with_its_range(parameters, message):
    with pytest.raises(InputError, match=message):
        datasets.load("csbm", **parameters)


def test_a_set_without_parameters_says_so():
    with pytest.raises(InputError, match="it takes no parameters"):
        datasets.load("karate", homophily=0.5)


@pytest.mark.parametrize("entry", GENERATED, ids=lambda e: e.name)
def test_both_ends_of_every_range_make_a_graph(entry):
    for parameter in entry.parameters:
        for value in (parameter.low, min(parameter.high, 1000)):
            # The smallest csbm has room for few edges, so its degree is lowered too.
            small = {"mean_degree": 1.0} if (entry.name, value) == ("csbm", 40) else {}
            graph = datasets.load(entry.name, **{parameter.name: value, **small})
            assert np.isfinite(graph.positions).all()


def test_csbm_puts_class_means_as_far_from_zero_as_asked():
    graph = datasets.load("csbm", num_nodes=20_000, num_classes=4, feature_signal=3.0)
    means = np.stack([graph.features[graph.labels == label].mean(axis=0) for label in range(4)])
    np.testing.assert_allclose(means @ means.T, 9 * np.eye(4), atol=0.3)


@pytest.mark.parametrize("homophily", [0.0, 0.25, 0.5, 1.0])
def test_csbm_has_exactly_the_homophily_asked_for(homophily):
    graph = datasets.load("csbm", seed=1, homophily=homophily)
    first, second = graph.labels[graph.edges()].T
    assert (first == second).mean() == pytest.approx(homophily)
    assert graph.num_edges == 3000


def test_the_seed_decides_random_graphs_and_splits():
    assert datasets.load("csbm", seed=1).digest != datasets.load("csbm", seed=2).digest
    first, second = (datasets.load("digits", seed=seed).splits[0] for seed in (1, 2))
    assert (first.train != second.train).any()


@pytest.mark.parametrize("bridge_length", [0, 1, 2, 9])
def test_the_barbell_is_two_cliques_and_a_path(bridge_length):
    graph = datasets.load("barbell", clique_size=7, bridge_length=bridge_length)
    assert graph.num_edges == 2 * 21 + bridge_length + 1
    first, second = graph.labels[graph.edges()].T
    inside = (first == second) & (first >= 0)
    assert inside.sum() == 2 * 21
    assert connected_components(graph.adjacency)[0] == 1
    lengths = np.linalg.norm(np.diff(graph.positions[graph.edges()], axis=1), axis=2)
    assert lengths.max() <= 2.0 + 1e-9  # no edge longer than a clique is wide


def test_the_landing_page_pays_for_no_heavy_import():
    script = (
        "import sys, spgat.datasets as d, spgat.statistics; d.load('barbell'); d.load('csbm');"
        "heavy = {'torch', 'sklearn', 'numba', 'networkx', 'pandas'};"
        "d.catalogue()[0].is_at_hand(); print(sorted(heavy & set(sys.modules)))"
    )
    out = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    assert out.stdout.strip() == "[]", out.stderr


@pytest.mark.parametrize(
    ("name", "given"),
    [("cora", {}), ("csbm", {}), ("csbm", {"homophily": 0.25, "num_nodes": 80, "seed": 2})],
)
def test_the_name_of_a_graph_says_where_it_is_from(name, given):
    title = datasets.info(name).titled(given)
    entry, differing = datasets.origin(title)
    assert (entry.name, differing) == (name, given)


def test_a_generated_graph_is_named_by_what_differs():
    graph = datasets.load("csbm", seed=2, num_nodes=80.0, homophily=0.8)
    assert graph.name == "Contextual block model (num nodes 80, seed 2)"


@pytest.mark.parametrize(
    "title",
    ["Cora (seed 1)x", "my-graph", "", "Iris (size 3)", "Contextual block model (seed -1)"],
)
def test_other_names_are_from_elsewhere(title):
    assert datasets.origin(title) is None
