"""The tree of a record: every state that was reached, and how."""

from __future__ import annotations

from dataclasses import MISSING, dataclass, field, fields
from itertools import islice
from typing import TYPE_CHECKING, Any, Final

from polygames.core.errors import IllegalMoveError, MoveError
from polygames.core.options import short_repr, shown_text, text

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from polygames.core.protocol import State
    from polygames.scene.drawn_marks import DrawnMark


@dataclass(eq=False, init=False, repr=False)
class Node:
    """One state of a record and how it was reached.

    Examples
    --------
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
    """What is said of the move with a sign: one of `GLYPHS`; empty if none."""
    marks: tuple[DrawnMark, ...] = ()
    """What is drawn on the position: arrows, lines, circles and numbers."""
    chapter: str = ""
    """The heading of a chapter that begins with this move; empty if none does."""
    kept: Mapping[str, str] = field(default_factory=dict, repr=False)
    """What programs keep of it, by its kind: see `polygames.records.annotations`."""

    def __init__(self, state: State[Any], move: Any = None, **others: Any) -> None:
        vars(self).update(
            _FIELD_DEFAULTS | {"kept": {}} | others, state=state, move=move, children=[]
        )

    def __setattr__(self, name: str, value: Any) -> None:
        """Refuse words that cannot be written to a file: OptionError."""
        if name in _FIELD_DESCRIPTIONS:
            text(_FIELD_DESCRIPTIONS[name], value)
        super().__setattr__(name, value)

    def __repr__(self) -> str:
        """Return one line: how the node was reached, and the position."""
        move = "the start" if self.move is None else f"{self.number}. {self.move}"
        return f"<Node {move}: {self.state!r}>"

    def after(self, move: Any, comment: str = "") -> Node:
        """Return a new node for the state after a legal move; this node does not change.

        The node has the move that the text of the move is read as, since a file holds the text.
        IllegalMoveError if the move is refused, or cannot be read from its text.
        """
        after = self.state.play(move)
        try:
            move = self.state.parse(str(move))
        except MoveError:
            msg = f"illegal move {shown_text(move)}: {short_repr(move)} equals a legal move, but "
            msg += "cannot be read from its text"
            raise IllegalMoveError(msg) from None
        return Node(after, move, parent=self, number=self.number + 1, comment=comment)

    @property
    def above(self) -> Iterator[Node]:
        """The positions that led to this one, the last first."""
        node = self
        while node.parent is not None:
            node = node.parent
            yield node

    @property
    def line(self) -> Iterator[Node]:
        """The nodes that follow along the line last played."""
        node = self
        while node.children:
            node = node.children[0]
            yield node

    @property
    def end(self) -> Node:
        """The last node along the line last played: this one, if nothing was played from here."""
        node = self
        while node.children:
            node = node.children[0]
        return node

    @property
    def top(self) -> Node:
        """The start of the tree that this node is in: its own, if it was deleted."""
        node = self
        while node.parent is not None and any(child is node for child in node.parent.children):
            node = node.parent
        return node

    def __reduce__(self) -> tuple[Any, ...]:
        """Copy the whole tree, in rows: node by node a copy would be as deep as a game is long."""
        rows = _rows(self.top)
        return _node_of, (rows, next(at for at, each in enumerate(rows.nodes()) if each is self))


def _rows(top: Node) -> _Rows:
    """Return what copies a tree: the same one each time, so that its nodes are copied once."""
    found: _Rows = vars(top).setdefault("_rows", _Rows(top))
    return found


class _Rows:
    """A tree as it is copied, a row for each node."""

    def __init__(self, top: Node) -> None:
        self.top = top

    def nodes(self) -> Iterator[Node]:
        """Yield the nodes, each after the one before it."""
        due = [self.top]
        while due:
            node = due.pop()
            yield node
            due += reversed(node.children)

    def __reduce__(self) -> tuple[Any, ...]:
        places: dict[int, int] = {}
        rows = []
        for node in self.nodes():
            above = places.get(id(node.parent))
            places[id(node)] = len(places)
            rows.append((above, [getattr(node, name) for name in _NODE_FIELDS]))
        return _rows_of, (rows, self.top.parent)


def _rows_of(rows: list[tuple[int | None, list[Any]]], parent: Node | None) -> _Rows:
    made: list[Node] = []
    for above, values in rows:
        before = parent if above is None else made[above]
        node = Node(**dict(zip(_NODE_FIELDS, values, strict=True)), parent=before)
        if above is not None and before is not None:
            before.children.append(node)
        made.append(node)
    return _rows(made[0])


def _node_of(rows: _Rows, place: int) -> Node:
    return next(islice(rows.nodes(), place, None))


_FIELD_DEFAULTS = {each.name: each.default for each in fields(Node) if each.default is not MISSING}

_FIELD_DESCRIPTIONS = {"comment": "a comment", "chapter": "the heading of a chapter"}

_NODE_FIELDS = [each.name for each in fields(Node) if each.name not in {"parent", "children"}]
"""What a node has of its own."""


GLYPHS: Final = ("!!", "!", "!?", "?!", "?", "??")
"""What may be said of a move with a sign: from a brilliant one to a blunder."""


def in_order(root: Node) -> Iterator[tuple[Node, int]]:
    """Yield each node below one, and how far its line is moved in.

    First comes the main line; alternatives stand below the move that they replace.
    """
    due = [(root, 0, False)]  # whether the node itself is to come, or only what is below it
    while due:
        node, depth, is_new = due.pop()
        if is_new:
            yield node, depth
        if node.children:
            first, *others = node.children
            yield first, depth
            due.append((first, depth, False))
            due += [(other, depth + 1, True) for other in reversed(others)]


def holds(root: Node, node: Node) -> bool:
    """Whether a node is one of a tree."""
    return node.top is root


def branching(node: Node) -> Node | None:
    """Return the first move of the branch that a node stands in; None on the main line."""
    while (parent := node.parent) is not None:
        if parent.children[0] is not node:
            return node
        node = parent
    return None
