"""The report of a run: one small file that needs no network and trusts no name."""

import re
from dataclasses import replace
from html.parser import HTMLParser

import numpy as np
import pytest

from dashboard import report
from dashboard.report import report_html
from spgat.results import EpochRecord

EVIL = "</script><script>alert(1)</script>"


class Page(HTMLParser):
    """The elements of a page, its charts by their words, and its texts."""

    def __init__(self, html):
        super().__init__()
        self.tags, self.charts, self.words = [], [], []
        self.feed(html)

    def handle_starttag(self, tag, attrs):
        self.tags.append(tag)
        if dict(attrs).get("role") == "img":
            self.charts.append(dict(attrs)["aria-label"])

    def handle_data(self, data):
        self.words.append(data)


@pytest.fixture
def run(store, run_ids):
    return store.load(run_ids[1])


def test_everything_is_within_the_file_and_nothing_runs(run):
    html = report_html(run)
    page = Page(html)
    assert not {"script", "link", "img", "iframe"} & set(page.tags)
    assert "http" not in re.sub(r'xmlns="[^"]*"', "", html)
    kinds = [words.split(".")[0] for words in page.charts]
    assert kinds[:4] == ["α of layer 1", "α of layer 2", "Accuracies", "Losses"]
    assert len(kinds) == 6  # and the filter and the embedding
    assert len(html.encode()) < 100_000


def test_its_numbers_are_those_of_the_epoch_it_names(run):
    words = " ".join(Page(report_html(run)).words)
    record = run.history[run.summary.best_epoch - 1]
    assert f"At epoch {record.epoch}, the best on validation" in words
    assert f"{record.test_accuracy:.1%}" in words
    assert f"{record.alpha[0][0]:.3f}" in words
    assert "record_embedding_every" in words
    assert "numpy" in words


def test_the_confusion_matrix_counts_the_test_nodes(run):
    html = report_html(run)
    table = re.search(r'<table class="confusion">.*?</table>', html, re.DOTALL).group()
    cells = [int(cell or 0) for cell in re.findall(r"<td style[^>]*>(\d*)</td>", table)]
    counts = run.confusion(run.split.test)
    np.testing.assert_array_equal(np.reshape(cells, counts.shape), counts)


def test_no_matrix_of_very_many_classes_is_drawn(run, monkeypatch):
    monkeypatch.setattr(report, "MAX_CLASSES", len(run.graph.class_names) - 1)
    assert '<table class="confusion">' not in report_html(run)


def test_the_table_by_epoch_of_a_long_run_keeps_the_best_epoch(store, karate, monkeypatch):
    graph, (result, _) = karate
    monkeypatch.setattr(report, "MAX_ROWS", 3)
    history = [
        EpochRecord(
            epoch=epoch,
            train_loss=1.0,
            val_loss=1.0,
            train_accuracy=0.5,
            val_accuracy=0.5,
            test_accuracy=0.5,
            alpha=result.alpha,
            seconds=0.0,
        )
        for epoch in range(1, 11)
    ]
    run_id = store.save(replace(result, history=history, best_epoch=7), graph)
    html = report_html(store.load(run_id))
    table = re.search(r"<details>.*</details>", html, re.DOTALL).group()
    epochs = [int(row) for row in re.findall(r"<tr>\s*<td>(\d+)</td>", table)]
    assert epochs == [1, 4, 7, 8]


def test_names_of_strangers_are_not_markup(store, karate):
    graph, (result, _) = karate
    graph = graph.with_(
        class_names=(EVIL, *graph.class_names[1:]), node_names=(EVIL,) * graph.num_nodes
    )
    run_id = store.save(replace(result, dataset=EVIL, notes=(EVIL,)), graph, name=EVIL)
    store.annotate(run_id, note=EVIL)
    assert "<script" not in report_html(store.load(run_id))


def test_it_is_readable_in_light_and_dark(run):
    html = report_html(run)
    assert "prefers-color-scheme: dark" in html
    assert not re.findall(r"var\(--st-[a-z-]+\)", html)  # Streamlit's own are not there


def test_a_model_without_attention_has_no_filter(store, karate):
    graph, (result, _) = karate
    history = [replace(record, alpha=()) for record in result.history]
    run_id = store.save(replace(result, last_alpha=(), history=history), graph)
    charts = Page(report_html(store.load(run_id))).charts
    assert [words.split(".")[0] for words in charts[:2]] == ["Accuracies", "Losses"]
    assert len(charts) == 3
