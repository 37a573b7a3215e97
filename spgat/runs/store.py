"""The store of runs: a folder of folders that several processes may write at once."""

import errno
import math
import os
import re
import shutil
import stat
import tempfile
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from secrets import token_hex
from threading import Lock

from spgat.errors import InputError
from spgat.graph import Graph
from spgat.models import MODELS
from spgat.replacing import CANNOT_WRITE, sync
from spgat.results import TrainResult
from spgat.runs import archive, files
from spgat.runs.apart import check_apart
from spgat.runs.checking import MAX_BYTES
from spgat.runs.room import Held, to_erase
from spgat.runs.run import Run
from spgat.runs.summary import RunSummary

#: Deleted runs lie here until they are this old.
_BIN, _BIN_SECONDS = ".deleted", 7 * 24 * 3600
#: Unfinished folders; one this old was left by a process that died.
_UNFINISHED, _STALE_SECONDS = ".unfinished", 24 * 3600
#: A training does not start where less is free on the disk of its runs.
MIN_FREE_BYTES = 2**26
#: The files that a list of runs shows something of.
_SHOWN = frozenset({files.CONFIG, files.SUMMARY, files.NOTE, files.STAR, files.OWNER,
                    files.PRIVATE, files.IMPORTED, files.HISTORY})  # fmt: skip
#: Those that its owner changes.
_MARKS = frozenset({files.NOTE, files.STAR, files.OWNER, files.PRIVATE})
_State = tuple[tuple[str, int], ...]
#: What a list shows of a run, and in which state of its folder it was read.
_Listed = tuple[_State, RunSummary]
#: What a rename says where the name is another run's.
_TAKEN = frozenset({errno.EEXIST, errno.ENOTEMPTY})
_RUN_ID = re.compile(r"\d{6}-\d{6}-[0-9a-f]{6}")


def default_root() -> Path:
    """Returns `SPGAT_RUNS`, or `spgat/runs` in the user's data folder."""
    named = os.environ.get("SPGAT_RUNS")
    if named:
        return Path(named)
    data = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return Path(data) / "spgat" / "runs"


@dataclass(frozen=True, slots=True)
class UnreadableRun:
    """A run that this version cannot read.

    Attributes:
        run_id: The name of its folder.
        reason: Why, as a sentence.
        made_by: The version of spgat that stored it; None where that cannot be read either.
        owner, is_private: As in `RunSummary`.
    """

    run_id: str
    reason: str
    made_by: str | None
    owner: str
    is_private: bool


@dataclass(frozen=True, slots=True)
class Contents:
    """What a store holds: its runs, the newest first, and what cannot be read."""

    runs: tuple[RunSummary, ...]
    unreadable: tuple[UnreadableRun, ...]


