"""What the nodes without a label teach: that random views of the graph agree on them."""

import torch
from torch import Tensor


def sharpened(probabilities: Tensor, temperature: float) -> Tensor:
    """Returns p^(1/T) scaled to sum 1 over the last dimension; shaped like the argument.

    Args:
        probabilities: Non-negative, summing to 1 over the last dimension.
        temperature: T in (0, 1]; the likely classes gain as it falls, and 1 changes nothing.
    """
    # Scaled by the largest first: a small T would take all of them below the smallest number.
    largest = probabilities.amax(dim=-1, keepdim=True)
    powers = (probabilities / largest) ** (1 / temperature)
    return powers / powers.sum(dim=-1, keepdim=True)


def disagreement(logits: Tensor, temperature: float) -> Tensor:
    """Returns how far views are from their sharpened mean, a scalar: GRAND's consistency loss.

    (1/S) Σ_s (1/n) Σ_i ‖p̄'_i − p_is‖² with p̄' the sharpened mean over the views, which no
    gradient passes (Feng et al. 2020, "Graph Random Neural Networks", Eq. (4) to (6)).

    Args:
        logits: [num_views, num_nodes, num_classes], of all nodes.
        temperature: Of the sharpening.
    """
    views = torch.softmax(logits, dim=-1)
    target = sharpened(views.mean(dim=0), temperature).detach()
    return (views - target).square().sum(dim=-1).mean()
