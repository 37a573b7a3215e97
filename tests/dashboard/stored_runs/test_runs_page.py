"""The Runs page without a browser."""

import json
from dataclasses import replace
from datetime import datetime
from types import SimpleNamespace
from zoneinfo import ZoneInfo

import numpy as np
import pytest

from dashboard.runs import comparison, listing
from spgat.errors import InputError
from spgat.published import published
from spgat.runs import run_response, unit_energies
from spgat.training import fit
from tests.dashboard.tables import drawn, tables


@pytest.fixture
def opened(open_page, run_ids):
    return lambda **parameters: open_page("runs", **parameters)


def check(app):
    assert not app.exception, [e.value for e in app.exception]
    return app


def texts(app):
    kinds = (app.markdown, app.caption, app.subheader)
    return " ".join(e.value for kind in kinds for e in kind)


def press(app, key):
    return check(app.button(key=key).click().run())


def titles(app):
    options = [json.loads(chart.proto.spec) for chart in app.get("echarts_chart")]
    return [option["title"]["text"] for option in options]


def listed(app):
    return app.dataframe[0].value


def test_without_runs_it_says_what_to_do(open_page):
    app = open_page("runs")
    assert "No runs yet" in texts(app)
    assert not app.dataframe


def test_the_list_has_the_newest_first(opened, run_ids):
    app = opened()
    assert listed(app)["id"].tolist() == run_ids[::-1]
    assert listed(app)["frames"].tolist() == [7, 0]
    assert "Choose runs in the list" in texts(app)
    assert app.button(key="delete").disabled


def test_one_run_is_read(opened, run_ids):
    """The patience is listed: without it nobody can repeat the accuracy."""
    app = opened(run=run_ids[:1])
    assert "1 run chosen" in texts(app)
    assert {"Accuracy", "Loss", "Attention α of layer 2"} < set(titles(app))
    assert titles(app)[-1] == "Learned response g(λ)"
    assert "Patience" in app.dataframe[1].value.index


def test_a_run_of_a_link_that_is_not_there_is_said(opened, run_ids):
    app = opened(run=[run_ids[0], "240101-000000-abcdef"])
    assert len(app.toast) == 1
    assert "1 run chosen" in texts(app)
    assert app.query_params["run"] == run_ids[0]


@pytest.mark.parametrize(
    ("asked", "shown"), [(["Karate club"], None), (["Karate club", "x"], "Karate club"),
                         (["x"], "nothing")],
)  # fmt: skip
def test_graphs_of_a_link_that_are_not_there_are_said(open_page, run_ids, asked, shown):
    app = open_page()
    app.query_params["run_graph"] = asked
    app.session_state["asked"] = {"run_graph": asked}
    check(app.switch_page("app_pages/runs.py").run())
    said = [toast.value for toast in app.toast]
    assert len(said) == (shown is not None)
    assert all(str(shown) in text for text in said)


def test_deleted_runs_beyond_what_is_listed_are_said(opened, run_ids, monkeypatch, store):
    for run_id in run_ids:
        store.delete(run_id)
    assert "The latest" not in texts(opened())
    monkeypatch.setattr("dashboard.runs.actions.MAX_DELETED", 1)
    app = opened()
    assert "The latest 1 are listed." in texts(app)
    assert sum(str(b.key).startswith("restore-") for b in app.button) == 1


def test_two_runs_are_compared_by_what_differs(opened, run_ids):
    app = opened(run=run_ids)
    outcomes, differing = app.dataframe[1].value, app.dataframe[2].value
    assert outcomes.columns.tolist() == ["A SpGAT", "B SpGAT"]
    assert differing.index.tolist() == ["Seed", "Record embedding every"]
    assert differing.loc["Seed"].tolist() == ["0", "1"]
    assert titles(app)[0] == "Validation accuracy"
    assert "Learned response g(λ), layer 2" in titles(app)
    check(app.segmented_control(key="quantity").set_value("train_loss").run())
    assert titles(app)[0] == "Training loss"


def test_alphas_of_two_and_of_three_bands_stand_in_one_row(store, run_ids):
    two = store.load(run_ids[0]).summary
    three = replace(two, alpha=((0.2, 0.3, 0.5), (0.1, 0.3, 0.6)))
    rows = comparison._outcomes({"A": two, "B": three})
    alphas = rows[rows.index.str.startswith("α")]
    assert alphas["A"].tolist() == [f"{low:.3f}" for low, _ in two.alpha]
    assert alphas["B"].tolist() == ["0.200", "0.100"]


def test_a_run_tells_the_command_that_trains_it_again(opened, run_ids):
    app = opened(run=run_ids[:1])
    commands = [code.value for code in app.code]
    assert commands[0].startswith("spgat train --dataset karate --preset frequency")
    assert "--first-seed 1" in commands[0]


