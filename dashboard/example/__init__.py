"""A small run that is shipped, so that a fresh server has something to look at."""

from pathlib import Path

import streamlit as st

from dashboard import state
from dashboard.plain import plain
from spgat.errors import InputError

#: SpGAT on the handwritten digits: `spgat train --dataset digits --preset frequency --hidden 16
#: --epochs 240` with frames, exported.
FILE = Path(__file__).with_name("digits.zip")


def offer() -> None:
    """Shows a button that adds the example to the runs of this server.

    It is nobody's, so on a server of many only a teacher may change it.
    """
    if st.button(
        "Add the example run", icon=":material/science:", type="primary", key="add-example"
    ):
        try:
            state.run_store().import_zip(FILE.read_bytes())
        except InputError as error:
            st.error(plain(error), icon=":material/error:")
        else:
            st.rerun()
    st.caption("SpGAT on the handwritten digits, trained and shipped with the app.")
