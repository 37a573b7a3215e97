"""Lessons beside their views: check, answer, back and next, and what a lesson leaves alone."""

from pathlib import Path

import pytest

import dashboard
from dashboard.exercises.exercises import EXERCISES
from dashboard.lessons import panel, visit
from dashboard.lessons.lesson import all_lessons

LESSONS = all_lessons()
#: A state of the page that the check of each lesson accepts, beside the view it opens with.
DONE = {
    "frequency": {"k": 5},
    "barbell": {"num_low": 2},
    "noise": {"num_low": 4},
    "traffic": {"fault": "noise", "node": 60},
    "images": {"low_fraction": 0.01},
    "wavelets": {"scale": 5.5},
    "chebyshev": {"order": 3},
}


@pytest.fixture
def opened(open_page):
    """Opens a lesson beside its view, as a link does."""

    def visit(name):
        lesson = LESSONS[name]
        return open_page(lesson.page, **lesson.view, lesson=name)

    return visit


def go_to(app, page):
    """As the navigation does, which takes the parameters out of the address."""
    for key in list(app.query_params):
        del app.query_params[key]
    app.switch_page(f"app_pages/{page}.py").run()


def texts(elements):
    return " ".join(element.value for element in elements)


@pytest.mark.parametrize("name", DONE)
def test_a_check_fails_at_the_start_and_passes_where_the_task_is_done(opened, mirror, name):
    app = opened(name)
    assert not app.toast
    assert app.sidebar.header[0].value == LESSONS[name].title
    app.sidebar.button(key="check-view").click().run()
    assert not app.sidebar.success
    assert "Not yet" in texts(app.sidebar.warning)
    for key, value in DONE[name].items():
        app.get_by_key(key).set_value(value)
    app.run()
    assert not app.exception
    assert not app.sidebar.warning
    assert len(app.sidebar.success) == 1


@pytest.mark.parametrize(("alpha", "is_done"), [(0.7, True), (0.3, False), (None, False)])
def test_the_check_of_a_training_reads_what_it_has_learned(alpha, is_done, monkeypatch):
    monkeypatch.setattr(visit, "_alpha_low", lambda: alpha)
    lesson = LESSONS["attention"]
    monkeypatch.setattr(visit.st, "session_state", {"dataset": "csbm", "csbm-homophily": 0.8})
    assert (panel.checks.unmet(lesson.check, visit.values_of(lesson)) == []) is is_done


@pytest.mark.parametrize(("colour", "is_done"), [("class", False), ("silhouette", True)])
def test_the_check_of_the_silhouettes_reads_the_colour(colour, is_done):
    assert (
        panel.checks.unmet(LESSONS["silhouette"].check, {"colour": colour}) == []
    ) is is_done


@pytest.mark.parametrize("name", LESSONS)
def test_answers_are_checked_and_stay_out_of_the_address(opened, name, mirror):
    if name == "silhouette":
        pytest.skip("needs a run; the panel is the same")
    app, lesson = opened(name), LESSONS[name]
    question = app.sidebar.radio(key=f"answer-{name}")
    question.set_value(lesson.options[lesson.answer - 1]).run()
    assert not app.sidebar.success
    assert app.sidebar.warning
    app.sidebar.radio(key=f"answer-{name}").set_value(lesson.options[lesson.answer]).run()
    assert lesson.why in texts(app.sidebar.success)
    assert not any("answer" in key for key in app.query_params)
    go_to(app, "lessons")
    assert app.get("progress")[0].proto.value == 100 // (len(LESSONS) + len(EXERCISES))


def test_a_lesson_stays_beside_its_page_on_the_way_through_the_others(opened):
    app = opened("barbell")
    go_to(app, "images")
    assert not app.sidebar.header
    go_to(app, "frequencies")
    assert app.sidebar.header[0].value == LESSONS["barbell"].title
    assert app.query_params["lesson"] == "barbell"


def test_an_unknown_lesson_is_said_and_the_page_shown(open_page):
    app = open_page(lesson="nothing")
    assert "nothing" in app.toast[0].value
    assert not app.sidebar.header


def test_the_address_of_a_lesson_on_the_page_of_lessons_opens_its_view(open_page, as_browser):
    app = as_browser(open_page("lessons", lesson="barbell"))
    assert (app.get_by_key("graph").value, app.get_by_key("num_low").value) == ("barbell", 1)


def test_teacher_link_names_what_it_hides(open_page):
    app = open_page("lessons")
    app.selectbox(key="teacher-lesson").set_value("barbell").run()
    app.multiselect(key="teacher-hide").set_value(["graph", "shares"]).run()
    assert app.code[0].value.endswith("num_low=1&lesson=barbell&hide=graph,shares")


def test_a_lesson_opens_its_graph_in_the_size_it_speaks_of(open_page, as_browser):
    app = open_page(graph="barbell", **{"barbell-clique_size": "6"})
    assert app.number_input(key="barbell-clique_size").value == 6
    app.switch_page("app_pages/lessons.py").run()
    as_browser(app.get_by_key("open-barbell").click().run())
    assert app.number_input(key="barbell-clique_size").value == 10


def test_no_timer_runs_where_the_server_switches_pages():
    """A late call of a timer has Streamlit go back to its page, which is empty then."""
    for path in Path(dashboard.__file__).parent.rglob("*.py"):
        text = path.read_text("utf-8")
        assert "switch_page(" not in text or "run_every" not in text, path
