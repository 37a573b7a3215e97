"""What a tab keeps of a page, as long as it is open: its fragments, with what they hold."""

import gc
import weakref

import streamlit as st

from dashboard.frequencies import view
from dashboard.frequencies.graph_choice import LAPLACIANS, GraphChoice
from dashboard.own_graphs import Origin
from dashboard.source import Source
from spgat.datasets import toy


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
