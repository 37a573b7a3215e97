import math
from dataclasses import replace

import numpy as np
import pytest
import torch
from torch import nn

from spgat import presets, training
from spgat.bands.build import BandConfig
from spgat.config import TrainConfig
from spgat.errors import Cancelled, InputError
from spgat.graph import Graph, NodeSplit
from spgat.nn.build import build_model
from spgat.nn.model import Inputs, ModelOutput, NodeClassifier, Preparation
from spgat.results import SeedSummary
from spgat.training import fit, fit_each, fit_seeds

QUICK = TrainConfig(hidden=8, epochs=12, patience=None, device="cpu")


@pytest.fixture(scope="module")
def graph() -> Graph:
    """Two communities of thirty nodes, told apart by noisy features and by their edges."""
    rng = np.random.default_rng(0)
    labels = np.arange(60) % 2
    same = labels[:, None] == labels
    linked = np.triu(rng.random((60, 60)) < np.where(same, 0.2, 0.02), k=1)
    features = rng.standard_normal((60, 10)) + labels[:, None]
    turn = np.arange(60) // 2 % 3  # both classes in each of the three sets
    split = NodeSplit(turn == 0, turn == 1, turn == 2)
    return Graph.build(
        "communities", 60, np.argwhere(linked), features=features, labels=labels, splits=[split]
    )


def test_a_result_is_that_of_its_best_epoch(graph):
    seen = []
    result = fit(graph, QUICK, seed=3, on_epoch=seen.append)
    assert seen == result.history
    assert [record.epoch for record in seen] == list(range(1, 13))
    assert result.stop_reason == "finished"
    best = result.history[result.best_epoch - 1]
    assert best.val_accuracy == max(record.val_accuracy for record in seen)
    assert all(r.val_accuracy < best.val_accuracy for r in seen[result.best_epoch :])
    assert result.test_accuracy == pytest.approx(best.test_accuracy)
    assert result.val_accuracy == pytest.approx(best.val_accuracy)
    assert result.alpha == best.alpha
    assert result.last_alpha == seen[-1].alpha
    test = graph.splits[0].test
    assert np.mean((result.predictions == graph.labels)[test]) == result.test_accuracy
    np.testing.assert_array_equal(result.predictions, result.logits.argmax(axis=1))
    assert result.hidden.shape == (60, 8)
    assert result.num_parameters == 10 * 8 + 2 + 8 * 2 + 2
    assert result.num_parameters == sum(value.size for value in result.state.values())


def test_it_learns(graph):
    config = TrainConfig(hidden=16, epochs=100, bands=BandConfig(low_fractions=(0.1,)))
    assert fit(graph, config).test_accuracy >= 0.9


@pytest.mark.parametrize("pooling", ["max", "mean", "sum"])
@pytest.mark.parametrize("kind", ["frequency", "column"])
def test_a_seed_repeats_bit_for_bit_and_decides(graph, kind, pooling):
    """A result that nobody can repeat is none."""
    basis = "wavelet" if kind == "column" else "fourier"
    config = TrainConfig(
        hidden=8, epochs=4, pooling=pooling, bands=BandConfig(cut_by=kind, basis=basis)
    )
    first, again, other = (fit(graph, config, seed=seed) for seed in (0, 0, 1))
    np.testing.assert_array_equal(first.logits, again.logits)
    for name, value in first.state.items():
        np.testing.assert_array_equal(value, again.state[name])
    assert not np.array_equal(first.logits, other.logits)


def test_the_order_of_the_nodes_changes_no_accuracy(graph):
    """Without dropout, which draws a number for each place in the order."""
    order = np.random.default_rng(3).permutation(60)
    split = graph.splits[0]
    shuffled = Graph.from_adjacency(
        "shuffled",
        graph.adjacency[order][:, order],
        features=graph.features[order],
        labels=graph.labels[order],
        splits=[NodeSplit(split.train[order], split.val[order], split.test[order])],
    )
    config = replace(QUICK, dropout=0.0, bands=BandConfig(low_fractions=(0.1,)))
    first, other = (fit(each, config) for each in (graph, shuffled))
    np.testing.assert_array_equal(first.predictions[order], other.predictions)
    assert first.test_accuracy == other.test_accuracy
    assert first.best_epoch == other.best_epoch


def test_a_run_leaves_the_global_generator_alone(graph):
    torch.manual_seed(7)
    expected = torch.rand(3)
    torch.manual_seed(7)
    fit(graph, QUICK)
    assert torch.equal(torch.rand(3), expected)


