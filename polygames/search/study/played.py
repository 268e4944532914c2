"""The games of a collection as one tree of positions, played as far as somebody asks."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

from polygames.core.errors import PolygamesError
from polygames.search.study.likeness import key_of

if TYPE_CHECKING:
    from collections.abc import Hashable

    from polygames.core.protocol import State
    from polygames.search.study.entry import Entry


@dataclass(eq=False)
class Place:
    """A position that games came to by the same moves; what was played from it is known once."""

    state: State[Any]
    move: Any = None
    """The move that led here."""
    after: dict[str, Place] = field(default_factory=dict)
    """The positions that were reached from here, by the text of the move."""

    @cached_property
    def key(self) -> Hashable:
        """What its images have in common."""
        return key_of(self.state)

    def played(self, text: str) -> Place:
        """Return where a move leads; MoveError if it is none."""
        if text not in self.after:
            move = self.state.parse(text)
            self.after[text] = Place(self.state.play(move), move)
        return self.after[text]


class Tree:
    """Positions by the moves that led there."""

    def __init__(self) -> None:
        self._starts: dict[Hashable, Place] = {}

    def start(self, entry: Entry) -> Place:
        """Return where a game begins; PolygamesError if it cannot be set up."""
        header = entry.header
        about = repr(header.options), tuple(header.position)
        if about not in self._starts:
            self._starts[about] = Place(header.start())
        return self._starts[about]


@dataclass(eq=False)
class Walk:
    """A game that is played as far as somebody asked."""

    entry: Entry
    tree: Tree
    line: list[Place] = field(default_factory=list)
    """The start, and the positions after it that are known."""
    error: str = ""
    """Which move cannot be played, if one was found."""

    def to(self, ply: int) -> list[Place]:
        """Return the line, played so far that positions of this ply and of the next are in it."""
        while not self.error and len(self.line) <= len(self.entry.plays):
            if self.line and self.line[-1].state.ply > ply:
                break
            self._go_on()
        return self.line

    def _go_on(self) -> None:
        number = len(self.line)
        play = self.entry.plays[number - 1] if number else None
        try:
            here = self.line[-1].played(play.move) if play else self.tree.start(self.entry)
        except PolygamesError as error:
            where = f"line {play.row}, {play.move!r}: " if play else ""
            self.error = f"{self.entry.name}: {where}{error}"
        else:
            self.line.append(here)
