"""The silhouette table, and the grid of t-SNE pictures."""

from spgat.experiments import printed
from spgat.experiments.cell import Cell
from spgat.experiments.experiment import Experiment
from spgat.experiments.pictures import MODELS, picture_arrays, picture_cells
from spgat.experiments.protocol import FULL, Protocol
from spgat.experiments.row import Row, measured_row
from spgat.experiments.store import Records, recorded
from spgat.experiments.table1 import cells_of

SILHOUETTE_TOLERANCE = 0.03


def cells(protocol: Protocol) -> list[Cell]:
    """Returns the runs of the accuracy table for the four models, and their pictures."""
    runs = [
        cell
        for label in MODELS.values()
        for dataset in printed.CITATION
        for cell in cells_of(label, dataset, protocol)
    ]
    return [*runs, *picture_cells(protocol).values()]


def rows(records: Records) -> list[Row]:
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
            tolerance=SILHOUETTE_TOLERANCE,
        )
        for features, measure in (
            ("hidden layer", "silhouette_hidden"),
            ("logits", "silhouette_logits"),
        )
        for position, dataset in enumerate(printed.CITATION)
        for model, label in MODELS.items()
    ]


EXPERIMENT = Experiment(
    name="silhouette",
    cells=cells,
    rows=rows,
    arrays=picture_arrays,
)
