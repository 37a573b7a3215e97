"""What a store of bands says of itself: its file `store.json`, checked when it is read."""

import json
import math
from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np

from spgat.arrays import Floats
from spgat.bands.config import BandConfig
from spgat.errors import InputError
from spgat.replacing import replacing

NAME = "store.json"
FORMAT = 1
_MAX_BYTES = 10_000_000
_MAX_SIZE = 2**48  # of an array, in numbers: what a file system may hold


@dataclass(frozen=True, slots=True, kw_only=True)
class StoreInfo:
    """What a store holds, and all that its chunks are computed from but the graph.

    Attributes:
        dataset: The graph's name.
        graph_digest: `Graph.digest` of the graph.
        features_digest: A hash of features that are not the graph's own; "" where they are.
        num_nodes: Number of rows.
        num_entries: Stored entries of the Laplacian.
        num_features: Number of columns.
        num_classes: Number of classes, 0 without labels.
        has_split: Whether nodes are given to training, validation and test.
        bands: How the spectrum is cut.
        cutoffs: The eigenvalues at the cuts, ascending.
        upper: Upper bound of the eigenvalues.
        coefficients: C, [num_bands][degree + 1], see `spgat.bands.polynomial`.
        row_borders: Where the parts of the rows begin, and num_nodes.
        column_borders: Where the chunks of the columns begin, and num_features.
    """

    dataset: str
    graph_digest: str
    features_digest: str
    num_nodes: int
    num_entries: int
    num_features: int
    num_classes: int
    has_split: bool
    bands: BandConfig
    cutoffs: tuple[float, ...]
    upper: float
    coefficients: tuple[tuple[float, ...], ...]
    row_borders: tuple[int, ...]
    column_borders: tuple[int, ...]

    def __post_init__(self) -> None:
        counts = (self.num_nodes, self.num_entries, self.num_features, self.num_classes)
        if not all(type(count) is int and count >= 0 for count in counts):
            raise InputError(f"A store of bands says its sizes are {counts}.")
        if self.num_bands * self.num_nodes * self.num_features > _MAX_SIZE:
            raise InputError(f"A store of bands says its sizes are {counts}.")
        ends = (self.num_nodes, self.row_borders), (self.num_features, self.column_borders)
        for size, borders in ends:
            steps = list(pairwise(borders))
            rises = all(type(b) is int and a < b for a, b in steps)
            if not steps or borders[0] != 0 or borders[-1] != size or not rises:
                raise InputError("A store of bands has parts that do not make a whole.")
        rows = self.coefficients
        widths = {len(row) for row in rows}
        numbers = [self.upper, *self.cutoffs, *(c for row in rows for c in row)]
        is_finite = all(type(c) in (int, float) and math.isfinite(c) for c in numbers)
        if len(rows) != self.num_bands or len(widths) != 1 or 0 in widths or not is_finite:
            raise InputError("A store of bands has no coefficients for its bands.")
        if not self.upper > 0:
            raise InputError(f"A store of bands says its largest eigenvalue is {self.upper}.")

    @property
    def num_bands(self) -> int:
        """Number of bands, at least 2."""
        return self.bands.num_bands

    @property
    def matrix(self) -> Floats:
        """The coefficients as an array, float64 [num_bands, degree + 1]."""
        return np.array(self.coefficients, dtype=np.float64)

    @property
    def chunks(self) -> list[tuple[int, int]]:
        """The chunks, as (number of the part of rows, number of the chunk of columns)."""
        parts, columns = len(self.row_borders) - 1, len(self.column_borders) - 1
        return [(part, chunk) for part in range(parts) for chunk in range(columns)]

    def shape(self, part: int, chunk: int) -> tuple[int, int, int]:
        """Returns the shape of a chunk, (num_bands, rows, columns)."""
        rows = self.row_borders[part + 1] - self.row_borders[part]
        columns = self.column_borders[chunk + 1] - self.column_borders[chunk]
        return self.num_bands, rows, columns

    @property
    def identity(self) -> tuple[Any, ...]:
        """What a store is of and how it is cut: equal ones have equal chunks."""
        own = (self.graph_digest, self.features_digest, self.bands)
        return (*own, self.row_borders, self.column_borders)

    @property
    def index_dtype(self) -> type[np.integer]:
        """Of the Laplacian's indices: half the bytes where they suffice."""
        largest = max(self.num_entries, self.num_nodes)
        return np.int32 if largest < np.iinfo(np.int32).max else np.int64

    def write(self, folder: Path) -> None:
        """Writes the file of a store."""
        text = json.dumps({"format": FORMAT, **asdict(self), "bands": self.bands.to_dict()})
        with replacing(folder / NAME) as temporary:
            temporary.write_text(text, encoding="utf-8")

    @classmethod
    def read(cls, folder: Path) -> "StoreInfo":
        """Returns what the file of a store says.

        Raises:
            InputError: If the folder holds no store, or one that is not whole or of another
                version.
        """
        path = folder / NAME
        if not path.is_file():
            raise InputError(
                f"The folder {folder} holds no bands; write them there with 'spgat bands'."
            )
        try:
            if path.stat().st_size > _MAX_BYTES:
                raise ValueError(f"it has more than {_MAX_BYTES:,} bytes")
            return cls._of(json.loads(path.read_text(encoding="utf-8")))
        except (OSError, ValueError, TypeError, KeyError, RecursionError) as error:
            raise InputError(
                f"The file {path} does not describe bands of this version ({error}); write the "
                "bands into another folder."
            ) from error

    @classmethod
    def _of(cls, values: Any) -> "StoreInfo":
        if not isinstance(values, Mapping) or values.get("format") != FORMAT:
            raise ValueError(f"its format is not {FORMAT}")
        known = {f.name: values[f.name] for f in fields(cls)}
        for name in ("dataset", "graph_digest", "features_digest"):
            if not isinstance(known[name], str):
                raise ValueError(f"{name} is no text")
        if not isinstance(known["bands"], Mapping):
            raise ValueError("bands is no config")
        known["bands"] = BandConfig.from_dict(known["bands"])
        known["coefficients"] = tuple(tuple(row) for row in known["coefficients"])
        for name in ("cutoffs", "row_borders", "column_borders"):
            known[name] = tuple(known[name])
        return cls(**known)
