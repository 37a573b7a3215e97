"""Which config stands behind each row of the paper's tables."""

from collections.abc import Callable
from dataclasses import replace

from spgat import presets
from spgat.config import TrainConfig
from spgat.nn.baselines.published import published
from spgat.spectral.split_config import Pooling

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
    "MLP": "mlp",
    "Logistic regression": "logistic-regression",
    "DGI": "dgi",
}


def config_of(label: str, dataset: str) -> TrainConfig:
    """Returns the config of a row.

    Args:
        label: A name of `BASELINE_MODELS` or of `_VARIANTS`, or "SpGAT-MAX", "SpGAT-Cheby-MEAN"
            and the like. SpGAT follows the paper's text, with " (published code)" its code;
            SpGAT-Cheby always the code, as the text's series has the wrong sign.
        dataset: Name in the catalogue.
    """
    if label in BASELINE_MODELS:
        return published(BASELINE_MODELS[label], dataset)
    paper = presets.get("paper", dataset)
    if label in _VARIANTS:
        return _VARIANTS[label](paper)
    if label.endswith(" (published code)"):
        paper = presets.get("reference-code", dataset)
    if label.startswith("SpGAT-Cheby"):
        paper = presets.get("reference-code-cheby", dataset)
    pooling: Pooling = "mean" if "-MEAN" in label else "max"
    return replace(paper, pooling=pooling)


def _fourier(paper: TrainConfig) -> TrainConfig:
    """SpGAT_F-MAX: columns of U, so true frequencies, in place of wavelets."""
    split = replace(paper.split, basis="fourier", sparsification="none")
    return replace(paper, split=split)


_VARIANTS: dict[str, Callable[[TrainConfig], TrainConfig]] = {
    "SpGAT_F-MAX": _fourier,
    "SpGAT_NA": lambda paper: replace(paper, model="spgat-na"),
    "GWNN": lambda paper: replace(paper, model="gwnn"),
    "Spectral CNN": lambda paper: replace(paper, model="spectral-cnn"),
}
