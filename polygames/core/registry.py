"""The registry of games.

Games come from three sources: the folders of a package (`polygames.games` adds its own), the entry
points of installed packages in the group ``polygames.games``, and `register`. The names are known
at once; a game is loaded on first use.
"""

from __future__ import annotations

import pkgutil
import re
import warnings
from functools import cache
from typing import TYPE_CHECKING, Any, Final

from polygames.core.errors import OptionError, PositionError
from polygames.core.game_info import GameInfo, command_agent
from polygames.core.keywords import checked_keywords, unknown_name_text
from polygames.core.lazy_imports import Lazy
from polygames.core.options import check_size, raise_option_error, short_repr

if TYPE_CHECKING:
    from collections.abc import Iterable
    from importlib.metadata import EntryPoint

    from polygames.core.protocol import Agent, State

ENTRY_POINT_GROUP: Final = "polygames.games"
"""The group of the entry points, each ``name = "package:INFO"``, of packages with a game."""

_folders: dict[str, Lazy] = {}

_registered: dict[str, GameInfo] = {}

_GAME_NAME = re.compile(r"[^\W\d_][\w-]{0,49}")


def add_folders(package: str, path: Iterable[str]) -> None:
    """Register each subpackage of a package as a game, described by its attribute ``INFO``."""
    names = (module.name for module in pkgutil.iter_modules(path) if module.ispkg)
    _folders.update({name: Lazy(f"{package}.{name}:INFO") for name in names})


def register(info: GameInfo) -> None:
    """Add a game from outside the package; raise OptionError if its name is taken or not allowed.

    A name has letters, digits, ``_`` and ``-``, 50 at most, and begins with a letter, so that
    records and positions can contain it.

    Parameters
    ----------
    info
        The game. It is registered until Python ends. An installed package should register its
        game by an entry point instead, which other processes find, too.

    Examples
    --------
    >>> register(game("split"))
    Traceback (most recent call last):
    ...
    polygames.core.errors.OptionError: cannot register 'split': a game of this name exists already
    """
    if not isinstance(info, GameInfo):
        raise_option_error("the argument of register()", "must be a GameInfo", info)
    name = info.name
    if _is_game(name):
        msg = f"cannot register {name!r}: a game of this name exists already"
        raise OptionError(msg)
    if not _is_storable_name(name):
        msg = f"cannot register {short_repr(name)}: expected a letter, then up to 49 letters, "
        raise OptionError(msg + "digits, '_' or '-'")
    _registered[name] = info


def unregister(name: str) -> None:
    """Remove a game that `register` has added; raise KeyError if there is none."""
    del _registered[name]


def clear_caches() -> None:
    """Clear the caches, so that games of newly installed packages are found."""
    _installed_entry_points.cache_clear()
    _load_entry_point.cache_clear()


def is_built_in(name: str) -> bool:
    """Return True if a game is part of this package. The play page has these games only.

    Examples
    --------
    >>> is_built_in("split"), is_built_in("chess")
    (True, False)
    """
    return name in _folders


def find_local_game(name: str) -> GameInfo | None:
    """Return a game registered only in this process; None if there is none."""
    return _registered.get(name)


def register_from_process(info: GameInfo | None) -> None:
    """Register a game that comes from another process, unless its name is already registered."""
    if info is not None and not _is_game(info.name):
        register(info)


def games() -> tuple[str, ...]:
    """Return the names of all games, sorted.

    Examples
    --------
    >>> games()
    ('polygon', 'splinter', 'split', 'splitter', 'territory')
    """
    return tuple(sorted({*_folders, *_registered, *_installed_entry_points()}))


def game(name: str) -> GameInfo:
    """Return the description of a game.

    Raises
    ------
    OptionError
        If there is no game of this name, or its package cannot be loaded.

    Examples
    --------
    >>> game("split").seats
    2
    >>> game("chess")
    Traceback (most recent call last):
    ...
    polygames.core.errors.OptionError: unknown game 'chess': choose from ...
    """
    if isinstance(name, str):
        if name in _registered:
            return _registered[name]
        if name in _folders:
            info: GameInfo = _folders[name].load()
            return info
        if name in _installed_entry_points():
            return _load_entry_point(name)
    raise OptionError(unknown_name_text("game", name, games()))


