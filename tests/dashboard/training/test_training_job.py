"""A training as a job: what it records, what it keeps, and that it is what `fit` gives."""

import errno
import random
import threading
from dataclasses import replace
from functools import partial

import numpy as np
import pytest

from dashboard.jobs import JobManager, JobState
from dashboard.training import frames, status
from dashboard.training import job as training_job
from dashboard.training.job import FinishedRun, SeedEpoch, TrainingView
from dashboard.training.ledger import Ledger
from spgat import datasets, presets
from spgat.bands.cut import cut_of
from spgat.epochs import Loop
from spgat.errors import InputError
from spgat.graph import Graph
from spgat.published import published
from spgat.runs import RunStore
from spgat.runs import store as runs_store
from spgat.spectral.density import spectral_density
from spgat.spectral.eigenvalues import all_eigenvalues
from spgat.training import fit

GRAPH = datasets.load("iris")
CONFIG = replace(presets.get("frequency", "iris"), epochs=6)


@pytest.fixture
def store(tmp_path):
    return RunStore(tmp_path)


def trained(store, config=CONFIG, num_seeds=1, graph=GRAPH):
    manager = JobManager(inline=True)
    return training_job.submit(
        manager, graph, config, num_seeds, store, "ada", ledger=Ledger(store.root)
    ).snapshot()


def test_a_job_trains_what_fit_trains_and_keeps_it(store):
    view = trained(store)
    result = fit(GRAPH, CONFIG, seed=0)
    training = TrainingView.of(view)
    assert view.state is JobState.DONE
    assert [replace(r, seconds=0) for r in training.epochs[0]] == [
        replace(r, seconds=0) for r in result.history
    ]
    [run] = training.runs
    assert (run.test_accuracy, run.alpha) == (result.test_accuracy, result.alpha)
    np.testing.assert_array_equal(store.load(run.run_id).hidden, result.hidden)


def test_embeddings_are_recorded_about_as_often_as_there_is_memory_for():
    config = presets.get("frequency")
    assert frames.recording(GRAPH, config).record_embedding_every == 8
    few = replace(config, epochs=3)
    assert frames.recording(GRAPH, few).record_embedding_every == 1
    large = Graph.build("large", 400_000, [[0, 1]])
    assert frames.recording(large, config).record_embedding_every is None


def test_learned_cuts_are_followed_and_said_as_a_share_of_the_frequencies(store):
    bands = replace(CONFIG.bands, learn_cutoffs=True, method="polynomial", step_order=12)
    training = TrainingView.of(trained(store, replace(CONFIG, bands=bands), num_seeds=2))
    latest, best = training.moved(), training.moved(training.runs)
    last = list(training.epochs.values())[-1][-1].cutoffs
    kept = [run.bands.cut.cutoffs for run in training.runs]
    assert latest.setup.bands.cut.cutoffs == last
    assert best.setup.bands.cut.cutoffs == pytest.approx(np.mean(kept, axis=0))
    assert last != training.setup.bands.cut.cutoffs
    assert abs(latest.setup.bands.responses - training.setup.bands.responses).max() > 0
    (said,) = [
        n for n in status.numbers(latest, ()).numbers if n.name == "Share of low frequencies"
    ]
    eigenvalues = all_eigenvalues(GRAPH.adjacency, bands.laplacian)
    share = np.mean(eigenvalues < last[0])
    assert float(said.value.rstrip("%")) / 100 == pytest.approx(share, abs=0.02)


def test_the_setup_tells_cut_density_responses_and_energy(store):
    setup = TrainingView.of(trained(store)).setup
    bands = setup.bands
    density = spectral_density(GRAPH.adjacency, CONFIG.bands.laplacian)
    cut = cut_of(GRAPH.adjacency, CONFIG.bands, density)
    assert bands.cut.num_low == cut.num_low
    np.testing.assert_allclose(bands.cut.cutoffs, cut.cutoffs)
    assert bands.responses.shape == (2, len(bands.eigenvalues))
    assert (bands.responses.sum(axis=0) == 1).all()
    assert len(setup.density) == len(bands.eigenvalues)
    assert sum(setup.energy) == pytest.approx(1)
    assert setup.density.min() >= 0


