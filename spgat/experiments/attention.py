"""The tables of learned α, and of the accuracy with one band alone at test time."""

from spgat.experiments import printed
from spgat.experiments.cell import Cell
from spgat.experiments.experiment import Experiment
from spgat.experiments.protocol import FULL, Protocol
from spgat.experiments.row import Row, measured_row
from spgat.experiments.store import Records, recorded
from spgat.experiments.table1 import cells_of

#: The text's settings and those of the published code, which penalises α as well.
LABELS = ("SpGAT-MAX (published code)", "SpGAT-MAX")

#: An α within this of the printed one agrees: the spread over seeds is about as large.
ATTENTION_TOLERANCE = 0.06

REMARKS = {
    "SpGAT-MAX": "Without the code's penalty on α nothing favours the band of few columns.",
}


def cells(protocol: Protocol) -> list[Cell]:
    """Returns the runs of the accuracy table at the best d, with both settings."""
    return [
        cell
        for label in LABELS
        for dataset in printed.CITATION
        for cell in cells_of(label, dataset, protocol)
    ]


def rows(records: Records) -> list[Row]:
    """Returns α_L of both layers, then the accuracy of each band alone and of both."""
    result = []
    for label in LABELS:
        for position, dataset in enumerate(printed.CITATION):
            found = recorded(records, cells_of(label, dataset, FULL))
            result += [
                measured_row(
                    found,
                    f"last_alpha_{layer}_1",
                    label=label,
                    dataset=dataset,
                    quantity=f"α_L of layer {layer}",
                    remark=REMARKS.get(label, ""),
                    unit="number",
                    printed=printed.ATTENTION[dataset][layer - 1][0],
                    tolerance=ATTENTION_TOLERANCE,
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


EXPERIMENT = Experiment(
    name="attention",
    cells=cells,
    rows=rows,
)
