"""The embedding while a network trains: each frame flat, turned onto the one before it."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from dashboard.jobs import JobContext
from spgat.arrays import Floats32, Ints
from spgat.config import TrainConfig
from spgat.embedding import EmbeddingConfig, align, project
from spgat.graph import Graph

#: What the form calls the switch that has embeddings recorded.
RECORD = "Record embeddings"
#: Recorded embeddings of one run may take this much memory.
FRAME_BYTES = 64e6
MAX_FRAMES = 25
#: More points than this are not sent to a page twice a second; a sample stands for them.
MAX_DRAWN = 3000


@dataclass(frozen=True, eq=False)
class Nodes:
    """The nodes that every frame draws.

    Attributes:
        drawn: int64, ascending.
        names: Of the drawn ones.
        labels: Of the drawn ones, -1 where unknown.
        num_nodes: Of the graph.
        class_names: Of its classes.
    """

    drawn: Ints
    names: Sequence[str]
    labels: Ints
    num_nodes: int
    class_names: Sequence[str]

    @classmethod
    def of(cls, graph: Graph) -> "Nodes":
        """Returns all nodes of a graph, or the same sample each time."""
        nodes = np.arange(graph.num_nodes)
        if graph.num_nodes > MAX_DRAWN:
            nodes = np.sort(np.random.default_rng(0).choice(nodes, MAX_DRAWN, replace=False))
        labels = np.full(graph.num_nodes, -1) if graph.labels is None else graph.labels
        names = [graph.names[node] for node in nodes.tolist()]
        return cls(nodes, names, labels[nodes], graph.num_nodes, graph.class_names)


@dataclass(frozen=True, eq=False)
class Frame:
    """The embedding at one epoch.

    Attributes:
        seed: Of the run.
        epoch: From 0, the untrained network.
        coordinates: float32 [num_drawn, 2], centred.
    """

    seed: int
    epoch: int
    coordinates: Floats32


def recording(graph: Graph, config: TrainConfig) -> TrainConfig:
    """Returns a config that records embeddings, as many as there is memory for."""
    affordable = int(FRAME_BYTES / (4 * graph.num_nodes * config.hidden))
    num_frames = min(affordable, MAX_FRAMES, config.epochs)
    if num_frames < 2:
        return config
    return replace(config, record_embedding_every=-(-config.epochs // num_frames))


@dataclass
class Recorder:
    """Records frames of one training after the other."""

    context: JobContext
    nodes: Nodes
    _last: Frame | None = field(default=None, init=False)

    def on_frame(self, seed: int, epoch: int, hidden: Floats32) -> None:
        """Records the embedding at an epoch of a seed, by PCA, which takes 10 ms."""
        flat = project(hidden, EmbeddingConfig(method="pca")).coordinates[self.nodes.drawn]
        last = self._last
        before = [] if last is None or last.seed != seed else [last.coordinates]
        self._last = Frame(seed, epoch, align([*before, flat])[-1])
        self.context.record(self._last)