def test_attention_is_recorded_and_sums_to_one(graph):
    config = TrainConfig(hidden=8, epochs=3, bands=BandConfig(low_fractions=(0.2, 0.5)))
    for record in fit(graph, config).history:
        assert [len(alpha) for alpha in record.alpha] == [3, 3]
        assert all(sum(alpha) == pytest.approx(1.0, abs=1e-6) for alpha in record.alpha)


def test_embeddings_are_kept_from_the_untrained_one_on(graph):
    config = TrainConfig(hidden=8, epochs=7, record_embedding_every=3)
    frames = fit(graph, config).frames
    assert [epoch for epoch, _ in frames] == [0, 3, 6]
    assert not np.array_equal(frames[0][1], frames[1][1])


def test_embeddings_are_told_on_the_way(graph):
    seen, config = [], TrainConfig(hidden=8, epochs=7, record_embedding_every=3)
    frames = fit(graph, config, on_frame=lambda *frame: seen.append(frame)).frames
    assert [epoch for epoch, _ in seen] == [0, 3, 6]
    assert all(told is kept for (_, told), (_, kept) in zip(seen, frames, strict=True))


def test_a_stopped_run_returns_what_it_has(graph):
    seen = []
    result = fit(graph, QUICK, on_epoch=seen.append, should_stop=lambda: len(seen) == 5)
    assert result.stop_reason == "cancelled"
    assert len(result.history) == 5
    assert 1 <= result.best_epoch <= 5


@pytest.mark.parametrize("per_look", [1, 5])
def test_a_pause_is_no_part_of_any_time(graph, monkeypatch, per_look):
    """Whoever is asked whether to stop may take his time before he answers."""
    monkeypatch.setattr("spgat.epochs.EPOCHS_PER_LOOK", {"cpu": per_look})
    now, asked = [0.0], []

    def answer():
        asked.append(None)
        now[0] += 1000.0
        return len(asked) == 9

    monkeypatch.setattr("time.perf_counter", lambda: now[0])
    result = fit(graph, QUICK, should_stop=answer)
    assert len(result.history) > 5
    assert {record.seconds for record in result.history} == {0.0}
    assert (result.setup_seconds, result.seconds_per_epoch) == (0.0, 0.0)


def test_a_run_stopped_in_its_setup_has_nothing_to_return(graph):
    with pytest.raises(Cancelled):
        fit(graph, QUICK, should_stop=lambda: True)


def test_progress_rises_to_one(graph):
    fractions = []
    fit(graph, QUICK, progress=lambda fraction, _: fractions.append(fraction))
    assert fractions == sorted(fractions)
    assert fractions[-1] == 1.0


class Scripted(NodeClassifier):
    """Gives after step k the logits written for it and α = k %, whatever was learned."""

    script: list[torch.Tensor]

    def __init__(self, config, num_features, num_classes):
        super().__init__(config)
        self.weight = nn.Parameter(torch.zeros(()))
        self.register_buffer("steps", torch.tensor(0))

    def prepare(self, preparation):
        return Inputs(features=torch.zeros(preparation.graph.num_nodes, 1))

    def forward(self, inputs):
        if self.training:
            self.steps += 1
        logits = self.script[min(int(self.steps), len(self.script)) - 1]
        logits = logits + self.weight if self.training else logits
        return ModelOutput(logits, logits)

    def alpha(self):
        return [torch.stack([self.steps, 100 - self.steps]) / 100]


@pytest.fixture
def play(graph, monkeypatch):
    """Trains a model whose accuracies on (train, val, test) are scripted epoch by epoch.

    A fourth number scales the logits, and with them the losses.
    """

    def logits(accuracies):
        wrong = np.zeros(60, dtype=bool)
        split = graph.splits[0]
        for mask, accuracy in zip(
            (split.train, split.val, split.test), accuracies, strict=True
        ):
            nodes = np.flatnonzero(mask)
            wrong[nodes[: round((1 - accuracy) * len(nodes))]] = True
        guess = np.where(wrong, 1 - graph.labels, graph.labels)
        return torch.nn.functional.one_hot(torch.from_numpy(guess), 2).float()

    def run(script, should_stop=None, **changes):
        class Played(Scripted):
            pass

        Played.script = [
            row if isinstance(row, torch.Tensor) else row[3] * logits(row[:3])
            for row in ((*r, 1)[:4] if isinstance(r, tuple) else r for r in script)
        ]
        monkeypatch.setattr(training, "build_model", lambda *_: Played(config, 1, 2))
        config = TrainConfig(weight_decay=0.0, **{"epochs": len(script), **changes})
        return fit(graph, config, should_stop=should_stop)

    return run


