"""How every page shows a picture: with a description, and a button that saves it."""

import io
from functools import partial

import streamlit as st

from spgat.arrays import Pixels


def show(pixels: Pixels, *, alt: str, caption: str, key: str) -> None:
    """Shows a picture as wide as its container, with a button that saves it.

    Args:
        pixels: uint8 [height, width] or [height, width, 3].
        alt: What it shows, for those who can't see it.
        caption: Shown below it.
        key: Key of the button, and name of the file.
    """
    st.image(pixels, width="stretch", alt=alt)
    st.caption(caption)
    st.download_button(
        "PNG",
        partial(_png, pixels),
        f"{key}.png",
        "image/png",
        icon=":material/download:",
        type="tertiary",
        on_click="ignore",
        key=key,
    )


def _png(pixels: Pixels) -> bytes:
    from PIL import Image  # slow to load

    file = io.BytesIO()
    Image.fromarray(pixels).save(file, format="PNG")
    return file.getvalue()
