"""Lessons as files: what is read, what is refused, and what a check accepts."""

import math
from pathlib import Path

import pytest

from dashboard.lessons import checks
from dashboard.lessons.lesson import FOLDER_VARIABLE, all_lessons, parse
from spgat.errors import InputError

ROOT = Path(__file__).resolve().parents[2]

TEXT = """+++
title = "Two"
page = "frequencies"
[view]
graph = "karate"
num_low = 3
[check]
num_low = ">= 5"
+++

An *idea*.

## Task

Raise d.

## Hint

To the right.

## Question

How many?

- [ ] one
- [x] two

## Why

Because.
"""


def test_a_file_is_a_lesson():
    lesson = parse("two", TEXT)
    assert (lesson.title, lesson.page, lesson.idea) == ("Two", "frequencies", "An *idea*.")
    assert (lesson.view, lesson.check) == (
        {"graph": "karate", "num_low": "3"},
        {"num_low": ">= 5"},
    )
    assert (lesson.task, lesson.hint, lesson.why) == ("Raise d.", "To the right.", "Because.")
    assert (lesson.question, lesson.options, lesson.answer) == ("How many?", ("one", "two"), 1)
    assert lesson.address == "/frequencies?graph=karate&num_low=3&lesson=two"


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("+++\ntitle", "title"),
        ('title = "Two"', "title = Two"),
        ("## Hint", "## Tip"),
        ("- [x] two", "- [ ] two"),
        ("- [ ] one", "- [x] one"),
        ("- [ ] one\n", ""),
        ('"frequencies"', '"nowhere"'),
        ('">= 5"', '">= five"'),
        ('">= 5"', '">="'),
        ('[view]\ngraph = "karate"\nnum_low = 3\n', "view = 3\n"),
    ],
)
def test_a_file_with_a_mistake_is_refused(old, new):
    assert old in TEXT
    with pytest.raises(InputError):
        parse("two", TEXT.replace(old, new))


def test_a_server_may_have_lessons_of_its_own(tmp_path, monkeypatch):
    own = list(all_lessons())
    monkeypatch.setenv(FOLDER_VARIABLE, str(tmp_path))
    (tmp_path / "10-two.md").write_text(TEXT)
    assert list(all_lessons()) == [*own, "two"]
    monkeypatch.setenv(FOLDER_VARIABLE, str(tmp_path / "missing"))
    with pytest.raises(InputError):
        all_lessons()


def test_the_example_that_the_readme_names_is_a_lesson(open_page, monkeypatch):
    monkeypatch.setenv(FOLDER_VARIABLE, str(ROOT / "examples" / "lessons"))
    lesson = all_lessons()["roughest"]
    app = open_page(lesson.page, **lesson.view, lesson=lesson.name)
    assert not app.toast
    assert app.sidebar.header[0].value == lesson.title
    app.get_by_key("amplitudes").set_value(lesson.check["amplitudes"]).run()
    [found] = [float(m.value) for m in app.metric if m.label.startswith("Mean frequency")]
    assert found == pytest.approx(2 + 2 * math.cos(math.pi / 40), abs=0.005)
    app.sidebar.button(key="check-view").click().run()
    assert len(app.sidebar.success) == 1


@pytest.mark.parametrize(
    ("condition", "value", "expected"),
    [
        ("2", 2, True),
        ("2", 2.0, True),
        ("2", 3, False),
        ("karate", "karate", True),
        ("!= none", "spike", True),
        ("!= none", "none", False),
        ("!= none", None, False),
        (">= 1, <= 10", 10, True),
        (">= 1, <= 10", 11, False),
        ("< 0.5", 0.5, False),
        ("> 0.5", "text", False),
    ],
)
def test_a_condition_holds_for_what_it_says(condition, value, expected):
    assert checks.holds(condition, value) is expected
    assert (checks.unmet({"d": condition}, {"d": value}) == []) is expected


def test_what_is_not_on_the_page_is_not_as_asked():
    assert checks.unmet({"k": "5", "num_low": "2"}, {"num_low": 2}) == ["k"]
