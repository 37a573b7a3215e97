"""Tables as LaTeX, for papers and slides."""

from collections.abc import Iterable, Mapping
from typing import Any

import pandas as pd


def latex_table(columns: Mapping[str, Any]) -> str:
    """Returns columns by title as a LaTeX table; those without any value are left out."""
    frame = pd.DataFrame(columns).dropna(axis="columns", how="all").fillna("–")
    return str(frame.to_latex(index=False, escape=True))


def mean_and_spread(
    means: Iterable[float | None], spreads: Iterable[float | None], form: str
) -> list[str | None]:
    """Returns "82.5 ± 0.4" for a mean and its spread, and None where there is no mean.

    Args:
        means: The means.
        spreads: As many standard deviations; what has none is written without.
        form: How a number is formatted, such as ".1f".
    """
    return [
        None
        if pd.isna(mean)
        else f"{mean:{form}}" + ("" if pd.isna(spread) else f" ± {spread:{form}}")
        for mean, spread in zip(means, spreads, strict=True)
    ]
