"""Projections of runs: found on disk, computed at once, or computed by a job."""

import json
from dataclasses import dataclass
from functools import partial
from typing import Any

import streamlit as st

from dashboard.embeddings import work
from dashboard.embeddings.measured import Measurement
from dashboard.embeddings.view import METHODS, View
from dashboard.jobs import Job, JobContext
from spgat.arrays import Floats32
from spgat.embedding import (
    EmbeddingConfig,
    Projection,
    keep,
    pictures_cache,
    project,
    project_frames,
    recall,
)
from spgat.runs import Run

KIND = "projection"


@dataclass(frozen=True, eq=False)
class Request:
    """A projection of a run, or one for each of its frames, that the page needs.

    Attributes:
        run: The run.
        epochs: Of the frames in turn, None for the embedding of the best epoch only.
        frames: float32 [num_nodes, num_features] each.
        config: How to project them.
        key: Distinguishes the request from others.
    """

    run: Run
    epochs: list[int] | None
    frames: list[Floats32]
    config: EmbeddingConfig
    key: str

    @classmethod
    def of(cls, run: Run, view: View) -> "Request":
        """Returns what a view needs of a run."""
        facts = [run.run_id, view.layer, view.over_epochs, view.config.to_dict()]
        key = json.dumps(facts, sort_keys=True)
        if view.over_epochs:
            epochs, frames = zip(*_frames(run.run_id, run), strict=True)
            return cls(run, list(epochs), list(frames), view.config, key)
        return cls(run, None, [getattr(run, view.layer)], view.config, key)

    def find(self) -> list[Projection] | None:
        """Returns the projections if they are stored or quick to compute, else None."""
        cache = pictures_cache()
        found = recall(cache, self.frames, self.config)
        if found is None and self.config.method == "pca":
            found = project_frames(self.frames, self.config)
            keep(cache, self.frames, self.config, found)
        return found

    def measurement(self, frame: int, picture: Projection) -> Measurement:
        """Returns one of the projections as something to measure."""
        return Measurement(self.run, self.frames[frame], picture, f"{self.key}/{frame}")

    @property
    def job(self) -> Job | None:
        """This session's job for the projections, which may have ended."""
        return work.find(KIND, self.key)

    def start(self) -> None:
        """Queues the projections."""
        label = f"{METHODS[self.config.method]} of {self.run.summary.name}"
        work.start(KIND, self.key, partial(_draw, self.frames, self.config), label)


@st.cache_resource(max_entries=4, show_spinner=False)
def _frames(run_id: str, _run: Run) -> list[tuple[int, Floats32]]:
    """The embeddings kept during training; unpacking them is too slow for every frame."""
    return _run.frames


def _draw(frames: list[Floats32], config: EmbeddingConfig, context: JobContext) -> Any:
    if len(frames) > 1:
        pictures = project_frames(
            frames, config, progress=context.progress, should_stop=context.should_stop
        )
    else:
        pictures = [
            project(
                frames[0],
                config,
                on_frame=lambda iteration, coordinates: context.record(
                    (iteration, coordinates)
                ),
                progress=context.progress,
                should_stop=context.should_stop,
            )
        ]
    if not any(picture.cancelled for picture in pictures):
        keep(pictures_cache(), frames, config, pictures)
    return pictures
