"""What a list shows of a run, read from its two smallest files."""

import re
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from typing import Any

from spgat.bands.config import BandConfig
from spgat.bands.cut import Cut
from spgat.config import TrainConfig
from spgat.errors import InputError, reason
from spgat.graph import Graph
from spgat.runs.files import MAX_ALPHAS, MAX_NAME, MAX_SENTENCE, MAX_SENTENCES
from spgat.spectral.laplacian import LaplacianConfig

#: What a machine's clock may say, however wrong it is: its runs stay.
_FIRST, _LAST = (datetime(year, 1, 1, tzinfo=UTC) for year in (1970, 2200))
#: Nothing a run counts is larger, and a table in a browser holds no larger number exactly.
_MAX_NUMBER = 2**53
#: Letters of all settings; a server keeps those of every run in memory.
_MAX_CONFIG = 10_000


@dataclass(frozen=True, slots=True, kw_only=True)
class RunSummary:
    """A run in a list.

    Attributes:
        run_id: Date, time and a random part: sortable, short, unique.
        created: ISO 8601, UTC.
        name: What people call it.
        note: Free text, "" where there is none.
        is_starred: Whether somebody marked it.
        owner: Who trained or imported it here, "" where that is not known.
        is_private: Whether only the owner sees it, where a server tells its visitors apart.
        is_imported: Whether it came from elsewhere: then it says of itself what it likes.
        dataset, graph_digest, seed, split_index, config: What was run.
        num_nodes: Of the graph.
        test_accuracy, val_accuracy: At the best validation epoch, in [0, 1].
        oracle_test_accuracy: The best of any epoch; selects nothing.
        alpha: α of each layer and band at the best validation epoch, empty for models
            without.
        last_alpha: The same at the last epoch.
        cutoffs: The eigenvalues at learned cuts at the best validation epoch; empty where they
            are fixed.
        cut: Where the spectrum was cut; None for models without bands and runs of format 1.
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
    owner: str = ""
    is_private: bool = False
    is_imported: bool = False
    dataset: str
    graph_digest: str
    seed: int
    split_index: int
    config: TrainConfig
    num_nodes: int
    test_accuracy: float
    val_accuracy: float
    oracle_test_accuracy: float
    alpha: tuple[tuple[float, ...], ...]
    last_alpha: tuple[tuple[float, ...], ...]
    cutoffs: tuple[float, ...]
    cut: Cut | None
    num_epochs: int
    best_epoch: int
    num_frames: int
    num_parameters: int
    seconds_per_epoch: float
    setup_seconds: float
    device: str
    stop_reason: str
    notes: tuple[str, ...]

    @property
    def nodes(self) -> str:
        """Which nodes its vectors are of, as in `Embedded`.

        An imported run may state any digest; the number of its nodes is checked.
        """
        return f"{self.graph_digest}-{self.num_nodes}"

    def is_on(self, graph: Graph) -> bool:
        """Returns whether it was trained on a graph."""
        return (self.graph_digest, self.num_nodes) == (graph.digest, graph.num_nodes)

    def to_dict(self) -> dict[str, Any]:
        """Returns the fields, with model and preset beside them, as JSON holds them.

        What only means something on this server is left out: the owner, who sees it, and
        whether it was imported.
        """
        here = ("owner", "is_private", "is_imported")
        values = {name: getattr(self, name) for name in self.__slots__ if name not in here}
        return {
            **values,
            "config": self.config.to_dict(),
            "cut": None if self.cut is None else asdict(self.cut),
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
        owner: str = "",
        is_private: bool = False,
        is_imported: bool = False,
    ) -> "RunSummary":
        """Returns the summary that `config.json` and `summary.json` spell.

        Raises:
            InputError: If a field is missing, of the wrong type or out of range: a list of runs
                trusts what it is given, and one bad run would keep all others from sight.
        """
        try:
            return cls(
                run_id=run_id,
                note=note,
                is_starred=is_starred,
                owner=owner,
                is_private=is_private,
                is_imported=is_imported,
                dataset=_text(config, "dataset"),
                graph_digest=_text(config, "graph_digest", r"[0-9a-f]{1,64}"),
                seed=_number(config, "seed", int),
                split_index=_number(config, "split_index", int),
                config=_config(_checked(config, "config", dict)),
                alpha=_alpha(_checked(outcome, "alpha", list)),
                last_alpha=_alpha(_checked(outcome, "last_alpha", list)),
                cutoffs=_cutoffs(_checked({"cutoffs": [], **outcome}, "cutoffs", list)),
                cut=_cut(outcome.get("cut")),
                created=_created(_checked(outcome, "created", str)),
                name=_text(outcome, "name"),
                device=_text(outcome, "device", "cpu|cuda"),
                stop_reason=_text(outcome, "stop_reason", _REASONS),
                notes=_notes(_checked(outcome, "notes", list)),
                **{name: _number(outcome, name, int) for name in _COUNTS},
                **{name: _number(outcome, name, float, 1) for name in _ACCURACIES},
                **{name: _number(outcome, name, float) for name in _SECONDS},
            )
        except InputError:
            raise
        except (TypeError, AttributeError, ValueError, OverflowError) as error:
            raise InputError(
                f"The run's files are damaged ({reason(error)}); export it again."
            ) from error


_COUNTS = ("num_nodes", "num_epochs", "best_epoch", "num_frames", "num_parameters")
_ACCURACIES = ("test_accuracy", "val_accuracy", "oracle_test_accuracy")
_SECONDS = ("seconds_per_epoch", "setup_seconds")
_REASONS = r"finished|early stopping|cancelled|diverged at epoch \d{1,9}"


def _checked(values: Mapping[str, Any], name: str, kind: type) -> Any:
    value = values.get(name)
    if not isinstance(value, kind):
        raise _refused(name, value, f"is no {kind.__name__} of a run")
    return value


def _number(
    values: Mapping[str, Any], name: str, kind: type[float], most: float = _MAX_NUMBER
) -> Any:
    """A number from 0 to `most`; an int passes for a float, a bool for neither."""
    value: Any = values.get(name)
    if type(value) not in (int, kind) or not 0 <= value <= most:
        raise _refused(name, value, f"is no {kind.__name__} from 0 to {most:g}")
    return kind(value)


def _text(values: Mapping[str, Any], name: str, pattern: str | None = None) -> str:
    """A text of reasonable length, of one of the known forms where there are such."""
    value: str = _checked(values, name, str)
    if len(value) > MAX_NAME or (pattern and not re.fullmatch(pattern, value)):
        raise _refused(name, value, "is none of a run")
    _check_encodable(value)
    return value


def _notes(values: list[Any]) -> tuple[str, ...]:
    are_sentences = all(isinstance(v, str) and len(v) <= MAX_SENTENCE for v in values)
    if len(values) > MAX_SENTENCES or not are_sentences:
        raise _refused(
            "notes", values, f"are not at most {MAX_SENTENCES} texts of {MAX_SENTENCE} letters"
        )
    _check_encodable("".join(values))
    return tuple(values)


def _check_encodable(text: str) -> None:
    """Refuses halves of characters, which JSON can spell and no page can be sent."""
    try:
        text.encode()
    except UnicodeEncodeError as error:
        raise _refused("text", ascii(text), "holds half a character") from error


def _refused(name: str, value: Any, why: str) -> InputError:
    return InputError(f"The run's {name} {str(value)[:40]!r} {why}; export the run again.")


def _created(text: str) -> str:
    """The time in UTC, so that times sort as text."""
    try:
        moment = datetime.fromisoformat(text)
        if moment.tzinfo is not None:
            moment = moment.astimezone(UTC)
            if _FIRST <= moment < _LAST:
                return moment.isoformat()
    except (ValueError, OverflowError):
        pass
    raise _refused("created", text, "is no time from 1970 to 2199 with its time zone")


def _alpha(layers: list[Any]) -> tuple[tuple[float, ...], ...]:
    for layer in layers:
        numbers = isinstance(layer, list) and all(type(a) in (int, float) for a in layer)
        if not (numbers and layer and all(0 <= alpha <= 1 for alpha in layer)):
            raise _refused("alpha", layers, "is no list of one list of shares for each layer")
    if sum(map(len, layers)) > MAX_ALPHAS:
        raise _refused("alpha", layers, f"has more than {MAX_ALPHAS} shares")
    return tuple(tuple(map(float, layer)) for layer in layers)


def _cutoffs(values: list[Any]) -> tuple[float, ...]:
    if not all(type(value) in (int, float) and 0 <= value <= _MAX_NUMBER for value in values):
        raise _refused("cutoffs", values, "are no list of eigenvalues")
    return tuple(map(float, values))


def _cut(values: Any) -> Cut | None:
    if values is None:
        return None
    try:
        cut = Cut(**{**values, **{n: tuple(values[n]) for n in ("num_low", "cutoffs")}})
        counts = (*cut.num_low, cut.null_dimension)
        are_counts = all(type(n) is int and 0 <= n <= _MAX_NUMBER for n in counts)
        sizes = (*cut.cutoffs, cut.cutoff_error)
        are_sizes = all(type(n) in (int, float) and abs(n) <= _MAX_NUMBER for n in sizes)
    except (KeyError, TypeError):
        are_counts = are_sizes = False
    if not (are_counts and are_sizes):
        raise _refused("cut", values, "does not say where a spectrum is cut")
    return cut


def _config(values: dict[str, Any]) -> TrainConfig:
    _check_plain(values)
    if len(str(values)) > _MAX_CONFIG:
        raise _refused("config", values, f"has more than {_MAX_CONFIG} letters")
    config = TrainConfig.from_dict(values)
    parts = ((config.bands, BandConfig), (config.bands.laplacian, LaplacianConfig))
    for part, kind in (*parts, (config.preset or "", str)):
        if not isinstance(part, kind):
            raise TypeError(f"{str(part)[:40]!r} is no {kind.__name__}")
    return config


def _check_plain(value: Any, depth: int = 0) -> None:
    """Refuses settings that no page could show: endless, too long, too deep."""
    if isinstance(value, (dict, list)) and len(value) <= 64 and depth < 4:
        for part in (*value, *value.values()) if isinstance(value, dict) else value:
            _check_plain(part, depth + 1)
    elif isinstance(value, str) and len(value) <= MAX_NAME:
        _check_encodable(value)
    elif value is not None and not (
        isinstance(value, (int, float)) and abs(value) <= _MAX_NUMBER
    ):
        raise _refused("config", value, "is no setting of a training")
