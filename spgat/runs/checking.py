"""Whether the files of a run from elsewhere fit together, before any page relies on it."""

from datetime import UTC, datetime, timedelta

import numpy as np

from spgat.bands.record import NUM_VALUES
from spgat.errors import InputError
from spgat.runs.files import MAX_NAME, QUANTITIES
from spgat.runs.run import Run
from spgat.runs.weights import check_weights

#: A confusion matrix has the square of it.
MAX_CLASSES = 1000
#: Of a run from one's own machine, in memory; a server of strangers takes less.
MAX_BYTES = 2**30
#: What a page takes for each node while it estimates where the frequencies lie, and for each
#: edge; and for the place of a node in the picture of a frame.
_NODE_BYTES, _EDGE_BYTES, _PLACE_BYTES = 600, 60, 8
_ROUNDING = 1e-6
#: How far another machine's clock may be ahead of ours.
_AHEAD = timedelta(hours=1)


def check(run: Run, max_bytes: int = MAX_BYTES) -> None:
    """Reads every file of a run once.

    A run is believed where it is what its settings could have made: each number in its range,
    each array of its shape, what can be computed again equal to what is written. Losses may be
    NaN or infinite, in a run that diverged.

    Args:
        run: The run.
        max_bytes: What it may come to in memory, and what a page may take that shows it.

    Raises:
        InputError: If a file is missing or damaged, or two of them do not fit together.
    """
    num_nodes, num_frames = run.summary.num_nodes, run.summary.num_frames
    num_bytes = run.num_bytes(with_frames=True) + _PLACE_BYTES * num_nodes * num_frames
    on_disk = sum(path.stat().st_size for path in run.folder.iterdir())  # as an export takes
    _check_size(run, max(num_bytes, on_disk, _NODE_BYTES * num_nodes), max_bytes)
    _check_layers(run)
    _check_size(run, _EDGE_BYTES * run.graph.num_edges, max_bytes)
    _check_frames(run)
    _check_history(run)
    _check_bands(run)
    _check_filter(run)
    _check_split(run)
    _check_names(run)
    _check_predictions(run)
    summary = run.summary
    if datetime.fromisoformat(summary.created) > datetime.now(UTC) + _AHEAD:
        raise run.refused(f"it says that it was made at {summary.created}, which is to come")
    check_weights(run.state, summary.config, summary.num_parameters, len(run.graph.class_names))
    _ = run.environment


def _check_size(run: Run, num_bytes: int, max_bytes: int) -> None:
    if num_bytes > max_bytes:
        raise InputError(
            f"Run {run.run_id} takes {num_bytes / 2**20:.0f} MB of memory, of which at most "
            f"{max_bytes / 2**20:.0f} MB are taken; export a smaller run."
        )


def _check_layers(run: Run) -> None:
    num_nodes = run.summary.num_nodes
    layers = [("hidden layer", run.hidden), ("logits", run.logits)]
    layers += [(f"frame of epoch {epoch}", frame) for epoch, frame in run.frames]
    for what, array in layers:
        if what != "logits" and array.shape != run.hidden.shape:
            raise run.refused(f"its {what} differs in size from its hidden layer")
        if array.ndim != 2 or len(array) != num_nodes or array.shape[1] == 0:
            raise run.refused(f"its {what} does not describe {num_nodes} nodes")
        if array.dtype != np.float32:
            raise run.refused(f"its {what} is of type {array.dtype} where float32 belongs")


def _check_frames(run: Run) -> None:
    summary, frames = run.summary, run.frames
    epochs = [epoch for epoch, _ in frames]
    if len(epochs) != summary.num_frames:
        raise run.refused(f"it has {len(epochs)} of {summary.num_frames} frames")
    every = summary.config.record_embedding_every
    whole = all(
        type(epoch) is int
        and 0 <= epoch <= summary.num_epochs
        and every is not None
        and epoch % every == 0
        for epoch in epochs
    )
    if not whole or epochs != sorted(set(epochs)):
        raise run.refused(
            f"its frames are of epochs {str(epochs)[:40]}, which are not every {every} epochs "
            f"from 0 to {summary.num_epochs}"
        )
    for epoch, frame in frames:
        if not np.isfinite(frame).all():  # logits may be so, after an absurd learning rate
            raise run.refused(f"the frame of epoch {epoch} has NaN or infinite numbers")


def _check_history(run: Run) -> None:
    summary = run.summary
    epochs = [record.epoch for record in run.history]
    if len(epochs) != summary.num_epochs:
        raise run.refused(f"it has {len(epochs)} of {summary.num_epochs} epochs")
    most = summary.config.epochs
    if (
        epochs != list(range(1, len(epochs) + 1))
        or not summary.best_epoch <= len(epochs) <= most
    ):
        raise run.refused(
            f"its epochs do not count from 1 to at most {most}, or its best epoch is not among "
            "them"
        )
    _check_ranges(run)
    num_bands = summary.config.bands.num_bands
    sizes = [num_bands] * len(summary.alpha)
    alphas = [summary.alpha, summary.last_alpha, *(record.alpha for record in run.history)]
    if any(list(map(len, alpha)) != sizes for alpha in alphas):
        raise run.refused(
            f"its α is not one number for each of {num_bands} bands in every layer at every "
            "epoch"
        )
    num_cuts = num_bands - 1 if summary.config.bands.learn_cutoffs else 0
    moved = [summary.cutoffs, *(record.cutoffs for record in run.history)]
    if any(len(cutoffs) not in (0, num_cuts) for cutoffs in moved):
        raise run.refused(f"its cutoffs are not one for each of {num_cuts} learned cuts")
    if summary.best_epoch:
        best = run.history[summary.best_epoch - 1]
        if (best.alpha, best.cutoffs) != (summary.alpha, summary.cutoffs):
            raise run.refused("its α is not that of its best epoch")


