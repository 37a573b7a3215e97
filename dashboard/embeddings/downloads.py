"""Downloads: the map as a table, the arrays, files for other tools."""

from collections.abc import Callable
from dataclasses import dataclass

import streamlit as st

from dashboard import plot, state
from dashboard.embeddings.maps import Shown, picture_table
from dashboard.embeddings.nodes import table_of
from dashboard.embeddings.own import MAX_VISITORS, num_bytes_of
from dashboard.offers import File, Offers
from spgat.runs import Run, embedding_npz, metadata_tsv, vectors_tsv

#: Numbers in the vectors for the Embedding Projector: a text of some 100 MB.
MAX_NUMBERS = 10_000_000
#: Of all that open tabs offer; a tab keeps what its buttons would write until it is closed.
MAX_BYTES = 512 * 2**20
MAX_TABS = 20  # of one visitor


@dataclass(frozen=True, eq=False)
class _Offer:
    """What a tab offers: a map, and the run it is of."""

    shown: Shown
    run: Run | None


def show(first: Shown) -> None:
    """Shows the downloads of a map."""
    if first.picture is None:
        return
    pick, method = first.request.pick, first.picture.config.method
    run = None if pick.run is None else state.load_run(pick.key)
    name = pick.key if first.epoch is None else f"{pick.key}-epoch-{first.epoch}"
    file_by = _offered().offer(_Offer(first, run))
    with st.popover("Download", icon=":material/download:"):
        _button("Map as CSV", f"{name}-{method}.csv", file_by(_csv), "csv")
        if run is not None:
            _button("Embedding as NPZ", f"{name}-{method}.npz", file_by(_npz), "npz")
        st.caption("For the Embedding Projector")
        _button(
            "Vectors",
            f"{name}-vectors.tsv",
            file_by(_vectors),
            "vectors",
            is_off=first.features.size > MAX_NUMBERS,
        )
        _button("Metadata", f"{pick.key}-metadata.tsv", file_by(_metadata), "metadata")
        kind = (
            "SVG" if plot.renderer() == "svg" and first.view.config.dimensions == 2 else "PNG"
        )
        st.caption(
            f"To save the map as {kind}, use its toolbar, which appears when you hover over it."
        )


@st.cache_resource(show_spinner=False)
def _offered() -> Offers[_Offer]:
    return Offers(_size, MAX_TABS, MAX_VISITORS, MAX_BYTES)


def _size(offer: _Offer) -> int:
    """Bytes of a map's nodes, and of all the frames that it is one of."""
    request = offer.shown.request
    frames = () if request.epochs is None else request.frames
    return num_bytes_of(offer.shown.nodes) + sum(frame.nbytes for frame in frames)


def _button(
    label: str,
    file_name: str,
    file: Callable[[], File],
    key: str,
    *,
    is_off: bool = False,
) -> None:
    st.download_button(
        label,
        file,
        file_name,
        on_click="ignore",
        width="stretch",
        icon=":material/download:",
        disabled=is_off,
        help=f"At most {MAX_NUMBERS:,} numbers are written as text." if is_off else None,
        key=f"download_{key}",
    )


def _csv(offer: _Offer) -> str:
    return str(picture_table(offer.shown).to_csv(index=False))


def _npz(offer: _Offer) -> bytes:
    shown = offer.shown
    assert offer.run is not None  # or there is no button
    assert shown.picture is not None
    frame = None if shown.epoch is None else (shown.epoch, shown.features)
    return embedding_npz(offer.run, shown.picture.coordinates, frame)


def _vectors(offer: _Offer) -> bytes:
    return vectors_tsv(offer.shown.features)


def _metadata(offer: _Offer) -> str:
    if offer.run is not None:
        return metadata_tsv(offer.run)
    return str(table_of(offer.shown.nodes).to_csv(index=False, sep="\t"))
