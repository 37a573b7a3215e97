"""One stored run: its folder, read file by file when something is asked for."""

import csv
import json
import os
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from spgat.arrays import Floats32, Ints
from spgat.bands.record import BandRecord, FilterRecord
from spgat.confusion import confusion
from spgat.errors import InputError, reason
from spgat.graph import Graph, NodeSplit
from spgat.results import EpochRecord
from spgat.runs import files
from spgat.runs.arrays import read_arrays, unpacked_bytes
from spgat.runs.formats import older_names, summary_of_today
from spgat.runs.summary import RunSummary

_EPOCH_BYTES = 1000  # of an `EpochRecord`
#: Of lists and objects in JSON. How deep Python can read depends on who calls it: a page could
#: not read what the process that imports it has.
_MAX_DEPTH = 20


@dataclass(frozen=True)
class Run:
    """A run in the store. Nothing is read before it is asked for, and nothing is trusted.

    Attributes:
        run_id: The name of its folder.
        folder: Where it lies.

    Every property raises an InputError where its file is missing or damaged.
    """

    run_id: str
    folder: Path

    @property
    def version(self) -> int:
        """Another number for another run of this name, as after one was erased.

        Raises:
            InputError: If it is not there any more.
        """
        return self._path(files.SUMMARY).stat().st_mtime_ns

    def num_bytes(self, *, with_frames: bool) -> int:
        """Returns what it comes to in memory, about, once everything of it was read."""
        arrays = (files.EMBEDDING, files.GRAPH, files.RESPONSE, files.FILTER)
        present = [path for name in arrays if files.is_there(path := self.folder / name)]
        left_out = "" if with_frames else "frames"
        unpacked = sum(unpacked_bytes(path, without=left_out) for path in present)
        weights = self._path(files.MODEL).stat().st_size
        return unpacked + weights + _EPOCH_BYTES * self.summary.num_epochs

    @property
    def owner(self) -> str:
        """Who trained or imported it here, "" where that is not known."""
        path = self.folder / files.OWNER
        with suppress(OSError):  # another user's
            if files.is_there(path):
                return path.read_text(encoding="ascii", errors="replace")[:64]
        return ""

    @property
    def is_private(self) -> bool:
        """Whether only its owner sees it; read on every call, as owners change their minds."""
        return os.path.lexists(self.folder / files.PRIVATE)

    @cached_property
    def summary(self) -> RunSummary:
        """Inputs and outcome in a few numbers."""
        return RunSummary.parsed(
            self._json(files.CONFIG),
            summary_of_today(self._json(files.SUMMARY), self._short_history),
            run_id=self.run_id,
            **self._marks(),
        )

    def marked(self, summary: RunSummary) -> RunSummary:
        """Returns a summary of this run with what may have changed since: note, star, owner."""
        return replace(summary, **self._marks())

    @cached_property
    def bands(self) -> BandRecord | None:
        """The record of its bands; None for a model without bands, or a run of format 1."""
        cut = self.summary.cut
        if cut is None:
            return None
        if not files.is_there(self.folder / files.RESPONSE):
            return BandRecord(cut, np.empty(0), None)
        stored = self._arrays(files.RESPONSE, "eigenvalues", "responses")
        return BandRecord(cut, stored["eigenvalues"], stored["responses"])

    @cached_property
    def learned_filter(self) -> FilterRecord | None:
        """The filter at the best validation epoch; None for a model that learns none."""
        if not files.is_there(self.folder / files.FILTER):
            return None
        return FilterRecord(**self._arrays(files.FILTER, *files.FILTER_ARRAYS))

    @cached_property
    def environment(self) -> dict[str, Any]:
        """What the run was computed with."""
        return self._json(files.ENVIRONMENT)

    @cached_property
    def history(self) -> list[EpochRecord]:
        """One record per epoch, equal to those that were saved."""
        alpha: dict[int, dict[int, list[float]]] = {}
        try:
            num_epochs = int(self._json(files.SUMMARY)["num_epochs"])
            for row in self._rows(files.ALPHA, num_epochs * files.MAX_ALPHAS):
                layers = alpha.setdefault(int(row["epoch"]), {})
                layers.setdefault(int(row["layer"]), []).append(float(row["alpha"]))
            cutoffs = self._by_epoch(files.CUTOFFS, num_epochs)
            coefficients = self._by_epoch(files.COEFFICIENTS, num_epochs)
            return [
                EpochRecord(
                    epoch=int(row["epoch"]),
                    cutoffs=cutoffs.get(int(row["epoch"]), ()),
                    coefficients=coefficients.get(int(row["epoch"]), ()),
                    alpha=tuple(map(tuple, alpha.get(int(row["epoch"]), {}).values())),
                    **{name: float(row[name]) for name in files.QUANTITIES},
                )
                for row in self._rows(files.HISTORY, num_epochs)
            ]
        except (KeyError, TypeError, ValueError, OverflowError, csv.Error) as error:
            raise self.refused(f"its history is damaged ({reason(error)})") from error

    @cached_property
    def hidden(self) -> Floats32:
        """The embedding at the best validation epoch, float32 [num_nodes, hidden]."""
        return self._arrays(files.EMBEDDING, "hidden")["hidden"]

    @cached_property
    def logits(self) -> Floats32:
        """float32 [num_nodes, num_classes] at the best validation epoch."""
        return self._arrays(files.EMBEDDING, "logits")["logits"]

    @cached_property
    def predictions(self) -> Ints:
        """int64 [num_nodes] at the best validation epoch."""
        return self._arrays(files.EMBEDDING, "predictions")["predictions"]

    @cached_property
    def confidence(self) -> Floats32:
        """The predicted class's softmax probability, float32 [num_nodes], in (0, 1]."""
        best = self.logits.max(axis=1, keepdims=True)
        return np.asarray(1 / np.exp(self.logits - best).sum(axis=1))

    def confusion(self, nodes: NDArray[Any] | None = None) -> Ints:
        """Returns the counts of label by prediction, int64 [num_classes, num_classes].

        Args:
            nodes: Node numbers or bool [num_nodes], the nodes to count; all where None.
        """
        chosen = slice(None) if nodes is None else nodes
        labels, predictions = self.labels[chosen], self.predictions[chosen]
        return confusion(labels, predictions, self.logits.shape[1])

    @property
    def frames(self) -> list[tuple[int, Floats32]]:
        """(epoch, float32 [num_nodes, hidden]) pairs kept on the way, read on every call."""
        stored = self._arrays(files.EMBEDDING, "frame_epochs", "frames")
        try:
            return list(zip(stored["frame_epochs"].tolist(), stored["frames"], strict=True))
        except (TypeError, ValueError) as error:
            raise self.refused(f"its frames are damaged ({reason(error)})") from error

    @cached_property
    def graph(self) -> Graph:
        """The graph without its features, with the one split that was used."""
        stored = read_arrays(self._path(files.GRAPH), *files.GRAPH_ARRAYS)
        try:
            names = stored.get("node_names")
            split = NodeSplit(
                stored["train"],
                stored["val"],
                stored["test"],
                name=str(stored["split_name"][0]),
            )
            return Graph.build(
                self.summary.dataset,
                self.summary.num_nodes,
                stored["edges"],
                stored["weights"],
                labels=stored["labels"],
                splits=(split,),
                positions=stored.get("positions"),
                node_names=None if names is None else names.tolist(),
                class_names=stored["class_names"].astype(str).tolist(),
                self_loops="keep",
            )
        except InputError:
            raise
        except (KeyError, IndexError, AttributeError, TypeError, ValueError) as error:
            raise self.refused(f"its graph is damaged ({reason(error)})") from error

    @property
    def labels(self) -> Ints:
        """int64 [num_nodes], -1 where unknown."""
        return np.asarray(self.graph.labels)

    @property
    def split(self) -> NodeSplit:
        """Which nodes trained, validated and tested the model."""
        return self.graph.splits[0]

    @cached_property
    def state(self) -> dict[str, NDArray[Any]]:
        """The weights by name."""
        from safetensors import SafetensorError
        from safetensors.numpy import load

        try:
            return load(self._path(files.MODEL).read_bytes())
        except (SafetensorError, KeyError, TypeError, ValueError) as error:
            raise self.refused(f"its weights are damaged ({reason(error)})") from error

    def refused(self, why: str) -> InputError:
        """Returns the error that says what is wrong with this run."""
        return InputError(
            f"Run {self.run_id} cannot be read, as {why}; export it again from its source."
        )

    def _path(self, name: str) -> Path:
        path = self.folder / name
        if not files.is_there(path):
            path = next((self.folder / old for old in older_names(name)), path)
        if not files.is_there(path):
            raise self.refused(f"it has no {name}")
        return path

    def _by_epoch(self, name: str, num_epochs: int) -> dict[int, tuple[float, ...]]:
        """What a table has of each epoch; none without it, as in runs of older versions."""
        if not files.is_there(self.folder / name):
            return {}
        rows = self._rows(name, num_epochs)
        return {
            int(row.pop("epoch")): tuple(float(value) for value in row.values()) for row in rows
        }

    def _marks(self) -> dict[str, Any]:
        return {
            "note": self._note(),
            "is_starred": (self.folder / files.STAR).exists(),
            "owner": self.owner,
            "is_private": self.is_private,
            "is_imported": files.is_there(self.folder / files.IMPORTED),
        }

    def _short_history(self) -> list[EpochRecord]:
        """The history, which a list has to read for a run of the first format."""
        for name in (files.HISTORY, files.ALPHA):
            self._check_size(self._path(name), files.MAX_JSON_BYTES)
        for name in (files.CUTOFFS, files.COEFFICIENTS):
            if files.is_there(self.folder / name):
                self._check_size(self.folder / name, files.MAX_JSON_BYTES)
        return self.history

    def _note(self) -> str:
        path = self.folder / files.NOTE
        try:
            if not files.is_there(path):
                return ""
            return path.read_text(encoding="utf-8")[: files.MAX_NOTE]
        except UnicodeDecodeError as error:
            raise self.refused(f"{files.NOTE} is no text ({reason(error)})") from error

    def _json(self, name: str) -> dict[str, Any]:
        path = self._path(name)
        self._check_size(path, files.MAX_JSON_BYTES)
        try:
            values = json.loads(path.read_text(encoding="utf-8"))
            json.dumps(values, ensure_ascii=False).encode()  # half a character fits no page
        except UnicodeEncodeError as error:
            raise self.refused(f"{name} holds half a character") from error
        except (ValueError, RecursionError) as error:
            raise self.refused(f"{name} is no JSON ({reason(error)})") from error
        if not isinstance(values, dict):
            raise self.refused(f"{name} holds no JSON object")
        if _is_deep(values):
            raise self.refused(f"{name} has lists in lists beyond {_MAX_DEPTH}")
        return values

    def _rows(self, name: str, most: int) -> Iterator[dict[str, str]]:
        """The rows of a table, one at a time: each takes thirty times its size.

        Reading ends where there are more than its summary explains.
        """
        path = self._path(name)
        self._check_size(path, files.MAX_TABLE_BYTES)
        with path.open(encoding="utf-8", newline="") as file:
            for number, row in enumerate(csv.DictReader(file, restval="")):
                if number >= min(most, files.MAX_ROWS):
                    raise ValueError(f"{name} has more than {number} rows")
                yield row

    def _check_size(self, path: Path, most: int) -> None:
        if path.stat().st_size > most:
            raise self.refused(f"{path.name} has more than {most >> 20} MB")

    def _arrays(self, name: str, *wanted: str) -> dict[str, NDArray[Any]]:
        arrays = read_arrays(self._path(name), *wanted)
        missing = set(wanted) - set(arrays)
        if missing:
            raise self.refused(f"{name} has no {min(missing)}")
        return arrays


def _is_deep(value: Any, left: int = _MAX_DEPTH) -> bool:
    parts = value.values() if isinstance(value, dict) else value
    return isinstance(value, (dict, list)) and (
        left == 0 or any(_is_deep(part, left - 1) for part in parts)
    )
