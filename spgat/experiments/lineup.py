"""Which config stands behind each row of the paper's tables."""

from dataclasses import replace

from spgat import presets
from spgat.bands.config import Pooling
from spgat.config import TrainConfig
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
}


def config_of(label: str, dataset: str) -> TrainConfig:
    """Returns the config of a row.

    Args:
        label: A name of `BASELINE_MODELS` or of `_PRESETS`, or "SpGAT-MAX", "SpGAT-Cheby-MEAN"
            and the like. SpGAT follows the paper's text, with " (published code)" its code;
            SpGAT-Cheby always the code, as the text's series has the wrong sign.
        dataset: Name in the catalogue.
    """
    if label in BASELINE_MODELS:
        return published(BASELINE_MODELS[label], dataset)
    if label in _PRESETS:
        return presets.get(_PRESETS[label], dataset)
    preset = "reference-code" if label.endswith(" (published code)") else "paper"
    if label.startswith("SpGAT-Cheby"):
        preset = "reference-code-cheby"
    pooling: Pooling = "mean" if "-MEAN" in label else "max"
    return replace(presets.get(preset, dataset), pooling=pooling)
