"""The trainings and sweeps in progress, written down for a server that starts again.

One file for each, in a folder of the store of runs. An entry goes when its training has ended;
what a stopped or killed process leaves behind, the next one finds and goes on with.
"""

import json
import logging
import time
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from threading import RLock
from typing import Any, Self

from filelock import FileLock, Timeout

from spgat.config import TrainConfig
from spgat.errors import InputError
from spgat.replacing import replacing

logger = logging.getLogger(__name__)

FOLDER, _LOCK = ".trainings", "lock"
#: How often a training is begun: one that takes the server down with it is not begun for ever.
MAX_STARTS = 2
#: What could not go on is said for so long.
KEEP_SECONDS = 7 * 24 * 3600


@dataclass(frozen=True, slots=True)
class Stopped:
    """Where a training was when the server stopped.

    Attributes:
        seed: Which of its seeds.
        epoch: The last one that ended.
        run_id: What was reached, in the store; "" where it could not be kept.
    """

    seed: int
    epoch: int
    run_id: str


@dataclass(frozen=True, slots=True)
class Plan:
    """What a job trains: its seeds, and in a sweep these at each share of low frequencies."""

    config: TrainConfig
    num_seeds: int
    low_fractions: tuple[float, ...] = ()

    @property
    def num_runs(self) -> int:
        """How many runs it makes, all seeds of a share together."""
        return self.num_seeds * max(1, len(self.low_fractions))


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry(Plan):
    """A training or a sweep in progress.

    Attributes:
        job_id, kind, key, label, owner, is_private: As of its job.
        dataset, graph_digest: The graph's name and what it must be again.
        created: When it was queued, in seconds since 1970.
        starts: How often it was begun without an orderly end.
        runs: Whole runs in the store, by their number in the order of training.
        stopped: Where it was stopped in order; None while it runs, and after a crash.
    """

    job_id: str
    kind: str
    key: str
    label: str
    owner: str
    is_private: bool
    dataset: str
    graph_digest: str
    created: float = field(default_factory=time.time)
    starts: int = 0
    runs: dict[int, str] = field(default_factory=dict)
    stopped: Stopped | None = None

    def to_json(self) -> str:
        """Returns what a file holds."""
        return json.dumps({**asdict(self), "config": self.config.to_dict()})

    @classmethod
    def from_json(cls, text: str) -> Self:
        """Returns the entry that a file holds.

        Raises:
            InputError: If it is none.
        """
        try:
            values: Mapping[str, Any] = json.loads(text)
            stopped, created = values["stopped"], float(values["created"])
            return cls(
                **{
                    "kind": "training",  # before sweeps were written down
                    **values,
                    "created": created,
                    "config": TrainConfig.from_dict(values["config"]),
                    "low_fractions": tuple(map(float, values.get("low_fractions", ()))),
                    "runs": {int(number): run_id for number, run_id in values["runs"].items()},
                    "stopped": None if stopped is None else Stopped(**stopped),
                }
            )
        except (ValueError, TypeError, KeyError, AttributeError) as error:
            raise InputError(f"An unfinished training cannot be read ({error}).") from error


class Record:
    """One training's entry, kept up to date by its worker alone.

    A disk that cannot be written costs the entry and not the training.

    Args:
        ledger: Where it is written.
        entry: What is known so far.
    """

    def __init__(self, ledger: "Ledger", entry: Entry) -> None:
        self._ledger, self.entry = ledger, entry
        self._write()

    def begin(self) -> None:
        """Notes that the training begins."""
        self._change(starts=self.entry.starts + 1, stopped=None)

    def keep(self, number: int, run_id: str) -> None:
        """Notes a whole run that is in the store."""
        self._change(runs={**self.entry.runs, number: run_id})

    def stop(self, stopped: Stopped) -> None:
        """Notes where the training was told to end."""
        self._change(stopped=stopped)

    def close(self) -> None:
        """Forgets a training that has ended by itself or by its visitor."""
        if self._ledger.is_closing:
            self._change(starts=0)  # this was no crash
        else:
            self._ledger.forget(self.entry.job_id)

    def _change(self, **changes: Any) -> None:
        self.entry = replace(self.entry, **changes)
        self._write()

    def _write(self) -> None:
        self._ledger.write(self.entry)


class Ledger:
    """The entries of one server, in memory until it has taken the folder; safe from any thread.

    Args:
        root: The folder of the store of runs.

    Attributes:
        is_taken: Whether they are written down here, and no other server's are.
        is_closing: Whether the server is about to stop, so that entries stay.
        changing: The lock of all this.
    """

    def __init__(self, root: Path) -> None:
        self._folder = root / FOLDER
        self._lock = FileLock(self._folder / _LOCK, thread_local=False)
        self._open: dict[str, Entry] = {}
        self.changing = RLock()
        self.is_taken = self.is_closing = False

    def take(self) -> bool:
        """Takes the folder and writes down what is open; whether that was done now.

        It cannot be where another server has it, until that has ended, or on a full disk.
        """
        with self.changing:
            if self.is_taken:
                return False
            try:
                self._folder.mkdir(parents=True, exist_ok=True)
                self._lock.acquire(timeout=0)  # the system lets it go when the process ends
            except (OSError, Timeout):
                return False
            self.is_taken = True
            for entry in self._open.values():
                self._write(entry)
        return True

    def write(self, entry: Entry) -> None:
        """Writes an entry down, in place of the one before."""
        with self.changing:
            self._open[entry.job_id] = entry
            if self.is_taken:
                self._write(entry)

    def _write(self, entry: Entry) -> None:
        try:
            with replacing(self.path(entry.job_id)) as path:
                path.write_text(entry.to_json(), encoding="utf-8")
        except (InputError, OSError) as error:
            logger.warning("The training %s is not written down: %s", entry.job_id, error)

    def left(self) -> list[Entry]:
        """Returns what earlier processes have left behind, the oldest first."""
        found = []
        for path in self._folder.glob("*.json"):
            if path.stem in self._open:
                continue
            entry = self.find(path.stem)
            if entry is None:
                self.forget(path.stem)
            else:
                found.append(entry)
        return sorted(found, key=lambda entry: entry.created)

    def find(self, job_id: str) -> Entry | None:
        """Returns the entry of a training, None where there is none in a folder of its own."""
        if not self.is_taken or not job_id.isalnum():
            return None
        try:
            return Entry.from_json(self.path(job_id).read_text(encoding="utf-8"))
        except (InputError, OSError):
            return None

    def forget(self, job_id: str) -> None:
        """Removes an entry; does nothing where there is none."""
        with self.changing:
            self._open.pop(job_id, None)
            if not self.is_taken:
                return
            try:
                self.path(job_id).unlink(missing_ok=True)
            except OSError as error:
                logger.warning("The training %s is still written down: %s", job_id, error)

    def path(self, job_id: str) -> Path:
        """Returns where the entry of a training lies."""
        return self._folder / f"{job_id}.json"
