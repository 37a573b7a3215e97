import math

import numpy as np
import pytest
import torch

from spgat.nn import random_drop
from spgat.nn.random_drop import dropout, mix, relu_dropout, upper_bits


def test_the_hash_is_the_published_one_on_both_paths():
    # First outputs of splitmix64 seeded with 0, after its increment (Vigna's reference).
    gamma = 0x9E3779B97F4A7C15
    for step, expected in ((1, 0xE220A8397B1DCDAF), (2, 0x6E789E6AA1B965F4)):
        key = step * gamma % 2**64
        assert int(mix(np.uint64(key))) == expected
        signed = torch.tensor([key - 2**64 if key >= 2**63 else key])
        assert int(upper_bits(signed)) == expected >> 32


def test_it_is_dropout_after_relu():
    torch.manual_seed(0)
    x = torch.randn(500, 40)
    out = relu_dropout(x, 0.3, training=True)
    kept = out > 0
    torch.testing.assert_close(out[kept], x[kept] / 0.7)
    assert kept[x > 0].float().mean().item() == pytest.approx(0.7, abs=0.02)
    assert not kept[x <= 0].any()
    assert not torch.equal(relu_dropout(x, 0.3, training=True), out)


def test_dropout_keeps_its_share_of_all_signs():
    torch.manual_seed(0)
    x = torch.randn(300, 40)
    out = dropout(x, 0.3, training=True)
    kept = out != 0
    torch.testing.assert_close(out[kept], x[kept] / 0.7)
    assert kept.float().mean().item() == pytest.approx(0.7, abs=0.02)
    assert dropout(x, 0.3, training=False) is x


def test_nothing_is_dropped_outside_training():
    x = torch.randn(5, 4)
    for out in (relu_dropout(x, 0.3, training=False), relu_dropout(x, 0.0, training=True)):
        torch.testing.assert_close(out, x.relu())


def test_gradients(monkeypatch):
    monkeypatch.setattr(random_drop, "new_seed", lambda: 5)
    x = torch.randn(6, 5, dtype=torch.float64, requires_grad=True)
    for function in (relu_dropout, dropout):
        assert torch.autograd.gradcheck(lambda x, f=function: f(x, 0.4, training=True), (x,))


def test_a_nan_is_not_swept_under_the_relu():
    nothing = torch.full((20, 5), math.nan)
    assert relu_dropout(nothing, 0.5, training=True).isnan().any()
    assert dropout(nothing, 0.5, training=True).isnan().any()
