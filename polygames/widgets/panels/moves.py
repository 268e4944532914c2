"""The page with the moves: the record's tree, to be walked through and written in."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

import anywidget

from polygames.core.errors import RecordError
from polygames.records.record_list import GLYPHS, holds
from polygames.widgets.esm import JS, joined
from polygames.widgets.panels.move_list import MoveList, difference, line_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from polygames.records.node import Node
    from polygames.records.record import Record

_JS: Final = JS / "moves"

LONGEST: Final = 10_000
"""No comment that comes from a page is longer."""


@dataclass(frozen=True, kw_only=True)
class Walk:
    """What the page works with: the record of a board, and what can be done with it there."""

    record: Callable[[], Record]
    go: Callable[[Node], Any]
    """Show the place of a record."""
    copy: Callable[[str, str], Any]
    """Put a text on the clipboard, and say what it is."""
    attempt: Callable[[Callable[[], Any]], None]
    """Run an action, and say at the board why it was refused."""


class MovesWidget(anywidget.AnyWidget):
    """A list that is told of changes only; a page that has just come asks for all of it.

    The kernel sends ``all`` with ``rows`` (see `polygames.widgets.panels.move_list`), and then
    ``change`` with the part of them that is new. Both have a ``version``, the row to stand
    ``at`` and whether something ``deleted`` can be put back. The client sends ``ready``;
    ``go``, ``promote``, ``delete``, ``line`` and ``position`` (to be copied) with an ``id``;
    ``comment`` with a ``text``, ``glyph`` with a ``glyph``; ``restore``.
    """

    _esm = joined(_JS / "moves.js")
    _css = (_JS / "moves.css").read_text(encoding="utf-8")


class MovesPanel:
    """The page with the moves."""

    def __init__(self, walk: Walk) -> None:
        self._walk = walk
        self._moves = MoveList()
        self._rows: list[dict[str, Any]] | None = None
        """What the pages know; None while there is none."""
        self._said: tuple[Any, ...] = ()
        self._version = 0
        self._deleted: list[tuple[Node, int]] = []
        self.box = MovesWidget()
        self.box.on_msg(lambda _, content, __: self._take(content))

    def show(self) -> None:
        """Tell the pages what has changed."""
        if self._rows is None:
            return
        record = self._walk.record()
        rows = self._moves.rows(record)
        change = difference(self._rows, rows)
        news = (self._moves.id_of(record.node), self._can_restore())
        if not (change["drop"] or change["rows"]) and news == self._said:
            return
        self._rows = rows
        self._tell("change", change, news)

    def _tell(self, kind: str, content: dict[str, Any], news: tuple[int, bool]) -> None:
        self._said, self._version = news, self._version + 1
        at, deleted = news
        told = {"kind": kind, "version": self._version, "at": at, "deleted": deleted}
        self.box.send(told | content)

    def _take(self, content: object) -> None:
        """Do what a message of the client says, if it is one."""
        match content:
            case {"kind": "ready"}:
                record = self._walk.record()
                self._rows = self._moves.rows(record)
                news = (self._moves.id_of(record.node), self._can_restore())
                self._tell("all", {"rows": self._rows}, news)
            case {"kind": "restore"}:
                self._walk.attempt(self._restore)
            case {"kind": str(kind), "id": int(number)}:
                node = self._moves.node(self._walk.record(), number)
                if node is not None:
                    self._walk.attempt(lambda: self._edit(kind, node, content))

    def _edit(self, kind: str, node: Node, content: object) -> None:
        record = self._walk.record()
        match kind, content:
            case "go", _:
                self._walk.go(node)
            case "comment", {"text": str(text)}:
                record.annotate(node, comment=text[:LONGEST])
            case "glyph", {"glyph": str(sign)} if sign in {"", *GLYPHS}:
                record.annotate(node, glyph=sign)
            case "promote", _:
                record.promote(node)
            case "delete", _:
                self._delete(record, node)
            case "line", _:
                self._walk.copy(line_of(record, node), "The line")
            case "position", _:
                state = node.state
                seen = state if state.turn < 0 else state.view(state.turn)
                self._walk.copy(seen.to_text(), "The position")

    def _delete(self, record: Record, node: Node) -> None:
        if node.parent is None:
            msg = "the start cannot be deleted"
            raise RecordError(msg)
        if node in record.path:
            self._walk.go(node.parent)  # agents wait: it is not they who are to go on
        self._deleted.append((node, node.parent.children.index(node)))
        record.delete(node)

    def _can_restore(self) -> bool:
        """Whether the last thing that was deleted belongs to the record on the board."""
        root = self._walk.record().root
        while self._deleted and not _fits(root, self._deleted[-1][0]):
            self._deleted.pop()
        return bool(self._deleted)

    def _restore(self) -> None:
        if self._can_restore():
            self._walk.record().restore(*self._deleted.pop())


def _fits(root: Node, node: Node) -> bool:
    """Whether something deleted could be put back into a tree."""
    parent = node.parent
    if parent is None or not holds(root, parent):
        return False
    return all(each.move != node.move for each in parent.children)
