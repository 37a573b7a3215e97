"""What a tab keeps of a page, as long as it is open: fragments and callbacks."""

import gc
import weakref
from types import SimpleNamespace

import numpy as np
import pytest
import streamlit as st

from dashboard import plot
from dashboard.embeddings import chosen, linked, many, selecting
from dashboard.figures import colouring
from dashboard.film import component
from dashboard.frequencies import view
from dashboard.frequencies.graph_choice import LAPLACIANS, GraphChoice
from dashboard.own_graphs import Origin
from dashboard.source import Source
from spgat.datasets import toy
from spgat.embedding import Embedded


def test_a_view_does_not_hold_a_graph_that_gives_way(monkeypatch):
    kept = []

    def fragment(run_every):
        return lambda body: kept.append(body) or (lambda: None)

    monkeypatch.setattr(st, "fragment", fragment)
    monkeypatch.setattr(Source, "load", lambda source: toy.path(num_nodes=4))
    choice = GraphChoice.of(Source("own-1", origin=Origin()), LAPLACIANS["normalized"])
    view.show(lambda choice, spectrum: None, choice, None)
    view.show_large(lambda choice: None, choice)
    graph = weakref.ref(choice.graph.adjacency)
    del choice
    gc.collect()
    assert len(kept) == 2
    assert graph() is None


@pytest.fixture
def shown():
    """An embedding on a page, with all that callbacks need to find it again."""
    graph = toy.path(num_nodes=4)
    nodes = Embedded(
        key="own-1",
        name="mine",
        graph=graph.with_(labels=np.arange(4) % 2, class_names=("a", "b")),
        vectors=np.zeros((4, 3), np.float32),
        nodes="digest",
        predictions=np.zeros(4, np.int64),
    )
    request, options = SimpleNamespace(pick="pick"), SimpleNamespace(layer="hidden")
    return [SimpleNamespace(nodes=nodes, request=request, view=options, frame=0, values={})]


def show_map(shown):
    paint = colouring.classes("Class", shown.nodes.labels, ["a", "b"])
    places, selection = shown.nodes.vectors[:, :2], chosen.Selection()
    many.show(shown.nodes, places, paint, selection, drawn="", source="map", height=9, alt="")


def show_matrix(shown):
    linked._show_confusion(shown, np.zeros(0, np.int64))


def show_menu(shown):
    selecting._show_menu(shown, chosen.Selection("digest", (1, 2)))


@pytest.mark.parametrize("show", [show_map, show_matrix, show_menu])
def test_a_callback_does_not_hold_an_embedding_that_gives_way(monkeypatch, shown, show):
    """Streamlit keeps those of each control that a tab has ever had."""
    kept = []

    def keep(*_, **options):
        kept.extend(options[name] for name in ("on_lasso", "on_select") if name in options)
        kept.extend(options[name] for name in ("on_click",) if name in options)

    monkeypatch.setattr(component, "show", keep)
    monkeypatch.setattr(plot, "show", keep)
    monkeypatch.setattr(st, "menu_button", keep)
    vectors = weakref.ref(shown[0].nodes.vectors)
    show(shown.pop())
    gc.collect()
    assert kept
    assert vectors() is None
