"""Where a graph comes from, and the controls that shape a generated one."""

from dataclasses import dataclass

import streamlit as st

from dashboard import state
from spgat import datasets
from spgat.datasets import DatasetInfo, Parameter
from spgat.graph import Graph

#: Stands for the name of an own graph's file, which the app does not know.
FILE = "FILE"


@dataclass(frozen=True, slots=True)
class Source:
    """What a graph is loaded with.

    Attributes:
        name: In the catalogue or among the visitor's own.
        seed: Decides what is random.
        parameters: Of a generated graph, each with its value.
        is_own: Whether it is a file of the visitor's, so that it has no name elsewhere.
    """

    name: str
    seed: int = 0
    parameters: state.Parameters = ()
    is_own: bool = False

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
        return state.load_graph(self.name, self.seed, self.parameters)

    @property
    def differing(self) -> dict[str, float | int]:
        """What differs from the catalogue's defaults, the seed included."""
        if self.is_own:
            return {}
        return datasets.info(self.name).differing(self.seed, dict(self.parameters))

    @property
    def call(self) -> str:
        """The Python call that loads it; for an own one, replace FILE by the file's name."""
        if self.is_own:
            return f'read_graph(open("{FILE}", "rb").read(), "{FILE}").graph'
        rest = [f"{name}={value!r}" for name, value in self.differing.items()]
        return f"datasets.load({', '.join([repr(self.name), *rest])})"


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
