"""The claim of the paper in three columns: printed, the same method measured, and ours."""

from collections.abc import Sequence
from dataclasses import dataclass

from spgat.experiments.outcome import Row, title_of

VARIANTS = ("SpGAT-MEAN", "SpGAT-MAX", "SpGAT-Cheby-MEAN", "SpGAT-Cheby-MAX")
BEST, PLAIN = "SpGAT (best)", "GCN"


@dataclass(frozen=True, slots=True)
class Claim:
    """What is said of one data set.

    Attributes:
        method: The row of the variant for which the paper prints its highest accuracy.
        best: The row of our own best settings.
        plain: The row of GCN, the plain network to be level with at least.
    """

    method: Row
    best: Row
    plain: Row

    @property
    def printed(self) -> float:
        """The paper's figure."""
        return self.method.printed or 0.0

    @property
    def is_met(self) -> bool:
        """Whether our settings reach the printed figure."""
        return self.best.measured is not None and self.best.measured >= self.printed


def claims(rows: Sequence[Row]) -> list[Claim]:
    """Returns one claim for each data set of the accuracy table, in its order.

    Args:
        rows: Those of "table1".
    """
    found = []
    for dataset in dict.fromkeys(row.dataset for row in rows):
        by_label = {row.label: row for row in rows if row.dataset == dataset}
        variants = [by_label[name] for name in VARIANTS if name in by_label]
        variants = [row for row in variants if row.printed is not None]
        if variants and BEST in by_label and PLAIN in by_label:
            claimed = max(variants, key=lambda row: row.printed or 0.0)
            found.append(Claim(claimed, by_label[BEST], by_label[PLAIN]))
    return found


def sentences(rows: Sequence[Row]) -> list[str]:
    """Returns up to three sentences to be read out, of what is measured.

    Args:
        rows: Those of "table1".
    """
    told = [claim for claim in claims(rows) if claim.method.measured is not None]
    met = [claim for claim in told if claim.is_met]
    missed = [c for c in told if c.best.measured is not None and not c.is_met]
    said = []
    if told:
        methods = [claim.method for claim in told]
        said.append(
            f"Of its best variant the paper prints {_listed(methods, 'printed')}; "
            "the same variant, measured at its best validation epoch, reaches "
            f"{_listed(methods)}."
        )
    if met:
        said.append(
            "Attention over true graph frequencies, with cuts that learn and random views that "
            f"must agree, reaches {_listed([claim.best for claim in met])}, and no label of a "
            "test node has a part in it."
        )
    if missed:
        said.append(
            "It does not reach the printed figure everywhere: it has "
            f"{_listed([claim.best for claim in missed])}, and a plain GCN "
            f"{_listed([claim.plain for claim in missed])}."
        )
    return said


def _listed(rows: Sequence[Row], field: str = "measured") -> str:
    """As in 84.2% on Cora and 73.0% on CiteSeer; what is not measured is left out."""
    values = [(getattr(row, field), title_of(row.dataset)) for row in rows]
    said = [f"{value:.1%} on {title}" for value, title in values if value is not None]
    return " and ".join(filter(None, [", ".join(said[:-1]), *said[-1:]]))
