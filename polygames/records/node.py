"""The tree of a record: every state that was reached, and how."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator

    from polygames.core.protocol import State
    from polygames.scene.drawn_marks import DrawnMark


@dataclass(eq=False)
class Node:
    """One state of a record and how it was reached.

    Examples
    --------
    >>> import polygames as pg
    >>> record = pg.Record(pg.new("polygon"))
    >>> record.push("A-C")
    >>> record.node.number, str(record.node.move), record.node.parent is record.root
    (1, 'A-C', True)
    """

    state: State[Any]
    move: Any = None
    """The move that led here; None at the start."""
    parent: Node | None = field(default=None, repr=False)
    number: int = 0
    """How many moves of this record lead here."""
    children: list[Node] = field(default_factory=list, repr=False)
    """What was played from here, the main line first: the one last played."""
    comment: str = ""
    glyph: str = ""
    """What is said of the move with a sign: one of `GLYPHS` of `record_list`; empty if none."""
    marks: tuple[DrawnMark, ...] = ()
    """What is drawn on the position: arrows, lines, circles and numbers."""
    chapter: str = ""
    """The heading of a chapter that begins with this move; empty if none does."""

    def after(self, move: Any, comment: str = "") -> Node:
        """Return a new node for the state after a legal move; this node does not change.

        Examples
        --------
        >>> import polygames as pg
        >>> start = Node(pg.new("polygon"))
        >>> start.after(start.state.parse("A-C")).state.ply, start.state.ply
        (1, 0)
        """
        return Node(self.state.play(move), move, self, self.number + 1, comment=comment)

    @property
    def line(self) -> Iterator[Node]:
        """The nodes that follow along the line last played.

        Examples
        --------
        >>> import polygames as pg
        >>> list(Node(pg.new("polygon")).line)
        []
        """
        node = self
        while node.children:
            node = node.children[0]
            yield node

    @property
    def end(self) -> Node:
        """The last node along the line last played: this one, if nothing was played from here."""
        return [self, *self.line][-1]
