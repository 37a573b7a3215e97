"""Dropout whose mask is a hash of (seed, position): repeated at will, stored nowhere.

The same mask can be had in a product and in its transpose, on a CPU and on a GPU.
"""

# numba infers the types of compiled functions, which therefore carry none here.
# ruff: noqa: ANN001, ANN201, ANN202
# mypy: allow-untyped-defs

from typing import Any

import numpy as np
import torch
from numba import njit, prange
from torch import Tensor

import spgat.spectral.kernels  # noqa: F401  # sets numba's threading layer

_CHUNK = 65_536  # entries that a thread takes at once


def new_seed() -> int:
    """Returns a seed from torch's CPU generator, so that a GPU is not waited for."""
    return int(torch.randint(2**62, ()))


def limit_of(probability: float) -> int:
    """Returns the number below which the upper 32 bits of a hash mean "dropped"."""
    return int(probability * 2**32)


def upper_bits(key: Tensor) -> Tensor:
    """Returns the upper 32 bits of `mix` as int64, for int64 keys on any device.

    Products of int64 wrap around as they should; shifts must be made logical.
    """

    def shifted(value: Tensor, bits: int) -> Tensor:
        return (value >> bits) & ((1 << (64 - bits)) - 1)

    key = (key ^ shifted(key, 30)) * (0xBF58476D1CE4E5B9 - 2**64)
    key = (key ^ shifted(key, 27)) * (0x94D049BB133111EB - 2**64)
    return shifted(key ^ shifted(key, 31), 32)


@njit(inline="always")
def mix(key):
    """Splitmix64's finaliser (Steele, Lea and Flood 2014): 64 well-mixed bits of a uint64."""
    key ^= key >> np.uint64(30)
    key *= np.uint64(0xBF58476D1CE4E5B9)
    key ^= key >> np.uint64(27)
    key *= np.uint64(0x94D049BB133111EB)
    return key ^ (key >> np.uint64(31))


def relu_dropout(x: Tensor, probability: float, training: bool) -> Tensor:
    """Returns dropout(relu(x)) in one pass, with neither mask nor ReLU kept.

    The gradient needs only the output: it passes where that is positive.

    Args:
        x: [num_nodes, q].
        probability: Of dropping an entry, in [0, 1).
        training: Whether anything is dropped.
    """
    if not training or probability == 0:
        return torch.relu(x)
    result: Tensor = _ReluDropout.apply(x, probability, new_seed())
    return result


class _ReluDropout(torch.autograd.Function):
    @staticmethod
    def forward(ctx: Any, x: Tensor, probability: float, seed: int) -> Tensor:
        ctx.scale = 1 / (1 - probability)
        if x.is_cuda:
            keys = seed + torch.arange(x.numel(), device=x.device).view_as(x)
            out = x.relu() * (upper_bits(keys) >= limit_of(probability)) * ctx.scale
        else:
            out = torch.empty(x.shape, dtype=x.dtype)
            _relu_dropout(
                x.contiguous().numpy().ravel(),
                out.numpy().ravel(),
                np.uint64(seed),
                np.uint64(limit_of(probability)),
                x.new_tensor(ctx.scale).numpy()[()],
            )
        ctx.save_for_backward(out)
        return out

    @staticmethod
    def backward(ctx: Any, gradient: Tensor) -> tuple[Tensor, None, None]:
        (out,) = ctx.saved_tensors
        return torch.where(out > 0, gradient * ctx.scale, 0), None, None


@njit(parallel=True, fastmath={"contract"}, nogil=True, cache=True)
def _relu_dropout(x, out, seed, limit, scale):
    zero = x.dtype.type(0)
    num_chunks = 1 + len(x) // _CHUNK
    for chunk in prange(num_chunks):
        for i in range(chunk * _CHUNK, min((chunk + 1) * _CHUNK, len(x))):
            kept = (mix(seed + np.uint64(i)) >> np.uint64(32)) >= limit
            value = max(x[i], zero)  # a NaN stays one, for the guard to see
            out[i] = value * scale if kept else zero
