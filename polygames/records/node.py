"""The nodes of a record's tree: the states reached, with moves and annotations."""

from __future__ import annotations

from dataclasses import MISSING, dataclass, field, fields
from itertools import islice
from typing import TYPE_CHECKING, Any, Final

from polygames.core.errors import IllegalMoveError, MoveError
from polygames.core.options import check_text, quoted_text, short_repr

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from polygames.core.protocol import State
    from polygames.scene.user_marks import DrawnMark


@dataclass(eq=False, init=False, repr=False)
class Node:
    """A node in the tree of a record: a state, the move that led to it, and annotations.

    Examples
    --------
    >>> record = pg.Record(pg.new("polygon"))
    >>> record.push("A-C")
    >>> record.node.number, str(record.node.move), record.node.parent is record.root
    (1, 'A-C', True)
    """

    state: State[Any]
    move: Any = None
    """The move that led to this state; None at the start."""
    parent: Node | None = field(default=None, repr=False)
    number: int = 0
    """The number of moves from the start of the record."""
    children: list[Node] = field(default_factory=list, repr=False)
    """The continuations from this state, the main line (the most recent one) first."""
    comment: str = ""
    glyph: str = ""
    """The sign for the quality of the move: one of `MOVE_GLYPHS`, or empty."""
    marks: tuple[DrawnMark, ...] = ()
    """The drawing on the position: arrows, lines, circles and numbers."""
    chapter: str = ""
    """The heading of a chapter that begins with this move, or empty."""
    annotations: Mapping[str, str] = field(default_factory=dict, repr=False)
    """The annotations by programs, by kind; see `polygames.records.annotations`."""

    def __init__(self, state: State[Any], move: Any = None, **field_values: Any) -> None:
        vars(self).update(
            _FIELD_DEFAULTS | {"annotations": {}} | field_values,
            state=state,
            move=move,
            children=[],
        )

    def __setattr__(self, name: str, value: Any) -> None:
        """Set an attribute; raise OptionError for text that cannot be written to a file."""
        if name in _FIELD_DESCRIPTIONS:
            check_text(_FIELD_DESCRIPTIONS[name], value)
        super().__setattr__(name, value)

    def __repr__(self) -> str:
        """Return one line with the move number, the move and the position."""
        move = "the start" if self.move is None else f"{self.number}. {self.move}"
        return f"<Node {move}: {self.state!r}>"

    def new_child(self, move: Any, comment: str = "") -> Node:
        """Return a new node for the state after a legal move; this node does not change.

        The node has the move as parsed from its text, because a file contains the text. Raise
        IllegalMoveError if the move is refused, or cannot be parsed from its text.
        """
        after = self.state.play(move)
        try:
            move = self.state.parse(str(move))
        except MoveError:
            msg = f"illegal move {quoted_text(move)}: {short_repr(move)} equals a legal move, but "
            msg += "its text cannot be read"
            raise IllegalMoveError(msg) from None
        return Node(after, move, parent=self, number=self.number + 1, comment=comment)

    @property
    def ancestors(self) -> Iterator[Node]:
        """The ancestors of this node, the nearest first."""
        node = self
        while node.parent is not None:
            node = node.parent
            yield node

    @property
    def line(self) -> Iterator[Node]:
        """The nodes that follow this one along the main line, the first child at each step."""
        node = self
        while node.children:
            node = node.children[0]
            yield node

    @property
    def end(self) -> Node:
        """The last node along the main line; this node if it has no children."""
        node = self
        while node.children:
            node = node.children[0]
        return node

    @property
    def tree_root(self) -> Node:
        """The root of this node's tree; for a deleted node, the root of the deleted subtree."""
        node = self
        while node.parent is not None and any(child is node for child in node.parent.children):
            node = node.parent
        return node

    def __reduce__(self) -> tuple[Any, ...]:
        """Return the whole tree as rows to copy or pickle, because recursion would be too deep."""
        rows = _tree_rows(self.tree_root)
        return _node_at, (rows, next(at for at, each in enumerate(rows.nodes()) if each is self))


def _tree_rows(root: Node) -> _TreeRows:
    """Return the cached rows of a tree, so that its nodes are copied only once."""
    found: _TreeRows = vars(root).setdefault("_rows", _TreeRows(root))
    return found


class _TreeRows:
    """A tree in the form in which it is copied or pickled: one row of values per node."""

    def __init__(self, root: Node) -> None:
        self.root = root

    def nodes(self) -> Iterator[Node]:
        """Yield the nodes in preorder."""
        due = [self.root]
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
        return _rebuild_rows, (rows, self.root.parent)


def _rebuild_rows(rows: list[tuple[int | None, list[Any]]], parent: Node | None) -> _TreeRows:
    made: list[Node] = []
    for above, values in rows:
        before = parent if above is None else made[above]
        node = Node(**dict(zip(_NODE_FIELDS, values, strict=True)), parent=before)
        if above is not None and before is not None:
            before.children.append(node)
        made.append(node)
    return _tree_rows(made[0])


def _node_at(rows: _TreeRows, index: int) -> Node:
    return next(islice(rows.nodes(), index, None))


_FIELD_DEFAULTS = {each.name: each.default for each in fields(Node) if each.default is not MISSING}

_FIELD_DESCRIPTIONS = {"comment": "a comment", "chapter": "the heading of a chapter"}

_NODE_FIELDS = [each.name for each in fields(Node) if each.name not in {"parent", "children"}]
"""The fields of a node without its parent and children."""


MOVE_GLYPHS: Final = ("!!", "!", "!?", "?!", "?", "??")
"""The signs for the quality of a move, from brilliant to a blunder."""


def iter_nodes(root: Node) -> Iterator[tuple[Node, int]]:
    """Yield each node below a root with its indentation level, in the order of a record's text.

    The main line comes first; alternatives follow the move that they replace.
    """
    due = [(root, 0, False)]  # whether to yield the node itself, or only the nodes below it
    while due:
        node, depth, is_new = due.pop()
        if is_new:
            yield node, depth
        if node.children:
            first, *others = node.children
            yield first, depth
            due.append((first, depth, False))
            due += [(other, depth + 1, True) for other in reversed(others)]


def contains_node(root: Node, node: Node) -> bool:
    """Return True if a node belongs to the tree with a given root."""
    return node.tree_root is root


def branch_start(node: Node) -> Node | None:
    """Return the first move of the branch that contains a node; None on the main line."""
    while (parent := node.parent) is not None:
        if parent.children[0] is not node:
            return node
        node = parent
    return None
