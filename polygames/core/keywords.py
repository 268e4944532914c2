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


def nearest_name(name: object, names: Iterable[str]) -> str | None:
    """Return the known name that was probably meant, or None if there is no similar one.

    Examples
    --------
    >>> nearest_name("sedonds", ["seed", "seconds"]), nearest_name("n_jobs", ["seed", "workers"])
    ('seconds', 'workers')
    >>> nearest_name("colour", ["seed"]) is None
    True
    """
    if not isinstance(name, str):
        return None
    from difflib import get_close_matches  # only for messages

    names = list(names)
    same = [synonym for synonym in SYNONYMS.get(name, ()) if synonym in names]
    return next(iter(same or get_close_matches(name, names, n=1)), None)


def suggestion_text(name: object, names: Iterable[str]) -> str:
    """Return ``", did you mean 'seconds'?"`` for the end of a message, or an empty text."""
    found = nearest_name(name, names)
    return "" if found is None else f", did you mean {found!r}?"


def keyword_names(function: Callable[..., Any]) -> tuple[str, ...]:
    """Return the names of the parameters that can be passed as keywords.

    Examples
    --------
    >>> keyword_names(pg.perft)
    ('state', 'depth', 'progress', 'options')
    """
    kinds = {Parameter.POSITIONAL_OR_KEYWORD, Parameter.KEYWORD_ONLY}
    parameters = signature(function).parameters.values()
    return tuple(each.name for each in parameters if each.kind in kinds)


def unknown_keyword_error(
    function: Callable[..., Any],
    name: str,
    other_functions: Mapping[str, Iterable[str]] | None = None,
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
    >>> raise unknown_keyword_error(pg.perft, "progres")
    Traceback (most recent call last):
    ...
    polygames.core.errors.OptionError: perft() has no keyword 'progres', did you mean 'progress'? \
It takes: state, depth, progress, options
    """
    own, other_functions = keyword_names(function), other_functions or {}
    others = {
        owner: [each for each in names if each not in own]
        for owner, names in other_functions.items()
    }
    everything = [*own, *(each for names in others.values() for each in names)]
    meant = suggestion_text(name, everything) or "."
    takes = [", ".join(own)]
    takes += [f"of {owner}: {', '.join(names)}" for owner, names in others.items() if names]
    keywords = "; ".join(takes)
    msg = f"{function.__name__}() has no keyword {short_repr(name)}{meant} It takes: {keywords}"
    return OptionError(msg)


def checked_keywords(function: Callable[P, T]) -> Callable[P, T]:
    """Return the function with a check that raises OptionError for an unknown keyword.

    Functions that also accept options of a game pass them to
    `polygames.records.position_sources.start_of`, which makes the same check.
    """
    known = frozenset(keyword_names(function))

    @wraps(function)
    def call(*args: P.args, **kwargs: P.kwargs) -> T:
        for name in kwargs:
            if name not in known:
                raise unknown_keyword_error(function, name)
        return function(*args, **kwargs)

    return call