def test_an_early_peak_on_the_test_nodes_is_ignored(play):
    """The best test accuracy over all epochs is chosen by test labels."""
    script = [(1, 0.3, 0.9), (1, 0.4, 1.0), (1, 0.8, 0.6), (1, 0.7, 0.7)]
    result = play(script)
    assert result.best_epoch == 3
    assert result.test_accuracy == pytest.approx(0.6)
    assert result.oracle_test_accuracy == pytest.approx(1.0)


def test_a_tie_goes_to_the_later_epoch(play):
    result = play([(1, 0.5, 0.2), (1, 0.8, 0.3), (1, 0.8, 0.4), (1, 0.6, 0.9)])
    assert (result.best_epoch, result.test_accuracy) == (3, pytest.approx(0.4))


def test_early_stopping_waits_for_its_patience(play):
    script = [(1, 0.5, 0.5), (1, 0.9, 0.5), *[(1, 0.6, 0.5)] * 10]
    result = play(script, patience=4)
    assert (result.best_epoch, len(result.history)) == (2, 6)
    assert result.stop_reason == "early stopping"
    assert play(script, patience=None).stop_reason == "finished"


def test_the_validation_loss_can_decide_instead(play):
    steps = [(1, 0.7, 0.1), (1, 0.7, 0.2), (1, 0.7, 0.3)]
    assert play(steps).best_epoch == 3
    result = play([*steps[:1], (1, 0.9, 0.2), *steps[2:]], monitor="val_loss")
    assert result.best_epoch == 2


@pytest.mark.parametrize(
    ("monitor", "best_epoch", "num_epochs"),
    [
        # Epoch 3 has the highest accuracy, which 4 has again with less loss, 5 the least loss.
        ("val_accuracy", 4, 7),
        ("val_loss", 5, 8),
        ("val_accuracy_then_loss", 4, 8),
        ("val_accuracy_and_loss", 2, 8),  # the last epoch that is best by both
    ],
)
def test_what_makes_an_epoch_the_best_and_what_renews_the_patience(
    play, monitor, best_epoch, num_epochs
):
    script = [(0.5, 1), (0.6, 0.5), (0.8, 5), (0.8, 4), (0.7, 0.6), *[(0.4, 1)] * 5]
    steps = [(1, accuracy, accuracy, scale) for accuracy, scale in script]
    result = play(steps, monitor=monitor, patience=3)
    assert (result.best_epoch, len(result.history)) == (best_epoch, num_epochs)


def test_a_loss_that_is_not_finite_ends_the_run_with_the_last_good_model(play):
    """A loss of NaN otherwise trains on to the last epoch, and its last model is worthless."""
    sound = [(1, 0.5, 0.5), (1, 0.9, 0.8)]
    result = play([*sound, torch.full((60, 2), math.nan), sound[1]], epochs=6)
    assert result.stop_reason == "diverged at epoch 3"
    assert result.best_epoch == 2
    assert result.test_accuracy == pytest.approx(0.8)
    assert result.alpha == result.last_alpha == result.history[1].alpha
    assert "became NaN at epoch 3" in result.notes[-1]
    assert all(np.isfinite(value).all() for value in result.state.values())


def test_after_a_divergence_frames_end_at_the_last_sound_epoch(play):
    """No picture can be drawn of NaN."""
    sound = [(1, 0.9, 0.8), (1, 0.5, 0.5)]
    script = [*sound, torch.full((60, 2), math.nan), sound[0]]
    result = play(script, record_embedding_every=1)
    assert [epoch for epoch, _ in result.frames] == [0, 1, 2]


def test_after_a_divergence_attention_is_that_of_the_last_sound_epoch(play):
    result = play([(1, 0.9, 0.8), (1, 0.5, 0.5), torch.full((60, 2), math.nan)])
    assert result.best_epoch == 1
    assert result.last_alpha == result.history[1].alpha
    result = play([torch.full((60, 2), math.nan)])
    assert result.last_alpha[0][0] == 0  # of the initial weights


@pytest.mark.parametrize("pooling", ["max", "sum"])
def test_an_absurd_learning_rate_ends_in_finite_weights(graph, pooling):
    """A learning rate of 10 leaves NaN in every weight."""
    config = TrainConfig(
        hidden=8, epochs=40, learning_rate=1e30, weight_decay=10.0, pooling=pooling
    )
    result = fit(graph, config)
    assert result.stop_reason.startswith("diverged at epoch")
    assert all(np.isfinite(value).all() for value in result.state.values())
    assert np.isfinite(result.logits).all()
    assert all(math.isfinite(alpha) for layer in result.last_alpha for alpha in layer)


