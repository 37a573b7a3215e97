"""What can be chosen on the page: runs and embeddings of one's own, not read yet."""

from collections.abc import Mapping
from dataclasses import dataclass

from dashboard import state
from dashboard.embeddings import own
from dashboard.plain import plain, short
from dashboard.run_titles import title
from dashboard.words import percent
from spgat.embedding import Embedded
from spgat.errors import InputError
from spgat.models import MODELS
from spgat.runs import Layer, RunSummary, embedded


@dataclass(frozen=True, slots=True)
class Pick:
    """A run or an embedding of one's own.

    Attributes:
        key: In the address.
        title: One line that tells it from the others.
        name: A short one, in Markdown.
        heading: Above its map where there are several, in Markdown.
        nodes: As in `Embedded`.
        run: Of a run what a list shows of it, else None.
    """

    key: str
    title: str
    name: str
    heading: str
    nodes: str
    run: RunSummary | None = None

    @classmethod
    def of_run(cls, run: RunSummary) -> "Pick":
        """Returns a run to choose."""
        name = MODELS[run.config.model].title
        heading = f"**{name} on {plain(run.dataset)}**, test {percent(run.test_accuracy, 1)}"
        return cls(run.run_id, title(run), name, heading, run.nodes, run)

    @classmethod
    def of_own(cls, key: str, held: own.Own) -> "Pick":
        """Returns an embedding of one's own to choose."""
        nodes = held.embedded
        size = f"{nodes.num_nodes:,} nodes × {nodes.vectors.shape[1]:,}"
        return cls(
            key,
            f"{short(nodes.name)}, {size} ({key})",
            plain(nodes.name),
            f"**{plain(nodes.name)}**, {size}",
            nodes.nodes,
        )

    @property
    def num_frames(self) -> int:
        """How many embeddings were kept during a training."""
        return 0 if self.run is None else self.run.num_frames

    def load(self, layer: Layer) -> Embedded:
        """Returns the nodes with their vectors.

        Args:
            layer: Which output of a run's network.

        Raises:
            InputError: If it is gone, or its files are damaged.
        """
        if self.run is not None:
            return embedded(state.load_run(self.key), layer)
        held = own.mine().get(self.key)
        if held is None:
            raise InputError(
                f"The embedding {self.key!r} is no longer in the server's memory; open its "
                "file again."
            )
        return held.embedded


def every(runs: Mapping[str, RunSummary]) -> dict[str, Pick]:
    """Returns all that can be chosen by key: own ones, the newest first, then runs."""
    mine = own.mine()
    picks = [Pick.of_own(key, mine[key]) for key in reversed(mine)]
    return {pick.key: pick for pick in [*picks, *map(Pick.of_run, runs.values())]}
