"""The search for counterexamples to a student's conjecture, small cases first.

Nothing is marked: a counterexample shows where to look next, and a conjecture without one is still
not a theorem.
"""

from __future__ import annotations

from functools import partial
from itertools import chain
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from polygames.core.descriptions import count_text
from polygames.lessons.exercise_checks import FailedCall, calls
from polygames.lessons.time_limit import TimeLimitError, time_limit

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

SEARCH_TIMEOUT_SECONDS: Final = 10.0
"""The time limit of a search."""

MISSING_CONJECTURE_TEXT: Final = (
    "Not yet: write your conjecture in place of the dots, and run both cells."
)
NO_PROOF_TEXT: Final = "That is no proof: can you say why it must be so?"


class Case(NamedTuple):
    """A test case of a conjecture.

    Attributes
    ----------
    arguments
        The arguments of the conjecture.
    description
        The description of the case for people: "the heaps (1, 2)".
    find_fault
        A function that returns the fault of an answer as text, or an empty text if it is right.
        `claim_fault` is one, and `value_fault` with its first argument bound.
    """

    arguments: tuple[Any, ...]
    description: str
    find_fault: Callable[[Any], str]


def find_counterexample(conjecture: Any, cases: Iterable[Case]) -> None:
    """Print the first counterexample to a conjecture, or the number of cases without one.

    Parameters
    ----------
    conjecture
        A student's function; a result of ``...`` means that there is no conjecture yet.
    cases
        The cases to try, from small to large.

    Examples
    --------
    >>> find_counterexample(lambda n: n > 0, number_cases(range(9), lambda n: n % 2))
    Broken by n = 2: you say True, and it is 0. Before that it held in 2 cases.
    >>> find_counterexample(lambda n: n & 1, number_cases(range(9), lambda n: n % 2))
    Not broken: it held in all 9 cases. That is no proof: can you say why it must be so?
    >>> find_counterexample(lambda n: ..., number_cases(range(9), lambda n: n % 2))
    Not yet: write your conjecture in place of the dots, and run both cells.
    """
    try:
        said = _search_report(conjecture, cases)
    except KeyboardInterrupt:
        said = "The search was interrupted: run the cell again to begin anew."
    print(said)  # noqa: T201 - a student reads it


def make_try_to_break(cases: Callable[[], Iterable[Case]]) -> Callable[[Any], None]:
    """Return a lesson's function `try_to_break`, which tests a conjecture on the given cases."""

    def try_to_break(conjecture: Any) -> None:
        """Print the first counterexample to a conjecture, given as a function.

        Small cases come first.
        """
        find_counterexample(conjecture, cases())

    return try_to_break


def number_cases(ns: Iterable[int], expected: Callable[[int], Any]) -> Iterator[Case]:
    """Yield a case per number n, for a conjecture that predicts a value from n."""
    for n in ns:
        yield Case((n,), f"n = {n}", partial(value_fault, expected(n)))


def _search_report(conjecture: Any, cases: Iterable[Case]) -> str:
    held, more = 0, iter(cases)
    first = next(more)
    _fault_text(first, None)  # compile before the search's time starts
    try:
        with time_limit(SEARCH_TIMEOUT_SECONDS):
            for case in chain([first], more):
                (said,) = calls(conjecture, case.arguments)
                if said is ... or said is None:
                    return MISSING_CONJECTURE_TEXT
                if isinstance(said, FailedCall):
                    where = f"here: {case.description}"
                    return f"Not quite: {said}. It must answer in every case; {where}."
                if fault := _fault_text(case, said):
                    before = f" Before that it held in {count_text(held, 'case')}." if held else ""
                    return f"Broken by {case.description}: {fault}.{before}"
                held += 1
    except TimeLimitError as error:
        if error.args and not held:
            return f"Not quite: {error}"
        count = count_text(held, "case")
        return f"Not broken in {SEARCH_TIMEOUT_SECONDS:g} seconds: {count} held. {NO_PROOF_TEXT}"
    return f"Not broken: it held in all {count_text(held, 'case')}. {NO_PROOF_TEXT}"


def _fault_text(case: Case, answer: Any) -> str:
    """Return a description of what is wrong with an answer, or an empty string if it is right.

    An error in the comparison is a fault too.
    """
    try:
        return case.find_fault(answer)
    except Exception as error:  # noqa: BLE001 - whatever the answer is, the search goes on
        return f"{answer!r} is no answer here ({type(error).__name__}: {error})"


def claim_fault(answer: Any) -> str:
    """Return a message if a claim is False in a case, or an empty text if it is True.

    Examples
    --------
    >>> claim_fault(True), claim_fault(False)
    ('', 'your claim is false there')
    """
    return "" if answer else "your claim is false there"


def value_fault(expected: Any, answer: Any) -> str:
    """Return a message if a predicted value is wrong, or an empty text if it is right.

    Examples
    --------
    >>> value_fault(3, 3), value_fault(5, 3)
    ('', 'you say 3, and it is 5')
    """
    return "" if answer == expected else f"you say {answer}, and it is {expected}"
