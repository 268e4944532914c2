"""Every error that polygames raises on purpose.

PolygamesError
├── MoveError                also ValueError
│   ├── InvalidMoveError     the text cannot be read as a move
│   └── IllegalMoveError     it can be read, but the rules forbid it here
├── PositionError            also ValueError: text that is not a position
├── RecordError              also ValueError: a record file that cannot be read or replayed
├── OptionError              also ValueError: an unknown name or a value out of range
├── ArenaError               also RuntimeError: a match was cut short; it keeps what was played
│   └── AgentError           an agent raised an error or did not choose a legal move
├── ConformanceError         also AssertionError: a game breaks the contract of the protocol
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
    "MoveError",
    "OptionError",
    "PolygamesError",
    "PositionError",
    "RecordError",
]


class PolygamesError(Exception):
    """The root of all errors here: catch it to catch every error that polygames raises on purpose.

    Examples
    --------
    >>> try:
    ...     pg.new("split").parse("hello")
    ... except pg.PolygamesError as error:
    ...     print(type(error).__name__)
    InvalidMoveError
    """

    short: str = ""
    """What is said where the position is in sight: the message without it, where it names one."""


class MoveError(PolygamesError, ValueError):
    """A move was refused; the state is unchanged.

    Examples
    --------
    >>> try:
    ...     pg.new("split").parse("fill 0")
    ... except pg.MoveError as error:
    ...     print(type(error).__name__)
    IllegalMoveError
    """


class InvalidMoveError(MoveError):
    """The text cannot be read as a move of this game.

    Examples
    --------
    >>> pg.new("splinter").parse("hello")
    Traceback (most recent call last):
    ...
    polygames.core.errors.InvalidMoveError: invalid move 'hello': ...
    """


class IllegalMoveError(MoveError):
    """The text is a move, but the rules do not allow it in this position.

    Examples
    --------
    >>> pg.new("splinter").parse("a1-a2")
    Traceback (most recent call last):
    ...
    polygames.core.errors.IllegalMoveError: illegal move 'a1-a2': ...
    """


class PositionError(PolygamesError, ValueError):
    """The text cannot be read as a position.

    Examples
    --------
    >>> pg.from_text("chess 1")
    Traceback (most recent call last):
    ...
    polygames.core.errors.PositionError: not a position: it begins with 'chess', ...
    """


class RecordError(PolygamesError, ValueError):
    """The text or file cannot be read as a record, or its moves cannot be replayed.

    Examples
    --------
    >>> pg.Record.from_text("no record")
    Traceback (most recent call last):
    ...
    polygames.core.errors.RecordError: ...
    """


class OptionError(PolygamesError, ValueError):
    """A game, agent, preset or option has an unknown name or a value out of range.

    Examples
    --------
    >>> pg.new("polygon", n=2)
    Traceback (most recent call last):
    ...
    polygames.core.errors.OptionError: ...
    """


class ArenaError(PolygamesError, RuntimeError):
    """A match or tournament was cut short; `result` keeps every pair of games that was finished.

    Examples
    --------
    >>> class Lost:
    ...     def choose(self, state, rng):
    ...         return None
    >>> try:
    ...     pg.match("polygon", Lost(), "random", pairs=1, progress=False)
    ... except pg.ArenaError as error:
    ...     print(error.result.games)
    ()
    """

    result: Any = None
    """The `Match` or `Tournament` with those pairs."""

    failures: tuple[Any, ...] = ()
    """Why the other pairs that had begun were not finished, in the order of the pairs."""


class AgentError(ArenaError):
    """An agent raised an error (the `__cause__`), or did not choose a legal move.

    Examples
    --------
    >>> class Lost:
    ...     def choose(self, state, rng):
    ...         return None
    >>> try:
    ...     pg.match("polygon", Lost(), "random", pairs=1, progress=False)
    ... except pg.AgentError as error:
    ...     print(error.seat, len(error.result.games))
    0 0
    """

    seat: int | None = None
    """The seat of the agent."""

    position: str = ""
    """The position in which it had to choose, as text."""

    what: str = ""
    """What it did: ``"raised ValueError: no idea"``."""

    state: Any = None
    """The position as a state, where the game was played."""


class ConformanceError(PolygamesError, AssertionError):
    """A game breaks a promise of the protocol.

    Examples
    --------
    >>> from dataclasses import replace
    >>> pg.check_game(replace(pg.game("polygon"), summary=""), games=1)
    Traceback (most recent call last):
    ...
    polygames.core.errors.ConformanceError: polygon breaks its promise: a game has a title...
    """


class MissingExtraError(PolygamesError, ImportError):
    """An optional dependency is missing; the message names the extra to install.

    Examples
    --------
    >>> from polygames.core.lazy import require_library
    >>> require_library("no_library", "a figure")
    Traceback (most recent call last):
    ...
    polygames.core.errors.MissingExtraError: a figure needs no_library: pip install no_library
    """
