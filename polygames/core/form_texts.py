"""How a form asks for a game: what it calls an option and a set of options, and the help beside."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence


@dataclass(frozen=True)
class Question:
    """How a form asks for an option.

    Examples
    --------
    >>> Question("Who moves first", words={"white": "White", "black": "Black"}).words["white"]
    'White'
    """

    label: str
    """What the option is called."""

    help: str = ""
    """One line beside it."""

    words: Mapping[Any, str] = field(default_factory=dict)
    """What its values are called, where there are few."""

    is_advanced: bool = True
    """Whether it is shown only on demand."""


@dataclass(frozen=True)
class PresetText:
    """What a form says of a set of options.

    Examples
    --------
    >>> PresetText("Half penalty", "A contest.").title
    'Half penalty'
    """

    title: str
    sentence: str


@dataclass(frozen=True)
class Tour:
    """A few pictures of a game for its help, made from moves, and a first move to try.

    Examples
    --------
    >>> Tour((("", "The start."),), "Draw a line.").steps[0]
    ('', 'The start.')
    """

    steps: Sequence[tuple[str, str]]
    """Moves to play one after the other, as text with ``;`` between, and what the picture shows."""

    first_move: str
    """What a newcomer may try, in a sentence."""

    options: Mapping[str, Any] = field(default_factory=dict)
    """Options of the game that is shown."""
