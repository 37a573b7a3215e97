"""Where a graph comes from, and the controls that shape a generated one."""

from dataclasses import dataclass, replace

import streamlit as st

from dashboard import state
from dashboard.own_graphs import Origin
from spgat import datasets
from spgat.datasets import DatasetInfo, Parameter, drawn
from spgat.graph import Graph


@dataclass(frozen=True, slots=True)
class Source:
    """What a graph is loaded with.

    Attributes:
        name: In the catalogue or among the visitor's own.
        seed: Decides what is random.
        parameters: Of a generated graph, each with its value.
        origin: The files of an own graph; None for one of the catalogue.
    """

    name: str
    seed: int = 0
    parameters: state.Parameters = ()
    origin: Origin | None = None

    @classmethod
    def of_title(cls, title: str) -> "Source | None":
        """Returns where a stored run's graph is from, None where it has no name elsewhere."""
        found = datasets.origin(title)
        if found is None:
            return None
        entry, differing = found
        seed = int(differing.pop("seed", 0))
        return cls(entry.name, seed, tuple(differing.items()))

    def load(self) -> Graph:
        """Returns the graph.

        Raises:
            InputError: If it can't be loaded.
        """
        if self.is_own:
            return state.own_graph(self.name)
        if self.is_drawing:  # read in milliseconds, and kept it would displace what is not
            return datasets.load(self.name, seed=self.seed)
        return state.load_graph(self.name, self.seed, self.parameters)

    @property
    def is_own(self) -> bool:
        """Whether it is of the visitor's files, so that it has no name elsewhere."""
        return self.origin is not None

    @property
    def is_drawing(self) -> bool:
        """Whether its name is its content."""
        return self.name.startswith(drawn.PREFIX)

    @property
    def is_private(self) -> bool:
        """Whether what is made of it is shown to its visitor alone."""
        return self.is_own or self.is_drawing

    @property
    def differing(self) -> dict[str, float | int]:
        """What differs from the catalogue's defaults, the seed included."""
        if self.is_own:
            return {}
        return datasets.info(self.name).differing(self.seed, dict(self.parameters))

    @property
    def call(self) -> str:
        """The Python call that loads it; an own one from its files."""
        if self.origin is not None:
            return f"{_imported(self.origin)}.graph"
        rest = [f"{name}={value!r}" for name, value in self.differing.items()]
        return f"datasets.load({', '.join([repr(self.name), *rest])})"

    @property
    def library(self) -> str:
        """The imports that `call` needs."""
        if self.origin is None:
            return "from spgat import datasets"
        call = _imported(self.origin)
        names = {name for name in _READERS if f"{name}(" in call}
        readers = f"from spgat.datasets.imports import {', '.join(sorted(names))}"
        return f"from pathlib import Path\n\n{readers}"


#: What of `spgat.datasets.imports` a call may need.
_READERS = ("attach_features", "attach_labels", "read_graph", "ReadOptions")


def _imported(origin: Origin) -> str:
    """The call that reads an own graph from its files."""
    column = origin.options.label_column
    changed = replace(origin.options, label_column="").changed()
    options = ", ".join(f"{k}={v!r}" for k, v in changed.items())
    arguments = _content(origin.file) + (f", ReadOptions({options})" if options else "")
    call = f"read_graph({arguments})"
    if origin.features:
        call = f"attach_features({call}, {_content(origin.features)})"
    if not origin.labels:
        return call
    chosen = f", column={column!r}" if column else ""
    return f"attach_labels({call}, {_content(origin.labels)}{chosen})"


def _content(file: str) -> str:
    return f"Path({file!r}).read_bytes(), {file!r}"


def choose_shape(entry: DatasetInfo, max_nodes: int) -> Source:
    """Shows size, seed and what else shapes a generated graph, and returns the choice.

    Args:
        entry: The graph in the catalogue.
        max_nodes: The most nodes the page can serve.
    """
    with st.popover(
        "Size and seed", icon=":material/tune:", disabled=state.is_locked("settings")
    ):
        st.markdown(entry.description)
        parameters = tuple(
            (parameter.name, _choose_number(entry.name, parameter, max_nodes))
            for parameter in entry.parameters
        )
        seed = st.number_input(
            "Seed",
            0,
            9999,
            key="seed",
            bind="query-params",
            help="Seed of everything in the graph that is random.",
        )
    return Source(entry.name, seed, parameters)


def shape_key(dataset: str, parameter: Parameter) -> str:
    """Returns the key of the number that shapes a generated graph."""
    return f"{dataset}-{parameter.name}"


def _choose_number(dataset: str, parameter: Parameter, max_nodes: int) -> float | int:
    whole = isinstance(parameter.default, int)
    high = parameter.high
    if parameter.name == "num_nodes":
        high = min(high, max_nodes)
    key = shape_key(dataset, parameter)
    if st.session_state.get(key, high) > high:  # set on a page that serves larger graphs
        st.session_state[key] = high
    return st.number_input(
        parameter.description.capitalize(),
        min_value=parameter.low,
        max_value=high,
        value=min(parameter.default, high),
        step=1 if whole else max(round((high - parameter.low) / 50, 2), 0.01),
        key=key,
        bind="query-params",
    )