find = game  # for functions with a parameter named `game`


def info_of(state: State[Any]) -> GameInfo:
    """Return the description of the game that a state belongs to."""
    return game(state.game)


@checked_keywords
def new(name: str, /, **options: Any) -> State[Any]:
    """Return the starting position of a game, as in ``new("split", preset="2026")``.

    Examples
    --------
    >>> new("polygon", n=7).legal_moves.finite
    True
    >>> len(new("polygon", n=3).legal_moves)
    0
    """
    return game(name).new(**options)


@checked_keywords
def agent(name: str | int | None = None, /, *, game: str, **options: Any) -> Agent:
    """Return an agent of a game, as in ``agent("greedy", game="split")``.

    ``"level 1"`` to ``"level 5"`` are agents, too: the game's levels, weakest first. In place of an
    agent's name, 3 means ``"level 3"``. With ``command=["./bot"]`` in place of a name, the agent is
    a program in any language (`polygames.arena.command_agent`).

    Examples
    --------
    >>> from random import Random
    >>> state = new("polygon", n=5)
    >>> str(agent("random", game="polygon").choose(state, Random(1)))
    'B-D'
    """
    info = find(game)
    if name is None and "command" in options:
        return command_agent(options)
    return info.agent(name, **options)


def from_text(text: str) -> State[Any]:
    """Parse a position of any game; the first word of the text is the name of the game.

    Raises
    ------
    PositionError
        If the text is not a position of a known game.

    Examples
    --------
    >>> state = new("territory", size=6)
    >>> from_text(state.to_text()) == state
    True
    >>> from_text("")
    Traceback (most recent call last):
    ...
    polygames.core.errors.PositionError: not a position: the first word must be one of ..., not ''
    """
    text = check_size(text, "not a position", PositionError)
    name = text.split(maxsplit=1)[0] if text.strip() else ""
    if not _is_game(name):
        names = ", ".join(games())
        msg = f"not a position: the first word must be one of {names}, not {short_repr(name)}"
        raise PositionError(msg)
    return game(name).from_text(text)


def _is_game(name: object) -> bool:
    known = isinstance(name, str) and (name in _folders or name in _registered)
    return known or (isinstance(name, str) and name in _installed_entry_points())


def _is_storable_name(name: object) -> bool:
    """Return True if a name is allowed in records and positions."""
    return isinstance(name, str) and _GAME_NAME.fullmatch(name) is not None


@cache
def _installed_entry_points() -> dict[str, EntryPoint]:
    """Return the entry points of installed packages that contain games, by game name (cached).

    A warning names unusable entry points. The first package with a name wins, and this package
    comes before all others.
    """
    from importlib.metadata import entry_points  # slow to import, and needed once

    found: dict[str, EntryPoint] = {}
    for entry in entry_points(group=ENTRY_POINT_GROUP):
        if _is_storable_name(entry.name) and entry.name not in {*_folders, *found}:
            found[entry.name] = entry
        else:
            why = "a game of this name exists" if entry.name in {*_folders, *found} else "no name"
            warnings.warn(f"{_describe_entry_point(entry)} is left out: {why}", stacklevel=3)
    return found


@cache
def _load_entry_point(name: str) -> GameInfo:
    """Load the game of an installed package; raise OptionError if that fails for any reason."""
    entry = _installed_entry_points()[name]
    try:
        info = entry.load()
    except (Exception, SystemExit) as error:  # foreign code can raise anything
        msg = f"cannot load {_describe_entry_point(entry)}: {type(error).__name__}: {error}"
        raise OptionError(msg) from error
    if not isinstance(info, GameInfo):
        where = _describe_entry_point(entry)
        msg = f"cannot load {where}: expected a GameInfo, not {short_repr(info)}"
        raise OptionError(msg)
    if info.name != name:
        where = _describe_entry_point(entry)
        msg = f"cannot load {where}: expected the name {name!r}, not {short_repr(info.name)}"
        raise OptionError(msg)
    return info


def _describe_entry_point(entry: EntryPoint) -> str:
    """Return the entry point and its package in words, for messages."""
    package = f" of {entry.dist.name}" if entry.dist else ""
    return f"the game {short_repr(entry.name)}, entry point {entry.value!r}{package}"
