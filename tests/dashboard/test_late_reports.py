"""What a browser reports of a page that was left is no error."""

from streamlit.testing.v1 import AppTest


def test_a_late_report_of_a_component_says_nothing():
    def page():
        import streamlit as st

        from dashboard import state

        st.session_state["pad"] = {"drawing": "a"}
        st.session_state["answers"] = (
            state.reported("pad", "drawing"),
            state.reported("pad", "rest"),
            state.reported("num_low-controls", "rest"),
        )

    tested = AppTest.from_function(page).run()
    assert tested.session_state["answers"] == ("a", None, None)