def test_charts_of_a_run_have_tables(opened, run_ids):
    app = opened(run=run_ids[:1])
    by_epoch, by_frequency = tables(app).values()
    for key in ("accuracy", "loss", "alpha-1", "alpha-2"):
        shown = drawn(app, f"run-{key}").set_index("epoch") / (100 if key == "accuracy" else 1)
        table = by_epoch.set_index("epoch")[shown.columns]
        np.testing.assert_allclose(table, shown, atol=1e-5)
    np.testing.assert_allclose(by_frequency, drawn(app, "run-response"), atol=1e-5)


def test_the_frequencies_of_each_unit_are_those_of_the_library(opened, run_ids, store):
    app = opened(run=run_ids[:1])
    assert "Hidden units" not in titles(app)
    check(app.toggle(key="units").set_value(True).run())
    assert titles(app)[-2:] == ["Hidden units", "Scores of the classes"]
    shown = tables(app)
    for energy, title in zip(
        unit_energies(store.load(run_ids[0])), titles(app)[-2:], strict=True
    ):
        np.testing.assert_allclose(shown[title]["share of the unit"], energy.shares.ravel())


def test_units_are_counted_in_the_arrays_whatever_the_settings_say(opened, run_ids, store):
    """Settings of an imported run may say a billion."""
    path = store.root / run_ids[0] / "config.json"
    config = json.loads(path.read_text())
    config["config"]["hidden"] = 1
    path.write_text(json.dumps(config))
    app = opened(run=run_ids[:1])
    check(app.toggle(key="units").set_value(True).run())
    assert titles(app)[-2:] == ["Hidden units", "Scores of the classes"]


def test_charts_of_a_comparison_have_tables(opened, run_ids):
    app = opened(run=run_ids)
    by_epoch, by_frequency, density = tables(app).values()
    columns = {"curves": "val_accuracy", "alpha-1": "alpha_1_1", "alpha-2": "alpha_2_1"}
    for key, column in columns.items():
        factor = 100 if key == "curves" else 1
        for run, shown in zip(
            ("A SpGAT", "B SpGAT"), drawn(app, f"compare-{key}"), strict=True
        ):
            of_run = by_epoch[by_epoch["run"] == run]
            assert of_run["epoch"].tolist() == shown["epoch"].tolist()
            np.testing.assert_allclose(factor * of_run[column], shown.iloc[:, 1], atol=1e-4)
    for layer in (1, 2):
        of_layer = by_frequency[by_frequency["layer"] == layer]
        *shown, behind = drawn(app, f"compare-response-{layer}")
        np.testing.assert_allclose(density, behind, atol=1e-5)
        for (_, table), part in zip(of_layer.groupby("run"), shown, strict=True):
            np.testing.assert_allclose(table[["eigenvalue", "g"]], part, atol=1e-5)


def test_a_learned_filter_is_shown_alone_and_beside_spgats(opened, store, karate, run_ids):
    graph, _ = karate
    config = replace(published("jacobiconv", "texas"), epochs=3)
    run_id = store.save(fit(graph, config), graph)
    assert "Learned response g(λ)" in titles(opened(run=[run_id]))
    app = opened(run=[run_id, run_ids[0]])
    by_frequency = tables(app)["By frequency"]
    learned = run_response(store.load(run_id)).learned
    of_filter = by_frequency[by_frequency["run"] == "A JacobiConv"]
    np.testing.assert_allclose(of_filter["g"], learned.values.mean(axis=0), atol=1e-5)
    assert set(by_frequency[by_frequency["run"] == "B SpGAT"]["layer"]) == {1, 2}
    assert "Laplacians differ" in texts(app)


def test_the_numbers_of_a_run_are_those_of_the_epoch_they_name(opened, store, run_ids):
    run = store.load(run_ids[0])
    epoch = run.summary.best_epoch
    app = opened(run=run_ids[:1])
    assert f"At epoch {epoch}, the best on validation" in texts(app)
    record = run.history[epoch - 1]
    shown = {metric.label: metric.value for metric in app.metric}
    assert shown["Test accuracy"] == f"{record.test_accuracy:.1%}"
    assert shown["Validation accuracy"] == f"{record.val_accuracy:.1%}"
    assert shown["α low, layer 2"] == f"{record.alpha[1][0]:.2f}"
    by_frequency = tables(app)["By frequency"]
    low, high = record.alpha[0]
    assert by_frequency["g, layer 1"].iloc[0] == pytest.approx(low)
    assert by_frequency["g, layer 1"].iloc[-1] == pytest.approx(high)


