"""The filter that a stored run has learned, over the frequencies of its graph."""

from dataclasses import dataclass, replace

from spgat.bands.record import BandRecord
from spgat.bands.response import LearnedResponse, filter_response, learned_response
from spgat.models import MODELS
from spgat.runs.run import Run
from spgat.spectral.cache import DiskCache


@dataclass(frozen=True, slots=True, eq=False)
class RunResponse:
    """g(λ) of the network that a run keeps.

    Attributes:
        epoch: The best validation epoch, whose α or coefficients it is made of; 0 for the
            initial ones.
        bands: Where the spectrum is cut; None for a model without bands.
        learned: g of each layer or class, None where there is none.
        reason: Why there is none, as one sentence.
    """

    epoch: int
    bands: BandRecord | None
    learned: LearnedResponse | None
    reason: str = ""

    @property
    def cutoffs(self) -> tuple[float, ...]:
        """Where the filter is cut into bands; nowhere without bands."""
        return () if self.bands is None else self.bands.cut.cutoffs


def run_response(run: Run, *, cache: DiskCache | None = None) -> RunResponse:
    """Returns the learned filter Σ_b α_b g_b(λ) of each layer, Eq. (2), of a stored run.

    Of a model that learns a polynomial of the frequency it is that polynomial. The responses of
    bands are those that were stored with the run. A run of format 1 has none:
    they are made anew from its config, with cutoffs that are estimated for a large graph.

    Args:
        run: Its α, bands, config and graph are read.
        cache: Where exact eigenvalues are looked for and kept, for a run of format 1.
    """
    summary, config = run.summary, run.summary.config
    epoch = summary.best_epoch
    record = run.learned_filter
    if record is not None:
        return RunResponse(epoch, None, filter_response(record))
    if not summary.alpha:
        reason = f"{MODELS[config.model].title} learns no filter over the frequencies."
        return RunResponse(epoch, None, None, reason)
    bands, note = run.bands, ""
    if bands is None:
        from spgat.bands.build import record_of  # torch, which a run of today can do without

        bands = record_of(run.graph.adjacency, config.bands, cache=cache)
        if bands.cut.cutoff_error > 0:
            note = (
                " An older version stored this run without its cutoffs, so they are estimated "
                f"(± {bands.cut.cutoff_error:.2g})."
            )
    if bands.responses is None:
        reason = (
            "There is no learned filter to draw: a band of columns, or of a basis with entries "
            "dropped, is not a function of the frequency."
        )
        return RunResponse(epoch, bands, None, reason)
    alpha = [list(layer) for layer in summary.alpha]
    learned = learned_response(alpha, bands.responses, bands.eigenvalues, config.pooling)
    return RunResponse(epoch, bands, replace(learned, note=learned.note + note))
