"""Which of the options that were given change nothing, so that the command can say so."""

from collections.abc import Iterable

from spgat.config import TrainConfig
from spgat.spectral.split_config import SplitConfig

#: Options of `spgat train` that say how the spectrum is cut, by the field they set.
SPLIT_FLAGS = {
    "fractions": "--low-fraction",
    "kind": "--split",
    "basis": "--basis",
    "count_from": "--count-from",
    "sparsification": "--sparsification",
    "threshold": "--threshold",
    "scale": "--scale",
    "node_order_seed": "--shuffle-nodes",
}
#: Those of them that only bands need: a model with one number per column has none.
_BANDS = ("fractions", "count_from", "node_order_seed")


def idle_options(config: TrainConfig, given: Iterable[str]) -> list[str]:
    """Returns those options that a config does not look at, as the command spells them.

    Args:
        config: What is about to be trained.
        given: Fields of the config and of its split that were asked for.
    """
    from spgat.nn.baselines.published import BASELINES

    if config.model in BASELINES:
        idle = {"pooling", *SPLIT_FLAGS}
    else:
        idle = _idle_in(config.split)
        if config.model != "spgat":
            idle |= {"pooling", *_BANDS}
    flags = {**SPLIT_FLAGS, "pooling": "--pooling"}
    return [flags[name] for name in given if name in idle]


def _idle_in(split: SplitConfig) -> set[str]:
    """Fields that a split of this kind ignores."""
    # Without a series or the code's inverse, g(λ) g(−λ) = 1 leaves nothing of s.
    is_identity = split.is_matrix_free and (split.series, split.inverse) == ("exact", "exact")
    uses_heat = split.response == "heat" or (split.basis == "wavelet" and not is_identity)
    idle = {"node_order_seed"} if split.cuts_frequencies else {"count_from"}
    if split.sparsification == "none":
        idle.add("threshold")
    if not uses_heat:
        idle.add("scale")
    return idle
