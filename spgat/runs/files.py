"""The files of a run's folder, which are read back to the same bits."""

import csv
import io
import json
import stat
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

import numpy as np
from safetensors.numpy import save

from spgat.graph import Graph
from spgat.results import EpochRecord, TrainResult
from spgat.runs.arrays import packed_arrays
from spgat.runs.environment import environment
from spgat.runs.formats import FORMAT

#: Everything a run's folder may hold. Older runs have no cutoffs; bands that are functions of
#: the frequency have a response, a learned filter has two files of its own; the last two appear
#: when somebody makes them.
FILES = (
    CONFIG := "config.json",
    SUMMARY := "summary.json",
    ENVIRONMENT := "environment.json",
    HISTORY := "history.csv",
    ALPHA := "alpha.csv",
    CUTOFFS := "cutoffs.csv",
    EMBEDDING := "embedding.npz",
    GRAPH := "graph.npz",
    RESPONSE := "response.npz",
    FILTER := "filter.npz",
    COEFFICIENTS := "coefficients.csv",
    PREDICTIONS := "predictions.csv",
    MODEL := "model.safetensors",
    NOTE := "note.txt",
    STAR := "starred",
)
#: Who trained or imported it here, that only they see it where a server tells its visitors
#: apart, and that it was imported: of this store alone, so never exported.
OWNER, PRIVATE, IMPORTED = "owner", "private", "imported"
_OPTIONAL = (CUTOFFS, RESPONSE, FILTER, COEFFICIENTS, NOTE, STAR)
REQUIRED = tuple(name for name in FILES if name not in _OPTIONAL)
#: The arrays of `graph.npz`; the last two where the graph has them.
GRAPH_ARRAYS = ("edges", "weights", "labels", "train", "val", "test", "split_name",
                "class_names", "positions", "node_names")  # fmt: skip
#: Those of `filter.npz`.
FILTER_ARRAYS = ("eigenvalues", "basis", "coefficients")
#: Characters of a note, and of the name of a run, its data set, a node or a class.
MAX_NOTE, MAX_NAME = 2000, 256
#: What a training may have had to say: sentences, and characters of each.
MAX_SENTENCES, MAX_SENTENCE = 100, 1000
#: No list of runs waits for a larger file.
MAX_JSON_BYTES = 2**20
#: Some 100,000 epochs with the α of two layers and two bands.
MAX_TABLE_BYTES, MAX_ROWS = 2**24, 400_000
#: α in an epoch: those of all layers and bands.
MAX_ALPHAS = 256

QUANTITIES = (
    "train_loss",
    "val_loss",
    "train_accuracy",
    "val_accuracy",
    "test_accuracy",
    "seconds",
)


def is_there(path: Path) -> bool:
    """Whether a path is a file itself: no link out of the store, no pipe that never ends."""
    try:
        return stat.S_ISREG(path.lstat().st_mode)
    except OSError:
        return False


def contents_of(result: TrainResult, graph: Graph, name: str, created: str) -> dict[str, bytes]:
    """Returns every required file of a run, by name."""
    contents = {
        CONFIG: _json(
            {
                "dataset": result.dataset[:MAX_NAME],
                "graph_digest": result.graph_digest,
                "seed": result.seed,
                "split_index": result.split_index,
                "config": result.config.to_dict(),
            }
        ),
        SUMMARY: _json(_summary(result, graph, name, created)),
        ENVIRONMENT: _json(environment()),
        **_history(result.history),
        EMBEDDING: packed_arrays(_embedding(result)),
        GRAPH: packed_arrays(_graph(graph, result.split_index)),
        PREDICTIONS: _predictions(result, graph),
        MODEL: save(
            {name: np.asarray(value, order="C") for name, value in result.state.items()}
        ),
    }
    responses = None if result.bands is None else result.bands.responses
    if result.bands is not None and responses is not None:
        arrays = {"eigenvalues": result.bands.eigenvalues, "responses": responses}
        contents[RESPONSE] = packed_arrays(arrays)
    return contents | _filter(result)


def _filter(result: TrainResult) -> dict[str, bytes]:
    """A learned filter at the best epoch, and its coefficients by epoch."""
    record = result.learned_filter
    if record is None:
        return {}
    arrays = {name: getattr(record, name) for name in FILTER_ARRAYS}
    rows = [[epoch.epoch, *epoch.coefficients] for epoch in result.history]
    names = [f"coefficient_{term}" for term in range(record.basis.shape[0])]
    return {FILTER: packed_arrays(arrays), COEFFICIENTS: _table(["epoch", *names], rows)}


