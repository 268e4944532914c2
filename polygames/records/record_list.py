"""The tree of a record as a list, and what may be said of a move in it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterator

    from polygames.records.node import Node

GLYPHS: Final = ("!!", "!", "!?", "?!", "?", "??")
"""What may be said of a move with a sign: from a brilliant one to a blunder."""


def in_order(root: Node) -> Iterator[tuple[Node, int]]:
    """Yield each node below one, and how far its line is moved in.

    First comes the main line; alternatives stand below the move that they replace.

    Examples
    --------
    >>> import polygames as pg
    >>> record = pg.Record(pg.new("polygon"))
    >>> for move in ("A-C", "A-D"):
    ...     record.push(move)
    ...     _ = record.pop()
    >>> [(str(node.move), depth) for node, depth in in_order(record.root)]
    [('A-D', 0), ('A-C', 1)]
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
