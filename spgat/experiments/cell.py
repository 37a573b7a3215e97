"""The unit of every sweep: one measurement that can be run anywhere and is never run twice."""

import hashlib
import json
from abc import ABC, abstractmethod
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from spgat.graph import Graph

#: What a cell measures: numbers, or lists of numbers, that JSON can hold.
Measured = dict[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class Cell(ABC):
    """One measurement on one dataset.

    Attributes:
        dataset: Name in the catalogue; also the name of the file that records the cell.
    """

    dataset: str

    @abstractmethod
    def measure(self) -> Measured:
        """Returns what was measured; runs in any process that can import spgat."""

    @abstractmethod
    def to_dict(self) -> dict[str, Any]:
        """Returns everything that decides the result, as JSON can hold it."""

    @property
    def key(self) -> str:
        """A hash of `to_dict`, under which the result is recorded."""
        text = json.dumps([type(self).__name__, self.to_dict()], sort_keys=True)
        return hashlib.blake2b(text.encode(), digest_size=10).hexdigest()


@lru_cache(maxsize=3)
def dataset_graph(name: str, draw: int, parameters: tuple[tuple[str, float], ...]) -> Graph:
    """Returns a dataset, kept so that a worker reads it once for many seeds.

    Where labels come without a split, one is drawn.
    """
    from spgat import datasets

    given: dict[str, Any] = dict(parameters)
    return datasets.with_split(datasets.load(name, seed=draw, **given), seed=draw)
