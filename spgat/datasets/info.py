"""What the catalogue says of a data set before anything is loaded."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Literal

from spgat.datasets.fetch import RawFile, is_at_hand
from spgat.datasets.sizes import DOWNLOAD_BYTES
from spgat.datasets.store import is_stored
from spgat.errors import InputError
from spgat.graph import Graph
from spgat.series.series import SignalSeries

Group = Literal["toy", "bundled", "benchmark", "heterophilous", "measured"]
Number = int | float


@dataclass(frozen=True, slots=True)
class Parameter:
    """A number that shapes a data set; whole where its default is an `int`.

    Attributes:
        name: The keyword of `load`.
        default: Its value where none is given.
        low, high: The range, both ends included.
        description: A few words for people.
    """

    name: str
    default: Number
    low: Number
    high: Number
    description: str

    def check(self, value: Number) -> Number:
        """Returns the value, an `int` where the parameter is whole.

        Raises:
            InputError: For a value out of range, or a fraction where a whole number is due.
        """
        whole = isinstance(self.default, int)
        if not self.low <= value <= self.high or (whole and value != int(value)):
            kind = "a whole number" if whole else "a number"
            raise InputError(
                f"{self.name} is {value}; give {kind} between {self.low} and {self.high}."
            )
        return int(value) if whole else float(value)


@dataclass(frozen=True, slots=True, kw_only=True)
class DatasetInfo:
    """One line of the catalogue.

    Attributes:
        name: What `load` is called with: lower case, words joined by "-".
        title: The name as people write it.
        group: "toy" is generated, "bundled" ships inside networkx or scikit-learn,
            "benchmark" and "heterophilous" are published files, "measured" too, with signals
            over time.
        description: One or two sentences.
        num_nodes, num_edges: Size with the default parameters, an edge counted once; None
            where chance decides it.
        num_features, num_classes: 0 where the set has none.
        parameters: What else `load` takes.
        citation: Whom to cite.
        licence: Under which licence the data comes.
        make: Called by `load` with the seed, every parameter and, where there are `files`,
            `progress`.
        files: The raw files, where there are any.
        series: Called by `load_series` with `progress`; None without a signal over time.
    """

    name: str
    title: str
    group: Group
    description: str
    num_nodes: int | None
    num_edges: int | None
    num_features: int = 0
    num_classes: int = 0
    parameters: tuple[Parameter, ...] = ()
    citation: str = ""
    licence: str = ""
    make: Callable[..., Graph] = field(repr=False, compare=False)
    files: tuple[RawFile, ...] = field(default=(), repr=False)
    series: Callable[..., SignalSeries] | None = field(default=None, repr=False, compare=False)

    @property
    def download_bytes(self) -> int:
        """How much there is to download, about; 0 for a set without files."""
        return DOWNLOAD_BYTES.get(self.name, 0)

    def is_at_hand(self) -> bool:
        """Tells whether the set loads without a network."""
        return is_stored(self.name) or all(is_at_hand(file) for file in self.files)

    def checked(self, given: Mapping[str, Number]) -> dict[str, Number]:
        """Returns every parameter's value: the one given, or else the default.

        Raises:
            InputError: For an unknown parameter or a value out of range.
        """
        unknown = sorted(set(given) - {p.name for p in self.parameters})
        if unknown:
            known = ", ".join(p.name for p in self.parameters) or "no parameters"
            raise InputError(
                f"The data set {self.name!r} has no parameter {unknown[0]!r}; it takes {known}."
            )
        return {p.name: p.check(given.get(p.name, p.default)) for p in self.parameters}

    def differing(self, seed: int, given: Mapping[str, Number]) -> dict[str, Number]:
        """Returns what makes a generated graph another than the default one: parameters, seed.

        Empty for sets that take no parameters, whose seed decides their split at most.
        """
        if not self.parameters:
            return {}
        defaults = {parameter.name: parameter.default for parameter in self.parameters}
        checked = self.checked(given)
        changed = {key: value for key, value in checked.items() if value != defaults[key]}
        return changed | ({"seed": seed} if seed else {})

    def titled(self, differing: Mapping[str, Number]) -> str:
        """Returns the title of a graph with what differs from the defaults."""
        words = ", ".join(
            f"{key.replace('_', ' ')} {value}" for key, value in differing.items()
        )
        return f"{self.title} ({words})" if words else self.title

    def untitled(self, title: str) -> dict[str, Number] | None:
        """Returns what `titled` made a title of, None where the title is not of this set."""
        if title == self.title:
            return {}
        kinds = {p.name: type(p.default) for p in self.parameters} | {"seed": int}
        found: dict[str, Number] = {}
        for pair in title.removeprefix(f"{self.title} (").removesuffix(")").split(", "):
            words, _, number = pair.rpartition(" ")
            try:
                key = words.replace(" ", "_")
                found[key] = kinds[key](number)
            except (KeyError, ValueError):
                return None
        is_seed = found.get("seed", 0) >= 0  # no generator takes another
        return found if is_seed and self.titled(found) == title else None
