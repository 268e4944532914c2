"""Where games are found.

Three ways lead here: the folders of a package (`polygames.games` adds its own), the entry points of
installed packages in the group ``polygames.games``, and `register`. Names are known at once, a game
is loaded when it is asked for.
"""

from __future__ import annotations

import pkgutil
import re
import warnings
from functools import cache
from typing import TYPE_CHECKING, Any, Final

from polygames.core.errors import OptionError, PositionError
from polygames.core.game_info import GameInfo
from polygames.core.lazy import Lazy
from polygames.core.options import check_size, refuse, short_repr

if TYPE_CHECKING:
    from collections.abc import Iterable
    from importlib.metadata import EntryPoint

    from polygames.core.protocol import Agent, State

ENTRY_POINT_GROUP: Final = "polygames.games"
"""The group of entry points, each ``name = "package:INFO"``, by which a package brings a game."""

_folders: dict[str, Lazy] = {}

_registered: dict[str, GameInfo] = {}

_GAME_NAME = re.compile(r"[^\W\d_][\w-]{0,49}")


def add_folders(package: str, path: Iterable[str]) -> None:
    """Make each package in the folders of a package known as a game; it has its ``INFO``."""
    names = (module.name for module in pkgutil.iter_modules(path) if module.ispkg)
    _folders.update({name: Lazy(f"{package}.{name}:INFO") for name in names})


def register(info: GameInfo) -> None:
    """Add a game from outside the package; OptionError if its name is taken or not allowed.

    A name is made of letters, digits, ``_`` and ``-``, 50 at most, and begins with a letter: so
    records and positions can hold it.

    Parameters
    ----------
    info
        The game. It is known until Python ends; a package that is installed brings its game by an
        entry point instead, which other processes find too.

    Examples
    --------
    >>> register(game("split"))
    Traceback (most recent call last):
    ...
    polygames.core.errors.OptionError: cannot register 'split': a game of this name exists
    """
    if not isinstance(info, GameInfo):
        refuse("a game that is registered", "is a GameInfo", info)
    name = info.name
    if _is_game(name):
        msg = f"cannot register {name!r}: a game of this name exists"
        raise OptionError(msg)
    if not _is_storable_name(name):
        msg = (
            f"cannot register {short_repr(name)}: a name is up to 50 letters, digits, '_' and '-', "
        )
        raise OptionError(msg + "a letter first")
    _registered[name] = info


def unregister(name: str) -> None:
    """Take away a game that `register` has added; KeyError if it has not."""
    del _registered[name]


def look_again() -> None:
    """Find the games of packages that were installed since Python began."""
    _installed_entry_points.cache_clear()
    _load.cache_clear()


def find_registered(name: str) -> GameInfo | None:
    """Return a game that only this process knows, because it was registered; None else."""
    return _registered.get(name)


def adopt(info: GameInfo | None) -> None:
    """Register a game that another process knows, unless it is known here too."""
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
    """Return what is known of a game.

    Raises
    ------
    OptionError
        If there is none of this name, or the package that brings it fails.

    Examples
    --------
    >>> game("split").seats
    2
    >>> game("chess")
    Traceback (most recent call last):
    ...
    polygames.core.errors.OptionError: unknown game 'chess': choose from ...
    """
    if not _is_game(name):
        msg = f"unknown game {short_repr(name)}: choose from {', '.join(games())}"
        raise OptionError(msg)
    if name in _registered:
        return _registered[name]
    if name in _folders:
        info: GameInfo = _folders[name].load()
        return info
    return _load(name)


find = game  # for functions with a parameter of that name


def info_of(state: State[Any]) -> GameInfo:
    """Return the game that a state belongs to."""
    return game(state.game)


def new(name: str, /, **options: Any) -> State[Any]:
    """Return the first state of a game: ``new("split", preset="2026")``.

    Examples
    --------
    >>> new("polygon", n=7).legal_moves.finite
    True
    >>> len(new("polygon", n=3).legal_moves)
    0
    """
    return game(name).new(**options)


def agent(name: str | int, /, *, game: str, **options: Any) -> Agent:
    """Return an agent: ``agent("greedy", game="split").choose(state, rng)``.

    ``"level 1"`` to ``"level 5"`` are agents too: the game's levels, weakest first. Wherever an
    agent is named, 3 means ``"level 3"``.

    Examples
    --------
    >>> from random import Random
    >>> state = new("polygon", n=5)
    >>> str(agent("random", game="polygon").choose(state, Random(1)))
    'B-D'
    """
    return find(game).agent(name, **options)


def from_text(text: str) -> State[Any]:
    """Read a position from text; its first word is the name of the game.

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
    polygames.core.errors.PositionError: not a position: it begins with '', not with one of ...
    """
    text = check_size(text, "not a position", PositionError)
    name = text.split(maxsplit=1)[0] if text.strip() else ""
    if not _is_game(name):
        names = ", ".join(games())
        msg = f"not a position: it begins with {short_repr(name)}, not with one of {names}"
        raise PositionError(msg)
    return game(name).from_text(text)


def _is_game(name: object) -> bool:
    known = isinstance(name, str) and (name in _folders or name in _registered)
    return known or (isinstance(name, str) and name in _installed_entry_points())


def _is_storable_name(name: object) -> bool:
    """Whether records and positions can hold a name."""
    return isinstance(name, str) and _GAME_NAME.fullmatch(name) is not None


@cache
def _installed_entry_points() -> dict[str, EntryPoint]:
    """Return the entry points of games by name; they stay what they are while Python runs.

    A warning names those that cannot be used: a game stays with who brought it first, and this
    package comes before all others.
    """
    from importlib.metadata import entry_points  # slow to load, and needed once

    found: dict[str, EntryPoint] = {}
    for entry in entry_points(group=ENTRY_POINT_GROUP):
        if _is_storable_name(entry.name) and entry.name not in {*_folders, *found}:
            found[entry.name] = entry
        else:
            why = "a game of this name exists" if entry.name in {*_folders, *found} else "no name"
            warnings.warn(f"{_describe_entry_point(entry)} is left out: {why}", stacklevel=3)
    return found


@cache
def _load(name: str) -> GameInfo:
    """Return the game of an installed package; OptionError tells whatever is wrong with it."""
    entry = _installed_entry_points()[name]
    try:
        info = entry.load()
    except (Exception, SystemExit) as error:  # others' code raises anything
        msg = f"cannot load {_describe_entry_point(entry)}: {type(error).__name__}: {error}"
        raise OptionError(msg) from error
    if not isinstance(info, GameInfo):
        msg = (
            f"cannot load {_describe_entry_point(entry)}: it is no GameInfo, but {short_repr(info)}"
        )
        raise OptionError(msg)
    if info.name != name:
        msg = f"cannot load {_describe_entry_point(entry)}: it is the game {short_repr(info.name)}"
        raise OptionError(msg)
    return info


def _describe_entry_point(entry: EntryPoint) -> str:
    """Say which entry point it is, and which package has it."""
    package = f" of {entry.dist.name}" if entry.dist else ""
    return f"the game {short_repr(entry.name)}, entry point {entry.value!r}{package}"
