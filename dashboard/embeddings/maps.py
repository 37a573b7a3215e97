"""The map of each embedding, its numbers, and what is shown until there is a map."""

from dataclasses import dataclass, replace
from functools import partial

import numpy as np
import pandas as pd
import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from dashboard import playback, plot, twin
from dashboard.embeddings import chosen, epochs, many, measured, nodes, webgl, work
from dashboard.embeddings.pictures import Request
from dashboard.embeddings.values import left_out, values_of
from dashboard.embeddings.view import METHODS, View
from dashboard.figures import embedding as figures
from dashboard.jobs import JobState
from dashboard.plain import plain
from dashboard.words import count, percent
from spgat.arrays import Bools, Floats, Floats32, Ints
from spgat.embedding import Embedded, Projection, Quality, nearest_neighbors
from spgat.embedding.projection import MAX_PLACED_NODES

NUM_NEIGHBORS = 10
HEIGHTS = {1: 540, 2: 460, 3: 400, 4: 400}
#: Where the session keeps which projection each map showed last.
_DRAWN = "drawn"


@dataclass(frozen=True, eq=False)
class Shown:
    """An embedding on the page.

    Attributes:
        slot: Its position among those shown.
        request: The projections that the page asks for.
        view: The page's settings.
        frame: Position of the frame in the series, 0 without a series.
        pictures: The projections, empty while there is nothing to draw.
        is_finished: Whether the projections are complete.
        quality: The quality of the one shown, None where it is not measured.
        values: float64 [num_nodes] by the code of the colour that shows them.
    """

    slot: int
    request: Request
    view: View
    frame: int
    pictures: list[Projection]
    is_finished: bool
    quality: Quality | None
    values: dict[str, Floats]

    @property
    def nodes(self) -> Embedded:
        """The nodes."""
        return self.request.embedded

    @property
    def title(self) -> str:
        """One line that tells it from the others."""
        return self.request.pick.title

    @property
    def picture(self) -> Projection | None:
        """The projection that is drawn."""
        return self.pictures[self.frame] if self.pictures else None

    @property
    def features(self) -> Floats32:
        """The embedding that was projected, float32 [num_nodes, num_features]."""
        return self.request.frames[self.frame]

    @property
    def epoch(self) -> int | None:
        """The epoch of the frame, None where the best one is shown."""
        return None if self.request.epochs is None else self.request.epochs[self.frame]

    @property
    def height(self) -> int:
        """Height of its map in pixels."""
        return HEIGHTS[len(self.view.picks)]


def nearest_to(features: Floats32, rows: Ints) -> tuple[Ints, Floats]:
    """Returns the other nodes nearest to each of some, and their distances.

    Args:
        features: float32 [num_nodes, width], of all nodes.
        rows: int64 [m], the nodes.

    Returns:
        int64 [m, k], nearest first, and float64 [m, k]; k is `NUM_NEIGHBORS`, or all others
        of a smaller graph.
    """
    num = min(NUM_NEIGHBORS, len(features) - 1)
    return nearest_neighbors(features, num, rows)


def show(
    requests: list[Request], view: View, epoch: int | None, columns: list[DeltaGenerator]
) -> list[Shown]:
    """Shows one map of each, filling the columns in turn, and returns what is shown."""
    page = []
    for slot in range(len(requests)):
        with columns[slot % len(columns)]:
            page.append(_show_one(slot, requests, view, epoch))
    if view.config.dimensions == 3:
        webgl.release_unused()
    return page


def _show_one(slot: int, requests: list[Request], view: View, epoch: int | None) -> Shown:
    request = requests[slot]
    frame = 0 if epoch is None else epochs.frame_at(request, epoch)
    if len(view.picks) > 1:
        st.markdown(request.pick.heading)
    finished = request.find()
    quality = None
    if finished is not None and not playback.is_playing():
        quality = measured.quality_of(request.measurement(frame, finished[frame]))
    pictures = finished or _unfinished(slot, request, HEIGHTS[len(view.picks)])
    values = values_of(requests, slot, view, frame, quality)
    shown = Shown(slot, request, view, frame, pictures, finished is not None, quality, values)
    if pictures:
        _draw(shown)
    return shown


def tables(page: list[Shown]) -> twin.Tables:
    """Makes the table of each map."""
    return {
        f"Map of {shown.title}": partial(picture_table, shown)
        for shown in page
        if shown.picture is not None
    }


def picture_table(shown: Shown) -> pd.DataFrame:
    """Returns the nodes with their positions in a map, and their silhouettes if measured."""
    assert shown.picture is not None
    places = dict(zip("xyz", shown.picture.coordinates.T, strict=False))
    if shown.quality is not None:
        places["silhouette"] = shown.quality.silhouette.per_node
    return nodes.table_of(shown.nodes).assign(**places)


def show_numbers(page: list[Shown]) -> None:
    """Shows remarks on the maps, and their quality."""
    remarks = [(_name(shown) if len(page) > 1 else "", _remarks(shown)) for shown in page]
    lines = [name + " ".join(words) for name, words in remarks if words]
    if lines:
        st.caption("  \n".join(lines))
    measurable = [shown for shown in page if shown.is_finished]
    known = {shown.title: shown.quality for shown in measurable if shown.quality}
    if len(page) > 1 and known:
        measured.show_table(known)
    elif known:
        measured.show(*known.values())
    shared = page[0].values.get("agreement")
    if shared is not None:
        measured.show_agreement(
            {shown.title: shown.values["agreement"] for shown in page[1:]}, page[0].title
        )
    for shown in measurable:
        if shown.quality is None and not playback.is_playing() and shown.picture is not None:
            measured.offer(shown.request.measurement(shown.frame, shown.picture))