def test_runs_that_cannot_be_read_are_counted(opened, store, run_ids):
    path = store.root / run_ids[0] / "summary.json"
    path.write_text(json.dumps(json.loads(path.read_text()) | {"format": 99}))
    app = opened()
    assert listed(app)["id"].tolist() == run_ids[1:]
    left_out = app.get_by_key("unreadable")
    made_by = store.load(run_ids[1]).environment["packages"]["spgat"]
    assert left_out.label.startswith("1 run")
    assert str(made_by or "unknown") in left_out.label
    assert run_ids[0] in " ".join(caption.value for caption in left_out.caption)


def test_the_version_of_a_run_that_cannot_be_read_is_no_markup(opened, store, run_ids):
    (store.root / run_ids[0] / "summary.json").write_text("{")
    said = json.dumps({"packages": {"spgat": "![](//evil.ex/a)"}})
    (store.root / run_ids[0] / "environment.json").write_text(said)
    assert "![](" not in opened().get_by_key("unreadable").label


def test_times_are_those_of_the_visitors_zone(opened, store, run_ids, monkeypatch):
    created = datetime.fromisoformat(store.load(run_ids[0]).summary.created)
    monkeypatch.setattr(
        "dashboard.runs.listing.visitor_zone",
        lambda: (ZoneInfo("Asia/Tokyo"), "Asia/Tokyo"),
    )
    moment = listed(opened())["created"].iloc[-1]
    assert moment.utcoffset().total_seconds() == 9 * 3600
    assert moment.to_pydatetime().replace(microsecond=0) == created.replace(microsecond=0)


def test_runs_without_a_filter_have_no_table_of_one(opened, store, karate):
    graph, (result, _) = karate
    gcn = fit(graph, replace(result.config, model="gcn", epochs=2))
    app = opened(run=[store.save(gcn, graph), store.save(gcn, graph)])
    assert list(tables(app)) == ["By epoch"]


def test_an_address_of_nothing_is_no_error(opened):
    assert "Choose runs" in texts(opened(run=["240101-000000-abcdef", "../.."]))


def test_filters_narrow_the_list(opened, store, run_ids):
    store.annotate(run_ids[0], star=True, note="shuffled node order")
    app = opened()
    app.text_input(key="run_search").set_value("SHUFFLED order").run()
    assert listed(check(app))["id"].tolist() == [run_ids[0]]
    app.text_input(key="run_search").set_value("").run()
    app.toggle(key="run_starred").set_value(True).run()
    assert listed(check(app))["star"].tolist() == ["★"]
    app.text_input(key="run_search").set_value("no such run").run()
    assert "No runs match" in check(app).info[0].value


@pytest.mark.parametrize("asked", ["gcn", "GCN"])
def test_models_are_filtered_by_their_titles_and_codes_of_old_links(
    opened, store, karate, run_ids, asked
):
    graph, (result, _) = karate
    gcn = store.save(replace(result, config=replace(result.config, model="gcn")), graph)
    app = opened(run_model=asked)
    assert listed(app)["id"].tolist() == [gcn]
    assert app.multiselect(key="run_model").options == ["GCN", "SpGAT"]
    assert app.query_params["run_model"] == "GCN"
    assert not app.toast


def test_stars_and_notes_are_kept(opened, store, run_ids):
    app = opened(run=run_ids[:1])
    press(app, "star")
    app.text_area(key=f"note-{run_ids[0]}").set_value("look at this").run()
    press(app, "keep_note")
    [run] = [run for run in store.list() if run.run_id == run_ids[0]]
    assert run.is_starred
    assert run.note == "look at this"
    press(app, "star")
    assert not any(run.is_starred for run in store.list())


def test_deleting_can_be_undone(opened, store, run_ids, caplog):
    app = opened(run=run_ids)
    press(app, "delete")
    assert [caplog.text.count(f"run deleted {run_id} by ") for run_id in run_ids] == [1, 1]
    assert store.list() == []
    assert "2 runs deleted" in texts(app)
    press(app, "undo_delete")
    assert {run.run_id for run in store.list()} == set(run_ids)


def test_undo_leaves_alone_what_somebody_else_deleted(opened, store, run_ids):
    app = opened(run=run_ids)
    summaries = store.list()
    store.delete(run_ids[0])
    store.list = lambda deleted=False: [] if deleted else summaries
    press(app, "delete")
    assert "1 run deleted" in texts(app)
    press(app, "undo_delete")
    assert store.load(run_ids[1]).summary.run_id == run_ids[1]
    with pytest.raises(InputError, match="There is no run"):
        store.load(run_ids[0])


def test_the_bin_gives_back_single_runs(opened, store, run_ids):
    store.delete(run_ids[0])
    app = opened()
    press(app, f"restore-{run_ids[0]}")
    assert len(store.list()) == 2


