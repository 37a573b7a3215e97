from streamlit.testing.v1 import AppTest


def _page():
    import time

    import streamlit as st

    from dashboard.embeddings import grid, work
    from dashboard.jobs import NOTHING
    from spgat.errors import InputError

    def fail(_context):
        raise InputError("Graph A is broken.")

    if st.session_state.setdefault("visit", 0) < 2:
        digest, does = [("A", fail), ("B", lambda _context: None)][st.session_state.visit]
        work.start(grid._KIND, f"{digest}/gcn", does, f"GCN on {digest}", NOTHING)
        st.session_state[grid._WANTED] = digest
    while work.is_active():
        time.sleep(0.01)
    grid.arrived({})
    st.session_state.visit += 1


def test_what_failed_in_one_grid_is_not_told_again_after_the_next():
    app = AppTest.from_function(_page, default_timeout=20).run()
    assert [toast.value for toast in app.toast] == ["Graph A is broken."]
    app.run()
    assert not app.toast
    assert not app.exception
