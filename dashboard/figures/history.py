"""What is drawn of a training: its quantities by epoch, over one seed or several."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from operator import attrgetter
from typing import NamedTuple

import numpy as np
import pandas as pd

from spgat.arrays import Floats
from spgat.results import EpochRecord

ACCURACIES = {
    "train_accuracy": "training",
    "val_accuracy": "validation",
    "test_accuracy": "test",
}
LOSSES = {"train_loss": "training", "val_loss": "validation"}


_quantities = attrgetter(*LOSSES, *ACCURACIES)


class Alpha(NamedTuple):
    """α of one layer by epoch.

    Attributes:
        columns: The name of each band, by its column in the tables of a `History`.
        mean: float64 [num_epochs, num_bands], over seeds.
        spread: float64 [num_epochs, num_bands], its standard deviation; None for one seed.
    """

    columns: dict[str, str]
    mean: Floats
    spread: Floats | None


def band_names(num_bands: int) -> list[str]:
    """Returns what bands are called, from the lowest frequencies to the highest."""
    if num_bands == 2:
        return ["low", "high"]
    return ["lowest", *(f"band {b}" for b in range(2, num_bands)), "highest"]


@dataclass(frozen=True)
class History:
    """Quantities by epoch, over one or several seeds.

    Attributes:
        mean: Columns `epoch`, the losses and accuracies of an `EpochRecord`, and those of
            `alpha`.
        spread: Sample standard deviation of the same columns over seeds, 0 at epochs that only
            one seed has reached, None for one seed.
        num_layers, num_bands: Of α, 0 for a model without.
    """

    mean: pd.DataFrame
    spread: pd.DataFrame | None
    num_layers: int
    num_bands: int

    @classmethod
    def of(
        cls, seeds: Sequence[Sequence[EpochRecord]], *, is_running: bool = False
    ) -> "History | None":
        """Returns the mean over seeds, None where no seed has an epoch yet.

        A seed that stopped early goes on with its last values, as its network stays the same.

        Args:
            seeds: The records of each seed, from epoch 1.
            is_running: Whether the last seed is not done; it counts for its epochs only.
        """
        rows = [np.array([_row(r) for r in records]) for records in seeds if len(records)]
        if not rows:
            return None
        num_epochs = max(map(len, rows))
        values = np.full((len(rows), num_epochs, rows[0].shape[1]), np.nan)
        for seed, quantities in enumerate(rows):
            values[seed, : len(quantities)] = quantities
            if not (is_running and seed == len(rows) - 1):
                values[seed, len(quantities) :] = quantities[-1]
        alpha = next(records for records in seeds if records)[0].alpha
        num_layers, num_bands = len(alpha), len(alpha[0]) if alpha else 0
        columns = [
            *LOSSES,
            *ACCURACIES,
            *(c for k in range(num_layers) for c in alpha_columns(k + 1, num_bands)),
        ]
        epochs = np.arange(1, num_epochs + 1)

        def table(quantities: Floats) -> pd.DataFrame:
            frame = pd.DataFrame(quantities, columns=columns)
            frame.insert(0, "epoch", epochs)
            return frame

        if len(rows) == 1:
            return cls(table(values[0]), None, num_layers, num_bands)
        mean, spread = table(np.nanmean(values, axis=0)), table(_deviation(values))
        return cls(mean, spread, num_layers, num_bands)

    def alpha(self, layer: int) -> Alpha:
        """Returns α of a layer, counted from 1 to `num_layers`."""
        columns = alpha_columns(layer, self.num_bands)
        mean, spread = (
            None if table is None else table[columns].to_numpy(dtype=float)
            for table in (self.mean, self.spread)
        )
        assert mean is not None
        names = band_names(self.num_bands)
        return Alpha(dict(zip(columns, names, strict=True)), mean, spread)

    def table(self) -> pd.DataFrame:
        """Returns the means, and the deviations as columns of their own."""
        if self.spread is None:
            return self.mean
        return self.mean.join(self.spread.drop(columns="epoch").add_suffix("_std"))

    def to_csv(self) -> str:
        """Returns the table as CSV."""
        return str(self.table().to_csv(index=False, float_format="%.6g"))

    def describe(self, columns: Mapping[str, str]) -> str:
        """Returns the last values of some columns in words, for those who don't see a chart."""
        last = self.mean.iloc[-1]
        values = ", ".join(f"{name} {last[column]:.2f}" for column, name in columns.items())
        return f"After {int(last['epoch'])} epochs: {values}."


def _deviation(values: Floats) -> Floats:
    """The sample standard deviation over the first axis, leaving out NaN; 0 for one number."""
    count = (~np.isnan(values)).sum(axis=0)
    return np.asarray(np.nanstd(values, axis=0) * np.sqrt(count / np.maximum(count - 1, 1)))


def alpha_columns(layer: int, num_bands: int) -> list[str]:
    """Returns what the columns of α of a layer, from 1, are called in every table."""
    return [f"alpha_{layer}_{band}" for band in range(1, num_bands + 1)]


def _row(record: EpochRecord) -> list[float]:
    return [*_quantities(record), *chain.from_iterable(record.alpha)]
