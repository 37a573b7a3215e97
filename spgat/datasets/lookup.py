"""The one look-up of every data set by name."""

from dataclasses import replace
from difflib import get_close_matches
from functools import cache

from spgat.datasets import (
    bundled,
    coauthor_amazon,
    drawn,
    heterophilous,
    measured,
    planetoid,
    random_graphs,
    toy,
)
from spgat.datasets.info import DatasetInfo
from spgat.errors import InputError
from spgat.graph import Graph
from spgat.progress import Progress
from spgat.series.series import SignalSeries


def catalogue() -> list[DatasetInfo]:
    """Returns all data sets: toy, bundled, benchmark, heterophilous, measured."""
    return list(_by_name().values())


def info(name: str) -> DatasetInfo:
    """Returns what the catalogue knows of a data set, or of a drawing, "drawing:1AbC…".

    Raises:
        InputError: For an unknown name, with the names most like it, or a broken drawing.
    """
    if name.startswith(drawn.PREFIX):
        return drawn.info(name)
    known = _by_name()
    if name in known:
        return known[name]
    wanted = name.strip().lower().replace("_", "-").replace(" ", "-")
    close = get_close_matches(wanted, known, n=3, cutoff=0.5)
    remedy = (
        f"did you mean {' or '.join(repr(match) for match in close)}?"
        if close
        else f"the data sets are {', '.join(known)}."
    )
    raise InputError(f"There is no data set {name[:60]!r}; {remedy}")


def load(
    name: str, *, seed: int = 0, progress: Progress | None = None, **parameters: int | float
) -> Graph:
    """Returns a data set as a graph; its name tells what differs from the defaults.

    Args:
        name: One of `catalogue()`, or a drawing, "drawing:1AbC…", see `spgat.datasets.drawn`.
        seed: Decides a random graph and a random split; published splits ignore it.
        progress: Called while files are downloaded.
        parameters: As listed in `info(name).parameters`.

    Raises:
        InputError: For an unknown name or parameter, a value out of range, or files that are
            neither here nor reachable.
    """
    entry = info(name)
    told = {"progress": progress} if entry.files else {}
    graph = entry.make(seed=seed, **entry.checked(parameters), **told)
    differing = entry.differing(seed, parameters)
    return replace(graph, name=entry.titled(differing)) if differing else graph


def load_series(name: str, *, progress: Progress | None = None) -> SignalSeries | None:
    """Returns the signal over time of a data set's graph, None where it has none.

    Args:
        name: One of `catalogue()`.
        progress: Called while files are downloaded.

    Raises:
        InputError: For an unknown name, or files that are neither here nor reachable.
    """
    entry = info(name)
    return None if entry.series is None else entry.series(progress=progress)


def origin(title: str) -> tuple[DatasetInfo, dict[str, int | float]] | None:
    """Returns the data set of a loaded graph's name and what differed from its defaults.

    None for a graph that is not of the catalogue.
    """
    for entry in catalogue():
        differing = entry.untitled(title)
        if differing is not None:
            return entry, differing
    return None


@cache
def _by_name() -> dict[str, DatasetInfo]:
    families = (
        toy,
        random_graphs,
        bundled,
        planetoid,
        coauthor_amazon,
        heterophilous,
        measured,
    )
    return {entry.name: entry for family in families for entry in family.DATASETS}
