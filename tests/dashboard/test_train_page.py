"""The Train page without a browser: its controls, its states, what an address does to it."""

import json
import re
import socket
import sys
import threading
from pathlib import Path

import numpy as np
import pytest

import dashboard
from dashboard import state, suggestion
from dashboard.figures.graph import MAX_NODES
from dashboard.jobs import JobManager
from dashboard.pace import Pace
from dashboard.plain import plain
from dashboard.run_titles import title_in_address
from dashboard.training import live
from dashboard.training.form import describe_cut
from dashboard.training.frames import RECORD
from spgat import datasets
from spgat.bands.config import BandConfig
from spgat.bands.cut import Cut
from spgat.bands.suggest import suggest_low_fraction
from spgat.epochs import Loop
from spgat.options import OPTIONS, SEEDS
from spgat.runs import RunStore, run_response
from tests.dashboard.tables import drawn, tables


@pytest.fixture
def store(tmp_path):
    return RunStore(tmp_path / "runs")


@pytest.fixture(autouse=True)
def manager(monkeypatch, store):
    """Jobs are done at once, in the script itself."""
    manager, downloads = JobManager(inline=True), JobManager(inline=True)
    monkeypatch.setattr(state, "job_manager", lambda: manager)
    monkeypatch.setattr(state, "downloads", lambda: downloads)
    monkeypatch.setattr(state, "run_store", lambda: store)
    return manager


@pytest.fixture
def opened(open_page):
    """Opens the page as a link does; iris trains in no time."""

    def visit(**parameters):
        return open_page("train", **{"dataset": "iris", "epochs": "3", **parameters})

    return visit


def check(app):
    assert not app.exception, [e.value for e in app.exception]
    return app


def button(app, key):
    return app.get_by_key(key)


def has(app, key):
    return any(b.key == key for b in app.button)


def charts(app):
    return [json.loads(c.proto.spec) for c in app.get("echarts_chart")]


def chart_titles(app):
    return [chart["title"]["text"] for chart in charts(app)]


def texts(app):
    return " ".join(e.value for kind in (app.markdown, app.caption) for e in kind)


def test_before_a_training_the_page_shows_the_spectrum_and_what_to_expect(opened):
    app = opened()
    assert chart_titles(app) == ["The frequencies of Iris"]
    assert "Press **Start training**" in texts(app)
    assert has(app, "start")
    assert not has(app, "stop")


def test_starting_trains_and_shows_the_outcome(opened, store):
    """A single run is marked as one: it has no spread."""
    app = opened()
    check(button(app, "start").click().run())
    assert chart_titles(app) == [
        "Attention α of layer 1",
        "Attention α of layer 2",
        "Accuracy",
        "Loss",
        "Learned response g(λ)",
        "Embedding at epoch 3",
    ]
    assert "SpGAT on Iris, true frequencies: done in" in texts(app)
    assert [m.label for m in app.metric] == [
        "α low, layer 1",
        "α low, layer 2",
        "Validation accuracy, 1 seed",
        "Test accuracy, 1 seed",
    ]
    [run] = store.list()
    assert (run.dataset, run.config.epochs, run.num_frames) == ("Iris", 3, 4)
    assert app.query_params["job"] == app.session_state["job_id"]


def test_the_numbers_of_an_ended_training_are_those_of_its_run(opened, store):
    """Train, the stored run and the drawn filter are one network: that of the best epoch."""
    app = opened()
    check(button(app, "start").click().run())
    [summary] = store.list()
    run = store.load(summary.run_id)
    record = run.history[summary.best_epoch - 1]
    assert f"At epoch {summary.best_epoch}, the best on validation" in texts(app)
    shown = {metric.label: metric.value for metric in app.metric}
    assert shown["α low, layer 1"] == f"{record.alpha[0][0]:.2f}"
    assert shown["Test accuracy, 1 seed"] == f"{record.test_accuracy:.1%}"
    by_frequency = tables(app)["By frequency"]
    found = run_response(run).learned
    np.testing.assert_allclose(by_frequency["eigenvalue"], found.eigenvalues)
    np.testing.assert_allclose(by_frequency["g, layer 1"], found.values[0])


