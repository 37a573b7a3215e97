"""A store of bands: the features of a graph in each band of its spectrum, in mapped files."""

from dataclasses import dataclass
from pathlib import Path
from typing import Literal

import numpy as np

from spgat.arrays import Floats32, Ints
from spgat.chunks.arrays import mapped
from spgat.chunks.info import StoreInfo
from spgat.errors import InputError

LABELS, SPLIT, FEATURES = "labels.npy", "split.npy", "features.npy"
#: In `split.npy`: 0 is none of them.
SETS = {"train": 1, "val": 2, "test": 3}


@dataclass(frozen=True, eq=False)
class BandStore:
    """Φ_b X of a graph, read where it is asked for.

    Attributes:
        folder: Where the files are.
        info: What they hold.
        chunks: float32 [num_bands, rows, columns] each, by part of rows and chunk of columns.
        labels: int64 [num_nodes], −1 where unknown; None without labels.
        split: int8 [num_nodes], as `SETS` numbers the sets; None without a split.
    """

    folder: Path
    info: StoreInfo
    chunks: dict[tuple[int, int], Floats32]
    labels: Ints | None
    split: np.ndarray | None

    @classmethod
    def open(cls, folder: Path) -> "BandStore":
        """Returns the store of a folder, with all its files checked and none of them read.

        Raises:
            InputError: If it is none, not all of it is there, or a file does not fit.
        """
        info = StoreInfo.read(folder)
        missing = [place for place in info.chunks if not chunk_path(folder, *place).is_file()]
        if missing:
            raise InputError(
                f"{len(missing)} of {len(info.chunks)} chunks are missing in {folder}; run the "
                "same 'spgat bands' again, which computes only these."
            )
        chunks = {
            place: mapped(chunk_path(folder, *place), np.float32, info.shape(*place))
            for place in info.chunks
        }
        labels = (
            mapped(folder / LABELS, np.int64, (info.num_nodes,)) if info.num_classes else None
        )
        split = mapped(folder / SPLIT, np.int8, (info.num_nodes,)) if info.has_split else None
        return cls(folder, info, chunks, labels, split)

    def rows(self, nodes: Ints) -> Floats32:
        """Returns all bands of some nodes, float32 [num_bands, len(nodes), num_features].

        Args:
            nodes: Node numbers; ascending ones are read fastest.
        """
        info = self.info
        out = np.empty((info.num_bands, len(nodes), info.num_features), dtype=np.float32)
        parts = np.searchsorted(info.row_borders, nodes, side="right") - 1
        for part in np.unique(parts):
            inside = np.flatnonzero(parts == part)
            places = nodes[inside] - info.row_borders[part]
            for chunk in range(len(info.column_borders) - 1):
                columns = slice(*info.column_borders[chunk : chunk + 2])
                out[:, inside, columns] = self.chunks[int(part), chunk][:, places]
        return out

    def nodes(self, name: Literal["train", "val", "test"]) -> Ints:
        """Returns the labelled nodes of a set, ascending.

        Raises:
            InputError: If there are none.
        """
        if self.labels is None or self.split is None:
            found = np.empty(0, dtype=np.int64)
        else:
            is_known = (self.labels >= 0) & (self.labels < self.info.num_classes)
            found = np.flatnonzero((self.split == SETS[name]) & is_known)
        if len(found) == 0:
            raise InputError(
                f"The bands in {self.folder} have no labelled {name} nodes; write those of a "
                "graph with labels."
            )
        return found


def chunk_path(folder: Path, part: int, chunk: int) -> Path:
    """Returns the file of a chunk."""
    return folder / f"bands-{part:04d}-{chunk:04d}.npy"
