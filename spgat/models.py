"""The one table of models, by the name a config gives; a class is imported when built."""

from importlib import import_module
from typing import TYPE_CHECKING

from spgat.errors import InputError

if TYPE_CHECKING:  # forms list the names and need not wait for torch
    from spgat.config import TrainConfig
    from spgat.nn.model import NodeClassifier

_CLASSES = {
    "spgat": "spgat.nn.spgat:SpGAT",
    "spgat-na": "spgat.nn.variants:SpGATNA",
    "gwnn": "spgat.nn.variants:SpectralKernelNetwork",
    "spectral-cnn": "spgat.nn.variants:SpectralKernelNetwork",
    "mlp": "spgat.nn.baselines.mlp:MLP",
    "logistic-regression": "spgat.nn.baselines.mlp:LogisticRegression",
    "gcn": "spgat.nn.baselines.gcn:GCN",
    "gat": "spgat.nn.baselines.gat:GAT",
    "chebynet": "spgat.nn.baselines.cheby:ChebyNet",
    "arma": "spgat.nn.baselines.arma:ARMA",
    "sgc": "spgat.nn.baselines.sgc:SGC",
    "appnp": "spgat.nn.baselines.appnp:APPNP",
    "ggnn": "spgat.nn.baselines.ggnn:GGNN",
    "graphsage": "spgat.nn.baselines.neighbour_sum:GraphSAGE",
    "high-order": "spgat.nn.baselines.neighbour_sum:HighOrder",
    "hypergraph": "spgat.nn.baselines.hypergraph:HyperGraph",
    "gcnii": "spgat.nn.baselines.gcnii:GCNII",
    "grand": "spgat.nn.baselines.grand:GRAND",
    "dgi": "spgat.nn.baselines.dgi:DGI",
    "graphzoom": "spgat.nn.baselines.graphzoom:GraphZoom",
    "deepwalk": "spgat.nn.baselines.deepwalk:DeepWalk",
    "planetoid": "spgat.nn.baselines.planetoid:Planetoid",
    "planetoid-i": "spgat.nn.baselines.planetoid:PlanetoidInductive",
}

#: The names `TrainConfig.model` takes.
MODEL_NAMES: tuple[str, ...] = tuple(_CLASSES)


def build(config: "TrainConfig", num_features: int, num_classes: int) -> "NodeClassifier":
    """Returns a new model, its weights drawn from torch's global generator.

    Args:
        config: Names the model and its sizes.
        num_features: Number of input features; the number of nodes for a graph without any.
        num_classes: Number of classes.

    Raises:
        InputError: For an option that this model does not have.
    """
    _check_options(config)
    module, name = _CLASSES[config.model].split(":")
    model: NodeClassifier = getattr(import_module(module), name)(
        config, num_features, num_classes
    )
    return model


def _check_options(config: "TrainConfig") -> None:
    """A baseline has the options that its publication's settings name, SpGAT has none."""
    from spgat.nn.baselines.published import BASELINES, published

    is_baseline = config.model in BASELINES
    known = dict(published(config.model, "").options) if is_baseline else {}
    unknown = set(dict(config.options)) - set(known)
    if unknown:
        raise InputError(
            f"The model {config.model!r} has no option {min(unknown)!r}; it has "
            f"{', '.join(known) or 'none'}."
        )
