"""What a browser says was drawn is a drawing, or is refused."""

import json

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dashboard.pad import received
from spgat import datasets
from spgat.datasets import drawn
from spgat.errors import InputError

ANYTHING = st.recursive(
    st.none() | st.booleans() | st.floats() | st.integers() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
)


@pytest.mark.parametrize("name", ["karate", "barbell", "ring", "complete-bipartite"])
def test_a_drawing_comes_back_from_the_browser(name):
    graph = drawn.drawable(datasets.load(name))
    graph = graph.with_(adjacency=graph.adjacency * 0.25)
    message = json.loads(json.dumps(received.message_of(graph)))
    assert received.text_of(message) == drawn.encode(graph)


def test_nothing_drawn_is_no_text():
    assert received.text_of(received.message_of(None)) == ""


@settings(deadline=None)
@given(message=ANYTHING | st.fixed_dictionaries({"nodes": ANYTHING, "edges": ANYTHING}))
def test_anything_else_is_refused(message):
    try:
        text = received.text_of(message)
    except InputError:
        return
    assert text == "" or drawn.encode(drawn.decode(text)) == text


@pytest.mark.parametrize(
    ("nodes", "edges"),
    [
        ([[0, 0, 0]] * 65, []),
        ([[0, 0, -1]], [[0, 1, 1]]),
        ([[241, 0, -1]], []),
        ([[0, 0, 9]], []),
        ([[0, 0, -1], [9, 9, -1]], [[0, 1, -1]]),
        ([[0, 0, -1], [9, 9, -1]], [[0, 1, 1e9]]),
        ([[0, 0, -1], [9, 9, -1]], [[0, 1, 1]] * 2017),
        ([[float("nan"), 0, -1]], []),
        ([[1e400, 0, -1]], []),
        ([["a", 0, -1]], []),
        ([[0, 0]], []),
    ],
)
def test_what_no_pad_draws_is_refused(nodes, edges):
    with pytest.raises(InputError):
        received.text_of({"nodes": nodes, "edges": edges})


def test_weights_keep_three_digits():
    message = {"nodes": [[0, 0, -1], [9, 9, -1]], "edges": [[0, 1, 0.30000000000000004]]}
    graph = drawn.decode(received.text_of(message))
    assert graph.adjacency[0, 1] == 0.3
    assert np.array_equal(graph.positions, [[0, 0], [9, 9]])