class RunStore:
    """Training runs, a folder each.

    A run appears under its name only when it is complete, and never changes afterwards but for
    its star, its note and who sees it, which are files of their own. So readers need no lock,
    and neither do writers.

    Args:
        root: The folder; `default_root()` where None. It is made when first needed.
        max_bytes: What all runs may take, deleted ones too: for a new one others give way, see
            `to_erase`.
    """

    def __init__(self, root: Path | str | None = None, *, max_bytes: float = math.inf) -> None:
        self.root = default_root() if root is None else Path(root)
        self.max_bytes = max_bytes
        self._listed: dict[Path, dict[str, _Listed]] = {}  # by folder
        self._listing = Lock()  # a first list of thousands takes a processor's half minute

    @property
    def num_bytes(self) -> int:
        """What all runs take, deleted ones too."""
        return sum(run.num_bytes for run in self._held())

    def save(
        self,
        result: TrainResult,
        graph: Graph,
        *,
        name: str | None = None,
        owner: str = "",
        is_private: bool = False,
    ) -> str:
        """Keeps a run with its graph (without features) and returns the run's id.

        Args:
            result: What `fit` returned.
            graph: What it was given.
            name: What people call the run; model, data set and seed where None.
            owner: Who may change it, where a server tells its visitors apart.
            is_private: Whether nobody else sees it there.

        Raises:
            InputError: If the graph is another one, or the folder cannot be written.
        """
        if graph.digest != result.graph_digest:
            raise InputError(
                f"The run was not trained on this {graph.name!r}; save it with its own graph."
            )
        run_id, contents = _new_run(result, graph, name)
        with self._unfinished() as folder:
            for file, content in contents.items():
                (folder / file).write_bytes(content)
            return self._place(folder, run_id, owner, is_private)

    def check_writable(self) -> None:
        """Does nothing where a run could be kept now: call it before a training.

        Raises:
            InputError: If the folder cannot be written, or its disk has too little room.
        """
        with self._unfinished() as folder:
            (folder / files.STAR).write_bytes(b"1")
        free = shutil.disk_usage(self.root).free
        if free < MIN_FREE_BYTES:
            raise self._refused(f"{free / 2**20:.0f} MB left on its disk")

    def list(self, *, deleted: bool = False) -> list[RunSummary]:
        """Returns the runs, or the deleted ones, the newest first; see `contents`."""
        return list(self.contents(deleted=deleted).runs)

    def contents(self, *, deleted: bool = False) -> "Contents":
        """Returns the runs that can be read, and those that cannot and why.

        Args:
            deleted: Whether to look into the bin.
        """
        root = self.root / _BIN if deleted else self.root
        with self._listing:
            before = self._listed.get(root, {})
            now: dict[str, _Listed] = {}
            unreadable = []
            for folder in self._folders(root):
                try:
                    now[folder.name] = _listed(folder, before.get(folder.name))
                except (InputError, OSError) as error:
                    if folder.is_dir():  # it was not deleted a moment ago
                        unreadable.append(_unreadable(folder, error))
            self._listed[root] = now
        summaries = [summary for _, summary in now.values()]
        newest_first = sorted(summaries, key=lambda summary: summary.created, reverse=True)
        return Contents(tuple(newest_first), tuple(unreadable))

    def load(self, run_id: str, *, deleted: bool = False) -> Run:
        """Returns a run, whose files are read when they are needed.

        Args:
            run_id: Its name.
            deleted: Whether to look into the bin.

        Raises:
            InputError: If there is no such run.
        """
        with self._existing(run_id, deleted=deleted) as folder:
            return Run(run_id, folder)

    def annotate(
        self, run_id: str, *, star: bool | None = None, note: str | None = None
    ) -> None:
        """Sets a run's star or its note; what is None stays as it is.

        Raises:
            InputError: If there is no such run.
        """
        with self._existing(run_id) as folder:
            if star is not None:
                _mark(folder / files.STAR, star)
            if note is not None:
                with self._unfinished() as temporary:
                    written = temporary / files.NOTE
                    written.write_text(note.strip()[: files.MAX_NOTE], encoding="utf-8")
                    sync(written)
                    os.replace(written, folder / files.NOTE)

    def set_private(self, run_id: str, is_private: bool) -> None:
        """Hides a run from all but its owner, or shares it.

        Raises:
            InputError: If there is no such run.
        """
        with self._existing(run_id) as folder:
            _mark(folder / files.PRIVATE, is_private)

    def delete(self, run_id: str) -> None:
        """Moves a run to the bin, where it stays for a week at least.

        Raises:
            InputError: If there is no such run.
        """
        with self._existing(run_id) as folder:
            self._discard_all(_older(self.root / _BIN, _BIN_SECONDS))
            os.utime(folder)
            (self.root / _BIN).mkdir(exist_ok=True)
            os.rename(folder, self.root / _BIN / run_id)

    def restore(self, run_id: str) -> None:
        """Brings a deleted run back.

        Raises:
            InputError: If it is not in the bin.
        """
        with self._existing(run_id, deleted=True) as folder:
            os.rename(folder, self.root / run_id)

    def export(self, run_id: str) -> bytes:
        """Returns a run as the bytes of a zip file.

        Raises:
            InputError: If there is no such run.
        """
        with self._existing(run_id) as folder:
            with os.scandir(folder) as entries:  # once: it may be deleted between two looks
                held = {entry.name for entry in entries if entry.is_file(follow_symlinks=False)}
            return archive.pack(held, lambda name: (folder / name).read_bytes(), run_id)

    def erase(self, run_id: str) -> None:
        """Removes a deleted run for good.

        Raises:
            InputError: If it is not in the bin.
        """
        with self._existing(run_id, deleted=True) as folder:
            self._discard(folder)

    def import_zip(
        self,
        content: bytes,
        *,
        owner: str = "",
        is_private: bool = False,
        max_bytes: int = MAX_BYTES,
    ) -> str:
        """Keeps an exported run and returns its id: its own, or a new one where that is taken.

        A run that its owner has deleted here comes back for them as it was, so that links to
        it lead there again.

        Args:
            content: The bytes of the zip.
            owner: Who may change it, where a server tells its visitors apart.
            is_private: Whether nobody else sees it there.
            max_bytes: What it may come to in memory.

        Raises:
            InputError: If the file is no zip of a run that can be read to its end.
        """
        with self._unfinished() as folder:
            run_id = archive.unpack(content, folder)
            check_apart(run_id[:40], folder, max_bytes)
            if not _RUN_ID.fullmatch(run_id):
                run_id = _new_id(datetime.now(UTC))
            if self._has_for(owner, self.root / run_id, folder):
                return run_id
            deleted = self.root / _BIN / run_id
            is_own = owner in ("", Run(run_id, deleted).owner)
            if is_own and self._has_for(owner, deleted, folder):
                with suppress(InputError):  # it was erased a moment ago
                    self.restore(run_id)
                    return run_id
            (folder / files.IMPORTED).touch()
            return self._place(folder, run_id, owner, is_private)

    @contextmanager
    def _existing(self, run_id: str, *, deleted: bool = False) -> Iterator[Path]:
        """A run's folder, which another process may move away while it is worked in."""
        folder = (self.root / _BIN if deleted else self.root) / run_id
        try:
            if not _RUN_ID.fullmatch(run_id) or folder.is_symlink() or not folder.is_dir():
                raise FileNotFoundError(folder)
            yield folder
        except FileNotFoundError as error:
            name, remedy = f"run {run_id[:40]!r}", "`spgat runs list` names those there are"
            if deleted:
                name, remedy = f"deleted {name}", "it may have expired"
            raise InputError(f"There is no {name}; {remedy}.") from error
        except OSError as error:
            if error.errno not in _TAKEN:
                raise self._refused(error.strerror) from error
            where, remedy = "the bin", "erase or restore that one first"
            if deleted:
                where, remedy = "the list", "delete that one first"
            raise InputError(f"Another run {run_id!r} is in {where}; {remedy}.") from error

    def _folders(self, root: Path) -> Iterator[Path]:
        if not root.is_dir():
            return
        with os.scandir(root) as entries:
            for entry in entries:
                if _RUN_ID.fullmatch(entry.name) and entry.is_dir(follow_symlinks=False):
                    yield root / entry.name

    @contextmanager
    def _unfinished(self) -> Iterator[Path]:
        """A folder to write in, on the file system of the store, gone afterwards."""
        parent = self.root / _UNFINISHED
        try:
            parent.mkdir(parents=True, exist_ok=True)
            with suppress(FileExistsError):  # it is no folder
                (self.root / _BIN).mkdir(exist_ok=True)  # a full disk will have no room for it
            for left in _older(parent, _STALE_SECONDS):
                shutil.rmtree(left, ignore_errors=True)
            folder = Path(tempfile.mkdtemp(dir=parent))
        except OSError as error:
            raise self._refused(error.strerror) from error
        try:
            yield folder
        except OSError as error:
            if error.errno not in CANNOT_WRITE:
                raise
            raise self._refused(error.strerror) from error
        finally:
            shutil.rmtree(folder, ignore_errors=True)

    def _refused(self, why: str | None) -> InputError:
        return InputError(
            f"The runs folder {self.root} cannot be written ({why}); make room on its disk, or "
            "set SPGAT_RUNS to a folder that can."
        )

    def _place(self, folder: Path, run_id: str, owner: str, is_private: bool) -> str:
        """Gives a complete folder its name, or another one where that is taken."""
        if owner:
            (folder / files.OWNER).write_text(owner, encoding="ascii")
        if is_private:
            (folder / files.PRIVATE).touch()
        folder.chmod(0o755)  # temporary folders are private
        for path in (*folder.iterdir(), folder):
            sync(path)
        while not self._is_named(folder, run_id):
            run_id = _new_id(datetime.now(UTC))
        sync(self.root)
        if math.isfinite(self.max_bytes):
            others = [run for run in self._held() if run.folder.name != run_id]
            room = self.max_bytes - Held.of(self.root / run_id, is_deleted=False).num_bytes
            self._discard_all(to_erase(others, room))
        return run_id

    def _is_named(self, folder: Path, run_id: str) -> bool:
        """Gives a folder its name; whether it was free: another may take it at any moment."""
        if (self.root / _BIN / run_id).exists():
            return False
        try:
            os.rename(folder, self.root / run_id)
        except OSError as error:
            if error.errno not in _TAKEN:
                raise
            return False
        return True

    def _held(self) -> Iterator[Held]:
        for root, is_deleted in ((self.root, False), (self.root / _BIN, True)):
            for folder in self._folders(root):
                yield Held.of(folder, is_deleted=is_deleted)

    @staticmethod
    def _has_for(owner: str, stored: Path, folder: Path) -> bool:
        """Whether the run in `folder` is stored already where `owner` sees it."""
        run = Run(stored.name, stored)
        if not stored.is_dir() or (owner and run.is_private and run.owner != owner):
            return False
        with suppress(FileNotFoundError):  # it was erased meanwhile
            return all(
                (folder / name).read_bytes() == (stored / name).read_bytes()
                for name in files.REQUIRED
            )
        return False

    def _discard(self, folder: Path) -> None:
        """Removes a run at once, whatever becomes of its files then."""
        away = self.root / _UNFINISHED / f"{folder.name}-{token_hex(3)}"
        away.parent.mkdir(exist_ok=True)  # no folder more: a full disk has no room for one
        os.rename(folder, away)
        for _ in range(2):  # a note that was on its way into it may arrive behind the first
            shutil.rmtree(away, ignore_errors=True)

    def _discard_all(self, folders: Iterable[Path]) -> None:
        for folder in folders:
            with suppress(OSError):  # it has just gone, or been brought back
                self._discard(folder)


