"""Which runs give way where a store has a bound."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from spgat.runs import files
from spgat.runs.run import Run

#: What a run takes at least: each one costs every list of runs the same, however small it is.
LEAST_BYTES = 2**20


@dataclass(frozen=True, slots=True)
class Held:
    """What a run takes of a store.

    Attributes:
        folder: Where it lies; its name starts with the time it was made.
        owner: Whose it is, "" where that is not known.
        num_bytes: Of all its files, `LEAST_BYTES` at least.
        is_starred: Whether somebody marked it.
        is_deleted: Whether it lies in the bin.
    """

    folder: Path
    owner: str
    num_bytes: int
    is_starred: bool
    is_deleted: bool

    @classmethod
    def of(cls, folder: Path, *, is_deleted: bool) -> "Held":
        """Returns what the run in a folder takes; nothing if it cannot be looked at."""
        try:
            num_bytes = sum(path.lstat().st_size for path in folder.iterdir())
        except OSError:  # it has just gone, or is another user's
            num_bytes = 0
        num_bytes = max(num_bytes, LEAST_BYTES) if num_bytes else 0
        owner, is_starred = Run(folder.name, folder).owner, files.is_there(folder / files.STAR)
        return cls(folder, owner, num_bytes, is_starred, is_deleted)


def to_erase(runs: Iterable[Held], max_bytes: float) -> list[Path]:
    """Returns the folders that have to go so that the others take at most `max_bytes`.

    The owner who holds most, deleted runs too, gives way, again and again: first by the oldest
    deleted run, then by the oldest without a star, then by the oldest one. Runs without an
    owner, which no visitor has made, go last.
    """
    left = sorted(runs, key=lambda run: (not run.is_deleted, run.is_starred, run.folder.name))
    gone: list[Path] = []
    while (total := sum(run.num_bytes for run in left)) > max_bytes and total:
        first = _of_largest_owner(left)
        left.remove(first)
        gone.append(first.folder)
    return gone


def _of_largest_owner(runs: list[Held]) -> Held:
    """The first run of the owner whose runs take most."""
    sizes: defaultdict[str, int] = defaultdict(int)
    for run in runs:
        sizes[run.owner] += run.num_bytes
    largest = max(sizes, key=lambda owner: (owner != "", sizes[owner]))
    return next(run for run in runs if run.owner == largest)
