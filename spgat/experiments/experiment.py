"""What a table or figure of the paper consists of here."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from numpy.typing import NDArray

from spgat.experiments.cell import Cell
from spgat.experiments.protocol import Protocol
from spgat.experiments.row import Row
from spgat.experiments.store import Records


def no_findings(_rows: Sequence[Row]) -> tuple[str, ...]:
    """Returns nothing: most tables speak for themselves."""
    return ()


def no_arrays(_records: Records) -> dict[str, NDArray[Any]]:
    """Returns nothing: most results are rows."""
    return {}


@dataclass(frozen=True, slots=True, kw_only=True)
class Experiment:
    """A table or figure as three functions.

    Attributes:
        name: A key of `TITLES`, as `spgat reproduce` takes it.
        cells: What has to be measured under a protocol.
        rows: The lines of the table, from whatever is recorded of the full protocol.
        findings: Sentences that the rows support.
        arrays: Pictures, by name.
        alone: Whether nothing else may run beside its cells, as they measure times.
    """

    name: str
    cells: Callable[[Protocol], Sequence[Cell]]
    rows: Callable[[Records], Sequence[Row]]
    findings: Callable[[Sequence[Row]], Sequence[str]] = no_findings
    arrays: Callable[[Records], dict[str, NDArray[Any]]] = no_arrays
    alone: bool = False