def _summary(result: TrainResult, graph: Graph, name: str, created: str) -> dict[str, Any]:
    return {
        "format": FORMAT,
        "created": created,
        "name": name[:MAX_NAME],
        "num_nodes": graph.num_nodes,
        "test_accuracy": result.test_accuracy,
        "val_accuracy": result.val_accuracy,
        "oracle_test_accuracy": result.oracle_test_accuracy,
        "alpha": result.alpha,
        "last_alpha": result.last_alpha,
        "cutoffs": result.cutoffs,
        "cut": None if result.bands is None else asdict(result.bands.cut),
        "num_epochs": len(result.history),
        "best_epoch": result.best_epoch,
        "num_frames": len(result.frames),
        "num_parameters": result.num_parameters,
        "seconds_per_epoch": result.seconds_per_epoch,
        "setup_seconds": result.setup_seconds,
        "device": result.device,
        "stop_reason": result.stop_reason,
        "notes": [note[:MAX_SENTENCE] for note in result.notes[:MAX_SENTENCES]],
    }


def _json(values: Mapping[str, Any]) -> bytes:
    return json.dumps(values, indent=1).encode()


def _table(header: Sequence[str], rows: Iterable[Sequence[Any]]) -> bytes:
    file = io.StringIO(newline="")
    writer = csv.writer(file, lineterminator="\n")
    writer.writerow(header)
    writer.writerows(rows)  # floats as repr, which reads back to the same bits
    return file.getvalue().encode()


def _history(history: Sequence[EpochRecord]) -> dict[str, bytes]:
    rows = [[record.epoch, *(getattr(record, q) for q in QUANTITIES)] for record in history]
    shares = [
        [record.epoch, layer, band, alpha]
        for record in history
        for layer, alphas in enumerate(record.alpha, start=1)
        for band, alpha in enumerate(alphas, start=1)
    ]
    moves = [[record.epoch, *record.cutoffs] for record in history if record.cutoffs]
    names = [f"cutoff_{cut}" for cut in range(1, len(moves[0]))] if moves else []
    return {
        HISTORY: _table(["epoch", *QUANTITIES], rows),
        ALPHA: _table(["epoch", "layer", "band", "alpha"], shares),
        CUTOFFS: _table(["epoch", *names], moves),
    }


def _embedding(result: TrainResult) -> dict[str, np.ndarray]:
    epochs = np.array([epoch for epoch, _ in result.frames], dtype=np.int64)
    frames = np.array([frame for _, frame in result.frames], dtype=np.float32)
    return {
        "hidden": result.hidden,
        "logits": result.logits,
        "predictions": result.predictions,
        "frame_epochs": epochs,
        "frames": frames.reshape(len(epochs), *result.hidden.shape),  # [f, n, h], f may be 0
    }


def _graph(graph: Graph, split_index: int) -> dict[str, np.ndarray]:
    """The graph without its features, so that a run can be looked at wherever it gets to."""
    edges = graph.edges()
    split = graph.splits[split_index]
    arrays: dict[str, np.ndarray] = {
        "edges": edges.astype(np.int32),
        "weights": np.asarray(graph.adjacency[edges[:, 0], edges[:, 1]], dtype=np.float64),
        "labels": np.asarray(graph.labels),
        "train": split.train,
        "val": split.val,
        "test": split.test,
        "split_name": np.array([split.name]),
        "class_names": np.array(graph.class_names),
    }
    if graph.positions is not None:
        arrays["positions"] = graph.positions
    if graph.node_names is not None:
        arrays["node_names"] = np.array(graph.node_names)
    return arrays


def _predictions(result: TrainResult, graph: Graph) -> bytes:
    split = graph.splits[result.split_index]
    parts = np.select([split.train, split.val, split.test], ["train", "val", "test"], "none")
    rows = zip(
        range(graph.num_nodes),
        graph.names,
        np.asarray(graph.labels).tolist(),
        result.predictions.tolist(),
        parts.tolist(),
        strict=True,
    )
    return _table(["node", "name", "label", "prediction", "split"], rows)
