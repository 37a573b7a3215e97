"""The form of lessons and exercises: settings in TOML between two `+++`, then sections."""

import re
import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from spgat.errors import InputError

_MAX_BYTES = 100_000


@dataclass(frozen=True, slots=True)
class Document:
    """A file in parts.

    Attributes:
        name: Its name in an address: the file's, without the number in front.
        settings: What stands between the two lines `+++`.
        idea: The text before the first section, in Markdown.
        sections: The text below each heading, in Markdown.
    """

    name: str
    settings: dict[str, Any]
    idea: str
    sections: dict[str, str]

    @classmethod
    def parsed(cls, name: str, text: str, needed: Sequence[str]) -> "Document":
        """Returns the parts of a text, which must have the needed sections.

        Raises:
            InputError: If a part is missing or can't be read.
        """
        parts = re.split(r"^\+\+\+[ \t]*\n", text, maxsplit=2, flags=re.MULTILINE)
        if len(parts) != 3 or parts[0].strip():
            raise InputError(
                f"The lesson {name!r} does not start with settings between two +++."
            )
        try:
            settings = tomllib.loads(parts[1])
        except tomllib.TOMLDecodeError as error:
            raise InputError(
                f"The settings of the lesson {name!r} are not TOML: {error}."
            ) from None
        idea, *rest = re.split(r"^## +(.+?)[ \t]*\n", parts[2], flags=re.MULTILINE)
        sections = dict(zip(rest[::2], map(str.strip, rest[1::2]), strict=True))
        missing = [part for part in needed if not sections.get(part)]
        if missing:
            raise InputError(f"The lesson {name!r} has no section {missing[0]!r}; add it.")
        return cls(name, settings, idea.strip(), sections)


def texts_of(folder: Path) -> Iterator[tuple[str, str]]:
    """Yields name and content of each Markdown file of a folder, in the order of the files.

    Raises:
        InputError: If a file is too long.
    """
    for file in sorted(folder.glob("*.md")):
        content = file.read_bytes()[: _MAX_BYTES + 1]
        if len(content) > _MAX_BYTES:
            raise InputError(f"{file.name} is longer than {_MAX_BYTES:,} bytes; split it.")
        yield re.sub(r"^\d+-", "", file.stem), content.decode("utf-8", "replace")
