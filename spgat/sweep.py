"""Trainings over several d: how accuracy and α depend on where the spectrum is cut."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial

from spgat.config import TrainConfig
from spgat.errors import Cancelled, InputError
from spgat.graph import Graph
from spgat.models import MODELS
from spgat.progress import Progress, ShouldStop
from spgat.results import TrainResult


def swept(config: TrainConfig, low_fractions: Sequence[float]) -> dict[float, TrainConfig]:
    """Returns the config of each d, by its share of low frequencies.

    Args:
        config: Of a model that cuts the spectrum in two.
        low_fractions: Each in [0, 1]; one named twice counts once.

    Raises:
        InputError: For no shares, one outside [0, 1], or a config without exactly one cut.
    """
    if MODELS[config.model].spectrum != "bands":
        raise InputError(
            f"{MODELS[config.model].title} does not cut the spectrum, so it has no d to sweep; "
            "take the model SpGAT."
        )
    if len(config.bands.low_fractions) != 1:
        raise InputError(
            f"The spectrum is cut into {len(config.bands.low_fractions) + 1} bands; a sweep "
            "needs two, so leave one d."
        )
    if not low_fractions:
        raise InputError("No shares of low frequencies were given; give at least one.")
    for share in low_fractions:
        if not 0 <= share <= 1:
            raise InputError(f"A share of low frequencies is {share:g}; it lies in [0, 1].")
    return {
        share: replace(config, bands=replace(config.bands, low_fractions=(share,)))
        for share in low_fractions
    }


def fit_sweep(
    graph: Graph,
    config: TrainConfig,
    low_fractions: Sequence[float],
    seeds: Sequence[int],
    *,
    first: int = 0,
    should_stop: ShouldStop | None = None,
    progress: Progress | None = None,
) -> Iterator[tuple[float, TrainResult]]:
    """Yields each whole run with its share of low frequencies, all seeds of a d together.

    Every d has the same seeds and splits, those of `fit_each`.

    Args:
        graph: As for `fit`.
        config: As for `fit`; its own share of low frequencies does not count.
        low_fractions: As for `swept`.
        seeds: At least one.
        first: Number of the run to begin with, in the order in which they are yielded.
        should_stop: As for `fit`.
        progress: Called with the fraction done of all runs.

    Raises:
        InputError: As `swept` and `fit_each`.
        Cancelled: If `should_stop` turns true. The runs yielded before are whole; the one
            that was stopped is not yielded, as a part of a training says nothing of its d.
    """
    from spgat.training import fit_each  # imports torch

    configs = swept(config, low_fractions)
    first_share, first_seed = divmod(first, len(seeds))
    for position, (share, each) in enumerate(configs.items()):
        if position < first_share:
            continue
        for result in fit_each(
            graph,
            each,
            seeds,
            first=first_seed if position == first_share else 0,
            should_stop=should_stop,
            progress=progress and partial(_part, progress, position, len(configs)),
        ):
            if result.stop_reason == "cancelled":
                raise Cancelled(f"stopped on request at d = {share:g} of the frequencies")
            yield share, result


def _part(progress: Progress, position: int, count: int, fraction: float, text: str) -> None:
    progress((position + fraction) / count, text)
