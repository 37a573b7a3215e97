"""The report of a run: one file that needs no network and trusts no name."""

import re
from dataclasses import replace

import pytest

from dashboard.figures import report
from dashboard.figures.history import History
from dashboard.report import report_html

EVIL = "</script><script>alert(1)</script>"


@pytest.fixture
def run(store, run_ids):
    return store.load(run_ids[1])


def test_everything_is_within_the_file(run):
    html = report_html(run)
    assert not re.findall(r'<(?:script|link|img)[^>]+(?:src|href)="http', html)
    assert (
        html.count("plotly-graph-div") == 7
    )  # accuracy, loss, α twice, g, confusion, embedding
    assert f"{run.summary.test_accuracy:.1%}" in html
    assert "record_embedding_every" in html
    assert "numpy" in html


def test_names_of_strangers_are_not_markup(store, karate):
    graph, (result, _) = karate
    graph = graph.with_(
        class_names=(EVIL, *graph.class_names[1:]), node_names=(EVIL,) * graph.num_nodes
    )
    run_id = store.save(replace(result, dataset=EVIL, notes=(EVIL,)), graph, name=EVIL)
    store.annotate(run_id, note=EVIL)
    html = report_html(store.load(run_id))
    assert "<script>alert" not in html


def test_lines_are_told_apart_without_colour(run):
    history = History.of([run.history])
    for figure in report.curves(history, best_epoch=1):
        dashes = [trace.line.dash for trace in figure.data]
        assert len(set(dashes)) == len(dashes) > 1


def test_a_model_without_attention_has_no_filter(store, karate):
    graph, (result, _) = karate
    history = [replace(record, alpha=()) for record in result.history]
    run_id = store.save(replace(result, last_alpha=(), history=history), graph)
    html = report_html(store.load(run_id))
    assert html.count("plotly-graph-div") == 4
    assert "Learned response" not in html
