"""What the page says while there is nothing to show."""

import streamlit as st

CARDS = (
    (
        ":material/scatter_plot: The map",
        "PCA at once, t-SNE and UMAP on request, flat or in space; coloured by class, "
        "prediction, split, degree or silhouette.",
    ),
    (
        ":material/lasso_select: One selection",
        "Draw a lasso around nodes and find them in the graph, among its frequencies, in the "
        "confusion matrix and in the table.",
    ),
    (
        ":material/straighten: Numbers",
        "Silhouettes by class, how far the picture can be trusted, and how well neighbours "
        "tell a node's class.",
    ),
)


def show(*, has_runs: bool) -> None:
    """Shows what the page is for and what to do next."""
    with st.container(border=True):
        if has_runs:
            st.markdown("#### Choose a run above")
            return
        st.markdown("#### No run yet")
        st.markdown(
            "Every training that ends is kept as a run, and its embedding can be seen here. "
            "The handwritten digits take less than a minute."
        )
        st.page_link(
            "app_pages/train.py", label="Train a network", icon=":material/model_training:"
        )
    for place, (title, text) in zip(st.columns(len(CARDS), border=True), CARDS, strict=True):
        with place:
            st.markdown(f"**{title}**")
            st.caption(text)