def test_the_outcome_does_not_depend_on_how_often_a_gpu_is_looked_at(play, monkeypatch):
    script = [(1, v, v / 2) for v in (0.3, 0.6, 0.5, 0.55, 0.4, 0.9, 0.1, 0.2)]
    each = play(script, patience=3)
    monkeypatch.setattr("spgat.epochs.EPOCHS_PER_LOOK", {"cpu": 8})
    bunch = play(script, patience=3)
    assert len(each.history) == len(bunch.history) == 5
    assert each.best_epoch == bunch.best_epoch == 2
    assert each.stop_reason == bunch.stop_reason == "early stopping"
    assert each.state == bunch.state


@pytest.mark.parametrize(
    ("num_epochs", "patience", "expected"),
    [(5, None, ("cancelled", 5)), (7, 3, ("early stopping", 5))],  # over before it was told
)
def test_a_stopped_run_keeps_what_was_not_looked_at_yet(
    play, monkeypatch, num_epochs, patience, expected
):
    monkeypatch.setattr("spgat.epochs.EPOCHS_PER_LOOK", {"cpu": 10})
    script = [(1, v, v / 2) for v in (0.3, 0.6, 0.5, 0.55, 0.4, 0.9, 0.1, 0.2)]
    answers = iter([False] * (1 + num_epochs) + [True])  # asked once before the first epoch
    result = play(script, lambda: next(answers), patience=patience)
    assert (result.stop_reason, len(result.history)) == expected
    assert result.best_epoch == 2
    assert result.alpha[0][0] == pytest.approx(0.02)
    assert result.test_accuracy == pytest.approx(result.history[1].test_accuracy)


def test_the_attention_penalty_is_the_published_codes(graph):
    config = TrainConfig(
        hidden=8,
        weight_decay=0.1,
        penalty="first-layer-and-attention",
        bands=BandConfig(cut_by="column", basis="wavelet", low_fractions=(0.25,)),
    )
    model = build_model(config, 10, 2)
    ring = [(node, (node + 1) % 20) for node in range(20)]
    other = Graph.build("ring", 20, ring, features=np.ones((20, 10)))
    graphs = {(15, 45): graph, (5, 15): other}
    inputs = {sizes: model.prepare(Preparation(g)) for sizes, g in graphs.items()}
    for sizes in inputs:
        model.train()
        model(inputs[sizes])
        model.eval()
        for evaluated in inputs.values():
            model(evaluated)
        low, high = model.first.alpha().tolist()
        expected = model.first.theta.square().sum() / 2
        expected += ((1 + sizes[0]) * low**2 + (1 + sizes[1]) * high**2) / 2
        torch.testing.assert_close(model.penalty(), 0.1 * expected)


def test_seeds_are_summed_up_without_a_selection(graph):
    """The best of ten seeds is no mean, and a mean without its seeds says little."""
    done = []
    summary = fit_seeds(graph, QUICK, [4, 5, 6], on_result=done.append)
    assert isinstance(summary, SeedSummary)
    assert done == summary.results
    facts = summary.to_dict()
    accuracies = [result.test_accuracy for result in summary.results]
    assert facts["seeds"] == [4, 5, 6]
    assert facts["test_accuracy_mean"] == pytest.approx(np.mean(accuracies))
    assert facts["test_accuracy_std"] == pytest.approx(np.std(accuracies, ddof=1))
    assert np.shape(facts["alpha"]) == (2, 2)
    assert np.sum(facts["alpha"], axis=1) == pytest.approx([1, 1])
    assert -1 <= facts["silhouette_mean"] <= 1
    assert TrainConfig.from_dict(facts["config"]) == QUICK


def test_one_seed_has_no_spread(graph):
    assert fit_seeds(graph, QUICK, [4]).to_dict()["test_accuracy_std"] == 0.0


def test_runs_take_the_splits_in_turn(graph):
    several = graph.with_(splits=graph.splits * 2)
    summary = fit_seeds(several, QUICK, range(3))
    assert [result.split_index for result in summary.results] == [0, 1, 0]
    rest = fit_seeds(several, QUICK, range(3), first=1).results
    assert [(result.seed, result.split_index) for result in rest] == [(1, 1), (2, 0)]
    assert rest[0].history[-1].train_loss == summary.results[1].history[-1].train_loss


def test_a_series_that_is_stopped_has_no_summary(graph):
    done = []
    with pytest.raises(Cancelled):
        fit_seeds(graph, QUICK, range(3), on_result=done.append, should_stop=lambda: bool(done))
    assert len(done) == 1


