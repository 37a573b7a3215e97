"""For whom the app is, and where to begin: for those who open it without a link."""

import streamlit as st

_IS_NEW = "came_without_a_link"
#: Label, icon, page and address of each starting point.
_WAYS: tuple[tuple[str, str, str, dict[str, str]], ...] = (
    ("Take the first lesson", "school", "lessons", {"lesson": "frequency"}),
    ("Teach a class", "co_present", "lessons", {}),
    ("Train a network", "model_training", "train", {}),
)


def show() -> None:
    """Shows one line with three ways, in sessions that began at the app's own address."""
    if not st.session_state.setdefault(_IS_NEW, not st.query_params):
        return
    with st.container(horizontal=True, vertical_alignment="center", key="start"):
        st.markdown(
            "Made for students new to graph frequencies, lecturers who teach them, and "
            "researchers who use them:",
            width="content",
        )
        for label, icon, page, address in _WAYS:
            st.page_link(
                f"app_pages/{page}.py",
                label=label,
                icon=f":material/{icon}:",
                query_params=address,
            )
