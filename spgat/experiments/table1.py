"""The paper's accuracy table: eighteen models on five datasets, and the floor below them."""

from collections.abc import Iterable
from dataclasses import replace
from itertools import product

from spgat import presets
from spgat.bands.config import Pooling
from spgat.config import TrainConfig
from spgat.experiments import printed
from spgat.experiments.cell import Cell, train_cells
from spgat.experiments.claim import sentences
from spgat.experiments.experiment import FULL, RANDOM_SPLITS, SMALL, Experiment, Protocol
from spgat.experiments.outcome import Row, measured_row
from spgat.experiments.sweep import Records, recorded
from spgat.published import published

#: The paper's names of the baselines, and ours.
BASELINE_MODELS = {
    "DeepWalk": "deepwalk",
    "Planetoid": "planetoid",
    "ChebyNet": "chebynet",
    "GCN": "gcn",
    "ARMA": "arma",
    "SGC": "sgc",
    "GraphZoom(DGI)": "graphzoom",
    "GGNN": "ggnn",
    "GraphSAGE": "graphsage",
    "GAT": "gat",
    "HyperGraph": "hypergraph",
    "HighOrder": "high-order",
    "APPNP": "appnp",
    "GCNII": "gcnii",
    "GRAND": "grand",
    "MLP": "mlp",
    "Logistic regression": "logistic-regression",
    "DGI": "dgi",
}
_PRESETS = {
    "SpGAT_F-MAX": "spgat-f",
    "SpGAT_NA": "spgat-na",
    "GWNN": "gwnn",
    "Spectral CNN": "spectral-cnn",
    "SpGAT (tuned)": "tuned",
    "SpGAT (best)": "best",
}


def config_of(label: str, dataset: str) -> TrainConfig:
    """Returns the config of a row.

    Args:
        label: A name of `BASELINE_MODELS` or of `_PRESETS`, or "SpGAT-MAX", "SpGAT-Cheby-MEAN"
            and the like. SpGAT follows the paper's text, with " (published code)" its code;
            SpGAT-Cheby always the code, as the text's series has the wrong sign.
        dataset: Name in the catalogue.

    Raises:
        KeyError: For any other label.
    """
    if label in BASELINE_MODELS:
        return published(BASELINE_MODELS[label], dataset)
    if label in _PRESETS:
        return presets.get(_PRESETS[label], dataset)
    if not label.startswith("SpGAT-"):
        raise KeyError(label)
    preset = "reference-code" if label.endswith(" (published code)") else "paper"
    if label.startswith("SpGAT-Cheby"):
        preset = "reference-code-cheby"
    pooling: Pooling = "mean" if "-MEAN" in label else "max"
    return replace(presets.get(preset, dataset), pooling=pooling)


#: Rows that the paper does not have: the floor, later work, its code's settings and ours.
ADDED = (
    "Logistic regression",
    "MLP",
    "DGI",
    "GRAND",
    "SpGAT-MAX (published code)",
    "SpGAT (tuned)",
    "SpGAT (best)",
)
#: Walks and pre-training take minutes where the graph is large.
_TWO_STAGES = ("DeepWalk", "Planetoid", "GraphZoom(DGI)", "DGI")
#: Most telling first, so that an interrupted sweep has them.
ORDER = (
    "SpGAT-MAX",
    "GCN",
    "SpGAT-Cheby-MAX",
    "APPNP",
    "MLP",
    "GAT",
    "SpGAT-MEAN",
    "SpGAT-Cheby-MEAN",
    "SpGAT (tuned)",
    "SpGAT (best)",
)