def test_frames_are_seen_while_it_trains_and_turn_as_little_as_they_can(store):
    config = replace(CONFIG, record_embedding_every=2)
    training = TrainingView.of(trained(store, config, num_seeds=2))
    assert [(f.seed, f.epoch) for f in training.frames] == [
        (seed, epoch) for seed in (0, 1) for epoch in (0, 2, 4, 6)
    ]
    before, after = (frame.coordinates for frame in training.frames[1:3])
    stored = store.load(training.runs[0].run_id)
    hidden = stored.frames[2][1]
    np.testing.assert_allclose(  # lengths are those of PCA
        np.linalg.svd(after, compute_uv=False),
        np.linalg.svd(hidden - hidden.mean(axis=0), compute_uv=False)[:2],
        rtol=1e-3,
    )
    left, _, right = np.linalg.svd(after.T @ before)
    np.testing.assert_allclose(left @ right, np.eye(2), atol=1e-4)


def test_a_training_that_diverges_is_told_so_where_frames_are_kept(store, monkeypatch):
    """No picture can be drawn of a hidden layer that is not finite."""
    step = Loop._step

    def breaking(self, optimizer):
        objective = step(self, optimizer)
        if len(self.history) == 2:
            for value in self._model.state_dict().values():
                value.fill_(np.nan)
        return objective

    monkeypatch.setattr(Loop, "_step", breaking)
    view = trained(store, replace(CONFIG, record_embedding_every=1))
    training = TrainingView.of(view)
    assert view.state is JobState.DONE, view.error
    assert training.runs[0].stop_reason == "diverged at epoch 3"
    assert [frame.epoch for frame in training.frames] == [0, 1, 2]


def test_large_graphs_are_watched_by_a_sample(monkeypatch):
    monkeypatch.setattr(frames, "MAX_DRAWN", 40)
    nodes = frames.Nodes.of(GRAPH)
    assert len(nodes.drawn) == 40
    np.testing.assert_array_equal(nodes.labels, GRAPH.labels[nodes.drawn])
    np.testing.assert_array_equal(nodes.drawn, frames.Nodes.of(GRAPH).drawn)
    assert nodes.names == [str(node) for node in nodes.drawn]
    named = GRAPH.with_(node_names=tuple(f"n{node}" for node in range(GRAPH.num_nodes)))
    assert frames.Nodes.of(named).names == [f"n{node}" for node in nodes.drawn]


def test_a_learned_filter_is_followed_to_that_of_the_best_epoch(store):
    config = replace(published("bernnet", "texas"), epochs=4, patience=None)
    training = TrainingView.of(trained(store, config))
    assert training.setup.bands is None
    np.testing.assert_allclose(training.setup.learned_filter.coefficients, np.ones((1, 11)))
    (epochs,) = training.epochs.values()
    moved = training.moved().setup.learned_filter
    np.testing.assert_array_equal(moved.coefficients[0], epochs[-1].coefficients)
    (run,) = training.runs
    at_best = epochs[run.best_epoch - 1].coefficients
    np.testing.assert_allclose(run.learned_filter.coefficients[0], at_best)


def test_a_split_by_column_has_no_responses(store):
    config = replace(presets.get("paper", "iris"), epochs=2)
    assert TrainingView.of(trained(store, config)).setup.bands.responses is None


def test_a_model_without_bands_has_no_setup(store):
    config = replace(CONFIG, model="gcn", epochs=2)
    training = TrainingView.of(trained(store, config))
    assert training.setup is None
    assert training.epochs[0][0].alpha == ()


def test_seeds_are_runs_of_their_own_with_splits_in_turn(store):
    graph = GRAPH.with_(splits=GRAPH.splits * 2)
    training = TrainingView.of(trained(store, num_seeds=3, graph=graph))
    assert [run.seed for run in training.runs] == [0, 1, 2]
    stored = sorted((run.seed, run.split_index) for run in store.list())
    assert stored == [(0, 0), (1, 1), (2, 0)]


def progress_of(store, config, num_seeds):
    """What a training reports, in order."""
    seen = []

    class Context:
        record = staticmethod(lambda item: None)
        should_stop = staticmethod(lambda: False)
        progress = staticmethod(lambda fraction, text: seen.append((fraction, text)))

    keep = partial(store.save, graph=GRAPH)
    training_job.train(GRAPH, config, range(num_seeds), keep, Context())
    return seen


def test_preparing_is_a_phase_from_zero_to_one(store):
    """The time left is estimated from the share of a phase that is done."""
    config = replace(presets.get("reference-code", "iris"), epochs=1)
    scale = replace(config.bands, scale=1 + random.random())  # which no cache holds
    seen = progress_of(store, replace(config, bands=scale), 1)
    preparing = [fraction for fraction, text in seen[: seen.index((1.0, "prepared"))]]
    assert preparing == sorted(preparing)
    assert preparing[-1] == pytest.approx(1)