def test_a_node_of_an_ended_training_is_explained(opened, store):
    app = opened(explain="true", explained_node="7")
    check(button(app, "start").click().run())
    run = store.load(store.list()[0].run_id)
    [scores] = [d.value for d in app.dataframe if "score" in d.value]
    np.testing.assert_allclose(scores.sort_index()["score"], run.logits[7], atol=1e-6)
    app.number_input(key="explained_node").set_value(100)
    [scores] = [d.value for d in check(app.run()).dataframe if "score" in d.value]
    np.testing.assert_allclose(scores.sort_index()["score"], run.logits[100], atol=1e-6)


def test_seeds_give_mean_and_spread(opened, store):
    """A mean without its number of runs and their spread says little."""
    app = opened(seeds="3")
    check(button(app, "start").click().run())
    assert len(store.list()) == 3
    assert [m for m in app.metric if "3 seeds" in m.label and "±" in m.value]
    names = [s["name"] for s in charts(app)[0]["series"]]
    assert "± low_width" in names


def test_a_link_shows_the_training_to_another_visitor_who_may_not_steer_it(opened):
    """The training does not end with the connection that started it."""
    first = opened()
    check(button(first, "start").click().run())
    second = opened(job=first.session_state["job_id"])
    assert "done in" in texts(second)
    assert second.session_state["job_id"] == first.session_state["job_id"]


def test_a_training_survives_the_way_to_another_page_and_back(opened):
    app = opened()
    check(button(app, "start").click().run())
    app.switch_page("app_pages/frequencies.py").run()
    check(app.switch_page("app_pages/train.py").run())
    assert "done in" in texts(app)
    assert app.query_params["job"] == app.session_state["job_id"]


def test_a_link_to_a_forgotten_training_says_so_and_shows_the_start(opened):
    app = opened(job="../../etc/passwd")
    assert len(app.toast) == 1
    assert "job" not in app.query_params
    assert has(app, "start")


def test_a_training_whose_name_reads_as_a_number_without_end_is_found(opened, manager):
    first = opened()
    check(button(first, "start").click().run())
    job = manager.get(first.session_state["job_id"])
    manager._jobs["12345e7890"] = job
    job.id = "12345e7890"
    assert "done in" in texts(opened(job=job.id))


def test_options_are_kept_over_a_change_of_page(opened):
    """Streamlit forgets the values of widgets that a run has not drawn."""
    app = opened()
    app.get_by_key("learning_rate").set_value(0.5).run()
    app.get_by_key("low_fraction").set_value(0.125).run()
    app.switch_page("app_pages/frequencies.py").run()
    check(app.switch_page("app_pages/train.py").run())
    assert (app.get_by_key("learning_rate").value, app.get_by_key("low_fraction").value) == (
        0.5,
        0.125,
    )


def test_pages_that_share_a_key_keep_their_own_values(open_page):
    """Streamlit keeps a control's value by its key, on all pages."""
    app = open_page("frequencies", graph="karate", view="wavelets", scale="20")
    app.get_by_key("threshold").set_value(1e-2).run()
    app.switch_page("app_pages/images.py").run()
    app.get_by_key("low_fraction").set_value(0.5).run()
    app.switch_page("app_pages/train.py").run()
    app.get_by_key("preset").set_value("paper").run()
    check(app)
    keys = ("scale", "threshold", "low_fraction")
    assert [app.get_by_key(key).value for key in keys] == [1.0, 1e-4, 0.1]
    app.get_by_key("scale").set_value(3.0).run()
    check(app.switch_page("app_pages/frequencies.py").run())
    assert [app.get_by_key(key).value for key in keys[:2]] == [20.0, 1e-2]
    app.switch_page("app_pages/lessons.py").run()
    check(app.switch_page("app_pages/train.py").run())
    assert [app.get_by_key(key).value for key in keys] == [3.0, 1e-4, 0.1]


def test_every_key_that_two_pages_have_is_kept_apart():
    folder = Path(dashboard.__file__).parent
    other = [file for file in folder.rglob("*.py") if file.parent.name != "training"]
    keys = {key for file in other for key in re.findall(r'key="(\w+)"', file.read_text())}
    assert keys & {option.name for option in [*OPTIONS, SEEDS]} == set(state._APART)


