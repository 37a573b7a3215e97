"""Sums of scaled rows whose running total stays in vector registers.

The plain loop over a row's columns keeps its total in memory, as the compiler cannot rule out
that total and summands overlap: three loads and a store for what one load does here. This is
written for LLVM itself because numba has no type for a vector.
"""

# numba infers the types of compiled functions, which therefore carry none here.
# ruff: noqa: ANN001, ANN201, ANN202
# mypy: allow-untyped-defs

from typing import Any

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

#: Of a row at a time: eight registers of AVX2, half of those there are.
LANE_BYTES = 256
_CACHE_LINE = 64
#: Summands are scattered in memory: they are asked for so many entries early.
_AHEAD = 12

_INT32, _INT64, _BYTES = ir.IntType(32), ir.IntType(64), ir.IntType(8).as_pointer()


@intrinsic
def add_lanes(typingctx, indices, data, x, start, end, a, row, first):
    """Adds Σ_k a · data[k] · x[indices[k]] over start ≤ k < end to 256 bytes of a row.

    Args:
        typingctx: numba's own.
        indices: Which rows of x.
        data: A factor for each.
        x: Rows that are contiguous, of the dtype of `data`.
        start: Of the entries.
        end: After the last of them.
        a: A factor of all.
        row: The row to add to, contiguous.
        first: The first of the columns that are added.
    """
    if not x.layout == row.layout == "C":
        return None  # no such function, says numba
    place = types.int64
    kinds = (indices, data, x, place, place, data.dtype, row, place)
    return types.void(*kinds), _generate


def _generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
    def array(place):
        return context.make_array(signature.args[place])(context, builder, args[place])

    indices, data, x, row = (array(place) for place in (0, 1, 2, 6))
    start, end, factor, _, first = args[3:]
    scalar = signature.args[2].dtype
    size = scalar.bitwidth // 8
    lanes = ir.VectorType(context.get_value_type(scalar), LANE_BYTES // size)
    stride = builder.extract_value(x.strides, 0)
    column = builder.bitcast(builder.gep(x.data, [first]), _BYTES)
    last = builder.sub(builder.extract_value(indices.shape, 0), _INT64(1))

    def summand(k):
        number = builder.load(builder.gep(indices.data, [k]))
        number = number if number.type == _INT64 else builder.sext(number, _INT64)
        return builder.gep(column, [builder.mul(number, stride)])

    def load(address):
        vector = builder.load(builder.bitcast(address, lanes.as_pointer()))
        vector.align = size
        return vector

    target = builder.bitcast(builder.gep(row.data, [first]), lanes.as_pointer())
    total = cgutils.alloca_once_value(builder, load(target))
    with cgutils.for_range_slice(builder, start, end, _INT64(1), _INT64) as (k, _):
        later = builder.add(k, _INT64(_AHEAD))
        later = builder.select(builder.icmp_signed("<", later, last), later, last)
        _prefetch(builder, summand(later))
        value = builder.fmul(factor, builder.load(builder.gep(data.data, [k])))
        product = builder.fmul(_spread(builder, value, lanes), load(summand(k)), ("contract",))
        builder.store(builder.fadd(builder.load(total), product, flags=("contract",)), total)
    builder.store(builder.load(total), target).align = size
    return context.get_dummy_value()


def _spread(builder: Any, value: Any, lanes: ir.VectorType) -> Any:
    """A vector with a value in every lane."""
    undefined = ir.Constant(lanes, ir.Undefined)
    one = builder.insert_element(undefined, value, _INT32(0))
    zeros = ir.Constant(ir.VectorType(_INT32, lanes.count), [0] * lanes.count)
    return builder.shuffle_vector(one, undefined, zeros)


def _prefetch(builder: Any, address: Any) -> None:
    """Asks for a row of lanes, to be read once, without waiting for it."""
    kind = ir.FunctionType(ir.VoidType(), [_BYTES, _INT32, _INT32, _INT32])
    prefetch = builder.module.declare_intrinsic("llvm.prefetch", [_BYTES], kind)
    for offset in range(0, LANE_BYTES, _CACHE_LINE):
        to_read, keep, data_cache = _INT32(0), _INT32(3), _INT32(1)
        place = builder.gep(address, [_INT64(offset)])
        builder.call(prefetch, [place, to_read, keep, data_cache])
