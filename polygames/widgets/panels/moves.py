"""The panel with the moves: the tree of a record as rows, to be walked through and written in."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final
from weakref import WeakKeyDictionary

from polygames.core.errors import RecordError
from polygames.core.protocol import CHANCE
from polygames.core.registry import info_of
from polygames.core.words import move_words
from polygames.records.annotations import REVIEW_KIND
from polygames.records.node import GLYPHS, holds, in_order
from polygames.runtime.owner import with_owner
from polygames.view.esm import JS_FOLDER, bundle_module
from polygames.widgets.page_widget import PageWidget
from polygames.widgets.panels.panel import Panel
from polygames.widgets.panels.review_text import note_words

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import TypeAlias

    from polygames.core.protocol import State
    from polygames.records.node import Node
    from polygames.records.record import Record
    from polygames.widgets.parts import BoardLike

    Row: TypeAlias = dict[str, Any]


HIDDEN_MOVE_TEXT = "…"
"""Stands for a move that the player to move may not see."""


class MoveList:
    """The rows of a record's tree: what does not change of a node is found out once.

    Examples
    --------
    >>> record, moves = pg.Record(pg.new("polygon")), MoveList()
    >>> record.push("A-C")
    >>> [(row["number"], row["words"]) for row in moves.rows(record)]
    [(0, 'Start'), (1, 'A to C')]
    """

    def __init__(self) -> None:
        self._known: WeakKeyDictionary[Node, Row] = WeakKeyDictionary()
        self._notes: WeakKeyDictionary[Node, tuple[str, str]] = WeakKeyDictionary()
        self._count = 0

    def rows(self, record: Record) -> list[Row]:
        """Return a row for the start and for each move, in the order of the record's text.

        The ``id`` of a row stays that of its move, ``parent`` is that of the move before.
        """
        nodes = [(record.root, 0), *in_order(record.root)]
        hidden = secrets(record.state, [node for node, _ in nodes])
        return [self._row(node, depth, is_secret=node in hidden) for node, depth in nodes]

    def id_of(self, node: Node) -> int:
        """Return the number by which a page knows a node."""
        number: int = self._face(node)["id"]
        return number

    def node(self, record: Record, number: object) -> Node | None:
        """Return the node of a record that a page names; None if there is none."""
        nodes = (record.root, *(node for node, _ in in_order(record.root)))
        return next((node for node in nodes if self.id_of(node) == number), None)

    def _row(self, node: Node, depth: int, *, is_secret: bool) -> Row:
        said = {"glyph": node.glyph, "comment": node.comment, "note": self._note(node)}
        return (
            self._face(node)
            | {"depth": depth}
            | said
            | ({"words": HIDDEN_MOVE_TEXT, "note": ""} if is_secret else {})
        )

    def _note(self, node: Node) -> str:
        """Return what a review has kept of a move, in words; found out once."""
        if (text := node.kept.get(REVIEW_KIND)) is None:
            return ""
        known = self._notes.get(node)
        if known is None or known[0] != text:
            known = self._notes[node] = text, note_words(node)
        return known[1]

    def _face(self, node: Node) -> Row:
        """Return what does not change of a node's row."""
        if node not in self._known:
            before = self.id_of(node.parent) if node.parent else None
            face = {"id": self._count, "parent": before, "number": node.number}
            self._count += 1
            self._known[node] = face | _move_row(node)
        return self._known[node]


def secrets(now: State[Any], nodes: Sequence[Node]) -> set[Node]:
    """Return the nodes whose move the player to move may not see.

    A secret ends where what was played is seen by all, further down the same line.
    """
    if now.turn == CHANCE or now.outcome is not None:
        return set()
    hidden: set[Node] = set()
    for node in reversed(nodes):  # what follows comes before
        seen = node.state.view(now.turn)
        if seen is node.state or seen == node.state:
            continue
        if not node.children or node.children[0] in hidden:
            hidden.add(node)
    return hidden


def line_of(record: Record, node: Node) -> str:
    """Return the moves up to a node as text, numbered; what may not be seen is left out.

    Examples
    --------
    >>> record = pg.Record(pg.new("polygon"))
    >>> record.push("A-C")
    >>> line_of(record, record.node)
    '1. A-C'
    """
    path = []
    while node.parent is not None:
        path.append(node)
        node = node.parent
    path.reverse()
    hidden = secrets(record.state, path)
    return "\n".join(
        f"{each.number}. {HIDDEN_MOVE_TEXT if each in hidden else _text(each)}" for each in path
    )


def difference(before: Sequence[Row], after: Sequence[Row]) -> dict[str, Any]:
    """Return how one list becomes another: the place ``start``, how many to ``drop``, new ``rows``.

    Examples
    --------
    >>> difference([{"id": 0}, {"id": 1}], [{"id": 0}, {"id": 2}, {"id": 1}])
    {'start': 1, 'drop': 0, 'rows': [{'id': 2}]}
    """
    start = _alike(before, after)
    end = _alike(before[start:][::-1], after[start:][::-1])
    rows = list(after[start : len(after) - end])
    return {"start": start, "drop": len(before) - end - start, "rows": rows}


def _alike(one: Iterable[Row], other: Iterable[Row]) -> int:
    """Return how many rows two lists have in common at their beginning."""
    count = 0
    for mine, its in zip(one, other, strict=False):
        if mine != its:
            break
        count += 1
    return count


