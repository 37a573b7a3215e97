"""What distinguishes the selection: columns and features, the clearest first."""

from hashlib import blake2b

import numpy as np
import pandas as pd
import streamlit as st

from dashboard import widgets
from dashboard.embeddings import keeping, nodes
from dashboard.embeddings.features import features_of
from dashboard.embeddings.maps import Shown
from dashboard.embeddings.view import ask_for_colour
from dashboard.figures.colouring import no_class
from dashboard.plain import short
from spgat.arrays import Ints
from spgat.embedding import Difference, distinguishing

#: Where the session keeps which row was taken last: it stays chosen when the colour changes.
_TAKEN = "difference_taken"
#: Columns of the table of nodes that are compared, and the colour that shows each.
_COLOURS = {"label": "class", "prediction": "prediction", "split": "split", "degree": "degree"}


def show(shown: Shown, picked: Ints) -> None:
    """Shows the ranking; a click on a row colours the maps by it."""
    st.markdown(
        "**What distinguishes the selection**",
        help="Everything known of the nodes, ranked by how well it separates the selected ones "
        "from the others. The difference is that of the means, in standard deviations. For a "
        "category: its share among the selected nodes, among the others, and their ratio.",
    )
    others = _choose_others(shown, picked)
    if not len(picked) or not len(others):
        st.caption("Select some of the nodes to see how they differ from the others.")
        return
    found = _found(shown, picked, others)
    if not found:
        st.caption("Nothing known of the nodes sets the selected ones apart.")
        return
    digest = blake2b(picked.tobytes() + others.tobytes(), digest_size=6).hexdigest()
    key = f"differences-{digest}"
    event = st.dataframe(
        table_of(found),
        hide_index=True,
        height=300,
        key=key,
        on_select="rerun",
        selection_mode="single-row",
        column_config={
            name: st.column_config.NumberColumn(format=form)
            for name, form in (
                ("difference", "%.2f"),
                ("selected", "%.3g"),
                ("others", "%.3g"),
                ("ratio", "%.2f"),
            )
        },
    )
    st.caption("Choose a row to colour the maps by it.")
    rows = event["selection"]["rows"]
    taken = f"{key}/{rows[0]}" if rows and rows[0] < len(found) else ""
    if taken != st.session_state.get(_TAKEN, ""):
        st.session_state[_TAKEN] = taken
        if taken:
            ask_for_colour(_colour_of(found[rows[0]].column, shown))
            st.rerun()  # the whole page: the colour is chosen above


def table_of(found: list[Difference]) -> pd.DataFrame:
    """Returns the differences as a table."""
    return pd.DataFrame(
        {
            "what": [
                item.column if item.value is None else f"{item.column} = {item.value}"
                for item in found
            ],
            "difference": [item.difference for item in found],
            "selected": [item.inside for item in found],
            "others": [item.outside for item in found],
            "ratio": [np.nan if item.value is None else item.ratio for item in found],
            "selected nodes": [item.num_inside for item in found],
            "other nodes": [item.num_outside for item in found],
        }
    )


def _choose_others(shown: Shown, picked: Ints) -> Ints:
    """Returns whom the selected nodes are compared with: all others, or those kept."""
    num_nodes = shown.nodes.num_nodes
    kept = keeping.by_name(shown.nodes.nodes, num_nodes)
    if not kept:
        return np.setdiff1d(np.arange(num_nodes), picked)
    titles = {"all": "All others", **{f"kept {name}": short(name) for name in kept}}
    if st.session_state.get("against") not in titles:  # it may be forgotten
        st.session_state.pop("against", None)
    against = widgets.select("Compared with", titles, key="against")
    groups = {f"kept {name}": nodes for name, nodes in kept.items()}
    return np.setdiff1d(groups.get(against, np.arange(num_nodes)), picked)


def _found(shown: Shown, picked: Ints, others: Ints) -> list[Difference]:
    rows = np.concatenate([picked, others])
    mask = np.arange(len(rows)) < len(picked)
    table = nodes.table_of(shown.nodes)
    rest = shown.nodes.columns
    known = table[[name for name in _COLOURS if name in table and name not in rest]].copy()
    for name in known:
        if not pd.api.types.is_numeric_dtype(known[name]):
            missing = "none" if name == "split" else no_class(shown.nodes.graph.class_names)
            known[name] = known[name].astype(str).replace({missing: ""})
    columns = pd.concat([known, rest], axis=1).iloc[rows]
    features = features_of(shown.request.pick, shown.nodes)
    if features.kind == "dimension" and not rest.empty:
        return distinguishing(mask, columns)
    return distinguishing(mask, columns, features.matrix[rows], features.names)


def _colour_of(column: str, shown: Shown) -> str:
    """The colour that shows a column of the table, of the file, or of the features."""
    if column in _COLOURS and column not in shown.nodes.columns:
        return _COLOURS[column]
    return f"{nodes.COLUMN}{column}"
