"""What a trained SpGAT does with one band alone: the paper's table of low and high."""

from dataclasses import dataclass

import numpy as np
import torch

from spgat import models
from spgat.errors import InputError
from spgat.graph import Graph
from spgat.nn.features import num_inputs
from spgat.nn.model import Inputs, NodeClassifier
from spgat.nn.spgat import SpGAT
from spgat.results import TrainResult


@dataclass(frozen=True, slots=True)
class BandAccuracy:
    """Test accuracies of a trained model with some of its bands.

    Attributes:
        whole: With all bands, in [0, 1].
        alone: With only band b, all other α set to 0 in every layer, lowest band first.
    """

    whole: float
    alone: tuple[float, ...]


def evaluate_bands(graph: Graph, result: TrainResult) -> BandAccuracy:
    """Returns test accuracies of a result's weights with each band alone.

    As in the paper's appendix ("Only Low- and High-frequency Components") α is set to 0 at
    test time, without training again. With MAX pooling the band set to 0 still competes: the
    maximum is that of the kept band and 0.

    Args:
        graph: The graph that was trained on.
        result: Of an SpGAT.

    Raises:
        InputError: For a model without bands.
    """
    model, inputs = restore(graph, result)
    if not isinstance(model, SpGAT):
        raise InputError(
            f"The model {result.config.model!r} has no bands to switch off; choose a run of "
            "'spgat'."
        )
    split, labels = graph.splits[result.split_index], np.asarray(graph.labels)
    test = split.test & (labels >= 0)
    num_bands = result.config.split.num_bands
    accuracies = []
    for kept in (torch.ones(num_bands), *torch.eye(num_bands)):
        with torch.no_grad():
            logits = model(inputs, kept).logits.numpy()
        accuracies.append(float((logits.argmax(axis=1) == labels)[test].mean()))
    return BandAccuracy(accuracies[0], tuple(accuracies[1:]))


def restore(graph: Graph, result: TrainResult) -> tuple[NodeClassifier, Inputs]:
    """Returns a result's model with its weights, on the CPU, and its inputs."""
    model = models.build(result.config, num_inputs(graph), graph.num_classes)
    device = torch.device("cpu")
    train = graph.splits[result.split_index].train
    inputs = model.prepare(graph, device, train=train, seed=result.seed)
    model.load_state_dict({name: torch.from_numpy(v) for name, v in result.state.items()})
    return model.eval(), inputs
