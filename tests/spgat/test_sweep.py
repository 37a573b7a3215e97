from dataclasses import replace

import pytest

from spgat import datasets, presets
from spgat.errors import Cancelled, InputError
from spgat.sweep import fit_sweep, swept
from spgat.training import fit

GRAPH = datasets.load("karate")
CONFIG = replace(presets.resolve(None, "frequency", "karate"), epochs=4, hidden=4)


def test_every_run_is_that_of_fit_and_seeds_are_the_same_for_every_d():
    runs = list(fit_sweep(GRAPH, CONFIG, [0.1, 0.5], range(2)))
    assert [(share, run.seed) for share, run in runs] == [
        (0.1, 0),
        (0.1, 1),
        (0.5, 0),
        (0.5, 1),
    ]
    for share, run in runs:
        alone = fit(GRAPH, swept(CONFIG, [share])[share], seed=run.seed)
        assert (run.test_accuracy, run.alpha) == (alone.test_accuracy, alone.alpha)
    assert [run.bands.cut.num_low[0] for _, run in runs] == [4, 4, 17, 17]


@pytest.mark.parametrize("first", [1, 2, 3])
def test_a_sweep_begins_with_any_of_its_runs(first):
    every = list(fit_sweep(GRAPH, CONFIG, [0.1, 0.5], range(2)))
    rest = list(fit_sweep(GRAPH, CONFIG, [0.1, 0.5], range(2), first=first))
    told = [
        [(s, run.seed, run.test_accuracy, run.alpha) for s, run in p] for p in (every, rest)
    ]
    assert told[1] == told[0][first:]


def test_a_stopped_sweep_has_yielded_whole_runs_only():
    runs = []

    def should_stop():
        return len(runs) == 3

    sweep = fit_sweep(GRAPH, CONFIG, [0.1, 0.5], range(2), should_stop=should_stop)
    with pytest.raises(Cancelled):
        runs.extend(sweep)
    assert len(runs) == 3
    assert {run.stop_reason for _, run in runs} == {"finished"}


def test_progress_grows_from_run_to_run_to_one():
    seen = []
    for _ in fit_sweep(
        GRAPH, CONFIG, [0.1, 0.5], range(2), progress=lambda done, _: seen.append(done)
    ):
        pass
    assert seen == sorted(seen)
    assert (seen[0], seen[-1]) == (0, 1)


@pytest.mark.parametrize(
    ("model", "cuts", "shares"),
    [("gcn", (0.1,), [0.1]), ("spgat", (0.1, 0.5), [0.1]), ("spgat", (0.1,), []),
     ("spgat", (0.1,), [0.1, 1.5]), ("spgat", (0.1,), [float("nan")])],
)  # fmt: skip
def test_what_has_no_d_cannot_be_swept(model, cuts, shares):
    bands = replace(CONFIG.bands, low_fractions=cuts)
    with pytest.raises(InputError):
        swept(replace(CONFIG, model=model, bands=bands), shares)
