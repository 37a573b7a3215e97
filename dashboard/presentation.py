"""The view for a projector: the drawings of Low and high with their slider, in large type."""

import streamlit as st

from dashboard import widgets

_KEY = "present"
#: The variables are those of dashboard/film: the height of the drawings, and their buttons.
#: Wide ones stand one below the other where the window is high enough to make them larger.
_STYLE = """<style>
html { font-size: 28px; }
:root { --stage-height: calc(100vh - 10.8rem); --wide-stage-height: var(--stage-height);
    --save-display: none; }
@media (min-height: 900px) { :root { --wide-columns: 1fr; --wide-panel: flex;
    --wide-stage-height: calc((100vh - 14.7rem) / 3); } }
[data-testid=stMain], [data-testid=stMain]::before { outline: none !important;
    box-shadow: none !important; }
[data-testid=stHeader], [data-testid=stSidebar], .st-key-page-head, .st-key-page-foot,
.st-key-num_low-controls { display: none; }
[data-testid=stMainBlockContainer] { padding: 0.75rem 1.5rem 0 !important; }
[data-testid=stMainBlockContainer] [data-testid=stVerticalBlock] { gap: 0.5rem; }
.st-key-leave-presentation { position: fixed; top: 0.25rem; right: 0.5rem; width: auto;
    z-index: 10; opacity: 0.35; }
.st-key-leave-presentation:hover, .st-key-leave-presentation:focus-within { opacity: 1; }
</style>"""


def is_on() -> bool:
    """Whether the page shows the drawings alone."""
    asked = st.query_params.get(_KEY, "").lower() == "true"  # before its switch is drawn
    return bool(st.session_state.get(_KEY, asked))


def choose() -> None:
    """Shows the switch, which stands in the address, and the button that has the key."""
    widgets.toggle(
        "Presentation",
        key=_KEY,
        help="The three drawings and d alone, large enough for the last row. The key F leads "
        "here and back.",
    )


def show_way_back() -> None:
    """Shows the button of the key, small in a corner while the presentation is on."""
    st.button(
        "Back" if is_on() else "Present",
        icon=":material/close_fullscreen:" if is_on() else ":material/present_to_all:",
        shortcut="F",
        type="tertiary",
        on_click=_turn,
        key="leave-presentation" if is_on() else "presentation",
    )
    if is_on():
        st.html(_STYLE)


def _turn() -> None:
    st.session_state[_KEY] = not is_on()
