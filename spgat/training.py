"""Training: a graph, a config and a seed in, a trained model with its history out."""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from statistics import median

import numpy as np
import torch

from spgat.arrays import Bools, Floats32, Ints
from spgat.bands.record import BandRecord
from spgat.config import TrainConfig as TrainConfig
from spgat.epochs import Loop, OnFrame, Targets
from spgat.errors import Cancelled, InputError
from spgat.graph import Graph, NodeSplit
from spgat.nn.build import build_model
from spgat.nn.features import num_inputs
from spgat.nn.model import Inputs, NodeClassifier, Preparation
from spgat.progress import SETUP_SHARE, Progress, ShouldStop, report
from spgat.random_stream import RandomStream
from spgat.results import EpochRecord as EpochRecord
from spgat.results import SeedSummary as SeedSummary
from spgat.results import TrainResult as TrainResult
from spgat.working_time import WorkingTime

OnEpoch = Callable[[EpochRecord], None]
OnSetup = Callable[[Inputs], None]


def fit(
    graph: Graph,
    config: TrainConfig,
    *,
    seed: int = 0,
    split_index: int = 0,
    on_setup: OnSetup | None = None,
    on_epoch: OnEpoch | None = None,
    on_frame: OnFrame | None = None,
    should_stop: ShouldStop | None = None,
    progress: Progress | None = None,
) -> TrainResult:
    """Returns a model trained on a graph's nodes.

    On the CPU the same graph, config, seed and number of threads give the same bits, also
    beside other trainings in other threads: they take turns where the hooks are called.
    Training ends early where `config.patience` says so, where the loss is no longer finite (the
    last good model is kept) or where the caller wants it to.

    Args:
        graph: A graph with labels and at least one split.
        config: What to train.
        seed: Seed of weights and dropout.
        split_index: Which of the graph's splits.
        on_setup: Called once, before the first epoch, with what the model has prepared.
        on_epoch: Called with each epoch's record, in order; on a GPU ten at a time.
        on_frame: Called with the epoch and the hidden layer, float32 [num_nodes, hidden], as
            often as the config records embeddings, from epoch 0, before the epoch's record;
            not where the layer is not finite.
        should_stop: Polled between epochs; when true, what was reached is returned, marked
            "cancelled".
        progress: Called with the fraction done; up to `SETUP_SHARE` it is that of the setup.

    Raises:
        InputError: For a graph without labels or split, a split with an empty set or with
            training nodes of one class, or a device that is not there.
        Cancelled: If `should_stop` turns true during the setup, before anything was trained.

    Examples:
        Without its hooks the loop is short: `models.MODELS` names the class, `prepare` makes
        what the graph decides, and each epoch is a step on the training nodes and a look at
        the validation nodes.

        >>> from spgat import datasets
        >>> graph = datasets.load("karate")
        >>> result = fit(graph, TrainConfig(hidden=8, epochs=20), seed=0)
        >>> len(result.history), result.logits.shape
        (20, (34, 2))
        >>> result.alpha == result.history[result.best_epoch - 1].alpha
        True
    """
    split = _checked_split(graph, split_index)
    device = _resolve_device(config.device)
    report(0.0, "preparing", progress, should_stop)
    stream = RandomStream(seed, device)
    on_setup = on_setup and stream.outside(on_setup)
    on_epoch = on_epoch and stream.outside(on_epoch)
    on_frame = on_frame and stream.outside(on_frame)
    progress = progress and stream.outside(progress)
    clock = WorkingTime(should_stop and stream.outside(should_stop))
    with stream.drawing():
        started = clock.now
        model = build_model(config, num_inputs(graph), graph.num_classes).to(device)
        inputs = model.prepare(
            Preparation(
                graph,
                device,
                train=split.train,
                seed=seed,
                progress=_part(progress, 0, SETUP_SHARE),
                should_stop=clock.should_stop,
            )
        )
        setup_seconds = clock.now - started
        if on_setup is not None:
            on_setup(inputs)
        loop = Loop(model, inputs, Targets.of(graph, split, device), config, on_frame)
        for record in loop.run(clock):
            if on_epoch is not None:
                on_epoch(record)
            if progress is not None:
                done = SETUP_SHARE + (1 - SETUP_SHARE) * record.epoch / config.epochs
                progress(done, f"epoch {record.epoch} of {config.epochs}")
        return _result(graph, model, loop, config, seed, split_index, setup_seconds, inputs)


def fit_each(
    graph: Graph,
    config: TrainConfig,
    seeds: Sequence[int],
    *,
    first: int = 0,
    on_setup: Callable[[int, Inputs], None] | None = None,
    on_epoch: Callable[[int, EpochRecord], None] | None = None,
    on_frame: Callable[[int, int, Floats32], None] | None = None,
    should_stop: ShouldStop | None = None,
    progress: Progress | None = None,
) -> Iterator[TrainResult]:
    """Yields one run per seed; the run at position i uses split i modulo their number.

    A run that `should_stop` ends is yielded too, marked "cancelled", and is the last one.

    Args:
        graph: As for `fit`.
        config: As for `fit`.
        seeds: At least one.
        first: The position to begin at, where the runs before it are there already.
        on_setup: As for `fit`, called with the seed first.
        on_epoch: As for `fit`, called with the seed first.
        on_frame: As for `fit`, called with the seed first.
        should_stop: As for `fit`.
        progress: Called with the fraction done of all runs.

    Raises:
        InputError: As `fit`, or for no seeds.
        Cancelled: If `should_stop` turns true: fewer runs than requested must not pass for
            the whole.
    """
    if not seeds:
        raise InputError("No seeds were given; give at least one.")
    for position, seed in list(enumerate(seeds))[first:]:
        result = fit(
            graph,
            config,
            seed=seed,
            split_index=position % max(1, len(graph.splits)),
            on_setup=on_setup and partial(on_setup, seed),
            on_epoch=on_epoch and partial(on_epoch, seed),
            on_frame=on_frame and partial(on_frame, seed),
            should_stop=should_stop,
            progress=_part(progress, position / len(seeds), (position + 1) / len(seeds)),
        )
        yield result
        if result.stop_reason == "cancelled":
            raise Cancelled(f"stopped on request at seed {position + 1} of {len(seeds)}")