_BETTER_HALF = (
    "On Cora and Citeseer the printed figures of SpGAT-MAX are those of the published code's "
    "better half of runs at their best test epoch (see What we found); here the mean at the "
    "best validation epoch counts."
)
_OTHER_SPLITS = "Twenty random splits here; the paper's are not published."
_ONE_RUN = (
    "The printed figure is the last line of a log in the publication's repository: one run of "
    "one seed. Its losses run as ours do; here ten seeds count."
)
#: Why a measured figure differs from the printed one, where that is known. Most printed
#: baselines are quoted from the literature, which ran other protocols. By row and dataset, or
#: by row.
REMARKS: dict[str | tuple[str, str], str] = {
    ("SpGAT-MAX", "cora"): _BETTER_HALF,
    ("SpGAT-MAX", "citeseer"): _BETTER_HALF,
    ("GAT", "citeseer"): "PyTorch Geometric's own benchmark has 70.8 too (Fey and Lenssen "
    "2019); the quoted figure is the publication's.",
    ("GWNN", "cora"): _ONE_RUN,
    ("GWNN", "citeseer"): _ONE_RUN,
    "SpGAT (tuned)": "Bands of true frequencies by a polynomial of degree 16, which puts a "
    "fifth of Cora's spectrum on the wrong side of a cut, searched on validation nodes alone; "
    "beside it the best printed SpGAT.",
    "SpGAT (best)": "Learned cuts and training on consistent views, with nothing chosen on "
    "test nodes; beside it the best printed SpGAT.",
    "DeepWalk": "A linear classifier by Adam, not one against the rest by liblinear.",
    "Planetoid": "Ours is the transductive form; the paper quotes the better of two forms, "
    "Citeseer's and PubMed's being the inductive one. Its code keeps the best test accuracy of "
    "any epoch.",
    "GraphZoom(DGI)": "Coarsening by pairs of similar nodes here, by a spectral solver there.",
    "GGNN": "No published settings for citation networks.",
    "GraphSAGE": "The mean over all neighbours here; the quoted figure samples them.",
    "HighOrder": "No published settings for citation networks; Amazon Photo's printed 26.1 is "
    "a training that failed.",
}


def cells_of(label: str, dataset: str, protocol: Protocol) -> list[Cell]:
    """Returns the runs behind one entry of the table."""
    config = config_of(label, dataset)
    runs = protocol.runs(dataset)
    if label == "SpGAT (best)":
        runs = protocol.best_runs(dataset)
    elif _is_slowest(label, dataset):
        runs = runs[: protocol.num_slowest_runs]
    elif _is_slow(label, dataset):
        runs = runs[: protocol.num_slow_runs]
    elif label == "GAT" and dataset in RANDOM_SPLITS:  # long runs over 300,000 edges
        runs = runs[: protocol.num_long_runs]
    return train_cells(dataset, config, runs)


def runs_of(labels: Iterable[str], datasets: Iterable[str], protocol: Protocol) -> list[Cell]:
    """Returns the runs behind all entries of some rows and columns."""
    return [
        cell
        for label, dataset in product(labels, datasets)
        for cell in cells_of(label, dataset, protocol)
    ]


def _is_slow(label: str, dataset: str) -> bool:
    """Whether a run takes minutes and the row is not what the paper is about."""
    return (label in _TWO_STAGES and dataset not in SMALL) or (
        label not in ORDER and dataset in RANDOM_SPLITS
    )


def _is_slowest(label: str, dataset: str) -> bool:
    """Whether a run takes a quarter of an hour, on two cores."""
    # GWNN's t = 1e-7 keeps a quarter of all pairs of nodes.
    return label == "GCNII" or (label == "GWNN" and dataset not in SMALL)


def cells(protocol: Protocol) -> list[Cell]:
    """Returns the runs of all entries."""
    labels = [*printed.ACCURACY, *ADDED]
    first = [*ORDER, *(label for label in labels if label not in ORDER)]
    return runs_of(first, printed.DATASETS, protocol)


def rows(records: Records) -> list[Row]:
    """Returns one row per model and dataset, in the paper's order."""
    return [
        _explained(
            measured_row(
                recorded(records, cells_of(label, dataset, FULL)),
                label=label,
                dataset=dataset,
                printed=_printed(label, position),
            )
        )
        for label in [*printed.ACCURACY, *ADDED]
        for position, dataset in enumerate(printed.DATASETS)
    ]


def _printed(label: str, position: int) -> float | None:
    """The paper's figure, for our own settings of SpGAT the best of its four."""
    if label in ("SpGAT (tuned)", "SpGAT (best)"):
        own = [row[position] for name, row in printed.ACCURACY.items() if "SpGAT" in name]
        return max(figure for figure in own if figure is not None)
    return printed.ACCURACY.get(label, (None,) * 5)[position]


def _explained(row: Row) -> Row:
    """The row with its remark, where it disagrees with the paper."""
    if row.difference is None or abs(row.difference) <= row.tolerance:
        return row
    otherwise = _OTHER_SPLITS if row.dataset in RANDOM_SPLITS else ""
    by_label = REMARKS.get(row.label, otherwise)
    return replace(row, remark=REMARKS.get((row.label, row.dataset), by_label))


TABLE1 = Experiment(name="table1", cells=cells, rows=rows, findings=sentences)
