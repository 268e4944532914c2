"""What an option takes, and how a value is refused."""

from fractions import Fraction
from math import inf, nan

import numpy as np
import pytest

from polygames.core.errors import OptionError
from polygames.core.options import (
    MAX_SECONDS,
    check_choice,
    check_date,
    check_duration,
    check_flag,
    check_number,
    short_repr,
    whole,
)


@pytest.mark.parametrize("value", [3, np.int8(3), np.uint64(3)])
def test_whole_numbers_of_python_and_numpy_are_taken_as_plain_ones(value):
    assert type(whole("n", value, 1, 3)) is int
    assert whole("n", value, 3) == 3


@pytest.mark.parametrize(
    "value",
    [0, 4, True, 3.0, "3", None, [], {}, np.array([3]), 10**400, -(10**5000), float("nan")],
    ids=lambda value: type(value).__name__,
)
def test_what_is_no_whole_number_in_the_range_is_refused_with_the_range(value):
    with pytest.raises(OptionError, match=r"^n must be a whole number from 1 to 3, not "):
        whole("n", value, 1, 3)


def test_a_whole_number_may_have_no_limit():
    assert whole("seed", -(10**20), -inf) == -(10**20)
    with pytest.raises(OptionError, match=r"^seed must be a whole number, not 'x'$"):
        whole("seed", "x", -inf)


@pytest.mark.parametrize("value", [1, 0.5, np.float32(0.5), np.int64(1), Fraction(1, 2)])
def test_numbers_of_every_kind_are_taken_as_floats(value):
    assert type(check_number("x", value, 0, 1)) is float
    assert check_number("x", value, 0, 1) == value


@pytest.mark.parametrize(
    "value", ["1", None, True, float("nan"), float("inf"), 10**400, 1j, [1.0], np.array([1.0])]
)
def test_what_is_no_finite_number_is_refused(value):
    with pytest.raises(OptionError, match=r"^x must be a number, not "):
        check_number("x", value)


def test_a_limit_that_is_not_allowed_itself_is_named():
    with pytest.raises(OptionError, match=r"^seconds must be a number greater than 0, not 0$"):
        check_number("seconds", 0, above=0)
    assert check_number("seconds", 0.1, above=0) == 0.1


@pytest.mark.parametrize(
    "value", [0, -1, nan, inf, 1e308, 10**400, MAX_SECONDS + 1, True, "1", None]
)
def test_a_time_that_no_search_can_have_is_refused_with_both_limits(value):
    limits = r"^seconds must be a number greater than 0 and at most 4000000, not "
    with pytest.raises(OptionError, match=limits):
        check_duration("seconds", value)
    assert check_duration("seconds", MAX_SECONDS) == MAX_SECONDS


class Unshowable(str):
    """A text that cannot be shown."""

    __slots__ = ()

    def __repr__(self):
        raise RuntimeError


@pytest.mark.parametrize("value", ["hello", "2020-13-45", "", "x" * 100])
def test_a_text_whose_repr_fails_is_refused_as_a_date(value):
    with pytest.raises(OptionError, match=r"^date must be a date such as 2016-05-01, "):
        check_date("date", Unshowable(value))
    assert type(check_date("date", Unshowable("2016-05-01"))) is str


@pytest.mark.parametrize("value", [[], {}, {"a": 1}, None, np.array(["a", "b"])])
def test_a_value_that_cannot_be_looked_up_is_no_choice(value):
    with pytest.raises(OptionError, match=r"^first must be 'white' or 'black', not "):
        check_choice("first", value, ("white", "black"))


def test_a_flag_is_a_truth_value_or_0_or_1():
    assert [check_flag("swap", value) for value in (1, 0, True, np.False_)] == [
        True,
        False,
        True,
        False,
    ]
    with pytest.raises(OptionError, match=r"^swap must be True or False, not 'yes'$"):
        check_flag("swap", "yes")


@pytest.mark.parametrize(
    "value", ["x" * 10**6, 10**5000, [[0] * 999] * 999, b"y" * 10**6], ids=type
)
def test_a_message_stays_short_whatever_the_value(value):
    assert len(short_repr(value)) <= 200