def _name(shown: Shown) -> str:
    return f"{shown.request.pick.name}: "


def _remarks(shown: Shown) -> list[str]:
    picture = shown.picture
    if picture is None:
        return []
    words = [*map(plain, shown.nodes.notes), *picture.notes]
    words += left_out(shown.request, shown.view)
    if picture.explained:
        *first, last = map(percent, picture.explained)
        shares = f"{', '.join(first)} and {last}"
        words.append(f"The axes explain {shares} of the variance.")
    if picture.cancelled:
        words.append("Stopped early: this is the state reached so far, and it is not saved.")
    return words


def _draw(shown: Shown) -> None:
    view = shown.view
    picture = shown.pictures[shown.frame]
    table = nodes.table_of(shown.nodes)
    colouring = nodes.colouring_of(shown.nodes, view.colour, shown.values)
    if view.colour == "silhouette" and "silhouette" not in shown.values:
        st.caption("Coloured by class until the silhouettes are measured.")
    source = f"map-{shown.slot}"
    words = f"{METHODS[picture.config.method]} of {count(shown.nodes.num_nodes, 'node')}"
    if shown.nodes.num_nodes > many.MAX_CHART_NODES:
        if view.config.dimensions == 3:
            st.info(
                f"Maps in space show up to {many.MAX_CHART_NODES:,} nodes. Choose 2-D to see "
                f"all {shown.nodes.num_nodes:,}."
            )
            return
        many.show(
            shown.nodes,
            picture.coordinates,
            colouring,
            chosen.current(view.picks[0].nodes),
            drawn=f"{shown.request.key}/{shown.frame}",
            source=source,
            height=shown.height,
            alt=f"{words}.",
        )
        return
    mask = _highlighted(shown, source)
    alt = f"{words} coloured by {colouring.title.lower()}."
    if view.config.dimensions == 3:
        figure = figures.space_figure(picture.coordinates, table, colouring, selected=mask)
        st.plotly_chart(figure, height=shown.height, key=f"space-{shown.slot}", alt=alt)
        return
    chart = figures.map_chart(
        picture.coordinates,
        table,
        colouring,
        limits=figures.limits_of(each.coordinates for each in shown.pictures),
        aspect=1.4,
        selected=mask,
        is_animated=view.over_epochs,
    )
    key = chosen.chart_key(source)
    nodes_of = replace(chart, option={}).nodes_of  # a tab keeps `take`, so no chart in it

    def take() -> None:
        groups = st.session_state[key]["selection"]["selected"]
        chosen.select(nodes_of(groups), source)

    plot.show(
        chart.option,
        height=shown.height,
        key=key,
        on_select=take,
        alt=alt,
    )


def _highlighted(shown: Shown, source: str) -> Bools | None:
    """Returns a mask of the selection, None where this map's own brush shows it already."""
    drawn = f"{shown.request.key}/{shown.frame}"
    before = st.session_state.setdefault(_DRAWN, {})
    if before.get(source, drawn) != drawn:
        chosen.loosen(source)  # its points have moved away under the lasso
    before[source] = drawn
    selection = chosen.current(shown.view.picks[0].nodes)
    is_other = selection.graph_digest != shown.nodes.nodes
    if not selection.nodes or selection.source == source or is_other:
        return None
    mask = np.zeros(shown.nodes.num_nodes, dtype=bool)
    mask[list(selection.nodes)] = True
    return mask


def _unfinished(slot: int, request: Request, height: int) -> list[Projection]:
    """Shows the progress of a projection or how to start it; returns what there is of it."""
    name = METHODS[request.config.method]
    num_nodes = request.embedded.num_nodes
    if num_nodes > MAX_PLACED_NODES:
        st.info(
            f"{name} places up to {MAX_PLACED_NODES:,} nodes; this embedding has "
            f"{num_nodes:,}. PCA shows them all."
        )
        return []
    job = request.job
    if job is None:
        with st.container(border=True, height=height, vertical_alignment="center"):
            _offer(slot, request, f"#### No {name} yet", _effort(request))
        return []
    view = job.snapshot()
    if view.is_active:
        work.show_progress(job, key=f"cancel-{slot}")
        if view.records and request.config.dimensions == 2:
            return [Projection(view.records[-1][1], request.config)]
        st.skeleton(height)
        return []
    if view.state is JobState.FAILED:
        st.error(plain(view.error), icon=":material/error:")
    if view.state is JobState.CANCELLED and not view.result:
        st.warning(f"{name} was stopped before there was a map.", icon=":material/cancel:")
    if st.button(f"Compute {name} again", icon=":material/refresh:", key=f"again-{slot}"):
        request.start()
        st.rerun()
    return view.result or []


def _offer(slot: int, request: Request, title: str, text: str) -> None:
    with st.container(horizontal_alignment="center"):
        st.markdown(title, width="content")
        st.caption(text, width="content")
        if st.button(
            f"Compute {METHODS[request.config.method]}",
            icon=":material/scatter_plot:",
            type="primary",
            key=f"draw-{slot}",
        ):
            request.start()
            st.rerun()  # the whole page, whose timer follows the job


def _effort(request: Request) -> str:
    num_nodes, num_frames = len(request.frames[0]), len(request.frames)
    frames = f", {count(num_frames, 'epoch')}" if num_frames > 1 else ""
    return (
        f"{count(num_nodes, 'node')}{frames}. Runs in the background, can be cancelled, and is "
        "saved."
    )
