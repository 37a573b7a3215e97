"""The one table of models, by the name a config gives; a class is imported when built."""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:  # forms list the names and need not wait for torch
    from spgat.config import TrainConfig
    from spgat.nn.model import NodeClassifier

_CLASSES = {
    "spgat": "spgat.nn.spgat:SpGAT",
    "spgat-na": "spgat.nn.variants:SpGATNA",
    "gwnn": "spgat.nn.variants:GWNN",
    "spectral-cnn": "spgat.nn.variants:SpectralCNN",
}

#: The names `TrainConfig.model` takes.
MODEL_NAMES: tuple[str, ...] = tuple(_CLASSES)


def build(config: "TrainConfig", num_features: int, num_classes: int) -> "NodeClassifier":
    """Returns a new model, its weights drawn from torch's global generator.

    Args:
        config: Names the model and its sizes.
        num_features: Number of input features; the number of nodes for a graph without any.
        num_classes: Number of classes.
    """
    module, name = _CLASSES[config.model].split(":")
    model: NodeClassifier = getattr(import_module(module), name)(
        config, num_features, num_classes
    )
    return model
