"""The data set card: the properties of a graph before anything is trained on it."""

from collections.abc import Sequence

import streamlit as st

from dashboard.plain import plain, short
from dashboard.words import count
from spgat.graph import Graph
from spgat.statistics import GraphStatistics, SplitStatistics, statistics


def show(graph: Graph) -> None:
    """Shows the card of a graph."""
    facts = _statistics(graph.digest, graph)
    st.table({name: text for name, text in rows(facts).items() if text}, border="horizontal")
    for warning in warnings(facts):
        st.caption(f":material/warning: {plain(warning)}")


@st.cache_data(max_entries=32, show_spinner=False)
def _statistics(digest: str, _graph: Graph) -> GraphStatistics:
    return statistics(_graph)


def rows(facts: GraphStatistics) -> dict[str, str]:
    """Returns what the card says, an empty text for what does not apply."""
    features = f"{facts.num_features:,}"
    if facts.feature_density is not None and facts.feature_density < 0.5:
        features += f", {1 - facts.feature_density:.1%} zeros"
    return {
        "Nodes": f"{facts.num_nodes:,}",
        "Edges": f"{facts.num_edges:,}" + ", weighted" * facts.is_weighted,
        "Features": features,
        "Classes": f"{facts.num_classes} of {_range(facts.class_sizes)} nodes",
        "Degree": f"{facts.degree_min} to {facts.degree_max:,}, mean {facts.degree_mean:.1f}",
        "Components": f"{facts.num_components:,}, the largest of "
        f"{facts.largest_component:,} nodes",
        "Isolated nodes": f"{facts.num_isolated:,}",
        "Edge homophily": _share(facts.edge_homophily),
        "Node homophily": _share(facts.node_homophily),
        "Adjusted homophily": _share(facts.adjusted_homophily),
        "Train, validation, test": _split(facts.splits),
        "Nodes that repeat another": f"{facts.num_duplicates:,}" * (facts.num_duplicates > 0),
    }


def warnings(facts: GraphStatistics) -> list[str]:
    """Returns a sentence for each reason to doubt accuracies on this graph."""
    found = []
    leaked = max((split.num_leaked for split in facts.splits), default=0)
    if leaked:
        found.append(
            f"{count(leaked, 'test node')} with exactly the features of a training node: test "
            "accuracy is too high."
        )
    for first in facts.splits[:1]:
        found += [
            f"{count(len(names), 'class', 'classes')} with {how} ({_listed(names)}): {so}"
            for names, how, so in (
                (first.untrained, "no training node", "none of its nodes can be predicted."),
                (first.trained_once, "one training node", "little can be learned of it."),
            )
            if names
        ]
    if facts.num_zero_rows:
        found.append(f"{count(facts.num_zero_rows, 'node')} without features.")
    return found


def _listed(names: Sequence[str]) -> str:
    return ", ".join(map(short, names[:5])) + ", …" * (len(names) > 5)


def _range(sizes: tuple[int, ...]) -> str:
    low, high = min(sizes, default=0), max(sizes, default=0)
    return f"{low:,}" if low == high else f"{low:,} to {high:,}"


def _share(value: float | None) -> str:
    return "n/a: no edge between labelled nodes" if value is None else f"{value:.2f}"


def _split(splits: tuple[SplitStatistics, ...]) -> str:
    if not splits:
        return "no split"
    first = splits[0]
    more = f", {len(splits)} such splits" * (len(splits) > 1)
    return f"{first.train:,} / {first.val:,} / {first.test:,} nodes ({first.name}){more}"
