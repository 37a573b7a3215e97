"""What distinguishes the selection: columns and features, the clearest first."""

import numpy as np
import pandas as pd
import streamlit as st

from dashboard.embeddings import nodes
from dashboard.embeddings.features import features_of
from dashboard.embeddings.maps import Shown
from dashboard.embeddings.view import FEATURE
from spgat.arrays import Bools, Ints
from spgat.embedding import Difference, distinguishing

_KEY, _ASKED = "differences", "colour_asked"
#: Columns of the table of nodes that are compared, and the colour that shows each.
_COLOURS = {"label": "class", "prediction": "prediction", "split": "split", "degree": "degree"}


def show(shown: Shown, picked: Ints) -> None:
    """Shows the ranking; a click on a row colours the maps by it."""
    st.markdown(
        "**What distinguishes the selection**",
        help="Everything known of the nodes, ranked by how well it tells the selected ones "
        "from the others. Difference: of the means, in standard deviations. Of a category, its "
        "share among the selected nodes, among the others, and the ratio of both.",
    )
    num_nodes = shown.nodes.num_nodes
    if not 0 < len(picked) < num_nodes:
        st.caption("Select some of the nodes to see in what they differ from the others.")
        return
    mask = np.zeros(num_nodes, dtype=bool)
    mask[picked] = True
    found = _found(shown, mask)
    if not found:
        st.caption("Nothing that is known of the nodes tells them from the others.")
        return
    key = f"{_KEY}-{hash(picked.tobytes())}"

    def take() -> None:
        rows = st.session_state[key]["selection"]["rows"]
        if rows:
            _colour_by(found[rows[0]].column)

    st.dataframe(
        table_of(found),
        hide_index=True,
        height=300,
        key=key,
        on_select=take,
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
    if st.session_state.pop(_ASKED, False):
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


def _found(shown: Shown, mask: Bools) -> list[Difference]:
    table = nodes.table_of(shown.nodes)
    known = table[[name for name in _COLOURS if name in table]].copy()
    for name in known:
        if not pd.api.types.is_numeric_dtype(known[name]):
            known[name] = known[name].astype(str).replace({"unknown": "", "none": ""})
    columns = pd.concat([known, shown.nodes.columns], axis=1)
    features = features_of(shown.request.pick, shown.nodes)
    if features.kind == "dimension" and not shown.nodes.columns.empty:
        return distinguishing(mask, columns)
    return distinguishing(mask, columns, features.matrix, features.names)


def _colour_by(column: str) -> None:
    """Colours by a column of the table, of the file, or of the features."""
    if column in _COLOURS:
        code = _COLOURS[column]
    else:
        code = f"{nodes.COLUMN}{column}"
        if column.startswith(("feature ", "dimension ")):
            st.session_state[FEATURE] = column
    st.session_state["colour"] = code
    st.session_state[_ASKED] = True
