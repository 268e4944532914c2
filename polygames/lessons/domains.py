"""Checks of a function on a whole domain: all small inputs, and larger ones drawn at random.

A few examples made by hand accept functions that are right only for these. So the last test of an
exercise compares the student's function with the lesson's on *every* small input of a stated
domain. An accepted answer is right there by construction.
"""

from __future__ import annotations

from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from itertools import islice
from operator import eq
from random import Random, SystemRandom
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from polygames.lessons.exercise_checks import (
    CounterexampleError,
    FailedCall,
    call_text,
    calls,
    short_text,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from polygames.lessons.exercise_checks import Trial

Arguments: TypeAlias = tuple[Any, ...]

MAX_RANDOM_CASES: Final = 100
"""The number of larger inputs that are drawn for one check."""

_seed: ContextVar[int | None] = ContextVar("seed", default=None)
"""The seed of the larger inputs; None for new ones at each check."""


@dataclass(frozen=True)
class Domain:
    """The inputs for which an exercise's function has to be right.

    Examples
    --------
    >>> small = Domain("n from 0 to 3", lambda: ((n,) for n in range(4)))
    >>> [*small.cases()]
    [(0,), (1,), (2,), (3,)]
    """

    text: str
    """The domain in the words of the exercise, which contains them."""
    small: Callable[[], Iterable[Arguments]]
    """Returns the arguments of all small inputs, the smallest first."""
    draw: Callable[[Random], Arguments] | None = None
    """Returns the arguments of a larger input, drawn at random."""
    draws: int = MAX_RANDOM_CASES
    """The number of larger inputs in a check."""

    def cases(self) -> Iterator[Arguments]:
        """Yield the arguments of all small inputs, then those of larger ones."""
        yield from self.small()
        if self.draw is not None:
            seed = _seed.get()
            rng = Random(SystemRandom().getrandbits(62) if seed is None else f"{seed}:{self.text}")
            yield from (self.draw(rng) for _ in range(self.draws))


@contextmanager
def seeded_inputs(seed: int | None) -> Iterator[None]:
    """Return a context in which all checks draw their larger inputs from a seed; None: a new one.

    Examples
    --------
    >>> domain = Domain("any n", lambda: (), lambda rng: (rng.random(),), draws=1)
    >>> with seeded_inputs(7):
    ...     [*domain.cases()] == [*domain.cases()]
    True
    """
    before = _seed.set(seed)
    try:
        yield
    finally:
        _seed.reset(before)


def agrees(
    function: Any,
    domain: Domain,
    expected: Callable[..., Any],
    hint: str,
    *,
    form: Callable[[Any], Any] = lambda result: result,
    same: Callable[[Any, Any], bool] = eq,
) -> Trial:
    """Return the trial that a student's function equals the lesson's on a whole domain.

    Parameters
    ----------
    function
        The student's function.
    domain
        The inputs to compare.
    expected
        The lesson's function.
    hint
        The rule that a wrong answer breaks, in words that do not give the answer away.
    form
        Brings a result of the student to the form of the lesson's results.
    same
        Compares two results, for example `is_close`.

    Examples
    --------
    >>> from polygames.lessons.exercise_checks import verdict
    >>> numbers = Domain("n from 0 to 3", lambda: ((n,) for n in range(4)))
    >>> verdict(abs, agrees(abs, numbers, lambda n: n, "the number itself."))
    'Right.'
    >>> verdict(abs, agrees(lambda n: n * n, numbers, lambda n: n, "the number itself."))
    'Not quite: your function(2) returns 4. The number itself.'
    """
    return satisfies(
        function, domain, lambda result, *given: same(form(result), expected(*given)), hint
    )


def satisfies(function: Any, domain: Domain, is_right: Callable[..., object], hint: str) -> Trial:
    """Return the trial that a student's function is right on a whole domain.

    `is_right` is called with a result of the function and the arguments that led to it. See
    `agrees`.
    """
    rule = hint[:1].upper() + hint[1:]

    def holds(_: object) -> bool:
        for arguments, result in _results(function, domain):
            if isinstance(result, FailedCall):
                msg = f"{result}. {rule}"
                raise CounterexampleError(msg)
            try:
                passed = bool(is_right(result, *arguments))
            except Exception:  # noqa: BLE001 - a result of another kind is wrong, too
                passed = False
            if not passed:
                where = call_text(function, arguments)
                msg = f"{where} returns {short_text(result)}. {rule}"
                raise CounterexampleError(msg)
        return True

    return holds, hint


CASES_IN_A_BATCH: Final = 50
"""The number of inputs that are computed together."""


def _results(function: Any, domain: Domain) -> Iterator[tuple[Arguments, Any]]:
    """Yield the arguments and the result of a student's function for each input of a domain."""
    cases = domain.cases()
    while batch := [*islice(cases, CASES_IN_A_BATCH)]:
        yield from zip(batch, calls(function, *batch), strict=True)