def test_options_are_on_where_they_change_something(opened):
    app = opened()
    idle = [o.name for o in OPTIONS if o.part == "bands" and app.get_by_key(o.name).disabled]
    assert idle == ["scale", "threshold", "node_order_seed"]
    app.get_by_key("basis").set_value("wavelet").run()
    app.get_by_key("cut_by").set_value("column").run()
    idle = [o.name for o in OPTIONS if o.part == "bands" and app.get_by_key(o.name).disabled]
    assert idle == ["threshold", "count_from", "learn_cutoffs"]


def test_an_order_of_the_nodes_is_in_the_address_and_trained(opened, store):
    app = opened(preset="paper", node_order_seed="7")
    check(button(app, "start").click().run())
    assert store.list()[0].config.bands.node_order_seed == 7


def test_what_does_not_go_together_is_said_below_all_options(opened, mirror):
    """The tuned bands are polynomials, which have no entries to drop."""
    app = opened(dataset="cora", preset="tuned", sparsification="magnitude")
    assert "polynomial" in app.error[0].value
    assert not app.exception
    assert app.get_by_key("epochs").value == 3


def test_a_link_sets_the_options(opened, store):
    app = opened(
        preset="reference-code", low_fraction="0.2", hidden="8", seeds="2", pooling="mean"
    )
    check(button(app, "start").click().run())
    [one, other] = store.list()
    assert one.config.bands.low_fractions == (0.2,)
    assert (one.config.preset, one.config.hidden) == ("reference-code", 8)
    assert one.config.pooling == "mean"
    assert {one.seed, other.seed} == {0, 1}


def test_values_of_a_link_that_cannot_be_are_replaced_with_a_notice(open_page):
    """A link may hold anything: numbers out of range, paths, words for numbers."""
    app = open_page()
    bad = {
        "dataset": "../../x",
        "learning_rate": "1e9",
        "hidden": "abc",
        "preset": "<b>",
        "seeds": "-3",
    }
    for key, value in bad.items():
        app.query_params[key] = value
    app.session_state["asked"] = {key: [value] for key, value in bad.items()}  # as at first
    check(app.switch_page("app_pages/train.py").run())
    used = {
        "dataset": "digits",
        "learning_rate": 0.01,
        "hidden": 64,
        "preset": "frequency",
        "seeds": 1,
    }
    assert {key: app.get_by_key(key).value for key in bad} == used
    said = [toast.value for toast in app.toast]
    assert [sum(plain(f"{key} =") in text for text in said) for key in bad] == [1] * 5


def test_a_number_without_end_in_a_link_is_dropped_with_a_notice(open_page):
    app = open_page()
    app.query_params.update({"dataset": "iris", "epochs": "inf"})
    app.session_state["asked"] = {"dataset": ["iris"], "epochs": ["inf"]}
    check(app.switch_page("app_pages/train.py").run())
    assert "epochs = inf" in app.toast[0].value
    assert app.get_by_key("dataset").value == "iris"


def test_a_run_to_compare_with_that_is_not_there_is_said(open_page, opened):
    check(button(opened(), "start").click().run())
    app = open_page()
    app.query_params.update({"dataset": "iris", "pin": "240101-000000-abcdef"})
    app.session_state["asked"] = {"pin": ["240101-000000-abcdef"]}
    check(app.switch_page("app_pages/train.py").run())
    assert "pin = 240101-000000-abcdef" in app.toast[0].value


def test_a_teachers_link_locks_and_hides(opened):
    app = opened(hide="dataset,low_fraction,expert,recipe,about,pin", learning_rate="0.2")
    locked = ("dataset", "low_fraction", "learning_rate", "num_bands", "node_order_seed")
    assert all(app.get_by_key(key).disabled for key in locked)
    assert not app.get_by_key("preset").disabled
    assert app.get_by_key("learning_rate").value == 0.2
    assert not app.get("code")
    assert not app.table


