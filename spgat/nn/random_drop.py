"""Dropout whose mask is a hash of (seed, position): repeated at will, stored nowhere.

The same mask can be had in a product and in its transpose, on a CPU and on a GPU.
"""

# numba infers the types of compiled functions, which therefore carry none here.
# ruff: noqa: ANN001, ANN201, ANN202
# mypy: allow-untyped-defs

import math
from typing import Any

import numpy as np
import torch
from numba import njit, prange
from numpy.typing import NDArray
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


def dropout(x: Tensor, probability: float, training: bool) -> Tensor:
    """Returns x with a random part of its entries set to 0 and the others scaled.

    Args:
        x: A tensor of any shape.
        probability: The probability of dropping an entry, in [0, 1).
        training: Whether anything is dropped.
    """
    if not training or probability == 0:
        return x
    dropped: Tensor = _Dropout.apply(x, probability, new_seed())
    return dropped


def relu_dropout(x: Tensor, probability: float, training: bool) -> Tensor:
    """Returns dropout(relu(x)) in one pass, with no mask kept and no ReLU beside it.

    Args:
        x: A tensor of any shape.
        probability: The probability of dropping an entry, in [0, 1).
        training: Whether anything is dropped.
    """
    if not training or probability == 0:
        return torch.relu(x)
    dropped: Tensor = _ReluDropout.apply(x, probability, new_seed())
    return dropped


class _Dropout(torch.autograd.Function):
    @staticmethod
    def forward(ctx: Any, x: Tensor, probability: float, seed: int) -> Tensor:
        ctx.probability, ctx.seed = probability, seed
        return _dropped(x, probability, seed, -math.inf)

    @staticmethod
    def backward(ctx: Any, gradient: Tensor) -> tuple[Tensor, None, None]:
        return _dropped(gradient, ctx.probability, ctx.seed, -math.inf), None, None


class _ReluDropout(torch.autograd.Function):
    @staticmethod
    def forward(ctx: Any, x: Tensor, probability: float, seed: int) -> Tensor:
        out = _dropped(x, probability, seed, 0.0)
        ctx.scale = 1 / (1 - probability)
        ctx.save_for_backward(out)
        return out

    @staticmethod
    def backward(ctx: Any, gradient: Tensor) -> tuple[Tensor, None, None]:
        (out,) = ctx.saved_tensors
        if gradient.is_cuda:
            return torch.where(out > 0, gradient * ctx.scale, 0), None, None
        passed = torch.empty_like(out)
        scale = out.new_tensor(ctx.scale).numpy()[()]
        _pass_where_positive(_flat(out), _flat(gradient), passed.numpy().ravel(), scale)
        return passed, None, None


def _dropped(x: Tensor, probability: float, seed: int, floor: float) -> Tensor:
    """max(x, floor) where an entry is kept, scaled; 0 where it is dropped."""
    scale = 1 / (1 - probability)
    if x.is_cuda:
        keys = seed + torch.arange(x.numel(), device=x.device).view(x.shape)
        return x.clamp_min(floor) * (upper_bits(keys) >= limit_of(probability)) * scale
    out = torch.empty(x.shape, dtype=x.dtype)
    typed = x.new_tensor([floor, scale]).numpy()  # in the precision of x, as the kernel needs
    limit = np.uint64(limit_of(probability))
    _drop(_flat(x), out.numpy().ravel(), np.uint64(seed), limit, typed[0], typed[1])
    return out


def _flat(x: Tensor) -> NDArray[np.floating]:
    return x.detach().contiguous().numpy().ravel()


@njit(parallel=True, fastmath={"contract"}, nogil=True, cache=True)
def _drop(x, out, seed, limit, floor, scale):
    zero = x.dtype.type(0)
    for chunk in prange(1 + len(x) // _CHUNK):
        for i in range(chunk * _CHUNK, min((chunk + 1) * _CHUNK, len(x))):
            is_kept = (mix(seed + np.uint64(i)) >> np.uint64(32)) >= limit
            value = max(x[i], floor)  # a NaN stays one, for the guard to see
            out[i] = value * scale if is_kept else zero


@njit(parallel=True, fastmath={"contract"}, nogil=True, cache=True)
def _pass_where_positive(out, gradient, passed, scale):
    zero = out.dtype.type(0)
    for chunk in prange(1 + len(out) // _CHUNK):
        for i in range(chunk * _CHUNK, min((chunk + 1) * _CHUNK, len(out))):
            value = gradient[i] * scale  # read in any case: a branch would be mispredicted
            passed[i] = value if out[i] > zero else zero