def test_each_seed_is_named_to_the_hooks_and_a_stopped_run_comes_last(graph):
    epochs, setups = [], []

    def should_stop():
        return len(epochs) == QUICK.epochs + 2

    runs = fit_each(
        graph,
        QUICK,
        [4, 5, 6],
        on_setup=lambda seed, _: setups.append(seed),
        on_epoch=lambda seed, record: epochs.append((seed, record.epoch)),
        should_stop=should_stop,
    )
    whole, stopped = next(runs), next(runs)
    assert (whole.stop_reason, stopped.stop_reason) == ("finished", "cancelled")
    assert (whole.seed, stopped.seed, len(stopped.history)) == (4, 5, 2)
    with pytest.raises(Cancelled):
        next(runs)
    assert setups == [4, 5]
    assert epochs[-3:] == [(4, QUICK.epochs), (5, 1), (5, 2)]


def test_a_stopped_run_is_no_result(graph):
    done, epochs = [], []
    with pytest.raises(Cancelled):
        fit_seeds(
            graph,
            QUICK,
            [4, 5],
            on_result=done.append,
            progress=lambda fraction, _: epochs.append(fraction),
            should_stop=lambda: bool(epochs) and epochs[-1] > 0.8,
        )
    assert [result.seed for result in done] == [4]


def without(graph: Graph, part: str) -> NodeSplit:
    masks = {name: getattr(graph.splits[0], name) for name in ("train", "val", "test")}
    return NodeSplit(**{**masks, part: np.zeros(60, dtype=bool)})


def test_what_cannot_be_trained_is_said(graph):
    with pytest.raises(InputError, match="labels"):
        fit(graph.with_(labels=None, class_names=()), QUICK)
    with pytest.raises(InputError, match="has 0 splits"):
        fit(graph.with_(splits=()), QUICK)
    with pytest.raises(InputError, match="no split 1"):
        fit(graph, QUICK, split_index=1)
    for part in ("train", "val", "test"):
        with pytest.raises(InputError, match=f"no labelled {part} nodes"):
            fit(graph.with_(splits=(without(graph, part),)), QUICK)
    with pytest.raises(InputError, match="at least one"):
        fit_seeds(graph, QUICK, [])


@pytest.mark.skipif(torch.cuda.is_available(), reason="needs a machine without CUDA")
def test_a_missing_device_is_said(graph):
    with pytest.raises(InputError, match="'cuda' is not available"):
        fit(graph, TrainConfig(device="cuda"))


def test_a_graph_without_features_trains(graph):
    result = fit(graph.with_(features=None), QUICK)
    assert result.state["first.theta"].shape == (60, 8)


def test_a_training_set_of_one_class_is_refused(graph):
    [split] = graph.splits
    one = NodeSplit(split.train & (graph.labels == 0), split.val, split.test)
    with pytest.raises(InputError):
        fit(graph.with_(splits=(one,)), QUICK)


@pytest.mark.parametrize("name", ["reference-code", "reference-code-cheby"])
@pytest.mark.parametrize("pooling", ["max", "sum"])
def test_leaving_out_what_no_set_looks_at_changes_nothing(monkeypatch, name, pooling):
    turn = np.arange(300) // 10 % 30  # three neighbourhoods of a ring; most is in no set
    ring = Graph.build(
        "ring",
        300,
        [(i, (i + 1) % 300) for i in range(300)],
        labels=np.arange(300) % 2,
        splits=[NodeSplit(turn == 0, turn == 5, turn == 9)],
    )
    config = replace(presets.get(name), hidden=8, epochs=5, device="cpu", pooling=pooling)
    restricted = fit(ring, config, seed=1)
    model = build_model(config, 300, 2)
    inputs = model.prepare(Preparation(ring))
    looked_at = model.looking_at(inputs, torch.arange(10))
    assert looked_at.structure.basis.nnz < inputs.structure.basis.nnz / 2
    torch.testing.assert_close(
        model.eval()(looked_at).logits[:10], model(inputs).logits[:10], rtol=0, atol=0
    )
    monkeypatch.setattr(type(model), "looking_at", NodeClassifier.looking_at)
    whole = fit(ring, config, seed=1)
    for key, value in whole.state.items():
        np.testing.assert_array_equal(restricted.state[key], value)
    np.testing.assert_array_equal(restricted.logits, whole.logits)
    assert [replace(r, seconds=0.0) for r in restricted.history] == [
        replace(r, seconds=0.0) for r in whole.history
    ]
