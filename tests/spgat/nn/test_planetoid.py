"""Planetoid's losses against the sums that its publication and code write out."""

from dataclasses import replace

import numpy as np
import pytest
import torch

from spgat import datasets
from spgat.nn.baselines.contexts import Contexts
from spgat.nn.build import build_model
from spgat.nn.model import Preparation
from spgat.published import published
from spgat.training import fit

NUM_NODES, SIZE = 12, 4


@pytest.fixture
def contexts():
    torch.manual_seed(0)
    contexts = Contexts(NUM_NODES, SIZE, window=2)
    torch.nn.init.normal_(contexts.bias)
    return contexts


def log_p(contexts, row, node):
    return torch.log_softmax(row @ contexts.weight.T + contexts.bias, dim=0)[node]


def test_the_loss_of_walks_sums_over_pairs_within_the_window(contexts):
    walks = torch.tensor([[0, 1, 2, 1, 3], [4, 5, 6, 5, 4]])
    unseen = torch.arange(NUM_NODES) == 5
    embedding = torch.randn(NUM_NODES, SIZE)
    expected = torch.zeros(())
    for walk in walks.tolist():
        for at, centre in enumerate(walk):
            for context in walk[max(0, at - 2) : at + 3]:
                if 5 not in (centre, context):
                    expected -= log_p(contexts, embedding[centre], context)
    found = contexts.of_walks(embedding[walks], walks, unseen)
    torch.testing.assert_close(found, expected)


def test_the_loss_of_labels_is_what_drawn_pairs_have_on_average(contexts):
    nodes, labels = torch.tensor([1, 4, 6, 9, 11]), torch.tensor([0, 1, 0, 0, 1])
    embedding = torch.randn(5, SIZE)
    means = []
    for row, label in zip(embedding, labels, strict=True):
        same = nodes[labels == label]
        means.append(torch.stack([-log_p(contexts, row, node) for node in same]).mean())
    found = contexts.of_labels(embedding, nodes, labels, batch=100)
    torch.testing.assert_close(found, 100 * torch.stack(means).mean())


def test_contexts_bring_neighbours_together():
    """Two cliques: after the contexts an embedding is nearer to its own clique's."""
    graph = datasets.load("karate")
    config = published("planetoid", "karate")
    options = dict(config.options) | {"label_steps": 0, "walks": 60.0, "walk_batch": 20}
    config = replace(config, hidden=8, options=tuple(sorted(options.items())))
    torch.manual_seed(0)
    model = build_model(config, graph.num_nodes, graph.num_classes)
    model.prepare(Preparation(graph))
    embedding = torch.nn.functional.normalize(model.embedding.detach(), dim=1)
    alike = (embedding @ embedding.T).numpy()
    same = graph.labels[:, None] == graph.labels
    assert alike[same].mean() > alike[~same].mean() + 0.2


def test_the_inductive_form_never_sees_a_test_node():
    graph = datasets.load("csbm", num_nodes=80)
    split = graph.splits[0]
    other = graph.features.copy()
    other[split.test] = 7.0
    config = published("planetoid-i", "csbm")
    options = dict(config.options) | {"label_steps": 5}
    config = replace(config, hidden=8, epochs=5, options=tuple(sorted(options.items())))
    first, second = (fit(g, config) for g in (graph, graph.with_(features=other)))
    np.testing.assert_array_equal(first.logits[~split.test], second.logits[~split.test])
