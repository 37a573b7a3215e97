from dataclasses import replace

import numpy as np
import pytest

from spgat.runs import embedded


@pytest.mark.parametrize("layer", ["hidden", "logits"])
def test_a_run_gives_what_a_page_needs_of_its_nodes(store, result, graph, layer):
    run = store.load(store.save(result, graph))
    found = embedded(run, layer)
    np.testing.assert_array_equal(found.vectors, getattr(run, layer))
    np.testing.assert_array_equal(found.labels, run.labels)
    np.testing.assert_array_equal(found.predictions, run.predictions)
    assert found.nodes == run.summary.nodes
    assert found.is_judged
    some = np.arange(9)
    for nodes in (None, some):
        np.testing.assert_array_equal(found.confusion(nodes), run.confusion(nodes))
    assert found.confusion().sum() == (run.labels >= 0).sum()


def test_runs_that_claim_one_graph_have_the_same_nodes_only_if_as_many(store, result, graph):
    run = store.load(store.save(result, graph)).summary
    forged = replace(run, num_nodes=graph.num_nodes - 1)
    assert (run.is_on(graph), forged.is_on(graph)) == (True, False)
    assert run.nodes == replace(run, name="another").nodes != forged.nodes
