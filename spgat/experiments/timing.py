"""Times: of the wavelets, and of 200 training epochs on PubMed."""

import time
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import scipy.sparse as sp

from spgat.bands.build import build_bands
from spgat.bands.config import BandConfig
from spgat.config import TrainConfig
from spgat.experiments import printed
from spgat.experiments.cell import Cell, Measured, compact, dataset_graph
from spgat.experiments.experiment import FULL, Experiment, Protocol
from spgat.experiments.outcome import Row, measured_row
from spgat.experiments.sweep import Records, recorded
from spgat.experiments.table1 import config_of
from spgat.spectral.eigen import full_spectrum
from spgat.training import fit

#: How the wavelets can be had. The first and the last are the paper's columns.
WAYS = ("eigendecomposition", "power series", "Chebyshev series")
#: The models of the paper's figure, all at its 64 units here.
MODELS = ("SpGAT-MAX", "SpGAT-Cheby-MAX", "GCN", "GAT")
EPOCHS = 200

_REMARKS = {
    "eigendecomposition": "Another machine; the printed 1,185 s for PubMed are not spent here.",
    "power series": "Ours, not in the paper: the same wavelets without any eigenvector.",
    "Chebyshev series": "Another machine.",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class WaveletTime(Cell):
    """Seconds to obtain Ψ_s and Ψ_s⁻¹, s = 1 and t = 1e-4, in one of `WAYS`."""

    way: str
    seed: int = 0

    def measure(self) -> Measured:
        """Returns the seconds of one run, nothing read from a cache."""
        self._obtain()  # the first call also compiles, and wakes threads and memory
        started = time.perf_counter()
        self._obtain()
        return {"seconds": time.perf_counter() - started}

    def _obtain(self) -> None:
        adjacency = dataset_graph(self.dataset, 0, ()).adjacency
        bands = config_of("SpGAT-MAX", self.dataset).bands
        if self.way == "eigendecomposition":
            _wavelets_by_eigenvectors(adjacency, bands)
        elif self.way == "power series":
            build_bands(adjacency, bands)
        else:
            build_bands(adjacency, replace(bands, series="heat", order=2))


def _wavelets_by_eigenvectors(adjacency: sp.csr_array, bands: BandConfig) -> None:
    """The paper's way: all eigenvectors, then two dense products."""
    spectrum = full_spectrum(adjacency, bands.laplacian)
    for sign in (-1, 1):
        response = np.exp(sign * bands.scale * spectrum.eigenvalues)
        wavelets = (spectrum.eigenvectors * response) @ spectrum.eigenvectors.T
        wavelets[wavelets < bands.threshold] = 0
        sp.csr_array(wavelets)


@dataclass(frozen=True, slots=True, kw_only=True)
class EpochsTime(Cell):
    """Seconds of setup and of `EPOCHS` epochs of one model."""

    config: TrainConfig
    seed: int = 0

    def to_dict(self) -> dict[str, Any]:
        """Returns all attributes, of the config the device too."""
        config = compact(self.config, with_device=True)
        return {"dataset": self.dataset, "config": config, "seed": self.seed}

    def measure(self) -> Measured:
        """Returns the seconds of one run; an epoch is a step and an evaluation."""
        result = fit(dataset_graph(self.dataset, 0, ()), self.config, seed=self.seed)
        return {
            "seconds": sum(record.seconds for record in result.history),
            "setup_seconds": result.setup_seconds,
        }


def wavelet_cells(dataset: str, way: str, protocol: Protocol) -> list[Cell]:
    """Returns some runs, none where PubMed's 19,717² matrices would be dense."""
    if dataset == "pubmed" and way == "eigendecomposition":
        return []
    return [
        WaveletTime(dataset=dataset, way=way, seed=run)
        for run in range(protocol.num_ablation_seeds)
    ]


def epoch_cells(label: str, protocol: Protocol) -> list[Cell]:
    """Returns some runs on PubMed."""
    config = replace(config_of(label, "pubmed"), hidden=64, epochs=EPOCHS, patience=None)
    return [
        EpochsTime(dataset="pubmed", config=config, seed=run)
        for run in range(protocol.num_ablation_seeds)
    ]


def cells(protocol: Protocol) -> list[Cell]:
    """Returns all runs."""
    wavelets = [
        cell
        for dataset in printed.CITATION
        for way in WAYS
        for cell in wavelet_cells(dataset, way, protocol)
    ]
    return [*wavelets, *(cell for label in MODELS for cell in epoch_cells(label, protocol))]


def rows(records: Records) -> list[Row]:
    """Returns seconds to obtain the wavelets, then seconds of 200 epochs."""
    wavelets = [
        measured_row(
            recorded(records, wavelet_cells(dataset, way, FULL)),
            "seconds",
            label=way,
            dataset=dataset,
            quantity="seconds to obtain the wavelets",
            unit="seconds",
            printed=_printed_seconds(dataset, way),
            tolerance=0.5,
            remark=_REMARKS[way],
        )
        for dataset in printed.CITATION
        for way in WAYS
    ]
    epochs = [
        measured_row(
            recorded(records, epoch_cells(label, FULL)),
            "seconds",
            label=label,
            dataset="pubmed",
            quantity=f"seconds of {EPOCHS} epochs",
            unit="seconds",
            remark="The paper prints a bar chart without figures.",
        )
        for label in MODELS
    ]
    return [*wavelets, *epochs]


def _printed_seconds(dataset: str, way: str) -> float | None:
    by_eigenvectors, by_series = printed.WAVELET_SECONDS[dataset]
    return {WAYS[0]: by_eigenvectors, WAYS[2]: by_series}.get(way)


TIMING = Experiment(name="timing", cells=cells, rows=rows, alone=True)
