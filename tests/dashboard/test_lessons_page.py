import pytest

from dashboard.exercises.exercises import EXERCISES
from dashboard.lessons import LESSONS


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.name)
def test_answers_are_checked(open_page, lesson):
    app = open_page("lessons", lesson=lesson.name)
    assert lesson.title in app.header[0].value
    assert not app.success
    question = app.radio(key=f"answer-{lesson.name}")
    question.set_value(lesson.options[lesson.answer - 1]).run()
    assert not app.success
    assert app.warning
    assert app.get("progress")[0].proto.value == 0
    app.radio(key=f"answer-{lesson.name}").set_value(lesson.options[lesson.answer]).run()
    assert lesson.why in app.success[0].value
    assert app.get("progress")[0].proto.value == 100 // (len(LESSONS) + len(EXERCISES))


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.name)
def test_every_view_opens_as_the_lesson_says(open_page, lesson):
    if lesson.page not in ("frequencies.py", "images.py"):
        pytest.skip("needs a data set or a run")
    app = open_page(lesson.page.removesuffix(".py"), **lesson.view)
    assert not app.error
    assert not app.toast
    for key, value in lesson.view.items():
        assert str(app.session_state[key]) == value


def test_teacher_link_names_what_it_hides(open_page):
    app = open_page("lessons", lesson="barbell")
    app.multiselect(key="teacher-hide").set_value(["graph", "shares"]).run()
    assert app.code[0].value.endswith("num_low=1&hide=graph,shares")


def test_a_lesson_opens_its_graph_in_the_size_it_speaks_of(open_page):
    app = open_page(graph="barbell", **{"barbell-clique_size": "6"})
    assert app.number_input(key="barbell-clique_size").value == 6
    app.switch_page("app_pages/lessons.py").run()
    app.radio(key="lesson").set_value("barbell").run()
    app.button(key="open-view").click().run()
    assert app.number_input(key="barbell-clique_size").value == 10
