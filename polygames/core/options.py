"""What a caller may ask for, checked: each refusal names the option, what it takes and the value.

Numbers of numpy are numbers. A truth value is no number, and a number that is none (nan) or too
large for a float is none either.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from math import inf
from numbers import Integral, Real
from reprlib import Repr
from typing import TYPE_CHECKING, Any, NoReturn, TypeVar

from polygames.core.errors import OptionError

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["choice", "flag", "items", "number", "refuse", "rows", "seed", "shown", "text", "whole"]

T = TypeVar("T")

MOST = 10_000
"""How many items or rows are looked at; each option that takes some has a bound of its own."""

MOST_SEED = 10**100
"""The largest seed."""

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
    """Return the one of a few values that equals the one given; OptionError names them.

    Examples
    --------
    >>> choice("ending", "stuck", ("all", "stuck"))
    'stuck'
    """
    try:
        return allowed[allowed.index(value)]
    except (ValueError, TypeError):  # also: a value that cannot be compared, such as an array
        refuse(what, f"is {' or '.join(map(repr, allowed))}", value)


def flag(what: str, value: object) -> bool:
    """Return a truth value; 0 and 1 stand for one. OptionError else.

    Examples
    --------
    >>> flag("swap", 1)
    True
    >>> flag("swap", "yes")
    Traceback (most recent call last):
    ...
    polygames.core.errors.OptionError: ...
    """
    return choice(what, value, (False, True))


def items(what: str, takes: str, value: Any) -> tuple[Any, ...]:
    """Return what is in a list, a tuple or an array; OptionError else.

    Examples
    --------
    >>> items("the option sizes of territory", "is two numbers", [1, 8])
    (1, 8)
    """
    is_list = hasattr(value, "__len__") and hasattr(value, "__getitem__")
    if is_list and not isinstance(value, (str, bytes, Mapping)):
        with suppress(TypeError):  # an array of no dimension has no length
            if len(value) <= MOST:
                return tuple(value)
            takes += f" ({MOST} at most)"
    return refuse(what, takes, value)


def rows(what: str, value: object, expected: str = "rows of text") -> tuple[str, ...]:
    """Return rows of text; one text is parted at blanks and line ends. OptionError else.

    Examples
    --------
    >>> rows("the option board of splinter", "W. .B")
    ('W.', '.B')
    """
    parted = value.split(maxsplit=MOST) if isinstance(value, str) else value
    found = items(f"{what}:", f"expected {expected}", parted)
    if not found or not all(isinstance(row, str) for row in found):
        refuse(f"{what}:", f"expected {expected}", value)
    return tuple(map(str, found))  # those of numpy as plain ones


def seed(what: str, value: object) -> int:
    """Return a whole number of at most a hundred digits; OptionError else.

    Examples
    --------
    >>> seed("the seed", 7)
    7
    """
    return whole(what, value, -MOST_SEED, MOST_SEED)


def text(what: str, value: object) -> str:
    """Return a text that can be written to a file; OptionError else.

    Examples
    --------
    >>> text("a comment", "well played")
    'well played'
    """
    if not isinstance(value, str) or any("\ud800" <= sign <= "\udfff" for sign in value):
        refuse(what, "is text", value)
    return value


def refuse(what: str, takes: str, value: object) -> NoReturn:
    """Raise the OptionError for a value: what it is for, what is taken there, what it is.

    Examples
    --------
    >>> refuse("n", "is a whole number", "six")
    Traceback (most recent call last):
    ...
    polygames.core.errors.OptionError: ...
    """
    msg = f"{what} {takes}, not {shown(value)}"
    raise OptionError(msg)


def shown(value: object) -> str:
    """Return a value for a message: short, whatever it is.

    Examples
    --------
    >>> shown("A-C")
    "'A-C'"
    >>> len(shown("A" * 1000)) < 100
    True
    """
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
