"""Laws of the text of a drawing."""

import json

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from spgat import datasets
from spgat.cli.main import main
from spgat.datasets import drawn
from spgat.errors import InputError
from spgat.graph import Graph
from spgat.spectral.eigen import full_spectrum

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
SMALL = ("karate", "florentine", "davis", "barbell", "ring", "star", "complete", "path")


@st.composite
def drawings(draw):
    """Any graph that can be drawn."""
    num_nodes = draw(st.integers(1, drawn.MAX_NODES))
    rng = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    pairs = np.stack(np.triu_indices(num_nodes, 1), axis=1)
    edges = pairs[rng.random(len(pairs)) < draw(st.sampled_from([0.0, 0.05, 0.5, 1.0]))]
    is_weighted = rng.random(len(edges)) < draw(st.sampled_from([0.0, 0.1, 1.0]))
    num_classes = draw(st.integers(0, len(drawn.CLASS_NAMES)))
    return Graph.build(
        "drawing",
        num_nodes,
        edges,
        np.where(is_weighted, rng.choice(drawn.WEIGHTS, len(edges)), 1.0),
        positions=rng.integers(0, drawn.FRAME, (num_nodes, 2), endpoint=True),
        labels=rng.integers(-1, num_classes, num_nodes) if num_classes else None,
        class_names=drawn.CLASS_NAMES[:num_classes] if num_classes else None,
    )


def agree(one, other):
    """Whether two drawings are the same to their last bit."""
    assert np.array_equal(one.adjacency.toarray(), other.adjacency.toarray())
    assert np.array_equal(one.positions, other.positions)
    is_plain = one.labels is None or one.labels.max() < 0
    assert other.labels is None if is_plain else np.array_equal(one.labels, other.labels)


@settings(deadline=None)
@given(graph=drawings())
def test_a_drawing_comes_back_from_its_text(graph):
    text = drawn.encode(graph)
    assert set(text) <= set(LETTERS)
    agree(graph, drawn.decode(text))


@settings(deadline=None)
@given(text=st.one_of(st.text(), st.text(LETTERS).map("1".__add__)))
def test_any_text_is_a_drawing_or_is_refused(text):
    try:
        graph = drawn.decode(text)
    except InputError:
        return
    assert drawn.encode(graph) == text


@settings(deadline=None)
@given(graph=drawings(), place=st.floats(0, 1), letter=st.sampled_from(LETTERS + "%= é"))
def test_a_spoilt_text_is_another_drawing_or_is_refused(graph, place, letter):
    text = drawn.encode(graph)
    at = int(place * (len(text) - 1))
    for spoilt in (text[:at], text + letter, text[:at] + letter + text[at + 1 :]):
        try:
            assert drawn.encode(drawn.decode(spoilt)) == spoilt
        except InputError:
            assert spoilt != text


@settings(deadline=None)
@given(graph=drawings(), scale=st.floats(1e-6, 1e6))
def test_any_small_graph_can_be_drawn(graph, scale):
    copy = drawn.drawable(graph, graph.positions * scale)
    assert np.array_equal(copy.adjacency.toarray(), graph.adjacency.toarray())
    agree(copy, drawn.decode(drawn.encode(copy)))


@pytest.mark.parametrize("name", SMALL)
def test_a_copy_of_a_known_graph_has_its_spectrum_and_its_shape(name):
    graph = datasets.load(name)
    copy = drawn.decode(drawn.encode(drawn.drawable(graph)))
    np.testing.assert_array_equal(
        full_spectrum(copy.adjacency).eigenvalues, full_spectrum(graph.adjacency).eigenvalues
    )
    moved, original = (np.ptp(g.positions, axis=0) for g in (copy, graph))
    assert moved / moved.max() == pytest.approx(original / original.max(), abs=0.01)


@pytest.mark.parametrize("weight", [0.0312, 0.5, 1, 7.004, 123.45, 998.7])
def test_a_weight_is_rounded_to_three_digits(weight):
    graph = Graph.build("pair", 2, [[0, 1]], [weight], positions=[[0, 0], [1, 0]])
    assert drawn.drawable(graph).adjacency[0, 1] == float(f"{weight:.3g}")


@pytest.mark.parametrize("weight", [0.0009, 1000])
def test_a_weight_out_of_range_is_refused(weight):
    graph = Graph.build("pair", 2, [[0, 1]], [weight], positions=[[0, 0], [1, 0]])
    with pytest.raises(InputError):
        drawn.drawable(graph)


@pytest.mark.parametrize("num_nodes", [65, 1000])
def test_a_large_graph_is_refused(num_nodes):
    with pytest.raises(InputError):
        drawn.drawable(datasets.load("path", num_nodes=num_nodes))


def test_a_drawing_fits_into_a_link():
    pairs = np.stack(np.triu_indices(64, 1), axis=1)
    places = np.tile(np.array(drawn.FRAME), (64, 1))
    largest = Graph.build("K64", 64, pairs, positions=places, labels=np.arange(64) % 7)
    assert len(drawn.encode(largest)) <= 550
    heavy = largest.with_(adjacency=largest.adjacency * 2)
    agree(heavy, drawn.decode(drawn.encode(heavy)))


def test_a_later_version_is_refused_by_its_number():
    text = drawn.encode(drawn.drawable(datasets.load("ring", num_nodes=5)))
    with pytest.raises(InputError, match="'2'"):
        drawn.decode("2" + text[1:])


def test_a_drawing_is_a_data_set_of_the_library_and_of_the_command_line(capsys):
    copy = drawn.drawable(datasets.load("karate"))
    name = drawn.PREFIX + drawn.encode(copy)
    graph = datasets.load(name, seed=3)
    agree(copy, graph)
    assert min(graph.splits[0].sizes) > 0
    assert main(["graph", "-d", name, "--json"]) == 0
    facts = json.loads(capsys.readouterr().out)
    assert (facts["num_nodes"], facts["num_edges"]) == (34, 78)
    assert main(["graph", "-d", name[:-1]]) == 2
