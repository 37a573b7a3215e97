"""The grid of t-SNE pictures: four models on the three citation sets."""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from spgat.config import TrainConfig
from spgat.embedding import EmbeddingConfig, project
from spgat.experiments import printed
from spgat.experiments.cell import Cell, Measured, dataset_graph
from spgat.experiments.compact import compact
from spgat.experiments.lineup import config_of
from spgat.experiments.protocol import FULL, Protocol
from spgat.experiments.store import Records
from spgat.experiments.table1 import cells_of
from spgat.training import fit

#: The paper's columns and the rows of the accuracy table behind them.
MODELS = {"GCN": "GCN", "GWNN": "GWNN", "GAT": "GAT", "SpGAT": "SpGAT-MAX"}
#: PubMed's picture shows an even sample of its nodes; the other two are shown whole.
MAX_NODES = 3400


@dataclass(frozen=True, slots=True, kw_only=True)
class PictureCell(Cell):
    """A t-SNE picture of the hidden layer of one trained model, seed 0."""

    config: TrainConfig

    def to_dict(self) -> dict[str, Any]:
        """Returns dataset and config."""
        return {"dataset": self.dataset, "config": compact(self.config)}

    def measure(self) -> Measured:
        """Returns x, y (in thousandths of the half width) and label of each node shown."""
        graph = dataset_graph(self.dataset, 0, ())
        result = fit(graph, self.config)
        assert graph.labels is not None
        shown = np.arange(0, graph.num_nodes, 1 + graph.num_nodes // MAX_NODES)
        picture = project(result.hidden[shown], EmbeddingConfig(method="tsne"))
        span = np.abs(picture.coordinates).max()
        thousandths = np.round(picture.coordinates / span * 1000).astype(int)
        return {
            "x": thousandths[:, 0].tolist(),
            "y": thousandths[:, 1].tolist(),
            "label": graph.labels[shown].tolist(),
        }


def picture_cells(protocol: Protocol) -> dict[str, PictureCell]:
    """Returns the twelve pictures by "DATASET/MODEL", those of models the protocol runs."""
    return {
        f"{dataset}/{model}": PictureCell(dataset=dataset, config=config_of(label, dataset))
        for dataset in printed.CITATION
        for model, label in MODELS.items()
        if cells_of(label, dataset, protocol)
    }


def picture_arrays(records: Records) -> dict[str, NDArray[Any]]:
    """Returns "DATASET/MODEL": int16 [nodes, 3], x, y and label of each picture there is."""
    arrays = {}
    for name, cell in picture_cells(FULL).items():
        if cell.key in records:
            measured = records[cell.key]["measured"]
            columns = [measured[column] for column in ("x", "y", "label")]
            arrays[name] = np.array(columns, dtype=np.int16).T
    return arrays
