"""A run as one zip file. What comes in is hostile until it has been read to its end."""

import io
import lzma
import zipfile
import zlib
from collections.abc import Callable, Container
from pathlib import Path

from spgat.errors import InputError, reason
from spgat.runs import files
from spgat.runs.arrays import PACKED
from spgat.runs.formats import name_of_today

#: Unpacked bytes that an archive may come to.
MAX_UNPACKED_BYTES = 2**28
#: Where it is larger than this, unpacked bytes for each byte of it: the arrays of a run are
#: packed already, so that an honest archive unpacks to little more than its own size.
_FREE_BYTES, _MAX_RATIO = 2**24, 30
#: Unpacked bytes of a file that is no array, by its end.
_MAX_BYTES = {".json": files.MAX_JSON_BYTES, ".csv": files.MAX_TABLE_BYTES,
              ".txt": 4 * files.MAX_NOTE, "": 0}  # fmt: skip
_CHUNK = 2**20


def pack(names: Container[str], read: Callable[[str], bytes], run_id: str) -> bytes:
    """Returns a run's files as a zip in which they lie in a folder of the run's name.

    Args:
        names: Of the files.
        read: Returns the content of one; called for one after the other.
        run_id: The run's name.
    """
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        for name in files.FILES:
            if name in names:
                # Without the time of packing, equal runs make equal archives.
                entry = zipfile.ZipInfo(f"{run_id}/{name}")
                archive.writestr(entry, read(name), zipfile.ZIP_DEFLATED)
    return target.getvalue()


def unpack(content: bytes, folder: Path) -> str:
    """Writes a zip's files into an existing folder and returns the run's name.

    Only names that a run's folder may hold are written, each once, whatever path the archive
    gives them, and no more bytes than allowed, whatever size it states. What they hold is not
    looked at here.

    Raises:
        InputError: If this is no zip of one run.
    """
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            members = [info for info in archive.infolist() if not info.is_dir()]
            run_id = _run_id(members)
            left = min(MAX_UNPACKED_BYTES, _FREE_BYTES + _MAX_RATIO * len(content))
            for info in members:
                name = name_of_today(info.filename.removeprefix(f"{run_id}/"))
                left -= _extract(archive, info, folder / name, left)
    except InputError:
        raise
    except (
        zipfile.BadZipFile,
        zlib.error,
        lzma.LZMAError,
        EOFError,
        RuntimeError,
        ValueError,  # of a name that is no text, or a place before the file's start
    ) as error:
        raise InputError(
            f"The file is no readable zip ({reason(error)}); give one that was exported "
            "as a run."
        ) from error
    return run_id


def _run_id(members: list[zipfile.ZipInfo]) -> str:
    """The one folder in which all members lie; anything else is refused."""
    paths = [info.filename.split("/") for info in members]
    for path in paths:
        if (
            len(path) != 2
            or name_of_today(path[1]) not in files.FILES
            or path[0] != paths[0][0]
        ):
            raise InputError(
                f"The zip holds {'/'.join(path)[:80]!r}, which is no file of a run; give a zip "
                "that was exported as a run."
            )
    names = [name_of_today(path[1]) for path in paths]
    missing = set(files.REQUIRED) - set(names)
    if missing or len(names) != len(set(names)):
        what = f"no {min(missing)}" if missing else "one file twice"
        raise InputError(f"The zip holds {what}; give one that was exported as a run.")
    return paths[0][0]


def _extract(
    archive: zipfile.ZipFile, info: zipfile.ZipInfo, path: Path, max_bytes: int
) -> int:
    """Writes one file, read in pieces, and returns its size."""
    if info.compress_type not in PACKED:
        raise InputError(
            f"The zip packs {path.name} in a way that no export does; give a zip that "
            "was exported as a run."
        )
    most = min(max_bytes, _MAX_BYTES.get(path.suffix, max_bytes))
    written = 0
    with archive.open(info) as source, path.open("xb") as target:
        while chunk := source.read(_CHUNK):
            written += len(chunk)
            if written > most:
                raise InputError(
                    f"{path.name} unpacks to more than a run may have ({most} bytes here); "
                    "only smaller runs are imported."
                )
            target.write(chunk)
    return written
