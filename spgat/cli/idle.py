"""Which of the options that were given change nothing, so that the command can say so."""

from collections.abc import Iterable

from spgat.bands.config import BandConfig
from spgat.config import TrainConfig

#: Options of `spgat train` that say how the spectrum is cut, by the field they set.
BAND_FLAGS = {
    "low_fractions": "--low-fraction",
    "cut_by": "--cut-by",
    "basis": "--basis",
    "count_from": "--count-from",
    "sparsification": "--sparsification",
    "threshold": "--threshold",
    "scale": "--scale",
    "learn_cutoffs": "--learn-cutoffs",
    "node_order_seed": "--node-order-seed",
}
#: Those of them that only bands need: a model with one number per column has none.
_BANDS = ("low_fractions", "count_from", "learn_cutoffs", "node_order_seed")


def idle_options(config: TrainConfig, given: Iterable[str]) -> list[str]:
    """Returns those options that a config does not look at, as the command spells them.

    Args:
        config: What is about to be trained.
        given: Fields of the config and of its bands that were asked for.
    """
    from spgat.nn.baselines.published import BASELINES

    if config.model in BASELINES:
        idle = {"pooling", "node_dropout", *BAND_FLAGS}
    else:
        idle = _idle_in(config.bands)
        if config.model != "spgat":
            idle |= {"pooling", "node_dropout", *_BANDS}
    flags = {**BAND_FLAGS, "pooling": "--pooling", "node_dropout": "--node-dropout"}
    return [flags[name] for name in given if name in idle]


def _idle_in(bands: BandConfig) -> set[str]:
    """Fields that bands of this kind ignore."""
    # Without a series or the code's inverse, g(λ) g(−λ) = 1 leaves nothing of s.
    is_identity = bands.is_matrix_free and (bands.series, bands.inverse) == ("exact", "exact")
    uses_heat = bands.response == "heat" or (bands.basis == "wavelet" and not is_identity)
    idle = {"node_order_seed"} if bands.cuts_frequencies else {"count_from"}
    if bands.sparsification == "none":
        idle.add("threshold")
    if not uses_heat:
        idle.add("scale")
    return idle
