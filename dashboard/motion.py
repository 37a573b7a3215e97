"""Whether charts may move: what the visitor's system asks for, or the visitor at the foot."""

import streamlit as st

from dashboard import widgets

_QUERY = "(prefers-reduced-motion: reduce)"
_KEY = "motion"

#: Reports what the visitor's system asks for, and a change of it.
_watch = st.components.v2.component(
    "reduced_motion",
    js=f"""
    export default function ({{ setStateValue }}) {{
        const query = window.matchMedia("{_QUERY}");
        const tell = () => setStateValue("reduced", query.matches);
        if (query.matches) tell();
        query.addEventListener("change", tell);
        return () => query.removeEventListener("change", tell);
    }}
    """,
)


def is_reduced() -> bool:
    """Whether charts jump to what they show next and do not glide."""
    asked = st.query_params.get("still", "").lower() == "true"  # the foot comes after the page
    return bool(st.session_state.get("still", asked)) or _system_asks()


def choose() -> None:
    """Shows the switch, or that it needs none where the visitor's system has decided."""
    if _system_asks():
        st.caption("Charts stand still, as your system asks.", width="content")
        return
    widgets.toggle(
        "Still charts",
        key="still",
        help="Charts jump to what they show next and do not glide. They do so by themselves "
        "where your system asks for reduced motion.",
    )


def watch() -> None:
    """Listens to the visitor's system; an element that takes a line and shows nothing."""
    _watch(key=_KEY)


def _system_asks() -> bool:
    return bool((st.session_state.get(_KEY) or {}).get("reduced"))
