import numpy as np
import pytest

from dashboard.embeddings.picks import Pick
from dashboard.embeddings.recipe import script
from dashboard.embeddings.view import View
from spgat.embedding import EmbeddingConfig, project


@pytest.fixture
def view_of(store, run_ids, monkeypatch):
    monkeypatch.setenv("SPGAT_RUNS", str(store.root))
    newest = store.list()[0]

    def view(**changes):
        config = EmbeddingConfig(method="tsne", perplexity=5, iterations=20)
        return View(
            (Pick.of_run(newest),), "logits", config, "class", changes.get("over_epochs", False)
        )

    return view


def test_the_lines_draw_what_the_page_draws(view_of, store, run_ids):
    names = {}
    exec(script(view_of()), names)
    expected = project(store.load(run_ids[1]).logits, view_of().config)
    np.testing.assert_array_equal(names["picture"].coordinates, expected.coordinates)
    assert names["quality"].num_neighbors == 10


def test_over_epochs_they_draw_the_series(view_of):
    names = {}
    exec(script(view_of(over_epochs=True)), names)
    assert len(names["pictures"]) == len(names["epochs"]) == 7
