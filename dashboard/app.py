"""The app's entrypoint: page settings, navigation, and what every page shares."""

from typing import Any

import streamlit as st

from dashboard import state


def page(name: str, title: str, icon: str, explanation: str, **rest: Any) -> Any:
    """A page of `app_pages`, whose file name is its address."""
    return st.Page(
        f"app_pages/{name}.py",
        title=title,
        icon=f":material/{icon}:",
        url_path=name,
        help=explanation,
        **rest,
    )


st.set_page_config(
    page_title="SpGAT: attention over graph frequencies",
    page_icon=":material/graph_3:",
    layout="wide",
)
state.initialise()
PAGES = [
    page(
        "frequencies",
        "Frequencies",
        "graphic_eq",
        "Split a graph into its low and its high frequencies and see what each keeps.",
        default=True,
    ),
    page(
        "train",
        "Train",
        "model_training",
        "Train a network and watch which frequencies it learns to attend to.",
    ),
    page(
        "embeddings",
        "Embeddings",
        "scatter_plot",
        "See where a trained network puts the nodes, and which classes it tells apart.",
    ),
    page(
        "images",
        "Images",
        "image",
        "A picture as a signal on its grid of pixels: areas are low, outlines are high.",
    ),
    page(
        "graphs",
        "Own graphs",
        "upload_file",
        "Upload a graph of yours, read the import report, and use it on the other pages.",
    ),
    page(
        "paper",
        "Paper",
        "article",
        "Every table and figure of the paper: what was measured here and what was printed.",
    ),
    page(
        "lessons",
        "Lessons",
        "school",
        "Eight short lessons, each with a task, a question and its answer.",
    ),
]
current = st.navigation(PAGES, position="top")
state.keep_view_on_return(current.url_path)
with state.checked_address():
    current.run()
