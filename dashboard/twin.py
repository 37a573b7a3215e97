"""What charts show, once more: as tables of numbers."""

from collections.abc import Callable, Mapping

import pandas as pd
import streamlit as st


def show(tables: Mapping[str, Callable[[], pd.DataFrame]], key: str = "table-twin") -> None:
    """Shows tables for those who open them.

    Args:
        tables: Makes each, by what it holds; called only when it is looked at.
        key: Of the fold.
    """
    title = "As a table" if len(tables) == 1 else "As tables"
    fold = st.expander(title, icon=":material/table:", key=key, on_change="rerun")
    with fold:
        if not fold.open:
            return
        for number, (what, make) in enumerate(tables.items()):
            st.caption(what)
            st.dataframe(make(), hide_index=True, key=f"{key}-{number}", height=280)
