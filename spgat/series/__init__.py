"""Signals that were measured on a graph's nodes again and again."""

from spgat.series.faults import FAULTS, Fault, with_fault
from spgat.series.series import SignalSeries
from spgat.series.suspects import Suspects, neighbour_residuals, rank_suspects
from spgat.series.transform import (
    EnergyOverTime,
    deviations,
    energy_over_time,
    joint_energy,
    transform,
)

__all__ = [
    "FAULTS",
    "EnergyOverTime",
    "Fault",
    "SignalSeries",
    "Suspects",
    "deviations",
    "energy_over_time",
    "joint_energy",
    "neighbour_residuals",
    "rank_suspects",
    "transform",
    "with_fault",
]
