"""The charts that show the same selection beside the map."""

from contextlib import suppress
from typing import Any

import numpy as np
import pandas as pd
import streamlit as st
from numpy.typing import NDArray

from dashboard import explained, playback, plot, state, twin
from dashboard.embeddings import (
    chosen,
    distinguish,
    layouts,
    nodes,
    smooth,
    values,
)
from dashboard.embeddings.maps import Shown, nearest_to
from dashboard.figures import confusion as confusion_figures
from dashboard.figures import selection as figures
from dashboard.figures.colouring import Categories
from dashboard.figures.silhouette import silhouette_chart, silhouette_table
from dashboard.plain import plain, short
from dashboard.turns import turn
from dashboard.words import count, percent
from spgat.arrays import Floats, Ints
from spgat.embedding import Embedded, Silhouette
from spgat.errors import InputError
from spgat.graph import Graph
from spgat.spectral.density import spectral_density
from spgat.spectral.signal_energy import SignalEnergy, signal_energy

HEIGHT = 300
#: Graphs up to this size are laid out while the page is drawn; larger ones by a job.
MAX_FORCE_NODES = 400
MAX_GRAPH_NODES = 20_000
#: A browser would hold a longer table for long before it shows it.
MAX_ROWS = 20_000
#: The table of nodes, and where the session keeps whose rows it showed last.
_TABLE, _ROWS_OF = "nodes", "rows_of"


def show(shown: Shown, selection: chosen.Selection) -> twin.Tables:
    """Shows silhouettes, confusions, frequencies and the nodes; returns the charts' tables."""
    picked = chosen.as_rows(selection)
    places = st.columns(3 if shown.nodes.is_judged else 2, gap="medium")
    with places[0]:
        _show_silhouettes(shown, picked)
    if shown.nodes.is_judged:
        with places[1]:
            _show_confusion(shown, picked)
    with places[-1]:
        _show_energy(shown.nodes, picked)
    tables = _tables(shown, picked)
    left, right = st.columns(2, gap="medium")
    with left:
        distinguish.show(shown, picked)
    if not playback.is_playing():
        with right:
            tables |= smooth.show(shown, HEIGHT)
    _show_table(shown, picked)
    return tables


def _show_silhouettes(shown: Shown, picked: Ints) -> None:
    found = values.cluster_silhouette(shown.request, shown.view, shown.frame)
    if found is not None:
        st.markdown(
            "**Silhouette by cluster**",
            help="For the groups that HDBSCAN found in this embedding, where nodes lie close "
            "together: it says how far apart they are, not that they mean anything. Noise, the "
            "nodes without a cluster, is left out.",
        )
        groups = nodes.by_cluster(shown.values["cluster"].astype(np.int64))
        _draw_silhouettes(found, groups, picked, "cluster")
        return
    st.markdown("**Silhouette by class**")
    if not shown.nodes.has_labels:
        st.caption(
            "No node has a label. Turn on Clusters to find groups and see how far apart they "
            "are."
        )
        return
    if shown.quality is None:
        st.caption("Appears once quality has been measured; hidden during playback.")
        return
    groups = nodes.by_class(shown.nodes)
    _draw_silhouettes(shown.quality.silhouette, groups, picked, "class")


def _draw_silhouettes(score: Silhouette, groups: Categories, picked: Ints, kind: str) -> None:
    if score.mean is None:
        st.caption(f"n/a: {plain(score.reason)}")
        return
    worst = int(np.nanargmin(score.per_class))
    plot.show(
        silhouette_chart(score.per_node, groups, score.mean, picked if len(picked) else None),
        height=HEIGHT,
        key="silhouettes",
        alt=f"Silhouettes by {kind}, mean {score.mean:.2f}; the lowest {kind} mean is that of "
        f"{groups.names[worst]}, {score.per_class[worst]:.2f}.",
    )


