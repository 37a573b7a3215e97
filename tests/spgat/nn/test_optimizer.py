"""The optimiser: the steps of torch's Adam, without what torch's loads."""

import subprocess
import sys

import pytest
import torch
from torch import nn

from spgat.nn.optimizer import Adam, Group


def _parameters() -> list[nn.Parameter]:
    generator = torch.Generator().manual_seed(0)
    shapes = [(30, 7), (7,), (3, 1), ()]
    return [nn.Parameter(torch.randn(shape, generator=generator)) for shape in shapes]


def _loss(parameters: list[nn.Parameter], step: int) -> torch.Tensor:
    """Has no gradient for the last parameter in its first steps, and a tiny one later."""
    terms = [(p - step / 50).square().sum().sin() for p in parameters[:-1]]
    return sum(terms, start=1e-9 * parameters[-1] if step > 5 else torch.zeros(()))


@pytest.mark.parametrize("warmup", [0, 1, 40])
def test_weights_are_those_of_torch_to_the_last_bit(warmup):
    """The group that warms up has gradients from the first step on."""
    ours, theirs = _parameters(), _parameters()
    adam = Adam(Group(ours[:2], 0.05, warmup), Group([], 1.0), Group(ours[2:], 0.001))
    torchs = torch.optim.Adam(
        [{"params": theirs[:2], "lr": 0.05}, {"params": theirs[2:], "lr": 0.001}]
    )
    for step in range(60):
        torchs.param_groups[0]["lr"] = 0.05 * min(1, (step + 1) / max(1, warmup))
        for optimizer, parameters in ((adam, ours), (torchs, theirs)):
            optimizer.zero_grad()
            _loss(parameters, step).backward()
            optimizer.step()
    for our, their in zip(ours, theirs, strict=True):
        assert torch.equal(our, their)


def test_a_training_does_not_load_the_compiler_of_torch():
    trained = (
        "import sys; from spgat import datasets; from spgat.config import TrainConfig; "
        "from spgat.training import fit; "
        "fit(datasets.load('karate'), TrainConfig(epochs=2)); "
        "sys.exit('torch._dynamo' in sys.modules)"
    )
    subprocess.run([sys.executable, "-c", trained], check=True, timeout=300)
