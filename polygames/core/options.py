"""What a caller may ask for, checked: each refusal names the option, what it takes and the value.

Numbers of numpy are numbers. A truth value is no number, and a number that is none (nan) or too
large for a float is none either.
"""

from __future__ import annotations

from math import inf
from numbers import Integral, Real
from reprlib import Repr
from typing import TYPE_CHECKING, Any, NoReturn, TypeVar

from polygames.core.errors import OptionError

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["choice", "flag", "number", "refuse", "shown", "whole"]

T = TypeVar("T")

_SHORT = Repr()
_SHORT.maxstring = _SHORT.maxother = _SHORT.maxlong = 60


def whole(what: str, value: object, low: float = -inf, high: float = inf) -> int:
    """Return a whole number from `low` to `high`, both allowed; OptionError else.

    Examples
    --------
    >>> whole("the option players of splitter", 3, 1, 12)
    3
    """
    found = None if isinstance(value, bool) or not isinstance(value, Integral) else int(value)
    if found is None or not low <= found <= high:
        refuse(what, f"is a whole number {_range(low, high)}".rstrip(), value)
    return found


def number(
    what: str, value: object, low: float = -inf, high: float = inf, *, above: float = -inf
) -> float:
    """Return a finite number from `low` to `high`, both allowed, and above `above`.

    Raises
    ------
    OptionError
        If it is no number, not finite, or out of range.

    Examples
    --------
    >>> number("the option penalty of territory", 1, -1, 1)
    1.0
    """
    found = _float(value)
    if found is None or not (low <= found <= high and above < found < inf):
        limit = f"more than {above:g}" if above > -inf else _range(low, high)
        refuse(what, f"is a number {limit}".rstrip(), value)
    return found


def choice(what: str, value: Any, allowed: Sequence[T]) -> T:
    """Return the one of a few values that equals the one given; OptionError names them."""
    try:
        return allowed[allowed.index(value)]
    except (ValueError, TypeError):  # also: a value that cannot be compared, such as an array
        refuse(what, f"is {' or '.join(map(repr, allowed))}", value)


def flag(what: str, value: object) -> bool:
    """Return a truth value; 0 and 1 stand for one. OptionError else."""
    return choice(what, value, (False, True))


def refuse(what: str, takes: str, value: object) -> NoReturn:
    """Raise the OptionError for a value: what it is for, what is taken there, what it is."""
    msg = f"{what} {takes}, not {shown(value)}"
    raise OptionError(msg)


def shown(value: object) -> str:
    """Return a value for a message: short, whatever it is."""
    try:
        return _SHORT.repr(value)
    except ValueError:  # a whole number of thousands of digits
        return f"<{type(value).__name__}>"


def _float(value: object) -> float | None:
    if isinstance(value, bool) or not isinstance(value, Real):
        return None
    try:
        return float(value)
    except OverflowError:
        return None


def _range(low: float, high: float) -> str:
    if high == inf:
        return "" if low == -inf else f"of {low:g} or more"
    return f"from {low:g} to {high:g}"
