"""The type of a signal over time: one value for each time step and node."""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
from numpy.typing import ArrayLike

from spgat.arrays import Floats
from spgat.errors import InputError


@dataclass(frozen=True, eq=False)
class SignalSeries:
    """A signal on the nodes of a graph at many times; build it with `SignalSeries.build`.

    Attributes:
        name: Short name, shown to users.
        values: float64 [num_times, num_nodes], NaN where a reading is missing; read-only.
        times: One label per time step, in order.
        unit: What a reading is measured in, "" where that is not known.
    """

    name: str
    values: Floats
    times: tuple[str, ...]
    unit: str = ""

    @classmethod
    def build(
        cls, name: str, values: ArrayLike, times: Sequence[str] | None = None, unit: str = ""
    ) -> "SignalSeries":
        """Returns a checked series.

        Args:
            name: Short name.
            values: float [num_times, num_nodes], NaN where missing; copied.
            times: One label per time step; "1", "2", … where None.
            unit: Of a reading.

        Raises:
            InputError: For an array of another shape, an infinite value, another number of
                labels than of time steps, or a series without any reading.
        """
        array = np.array(values, dtype=np.float64)
        if array.ndim != 2 or 0 in array.shape:
            raise InputError(
                f"The series {name!r} has the shape {array.shape}; give one row per time step "
                "and one column per node."
            )
        if np.isinf(array).any():
            raise InputError(
                f"{int(np.isinf(array).sum())} readings of {name!r} are infinite; leave them "
                "empty where nothing was measured."
            )
        if np.isnan(array).all():
            raise InputError(f"{name!r} has no reading at all; give at least one number.")
        labels = tuple(map(str, range(1, len(array) + 1) if times is None else times))
        if len(labels) != len(array):
            raise InputError(
                f"{name!r} has {len(labels)} labels for {len(array)} time steps; give one each."
            )
        array.flags.writeable = False
        return cls(name, array, labels, unit)

    @property
    def num_times(self) -> int:
        """Number of time steps."""
        return len(self.values)

    @property
    def num_nodes(self) -> int:
        """Number of nodes."""
        return int(self.values.shape[1])

    @property
    def num_missing(self) -> int:
        """Number of missing readings."""
        return int(np.isnan(self.values).sum())

    @cached_property
    def digest(self) -> str:
        """A hash of the whole series, the key of caches."""
        facts = repr((self.name, self.values.shape, self.times, self.unit))
        content = facts.encode() + np.ascontiguousarray(self.values).tobytes()
        return hashlib.blake2b(content, digest_size=16).hexdigest()

    def with_values(self, values: Floats) -> "SignalSeries":
        """Returns the series with other readings at the same times.

        Raises:
            InputError: As `build`, and for another shape.
        """
        if np.shape(values) != self.values.shape:
            raise InputError(
                f"The readings have the shape {np.shape(values)}; {self.name!r} has "
                f"{self.values.shape}."
            )
        built = self.build(self.name, values, self.times, self.unit)
        return replace(self, values=built.values)