def test_another_preset_or_graph_gives_all_options_their_values_anew(opened):
    app = opened()
    app.get_by_key("learning_rate").set_value(0.5).run()
    app.get_by_key("preset").set_value("reference-code").run()
    check(app)
    assert (app.get_by_key("learning_rate").value, app.get_by_key("low_fraction").value) == (
        0.01,
        0.1,
    )
    assert app.get_by_key("basis").value == "wavelet"
    app.get_by_key("model").set_value("gcn").run()
    check(app)
    assert app.get_by_key("preset").value == "published"
    assert app.get_by_key("hidden").value == 16
    assert not [s for s in app.slider if s.key == "low_fraction"]


def test_the_preset_to_try_first_follows_the_graph_unless_another_was_chosen(opened, mirror):
    app = opened()
    assert app.get_by_key("preset").value == "frequency"
    check(app.get_by_key("dataset").set_value("cora").run())
    assert app.get_by_key("preset").value == "best"
    assert app.get_by_key("views").value == 4
    check(app.get_by_key("dataset").set_value("iris").run())
    assert app.get_by_key("preset").value == "frequency"
    app.get_by_key("preset").set_value("paper").run()
    check(app.get_by_key("dataset").set_value("cora").run())
    assert app.get_by_key("preset").value == "paper"


def test_a_lesson_trains_what_its_preset_says(opened, as_browser):
    app = opened()
    app.get_by_key("preset").set_value("reference-code").run()
    assert app.get_by_key("basis").value == "wavelet"
    app.switch_page("app_pages/lessons.py").run()
    check(as_browser(app.button(key="open-attention").click().run()))
    assert app.get_by_key("preset").value == "frequency"
    assert (app.get_by_key("basis").value, app.get_by_key("low_fraction").value) == (
        "fourier",
        0.1,
    )


def test_a_link_to_a_graph_gives_the_options_the_values_of_its_preset(opened, mirror):
    app = opened(preset="paper")
    app.get_by_key("learning_rate").set_value(0.5).run()
    app.get_by_key("low_fraction").set_value(0.33).run()
    app.switch_page("app_pages/frequencies.py").run()
    app.query_params["dataset"] = "cora"
    check(app.switch_page("app_pages/train.py").run())
    assert app.get_by_key("preset").value == "paper"
    assert (app.get_by_key("low_fraction").value, app.get_by_key("learning_rate").value) == (
        0.05,
        0.01,
    )


def test_a_link_to_a_graph_may_name_an_option_as_well(opened):
    app = opened()
    app.get_by_key("learning_rate").set_value(0.5).run()
    app.switch_page("app_pages/frequencies.py").run()
    app.query_params["dataset"] = "digits"
    app.query_params["low_fraction"] = "0.22"
    check(app.switch_page("app_pages/train.py").run())
    assert (app.get_by_key("low_fraction").value, app.get_by_key("learning_rate").value) == (
        0.22,
        0.01,
    )


def test_a_model_without_attention_shows_no_alpha(opened, store):
    app = opened(model="gcn")
    check(button(app, "start").click().run())
    assert chart_titles(app) == ["Accuracy", "Loss", "Embedding at epoch 3"]
    assert "GCN has no attention over frequencies" in texts(app)
    assert store.list()[0].config.model == "gcn"


def test_a_split_by_column_says_that_it_has_no_response(opened):
    app = opened(preset="reference-code")
    assert "columns: the wavelets of the first nodes in the file" in texts(app)
    check(button(app, "start").click().run())
    assert "Learned response g(λ)" not in chart_titles(app)
    assert "No frequency response" in texts(app)


def test_a_loss_that_becomes_nan_ends_the_training_with_a_reason(opened, store, monkeypatch):
    """A loss of NaN otherwise trains on to the last epoch, and its last model is worthless."""
    step = Loop._step

    def breaking(self, optimizer):
        objective = step(self, optimizer)
        if len(self.history) == 2:
            return objective * float("nan")
        return objective

    monkeypatch.setattr(Loop, "_step", breaking)
    app = opened(epochs="50", learning_rate="10", weight_decay="10")
    check(button(app, "start").click().run())
    assert "The loss became NaN at epoch 3" in app.error[0].value
    assert store.list()[0].stop_reason == "diverged at epoch 3"
    assert "done in" not in texts(app)


