"""Whether the files of a run from elsewhere fit together, before any page relies on it."""

import numpy as np

from spgat.bands.record import NUM_VALUES
from spgat.errors import InputError
from spgat.runs.run import Run


def check(run: Run) -> None:
    """Reads every file of a run once.

    Raises:
        InputError: If a file is missing or damaged, or two of them do not fit together.
    """
    _check_layers(run)
    _check_frames(run)
    _check_history(run)
    _check_bands(run)
    _check_split(run)
    _check_predictions(run)
    _ = run.environment, run.state


def _check_layers(run: Run) -> None:
    num_nodes = run.summary.num_nodes
    layers = [("hidden layer", run.hidden), ("logits", run.logits)]
    layers += [(f"frame of epoch {epoch}", frame) for epoch, frame in run.frames]
    for what, array in layers:
        if array.ndim != 2 or len(array) != num_nodes or array.shape[1] == 0:
            raise InputError(
                f"The {what} of run {run.run_id} does not describe {num_nodes} nodes; "
                "export the run again."
            )
        if array.dtype != np.float32:
            raise InputError(
                f"The {what} of run {run.run_id} is of type {array.dtype} where float32 "
                "belongs; export the run again."
            )


def _check_frames(run: Run) -> None:
    summary, frames = run.summary, run.frames
    epochs = [epoch for epoch, _ in frames]
    if len(epochs) != summary.num_frames:
        raise InputError(
            f"Run {run.run_id} has {len(epochs)} frames where its summary says "
            f"{summary.num_frames}; export the run again."
        )
    whole = all(type(epoch) is int and 0 <= epoch <= summary.num_epochs for epoch in epochs)
    if not whole or epochs != sorted(set(epochs)):
        raise InputError(
            f"The frames of run {run.run_id} are of epochs {str(epochs)[:40]}, which are not "
            f"ascending from 0 to {summary.num_epochs}; export the run again."
        )
    for epoch, frame in frames:
        if not np.isfinite(frame).all():  # logits may be so, after an absurd learning rate
            raise InputError(
                f"Numbers in the frame of epoch {epoch} of run {run.run_id} are NaN or "
                "infinite; export the run again."
            )


def _check_history(run: Run) -> None:
    summary = run.summary
    if len(run.history) != summary.num_epochs:
        raise InputError(
            f"Run {run.run_id} has {len(run.history)} epochs where its summary says "
            f"{summary.num_epochs}; export the run again."
        )
    num_bands = summary.config.bands.num_bands
    sizes = [num_bands] * len(summary.alpha)
    alphas = [summary.alpha, summary.last_alpha, *(record.alpha for record in run.history)]
    if any(list(map(len, alpha)) != sizes for alpha in alphas):
        raise InputError(
            f"The α of run {run.run_id} is not one number for each of {num_bands} "
            "bands in every layer at every epoch; export the run again."
        )
    num_cuts = num_bands - 1 if summary.config.bands.learn_cutoffs else 0
    moved = [summary.cutoffs, *(record.cutoffs for record in run.history)]
    if any(len(cutoffs) not in (0, num_cuts) for cutoffs in moved):
        raise InputError(
            f"Run {run.run_id} has cutoffs that are not one for each of {num_cuts} learned "
            "cuts; export the run again."
        )


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
        raise InputError(
            f"The cut of run {run.run_id} does not divide {num_nodes} frequencies into "
            f"{num_bands} bands; export the run again."
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
        raise InputError(
            f"The responses of run {run.run_id} are not {NUM_VALUES} numbers for each of "
            f"{num_bands} bands; export the run again."
        )


def _check_split(run: Run) -> None:
    for part in ("train", "val", "test"):
        mask = getattr(run.split, part)
        if mask.dtype != np.bool_:
            raise InputError(
                f"The split of run {run.run_id} is no three masks; export the run again."
            )
        if not (mask & (run.labels >= 0)).any():  # nothing is trained on such a split
            raise InputError(
                f"The split of run {run.run_id} has no labelled {part} nodes; export the run "
                "again."
            )


def _check_predictions(run: Run) -> None:
    num_nodes, num_classes = run.summary.num_nodes, len(run.graph.class_names)
    if run.predictions.shape != (num_nodes,) or len(run.labels) != num_nodes:
        raise InputError(
            f"The predictions of run {run.run_id} do not describe {num_nodes} nodes; "
            "export the run again."
        )
    if run.logits.shape[1] != num_classes:
        raise InputError(
            f"The logits of run {run.run_id} have {run.logits.shape[1]} columns for "
            f"{num_classes} classes; export the run again."
        )
    if (
        run.predictions.dtype.kind != "i"
        or run.predictions.min() < 0
        or run.predictions.max() >= num_classes
    ):
        raise InputError(
            f"The predictions of run {run.run_id} are no numbers from 0 to "
            f"{num_classes - 1}; export the run again."
        )
