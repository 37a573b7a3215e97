"""What a link or a class has locked and hidden, said above the page."""

import streamlit as st

from dashboard import state


def show(page_title: str) -> None:
    """Says which controls of a page are locked; those of a link can be unlocked.

    Args:
        page_title: The page's title in the navigation.
    """
    by_link = _on_page(state.locked_by_link(), page_title)
    by_class = _on_page(state.locked_by_class(), page_title)
    if by_class:
        st.caption(f":material/lock: Your lecturer has locked or hidden: {by_class}.")
    if not by_link:
        return
    with st.container(horizontal=True, vertical_alignment="center", key="locks"):
        st.caption(f":material/lock: This link locks or hides: {by_link}.", width="content")
        st.button(
            "Unlock for me",
            icon=":material/lock_open:",
            type="tertiary",
            on_click=state.unlock,
            key="unlock",
        )


def _on_page(parts: tuple[str, ...], page_title: str) -> str:
    """Those parts that a page has, in words; a part without a page is one of several."""
    found = []
    for part in parts:
        pages, _, what = state.HIDEABLE[part].rpartition(": ")
        if not pages or page_title in pages.split(", "):
            found.append(what)
    return ", ".join(found)
