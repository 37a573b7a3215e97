"""Whether charts are animated: the visitor's system decides, or the switch in the footer."""

import streamlit as st

from dashboard import widgets

_QUERY = "(prefers-reduced-motion: reduce)"
_KEY = "motion"

#: Reports whether the visitor's system asks for reduced motion, now and whenever it changes.
_watch = st.components.v2.component(
    "reduced_motion",
    js=f"""
    export default function ({{ setStateValue }}) {{
        const query = window.matchMedia("{_QUERY}");
        const report = () => setStateValue("reduced", query.matches);
        if (query.matches) report();
        query.addEventListener("change", report);
        return () => query.removeEventListener("change", report);
    }}
    """,
)


def is_reduced() -> bool:
    """Whether charts change without animation."""
    asked = st.query_params.get("still", "").lower() == "true"  # before the footer is drawn
    return bool(st.session_state.get("still", asked)) or _system_asks()


def choose() -> None:
    """Shows the switch, or a note where the visitor's system asks for reduced motion."""
    if _system_asks():
        st.caption(
            "Chart animation is off: your system asks for reduced motion.", width="content"
        )
        return
    widgets.toggle(
        "Still charts",
        key="still",
        help="Turns off chart animation. This happens by itself where your system asks for "
        "reduced motion.",
    )


def watch() -> None:
    """Listens to the visitor's system. The element takes up a line and shows nothing."""
    _watch(key=_KEY)


def _system_asks() -> bool:
    return bool((st.session_state.get(_KEY) or {}).get("reduced"))
