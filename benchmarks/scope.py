"""How large the rows are: as measured, with the slow alternatives too, or toys."""

from dataclasses import dataclass
from typing import Any, TypeVar

Amount = TypeVar("Amount")
TOY_NODES = 300


@dataclass(frozen=True)
class Scope:
    """What `--full` and `--smoke` ask for.

    Attributes:
        full: Whether the slow alternatives run in full and are not extrapolated.
        smoke: Whether every row runs on a toy, once, to see that it runs at all.
    """

    full: bool = False
    smoke: bool = False

    def graph(self, name: str) -> Any:
        """Returns a data set, or a toy in its place."""
        from spgat import datasets
        from spgat.datasets.random_graphs import csbm

        return csbm(num_nodes=TOY_NODES) if self.smoke else datasets.load(name)

    def amount(self, usual: Amount, toy: Amount) -> Amount:
        """Returns how much of something: sizes, repeats, seconds."""
        return toy if self.smoke else usual
