"""Every error that polygames raises on purpose.

PolygamesError
├── MoveError                also ValueError
│   ├── InvalidMoveError     the text cannot be read as a move
│   └── IllegalMoveError     it can be read, and the rules forbid it here
├── PositionError            also ValueError: text that is not a position
├── RecordError              also ValueError: a record file that cannot be read or replayed
├── OptionError              also ValueError: an unknown name or a value out of range
├── ArenaError               also RuntimeError: a match broke off; it carries what was played
│   └── AgentError           an agent raised an error or chose no legal move
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
    """The root of the tree: catch this to catch every refusal of polygames."""


class MoveError(PolygamesError, ValueError):
    """A move was refused; the state it was meant for is unchanged."""


class InvalidMoveError(MoveError):
    """The text cannot be read as a move of this game."""


class IllegalMoveError(MoveError):
    """The move can be read, but the rules do not allow it in this position."""


class PositionError(PolygamesError, ValueError):
    """The text cannot be read as a position."""


class RecordError(PolygamesError, ValueError):
    """The text or file cannot be read as a record, or its moves cannot be replayed."""


class OptionError(PolygamesError, ValueError):
    """A game, agent, preset or option has an unknown name or a value out of range."""


class ArenaError(PolygamesError, RuntimeError):
    """A match or tournament broke off; `result` keeps every pair of games that was finished."""

    result: Any = None
    """The `Match` or `Tournament` with those pairs."""

    failures: tuple[Any, ...] = ()
    """Why each other pair that had begun was not finished, in the order of the pairs."""


class AgentError(ArenaError):
    """An agent raised an error or chose no legal move; that error is the `__cause__`."""

    seat: int | None = None
    """Where the agent sat."""

    position: str = ""
    """The position in which it was asked, as text."""


class ConformanceError(PolygamesError, AssertionError):
    """A game does not keep a promise of the protocol."""


class MissingExtraError(PolygamesError, ImportError):
    """An optional dependency is needed; the message names the extra that brings it."""
