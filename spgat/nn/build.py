"""From a config to the model that it names; the class is imported when it is built."""

from importlib import import_module

from spgat.config import TrainConfig
from spgat.errors import InputError
from spgat.models import BASELINES, MODELS
from spgat.nn.model import NodeClassifier
from spgat.published import published


def build_model(config: TrainConfig, num_features: int, num_classes: int) -> NodeClassifier:
    """Returns a new model, its weights drawn from torch's global generator.

    Args:
        config: Names the model and its sizes.
        num_features: Number of input features; the number of nodes for a graph without any.
        num_classes: Number of classes.

    Raises:
        InputError: For an option that this model does not have.
    """
    _check_options(config)
    module, name = MODELS[config.model].location.split(":")
    model: NodeClassifier = getattr(import_module(module), name)(
        config, num_features, num_classes
    )
    return model


def _check_options(config: TrainConfig) -> None:
    """A baseline has the options that its publication's settings name, SpGAT has none."""
    is_baseline = config.model in BASELINES
    known = dict(published(config.model, "").options) if is_baseline else {}
    unknown = set(dict(config.options)) - set(known)
    if unknown:
        raise InputError(
            f"The model {config.model!r} has no option {min(unknown)!r}; it has "
            f"{', '.join(known) or 'none'}."
        )