def test_without_network_the_page_says_what_to_put_where(opened, monkeypatch, tmp_path):
    """A download that fails must not end in a traceback."""

    def unreachable(*_, **__):
        raise OSError("Network is unreachable")

    monkeypatch.setenv("SPGAT_DATA", str(tmp_path))
    monkeypatch.delenv("SPGAT_MIRROR", raising=False)
    monkeypatch.setattr(socket, "create_connection", unreachable)
    app = opened(dataset="cora")
    assert not app.error  # nobody expects a download of a look at a list
    assert "0.6 MB" in app.info[0].value
    check(button(app, "download-cora").click().run())
    [error] = app.error
    assert "put ind.cora.x" in error.value
    assert plain(tmp_path) in error.value
    assert len(error.value.split(". ")) == 1
    check(app.get_by_key("dataset").set_value("iris").run())
    assert not app.error
    assert has(app, "start")


def test_a_failed_training_is_told_in_one_sentence(opened, monkeypatch):
    from spgat import training
    from spgat.errors import InputError

    def failing(*args, **rest):
        raise InputError("The device 'cuda' is not available here; use 'auto' or 'cpu'.")

    monkeypatch.setattr(training, "fit", failing)
    app = opened()
    check(button(app, "start").click().run())
    assert app.error[0].value == (
        "The device 'cuda' is not available here; use 'auto' or 'cpu'."
    )
    assert has(app, "start")


@pytest.mark.parametrize(
    ("num_seeds", "text"),
    [
        ("1", "Stopped after 2 epochs."),
        ("3", "Stopped after 2 epochs of seed 2 of 3; the seeds before it are complete."),
    ],
)
def test_a_training_that_nobody_looks_at_tells_why_it_ended(
    opened, monkeypatch, num_seeds, text
):
    now = [0.0]
    manager = JobManager(inline=True, clock=lambda: now[0])
    monkeypatch.setattr(state, "job_manager", lambda: manager)
    step, steps = Loop._step, []

    def slow(self, optimizer):
        steps.append(1)
        if len(steps) == 3 * int(num_seeds == "3") + 2:
            now[0] += 3600
        return step(self, optimizer)

    monkeypatch.setattr(Loop, "_step", slow)
    monkeypatch.delenv("SPGAT_PERSONAL")
    app = opened(seeds=num_seeds)
    assert "15 minutes" in texts(app)
    check(button(app, "start").click().run())
    assert text in app.warning[0].value
    assert "15 minutes" in app.warning[0].value


@pytest.mark.parametrize(("num_seeds", "num_epochs"), [("1", 2), ("3", 3)])
def test_a_seed_that_was_stopped_counts_only_where_there_is_no_whole_one(
    opened, monkeypatch, manager, num_seeds, num_epochs
):
    step, steps = Loop._step, []

    def stopped(self, optimizer):
        steps.append(1)
        if len(steps) == 3 * int(num_seeds == "3") + 2:
            manager.close()
        return step(self, optimizer)

    monkeypatch.setattr(Loop, "_step", stopped)
    app = opened(seeds=num_seeds)
    check(button(app, "start").click().run())
    assert "Stopped after 2 epochs" in app.warning[0].value
    assert "Test accuracy, 1 seed" in [m.label for m in app.metric]
    accuracy = next(chart for chart in charts(app) if chart["title"]["text"] == "Accuracy")
    assert accuracy["xAxis"]["max"] == num_epochs
    assert not [line for line in accuracy["series"] if "±" in line["name"]]


def test_an_unforeseen_failure_shows_no_traceback(opened, monkeypatch):
    from spgat import training

    def failing(*args, **rest):
        raise ZeroDivisionError("secret")

    monkeypatch.setattr(training, "fit", failing)
    app = opened()
    check(button(app, "start").click().run())
    assert app.error
    assert "secret" not in app.error[0].value


def test_a_d_inside_the_null_space_is_said_so(opened, mirror):
    """Citeseer has 438 components: its first 13.2% of frequencies are 0."""
    app = opened(dataset="citeseer", low_fraction="0.1", count_from="zero")
    assert "438 components" in app.warning[0].value


