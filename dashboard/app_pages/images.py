"""Images: a picture is a signal on the grid of its pixels."""

from hashlib import blake2b
from typing import Literal

import numpy as np
import pandas as pd
import streamlit as st

from dashboard import motion, state, twin, widgets
from dashboard.figures import image as image_figures
from dashboard.film import component, packing
from dashboard.film import picture as film
from dashboard.imports import kept
from dashboard.plain import plain
from spgat.arrays import Floats
from spgat.datasets.imports import UPLOAD, read_picture
from spgat.errors import InputError
from spgat.spectral.images import (
    ImageName,
    cut_image,
    frequency_ranks,
    grid_eigenvalues,
    image_spectrum,
    load_image,
    num_low_waves,
)

PICTURES: dict[ImageName | Literal["own"], str] = {
    "china": "Temple",
    "flower": "Flower",
    "digit": "Handwritten digit",
    "own": "Your own",
}


@st.cache_resource(max_entries=4, show_spinner="Loading the picture")
def load(name: ImageName) -> Floats:
    """Returns a picture by name, one for all tabs: a copy in each would be 6 MB."""
    pixels = load_image(name)
    pixels.setflags(write=False)
    return pixels


def choose_picture() -> Floats | None:
    """Shows the choice of a picture and returns it, None while one is to be uploaded.

    Raises:
        InputError: If the uploaded file is not a picture.
    """
    name = widgets.segmented("Picture", PICTURES, key="picture")
    if name != "own":
        return load(name)
    file = st.file_uploader(
        "A picture: PNG, JPEG, WebP, GIF or BMP. It is scaled to 512 pixels.",
        key="picture-file",
        max_upload_size=UPLOAD.file_megabytes,
    )
    if file is None:
        return None
    return kept.once(
        "picture",
        (file.file_id,),
        lambda: read_picture(file.getvalue()),
        lambda pixels: pixels.nbytes,
    )


@st.cache_resource(max_entries=4, show_spinner="Computing the frequencies")
def packed(digest: str, _pixels: Floats) -> tuple[bytes, bytes, bytes]:
    """Returns the parts of a picture, what is said of them, and its spectrum, for all d."""
    waves = film.Waves.of(_pixels)
    return film.pack_parts(_pixels, waves), film.pack_shares(waves), film.pack_waves(waves)


def take_position(position: int) -> None:
    """Makes where the slider rests in the browser the one of the page."""
    if not state.is_locked(film.KEY):
        st.session_state[film.KEY] = film.share_at(min(max(position, 0), film.NUM_STEPS))


@st.fragment
def show(pixels: Floats) -> None:
    """Shows a picture and its two parts."""
    with component.bar():
        low_fraction = widgets.slider(
            "Share of low frequencies",
            0.0,
            1.0,
            0.05,
            1 / film.NUM_STEPS,
            format="percent",
            key=film.KEY,
            help="Counted from the lowest; d is their number.",
        )
        component.show(
            packing.pack(
                {
                    "kind": "controls",
                    "key": film.KEY,
                    "share": "",
                    "isStill": motion.is_reduced(),
                }
            ),
            key="picture-controls",
            on_rest=take_position,
            width="content",
        )
    digest = blake2b(pixels.tobytes(), digest_size=16).hexdigest()
    parts, shares, waves = packed(f"{digest} {pixels.shape}", pixels)
    component.show(parts, key="picture-parts")
    left, right = st.columns([1, 2])
    with left:
        component.show(waves, key="picture-waves")
    with right.container(height="stretch", border=True):
        component.show(shares, key="picture-shares")
        st.markdown(
            "Pixels are nodes, joined to the pixels beside, above and below. The eigenvectors "
            "of that grid are products of cosines, so the graph Fourier transform is the "
            "cosine transform that JPEG uses, and it is exact here."
        )
    twin.show(
        {
            "Pixels": lambda: pixel_table(pixels, low_fraction),
            "Spectrum": lambda: wave_table(pixels, low_fraction),
        }
    )


def pixel_table(pixels: Floats, low_fraction: float) -> pd.DataFrame:
    """Returns the picture and its parts as a table, a row per pixel."""
    bands = cut_image(pixels, low_fraction)
    parts = {"original": pixels, "low": bands.low, "high": bands.high}
    return image_figures.pixel_table(
        {part: values.astype(np.float32) for part, values in parts.items()}
    )


def wave_table(pixels: Floats, low_fraction: float) -> pd.DataFrame:
    """Returns the spectrum as a table, a row per wave."""
    size = pixels.shape[:2]
    is_low = frequency_ranks(*size) < num_low_waves(low_fraction, size[0] * size[1])
    return image_figures.wave_table(image_spectrum(pixels), grid_eigenvalues(*size), is_low)


def show_page() -> None:
    """Shows the choice of a picture, and the picture once there is one."""
    try:
        chosen = choose_picture()
    except InputError as error:
        st.error(plain(error), icon=":material/broken_image:")
        return
    if chosen is None:
        st.info("Upload a picture to see its two parts.", icon=":material/add_photo_alternate:")
    elif np.ptp(chosen) == 0:
        st.info(
            "This picture has a single colour: its only frequency is 0.",
            icon=":material/image:",
        )
    else:
        show(chosen)


st.title("Images are graphs")
st.caption(
    "A picture is a signal on a grid of pixels. Its low frequencies are areas, its high ones "
    "are outlines: the paper's Figure 1 (a) to (c)."
)
show_page()
