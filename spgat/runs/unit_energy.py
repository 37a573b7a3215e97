"""Which frequencies each unit of a stored run has: what its layers made of the spectrum."""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from spgat.arrays import Floats, Ints
from spgat.errors import InputError
from spgat.runs.run import Run
from spgat.spectral.signal_energy import signal_energies

#: Stored entries of the graph times units: beyond, it takes a minute and more.
MAX_WORK = 5 * 10**8
_NUM_BINS, _ORDER = 40, 100


@dataclass(frozen=True, slots=True, eq=False)
class UnitEnergy:
    """The energy of a layer's units by frequency, those of low mean frequency first.

    Attributes:
        units: int64 [num_units], which column of the layer each row is: a hidden unit or a
            class, from 0.
        edges: float64 [num_bins + 1], eigenvalues, ascending from 0.
        shares: float64 [num_units, num_bins], the shares of a unit's energy; rows sum to 1.
        weights: float64 [num_units], the unit's share of the layer's energy.
        num_silent: Number of units that are 0 at every node and have no row.
    """

    units: Ints
    edges: Floats
    shares: Floats
    weights: Floats
    num_silent: int

    @property
    def layer(self) -> Floats:
        """The shares of the layer's energy, [num_bins]."""
        total: Floats = self.weights @ self.shares
        return total


def unit_energies(run: Run) -> tuple[UnitEnergy, UnitEnergy]:
    """Returns the energy by frequency of the hidden layer and of the logits (own choice).

    ‖x‖² = Σ_i (u_iᵀ x)² of each column x of a layer's output, by bins of λ_i, for the Laplacian
    of the run's bands. Any model has both; each eigenvalue is blurred by about 0.03.

    Args:
        run: Its graph, hidden layer, logits and config are read.

    Raises:
        InputError: If the graph has no edges, or graph and layers are too large for it.
    """
    adjacency = run.graph.adjacency
    num_units = run.hidden.shape[1] + run.logits.shape[1]
    if not run.graph.num_edges:
        raise InputError("The graph has no edges, so there are no frequencies.")
    if adjacency.nnz * num_units > MAX_WORK:
        raise InputError(
            f"{run.graph.num_edges:,} edges and {num_units} units are too many to see each "
            "unit's frequencies; train fewer hidden units."
        )
    return _energy(run, run.hidden), _energy(run, run.logits)


def _energy(run: Run, outputs: NDArray[np.floating[Any]]) -> UnitEnergy:
    squares = np.square(outputs, dtype=np.float64).sum(axis=0)
    units = np.flatnonzero(squares > 0)
    found = signal_energies(
        run.graph.adjacency,
        outputs[:, units],
        run.summary.config.bands.laplacian,
        num_bins=_NUM_BINS,
        order=_ORDER,
    )
    middles = (found.edges[:-1] + found.edges[1:]) / 2
    order = np.argsort(found.shares @ middles, kind="stable")
    weights = squares[units] / squares.sum() if len(units) else squares[units]
    return UnitEnergy(
        units=units[order],
        edges=found.edges,
        shares=found.shares[order],
        weights=weights[order],
        num_silent=outputs.shape[1] - len(units),
    )