@pytest.mark.parametrize(
    ("count_from", "num_zero", "num_low", "share"),
    [
        ("null-space", 78, 78 + 263, "10.0%"),
        ("zero", 78, 270, "7.3%"),
        ("zero", 1, 270, "10.0%"),
        ("zero", 300, 270, None),
        ("zero", 2708, 270, None),
    ],
)
def test_d_is_said_as_a_count_with_its_share_after_the_zeros(
    count_from, num_zero, num_low, share
):
    bands = BandConfig(low_fractions=(0.1,), count_from=count_from)
    cut = Cut(num_low=bands.num_low(2708, num_zero), null_dimension=num_zero)
    said = describe_cut(cut, 2708)
    assert f" {num_low} of 2,708 " in said
    assert re.findall(r"[\d.]+%", said) == [share] * (share is not None)
    assert (f" {num_zero} zeros" in said) == (share is not None and num_zero > 1)


def test_a_pinned_run_is_drawn_as_a_ghost(opened):
    app = opened()
    check(button(app, "start").click().run())
    check(button(app, "keep").click().run())
    check(button(app, "start").click().run())
    assert "low, pinned" in [s["name"] for s in charts(app)[0]["series"]]
    assert "Faint dashes" in texts(app)


def test_a_link_to_a_run_to_compare_with_outlives_a_star(opened, store):
    app = opened()
    check(button(app, "start").click().run())
    check(button(app, "keep").click().run())
    [run] = store.list()
    assert app.query_params["pin"] == run.run_id
    title = title_in_address(run)  # as links had it
    assert opened(pin=title).query_params["pin"] == run.run_id
    before = app.get_by_key("pin").options
    store.annotate(run.run_id, star=True)
    after = opened(pin=run.run_id).get_by_key("pin")
    assert after.options == before
    assert after.value == run.run_id


@pytest.fixture
def busy(monkeypatch):
    """A manager whose first training waits to be let go."""
    manager, go_on = JobManager(), threading.Event()
    monkeypatch.setattr(state, "job_manager", lambda: manager)
    step = Loop._step

    def waiting(self, optimizer):
        go_on.wait(20)
        return step(self, optimizer)

    monkeypatch.setattr(Loop, "_step", waiting)
    yield manager
    go_on.set()
    manager.close(10)


def test_a_second_training_joins_the_queue_and_the_first_stays_in_sight(opened, busy):
    app = opened()
    check(button(app, "start").click().run())
    first = app.session_state["job_id"]
    assert button(app, "start").label == "Add to queue"
    app.get_by_key("epochs").set_value(2)
    check(button(app, "start").click().run())
    assert app.session_state["job_id"] == first
    owned = [job for job in busy._jobs.values() if job.id != first]
    assert [job.snapshot().state for job in owned] == ["queued"]
    check(button(app, f"show-{owned[0].id}").click().run())
    assert app.session_state["job_id"] == owned[0].id
    assert has(app, f"show-{first}")


def test_a_page_that_moves_seldom_says_so(opened, busy, monkeypatch):
    monkeypatch.setattr(live, "PACE", Pace(live.SLOW_SECONDS, share=0.12))
    app = opened()
    check(button(app, "start").click().run())
    assert f"Updated every {live.SLOW_SECONDS:.0f} s" in texts(app)


def test_on_a_shared_server_a_training_goes_on_without_its_page_if_asked(
    opened, busy, monkeypatch
):
    monkeypatch.delenv("SPGAT_PERSONAL")
    app = opened()
    check(button(app, "start").click().run())
    job = busy.get(app.session_state["job_id"])
    assert not job.goes_on_unseen
    check(button(app, "go_on").click().run())
    assert job.goes_on_unseen
    assert not has(app, "go_on")
    assert "30 minutes" in texts(app)


def test_the_same_training_twice_is_one(opened, busy):
    app = opened()
    check(button(app, "start").click().run())
    check(button(app, "start").click().run())
    assert len(busy._jobs) == 1
    assert "already in progress" in app.toast[0].value


def test_an_equal_training_that_has_ended_is_shown_with_a_link_to_it(opened, store):
    app = opened(seeds="2")
    assert "Trained" not in texts(app)
    check(button(app, "start").click().run())
    mean = np.mean([run.test_accuracy for run in store.list()])
    assert f"Trained just now: mean test accuracy {mean:.1%}" in texts(app)
    link = next(e.proto for e in app.get("page_link") if "2 runs" in e.proto.label)
    assert all(run.run_id in link.query_string for run in store.list())
    assert "Trained" not in texts(opened(seeds="3"))
    assert "Trained" not in texts(opened(seeds="2", hidden="8"))


