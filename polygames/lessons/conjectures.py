"""Look for a case that breaks a student's conjecture, the smallest ones first.

Nothing is marked: a conjecture that was broken says where to look next, and one that was not is
still no theorem.
"""

from __future__ import annotations

from functools import partial
from itertools import chain
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from polygames.core.words import how_many
from polygames.lessons.answers import Stopped, calls
from polygames.lessons.time_limit import TimeLimitError, time_limit

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

SEARCH_TIMEOUT_SECONDS: Final = 10.0
"""How long a search may take."""

MISSING_CONJECTURE_TEXT: Final = (
    "Not yet: write your conjecture in place of the dots, and run both cells."
)
NO_PROOF: Final = "That is no proof: can you say why it must be so?"


class Case(NamedTuple):
    """A case in which a conjecture can fail.

    Attributes
    ----------
    given
        What the conjecture is called with.
    words
        How people read the case: "the heaps (1, 2)".
    fault
        Says of an answer what is wrong with it; nothing where it is right. `claim` and `value`
        with its first argument given are such functions.
    """

    given: tuple[Any, ...]
    words: str
    fault: Callable[[Any], str]


def search(conjecture: Any, cases: Iterable[Case]) -> None:
    """Print the first case that breaks a conjecture, or how many it has stood.

    Parameters
    ----------
    conjecture
        A student's function; ``...`` in place of an answer means that there is none yet.
    cases
        What to try, from small to large.

    Examples
    --------
    >>> search(lambda n: n > 0, numbers(range(9), lambda n: n % 2))
    Broken by n = 2: you say True, and it is 0. Before that it held in 2 cases.
    >>> search(lambda n: n & 1, numbers(range(9), lambda n: n % 2))
    Not broken: it held in all 9 cases. That is no proof: can you say why it must be so?
    >>> search(lambda n: ..., numbers(range(9), lambda n: n % 2))
    Not yet: write your conjecture in place of the dots, and run both cells.
    """
    try:
        said = _said_of(conjecture, cases)
    except KeyboardInterrupt:
        said = "The search was interrupted: run the cell again to begin anew."
    print(said)  # noqa: T201 - a student reads it


def hunt(cases: Callable[[], Iterable[Case]]) -> Callable[[Any], None]:
    """Return the `try_to_break` of a lesson; its cases are what a conjecture is called with."""

    def try_to_break(conjecture: Any) -> None:
        """Look for a case that breaks a conjecture, a function; small cases come first."""
        search(conjecture, cases())

    return try_to_break


def numbers(given: Iterable[int], right: Callable[[int], Any]) -> Iterator[Case]:
    """Yield cases in which a function of n foretells a value."""
    for n in given:
        yield Case((n,), f"n = {n}", partial(value, right(n)))


def _said_of(conjecture: Any, cases: Iterable[Case]) -> str:
    held, more = 0, iter(cases)
    first = next(more)
    _fault(first, None)  # what it compiles takes none of the search's time
    try:
        with time_limit(SEARCH_TIMEOUT_SECONDS):
            for case in chain([first], more):
                (said,) = calls(conjecture, case.given)
                if said is ... or said is None:
                    return MISSING_CONJECTURE_TEXT
                if isinstance(said, Stopped):
                    return f"Not quite: {said}. It must answer in every case; here: {case.words}."
                if fault := _fault(case, said):
                    before = f" Before that it held in {how_many(held, 'case')}." if held else ""
                    return f"Broken by {case.words}: {fault}.{before}"
                held += 1
    except TimeLimitError as error:
        if error.args and not held:
            return f"Not quite: {error}"
        count = how_many(held, "case")
        return f"Not broken in {SEARCH_TIMEOUT_SECONDS:g} seconds: {count} held. {NO_PROOF}"
    return f"Not broken: it held in all {how_many(held, 'case')}. {NO_PROOF}"


def _fault(case: Case, said: Any) -> str:
    """Return what is wrong with an answer, also with one that cannot be compared."""
    try:
        return case.fault(said)
    except Exception as error:  # noqa: BLE001 - whatever the answer is, the search goes on
        return f"{said!r} is no answer here ({type(error).__name__}: {error})"


def claim(said: Any) -> str:
    """Return what is wrong with a claim that is true or false of a case.

    Examples
    --------
    >>> claim(True), claim(False)
    ('', 'your claim is false there')
    """
    return "" if said else "your claim is false there"


def value(right: Any, said: Any) -> str:
    """Return what is wrong with a value that was foretold.

    Examples
    --------
    >>> value(3, 3), value(5, 3)
    ('', 'you say 3, and it is 5')
    """
    return "" if said == right else f"you say {said}, and it is {right}"
