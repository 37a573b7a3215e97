"""Embeddings for other tools: NPZ for Python, a TSV pair for the Embedding Projector."""

import io
from typing import Any

import numpy as np
from numpy.typing import NDArray

from spgat.arrays import Floats32
from spgat.runs.arrays import packed_arrays
from spgat.runs.run import Run


def embedding_npz(
    run: Run,
    coordinates: Floats32 | None = None,
    frame: tuple[int, Floats32] | None = None,
) -> bytes:
    """Returns the bytes of an .npz with a run's arrays, and a picture's coordinates if given.

    It holds `hidden`, `logits`, `labels`, `predictions`, `train`, `val`, `test` and maybe
    `coordinates`, a row for each node.

    Args:
        run: The run.
        coordinates: float32 [num_nodes, 2 or 3].
        frame: An epoch of those kept on the way and its embedding, float32
            [num_nodes, hidden]: `epoch` and `hidden` are then these, and `logits` and
            `predictions`, known of the best epoch only, are left out.
    """
    shown: dict[str, NDArray[Any]]
    if frame is None:
        shown = {"hidden": run.hidden, "logits": run.logits, "predictions": run.predictions}
    else:
        shown = {"epoch": np.array(frame[0]), "hidden": frame[1]}
    arrays: dict[str, NDArray[Any]] = {
        **shown,
        "labels": run.labels,
        "train": run.split.train,
        "val": run.split.val,
        "test": run.split.test,
    }
    if coordinates is not None:
        arrays["coordinates"] = coordinates
    return packed_arrays(arrays)


def vectors_tsv(features: NDArray) -> bytes:
    """Returns one line of tab-separated numbers for each node, without a header."""
    file = io.BytesIO()  # as numbers or lines of Python they would take ten times as much
    file.writelines(
        "\t".join(f"{value:.7g}" for value in row.tolist()).encode() + b"\n" for row in features
    )
    return file.getvalue()


def metadata_tsv(run: Run) -> str:
    """Returns a header and one line for each node: name, label, prediction, split, degree."""
    graph, split = run.graph, run.split
    classes = np.array([*graph.class_names, "unknown"])  # label -1 is the last
    parts = np.select([split.train, split.val, split.test], ["train", "val", "test"], "none")
    degrees = np.diff(graph.adjacency.indptr)
    columns = (graph.names, classes[run.labels], classes[run.predictions], parts, degrees)
    rows = zip(*columns, strict=True)
    header = "name\tlabel\tprediction\tsplit\tdegree"
    return header + "\n" + "".join("\t".join(map(_cell, row)) + "\n" for row in rows)


def _cell(value: object) -> str:
    return " ".join(str(value).split())  # a tab or line break would shift what follows