def _older(parent: Path, max_seconds: float) -> list[Path]:
    """The folders in a folder that are older than this."""
    if parent.is_symlink() or not parent.is_dir():
        return []
    oldest, found = time.time() - max_seconds, []
    for folder in parent.iterdir():
        with suppress(FileNotFoundError):  # another process was faster
            state = folder.lstat()
            if stat.S_ISDIR(state.st_mode) and state.st_mtime < oldest:
                found.append(folder)
    return found


def _state_of(folder: Path) -> _State:
    """When what a list shows of a run was last written, by file; without those it lacks."""
    with os.scandir(folder) as entries:
        shown = [entry for entry in entries if entry.name in _SHOWN]
        states = [(entry.name, entry.stat(follow_symlinks=False)) for entry in shown]
        return tuple(sorted((name, state.st_mtime_ns) for name, state in states))


def _mark(path: Path, is_set: bool) -> None:
    """Makes an empty file or removes it; a link of that name is not followed."""
    if not is_set:
        path.unlink(missing_ok=True)
        return
    with suppress(FileExistsError):
        path.touch(exist_ok=False)


def _listed(folder: Path, known: _Listed | None) -> _Listed:
    """What a list shows of a run; of what was known of it only what changed is read anew."""
    state, run = _state_of(folder), Run(folder.name, folder)
    if known is None or _unchanging(known[0]) != _unchanging(state):
        return state, run.summary
    return known if known[0] == state else (state, run.marked(known[1]))


