"""Images: a picture is a signal on the grid of its pixels."""

from typing import Literal

import numpy as np
import streamlit as st

from dashboard import picture, twin, widgets
from dashboard.figures import image as image_figures
from dashboard.plain import plain
from spgat.arrays import Floats
from spgat.errors import InputError
from spgat.spectral.images import (
    ImageName,
    cut_image,
    decode_image,
    grid_eigenvalues,
    image_spectrum,
    load_image,
)

PICTURES: dict[ImageName | Literal["own"], str] = {
    "china": "Temple",
    "flower": "Flower",
    "digit": "Handwritten digit",
    "own": "Your own",
}


@st.cache_data(max_entries=4, show_spinner="Loading the picture")
def load(name: ImageName) -> Floats:
    """A picture by name."""
    return load_image(name)


@st.cache_data(max_entries=4, scope="session", show_spinner="Reading the picture")
def decode(content: bytes) -> Floats:
    """An uploaded picture."""
    return decode_image(content)


def choose_picture() -> Floats | None:
    """Shows the choice of a picture and returns it, None while one is to be uploaded.

    Raises:
        InputError: If the uploaded file is no picture.
    """
    name = widgets.segmented("Picture", PICTURES, key="picture")
    if name != "own":
        return load(name)
    file = st.file_uploader(
        "A picture: PNG, JPEG, WebP, GIF or BMP. It is scaled to 512 pixels.",
        key="picture-file",
    )
    return None if file is None else decode(file.getvalue())


@st.fragment
def show(pixels: Floats) -> None:
    """Shows a picture and its two parts."""
    percent = widgets.slider(
        "Low frequencies, in percent of all",
        0.0,
        100.0,
        5.0,
        0.5,
        format="%.1f%%",
        key="image-low",
        lock="d",
    )
    bands = cut_image(pixels, percent / 100)
    columns = st.columns(3, border=True)
    for column, title, shown, explanation, alt in zip(
        columns,
        ("Original", "Low part", "High part"),
        (
            image_figures.picture(pixels),
            image_figures.picture(bands.low),
            image_figures.picture(bands.high, is_around_zero=True),
        ),
        (
            f"{pixels.shape[1]} × {pixels.shape[0]} pixels, as many nodes and frequencies",
            f"{bands.num_low:,} slowest waves: areas and soft changes",
            "All other waves: edges and texture; grey is 0",
        ),
        (
            "The picture as it is",
            f"The picture of its lowest {percent:g}% of frequencies only: areas, blurred",
            f"The picture without its lowest {percent:g}% of frequencies: outlines on grey",
        ),
        strict=True,
    ):
        with column:
            st.markdown(f"**{title}**")
            key = f"picture-{title.split()[0].lower()}"
            picture.show(shown, alt=alt, caption=explanation, key=key)
    left, right = st.columns([1, 2], border=True)
    with left:
        st.markdown("**Spectrum**")
        amplitudes, eigenvalues = image_spectrum(pixels), grid_eigenvalues(*pixels.shape[:2])
        is_low = eigenvalues <= (bands.cutoff if bands.num_low else -1)
        picture.show(
            image_figures.spectrum(amplitudes, is_low),
            alt=f"Amplitudes of the waves, the {bands.num_low:,} low ones at the top left",
            caption="Amplitude of each wave, slow ones at the top left; blue is low, orange "
            "high.",
            key="picture-spectrum",
        )
    with right.container(height="stretch", vertical_alignment="center"):
        energy = "n/a" if bands.low_energy is None else f"{bands.low_energy:.1%}"
        with st.container(horizontal=True):
            st.metric(
                "Energy in low",
                energy,
                help="Of what varies about the picture's mean.",
            )
            st.metric("Waves in low", f"{bands.num_low:,}")
            st.metric("Cut at λ", f"{bands.cutoff:.3f}", help="Eigenvalues lie from 0 to 8.")
        st.markdown(
            f"With **{percent:g}%** of the frequencies the low part holds **{energy}** of "
            "what varies in the picture. Pixels are nodes, joined to those beside, above and "
            "below. The waves of that grid are products of cosines, so the graph Fourier "
            "transform is the cosine transform that JPEG uses, and it is exact here."
        )
    parts = {"original": pixels, "low": bands.low, "high": bands.high}
    twin.show(
        {
            "Pixels": lambda: image_figures.pixel_table(
                {part: values.astype(np.float32) for part, values in parts.items()}
            ),
            "Spectrum": lambda: image_figures.wave_table(amplitudes, eigenvalues, is_low),
        }
    )


st.title("Images are graphs")
st.caption(
    "A picture is a signal on a grid of pixels. Its low frequencies paint areas, its high ones "
    "draw outlines: the paper's Figure 1 (a) to (c)."
)
try:
    chosen = choose_picture()
except InputError as error:
    st.error(plain(error), icon=":material/broken_image:")
    st.stop()
if chosen is None:
    st.info("Upload a picture to see its two parts.", icon=":material/add_photo_alternate:")
elif np.ptp(chosen) == 0:
    st.info(
        "This picture is of one colour: it has no frequency but 0.", icon=":material/image:"
    )
else:
    show(chosen)