def test_what_a_training_takes_is_said_and_refused_beyond_the_servers_bound(
    opened, monkeypatch
):
    monkeypatch.delenv("SPGAT_PERSONAL")
    monkeypatch.setenv("SPGAT_MAX_MINUTES", "1")
    app = opened(epochs="200")
    assert "About" in texts(app)
    assert not button(app, "start").disabled
    app = opened(epochs="2000", seeds="20", hidden="256")
    assert button(app, "start").disabled
    assert "1 min 0 s" in app.error[0].value
    monkeypatch.setenv("SPGAT_PERSONAL", "1")
    assert not button(opened(epochs="2000", seeds="20", hidden="256"), "start").disabled


def test_a_training_that_would_take_the_memory_of_all_is_refused(opened, monkeypatch):
    monkeypatch.setenv("SPGAT_MAX_MEMORY_GB", "0.01")
    assert not button(opened(hidden="8"), "start").disabled
    app = opened(hidden="512", views="8")
    assert button(app, "start").disabled
    assert "of memory" in app.error[0].value
    assert button(app, "start_sweep").disabled


def test_the_card_and_the_recipe_are_there(opened):
    app = opened(epochs="3")
    assert "spgat train --dataset iris --preset frequency --epochs 3" in [
        c.value for c in app.get("code")
    ]
    assert app.table


def test_a_generated_graph_is_shaped_by_the_address_and_trained_so(opened, store):
    app = opened(dataset="csbm", **{"csbm-homophily": "0.2", "csbm-num_nodes": "120"})
    assert app.get_by_key("csbm-homophily").value == 0.2
    assert (
        "--graph-option num_nodes=120 --graph-option homophily=0.2" in app.get("code")[0].value
    )
    check(button(app, "start").click().run())
    (run,) = store.list()
    assert (run.num_nodes, run.dataset) == (
        120,
        "Contextual block model (num nodes 120, homophily 0.2)",
    )


def test_a_graph_larger_than_a_page_can_serve_is_cut_to_what_it_can(open_page):
    app = open_page("frequencies", graph="csbm", **{"csbm-num_nodes": "90000"})
    assert app.get_by_key("csbm-num_nodes").value <= MAX_NODES


def test_without_frames_the_page_says_how_to_watch_the_embedding(opened):
    app = opened(frames="false")
    check(button(app, "start").click().run())
    assert "Embedding" not in " ".join(chart_titles(app))
    assert RECORD in texts(app)


@pytest.mark.parametrize(
    ("num_done", "num_planned", "end"),
    [(1, 200, 50), (50, 200, 50), (51, 200, 100), (101, 150, 150), (3, 10, 10)],
)
def test_the_epoch_axis_grows_with_the_training(num_done, num_planned, end):
    assert live.axis_end(num_done, num_planned) == end


def test_charts_of_a_training_have_tables(opened):
    app = opened()
    check(button(app, "start").click().run())
    found = tables(app)
    by_epoch = found["By epoch"]
    assert list(by_epoch["epoch"]) == [1, 2, 3]
    for key in ("alpha-1", "alpha-2", "accuracy", "loss"):
        shown = drawn(app, key).set_index("epoch") / (100 if key == "accuracy" else 1)
        table = by_epoch.set_index("epoch")[shown.columns]
        np.testing.assert_allclose(table, shown, atol=1e-5)
    np.testing.assert_allclose(found["By frequency"], drawn(app, "response"), atol=1e-5)
    bands, levels = found["Bands"], charts(app)[0]["series"][0]["markLine"]["data"]
    shares = [*bands["equal share"][:1], *bands["share of the energy"]]
    drawn_shares = [level["yAxis"] for level in levels if "yAxis" in level]
    assert shares == pytest.approx(drawn_shares, abs=1e-4)
    [cut] = charts(app)[4]["series"][0]["markLine"]["data"]
    assert bands["to"][0] == bands["from"][1] == cut["xAxis"]


