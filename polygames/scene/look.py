"""What a move looks like once it is made, as rules that a page follows without asking.

A page paints a move in the frame of the click, over the picture that is there; the kernel's own
picture replaces it. So a look needs to hold only until then: it says what the move itself does (a
line, a dot, a digit, pieces that are pushed), not what follows from it (who wins, what is lost).
It is small data for all moves of a position, and does not grow with what the moves would do.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Mapping

    from polygames.scene.model import Disc, Scene, Text

Strokes: TypeAlias = tuple[tuple[str, float], ...]
"""Colour and width of lines that lie over each other, the lowest first."""


@dataclass(frozen=True, slots=True)
class LineLook:
    """A line between the two points of a move: those drawn, or those clicked."""

    strokes: Strokes
    dot: Disc | None = None
    """What lies on both ends, about the origin."""


@dataclass(frozen=True, slots=True)
class FillLook:
    """An area or a tile that is clicked takes a colour, and things in each of its cells."""

    colors: tuple[str, ...]
    """The ground; which of them belongs to a target, `kinds` says."""
    kinds: Mapping[str, int] = field(default_factory=dict)
    """For targets that have another colour than the first one, the number of theirs."""
    alpha: float = 1.0
    cells: tuple[Scene, ...] = ()
    """For each of the colours what lies in a cell, a square of side 1, about its middle."""
    mark: Strokes = ()
    """Along the border."""
    inset: float = 0.0
    """How far inside the border the mark runs."""


@dataclass(frozen=True, slots=True)
class PushLook:
    """The piece that is clicked goes to the next square, and pushes those that stand in a row."""

    pieces: Mapping[str, str]
    """The kind of the piece on each target that has one; squares have side 1."""
    shapes: Mapping[str, Scene]
    """What each kind is drawn of, about the middle of its square."""
    tones: tuple[str, str]
    """Of the squares, in turn: the first is that of the square in the corner."""
    edge: str
    """The colour between squares."""
    mark: Strokes = ()
    """Around all that moves."""


@dataclass(frozen=True, slots=True)
class WriteLook:
    """A number is written in the cell that is clicked, and another one in its mirror image."""

    numbers: Mapping[str, tuple[str, str]]
    """For each other target of a move what goes to the cell, and what to its image."""
    axis: float
    """The image of x lies at ``axis - x``."""
    text: Text
    """How it is written, about the middle of a cell."""
    mark: Strokes = ()
    """Inside the border of both cells."""
    inset: float = 0.0


@dataclass(frozen=True, slots=True)
class Look:
    """How a page shows a move that it has sent; each part draws the moves that it fits.

    Examples
    --------
    >>> Look(line=LineLook((("#d55e00", 3.0),))).parts
    {'line': LineLook(strokes=(('#d55e00', 3.0),), dot=None)}
    """

    line: LineLook | None = None
    fill: FillLook | None = None
    push: PushLook | None = None
    write: WriteLook | None = None
    choice: Scene = ()
    """What shows a choice that has no place on the board."""

    @property
    def parts(self) -> dict[str, LineLook | FillLook | PushLook | WriteLook | Scene]:
        """Return what there is, by its name."""
        named = {name: getattr(self, name) for name in type(self).__slots__}
        return {name: part for name, part in named.items() if part}