def test_progress_goes_from_preparing_to_epochs_of_all_seeds(store):
    seen = progress_of(store, replace(CONFIG, epochs=2), 2)
    assert seen[0] == (0.0, "loading the libraries")
    epochs = [(fraction, text) for fraction, text in seen if text.startswith("epoch")]
    assert epochs == [
        (0.25, "epoch 1 of 2, seed 1 of 2"),
        (0.5, "epoch 2 of 2, seed 1 of 2"),
        (0.75, "epoch 1 of 2, seed 2 of 2"),
        (1.0, "epoch 2 of 2, seed 2 of 2"),
    ]


def test_a_stopped_training_keeps_its_best_network(store):
    manager = JobManager()
    config = replace(CONFIG, epochs=100_000, patience=None)
    job = training_job.submit(
        manager, GRAPH, config, 3, store, "ada", ledger=Ledger(store.root)
    )
    ended = threading.Event()

    def watch():
        while not any(isinstance(r, SeedEpoch) for r in job.snapshot().records):
            ended.wait(0.005)
        job.release("ada")
        while job.is_active:
            ended.wait(0.005)
        ended.set()

    threading.Thread(target=watch, daemon=True).start()
    assert ended.wait(60)
    view = job.snapshot()
    assert view.state is JobState.CANCELLED
    [run] = [r for r in view.records if isinstance(r, FinishedRun)]
    assert run.stop_reason == "cancelled"
    assert store.load(run.run_id).summary.num_epochs == len(TrainingView.of(view).epochs[0])


def test_equal_trainings_share_a_job_and_others_do_not(store):
    manager = JobManager()
    slow = replace(CONFIG, epochs=100_000, patience=None)
    jobs = [
        training_job.submit(
            manager, GRAPH, config, num_seeds, store, owner, ledger=Ledger(store.root)
        )
        for config, num_seeds, owner in (
            (slow, 1, "ada"),
            (slow, 1, "bob"),
            (slow, 2, "ada"),
            (replace(slow, hidden=8), 1, "ada"),
        )
    ]
    manager.close()
    assert jobs[0] is jobs[1]
    assert len({job.id for job in jobs}) == 3


@pytest.mark.parametrize(
    "words",
    [
        {"name": "Clients of Ada"},
        {"node_names": tuple(f"client {node}" for node in range(GRAPH.num_nodes))},
        {"class_names": ("solvent", "late", "bankrupt")},
        {"notes": ("Column 'income' is not used.",)},
    ],
)
def test_nobody_reads_the_words_of_somebody_elses_graph(store, words):
    """Visitors' graphs may be equal in all that decides a result and not in what they tell."""
    manager, slow = JobManager(), replace(CONFIG, epochs=100_000, patience=None)
    hers, his = (
        training_job.submit(manager, graph, slow, 1, store, owner, ledger=Ledger(store.root))
        for graph, owner in ((GRAPH.with_(**words), "ada"), (GRAPH, "bob"))
    )
    manager.close()
    assert hers is not his


def test_trainings_are_told_apart_in_words():
    assert training_job.describe("Iris", CONFIG, 1) == "SpGAT on Iris, true frequencies"
    gcn = replace(CONFIG, model="gcn", preset="published")
    assert training_job.describe("Iris", gcn, 3) == "GCN on Iris, as published, 3 seeds"


def test_a_disk_that_fills_up_costs_no_seed(store, tmp_path, monkeypatch, caplog):
    """What was learned stays with the job, as a zip that a store with room imports."""
    saved, save = [], store.save

    def fills_up(result, **rest):
        if len(saved) == 1:
            monkeypatch.setattr(runs_store, "sync", _refuse)
        saved.append(result.seed)
        return save(result, **rest)

    monkeypatch.setattr(store, "save", fills_up)
    view = trained(store, num_seeds=3)
    monkeypatch.undo()
    assert view.state is JobState.DONE
    runs = TrainingView.of(view).runs
    assert [run.unsaved is None for run in runs] == [True, False, False]
    told = [record for record in caplog.records if record.levelname == "WARNING"]
    assert [str(store.root) in record.getMessage() for record in told] == [True, True]
    assert len(store.list()) == 1
    elsewhere = RunStore(tmp_path / "elsewhere")
    run_id = elsewhere.import_zip(runs[2].unsaved.content)
    assert elsewhere.load(run_id).summary.test_accuracy == runs[2].test_accuracy


def _refuse(path):
    raise OSError(errno.ENOSPC, "No space left on device")


def test_nothing_is_trained_for_a_folder_that_takes_no_run(monkeypatch, tmp_path):
    (tmp_path / "file").write_text("no folder")
    manager, store = JobManager(), RunStore(tmp_path / "file")
    with pytest.raises(InputError):
        training_job.submit(manager, GRAPH, CONFIG, 1, store, "ada", ledger=Ledger(store.root))