def _check_ranges(run: Run) -> None:
    """Each number of the history in its range; α and losses are NaN once a run diverged."""
    shares = [name for name in QUANTITIES if name.endswith("accuracy")]
    for record in run.history:
        accuracies = [getattr(record, name) for name in shares]
        alphas = [alpha for layer in record.alpha for alpha in layer]
        if (
            not all(0 <= accuracy <= 1 for accuracy in accuracies)
            or not 0 <= record.seconds < 1e9
            or any(alpha < 0 or alpha > 1 for alpha in alphas)
            or not all(0 <= cutoff < 1e9 for cutoff in record.cutoffs)
        ):
            raise run.refused(f"epoch {record.epoch} has numbers that no training produces")


def _check_names(run: Run) -> None:
    graph = run.graph
    names = [*(graph.node_names or ()), *graph.class_names, graph.splits[0].name]
    if len(graph.class_names) > MAX_CLASSES or max(map(len, names)) > MAX_NAME:
        raise run.refused(
            f"it has {len(graph.class_names)} classes, of which at most {MAX_CLASSES} are "
            f"shown, or a name of more than {MAX_NAME} letters"
        )
    try:
        "".join(names).encode()
    except UnicodeEncodeError as error:
        raise run.refused("a name in it holds half a character") from error


def _check_bands(run: Run) -> None:
    bands, num_bands = run.bands, run.summary.config.bands.num_bands
    if bands is None:
        return
    cut, num_nodes = bands.cut, run.summary.num_nodes
    if (
        len(cut.num_low) != num_bands - 1
        or len(cut.cutoffs) not in (0, num_bands - 1)
        or max(*cut.num_low, cut.null_dimension) > num_nodes
        or list(cut.num_low) != sorted(cut.num_low)
        or list(cut.cutoffs) != sorted(cut.cutoffs)
    ):
        raise run.refused(
            f"its cut does not divide {num_nodes} frequencies into {num_bands} bands"
        )
    if bands.responses is None:
        return
    grid, responses = bands.eigenvalues, bands.responses
    is_grid = grid.shape == (NUM_VALUES,) and grid.dtype == np.float64
    is_response = responses.shape == (num_bands, NUM_VALUES) and responses.dtype == np.float64
    if (
        not (is_grid and is_response)
        or not (np.isfinite(grid).all() and np.isfinite(responses).all())
        or not (grid[0] == 0 and (np.diff(grid) > 0).all())
    ):
        raise run.refused(
            f"its responses are not {NUM_VALUES} numbers for each of {num_bands} bands"
        )


def _check_filter(run: Run) -> None:
    record, best = run.learned_filter, run.summary.best_epoch
    num_terms = 0 if record is None else len(record.basis)
    if any(len(epoch.coefficients) != num_terms for epoch in run.history):
        raise run.refused(f"its filter has not {num_terms} coefficients at every epoch")
    if record is None:
        return
    grid, basis, coefficients = record.eigenvalues, record.basis, record.coefficients
    shapes = (grid.shape, basis.shape, coefficients.shape)
    num_filters = (
        1 if coefficients.ndim != 2 or len(coefficients) == 1 else len(run.graph.class_names)
    )
    expected = ((NUM_VALUES,), (num_terms, NUM_VALUES), (num_filters, num_terms))
    arrays = (grid, basis, coefficients)
    if (
        shapes != expected
        or any(array.dtype != np.float64 or not np.isfinite(array).all() for array in arrays)
        or not (grid[0] == 0 and (np.diff(grid) > 0).all())
    ):
        raise run.refused(
            f"its filter is not made of functions of {NUM_VALUES} eigenvalues and their "
            "coefficients"
        )
    if best and not np.allclose(
        coefficients.mean(axis=0), run.history[best - 1].coefficients, atol=1e-5, rtol=1e-5
    ):
        raise run.refused("its filter is not that of its best epoch")


def _check_split(run: Run) -> None:
    for part in ("train", "val", "test"):
        mask = getattr(run.split, part)
        if mask.dtype != np.bool_:
            raise run.refused("its split is no three masks")
        if not (mask & (run.labels >= 0)).any():  # nothing is trained on such a split
            raise run.refused(f"its split has no labelled {part} nodes")


def _check_predictions(run: Run) -> None:
    num_nodes, num_classes = run.summary.num_nodes, len(run.graph.class_names)
    if run.predictions.shape != (num_nodes,) or len(run.labels) != num_nodes:
        raise run.refused(f"its predictions do not describe {num_nodes} nodes")
    if run.logits.shape[1] != num_classes:
        raise run.refused(
            f"its logits have {run.logits.shape[1]} columns for {num_classes} classes"
        )
    if (
        run.predictions.dtype.kind != "i"
        or run.predictions.min() < 0
        or run.predictions.max() >= num_classes
    ):
        raise run.refused(f"its predictions are not whole numbers from 0 to {num_classes - 1}")
    if not np.array_equal(run.predictions, run.logits.argmax(axis=1)):
        raise run.refused("its predictions are not those of its logits")
    for part, stated in (
        (run.split.val, run.summary.val_accuracy),
        (run.split.test, run.summary.test_accuracy),
    ):
        nodes = part & (run.labels >= 0)
        reached = float(np.mean(run.predictions[nodes] == run.labels[nodes]))
        if abs(reached - stated) > _ROUNDING:
            raise run.refused(
                f"it states an accuracy of {stated:.4f} and its predictions reach {reached:.4f}"
            )