def _show_confusion(shown: Shown, picked: Ints) -> None:
    st.markdown(
        "**Confusion matrix, all nodes**",
        help="Rows are labels, columns predictions, colour the share within a row. Click a "
        "cell to select its nodes. With a selection, each cell shows selected / all.",
    )
    all_nodes = shown.nodes
    names = all_nodes.graph.class_names
    if len(names) > confusion_figures.MAX_CLASSES:
        st.caption(
            f"Matrices of up to {confusion_figures.MAX_CLASSES} classes are drawn; these are "
            f"{len(names):,}. They are among the tables below."
        )
        return
    source = "confusion"
    key = chosen.chart_key(source)
    pick, layer = shown.request.pick, shown.view.layer  # a tab keeps `take`, so no arrays in it

    def take() -> None:
        groups = st.session_state[key]["selection"]["selected"]
        cells = [cell for group in groups for cell in group["data_indices"]]
        if not cells:
            chosen.select([], source)
            return
        label, prediction = confusion_figures.cell_of(cells[0], len(names))
        with suppress(InputError):  # it is gone, which the page says
            nodes = pick.load(layer)
            hit = (nodes.labels == label) & (nodes.predictions == prediction)
            chosen.select(np.flatnonzero(hit), source)

    counts = all_nodes.confusion()
    right = int(np.trace(counts))
    plot.show(
        confusion_figures.confusion_chart(
            counts, names, all_nodes.confusion(picked) if len(picked) else None
        ),
        height=HEIGHT,
        key=key,
        on_select=take,
        alt=f"Confusion matrix: {right} of {int(counts.sum())} nodes are predicted correctly.",
    )


def show_graph(all_nodes: Embedded, selection: chosen.Selection, height: int) -> twin.Tables:
    """Shows the selection in the drawing of the graph and returns its tables."""
    st.markdown("**In the graph**")
    graph, picked = all_nodes.graph, chosen.as_rows(selection)
    if not graph.num_edges:
        st.caption("There is no graph: the embedding was opened without one.")
        return {}
    if graph.num_nodes > MAX_GRAPH_NODES:
        st.caption(
            f"Graphs of up to {MAX_GRAPH_NODES:,} nodes are drawn; this one has "
            f"{graph.num_nodes:,}."
        )
        return {}
    positions = _positions(graph, height)
    if positions is None:
        return {}
    mask, edges = None, graph.edges()
    if len(picked):
        mask = np.zeros(graph.num_nodes, bool)
        mask[picked] = True
    num_inside = int(mask[edges].all(axis=1).sum()) if mask is not None else 0
    plot.show(
        figures.graph_chart(
            positions, edges, nodes.table_of(all_nodes), nodes.by_class(all_nodes), mask
        ),
        height=height,
        key="selection_in_graph",
        alt=f"The graph with {len(picked)} selected nodes, which share {num_inside} edges.",
    )
    return twin.drawing_tables(graph, positions)


def _positions(graph: Graph, height: int) -> NDArray[np.floating[Any]] | None:
    """Returns the graph's layout; that of a large one is computed once, by a job."""
    if graph.positions is not None or graph.num_nodes <= MAX_FORCE_NODES:
        return state.positions(graph)
    positions = layouts.find(graph)
    if positions is None:
        layouts.offer(graph, height)
    return positions