def test_a_run_that_somebody_else_deleted_is_said(opened, store, run_ids):
    app = opened(run=run_ids[:1])
    summaries = store.list()
    store.delete(run_ids[0])
    store.list = lambda deleted=False: [] if deleted else summaries
    press(app, "star")
    assert "There is no run" in app.toast[0].value


def test_an_exported_run_is_imported(opened, store, run_ids, caplog):
    content, expected = store.export(run_ids[0]), store.load(run_ids[0]).summary
    store.delete(run_ids[0])
    app = opened()
    check(app.file_uploader[0].upload("run.zip", content, "application/zip").run())
    [found] = [run for run in store.list() if run.run_id != run_ids[1]]
    assert (found.test_accuracy, found.created) == (expected.test_accuracy, expected.created)
    assert "Imported" in app.toast[0].value
    assert f"run imported {found.run_id} by " in caplog.text
    assert "run.zip" not in caplog.text


def test_a_hostile_zip_is_refused_in_one_sentence(opened, store):
    app = opened()
    check(app.file_uploader[0].upload("run.zip", b"PK nonsense", "application/zip").run())
    assert "no readable zip" in app.error[0].value
    assert len(store.list()) == 2


def test_many_runs_of_one_setting_have_nothing_to_stand_over(opened, store, karate):
    graph, results = karate
    ids = [store.save(results[0], graph) for _ in range(5)]
    app = opened(run=ids)
    assert "identical settings" in texts(app)
    assert not app.get("echarts_chart")


@pytest.fixture
def many(store, karate):
    """Three seeds at each of two d, and a model without bands."""
    graph, (first, _) = karate
    for share in (0.1, 0.4):
        bands = replace(first.config.bands, low_fractions=(share,))
        for seed in range(3):
            result = replace(first, config=replace(first.config, bands=bands), seed=seed)
            store.save(result, graph, name=f"{share} {seed}")
    plain = replace(published("gcn", "karate"), epochs=3, patience=None)
    store.save(fit(graph, plain), graph, name="plain")
    return store.list()


def test_many_runs_are_dots_over_a_setting_in_which_they_differ(open_page, many):
    app = open_page("runs", run=[run.run_id for run in many])
    assert titles(app) == ["Validation accuracy of 6 runs"]
    assert "1 run left out" in texts(app)  # no frequency is low in a GCN
    over = app.selectbox(key="over")
    assert over.options[0] == "Share of low frequencies"
    assert over.options[-1] == "Seed"
    table = next(iter(tables(app).values()))
    shown = {
        name.split(",")[0]: (share, accuracy)
        for name, share, accuracy in zip(
            table["run"], table["setting"], table["Validation accuracy"], strict=True
        )
    }
    expected = {
        run.name: (100 * run.config.bands.low_fractions[0], 100 * run.val_accuracy)
        for run in many
        if run.alpha
    }
    assert shown == {name: pytest.approx(values) for name, values in expected.items()}
    app.selectbox(key="over").select("Model")
    check(app.run())
    assert titles(app) == ["Validation accuracy of 7 runs"]
    app.segmented_control(key="outcome").set_value("alpha")
    check(app.run())
    assert titles(app) == ["α of the low frequencies, layer 1 of 6 runs"]


def test_a_note_full_of_tags_takes_little_of_every_list(opened, run_ids, store):
    store.annotate(run_ids[0], note="".join(f"#{number} " for number in range(400)))
    app = opened()
    assert len(app.multiselect(key="run_tag").options) == listing.MAX_TAGS
    assert max(map(len, listed(app)["note"])) <= 60


def test_a_note_is_added_to_several_runs_and_its_tags_filter_the_list(open_page, many, store):
    first, second, *_ = many
    store.annotate(first.run_id, note="good")
    app = open_page("runs", run=[first.run_id, second.run_id])
    app.text_input(key="note_to_all").set_value("#best-of two")
    press(app, "add_note")
    press(app, "add_note")
    notes = {run.run_id: run.note for run in store.list() if run.note}
    assert notes == {first.run_id: "good\n#best-of two", second.run_id: "#best-of two"}
    app = open_page("runs", run_tag="#best-of")
    assert set(listed(app)["id"]) == set(notes)


def test_a_tag_is_the_same_however_a_keyboard_sends_its_accents():
    one, two = "#\u00e9t\u00e9", "#e\u0301te\u0301"
    tags = [listing.tags_of(SimpleNamespace(note=note)) for note in (one, two)]
    assert tags == [{one}, {one}]


@pytest.mark.parametrize("tag", ["#हिन्दी", "#தமிழ்", "#ไทยที่", "#می\u200cخواهم", "#ab-c", "#Θ_1"])
def test_a_tag_is_a_whole_word_of_any_script(tag):
    run = SimpleNamespace(note=f"Try {tag}, and {tag} again: # none #- none")
    assert listing.tags_of(run) == {tag}
