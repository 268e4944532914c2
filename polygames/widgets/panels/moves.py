"""The panel with the moves: the tree of a record as rows, for navigation and editing."""

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
"""The text of a move that the player to move may not see."""


class MoveList:
    """The rows of a record's tree; the constant part of each row is cached.

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
        """Return one row for the start and one for each move, in the order of the record's text.

        The ``id`` of a row never changes; ``parent`` is the ``id`` of the move before.
        """
        nodes = [(record.root, 0), *in_order(record.root)]
        hidden = secrets(record.state, [node for node, _ in nodes])
        return [self._row(node, depth, is_secret=node in hidden) for node, depth in nodes]

    def id_of(self, node: Node) -> int:
        """Return the id of a node on the pages."""
        number: int = self._face(node)["id"]
        return number

    def node(self, record: Record, number: object) -> Node | None:
        """Return the node with this id; None if the record has none."""
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
        """Return the review of a move as text, cached; empty if it was not reviewed."""
        if (text := node.kept.get(REVIEW_KIND)) is None:
            return ""
        known = self._notes.get(node)
        if known is None or known[0] != text:
            known = self._notes[node] = text, note_words(node)
        return known[1]

    def _face(self, node: Node) -> Row:
        """Return the constant part of a node's row, cached."""
        if node not in self._known:
            before = self.id_of(node.parent) if node.parent else None
            face = {"id": self._count, "parent": before, "number": node.number}
            self._count += 1
            self._known[node] = face | _move_row(node)
        return self._known[node]


def secrets(now: State[Any], nodes: Sequence[Node]) -> set[Node]:
    """Return the nodes whose move the player to move may not see.

    A move is no longer hidden once a later move of the same line is visible to all.
    """
    if now.turn == CHANCE or now.outcome is not None:
        return set()
    hidden: set[Node] = set()
    for node in reversed(nodes):  # children before their parents
        seen = node.state.view(now.turn)
        if seen is node.state or seen == node.state:
            continue
        if not node.children or node.children[0] in hidden:
            hidden.add(node)
    return hidden


def line_of(record: Record, node: Node) -> str:
    """Return the numbered moves up to a node as text; hidden moves are replaced by ``…``.

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
    """Return the change from one list to another: ``start``, the number to ``drop``, new ``rows``.

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
    """Return the length of the common prefix of two lists of rows."""
    count = 0
    for mine, its in zip(one, other, strict=False):
        if mine != its:
            break
        count += 1
    return count


def _text(node: Node) -> str:
    """Return a move with its glyph, in the notation of records."""
    return f"{node.move} {node.glyph}" if node.glyph else str(node.move)


def _words(node: Node) -> str:
    """Return the display name of a move."""
    return "Start" if node.parent is None else move_words(node.parent.state, node.move)


def _move_row(node: Node) -> Row:
    """Return the player of a move and the name of the move, as a part of a row."""
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
"""The maximum length of a comment from a page, in characters."""


class MovesWidget(PageWidget):
    """A widget that sends only changes of the list; a new page requests the whole list.

    The kernel sends ``all`` with ``rows`` (see `polygames.widgets.panels.moves`), and then
    ``change`` with the rows that are new. Both have a ``version``, the id of the current row as
    ``at``, and ``deleted``: whether a deletion can be undone. The client sends ``ready``; ``go``,
    ``promote``, ``delete``, ``line`` and ``position`` (to be copied) with an ``id``; ``comment``
    with a ``text``, ``glyph`` with a ``glyph``; ``restore``.
    """

    _esm = bundle_module(_MOVES_JS / "moves.js")
    _css = (_MOVES_JS / "moves.css").read_text(encoding="utf-8")


class MovesPanel(Panel):
    """The panel with the tree of moves of the record on the board."""

    def __init__(self, board: BoardLike) -> None:
        super().__init__(board, MovesWidget())
        self._moves = MoveList()
        self._rows: list[dict[str, Any]] | None = None
        """The rows that the pages have; None before the first page is ready."""
        self._said: tuple[Any, ...] = ()
        self._version = 0
        self._deleted: list[tuple[Node, int]] = []
        self.box.on_msg(lambda _, content, __: self._handle(content))

    def show(self) -> None:
        """Send the changes to the pages, if there are any."""
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
        """Send the current row to the pages even if nothing changed: one of them waits for it."""
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
        """Handle a message from the client; ignore any that is malformed."""
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
            self.board.go(node.parent)  # `go` pauses the computer players
        self._deleted.append((node, node.parent.children.index(node)))
        record.delete(node)

    def _can_restore(self) -> bool:
        """Return True if the last deletion in the record on the board can be undone."""
        root = self.record.root
        while self._deleted and not _fits(root, self._deleted[-1][0]):
            self._deleted.pop()
        return bool(self._deleted)

    def _restore(self) -> None:
        if self._can_restore():
            self.record.restore(*self._deleted.pop())


def _fits(root: Node, node: Node) -> bool:
    """Return True if a deleted node can be restored in a tree."""
    parent = node.parent
    if parent is None or not holds(root, parent):
        return False
    return all(each.move != node.move for each in parent.children)