def _show_energy(all_nodes: Embedded, picked: Ints) -> None:
    st.markdown(
        "**Among the frequencies**",
        help="The energy, by frequency, of the signal that is 1 on the selected nodes and 0 "
        "elsewhere. Connected groups sit at low frequencies; a random selection follows the "
        "dashed curve.",
    )
    if not all_nodes.graph.num_edges:
        st.caption("The graph has no edges, so there are no frequencies.")
        return
    if not len(picked):
        with st.container(border=True, height=HEIGHT, vertical_alignment="center"):
            st.caption(
                "Select nodes to see which graph frequencies they consist of.",
                text_alignment="center",
            )
        return
    energy = _energy(all_nodes, picked)
    everywhere = _eigenvalue_shares(all_nodes.graph.digest, all_nodes)
    low = float(energy.shares[: len(energy.shares) // 4].sum())
    plot.show(
        figures.energy_chart(energy.edges, energy.shares, everywhere),
        height=HEIGHT,
        key="energy",
        alt=f"{percent(low)} of the selection's energy lies in the lowest quarter of the "
        "spectrum.",
    )


def _energy(all_nodes: Embedded, picked: Ints) -> SignalEnergy:
    signal = np.zeros(all_nodes.num_nodes)
    signal[picked] = 1.0
    return signal_energy(all_nodes.graph.adjacency, signal)


def _tables(shown: Shown, picked: Ints) -> twin.Tables:
    """Makes the tables of the matrix, the silhouettes and, with a selection, its energy."""
    all_nodes, quality = shown.nodes, shown.quality
    names = all_nodes.graph.class_names
    tables: twin.Tables = {}
    if all_nodes.is_judged:
        tables["Confusion matrix"] = lambda: confusion_figures.confusion_table(
            all_nodes.confusion(), names
        )
    if quality is not None and quality.silhouette.mean is not None:
        tables["Silhouette by class"] = lambda: silhouette_table(
            quality.silhouette.per_node, nodes.by_class(all_nodes)
        )
    if len(picked) and all_nodes.is_judged:
        tables["Confusion matrix of the selection"] = lambda: confusion_figures.confusion_table(
            all_nodes.confusion(picked), names
        )
    if len(picked) and all_nodes.graph.num_edges:
        tables["Energy of the selection by frequency"] = lambda: figures.energy_table(
            _energy(all_nodes, picked), _eigenvalue_shares(all_nodes.graph.digest, all_nodes)
        )
    return tables


@st.cache_resource(max_entries=16, show_spinner="Estimating the density of frequencies")
def _eigenvalue_shares(digest: str, _nodes: Embedded) -> Floats:
    adjacency = _nodes.graph.adjacency
    edges = signal_energy(adjacency, np.ones(_nodes.num_nodes)).edges
    with turn():
        density = spectral_density(adjacency)
    cumulative = np.interp(edges, density.grid, density.cumulative)
    cumulative[0] = 0.0
    return np.diff(cumulative)


def _show_table(shown: Shown, picked: Ints) -> None:
    table = nodes.table_of(shown.nodes)
    if shown.nodes.has_labels and "silhouette" in shown.values:
        table = table.assign(silhouette=shown.values["silhouette"].round(3))
    if "agreement" in shown.values:
        table = table.assign(agreement=shown.values["agreement"].round(3))
    if "cluster" in shown.values:
        groups = nodes.by_cluster(shown.values["cluster"].astype(np.int64))
        table = table.assign(cluster=np.array(groups.names, dtype=object)[groups.codes])
    part = table.iloc[picked] if len(picked) else table
    listed = part.head(MAX_ROWS)
    first = f"the first {MAX_ROWS:,} of {len(part):,}; " if len(part) > MAX_ROWS else ""
    st.markdown(
        f"**{'Selected' if len(picked) else 'All'} nodes** "
        f":gray[· {first}choose a row for its neighbours and scores]"
    )
    _drop_row_of_others(shown, picked)
    event = st.dataframe(
        listed,
        hide_index=True,
        height=320,
        key=_TABLE,
        on_select="rerun",
        selection_mode="single-row",
        column_config={
            "is_right": st.column_config.CheckboxColumn("correct"),
            "confidence": st.column_config.ProgressColumn(
                "confidence", min_value=0, max_value=1, format="%.2f"
            ),
            "silhouette": st.column_config.NumberColumn("silhouette", format="%.3f"),
        },
    )
    rows = event["selection"]["rows"]
    if rows and rows[0] < len(listed):
        _show_neighbours(shown, int(listed.index[rows[0]]), table)


def _drop_row_of_others(shown: Shown, picked: Ints) -> None:
    """Clears the chosen row when the table shows other nodes: a row is chosen by position."""
    rows_of = hash((shown.nodes.nodes, picked.tobytes()))
    chosen_row = _TABLE in st.session_state and st.session_state[_TABLE]["selection"]["rows"]
    if chosen_row and st.session_state.get(_ROWS_OF, rows_of) != rows_of:
        st.session_state[_TABLE] = {"selection": {"rows": []}}
    st.session_state[_ROWS_OF] = rows_of


def _show_neighbours(shown: Shown, node: int, table: pd.DataFrame) -> None:
    graph = shown.nodes.graph
    near, lengths = nearest_to(shown.features, np.array([node]))
    row = graph.adjacency[[node]]
    left, right = st.columns(2, gap="large")
    columns = [c for c in ("node", "label", "prediction", "split") if c in table]
    with left:
        st.markdown(
            f"**Nearest to node {plain(short(table['node'].iloc[node]))} in the embedding**"
        )
        st.dataframe(
            table.loc[near[0], columns].assign(distance=lengths[0].round(3)), hide_index=True
        )
    with right:
        st.markdown(f"**Its {count(row.nnz, 'neighbour')} in the graph**")
        st.dataframe(table.loc[row.indices, columns].assign(weight=row.data), hide_index=True)
    both = np.intersect1d(near[0], row.indices)
    with st.container(horizontal=True, vertical_alignment="center"):
        st.caption(
            f"{len(both)} of the {near.shape[1]} nearest nodes are neighbours in the graph."
        )
        st.button(
            "Select it and the nearest nodes",
            on_click=chosen.select,
            args=(np.append(near[0], node),),
            key="select_neighbourhood",
        )
    if shown.request.pick.run is not None:
        explained.show(state.load_run(shown.request.pick.key), node)
