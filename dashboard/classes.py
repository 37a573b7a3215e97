"""Classes: a lecturer's code, the answers of those who joined, kept in memory until the end.

Nobody has an account, a browser is only told from the others, and nothing is written.
"""

import secrets
import time
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from threading import RLock

from spgat.errors import InputError

#: Without letters and digits that are taken for each other on a projector.
ALPHABET = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"
CODE_LENGTH = 5
MAX_CLASSES, MAX_STUDENTS = 50, 1000
#: A class in which nothing has happened for this long is over.
IDLE_SECONDS = 3 * 60 * 60


@dataclass(slots=True)
class _Class:
    code: str
    lecturer: str
    seen: float
    lesson: str = ""
    is_shown: bool = False
    is_kept: bool = False
    hidden: tuple[str, ...] = ()
    students: set[str] = field(default_factory=set)
    answers: dict[str, dict[str, int]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class ClassView:
    """What a class is at.

    Attributes:
        code: What students join by.
        lesson: The name of the lesson the class is at, "" before the first.
        is_shown: Whether the results of this lesson are shown.
        is_kept: Whether students stay on the lesson's page.
        hidden: The controls that are locked for students.
        num_students: How many have joined.
        votes: How many chose each answer of this lesson, by its position.
    """

    code: str
    lesson: str
    is_shown: bool
    is_kept: bool
    hidden: tuple[str, ...]
    num_students: int
    votes: dict[int, int]


class Classes:
    """All classes of a server; safe from any thread.

    Args:
        clock: Seconds, never decreasing.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._by_code: dict[str, _Class] = {}
        self._lock = RLock()

    def start(self, lecturer: str) -> ClassView:
        """Starts a class, or returns the one that this lecturer has.

        Where there are too many, the one with the fewest students ends that nobody has looked
        at for longest.
        """
        with self._lock:
            self._forget()
            for each in self._by_code.values():
                if each.lecturer == lecturer:
                    return self._view(each)
            if len(self._by_code) >= MAX_CLASSES:
                away = min(self._by_code.values(), key=lambda c: (len(c.students), c.seen))
                del self._by_code[away.code]
            code = ""
            while not code or code in self._by_code:
                code = "".join(secrets.choice(ALPHABET) for _ in range(CODE_LENGTH))
            self._by_code[code] = _Class(code, lecturer, self._clock())
            return self._view(self._by_code[code])

    def of_lecturer(self, lecturer: str) -> ClassView | None:
        """Returns the class that somebody has started, None where there is none."""
        with self._lock:
            self._forget()
            found = (c for c in self._by_code.values() if c.lecturer == lecturer)
            return next(map(self._view, found), None)

    def join(self, code: str, student: str) -> ClassView:
        """Adds a student and returns the class.

        Raises:
            InputError: If there is no such class, or it is full.
        """
        with self._lock:
            joined = self._get(code)
            if joined is None:
                raise InputError(f"There is no class {code[:20]!r}; it may have ended.")
            if student not in joined.students and len(joined.students) >= MAX_STUDENTS:
                raise InputError(f"The class {joined.code} is full.")
            if student != joined.lecturer:
                joined.students.add(student)
            return self._view(joined)

    def look(self, code: str) -> ClassView | None:
        """Returns a class, None where there is none any more."""
        with self._lock:
            found = self._get(code)
            return None if found is None else self._view(found)

    def answer(self, code: str, student: str, lesson: str, position: int) -> None:
        """Takes a student's answer, in place of one before it; not once results are shown."""
        with self._lock:
            found = self._get(code)
            if found is None or student not in found.students:
                return
            if not (found.is_shown and found.lesson == lesson):
                found.answers.setdefault(lesson, {})[student] = position

    def direct(
        self,
        lecturer: str,
        *,
        lesson: str,
        is_shown: bool,
        is_kept: bool,
        hidden: Iterable[str] = (),
    ) -> None:
        """Says what a lecturer's class is at; see `ClassView`."""
        with self._lock:
            for each in self._by_code.values():
                if each.lecturer == lecturer:
                    each.lesson, each.is_shown, each.is_kept = lesson, is_shown, is_kept
                    each.hidden, each.seen = tuple(hidden), self._clock()

    def end(self, lecturer: str) -> None:
        """Forgets a lecturer's class and all its answers."""
        with self._lock:
            kept = {k: c for k, c in self._by_code.items() if c.lecturer != lecturer}
            self._by_code = kept

    def _get(self, code: str) -> _Class | None:
        self._forget()
        found = self._by_code.get(code.strip().upper())
        if found is not None:
            found.seen = self._clock()
        return found

    def _forget(self) -> None:
        now = self._clock()
        alive = {k: c for k, c in self._by_code.items() if now - c.seen <= IDLE_SECONDS}
        self._by_code = alive

    @staticmethod
    def _view(found: _Class) -> ClassView:
        return ClassView(
            code=found.code,
            lesson=found.lesson,
            is_shown=found.is_shown,
            is_kept=found.is_kept,
            hidden=found.hidden,
            num_students=len(found.students),
            votes=dict(Counter(found.answers.get(found.lesson, {}).values())),
        )
