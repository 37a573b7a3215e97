"""An exercise as a Markdown file: what is asked, and why it is possible.

Its settings are its title, and what is asked: the goals of a drawing by their names in
`goals.GOALS` (`[goals]`), or the fields of a `SetWave` (`[wave]`). The sections are Task and
Why. A graph or a wave that fits stands in tests/dashboard/test_exercises.py.
"""

from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from dashboard.exercises.goals import GOALS, Goal
from dashboard.lessons.markdown import Document, texts_of

#: The parameter of the page Lessons that names the exercise it shows.
PARAMETER = "exercise"


@dataclass(frozen=True, slots=True, kw_only=True)
class Exercise:
    """One exercise.

    Attributes:
        name: Its name in the address.
        title: Its title on the page.
        idea: What it teaches, in Markdown.
        task: What to make, and what to predict first.
        why: Why an answer is one.
    """

    name: str
    title: str
    idea: str
    task: str
    why: str

    @property
    def key(self) -> str:
        """What the keys of the controls with what was made begin with."""
        return f"drawing-{self.name}"


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawGraph(Exercise):
    """An exercise in which a graph is drawn.

    Attributes:
        goals: What is asked of it.
    """

    goals: tuple[Goal, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class SetWave(Exercise):
    """An exercise in which values are set on the nodes of a ring.

    Attributes:
        num_nodes: Of the ring.
        eigenvalue: The frequency that the wave shall have.
        least: The share of its energy that shall be at that frequency.
    """

    num_nodes: int
    eigenvalue: float
    least: float


def parse(name: str, text: str) -> DrawGraph | SetWave:
    """Returns the exercise that a Markdown file holds."""
    document = Document.parsed(name, text, ("Task", "Why"))
    settings = document.settings
    words: dict[str, Any] = {
        "name": name,
        "title": settings["title"],
        "idea": document.idea,
        "task": document.sections["Task"],
        "why": document.sections["Why"],
    }
    if "wave" in settings:
        return SetWave(**words, **settings["wave"])
    asked = settings["goals"].items()
    return DrawGraph(**words, goals=tuple(partial(GOALS[goal], value) for goal, value in asked))


EXERCISES = tuple(parse(*named) for named in texts_of(Path(__file__).with_name("texts")))
