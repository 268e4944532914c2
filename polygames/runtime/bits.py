"""Bit operations on 64-bit integers, single machine instructions in compiled kernels."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from polygames.runtime.jit import HAS_NUMBA, load_numba

if TYPE_CHECKING:
    from collections.abc import Callable


def lowest_bit(bits: int) -> int:
    """Return the index of the lowest set bit; at least one bit must be set."""
    return int(bits & -bits).bit_length() - 1


def count_bits(bits: int) -> int:
    """Return the number of set bits in a 64-bit integer, in two's complement if negative."""
    return (int(bits) % 2**64).bit_count()


if HAS_NUMBA:
    load_numba()

    from llvmlite import ir
    from numba.core import types
    from numba.extending import intrinsic, overload

    def _machine_instruction(name: str, *flags: Any) -> Any:
        """Return a machine instruction on an integer as a function for compiled code."""

        @intrinsic
        def call(typing_context: Any, bits: Any) -> Any:
            del typing_context

            def generate(_context: Any, builder: Any, _signature: Any, args: Any) -> Any:
                return getattr(builder, name)(*args, *flags)

            return types.int64(bits), generate

        return call

    _count_trailing_zeros = _machine_instruction("cttz", ir.Constant(ir.IntType(1), 0))
    _population_count = _machine_instruction("ctpop")

    @overload(lowest_bit)
    def _compile_lowest_bit(bits: int) -> Callable[[int], int]:  # noqa: ARG001 - a type, for numba
        def compiled(bits: int) -> int:
            return int(_count_trailing_zeros(bits))

        return compiled

    @overload(count_bits)
    def _compile_count_bits(bits: int) -> Callable[[int], int]:  # noqa: ARG001 - the same
        def compiled(bits: int) -> int:
            return int(_population_count(bits))

        return compiled
