"""A stored run as nodes with vectors, as the page Embeddings and `spgat embed` take them."""

from typing import Literal

from spgat.embedding.embedded import Embedded
from spgat.runs.run import Run

Layer = Literal["hidden", "logits"]


def embedded(run: Run, layer: Layer = "hidden") -> Embedded:
    """Returns the embedding of a run at its best validation epoch.

    Args:
        run: The run.
        layer: Which output of the network the vectors are.

    Raises:
        InputError: If one of its files is missing or damaged.
    """
    return Embedded(
        key=run.run_id,
        name=run.summary.name,
        graph=run.graph,
        vectors=run.hidden if layer == "hidden" else run.logits,
        nodes=run.summary.nodes,
        predictions=run.predictions,
        confidence=run.confidence,
        split=run.split,
    )
