"""What a list shows of a run, read from its two smallest files."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from spgat.config import TrainConfig
from spgat.errors import InputError


@dataclass(frozen=True, slots=True, kw_only=True)
class RunSummary:
    """A run in a list.

    Attributes:
        run_id: Date, time and a random part: sortable, short, unique.
        created: ISO 8601, UTC.
        name: What people call it.
        note: Free text, "" where there is none.
        is_starred: Whether somebody marked it.
        dataset, graph_digest, seed, split_index, config: What was run.
        num_nodes: Of the graph.
        test_accuracy, val_accuracy: At the best validation epoch, in [0, 1].
        oracle_test_accuracy: The best of any epoch; selects nothing.
        attention: α of each layer and band, empty for models without.
        num_epochs, best_epoch: Counts from 1.
        num_frames: Embeddings kept on the way.
        num_parameters, seconds_per_epoch, setup_seconds, device, stop_reason, notes: As in
            `TrainResult`.
    """

    run_id: str
    created: str
    name: str
    note: str = ""
    is_starred: bool = False
    dataset: str
    graph_digest: str
    seed: int
    split_index: int
    config: TrainConfig
    num_nodes: int
    test_accuracy: float
    val_accuracy: float
    oracle_test_accuracy: float
    attention: tuple[tuple[float, ...], ...]
    num_epochs: int
    best_epoch: int
    num_frames: int
    num_parameters: int
    seconds_per_epoch: float
    setup_seconds: float
    device: str
    stop_reason: str
    notes: tuple[str, ...]

    def to_dict(self) -> dict[str, Any]:
        """Returns the fields, with model and preset beside them, as JSON holds them."""
        values = {name: getattr(self, name) for name in self.__slots__}
        return {
            **values,
            "config": self.config.to_dict(),
            "model": self.config.model,
            "preset": self.config.preset,
        }

    @classmethod
    def parsed(
        cls,
        config: Mapping[str, Any],
        outcome: Mapping[str, Any],
        *,
        run_id: str,
        note: str,
        is_starred: bool,
    ) -> "RunSummary":
        """Returns the summary that `config.json` and `summary.json` spell.

        Raises:
            InputError: If a field is missing or of the wrong type.
        """
        try:
            return cls(
                run_id=run_id,
                note=note,
                is_starred=is_starred,
                dataset=_checked(config, "dataset", str),
                graph_digest=_checked(config, "graph_digest", str),
                seed=_checked(config, "seed", int),
                split_index=_checked(config, "split_index", int),
                config=TrainConfig.from_dict(_checked(config, "config", dict)),
                attention=tuple(
                    tuple(float(alpha) for alpha in layer)
                    for layer in _checked(outcome, "attention", list)
                ),
                notes=tuple(str(note) for note in _checked(outcome, "notes", list)),
                **{name: _checked(outcome, name, kind) for name, kind in _OUTCOME.items()},
            )
        except (TypeError, AttributeError) as error:
            raise InputError(
                f"The run's files are damaged ({error}); export it again."
            ) from error


#: Fields of `summary.json` that are read as they stand, with their types.
_OUTCOME: dict[str, type] = {
    "created": str,
    "name": str,
    "num_nodes": int,
    "test_accuracy": float,
    "val_accuracy": float,
    "oracle_test_accuracy": float,
    "num_epochs": int,
    "best_epoch": int,
    "num_frames": int,
    "num_parameters": int,
    "seconds_per_epoch": float,
    "setup_seconds": float,
    "device": str,
    "stop_reason": str,
}


def _checked(values: Mapping[str, Any], name: str, kind: type) -> Any:
    value = values.get(name)
    if kind is float and isinstance(value, int):
        return float(value)
    if not isinstance(value, kind):
        raise InputError(
            f"The run's {name} is {str(value)[:40]!r}, which is no {kind.__name__}; export the "
            "run again."
        )
    return value
