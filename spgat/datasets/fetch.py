"""Raw files of published data sets: from the data folder, a mirror, or the network."""

import hashlib
import os
import shutil
import sys
import urllib.request
from collections.abc import Sequence
from dataclasses import dataclass
from http.client import HTTPException
from io import BufferedIOBase
from pathlib import Path
from typing import IO
from urllib.error import URLError

from spgat.errors import InputError
from spgat.progress import Progress, report
from spgat.replacing import replacing

#: No raw file of the catalogue is a tenth as large; more than this is not what was asked for.
MAX_DOWNLOAD_BYTES = 256 * 2**20
#: What to do where the data folder cannot be written.
ELSEWHERE = "set SPGAT_DATA to a folder that can"
_TIMEOUT_SECONDS = 30
_CHUNK = 2**18


@dataclass(frozen=True, slots=True)
class RawFile:
    """A file of a published data set.

    Attributes:
        path: Where it lies inside `SPGAT_DATA` and `SPGAT_MIRROR`, "Cora/raw/ind.cora.x".
        url: Where it is published.
        sha256: Its checksum; None for archives of plain arrays that exist in several
            packings, whose content is checked once it is read.
    """

    path: str
    url: str
    sha256: str | None = None


def data_folder() -> Path:
    """Returns the folder for data: `SPGAT_DATA`, or `spgat` in the user's cache folder."""
    named = os.environ.get("SPGAT_DATA")
    if named:
        return Path(named).expanduser()
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches" / "spgat"
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA", Path.home() / "AppData" / "Local")) / "spgat"
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "spgat"


def mirror_folder() -> Path | None:
    """Returns the read-only folder `SPGAT_MIRROR`, or None."""
    named = os.environ.get("SPGAT_MIRROR")
    return Path(named).expanduser() if named else None


def is_at_hand(file: RawFile) -> bool:
    """Tells whether a file lies in the data folder or the mirror."""
    mirror = mirror_folder()
    return (data_folder() / file.path).is_file() or (
        mirror is not None and (mirror / file.path).is_file()
    )


def fetch(files: Sequence[RawFile], progress: Progress | None = None) -> None:
    """Brings files into the data folder and verifies their checksums.

    What lies there intact stays. Everything else is copied from the mirror or else downloaded,
    into a temporary file that takes its name once it is whole and verified.

    Raises:
        InputError: If a file is in none of the three places, or is not the published one.
    """
    for number, file in enumerate(files):
        report(number / len(files), f"fetching {Path(file.path).name}", progress)
        if _is_intact(data_folder() / file.path, file):
            continue
        mirror = mirror_folder()
        if mirror is not None and (mirror / file.path).is_file():
            _copy(mirror / file.path, file)
        else:
            share = (number / len(files), 1 / len(files))
            _download(file, files, share, progress)
    report(1.0, "files are here", progress)


def _is_intact(path: Path, file: RawFile) -> bool:
    if not path.is_file():
        return False
    return file.sha256 is None or _sha256(path) == file.sha256


def _copy(source: Path, file: RawFile) -> None:
    with replacing(data_folder() / file.path, remedy=ELSEWHERE) as temporary:
        shutil.copyfile(source, temporary)
        if not _is_intact(temporary, file):
            raise InputError(
                f"{source} is not the published file (its SHA-256 differs); replace it by "
                f"{file.url}."
            )


def _download(
    file: RawFile,
    wanted: Sequence[RawFile],
    share: tuple[float, float],
    progress: Progress | None,
) -> None:
    target = data_folder() / file.path
    with replacing(target, remedy=ELSEWHERE) as temporary:
        try:
            with (
                urllib.request.urlopen(file.url, timeout=_TIMEOUT_SECONDS) as response,
                temporary.open("wb") as sink,
            ):
                _receive(response, sink, file, share, progress)
        except (URLError, TimeoutError, ConnectionError, HTTPException) as error:
            raise InputError(_what_to_put_where(file, wanted, error)) from error
        if not _is_intact(temporary, file):
            raise InputError(
                f"{file.url} is not the published file (its SHA-256 differs); get it from "
                f"elsewhere and put it at {target}."
            )


def _receive(
    response: BufferedIOBase,
    sink: IO[bytes],
    file: RawFile,
    share: tuple[float, float],
    progress: Progress | None,
) -> None:
    expected = int(getattr(response, "length", None) or 0)
    received = 0
    while chunk := response.read1(_CHUNK):  # what is there, so that a slow one can be left
        received += len(chunk)
        if received > MAX_DOWNLOAD_BYTES:
            raise InputError(
                f"{file.url} is larger than {MAX_DOWNLOAD_BYTES // 2**20} MB, which no data "
                "set of the catalogue is; get the file from elsewhere."
            )
        sink.write(chunk)
        done = received / max(expected, received)
        name = Path(file.path).name
        report(share[0] + share[1] * done, f"{name}: {received / 1e6:.1f} MB", progress)


def _what_to_put_where(file: RawFile, wanted: Sequence[RawFile], error: Exception) -> str:
    missing = [Path(f.path) for f in wanted if not _is_intact(data_folder() / f.path, f)]
    names = ", ".join(path.name for path in missing)
    folder = Path(file.path).parent
    reason = getattr(error, "reason", error)
    return (
        f"{file.url} cannot be reached ({reason}); put {names} into {data_folder() / folder}, "
        f"or set SPGAT_MIRROR to a folder that holds them in {folder}."
    )


def _sha256(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
