"""Packed files: gz, bz2 or xz, and a zip or tar of one file, unpacked up to a bound."""

import bz2
import gzip
import lzma
import re
import tarfile
import zipfile
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from io import BufferedIOBase, BytesIO
from pathlib import PurePath

from spgat.datasets.files.array_files import ZIP
from spgat.datasets.files.others import refuse_zips
from spgat.datasets.meaning.notes import Notes
from spgat.errors import InputError, reason
from spgat.words import plural

_STREAMS = {b"\x1f\x8b": "gz", b"BZh": "bz2", b"\xfd7zXZ": "xz"}
_BROKEN = (
    EOFError, OSError, ValueError, RuntimeError, zlib.error, lzma.LZMAError, tarfile.TarError,
    zipfile.BadZipFile,
)  # fmt: skip
_SUFFIX = re.compile(r"\.(gz|bz2|xz)$", re.IGNORECASE)
#: Zips that are formats themselves: arrays, pickles and workbooks.
_FORMATS = (".npy", ".pkl", "xl/workbook.xml", "xl/workbook.bin", "content.xml")
#: What collections of graphs put beside one, and what systems do.
_BESIDE = re.compile(
    r"(\.|meta\.|readme|licen[cs]e|__macosx).*|.*\.(md|html?|pdf)", re.IGNORECASE
)
_CHUNK = 2**20


def title(filename: str, otherwise: str) -> str:
    """Returns a name for what is in a file: "roads" for "roads.csv.gz"."""
    return PurePath(_SUFFIX.sub("", filename)).stem[:60] or otherwise


def unpack(data: bytes, filename: str, most: int, notes: Notes) -> tuple[bytes, str]:
    """Returns what a file packs and how that is called; any other file as it is.

    The content decides: a file that is called .gz and is not packed is read as it is.

    Args:
        data: The file.
        filename: Its name; "" where nobody knows.
        most: Bytes that it may unpack to.
        notes: Takes the sentences.

    Raises:
        InputError: If it is damaged, unpacks to more, or packs another packed file or several.
    """
    kind, name = _kind(data), _SUFFIX.sub("", filename)
    called = repr(filename[-60:]) if filename else "The file"
    if kind in _STREAMS.values():
        with _unbroken(kind), _stream(kind, data) as stream:
            data = _bounded(stream.read, most)
        notes.used.append(f"{called} is unpacked ({kind}): {plural(len(data), 'byte')}.")
    elif name != filename:
        notes.changed.append(f"{called} is not packed, whatever its ending says.")
    outer, inner = kind, _kind(data)
    if inner in ("zip", "tar"):
        with _unbroken(inner):
            name, data = _one_entry(data, inner, most, notes)
        outer, inner = inner, _kind(data)
    if outer and inner:
        raise InputError(
            f"The file is packed twice ({inner} in {outer}); unpack it and upload what is "
            "inside."
        )
    return data, name


def _kind(data: bytes) -> str:
    """How a file is packed: gz, bz2, xz, tar or zip; "" where it is not."""
    if data.startswith((ZIP, b"PK\x05\x06")):
        with _unbroken("zip"), zipfile.ZipFile(BytesIO(data)) as archive:
            names = archive.namelist()
        refuse_zips(names)
        return "" if any(name.endswith(_FORMATS) for name in names) else "zip"
    if data[257:262] == b"ustar":
        return "tar"
    return next((kind for mark, kind in _STREAMS.items() if data.startswith(mark)), "")


def _stream(kind: str, data: bytes) -> BufferedIOBase:
    file = BytesIO(data)
    if kind == "gz":
        return gzip.GzipFile(fileobj=file)
    return bz2.BZ2File(file) if kind == "bz2" else lzma.LZMAFile(file)


def _one_entry(data: bytes, kind: str, most: int, notes: Notes) -> tuple[str, bytes]:
    """The name and the content of the one file in an archive that may be a graph.

    KONECT's archives have their edges in a file called out.NAME.
    """
    file = BytesIO(data)
    if kind == "zip":
        with zipfile.ZipFile(file) as archive:
            names = [name for name in archive.namelist() if not name.endswith("/")]
            name = _likely(names, kind, notes)
            with archive.open(name) as entry:
                return name, _bounded(entry.read, most)
    with tarfile.open(fileobj=file, mode="r:") as tar:
        members = {member.name: member for member in tar if member.isfile()}
        name = _likely(list(members), kind, notes)
        found = tar.extractfile(members[name])
        assert found is not None
        return name, _bounded(found.read, most)


def _likely(names: list[str], kind: str, notes: Notes) -> str:
    chosen = [name for name in names if not _BESIDE.fullmatch(PurePath(name).name)]
    chosen = [name for name in chosen if not name.startswith("__MACOSX")]
    if len(chosen) != 1:
        listed = ", ".join(names[:8]) or "nothing"
        raise InputError(f"The {kind} holds {listed}; unpack it and upload one of its files.")
    notes.used.append(f"The file {chosen[0][:60]!r} of the {kind} is read.")
    rest = [name for name in names if name != chosen[0]]
    if rest:
        notes.unused.append(f"Not used: {', '.join(map(repr, rest))[:200]}.")
    return chosen[0]


def _bounded(read: Callable[[int], bytes], most: int) -> bytes:
    content = BytesIO()
    while chunk := read(_CHUNK):
        content.write(chunk)
        if content.tell() > most:
            raise InputError(
                f"The file unpacks to more than {most // 2**20} MB, which is not read; unpack "
                "it and upload a part."
            )
    return content.getvalue()


@contextmanager
def _unbroken(kind: str) -> Iterator[None]:
    try:
        yield
    except InputError:
        raise
    except _BROKEN as error:
        raise InputError(
            f"The {kind} file is damaged or cut off ({reason(error)}); download it again, or "
            "unpack it and upload what is inside."
        ) from error
