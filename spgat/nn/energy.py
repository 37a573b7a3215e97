"""How a signal's energy is spread over bands: what α is compared with."""

import torch

from spgat.bands.operators import BandOperators
from spgat.nn.features import Features, transform

_NUM_COMBINATIONS = 64


@torch.no_grad()
def energy_shares(bands: BandOperators, features: Features) -> tuple[float, ...]:
    """Returns ‖Φ_b X‖² / Σ_c ‖Φ_c X‖² of each band b, in the Frobenius norm (own choice).

    The bands see 64 random combinations of the features, always the same, instead of all of
    them: their energy is, in the mean over the combinations, that of the features, and costs
    one layer's work.

    Args:
        bands: The bands.
        features: X, [num_nodes, num_features].
    """
    generator = torch.Generator().manual_seed(0)
    weights = torch.randn(features.shape[1], _NUM_COMBINATIONS, generator=generator)
    signal = transform(features, weights.to(features.device))  # [num_nodes, 64]
    energy = bands.apply(signal).double().square().sum(dim=(1, 2))  # [num_bands]
    return tuple((energy / energy.sum()).tolist())