def test_the_embedding_of_a_training_has_a_table(opened):
    app = opened()
    check(button(app, "start").click().run())
    table = tables(app)["Embedding at epoch 3"]
    assert table["node"].tolist() == [str(node) for node in range(150)]
    for part in charts(app)[-1]["series"]:
        of_class = table.loc[table["class"] == part["name"], ["x", "y"]]
        np.testing.assert_allclose(of_class, part["data"], atol=1e-3)


def test_a_run_compared_with_has_a_table(opened, store):
    app = opened()
    check(button(app, "start").click().run())
    [run] = store.list()
    app.get_by_key("pin").set_value(run.run_id)
    shown = tables(app)
    ghost = shown["By epoch, the overlaid run"]
    np.testing.assert_allclose(ghost, shown["By epoch"])


def test_the_spectrum_before_a_training_has_a_table(opened):
    app = opened()
    [table] = tables(app).values()
    np.testing.assert_allclose(table, drawn(app, "spectrum"), atol=1e-5)


def test_session_state_holds_no_arrays(opened):
    """Arrays in the session state add up over visitors: ids, choices and the titles of choices
    only.
    """
    app = opened()
    check(button(app, "start").click().run())
    for key, value in app.session_state.items():
        assert isinstance(value, str | int | float | bool | tuple | dict | None), key


def test_a_model_whose_package_is_missing_names_the_extra(opened, monkeypatch):
    monkeypatch.delitem(sys.modules, "gensim.models", raising=False)
    monkeypatch.setitem(sys.modules, "gensim", None)
    app = opened(model="deepwalk")
    check(button(app, "start").click().run())
    [error] = app.error
    assert plain("spgat[lab]") in error.value


def test_a_sweep_shows_a_curve_of_its_runs_and_keeps_each(opened, store):
    app = opened(sweep_values="2", sweep_seeds="2", epochs="2")
    check(button(app, "start_sweep").click().run())
    runs = store.list()
    assert len(runs) == 4
    assert len({run.cut.num_low for run in runs}) == 2
    app.get_by_key("table-twin")
    assert "4 of 4 runs" in " ".join(m.value for m in app.markdown)
    assert not has(app, "pause")


def test_a_model_without_bands_offers_no_sweep(opened):
    assert has(opened(), "start_sweep")
    assert not has(opened(model="GCN"), "start_sweep")


def test_the_button_sets_d_to_what_the_training_labels_suggest(opened):
    app = opened(low_fraction="0.9")
    check(button(app, "suggest-low_fraction").click().run())
    graph = datasets.load("iris")
    found = suggest_low_fraction(graph, graph.splits[0].train)
    assert app.slider(key="low_fraction").value == pytest.approx(found.low_fraction, abs=0.006)
    address = opened(low_fraction=app.query_params["low_fraction"])
    assert address.slider(key="low_fraction").value == app.slider(key="low_fraction").value
    table = drawn(app, "why-low_fraction-chart")
    np.testing.assert_allclose(table["predicted by the others"], found.explained)


def test_a_suggestion_is_computed_once(opened, monkeypatch):
    asked = []

    def spy(graph, train, *rest, **more):
        asked.append(graph.digest)
        return suggest_low_fraction(graph, train, *rest, **more)

    monkeypatch.setattr(suggestion, "suggest_low_fraction", spy)
    app = opened()
    assert not asked
    check(button(app, "suggest-low_fraction").click().run())
    app.slider(key="low_fraction").set_value(0.3).run()
    assert app.slider(key="low_fraction").value == 0.3  # the visitor's own choice stays
    check(button(app, "suggest-low_fraction").click().run())
    assert app.slider(key="low_fraction").value != 0.3
    assert len(asked) == 1


@pytest.mark.parametrize(
    "address", [{"model": "gcn"}, {"preset": "paper"}], ids=["no bands", "columns"]
)
def test_nothing_is_suggested_where_no_frequencies_are_cut(opened, address):
    assert not has(opened(**address), "suggest-low_fraction")


def test_a_locked_d_takes_no_suggestion(opened):
    assert button(opened(hide="low_fraction"), "suggest-low_fraction").disabled
