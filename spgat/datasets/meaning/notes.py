"""What a reader says of a file while it reads it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class Question:
    """A place where a file can be read in two ways.

    Attributes:
        sentence: What was chosen and what else it could be.
        answers: For each other reading its name and the options that choose it.
    """

    sentence: str
    answers: Mapping[str, Mapping[str, Any]]

    def __str__(self) -> str:
        return self.sentence


@dataclass(slots=True)
class Notes:
    """Sentences collected while a file is read; see `ImportReport`."""

    used: list[str] = field(default_factory=list)
    unused: list[str] = field(default_factory=list)
    changed: list[str] = field(default_factory=list)
    asked: list[Question] = field(default_factory=list)

    def ask(self, sentence: str, **answers: Mapping[str, Any]) -> None:
        """Adds a question; answers are named by keywords, _ for a space."""
        named = {name.replace("_", " "): options for name, options in answers.items()}
        self.asked.append(Question(sentence, named))
