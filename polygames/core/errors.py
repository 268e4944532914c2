"""The exceptions that polygames raises.

PolygamesError
├── MoveError                also ValueError
│   ├── InvalidMoveError     the text cannot be read as a move
│   └── IllegalMoveError     it can be read, but the rules forbid it here
├── PositionError            also ValueError: text that is not a position
├── RecordError              also ValueError: a record file that cannot be read or replayed
├── OptionError              also ValueError: an unknown name or a value out of range
├── ArenaError               also RuntimeError: a match was interrupted; it has the finished games
│   └── AgentError           an agent raised an error or did not choose a legal move
├── ConformanceError         also AssertionError: a game breaks the contract of the protocol
├── MissingPartError         also TypeError: a game has no such optional part
└── MissingExtraError        also ImportError: an optional dependency is not installed
"""

from __future__ import annotations

from typing import Any

__all__ = [
    "AgentError",
    "ArenaError",
    "ConformanceError",
    "IllegalMoveError",
    "InvalidMoveError",
    "MissingExtraError",
    "MissingPartError",
    "MoveError",
    "OptionError",
    "PolygamesError",
    "PositionError",
    "RecordError",
]


class PolygamesError(Exception):
    """The base class of all polygames exceptions.

    Examples
    --------
    >>> try:
    ...     pg.new("split").parse("hello")
    ... except pg.PolygamesError as error:
    ...     print(type(error).__name__)
    InvalidMoveError
    """

    short: str = ""
    """The message without the position, for boards that show it; empty if it names no position."""


class MoveError(PolygamesError, ValueError):
    """The base class of errors about a refused move; the state is unchanged.

    Examples
    --------
    >>> try:
    ...     pg.new("split").parse("fill 0")
    ... except pg.MoveError as error:
    ...     print(type(error).__name__)
    IllegalMoveError
    """


class InvalidMoveError(MoveError):
    """A text that cannot be read as a move of this game.

    Examples
    --------
    >>> pg.new("splinter").parse("hello")
    Traceback (most recent call last):
    ...
    polygames.core.errors.InvalidMoveError: invalid move 'hello': ...
    """


class IllegalMoveError(MoveError):
    """A move that the rules forbid in this position.

    Examples
    --------
    >>> pg.new("splinter").parse("a1-a2")
    Traceback (most recent call last):
    ...
    polygames.core.errors.IllegalMoveError: illegal move 'a1-a2': ...
    """


class PositionError(PolygamesError, ValueError):
    """A text that cannot be read as a position.

    Examples
    --------
    >>> pg.from_text("chess 1")
    Traceback (most recent call last):
    ...
    polygames.core.errors.PositionError: not a position: the first word must be ...
    """


class RecordError(PolygamesError, ValueError):
    """A text or file that cannot be read as a record, or whose moves cannot be replayed.

    Examples
    --------
    >>> pg.Record.from_text("no record")
    Traceback (most recent call last):
    ...
    polygames.core.errors.RecordError: ...
    """


class OptionError(PolygamesError, ValueError):
    """An unknown name of a game, agent, preset or option, or a value out of range.

    Examples
    --------
    >>> pg.new("polygon", n=2)
    Traceback (most recent call last):
    ...
    polygames.core.errors.OptionError: ...
    """


class ArenaError(PolygamesError, RuntimeError):
    """A match or tournament that was interrupted; `result` has all finished pairs of games.

    Examples
    --------
    >>> class Lost:
    ...     def choose(self, state, rng):
    ...         return None
    >>> try:
    ...     pg.match("polygon", Lost(), "random", games=2, progress=False)
    ... except pg.ArenaError as error:
    ...     print(error.result.games)
    ()
    """

    result: Any = None
    """The `Match` or `Tournament` with the finished pairs."""

    failures: tuple[Any, ...] = ()
    """The failures of the unfinished pairs that had begun, in the order of the pairs."""


class AgentError(ArenaError):
    """An agent that raised an error (the `__cause__`) or did not choose a legal move.

    Examples
    --------
    >>> class Lost:
    ...     def choose(self, state, rng):
    ...         return None
    >>> try:
    ...     pg.match("polygon", Lost(), "random", games=2, progress=False)
    ... except pg.AgentError as error:
    ...     print(error.seat, len(error.result.games))
    0 0
    """

    seat: int | None = None
    """The seat of the agent."""

    position: str = ""
    """The text of the position in which it had to choose."""

    failure_text: str = ""
    """A description of the failure: ``"raised ValueError: no idea"``."""

    state: Any = None
    """The position as a state, in the process that played the game."""


class ConformanceError(PolygamesError, AssertionError):
    """A game that does not follow the protocol of states and moves.

    Examples
    --------
    >>> from dataclasses import replace
    >>> pg.check_game(replace(pg.game("polygon"), summary=""), games=1)
    Traceback (most recent call last):
    ...
    polygames.core.errors.ConformanceError: polygon breaks its promise: a game has a title...
    """


class MissingPartError(PolygamesError, TypeError):
    """An optional part of a game that a function needs and the game does not define.

    Examples
    --------
    >>> issubclass(MissingPartError, PolygamesError), issubclass(MissingPartError, TypeError)
    (True, True)
    """


class MissingExtraError(PolygamesError, ImportError):
    """A missing optional dependency; the message names the package to install.

    Examples
    --------
    >>> from polygames.core.lazy_imports import require_library
    >>> require_library("no_library", "a figure")
    Traceback (most recent call last):
    ...
    polygames.core.errors.MissingExtraError: a figure needs no_library: pip install no_library
    """
