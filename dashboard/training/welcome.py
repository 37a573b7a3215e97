"""What the Train page says before anything was trained."""

import streamlit as st

CARDS = (
    (
        ":material/balance: Attention",
        "How much weight α each layer gives the low and the high frequencies, epoch by epoch, "
        "beside the equal share it starts from and the share of the signal's energy.",
    ),
    (
        ":material/monitoring: Accuracy and loss",
        "On training, validation and test nodes. The network of the best validation epoch is "
        "the one that is kept.",
    ),
    (
        ":material/equalizer: Learned response",
        "The filter g(λ) that each layer has learned, drawn over the graph's eigenvalues with "
        "the cut between low and high.",
    ),
)


def show(training: str) -> None:
    """Shows what a training will show.

    Args:
        training: What the button would start.
    """
    with st.container(border=True):
        st.markdown(f"#### Ready to train {training}")
        st.markdown(
            "Press **Start training**. What you will see here moves while the network learns; "
            "you can pause it, go on by single epochs, leave the page and come back."
        )
    for place, (title, text) in zip(st.columns(len(CARDS)), CARDS, strict=True):
        with place.container(border=True, height="stretch"):
            st.markdown(f"**{title}**")
            st.caption(text)