def _text(node: Node) -> str:
    """Write a move as records do."""
    return f"{node.move} {node.glyph}" if node.glyph else str(node.move)


def _words(node: Node) -> str:
    """Name a move for people."""
    return "Start" if node.parent is None else move_words(node.parent.state, node.move)


def _move_row(node: Node) -> Row:
    """Say who played what."""
    if node.parent is None:
        return {"who": "", "mark": "", "color": "", "words": "Start"}
    seat = node.parent.state.turn
    if seat == CHANCE:
        return {"who": "dice", "mark": "⚄", "color": "", "words": _words(node)}
    label = info_of(node.state).board.caption(node.state).seats[seat]
    words = _words(node)
    return {"who": label.name, "mark": label.mark, "color": label.color, "words": words}


_MOVES_JS: Final = JS_FOLDER / "moves"

MAX_COMMENT_CHARS: Final = 10_000
"""No comment that comes from a page is longer."""


class MovesWidget(PageWidget):
    """A list that is told of changes only; a page that has just come asks for all of it.

    The kernel sends ``all`` with ``rows`` (see `polygames.widgets.panels.moves`), and then
    ``change`` with the part of them that is new. Both have a ``version``, the row to stand
    ``at`` and whether something ``deleted`` can be put back. The client sends ``ready``;
    ``go``, ``promote``, ``delete``, ``line`` and ``position`` (to be copied) with an ``id``;
    ``comment`` with a ``text``, ``glyph`` with a ``glyph``; ``restore``.
    """

    _esm = bundle_module(_MOVES_JS / "moves.js")
    _css = (_MOVES_JS / "moves.css").read_text(encoding="utf-8")


class MovesPanel(Panel):
    """The panel with the moves."""

    def __init__(self, board: BoardLike) -> None:
        super().__init__(board, MovesWidget())
        self._moves = MoveList()
        self._rows: list[dict[str, Any]] | None = None
        """What the pages know; None while there is none."""
        self._said: tuple[Any, ...] = ()
        self._version = 0
        self._deleted: list[tuple[Node, int]] = []
        self.box.on_msg(lambda _, content, __: self._handle(content))

    def show(self) -> None:
        """Tell the pages what has changed."""
        if self._rows is None:
            return
        record = self.record
        rows = self._moves.rows(record)
        change = difference(self._rows, rows)
        news = (self._moves.id_of(record.node), self._can_restore())
        if not (change["drop"] or change["rows"]) and news == self._said:
            return
        self._rows = rows
        self._tell("change", change, news)

    def _answer(self, version: int) -> None:
        """Tell the pages where the board stands, also if nothing changed: one waits for that."""
        self.show()
        if self._version == version and self._rows is not None:
            news = (self._moves.id_of(self.record.node), self._can_restore())
            self._tell("change", {"start": 0, "drop": 0, "rows": []}, news)

    def _tell(self, kind: str, content: dict[str, Any], news: tuple[int, bool]) -> None:
        self._said, self._version = news, self._version + 1
        at, deleted = news
        head = {"kind": kind, "version": self._version, "at": at, "deleted": deleted}
        self.box.send(head | content)

    @with_owner
    def _handle(self, content: object) -> None:
        """Do what a message of the client says, if it is one."""
        match content:
            case {"kind": "ready"}:
                record = self.record
                self._rows = self._moves.rows(record)
                news = (self._moves.id_of(record.node), self._can_restore())
                self._tell("all", {"rows": self._rows}, news)
            case {"kind": "restore"}:
                self.board.attempt(self._restore)
            case {"kind": str(kind), "id": int(number)}:
                node, version = self._moves.node(self.record, number), self._version
                if node is not None:
                    self.board.attempt(lambda: self._edit(kind, node, content))
                if kind == "go":
                    self._answer(version)

    def _edit(self, kind: str, node: Node, content: object) -> None:
        record = self.record
        match kind, content:
            case "go", _:
                self.board.go(node)
            case "comment", {"text": str(text)}:
                record.annotate(node, comment=text[:MAX_COMMENT_CHARS].strip())
            case "glyph", {"glyph": str(sign)} if sign in {"", *GLYPHS}:
                record.annotate(node, glyph=sign)
            case "promote", _:
                record.promote(node)
            case "delete", _:
                self._delete(record, node)
            case "line", _:
                self.board.copy_text(line_of(record, node), "The line")
            case "position", _:
                state = node.state
                seen = state if state.turn < 0 else state.view(state.turn)
                self.board.copy_text(seen.to_text(), "The position")

    def _delete(self, record: Record, node: Node) -> None:
        if node.parent is None:
            msg = "the start cannot be deleted"
            raise RecordError(msg)
        if node in record.path:
            self.board.go(node.parent)  # agents wait: it is not they who are to go on
        self._deleted.append((node, node.parent.children.index(node)))
        record.delete(node)

    def _can_restore(self) -> bool:
        """Whether the last thing that was deleted belongs to the record on the board."""
        root = self.record.root
        while self._deleted and not _fits(root, self._deleted[-1][0]):
            self._deleted.pop()
        return bool(self._deleted)

    def _restore(self) -> None:
        if self._can_restore():
            self.record.restore(*self._deleted.pop())


def _fits(root: Node, node: Node) -> bool:
    """Whether something deleted could be put back into a tree."""
    parent = node.parent
    if parent is None or not holds(root, parent):
        return False
    return all(each.move != node.move for each in parent.children)
