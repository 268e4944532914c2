"""Checks of input: the options of a caller, and the size of a text.

An error names the option, the expected value and the value given. NumPy numbers are accepted.
Booleans, nan and integers too large for a float are not numbers.

The limits on texts prevent endless parsing and excessive memory. Measured in Split, Splinter (also
on its largest board), Splitter and Territory: a record with the most moves is read in 2 s and less
than 200 MB. The same limits apply to written texts, so they can always be read again.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from datetime import datetime
from math import inf
from numbers import Integral, Real
from reprlib import Repr
from typing import TYPE_CHECKING, Any, Final, NoReturn, TypeVar

from polygames.core.errors import IllegalMoveError, OptionError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from polygames.core.errors import PolygamesError
    from polygames.core.protocol import State

T = TypeVar("T")

MAX_ITEMS = 10_000
"""The maximum number of items or rows; each option with items has its own, lower limit."""

MAX_GAMES: Final = 10**9
"""The maximum number of games in one call: more than any machine plays."""

MAX_SEED = 10**100
"""The largest seed; the smallest one is its negative."""

MAX_SECONDS: Final = 4_000_000
"""The longest time to think: 46 days. A thread on Windows cannot wait for more than 49."""

_SHORT_REPR = Repr()
_SHORT_REPR.maxstring = _SHORT_REPR.maxother = _SHORT_REPR.maxlong = 60


def option_label(game: str, name: str) -> str:
    """Return the name of an option for messages: "the option players of splitter"."""
    return f"the option {name} of {game}"


def whole(label: str, value: object, low: float = -inf, high: float = inf) -> int:
    """Return an integer from `low` to `high` (inclusive), or raise OptionError.

    Examples
    --------
    >>> whole("the option players of splitter", 3, 1, 12)
    3
    """
    found = None if isinstance(value, bool) or not isinstance(value, Integral) else int(value)
    if found is None or not low <= found <= high:
        raise_option_error(label, f"must be a whole number {range_text(low, high)}".rstrip(), value)
    return found


def check_number(
    label: str, value: object, low: float = -inf, high: float = inf, *, above: float = -inf
) -> float:
    """Return a value as a float if it is from `low` to `high` (inclusive) and above `above`.

    Raises
    ------
    OptionError
        If the value is not a number, not finite, or out of range.

    Examples
    --------
    >>> check_number("the option penalty of territory", 1, -1, 1)
    1.0
    """
    found = _as_float(value)
    if found is None or not (low <= found <= high and above < found < inf):
        limit = range_text(low, high) if above == -inf else f"greater than {_number_text(above)}"
        if above > -inf and high < inf:
            limit += f" and at most {_number_text(high)}"
        raise_option_error(label, f"must be a number {limit}".rstrip(), value)
    return found


def check_duration(label: str, value: object) -> float:
    """Return a time in seconds, above 0 and at most `MAX_SECONDS`, or raise OptionError.

    Examples
    --------
    >>> check_duration("the option seconds", 2)
    2.0
    >>> check_duration("the option seconds", 10**400)
    Traceback (most recent call last):
    ...
    polygames.core.errors.OptionError: the option seconds must be a number greater than 0...
    """
    return check_number(label, value, above=0, high=MAX_SECONDS)


def check_choice(label: str, value: Any, allowed: Sequence[T]) -> T:
    """Return the allowed value that equals the given one, or raise OptionError.

    Examples
    --------
    >>> check_choice("ending", "stuck", ("all", "stuck"))
    'stuck'
    """
    try:
        return allowed[allowed.index(value)]
    except (Exception, SystemExit):  # noqa: BLE001 - also: a value that cannot be compared, such as an array
        raise_option_error(label, f"must be {' or '.join(map(repr, allowed))}", value)


def check_flag(label: str, value: object) -> bool:
    """Return True or False (1 and 0 are accepted), or raise OptionError."""
    return check_choice(label, value, (True, False))


def check_items(label: str, requirement: str, value: Any) -> tuple[Any, ...]:
    """Return the items of a list, a tuple or an array as a tuple, or raise OptionError.

    Examples
    --------
    >>> check_items("the option sizes of territory", "must be two numbers", [1, 8])
    (1, 8)
    """
    is_list = hasattr(value, "__len__") and hasattr(value, "__getitem__")
    if is_list and not isinstance(value, (str, bytes, Mapping)):
        with suppress(TypeError):  # an array without dimensions has no length
            if len(value) <= MAX_ITEMS:
                return tuple(value)
            requirement += f" ({MAX_ITEMS} at most)"
    return raise_option_error(label, requirement, value)


def check_rows(label: str, value: object, expected: str = "rows of text") -> tuple[str, ...]:
    """Return rows of text, or raise OptionError; a single text is split at white space."""
    split = value.split(maxsplit=MAX_ITEMS) if isinstance(value, str) else value
    found = check_items(f"{label}:", f"expected {expected}", split)
    if not found or not all(isinstance(row, str) for row in found):
        raise_option_error(f"{label}:", f"expected {expected}", value)
    return tuple(map(str, found))  # convert NumPy strings to plain ones


def check_seed(label: str, value: object) -> int:
    """Return an integer seed of at most 100 digits, or raise OptionError."""
    number = whole(label, value)
    if not -MAX_SEED <= number <= MAX_SEED:
        raise_option_error(label, "must be a whole number of at most 100 digits", value)
    return number


def check_date(label: str, value: object) -> str:
    """Return an ISO date, with or without a time, unchanged; raise OptionError otherwise."""
    found = check_text(label, value)
    try:
        datetime.fromisoformat(found if found.isprintable() else "")
    except ValueError:
        raise_option_error(label, "must be a date such as 2016-05-01, or 2016-05-01 17:30", value)
    return found


def check_text(label: str, value: object) -> str:
    """Return a text that can be encoded as UTF-8, or raise OptionError."""
    found = str.__str__(value) if isinstance(value, str) else None  # not by a subclass's own code
    if found is None or _find_encoding_problem(found):
        raise_option_error(label, "must be text", value)
    return found


def raise_option_error(label: str, requirement: str, value: object) -> NoReturn:
    """Raise OptionError naming the option, the requirement and the rejected value.

    Examples
    --------
    >>> raise_option_error("n", "is a whole number", "six")
    Traceback (most recent call last):
    ...
    polygames.core.errors.OptionError: ...
    """
    msg = f"{label} {requirement}, not {short_repr(value)}"
    raise OptionError(msg)


def check_not_over(state: State[Any]) -> None:
    """Raise IllegalMoveError, stating the outcome, if the game is over.

    Examples
    --------
    >>> check_not_over(pg.new("polygon", n=3))
    Traceback (most recent call last):
    ...
    polygames.core.errors.IllegalMoveError: nothing to choose: the game is over after 0 plies...
    """
    if state.outcome is not None:
        msg = f"nothing to choose: the game is over after {state.ply} plies: {state.outcome}"
        raise IllegalMoveError(msg)


def short_repr(value: object) -> str:
    """Return a short `repr` of a value for messages; never raise if the value's own `repr` fails.

    Examples
    --------
    >>> short_repr("x"), short_repr(10**5000)
    ("'x'", '<int>')
    """
    try:
        return _SHORT_REPR.repr(value)
    except (Exception, SystemExit):  # noqa: BLE001 - a number of thousands of digits, or a repr that fails
        return f"<{type(value).__name__}>"


def quoted_text(value: object) -> str:
    """Return the text of a value, quoted and shortened, for use in a message.

    If the value cannot be converted to text, use `short_repr` instead.

    Examples
    --------
    >>> quoted_text(5), quoted_text(10**5000)
    ("'5'", '<int>')
    """
    try:
        return short_repr(str(value))
    except (Exception, SystemExit):  # noqa: BLE001 - a stranger's code
        return short_repr(value)


def is_among(value: object, values: Sequence[object]) -> bool:
    """Return True if a value equals one of the given values.

    A value that cannot be hashed or compared, such as an array, equals none of them.

    Examples
    --------
    >>> is_among("a", ["a", "b"]), is_among(["a"], ["a", "b"])
    (True, False)
    """
    try:
        hash(value)
        found = value in values
    except (Exception, SystemExit):  # noqa: BLE001 - a stranger's code
        return False
    return found


def _as_float(value: object) -> float | None:
    if isinstance(value, bool) or not isinstance(value, Real):
        return None
    try:
        return float(value)
    except OverflowError:
        return None


def range_text(low: float, high: float) -> str:
    """Return a range as text, such as ``"from 1 to 12"``; empty if it has no end."""
    if high == inf:
        return "" if low == -inf else f"of {_number_text(low)} or more"
    return f"from {_number_text(low)} to {_number_text(high)}"


def _number_text(number: float) -> str:
    """Return a number without an exponent: ``"1000000000"``."""
    return f"{float(number):.15g}"


MAX_TEXT_CHARS: Final = 4_000_000
"""The maximum length of a position or a record, in characters."""
MAX_TEXT_LINES: Final = 20_000
"""The maximum number of lines of a position or a record."""
MAX_LINE_CHARS: Final = 1_000_000
"""The maximum length of a line, in characters."""
MAX_RECORD_MOVES: Final = 5_000
"""The maximum number of moves of a record, in all branches; each is played when it is read."""
MAX_MOVE_TEXT_CHARS: Final = 1_000
"""The maximum length of a move, in characters."""

BYTE_ORDER_MARK: Final = "\ufeff"
"""The byte order mark, which marks a file as Unicode."""


def check_size(text: object, label: str, error: type[PolygamesError]) -> str:
    """Return a text if it is short enough and can be encoded; raise `error` otherwise.

    A byte order mark at the beginning, which some editors write, is removed.
    """
    if not isinstance(text, str):
        problem: str | None = f"expected text, not {short_repr(text)}"
    elif (problem := _find_excess(text) or _find_encoding_problem(text)) is None:
        return text.removeprefix(BYTE_ORDER_MARK)
    msg = f"{label}: {problem}"
    raise error(msg)


def _find_excess(text: str) -> str | None:
    """Return a message about the size limit that a text exceeds, or None."""
    if len(text) > MAX_TEXT_CHARS:
        return f"it has {len(text)} characters, the limit is {MAX_TEXT_CHARS}"
    if (lines := text.count("\n") + 1) > MAX_TEXT_LINES:
        return f"it has {lines} lines, the limit is {MAX_TEXT_LINES}"
    longest = max(map(len, text.split("\n")))
    return (
        f"a line has {longest} characters, the limit is {MAX_LINE_CHARS}"
        if longest > MAX_LINE_CHARS
        else None
    )


def _find_encoding_problem(text: str) -> str | None:
    """Return the reason why a text cannot be encoded as UTF-8, or None if it can."""
    try:
        text.encode()
    except UnicodeEncodeError as error:
        return f"character {error.start + 1} is half of a surrogate pair"
    return None
