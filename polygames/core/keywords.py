"""Errors for unknown keywords, with the nearest known keyword and a list of all."""

from __future__ import annotations

from functools import wraps
from inspect import Parameter, signature
from typing import TYPE_CHECKING, Any, Final, ParamSpec, TypeVar

from polygames.core.errors import OptionError
from polygames.core.options import short_repr

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

P = ParamSpec("P")
T = TypeVar("T")

SYNONYMS: Final[dict[str, tuple[str, ...]]] = {
    "games": ("pairs",),
    "pairs": ("games",),
    "jobs": ("workers",),
    "n_jobs": ("workers",),
    "processes": ("workers",),
    "time": ("seconds", "move_seconds"),
    "timeout": ("seconds", "move_seconds"),
    "rng": ("seed",),
    "random_state": ("seed",),
    "verbose": ("progress",),
    "players": ("agents", "seats"),
}
"""Keywords of other functions and libraries, with their names in this package."""


def nearest(name: object, known: Iterable[str]) -> str | None:
    """Return the known name that was probably meant, or None if there is no similar one.

    Examples
    --------
    >>> nearest("sedonds", ["seed", "seconds"]), nearest("n_jobs", ["seed", "workers"])
    ('seconds', 'workers')
    >>> nearest("colour", ["seed"]) is None
    True
    """
    if not isinstance(name, str):
        return None
    from difflib import get_close_matches  # only for messages

    known = list(known)
    same = [synonym for synonym in SYNONYMS.get(name, ()) if synonym in known]
    return next(iter(same or get_close_matches(name, known, n=1)), None)


def suggestion(name: object, known: Iterable[str]) -> str:
    """Return ``", did you mean 'seconds'?"`` for the end of a message, or an empty text."""
    found = nearest(name, known)
    return "" if found is None else f", did you mean {found!r}?"


def keywords_of(function: Callable[..., Any]) -> tuple[str, ...]:
    """Return the names of the parameters that can be passed as keywords.

    Examples
    --------
    >>> keywords_of(pg.perft)
    ('state', 'depth', 'progress', 'options')
    """
    kinds = {Parameter.POSITIONAL_OR_KEYWORD, Parameter.KEYWORD_ONLY}
    parameters = signature(function).parameters.values()
    return tuple(each.name for each in parameters if each.kind in kinds)


def unknown_keyword(
    function: Callable[..., Any],
    name: str,
    more: Mapping[str, Iterable[str]] | None = None,
) -> OptionError:
    """Return the OptionError for a keyword that a function does not have.

    Parameters
    ----------
    function
        The function that was called, or a class.
    name
        The unknown keyword.
    more
        Other keywords that the call accepts, by their owner: ``{"polygon": ("n", "vertices")}``.

    Examples
    --------
    >>> raise unknown_keyword(pg.perft, "progres")
    Traceback (most recent call last):
    ...
    polygames.core.errors.OptionError: perft() has no keyword 'progres', did you mean 'progress'? \
It takes: state, depth, progress, options
    """
    own, more = keywords_of(function), more or {}
    others = {owner: [each for each in names if each not in own] for owner, names in more.items()}
    everything = [*own, *(each for names in others.values() for each in names)]
    meant = suggestion(name, everything) or "."
    takes = [", ".join(own)]
    takes += [f"of {owner}: {', '.join(names)}" for owner, names in others.items() if names]
    keywords = "; ".join(takes)
    msg = f"{function.__name__}() has no keyword {short_repr(name)}{meant} It takes: {keywords}"
    return OptionError(msg)


def checked_keywords(function: Callable[P, T]) -> Callable[P, T]:
    """Return the function with a check that raises OptionError for an unknown keyword.

    Functions that also accept options of a game pass them to `polygames.records.position.start_of`,
    which makes the same check.
    """
    known = frozenset(keywords_of(function))

    @wraps(function)
    def call(*args: P.args, **kwargs: P.kwargs) -> T:
        for name in kwargs:
            if name not in known:
                raise unknown_keyword(function, name)
        return function(*args, **kwargs)

    return call
