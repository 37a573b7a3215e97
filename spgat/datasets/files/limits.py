"""How large an uploaded file may be, and how long reading it may take."""

import time

from spgat.errors import InputError

#: Bytes of an upload.
MAX_FILE_BYTES = 32 * 2**20
#: Bytes that a packed file (.npz, compressed .mat) may unpack to.
MAX_UNPACKED_BYTES = 256 * 2**20
#: Unpacked over packed size; below `RATIO_FREE_BYTES` any ratio is harmless.
MAX_RATIO = 250
RATIO_FREE_BYTES = 16 * 2**20
MAX_NODES = 200_000
MAX_EDGES = 2_000_000
#: Numbers of a dense matrix, and cells of a text table, each of which costs ten times as much.
MAX_CELLS = 30_000_000
MAX_TABLE_CELLS = 5_000_000
#: Objects and lists of a JSON file.
MAX_JSON_ITEMS = 2_500_000
#: Different attributes of nodes that are kept.
MAX_ATTRIBUTES = 64
#: Nested levels of XML, GML; real files have five.
MAX_DEPTH = 32
MAX_SECONDS = 30.0


class Deadline:
    """Ends the reading of a file that takes too long."""

    def __init__(self, seconds: float = MAX_SECONDS) -> None:
        self._end = time.monotonic() + seconds

    def check(self) -> None:
        """Raises `InputError` once the time is up."""
        if time.monotonic() > self._end:
            raise InputError(
                f"Reading this file takes more than {MAX_SECONDS:g} seconds; upload a smaller "
                "graph, or the same one as .npz."
            )


def check_counts(num_nodes: int, num_edges: int) -> None:
    """Raises `InputError` for a graph larger than this reader takes."""
    if num_nodes > MAX_NODES:
        raise InputError(
            f"The file has more than {MAX_NODES} nodes, the most that is read; upload a part "
            "of the graph."
        )
    if num_edges > MAX_EDGES:
        raise InputError(
            f"The file has more than {MAX_EDGES} edges, the most that is read; upload a part "
            "of the graph."
        )


def max_unpacked(packed: int) -> int:
    """Returns how many bytes a file of `packed` bytes may unpack to."""
    return min(MAX_UNPACKED_BYTES, max(RATIO_FREE_BYTES, MAX_RATIO * packed))


def check_unpacked(packed: int, unpacked: int) -> None:
    """Raises `InputError` for a file that unpacks to more than it should."""
    if unpacked > MAX_UNPACKED_BYTES:
        raise InputError(
            f"The file unpacks to more than {MAX_UNPACKED_BYTES // 2**20} MB, the most that is "
            "read; upload a part of the graph."
        )
    if unpacked > max_unpacked(packed):
        raise InputError(
            f"The file unpacks to more than {MAX_RATIO} times its size, as files made to do "
            "harm do; save it again without compression."
        )
