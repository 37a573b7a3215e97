"""Sums of scaled rows whose running total stays in vector registers.

The plain loop over a row's columns keeps its total in memory, as the compiler cannot rule out
that total and summands overlap: three loads and a store for what one load does here. This is
written for LLVM itself because numba has no type for a vector.
"""

# numba infers the types of compiled functions, which therefore carry none here.
# ruff: noqa: ANN001, ANN202
# mypy: allow-untyped-defs

from typing import Any

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

#: Of a row at most at a time: eight registers of AVX2, half of those there are.
_WIDEST = 256  # bytes
_CACHE_LINE = 64
#: Summands are scattered in memory: they are asked for so many entries early.
_AHEAD = 12

_INT32, _INT64, _BYTES = ir.IntType(32), ir.IntType(64), ir.IntType(8).as_pointer()


def _add_entries(typingctx, indices, data, x, start, end, a, row):
    """Adds Σ_k a · data[k] · x[indices[k]] over start ≤ k < end to a row.

    Args:
        typingctx: numba's own.
        indices: Which rows of x.
        data: A factor for each.
        x: Rows that are contiguous, of the dtype of `data`.
        start: Of the entries.
        end: After the last of them.
        a: A factor of all.
        row: The row to add to, contiguous.
    """
    if not x.layout == row.layout == "C":
        return None  # no such function, says numba
    place = types.int64
    return types.void(indices, data, x, place, place, data.dtype, row), _generate


#: For compiled functions; its first argument is numba's.
add_entries: Any = intrinsic(_add_entries)


def _generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
    """One loop over the entries for 256 bytes of the row, then for half as many, and so on."""

    def array(place):
        return context.make_array(signature.args[place])(context, builder, args[place])

    indices, data, x, row = (array(place) for place in (0, 1, 2, 6))
    start, end, factor = args[3:6]
    scalar = signature.args[2].dtype
    size = scalar.bitwidth // 8
    stride = builder.extract_value(x.strides, 0)
    width = builder.extract_value(row.shape, 0)
    last = builder.sub(builder.extract_value(indices.shape, 0), _INT64(1))
    column = cgutils.alloca_once_value(builder, _INT64(0))

    def add(lanes):
        first = builder.load(column)
        origin = builder.bitcast(builder.gep(x.data, [first]), _BYTES)

        def summand(k):
            number = builder.load(builder.gep(indices.data, [k]))
            number = number if number.type == _INT64 else builder.sext(number, _INT64)
            return builder.gep(origin, [builder.mul(number, stride)])

        def load(address):
            vector = builder.load(builder.bitcast(address, lanes.as_pointer()))
            vector.align = size
            return vector

        target = builder.bitcast(builder.gep(row.data, [first]), lanes.as_pointer())
        total = cgutils.alloca_once_value(builder, load(target))
        with cgutils.for_range_slice(builder, start, end, _INT64(1), _INT64) as (k, _):
            if lanes.count * size >= _CACHE_LINE:  # narrower rows share lines that are there
                later = builder.add(k, _INT64(_AHEAD))
                later = builder.select(builder.icmp_signed("<", later, last), later, last)
                _prefetch(builder, summand(later), lanes.count * size)
            value = builder.fmul(factor, builder.load(builder.gep(data.data, [k])))
            spread = _spread(builder, value, lanes)
            product = builder.fmul(spread, load(summand(k)), ("contract",))
            total_so_far = builder.load(total)
            builder.store(builder.fadd(total_so_far, product, flags=("contract",)), total)
        builder.store(builder.load(total), target).align = size
        builder.store(builder.add(first, _INT64(lanes.count)), column)

    number = context.get_value_type(scalar)
    widest = ir.VectorType(number, _WIDEST // size)
    whole = builder.mul(builder.udiv(width, _INT64(widest.count)), _INT64(widest.count))
    with cgutils.for_range_slice(builder, _INT64(0), whole, _INT64(widest.count), _INT64):
        add(widest)
    count = widest.count // 2
    while count > 0:
        fits = builder.icmp_signed(
            "<=", builder.add(builder.load(column), _INT64(count)), width
        )
        with builder.if_then(fits):
            add(ir.VectorType(number, count))
        count //= 2
    return context.get_dummy_value()


def _spread(builder: Any, value: Any, lanes: ir.VectorType) -> Any:
    """A vector with a value in every lane."""
    undefined = ir.Constant(lanes, ir.Undefined)
    one = builder.insert_element(undefined, value, _INT32(0))
    zeros = ir.Constant(ir.VectorType(_INT32, lanes.count), [0] * lanes.count)
    return builder.shuffle_vector(one, undefined, zeros)


def _prefetch(builder: Any, address: Any, num_bytes: int) -> None:
    """Asks for a row of lanes, to be read once, without waiting for it."""
    kind = ir.FunctionType(ir.VoidType(), [_BYTES, _INT32, _INT32, _INT32])
    prefetch = builder.module.declare_intrinsic("llvm.prefetch", [_BYTES], kind)
    for offset in range(0, num_bytes, _CACHE_LINE):
        to_read, keep, data_cache = _INT32(0), _INT32(3), _INT32(1)
        place = builder.gep(address, [_INT64(offset)])
        builder.call(prefetch, [place, to_read, keep, data_cache])
