"""What a trained SpGAT does with one band alone: the paper's table of low and high."""

import numpy as np
import torch

from spgat.errors import InputError
from spgat.graph import Graph
from spgat.nn.build import build_model
from spgat.nn.features import num_inputs
from spgat.nn.model import Inputs, NodeClassifier, Preparation
from spgat.nn.spgat import SpGAT
from spgat.results import TrainResult


def evaluate_bands(graph: Graph, result: TrainResult, device: str = "cpu") -> tuple[float, ...]:
    """Returns test accuracies of a result's weights with each band alone, lowest band first.

    As in the paper's appendix ("Only Low- and High-frequency Components") α is set to 0 at
    test time, without training again. With MAX pooling the band set to 0 still competes: the
    maximum is that of the kept band and 0.

    Args:
        graph: The graph that was trained on.
        result: Of an SpGAT.
        device: "cpu" or "cuda".

    Returns:
        In [0, 1], over the labelled test nodes, one per band.

    Raises:
        InputError: For a model without bands.
    """
    model, inputs = restore(graph, result, device)
    if not isinstance(model, SpGAT):
        raise InputError(
            f"The model {result.config.model!r} has no bands to switch off; choose a run of "
            "'spgat'."
        )
    labels = np.asarray(graph.labels)
    test = graph.splits[result.split_index].test & (labels >= 0)
    accuracies = []
    for kept in torch.eye(result.config.bands.num_bands, device=device):
        with torch.no_grad():
            predictions = model(inputs, kept).logits.argmax(dim=1).cpu().numpy()
        accuracies.append(float((predictions == labels)[test].mean()))
    return tuple(accuracies)


def restore(
    graph: Graph, result: TrainResult, device: str = "cpu"
) -> tuple[NodeClassifier, Inputs]:
    """Returns a result's model with its weights, and its inputs, on a device."""
    model = build_model(result.config, num_inputs(graph), graph.num_classes).to(device)
    train = graph.splits[result.split_index].train
    inputs = model.prepare(Preparation(graph, torch.device(device), train, result.seed))
    model.load_state_dict({name: torch.from_numpy(v) for name, v in result.state.items()})
    return model.eval(), inputs