def fit_seeds(
    graph: Graph,
    config: TrainConfig,
    seeds: Sequence[int],
    *,
    first: int = 0,
    on_result: Callable[[TrainResult], None] | None = None,
    should_stop: ShouldStop | None = None,
    progress: Progress | None = None,
) -> SeedSummary:
    """Returns all runs of `fit_each` with what they say together.

    Args:
        graph: As for `fit`.
        config: As for `fit`.
        seeds: At least one.
        first: As for `fit_each`.
        on_result: Called with each run that was not cancelled.
        should_stop: As for `fit`.
        progress: Called with the fraction done of all runs.

    Raises:
        InputError: As `fit_each`.
        Cancelled: As `fit_each`.
    """
    results: list[TrainResult] = []
    runs = fit_each(
        graph, config, seeds, first=first, should_stop=should_stop, progress=progress
    )
    for result in runs:
        if result.stop_reason == "cancelled":
            continue
        results.append(result)
        if on_result is not None:
            on_result(result)
    return SeedSummary(results, [_silhouette(graph, result) for result in results])


def _result(
    graph: Graph,
    model: NodeClassifier,
    loop: Loop,
    config: TrainConfig,
    seed: int,
    split_index: int,
    setup_seconds: float,
    inputs: Inputs,
) -> TrainResult:
    """Collects what a run that has ended leaves behind."""
    split, history, has_diverged = graph.splits[split_index], loop.history, loop.has_diverged
    output = loop.evaluate()
    logits = output.logits.cpu().numpy()
    predictions = logits.argmax(axis=1)
    test_accuracy = _accuracy(graph, predictions, split.test)
    sound = history[:-1] if has_diverged else history
    initial = tuple(tuple(alpha.tolist()) for alpha in model.alpha())
    notes, bands = inputs.notes, model.bands(inputs)
    if has_diverged:
        notes += (
            f"The loss became NaN at epoch {len(history)}; the model of epoch "
            f"{loop.best_epoch} is kept. Take a learning rate below {config.learning_rate:g}.",
        )
    return TrainResult(
        config=config,
        dataset=graph.name,
        graph_digest=graph.digest,
        seed=seed,
        split_index=split_index,
        history=history,
        best_epoch=loop.best_epoch,
        test_accuracy=test_accuracy,
        val_accuracy=_accuracy(graph, predictions, split.val),
        oracle_test_accuracy=max([r.test_accuracy for r in history] or [test_accuracy]),
        last_alpha=sound[-1].alpha if sound else initial,
        logits=logits,
        hidden=output.hidden.cpu().numpy(),
        predictions=predictions,
        state={name: value.cpu().numpy() for name, value in model.state_dict().items()},
        frames=loop.frames,
        num_parameters=sum(parameter.numel() for parameter in model.parameters()),
        setup_seconds=setup_seconds,
        seconds_per_epoch=median([record.seconds for record in history] or [0.0]),
        device=output.logits.device.type,
        stop_reason=loop.stop_reason,
        notes=(*graph.notes, *notes),
        bands=None if bands is None else BandRecord.of(bands, model.cutoffs(inputs).tolist()),
        learned_filter=model.learned_filter(),
    )


def _checked_split(graph: Graph, split_index: int) -> NodeSplit:
    if graph.labels is None or graph.num_classes < 2:
        raise InputError(
            f"{graph.name!r} has {graph.num_classes} classes; training needs labels of at "
            "least two."
        )
    if not 0 <= split_index < len(graph.splits):
        raise InputError(
            f"{graph.name!r} has {len(graph.splits)} splits into training, validation and test "
            f"nodes, so there is no split {split_index}; add one or choose another."
        )
    split = graph.splits[split_index]
    for part in ("train", "val", "test"):
        if not (getattr(split, part) & (graph.labels >= 0)).any():
            raise InputError(
                f"The split {split.name!r} has no labelled {part} nodes; choose another split."
            )
    trained = np.unique(graph.labels[split.train & (graph.labels >= 0)])
    if len(trained) < 2:
        raise InputError(
            f"All training nodes of the split {split.name!r} are of the class "
            f"{graph.class_names[trained[0]][:60]!r}, so there is nothing to learn; choose "
            "another split."
        )
    return split


def _resolve_device(name: str) -> torch.device:
    if name == "cuda" and not torch.cuda.is_available():
        raise InputError("The device 'cuda' is not available here; use 'auto' or 'cpu'.")
    if name == "auto":
        name = "cuda" if torch.cuda.is_available() else "cpu"
    return torch.device(name)


def _accuracy(graph: Graph, predictions: Ints, mask: Bools) -> float:
    labels = np.asarray(graph.labels)
    nodes = mask & (labels >= 0)
    return float(np.mean(predictions[nodes] == labels[nodes]))


def _silhouette(graph: Graph, result: TrainResult) -> float | None:
    from spgat.embedding import silhouette  # scikit-learn, which a single run can do without

    return silhouette(result.hidden, np.asarray(graph.labels)).mean


def _part(progress: Progress | None, start: float, end: float) -> Progress | None:
    """Maps the progress of a part of the work onto its share of the whole."""
    if progress is None:
        return None
    return lambda fraction, text: progress(start + (end - start) * fraction, text)
