"""How large a file and the graph in it may be."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from spgat.errors import InputError
from spgat.sandbox import Limits

#: Characters of a name, of which stored runs hold as many for every node.
MAX_NAME = 256
MAX_FEATURES = 100_000


def check_names(what: str, names: Sequence[str]) -> None:
    """Raises `InputError` for too long a name, `UnicodeEncodeError` for half a character."""
    longest = max(names, key=len, default="")
    if len(longest) > MAX_NAME:
        raise InputError(
            f"A {what} has a name of {len(longest)} characters, {longest[:30]!r}…; at most "
            f"{MAX_NAME} are read."
        )
    "".join(names).encode()


@dataclass(frozen=True, slots=True)
class ReadLimits:
    """What the reading of one file may take.

    Attributes:
        file_bytes: Size of the file.
        nodes, edges: Size of the graph, edges as the file lists them.
        work: Of the process that reads it.
    """

    file_bytes: int
    nodes: int
    edges: int
    work: Limits

    @property
    def file_megabytes(self) -> int:
        """Size of the file in megabytes of 2^20 bytes, as pages and messages say it."""
        return self.file_bytes // 2**20

    @property
    def unpacked_bytes(self) -> int:
        """What a packed file may unpack to: text packs to a fourth of its size or less."""
        return 4 * self.file_bytes

    def check_counts(self, num_nodes: int, num_edges: int) -> None:
        """Raises `InputError` for a graph larger than is read."""
        for count, most, what in (
            (num_nodes, self.nodes, "nodes"),
            (num_edges, self.edges, "edges"),
        ):
            if count > most:
                raise InputError(
                    f"The file has {count} {what}, of which at most {most} are read; upload a "
                    "part of the graph."
                )


#: For files of strangers, on a server that others use.
UPLOAD = ReadLimits(32 * 2**20, 200_000, 2_000_000, Limits(2**30, 2**28, 60, 300))
#: For embeddings of strangers: a million vectors of 16 numbers, or 64,000 of 256.
EMBEDDING = ReadLimits(128 * 2**20, 1_000_000, 0, Limits(2**30, 2**27, 60, 300))
#: For series of strangers, of which a page keeps dozens of transforms: two million readings.
SERIES = replace(UPLOAD, work=replace(UPLOAD.work, answer=2**24))
#: For one's own files on one's own machine.
LOCAL = ReadLimits(4 * 2**30, 5_000_000, 50_000_000, Limits(12 * 2**30, 12 * 2**30, 1800, 7200))
