"""Images: a picture is a signal on the grid of its pixels."""

from typing import Literal

import numpy as np
import streamlit as st

from dashboard import picture, twin, widgets
from dashboard.figures import image as image_figures
from dashboard.imports import kept
from dashboard.plain import plain
from dashboard.words import count, percent
from spgat.arrays import Floats
from spgat.datasets.files import UPLOAD, read_picture
from spgat.errors import InputError
from spgat.spectral.images import (
    ImageName,
    cut_image,
    grid_eigenvalues,
    image_spectrum,
    load_image,
)
from spgat.words import significant

PICTURES: dict[ImageName | Literal["own"], str] = {
    "china": "Temple",
    "flower": "Flower",
    "digit": "Handwritten digit",
    "own": "Your own",
}


@st.cache_data(max_entries=4, show_spinner="Loading the picture")
def load(name: ImageName) -> Floats:
    """Returns a picture by name."""
    return load_image(name)


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


@st.fragment
def show(pixels: Floats) -> None:
    """Shows a picture and its two parts."""
    low_fraction = widgets.slider(
        "Share of low frequencies",
        0.0,
        1.0,
        0.05,
        0.005,
        format="percent",
        key="low_fraction",
        help="Counted from the lowest; d is their number.",
    )
    bands = cut_image(pixels, low_fraction)
    share = f"{100 * low_fraction:g}%"
    original, low, high = st.columns(3, border=True)
    with original:
        st.markdown("**Original**")
        picture.show(
            image_figures.picture(pixels),
            alt="The picture as it is",
            caption=f"{pixels.shape[1]} × {pixels.shape[0]} pixels: as many nodes, and as many "
            "frequencies",
            key="picture-original",
        )
    with low:
        st.markdown("**Low part**")
        picture.show(
            image_figures.picture(bands.low),
            alt=f"The picture of its lowest {share} of frequencies: blurred areas",
            caption=f"{count(bands.num_low, 'frequency', 'frequencies')}: areas and gradual "
            "changes",
            key="picture-low",
        )
    with high:
        st.markdown("**High part**")
        picture.show(
            image_figures.picture(bands.high, is_around_zero=True),
            alt=f"The picture without its lowest {share} of frequencies: outlines on grey",
            caption="All other frequencies: edges and texture; grey is 0",
            key="picture-high",
        )
    left, right = st.columns([1, 2], border=True)
    with left:
        st.markdown("**Spectrum**")
        amplitudes, eigenvalues = image_spectrum(pixels), grid_eigenvalues(*pixels.shape[:2])
        is_low = eigenvalues <= (bands.cutoff if bands.num_low else -1)
        picture.show(
            image_figures.spectrum(amplitudes, is_low),
            alt=f"Amplitude of each frequency; the {bands.num_low:,} low ones are at the top "
            "left",
            caption="Amplitude of each frequency, low ones at the top left. Blue is low, "
            "orange is high.",
            key="picture-spectrum",
        )
    with right.container(height="stretch", vertical_alignment="center"):
        energy = percent(bands.low_energy, 1)
        with st.container(horizontal=True):
            st.metric(
                "Energy of the picture in low",
                energy,
                help="Share of the picture's variation around its mean.",
            )
            st.metric("d, low frequencies", f"{bands.num_low:,}")
            st.metric(
                "Cutoff λ", significant(bands.cutoff), help="Eigenvalues lie between 0 and 8."
            )
        st.markdown(
            f"With **{share}** of the frequencies, the low part holds **{energy}** of the "
            "picture's variation. Pixels are nodes, joined to the pixels beside, above and "
            "below. The eigenvectors of that grid are products of cosines, so the graph "
            "Fourier transform is the cosine transform that JPEG uses, and it is exact here."
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
