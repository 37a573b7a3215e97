"""Runs of one setting as a row, the way back into the form, and a fresh server's example."""

from dataclasses import replace
from statistics import fmean, stdev

import pytest

from dashboard import example
from dashboard.runs import groups
from dashboard.source import Source
from dashboard.training.address import address_of
from spgat import datasets, presets
from spgat.training import fit


@pytest.fixture
def runs(store, karate):
    """Three seeds of one setting, one of them with frames, and one run of another d."""
    graph, (first, with_frames) = karate
    config = first.config
    third = fit(graph, config, seed=2)
    other = replace(config, bands=replace(config.bands, low_fractions=(0.5,)))
    for result in (first, with_frames, third, fit(graph, other)):
        store.save(result, graph)
    return store.list()


def test_a_row_has_mean_and_deviation_of_the_seeds_of_its_setting(runs):
    found = groups.grouped(runs)
    assert sorted(len(group) for group in found) == [1, 3]
    table = groups.table(found).set_index("runs")
    of_three = [100 * run.test_accuracy for run in max(found, key=len)]
    assert table.loc[3, "test"] == pytest.approx(fmean(of_three))
    assert table.loc[3, "test_std"] == pytest.approx(stdev(of_three))
    assert table["test_std"].isna()[1]
    assert table.loc[1, "d"] == 0.5


def test_the_table_for_a_paper_has_the_means_and_no_command_of_a_name(runs, store, karate):
    graph, (first, _) = karate
    config = replace(first.config, epochs=7)
    store.save(replace(first, config=config, dataset=r"50% \input{x}_$y$"), graph)
    rows = groups.grouped(store.list())
    text = groups.latex(rows)
    of_three = [100 * run.test_accuracy for run in max(rows, key=len)]
    assert f"& {fmean(of_three):.1f} ± {stdev(of_three):.1f} &" in text
    assert r"50\% \textbackslash input\{x\}\_\$y\$" in text
    assert text.count(r" \\") == 1 + len(rows)


def test_the_page_lists_settings_and_then_their_runs(open_page, runs):
    app = open_page("runs", by_setting="true")
    assert len(app.dataframe[0].value) == 2
    assert len(app.dataframe[1].value) == 4


def test_a_run_opens_in_the_form_with_its_settings(open_page):
    base = presets.resolve("spgat", "frequency", "iris")
    config = replace(base, epochs=7, hidden=8, bands=replace(base.bands, low_fractions=(0.3,)))
    address = address_of(Source("iris"), config)
    assert address["epochs"] == "7"
    app = open_page("train", **address)
    assert not app.toast
    shown = [
        app.get_by_key(key).value for key in ("dataset", "epochs", "hidden", "low_fraction")
    ]
    assert shown == ["iris", 7, 8, 0.3]


def test_what_the_form_does_not_have_is_not_opened_in_it():
    config = presets.resolve("spgat", "frequency", "iris")
    assert address_of(None, config) is None
    assert address_of(Source("iris"), replace(config, preset="of another version")) is None


def test_a_fresh_server_has_an_example_that_is_nobodys(open_page, store):
    app = open_page("runs")
    app.get_by_key("add-example").click().run()
    assert not app.exception
    [run] = store.list()
    assert run.owner == ""
    assert run.num_frames > 1
    assert run.graph_digest == datasets.load("digits").digest
    assert run.test_accuracy > 0.9
    assert example.FILE.stat().st_size < 1_000_000
    assert not any(button.key == "add-example" for button in app.button)
