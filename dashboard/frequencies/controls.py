"""What every view of the Frequencies page shares: a graph and a Laplacian."""

import streamlit as st

from dashboard import state
from dashboard.figures import graph as graph_figures
from spgat import datasets
from spgat.datasets import Parameter
from spgat.graph import Graph
from spgat.spectral.laplacian import LaplacianConfig

LAPLACIANS = {
    "self-loops": LaplacianConfig(kind="normalized", self_loops=True),
    "normalized": LaplacianConfig(kind="normalized", self_loops=False),
    "combinatorial": LaplacianConfig(kind="combinatorial", self_loops=False),
}
_LAPLACIAN_NAMES = {
    "self-loops": "Normalised, self-loops",
    "normalized": "Normalised",
    "combinatorial": "Combinatorial",
}


def choose_graph() -> Graph:
    """Shows the choice of a graph and its parameters and returns the graph.

    Raises:
        InputError: If the graph can't be had.
    """
    entries = {entry.name: entry for entry in datasets.catalogue()}
    titles = state.own_titles() | {name: entry.title for name, entry in entries.items()}
    state.accept_code("graph", titles)
    name = st.selectbox(
        "Graph",
        list(titles),
        index=list(titles).index("barbell"),
        format_func=titles.__getitem__,
        key="graph",
        bind="query-params",
        disabled=state.is_locked("graph"),
        width=240,
    )
    if name not in entries:
        return state.load_graph(name)
    with st.popover(
        "Size and seed", icon=":material/tune:", disabled=state.is_locked("settings")
    ):
        st.markdown(entries[name].description)
        parameters = tuple(
            (parameter.name, _choose_number(name, parameter))
            for parameter in entries[name].parameters
        )
        seed = st.number_input(
            "Seed", 0, 9999, key="seed", bind="query-params", help="Decides what is random."
        )
    return state.load_graph(name, seed, parameters)


def _choose_number(dataset: str, parameter: Parameter) -> float | int:
    whole = isinstance(parameter.default, int)
    high = parameter.high
    if parameter.name == "num_nodes":
        high = min(high, graph_figures.MAX_NODES)
    return st.number_input(
        parameter.description.capitalize(),
        min_value=parameter.low,
        max_value=high,
        value=min(parameter.default, high),
        step=1 if whole else max(round((high - parameter.low) / 50, 2), 0.01),
        key=f"{dataset}-{parameter.name}",
        bind="query-params",
    )


def choose_laplacian() -> LaplacianConfig:
    """Shows the choice of a Laplacian and returns it."""
    state.accept_code("laplacian", _LAPLACIAN_NAMES)
    name = st.segmented_control(
        "Laplacian",
        list(LAPLACIANS),
        default="self-loops",
        required=True,
        format_func=_LAPLACIAN_NAMES.__getitem__,
        key="laplacian",
        bind="query-params",
        disabled=state.is_locked("laplacian"),
        help="Normalised: L = I − D^{-1/2} A D^{-1/2}, with A + I for A where self-loops are "
        "added, as in the paper. Combinatorial: L = D − A.",
    )
    return LAPLACIANS[name]