def _unchanging(state: _State) -> _State:
    """The part of a state that no owner changes; it takes far longer to read than the rest."""
    return tuple(file for file in state if file[0] not in _MARKS)


def _unreadable(folder: Path, error: Exception) -> UnreadableRun:
    run = Run(folder.name, folder)
    try:
        version = run.environment["packages"]["spgat"]
    except (InputError, OSError, KeyError, TypeError):
        version = None
    return UnreadableRun(
        run.run_id,
        str(error),
        version[:20] if isinstance(version, str) else None,
        run.owner,
        run.is_private,
    )


def zip_of(result: TrainResult, graph: Graph) -> tuple[str, bytes]:
    """Returns a run's id and its zip, for one that no store has room for; see `import_zip`."""
    run_id, contents = _new_run(result, graph, None)
    return run_id, archive.pack(contents, contents.__getitem__, run_id)


def _new_run(
    result: TrainResult, graph: Graph, name: str | None
) -> tuple[str, dict[str, bytes]]:
    title = (
        name or f"{MODELS[result.config.model].title} on {result.dataset}, seed {result.seed}"
    )
    now = datetime.now(UTC)
    return _new_id(now), files.contents_of(result, graph, title, now.isoformat())


def _new_id(now: datetime) -> str:
    return f"{now:%y%m%d-%H%M%S}-{token_hex(3)}"
