"""A lesson as a Markdown file: an idea, a view, a task with a check, a question.

Its settings are its title, the page it is about, that page's controls as in an address
(`[view]`), and how they stand once the task is done (`[check]`). The sections are Task, Hint,
Question and Why; the options of the question are a list with boxes, the right one ticked.
"""

import os
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from urllib.parse import urlencode

from dashboard.lessons import checks
from dashboard.lessons.markdown import Document, texts_of
from dashboard.links import spelled
from dashboard.pages import PAGES
from spgat.errors import InputError

#: A folder of lessons that a server has beside the app's own.
FOLDER_VARIABLE = "SPGAT_LESSONS"
#: The parameter that keeps a lesson beside a view.
PARAMETER = "lesson"
_OWN = Path(__file__).with_name("texts")
_SECTIONS = ("Task", "Hint", "Question", "Why")
_OPTION = re.compile(r"^- \[([ xX])\] (.+)$", re.MULTILINE)


@dataclass(frozen=True, slots=True, kw_only=True)
class Lesson:
    """One lesson; texts are Markdown.

    Attributes:
        name: Its name in the address: the file's, without the number in front.
        title: Its title.
        idea: What it teaches.
        page: The page it is about.
        view: The page's controls at its start, as in the page's address.
        check: What each control has to be once the task is done, as `checks.holds` takes it.
        task: What to do there.
        hint: What helps with it.
        question: What to find out.
        options: Possible answers.
        answer: Index of the right one.
        why: Why it is right.
    """

    name: str
    title: str
    idea: str
    page: str
    view: Mapping[str, str]
    check: Mapping[str, str]
    task: str
    hint: str
    question: str
    options: tuple[str, ...]
    answer: int
    why: str

    @property
    def address(self) -> str:
        """Path and query of its view, with the lesson beside it."""
        return f"/{self.page}?{urlencode({**self.view, PARAMETER: self.name})}"


def all_lessons() -> dict[str, Lesson]:
    """Returns the app's lessons and then those of the server's own folder, by name.

    Raises:
        InputError: If a file of that folder is not a lesson.
    """
    folder = os.environ.get(FOLDER_VARIABLE)
    return _own() if not folder else {**_own(), **read_folder(Path(folder))}


def read_folder(folder: Path) -> dict[str, Lesson]:
    """Returns the lessons of a folder by name, in the order of their files.

    Raises:
        InputError: If there is no such folder, or a file of it is not a lesson.
    """
    if not folder.is_dir():
        raise InputError(f"There is no folder of lessons at {folder}; check {FOLDER_VARIABLE}.")
    return {name: parse(name, text) for name, text in texts_of(folder)}


def parse(name: str, text: str) -> Lesson:
    """Returns the lesson that a Markdown file holds.

    Raises:
        InputError: If a part is missing or can't be read.
    """
    document = Document.parsed(name, text, _SECTIONS)
    settings, sections = document.settings, document.sections
    options = _OPTION.findall(sections["Question"])
    right = [position for position, (mark, _) in enumerate(options) if mark != " "]
    if len(options) < 2 or len(right) != 1:
        raise InputError(
            f"The lesson {name!r} has {len(options)} answers, {len(right)} of them ticked; it "
            "needs two or more, one of them ticked."
        )
    page = str(settings.get("page", ""))
    if page not in {known.name for known in PAGES}:
        raise InputError(f"The lesson {name!r} is about the page {page!r}, which there is not.")
    check = _texts(name, settings, "check")
    for condition in check.values():
        checks.holds(condition, 0)  # or a mistake would show up only in the lecture
    return Lesson(
        name=name,
        title=str(settings.get("title", name)),
        idea=document.idea,
        page=page,
        view=_texts(name, settings, "view"),
        check=check,
        task=sections["Task"],
        hint=sections["Hint"],
        question=_OPTION.sub("", sections["Question"]).strip(),
        options=tuple(option for _, option in options),
        answer=right[0],
        why=sections["Why"],
    )


def _texts(name: str, settings: Mapping[str, object], part: str) -> dict[str, str]:
    """A table of settings, each value as an address spells it."""
    table = settings.get(part, {})
    if not isinstance(table, dict):
        raise InputError(f"The lesson {name!r} has {part!r}, which is not a table.")
    return {key: spelled(value) for key, value in table.items()}


@cache
def _own() -> dict[str, Lesson]:
    return read_folder(_OWN)
