"""Errors for unknown names and keywords, with the nearest known name and a list of all."""

from __future__ import annotations

from functools import wraps
from inspect import Parameter, signature
from typing import TYPE_CHECKING, Any, Final, ParamSpec, TypeVar

from polygames.core.errors import OptionError
from polygames.core.options import short_repr

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

P = ParamSpec("P")
T = TypeVar("T")

_POSITIONAL: Final = {Parameter.POSITIONAL_ONLY, Parameter.POSITIONAL_OR_KEYWORD}

SYNONYMS: Final[dict[str, tuple[str, ...]]] = {
    "games": ("pairs",),
    "pairs": ("games",),
    "jobs": ("workers",),
    "n_jobs": ("workers",),
    "processes": ("workers",),
    "time": ("seconds", "move_seconds"),
    "timeout": ("seconds", "move_seconds"),
    "ms": ("seconds", "move_seconds"),
    "milliseconds": ("seconds", "move_seconds"),
    "seconds": ("move_seconds", "agent_options"),
    "rng": ("seed",),
    "random_state": ("seed",),
    "verbose": ("progress",),
    "players": ("agents", "seats"),
    "agents": ("seats",),
    "opponent": ("seats",),
    "sides": ("n",),
    "corners": ("n",),
}
"""Keywords of other functions and libraries, with their names in this package."""

_OWN_CUTOFF: Final = 0.75
"""The similarity from which a keyword of the function itself precedes those of the game."""


def nearest_name(name: object, names: Iterable[str], cutoff: float = 0.6) -> str | None:
    """Return the known name that was probably meant, or None if there is no similar one.

    Parameters
    ----------
    name
        The unknown name; upper case is the same as lower case.
    names
        The known names.
    cutoff
        The smallest similarity that counts, from 0 to 1.

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

    names, name = list(names), name.lower()
    same = [synonym for synonym in SYNONYMS.get(name, ()) if synonym in names]
    return next(iter(same or get_close_matches(name, names, n=1, cutoff=cutoff)), None)


def unknown_name_text(
    kind: str,
    name: object,
    names: Iterable[str],
    *,
    owner: str = "",
    nearest: str | None = None,
) -> str:
    """Return the message for an unknown name, with the nearest known name and all of them.

    Parameters
    ----------
    kind
        The kind of name, such as ``"option"``.
    name
        The unknown name.
    names
        The known names.
    owner
        The game, agent or function that has the names.
    nearest
        The name to suggest; by default it is the nearest of the known names, if one is similar.

    Examples
    --------
    >>> unknown_name_text("game", "splt", ["polygon", "split"])
    "unknown game 'splt': did you mean 'split'? Choose from polygon, split"
    >>> unknown_name_text("preset", "small", [], owner="chess")
    "unknown preset 'small' of chess: there are no presets"
    """
    names = list(names)
    unknown = f"unknown {kind} {short_repr(name)}" + f" of {owner}" * bool(owner)
    if not names:
        return f"{unknown}: there are no {kind}s"
    if nearest := nearest or nearest_name(name, names):
        return f"{unknown}: did you mean {nearest!r}? Choose from {', '.join(names)}"
    return f"{unknown}: choose from {', '.join(names)}"


def keyword_names(function: Callable[..., Any]) -> tuple[str, ...]:
    """Return the names of a function's parameters that can be passed as keywords.

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
    other_keywords: Mapping[str, Iterable[str]] | None = None,
) -> OptionError:
    """Return an OptionError about an unknown keyword, with the nearest known one and all others.

    Parameters
    ----------
    function
        The function that was called, or a class.
    name
        The unknown keyword.
    other_keywords
        Other keywords that the call accepts, by their owner: ``{"polygon": ("n", "vertices")}``.
        The function's own keywords are suggested before them.

    Examples
    --------
    >>> raise unknown_keyword_error(pg.perft, "progres")
    Traceback (most recent call last):
    ...
    polygames.core.errors.OptionError: unknown option 'progres' of perft(): \
did you mean 'progress'? Choose from state, depth, progress, options
    """
    own = keyword_names(function)
    others = {
        owner: [each for each in names if each not in own]
        for owner, names in (other_keywords or {}).items()
    }
    everything = [*own, *(each for names in others.values() for each in names)]
    nearest = nearest_name(name, own, _OWN_CUTOFF) or nearest_name(name, everything)
    owner = f"{function.__name__}()"
    msg = unknown_name_text("option", name, own, owner=owner, nearest=nearest)
    for owner, names in others.items():
        msg += f"; for {owner} also {', '.join(names)}" if names else ""
    return OptionError(msg)


def checked_keywords(function: Callable[P, T]) -> Callable[P, T]:
    """Return the function with better errors for calls that do not fit its parameters.

    A misspelled keyword raises OptionError with the nearest keyword. Too many values without a
    name are a TypeError, as for any function, with an example of a name.

    Functions that also accept options of a game pass them to
    `polygames.records.position_sources.start_of`, which checks them.
    """

    @wraps(function)
    def call(*args: P.args, **kwargs: P.kwargs) -> T:
        try:
            return function(*args, **kwargs)
        except TypeError:
            error = _call_error(function, args, kwargs)
            if error is None:
                raise
        raise error

    return call


def _call_error(
    function: Callable[..., Any], args: tuple[Any, ...], kwargs: Mapping[str, Any]
) -> Exception | None:
    """Return an error about a call that does not fit a function's parameters, or None."""
    try:
        signature(function).bind(*args, **kwargs)
    except TypeError:
        pass
    else:
        return None  # the call fits: the error is from inside the function
    parameters = signature(function).parameters.values()
    by_position = [each.name for each in parameters if each.kind in _POSITIONAL]
    free = [
        name
        for name in keyword_names(function)
        if name not in kwargs and name not in by_position[: len(args)]
    ]
    if len(args) > len(by_position):
        return _excess_error(function, args[len(by_position)], len(by_position), free)
    has_other_keywords = any(each.kind is Parameter.VAR_KEYWORD for each in parameters)
    required = [each.name for each in parameters if each.default is Parameter.empty]
    for name in kwargs:
        if name in by_position[: len(args)]:
            meant = nearest_name(name, free)
            hint = f": did you mean {meant!r}?" if meant else ""
            return OptionError(f"option {name!r} of {function.__name__}() is given twice{hint}")
        is_unknown = name not in keyword_names(function)
        if is_unknown and (not has_other_keywords or nearest_name(name, {*free} & {*required})):
            return unknown_keyword_error(function, name)
    return None


def _excess_error(
    function: Callable[..., Any], value: object, limit: int, free: Sequence[str]
) -> TypeError:
    """Return the error for a call with more than `limit` values without a name."""
    msg = f"too many values without a name for {function.__name__}(), {limit} at most"
    return TypeError(msg + (f": write {free[0]}={short_repr(value)}" if free else ""))
