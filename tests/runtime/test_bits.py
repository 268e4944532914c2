"""Bits of a number: compiled as in plain Python."""

from hypothesis import given
from hypothesis import strategies as st

from polygames.runtime.bits import count_bits, lowest_bit
from polygames.runtime.jit import compiled_no_refcount


@compiled_no_refcount
def compiled_count(bits):
    return count_bits(bits)


@compiled_no_refcount
def compiled_lowest(bits):
    return lowest_bit(bits)


@given(st.integers(-(2**63), 2**63 - 1).filter(bool))
def test_compiled_bits_are_those_that_the_written_number_shows(bits):
    written = f"{bits % 2**64:b}"
    assert count_bits(bits) == compiled_count(bits) == written.count("1")
    assert lowest_bit(bits) == compiled_lowest(bits) == written[::-1].index("1")


def test_no_bit_is_none():
    assert count_bits(0) == compiled_count(0) == 0
