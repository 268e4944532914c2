"""Errors for unknown names and keywords, with the nearest known name and a list of all."""

from __future__ import annotations

import sys
from contextlib import suppress
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
    ('state', 'depth', 'progress')
    """
    kinds = {Parameter.POSITIONAL_OR_KEYWORD, Parameter.KEYWORD_ONLY}
    parameters = signature(function).parameters.values()
    return tuple(each.name for each in parameters if each.kind in kinds)


def unknown_keyword_error(
    function: Callable[..., Any], name: str, game: str = "", options: Iterable[str] = ()
) -> OptionError:
    """Return an OptionError for an unknown keyword, suggesting the nearest known one.

    Parameters
    ----------
    function
        The function that was called.
    name
        The unknown keyword.
    game, options
        A game whose options the call also accepts, and their names. The function's own keywords
        are suggested before them.

    Examples
    --------
    >>> raise unknown_keyword_error(pg.perft, "progres")
    Traceback (most recent call last):
    ...
    polygames.core.errors.OptionError: unknown option 'progres' of perft(): \
did you mean 'progress'? Choose from state, depth, progress
    """
    own = keyword_names(function)
    others = [each for each in options if each not in own]
    nearest = nearest_name(name, own, _OWN_CUTOFF) or nearest_name(name, [*own, *others])
    msg = unknown_name_text("option", name, own, owner=f"{function.__name__}()", nearest=nearest)
    return OptionError(msg + (f"; for {game} also {', '.join(others)}" if others else ""))


def checked_keywords(function: Callable[P, T]) -> Callable[P, T]:
    """Decorate a function to raise clearer errors for calls that do not fit its parameters.

    A misspelled keyword raises OptionError with the nearest keyword, and an option of a game is
    referred to `polygames.new`. Too many values without a name are a TypeError, as for any
    function, with an example of a name.
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
    with suppress(TypeError):
        signature(function).bind(*args, **kwargs)
        return None  # the call fits: the error is from inside the function
    parameters, own = signature(function).parameters.values(), keyword_names(function)
    by_position = [each.name for each in parameters if each.kind in _POSITIONAL]
    given = by_position[: len(args)]
    free = [name for name in own if name not in kwargs and name not in given]
    if len(args) > len(by_position):
        return _excess_error(function, args[len(by_position)], len(by_position), free)
    has_other_keywords = any(each.kind is Parameter.VAR_KEYWORD for each in parameters)
    required = {each.name for each in parameters if each.default is Parameter.empty}
    for name in kwargs:
        if name in given:
            meant = nearest_name(name, free)
            hint = f": did you mean {meant!r}?" if meant else ""
            return OptionError(f"option {name!r} of {function.__name__}() is given twice{hint}")
        if name not in own and has_other_keywords and nearest_name(name, {*free} & required):
            return unknown_keyword_error(function, name)
        if name not in own and not has_other_keywords:
            source = args[0] if args else kwargs.get(by_position[0]) if by_position else None
            others = {each: value for each, value in kwargs.items() if each not in own}
            msg = _game_option_text(function, source, others, is_short=len(required) < 2)  # noqa: PLR2004 - the source
            return OptionError(msg) if msg else unknown_keyword_error(function, name)
    return None


def _game_option_text(
    function: Callable[..., Any], source: object, given: Mapping[str, Any], *, is_short: bool
) -> str:
    """Return the message if options of a game are given to a function that takes its position.

    Return an empty text if they are no options of the game.
    """
    package: Any = sys.modules["polygames"]  # the registry of games imports this module
    game = getattr(source, "game", source)
    if not isinstance(game, str) or game not in package.games():
        return ""
    known = ("preset", *package.game(game).defaults)
    options = [f"{name}={short_repr(value)}" for name, value in given.items() if name in known]
    name = function.__name__
    start = f'pg.new("{game}", {", ".join(options)})' + ("" if is_short else ", ...")
    call = "pg." * (name in dir(package)) + f"{name}({start})"
    return f"{name}() takes no options of {game}: write {call}" if options else ""


def _excess_error(
    function: Callable[..., Any], value: object, limit: int, free: Sequence[str]
) -> TypeError:
    """Return the error for a call with more than `limit` positional arguments."""
    msg = f"too many values without a name for {function.__name__}(), {limit} at most"
    return TypeError(msg + (f": write {free[0]}={short_repr(value)}" if free else ""))
