"""Classes: who may do what, what is counted, and that nothing outlives the end."""

import pytest

from dashboard import classes
from dashboard.classes import Classes
from spgat.errors import InputError


@pytest.fixture
def now():
    return [0.0]


@pytest.fixture
def school(now):
    return Classes(clock=lambda: now[0])


def at(school, lesson="barbell", *, is_shown=False):
    school.direct("ada", lesson=lesson, is_shown=is_shown, is_kept=False)


def test_answers_are_counted_once_for_each_student_the_latest_one(school):
    code = school.start("ada").code
    at(school)
    for student, position in [("ben", 0), ("cy", 1), ("ben", 1), ("dan", 3)]:
        school.join(code.lower(), student)  # as it is typed
        school.answer(code, student, "barbell", position)
    view = school.look(code)
    assert (view.num_students, view.votes) == (3, {1: 2, 3: 1})


def test_only_those_who_joined_answer_and_only_until_results_are_shown(school):
    code = school.start("ada").code
    at(school)
    school.answer(code, "ben", "barbell", 0)
    school.join(code, "cy")
    at(school, is_shown=True)
    school.answer(code, "cy", "barbell", 0)
    assert school.look(code).votes == {}
    school.answer(code, "cy", "noise", 2)  # another lesson has not been shown
    at(school, "noise")
    assert school.look(code).votes == {2: 1}


def test_a_lecturer_has_one_class_and_directs_no_other(school):
    first, other = school.start("ada"), school.start("eve")
    assert school.start("ada").code == first.code != other.code
    at(school)
    assert school.look(other.code).lesson == ""
    school.join(first.code, "ada")
    assert school.look(first.code).num_students == 0  # the lecturer is no student


def test_nothing_is_left_of_a_class_that_has_ended(school):
    code = school.start("ada").code
    school.join(code, "ben")
    school.end("ada")
    assert school.look(code) is None
    with pytest.raises(InputError):
        school.join(code, "ben")
    again = school.start("ada").code
    assert (school.look(again).num_students, school.look(again).votes) == (0, {})


def test_a_class_in_which_nothing_happens_is_over(school, now):
    code = school.start("ada").code
    now[0] = classes.IDLE_SECONDS
    assert school.look(code) is not None
    now[0] = 2 * classes.IDLE_SECONDS + 1
    assert school.look(code) is None
    assert school.of_lecturer("ada") is None


def test_where_there_are_too_many_one_gives_way_that_nobody_attends(school, now, monkeypatch):
    monkeypatch.setattr(classes, "MAX_CLASSES", 3)
    taught, shown = school.start("ada").code, school.start("bob").code
    school.join(taught, "ben")
    for lecturer in ("eve", "eva", "evy"):
        school.start(lecturer)
        now[0] += 1
        assert school.look(taught).code == taught
        assert school.look(shown).code == shown
    assert school.of_lecturer("evy")
    assert not school.of_lecturer("eve")


def test_no_class_has_students_without_end(school, monkeypatch):
    monkeypatch.setattr(classes, "MAX_STUDENTS", 1)
    code = school.start("ada").code
    school.join(code, "ben")
    school.join(code, "ben")
    with pytest.raises(InputError):
        school.join(code, "cy")
