"""Projections of embeddings: found on disk, computed at once, or computed by a job."""

import json
from dataclasses import dataclass
from functools import partial
from typing import Any

import streamlit as st

from dashboard import state
from dashboard.embeddings import work
from dashboard.embeddings.measured import Measurement
from dashboard.embeddings.picks import Pick
from dashboard.embeddings.view import METHODS, View
from dashboard.jobs import Held, Job, JobContext
from spgat.arrays import Floats32
from spgat.embedding import (
    Embedded,
    EmbeddingConfig,
    Projection,
    as_it_is,
    keep,
    pictures_cache,
    project,
    project_frames,
    projection_bytes,
    recall,
)
from spgat.runs import Run

KIND = "projection"


@dataclass(frozen=True, eq=False)
class Request:
    """A projection of an embedding, or one for each frame of a run, that the page needs.

    Attributes:
        pick: What was chosen.
        embedded: Its nodes.
        epochs: Of the frames in turn, None for the embedding of the best epoch only.
        frames: float32 [num_nodes, num_features] each.
        config: How to project them.
        key: Distinguishes the request from others.
    """

    pick: Pick
    embedded: Embedded
    epochs: list[int] | None
    frames: list[Floats32]
    config: EmbeddingConfig
    key: str

    @classmethod
    def of(cls, pick: Pick, view: View) -> "Request":
        """Returns what a view needs of what was chosen.

        Raises:
            InputError: If it is gone, or its files are damaged.
        """
        facts = [pick.key, view.layer, view.over_epochs, view.config.to_dict()]
        key, nodes = json.dumps(facts, sort_keys=True), pick.load(view.layer)
        if view.over_epochs:
            run = state.load_run(pick.key)
            epochs, frames = zip(*_frames(run.run_id, run.version, run), strict=True)
            return cls(pick, nodes, list(epochs), list(frames), view.config, key)
        return cls(pick, nodes, None, [nodes.vectors], view.config, key)

    @property
    def is_drawn_already(self) -> bool:
        """Whether the vectors are places in a picture: of another tool, and two or three."""
        return self.pick.run is None and self.frames[0].shape[1] == self.config.dimensions

    def find(self) -> list[Projection] | None:
        """Returns the projections if they are stored or quick to compute, else None."""
        if self.is_drawn_already:
            return [as_it_is(self.frames[0])]
        known = _known(self.key)
        if not known:
            found = recall(pictures_cache(), self.frames, self.config)
            if found is None and self.config.method == "pca":
                found = project_frames(self.frames, self.config)
                keep(pictures_cache(), self.frames, self.config, found)
            if found is not None:
                known.append(found)
        return known[0] if known else None

    def measurement(self, frame: int, picture: Projection) -> Measurement:
        """Returns one of the projections as something to measure."""
        return Measurement(self.embedded, self.frames[frame], picture, f"{self.key}/{frame}")

    @property
    def job(self) -> Job | None:
        """This session's job for the projections, which may have ended."""
        return work.find(KIND, self.key)

    def start(self) -> None:
        """Queues the projections."""
        label = f"{METHODS[self.config.method]} of {self.embedded.name}"
        held = Held(self.frames[0], sum(frame.nbytes for frame in self.frames))
        work.start(KIND, self.key, partial(_draw, self.frames, self.config), label, held)


@st.cache_resource(max_entries=8, show_spinner=False)
def _known(key: str) -> list[list[Projection]]:
    """Holds the projections of a request once they are found.

    To find them on disk takes a hash of all frames, which is too slow for each step of a play.
    """
    return []


@st.cache_resource(max_entries=4, show_spinner=False)
def _frames(run_id: str, version: int, _run: Run) -> list[tuple[int, Floats32]]:
    """The embeddings kept during training; unpacking them is too slow for every frame."""
    return _run.frames


def _draw(frames: list[Floats32], config: EmbeddingConfig, context: JobContext) -> Any:
    context.takes(projection_bytes(len(frames[0]), config))
    if len(frames) > 1:
        pictures = project_frames(
            frames, config, progress=context.progress, should_stop=context.should_stop
        )
    else:
        pictures = [
            project(
                frames[0],
                config,
                on_frame=lambda iteration, coordinates: context.show((iteration, coordinates)),
                progress=context.progress,
                should_stop=context.should_stop,
            )
        ]
    if not any(picture.cancelled for picture in pictures):
        keep(pictures_cache(), frames, config, pictures)
    return pictures
