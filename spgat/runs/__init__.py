"""Training runs kept on disk: one folder each, exported as one zip and imported again."""

from spgat.runs.differences import differences, settings_of
from spgat.runs.embedded import Layer, embedded
from spgat.runs.environment import is_of_today
from spgat.runs.equal import equal_runs
from spgat.runs.projector import embedding_npz, metadata_tsv, vectors_tsv
from spgat.runs.response import RunResponse, run_response
from spgat.runs.run import Run
from spgat.runs.store import Contents, RunStore, UnreadableRun, zip_of
from spgat.runs.summary import RunSummary
from spgat.runs.unit_energy import UnitEnergy, unit_energies

__all__ = [
    "Contents",
    "Layer",
    "Run",
    "RunResponse",
    "RunStore",
    "RunSummary",
    "UnitEnergy",
    "UnreadableRun",
    "differences",
    "embedded",
    "embedding_npz",
    "equal_runs",
    "is_of_today",
    "metadata_tsv",
    "run_response",
    "settings_of",
    "unit_energies",
    "vectors_tsv",
    "zip_of",
]
