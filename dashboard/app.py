"""The app's entrypoint: page settings, navigation, and what every page shares."""

from pathlib import Path

import streamlit as st

from dashboard import footer, links, locks, log, playback, state, uploads
from dashboard.lessons import classroom, panel, visit
from dashboard.pages import PAGES


def _show_first_page() -> None:
    asked = [(key, value) for key in st.query_params for value in st.query_params.get_all(key)]
    st.switch_page(f"app_pages/{PAGES[0].name}.py", query_params=asked)


st.set_page_config(
    page_title="SpGAT: attention over graph frequencies",
    # A file, as the browser would fetch a named icon from a server of Google.
    page_icon=Path(__file__).with_name("icon.svg"),
    layout="wide",
)
current = st.navigation(
    [
        st.Page(
            f"app_pages/{page.name}.py",
            title=page.title,
            icon=f":material/{page.icon}:",
            url_path="start" if page is PAGES[0] else page.name,
            default=page is PAGES[0],
            help=page.purpose,
        )
        for page in PAGES
    ]
    # The first page stands at the app's own address, and a link with its name leads there.
    + [st.Page(_show_first_page, url_path=PAGES[0].name, visibility="hidden")],
    position="top",
)
name = current.url_path or PAGES[0].name
uploads.bound()
log.start()
links.renew(name)
state.initialise()
links.read()
state.keep_apart(name)
playback.stop_elsewhere(name)
state.keep_view_on_return(name)
attended = classroom.joined()
lesson = visit.current(name)
is_free = attended is None or classroom.attend(attended, name, visit.known_lessons())
if lesson is not None:
    panel.show(lesson, attended)
with links.checked():
    if is_free:
        locks.show(current.title)
        current.run()
footer.show(name)
