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

    def packed(self) -> dict[str, Any]:
        """Returns the sentences as JSON holds them, without halves of characters."""
        return {
            "used": [whole(sentence) for sentence in self.used],
            "unused": [whole(sentence) for sentence in self.unused],
            "changed": [whole(sentence) for sentence in self.changed],
            "asked": [
                {
                    "sentence": whole(question.sentence),
                    "answers": {
                        whole(name): {key: whole(str(value)) for key, value in answer.items()}
                        for name, answer in question.answers.items()
                    },
                }
                for question in self.asked
            ],
        }

    @classmethod
    def unpacked(cls, said: Mapping[str, Any], start: str = "") -> "Notes":
        """Returns what `packed` gave, each sentence after a start."""
        used, unused, changed = (
            [start + str(sentence) for sentence in said[kind]]
            for kind in ("used", "unused", "changed")
        )
        asked = [
            Question(str(question["sentence"]), dict(question["answers"]))
            for question in said["asked"]
        ]
        return cls(used, unused, changed, asked)


def whole(text: str) -> str:
    """Returns 400 characters of a text, without halves of them, which no encoding has."""
    return text.encode("utf-8", "replace").decode()[:400]
