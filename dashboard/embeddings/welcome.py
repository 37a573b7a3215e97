"""What the page shows while nothing is chosen."""

import streamlit as st

from dashboard import example

CARDS = (
    (
        ":material/scatter_plot: The map",
        "PCA at once, t-SNE and UMAP on request, in 2-D or 3-D, coloured by class, prediction, "
        "split, degree or silhouette.",
    ),
    (
        ":material/lasso_select: One selection",
        "Draw a lasso around nodes and find them in the graph, among its frequencies, in the "
        "confusion matrix and in the table.",
    ),
    (
        ":material/straighten: Numbers",
        "Silhouettes by class, how far the map can be trusted, and how well neighbours predict "
        "a node's class.",
    ),
)


def show(*, has_any: bool) -> None:
    """Shows what the page is for and what to do first."""
    with st.container(border=True):
        if has_any:
            st.markdown("#### Choose a run or an embedding above")
            return
        st.markdown("#### No runs yet")
        st.markdown(
            "Every completed training is saved as a run, and this page shows its embedding. "
            "Training on the handwritten digits takes less than a minute. Or open an embedding "
            "of your own above."
        )
        st.page_link(
            "app_pages/train.py", label="Train a network", icon=":material/model_training:"
        )
        example.offer()
    for place, (title, text) in zip(st.columns(len(CARDS), border=True), CARDS, strict=True):
        with place:
            st.markdown(f"**{title}**")
            st.caption(text)
