"""Long tables: what is sent of them, and what tabs keep to save them."""

import pandas as pd
import pytest
import streamlit as st

from dashboard import twin
from spgat.errors import InputError
from tests.dashboard.tables import tables


def test_of_a_long_table_the_first_rows_are_sent(open_page):
    """Streamlit would keep the others in memory for each tab."""
    assert len(tables(open_page("images"))["Pixels"]) == twin._SHOWN_ROWS


def test_what_tabs_can_save_has_a_bound(monkeypatch):
    writers = []
    monkeypatch.setattr(
        st, "download_button", lambda _, write, *rest, **more: writers.append(write)
    )
    monkeypatch.setattr(twin, "MAX_BYTES", 1000)
    for _ in range(2):
        twin._offer_all(pd.DataFrame({"a": range(100)}), "a table", str(len(writers)))
    with pytest.raises(InputError):
        writers[0]()
    assert len(writers[1]().splitlines()) == 101
