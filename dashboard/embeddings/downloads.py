"""Downloads: the map as a table, the arrays, files for other tools."""

from functools import partial

import streamlit as st

from dashboard import plot, state
from dashboard.embeddings.maps import Shown, picture_table
from dashboard.embeddings.nodes import table_of
from spgat.embedding import Embedded
from spgat.runs import embedding_npz, metadata_tsv, vectors_tsv


def show(first: Shown) -> None:
    """Shows the downloads of a map."""
    if first.picture is None:
        return
    pick, method = first.request.pick, first.picture.config.method
    run = None if pick.run is None else state.load_run(pick.key)
    name, frame = pick.key, None
    if first.epoch is not None:
        name, frame = f"{name}-epoch-{first.epoch}", (first.epoch, first.features)
    with st.popover("Download", icon=":material/download:"):
        _button("Map as CSV", f"{name}-{method}.csv", partial(_csv, first), "csv")
        if run is not None:
            _button(
                "Embedding as NPZ",
                f"{name}-{method}.npz",
                partial(embedding_npz, run, first.picture.coordinates, frame),
                "npz",
            )
        st.caption("For the Embedding Projector")
        _button(
            "Vectors",
            f"{name}-vectors.tsv",
            partial(vectors_tsv, first.features),
            "vectors",
        )
        _button(
            "Metadata",
            f"{pick.key}-metadata.tsv",
            partial(_metadata, first.nodes) if run is None else partial(metadata_tsv, run),
            "metadata",
        )
        kind = (
            "SVG" if plot.renderer() == "svg" and first.view.config.dimensions == 2 else "PNG"
        )
        st.caption(
            f"To save the map as {kind}, use its toolbar, which appears when you hover over it."
        )


def _button(label: str, file_name: str, data: partial[str] | partial[bytes], key: str) -> None:
    st.download_button(
        label,
        data,
        file_name,
        on_click="ignore",
        width="stretch",
        icon=":material/download:",
        key=f"download_{key}",
    )


def _metadata(nodes: Embedded) -> str:
    return str(table_of(nodes).to_csv(index=False, sep="\t"))


def _csv(shown: Shown) -> str:
    return str(picture_table(shown).to_csv(index=False))
