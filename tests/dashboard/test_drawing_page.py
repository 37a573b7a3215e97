"""A drawing in the address of Frequencies and Train."""

import numpy as np
import pytest

from dashboard.plain import plain
from dashboard.source import Source
from spgat import datasets
from spgat.datasets import drawn
from spgat.graph import Graph

VIEWS = ("bands", "signals", "over-time", "filters", "wavelets", "chebyshev")


def text_of(name, **parameters):
    return drawn.encode(drawn.drawable(datasets.load(name, **parameters)))


def shown(app):
    """The drawing that the page's spectrum is of."""
    [text] = [field.value for field in app.text_input if field.key == "drawing"]
    return drawn.decode(text)


@pytest.mark.parametrize("view", VIEWS)
def test_every_view_shows_a_drawing(open_page, view):
    app = open_page(graph="drawing", drawing=text_of("florentine"), view=view)
    assert not app.error
    assert not app.toast
    assert shown(app).num_nodes == 15


@pytest.mark.parametrize("view", VIEWS)
@pytest.mark.parametrize("num_nodes", [1, 2])
def test_every_view_bears_a_drawing_that_has_just_begun(open_page, view, num_nodes):
    begun = Graph.build(
        "begun", num_nodes, [], positions=[[10 * k, 10] for k in range(num_nodes)]
    )
    app = open_page(graph="drawing", drawing=drawn.encode(begun), view=view)
    assert not app.exception
    assert shown(app).num_nodes == num_nodes


def test_an_empty_pad_asks_for_a_node(open_page):
    app = open_page(graph="drawing")
    assert not app.error
    assert "drawing" not in app.query_params
    assert "empty sheet" in " ".join(element.value for element in app.markdown)


@pytest.mark.parametrize("text", ["nonsense", "1AAA", "2AAAA", "1" * 10_000, "é", "1e999"])
def test_a_broken_drawing_is_reported_in_a_sentence(open_page, text):
    app = open_page(graph="drawing", drawing=text)
    assert app.error
    assert not app.exception


def test_a_copy_of_a_small_graph_is_edited(open_page):
    app = open_page(graph="karate")
    app.button(key="edit-copy").click().run()
    assert not app.exception
    assert app.selectbox(key="graph").value == "drawing"
    karate = datasets.load("karate")
    assert np.array_equal(shown(app).adjacency.toarray(), karate.adjacency.toarray())
    assert shown(app).labels.tolist() == karate.labels.tolist()


def test_a_large_graph_offers_no_copy(open_page):
    app = open_page(graph="sbm")
    assert "edit-copy" not in [button.key for button in app.button]


def test_a_drawing_is_kept_while_another_graph_is_looked_at(open_page):
    text = text_of("ring", num_nodes=5)
    app = open_page(graph="drawing", drawing=text)
    app.selectbox(key="graph").set_value("barbell").run()
    app.selectbox(key="graph").set_value("drawing").run()
    assert not app.exception
    assert app.text_input(key="drawing").value == text


def test_a_locked_drawing_stays(open_page):
    app = open_page(graph="drawing", drawing=text_of("star"), hide="drawing,graph")
    assert app.text_input(key="drawing").disabled
    app = open_page(graph="karate", hide="drawing")
    assert app.button(key="edit-copy").disabled


def test_a_drawing_with_classes_can_be_trained_on(open_page):
    app = open_page("train", dataset="drawing", drawing=text_of("karate"))
    assert not app.error
    recipe = " ".join(block.value for block in app.code)
    assert f"{drawn.PREFIX}{text_of('karate')}" in recipe


def test_what_is_trained_on_a_drawing_is_its_visitors_alone():
    source = Source(drawn.PREFIX + text_of("karate"))
    assert source.is_private
    assert not source.is_own
    assert not Source("karate").is_private
    assert min(source.load().splits[0].sizes) > 0


def test_a_drawing_without_classes_is_refused_there(open_page):
    app = open_page("train", dataset="drawing", drawing=text_of("ring"))
    assert plain("classes") in app.error[0].value
    assert open_page("train", dataset="drawing").error
