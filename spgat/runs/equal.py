"""Whether a training has been done already: the same graph, settings, seed and code."""

from collections.abc import Callable, Iterable
from dataclasses import replace

from spgat.config import TrainConfig
from spgat.graph import Graph
from spgat.runs.summary import RunSummary


def equal_runs(
    graph: Graph,
    config: TrainConfig,
    num_seeds: int,
    runs: Iterable[RunSummary],
    is_of_today: Callable[[str], bool],
) -> list[RunSummary]:
    """Returns a whole run for each seed 0, 1, … that `fit_each` would give again.

    The graph, its split, the config (but for the preset's name), the seed and the revision of
    spgat are the same. Versions of other packages may differ, and the last bits with them.

    Args:
        graph: What would be trained on.
        config: As for `fit`.
        num_seeds: At least 1.
        runs: Those to choose from, the newest first.
        is_of_today: Whether the one of an id was computed with this spgat, as the function of
            that name in `spgat.runs.environment` says of its environment; asked seldom.

    Returns:
        One run for each seed, or none where any is missing.
    """
    wanted = {(seed, seed % max(1, len(graph.splits))) for seed in range(num_seeds)}
    found: dict[int, RunSummary] = {}
    for run in runs:
        is_equal = (
            run.seed not in found
            and (run.seed, run.split_index) in wanted
            and run.is_on(graph)
            and run.stop_reason != "cancelled"
            and replace(run.config, preset=None) == replace(config, preset=None)
        )
        if is_equal and is_of_today(run.run_id):
            found[run.seed] = run
    return [found[seed] for seed in sorted(found)] if len(found) == num_seeds else []
