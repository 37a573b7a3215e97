"""What trained models show beside their accuracy: α, each band alone, their embeddings."""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from spgat.config import TrainConfig
from spgat.embedding import EmbeddingConfig, project
from spgat.experiments import printed
from spgat.experiments.cell import Cell, Measured, dataset_graph
from spgat.experiments.experiment import FULL, Experiment, Protocol
from spgat.experiments.outcome import Row, measured_row
from spgat.experiments.sweep import Records, recorded
from spgat.experiments.table1 import cells_of, config_of, runs_of
from spgat.training import fit

#: The text's settings and those of the published code, which penalises α as well.
_LABELS = ("SpGAT-MAX (published code)", "SpGAT-MAX")

#: An α within this of the printed one agrees: the spread over seeds is about as large.
_ALPHA_TOLERANCE = 0.06

_REMARKS = {
    "SpGAT-MAX": "Without the code's penalty on α nothing favours the band of few columns.",
}


def attention_cells(protocol: Protocol) -> list[Cell]:
    """Returns the runs of the accuracy table at the best d, with both settings."""
    return runs_of(_LABELS, printed.CITATION, protocol)


def attention_rows(records: Records) -> list[Row]:
    """Returns α_L of both layers, then the accuracy of each band alone and of both."""
    result = []
    for label in _LABELS:
        for position, dataset in enumerate(printed.CITATION):
            found = recorded(records, cells_of(label, dataset, FULL))
            result += [
                measured_row(
                    found,
                    f"last_alpha_{layer}_1",
                    label=label,
                    dataset=dataset,
                    quantity=f"α_L of layer {layer}",
                    remark=_REMARKS.get(label, ""),
                    unit="number",
                    printed=printed.ATTENTION[dataset][layer - 1][0],
                    tolerance=_ALPHA_TOLERANCE,
                )
                for layer in (1, 2)
            ]
            result += [
                measured_row(
                    found,
                    measure,
                    label=label,
                    dataset=dataset,
                    quantity=text,
                    printed=printed.BAND_ABLATION[line][position],
                )
                for measure, text, line in (
                    ("low_only_accuracy", "test accuracy, low alone", "low only"),
                    ("high_only_accuracy", "test accuracy, high alone", "high only"),
                    ("test_accuracy", "test accuracy, both", "both (main text)"),
                )
            ]
    return result


ATTENTION = Experiment(name="attention", cells=attention_cells, rows=attention_rows)


#: The paper's columns and the rows of the accuracy table behind them.
MODELS = {"GCN": "GCN", "GWNN": "GWNN", "GAT": "GAT", "SpGAT": "SpGAT-MAX"}
#: PubMed's picture shows an even sample of its nodes; the other two are shown whole.
MAX_NODES = 3400


@dataclass(frozen=True, slots=True, kw_only=True)
class PictureCell(Cell):
    """A t-SNE picture of the hidden layer of one trained model, seed 0."""

    config: TrainConfig

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


_SILHOUETTE_TOLERANCE = 0.03


def silhouette_cells(protocol: Protocol) -> list[Cell]:
    """Returns the runs of the accuracy table for the four models, and their pictures."""
    runs = runs_of(MODELS.values(), printed.CITATION, protocol)
    return [*runs, *picture_cells(protocol).values()]


def silhouette_rows(records: Records) -> list[Row]:
    """Returns the mean silhouette over all nodes, of the hidden layer and of the logits.

    The paper does not say which features it measures on, so both stand beside its figure.
    """
    return [
        measured_row(
            recorded(records, cells_of(label, dataset, FULL)),
            measure,
            label=model,
            dataset=dataset,
            quantity=f"mean silhouette, {features}",
            unit="number",
            printed=printed.SILHOUETTE[model][position],
            tolerance=_SILHOUETTE_TOLERANCE,
        )
        for features, measure in (
            ("hidden layer", "silhouette_hidden"),
            ("logits", "silhouette_logits"),
        )
        for position, dataset in enumerate(printed.CITATION)
        for model, label in MODELS.items()
    ]


SILHOUETTE = Experiment(
    name="silhouette", cells=silhouette_cells, rows=silhouette_rows, arrays=picture_arrays
)
