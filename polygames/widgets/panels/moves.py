"""The panel with the moves: the tree of a record as rows, for navigation and editing."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final
from weakref import WeakKeyDictionary

from polygames.core.descriptions import move_text, position_caption
from polygames.core.errors import RecordError
from polygames.core.protocol import CHANCE
from polygames.records.annotations import REVIEW_KIND
from polygames.records.node import MOVE_GLYPHS, contains_node, iter_nodes
from polygames.runtime.game_lock import with_game_lock
from polygames.view.js_bundle import JS_FOLDER, bundle_module
from polygames.view.review_text import saved_review_text
from polygames.widgets.page_widget import PageWidget
from polygames.widgets.panels.panel import Panel

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import TypeAlias

    from polygames.core.protocol import State
    from polygames.records.node import Node
    from polygames.records.record import Record
    from polygames.widgets.interfaces import BoardLike

    Row: TypeAlias = dict[str, Any]


HIDDEN_MOVE_TEXT = "…"
"""The text of a move that the player to move may not see."""


class MoveList:
    """The tree of moves of a record as rows for the page; the constant part of a row is cached.

    Examples
    --------
    >>> record, moves = pg.Record(pg.new("polygon")), MoveList()
    >>> record.push("A-C")
    >>> [(row["number"], row["text"]) for row in moves.rows(record)]
    [(0, 'Start'), (1, 'A to C')]
    """

    def __init__(self) -> None:
        self._row_cache: WeakKeyDictionary[Node, Row] = WeakKeyDictionary()
        self._notes: WeakKeyDictionary[Node, tuple[tuple[str, ...], str]] = WeakKeyDictionary()
        self._next_id = 0

    def rows(self, record: Record) -> list[Row]:
        """Return one row for the start and one for each move, in the order of the record's text.

        The ``id`` of a row never changes; ``parent`` is the ``id`` of the move before.
        """
        nodes = [(record.root, 0), *iter_nodes(record.root)]
        hidden = hidden_nodes(record.state, [node for node, _ in nodes])
        return [self._full_row(node, depth, is_secret=node in hidden) for node, depth in nodes]

    def page_id(self, node: Node) -> int:
        """Return the id that pages use for a node."""
        number: int = self._constant_part(node)["id"]
        return number

    def find_node(self, record: Record, page_id: object) -> Node | None:
        """Return the node that pages know by this id; None if the record has no such node."""
        nodes = (record.root, *(node for node, _ in iter_nodes(record.root)))
        return next((node for node in nodes if self.page_id(node) == page_id), None)

    def _full_row(self, node: Node, depth: int, *, is_secret: bool) -> Row:
        said = {"glyph": node.glyph, "comment": node.comment, "note": self._review_note(node)}
        return (
            self._constant_part(node)
            | {"depth": depth}
            | said
            | ({"text": HIDDEN_MOVE_TEXT, "note": ""} if is_secret else {})
        )

    def _review_note(self, node: Node) -> str:
        """Return the review of a move as text, cached; empty if it was not reviewed."""
        if node.parent is None or REVIEW_KIND not in node.annotations:
            return ""
        data = tuple(each.annotations.get(REVIEW_KIND, "") for each in (node.parent, node))
        known = self._notes.get(node)
        if known is None or known[0] != data:
            known = self._notes[node] = data, saved_review_text(node)
        return known[1]

    def _constant_part(self, node: Node) -> Row:
        """Return the part of a node's row that never changes (id, parent, number, move), cached."""
        if node not in self._row_cache:
            before = self.page_id(node.parent) if node.parent else None
            face = {"id": self._next_id, "parent": before, "number": node.number}
            self._next_id += 1
            self._row_cache[node] = face | _move_row(node)
        return self._row_cache[node]


def hidden_nodes(current_state: State[Any], nodes: Sequence[Node]) -> set[Node]:
    """Return the nodes with moves that are hidden from the player to move.

    A move is no longer hidden once a later move of the same line is visible to all.
    """
    if current_state.turn == CHANCE or current_state.outcome is not None:
        return set()
    hidden: set[Node] = set()
    for node in reversed(nodes):  # children before their parents
        seen = node.state.view(current_state.turn)
        if seen is node.state or seen == node.state:
            continue
        if not node.children or node.children[0] in hidden:
            hidden.add(node)
    return hidden


def line_text(record: Record, node: Node) -> str:
    """Return the numbered moves up to a node as text; hidden moves are replaced by ``…``.

    Examples
    --------
    >>> record = pg.Record(pg.new("polygon"))
    >>> record.push("A-C")
    >>> line_text(record, record.node)
    '1. A-C'
    """
    path = []
    while node.parent is not None:
        path.append(node)
        node = node.parent
    path.reverse()
    hidden = hidden_nodes(record.state, path)
    return "\n".join(
        f"{each.number}. {HIDDEN_MOVE_TEXT if each in hidden else _move_notation(each)}"
        for each in path
    )


def row_changes(old_rows: Sequence[Row], new_rows: Sequence[Row]) -> dict[str, Any]:
    """Return the change between two lists as ``start``, ``removed_count`` and new ``rows``.

    Examples
    --------
    >>> row_changes([{"id": 0}, {"id": 1}], [{"id": 0}, {"id": 2}, {"id": 1}])
    {'start': 1, 'removed_count': 0, 'rows': [{'id': 2}]}
    """
    start = _common_prefix_length(old_rows, new_rows)
    end = _common_prefix_length(old_rows[start:][::-1], new_rows[start:][::-1])
    rows = list(new_rows[start : len(new_rows) - end])
    return {"start": start, "removed_count": len(old_rows) - end - start, "rows": rows}


def _common_prefix_length(first_rows: Iterable[Row], second_rows: Iterable[Row]) -> int:
    """Return the length of the common prefix of two lists of rows."""
    count = 0
    for mine, its in zip(first_rows, second_rows, strict=False):
        if mine != its:
            break
        count += 1
    return count


def _move_notation(node: Node) -> str:
    """Return a move in record notation, followed by its glyph, such as ``?``."""
    return f"{node.move} {node.glyph}" if node.glyph else str(node.move)


def _move_name(node: Node) -> str:
    """Return the display name of a move."""
    return "Start" if node.parent is None else move_text(node.parent.state, node.move)


def _move_row(node: Node) -> Row:
    """Return the player and name of a move, as part of a row."""
    if node.parent is None:
        return {"player": "", "mark": "", "color": "", "text": "Start"}
    seat = node.parent.state.turn
    if seat == CHANCE:
        return {"player": "dice", "mark": "⚄", "color": "", "text": _move_name(node)}
    label = position_caption(node.parent.state).seats[seat]  # its name then
    words = _move_name(node)
    return {"player": label.name, "mark": label.mark, "color": label.color, "text": words}


_MOVES_JS: Final = JS_FOLDER / "moves"

MAX_COMMENT_CHARS: Final = 10_000
"""The maximum length of a comment from a page, in characters."""


class MovesWidget(PageWidget):
    """A widget with the list of moves; it sends only changes, but the whole list to a new page.

    The kernel sends ``all_rows`` with ``rows`` (see `polygames.widgets.panels.moves`), and then
    ``row_changes`` with the rows that are new (see `row_changes`). Both have a ``version``, the
    ``current_id``, and ``can_restore``: whether a deletion can be undone.

    The client sends ``request_rows`` and ``restore``; with the ``id`` of a row ``go_to_move``,
    ``promote``, ``delete``, ``copy_line``, ``copy_position``, ``set_comment`` with a ``text``, and
    ``set_glyph`` with a ``glyph``.
    """

    _esm = bundle_module(_MOVES_JS / "moves.js")
    _css = (_MOVES_JS / "moves.css").read_text(encoding="utf-8")


class MovesPanel(Panel):
    """The panel with the tree of moves of the record on the board."""

    def __init__(self, board: BoardLike) -> None:
        super().__init__(board, MovesWidget())
        self._move_list = MoveList()
        self._rows: list[dict[str, Any]] | None = None
        """The rows that the pages have; None before the first page is ready."""
        self._sent_status: tuple[Any, ...] = ()
        self._version = 0
        self._deleted: list[tuple[Node, int]] = []
        self.box.on_msg(lambda _, content, __: self._handle_message(content))

    def refresh(self) -> None:
        """Send the changes to the pages, if there are any."""
        if self._rows is None:
            return
        record = self.record
        rows = self._move_list.rows(record)
        change = row_changes(self._rows, rows)
        news = (self._move_list.page_id(record.node), self._can_restore())
        if not (change["removed_count"] or change["rows"]) and news == self._sent_status:
            return
        self._rows = rows
        self._send_rows("row_changes", change, news)

    def _resend_status(self, version: int) -> None:
        """Send the current row even if nothing has changed, because a page waits for an answer."""
        self.refresh()
        if self._version == version and self._rows is not None:
            news = (self._move_list.page_id(self.record.node), self._can_restore())
            self._send_rows("row_changes", {"start": 0, "removed_count": 0, "rows": []}, news)

    def _send_rows(self, kind: str, content: dict[str, Any], status: tuple[int, bool]) -> None:
        self._sent_status, self._version = status, self._version + 1
        current_id, can_restore = status
        head = {"kind": kind, "version": self._version}
        self.box.send(head | {"current_id": current_id, "can_restore": can_restore} | content)

    @with_game_lock
    def _handle_message(self, content: object) -> None:
        """Handle a message from the page; ignore a malformed message."""
        match content:
            case {"kind": "request_rows"}:
                record = self.record
                self._rows = self._move_list.rows(record)
                news = (self._move_list.page_id(record.node), self._can_restore())
                self._send_rows("all_rows", {"rows": self._rows}, news)
            case {"kind": "restore"}:
                self.board.run_action(self._restore)
            case {"kind": str(kind), "id": int(number)}:
                node, version = self._move_list.find_node(self.record, number), self._version
                if node is not None:
                    self.board.run_action(lambda: self._edit(kind, node, content))
                if kind == "go_to_move":
                    self._resend_status(version)

    def _edit(self, kind: str, node: Node, content: object) -> None:
        record = self.record
        match kind, content:
            case "go_to_move", _:
                self.board.go_to(node)
            case "set_comment", {"text": str(text)}:
                record.annotate(node, comment=text[:MAX_COMMENT_CHARS].strip())
            case "set_glyph", {"glyph": str(sign)} if sign in {"", *MOVE_GLYPHS}:
                record.annotate(node, glyph=sign)
            case "promote", _:
                record.promote(node)
            case "delete", _:
                self._delete(record, node)
            case "copy_line", _:
                self.board.copy_text(line_text(record, node), "The line")
            case "copy_position", _:
                state = node.state
                seen = state if state.turn < 0 else state.view(state.turn)
                self.board.copy_text(seen.to_text(), "The position")

    def _delete(self, record: Record, node: Node) -> None:
        if node.parent is None:
            msg = "the start of a record cannot be deleted"
            raise RecordError(msg)
        if node in record.path:
            self.board.go_to(node.parent)  # `go_to` pauses the computer players
        self._deleted.append((node, node.parent.children.index(node)))
        record.delete(node)

    def _can_restore(self) -> bool:
        """Return True if the last deletion in the record on the board can be undone."""
        root = self.record.root
        while self._deleted and not _can_attach(root, self._deleted[-1][0]):
            self._deleted.pop()
        return bool(self._deleted)

    def _restore(self) -> None:
        if self._can_restore():
            self.record.restore(*self._deleted.pop())


def _can_attach(root: Node, node: Node) -> bool:
    """Return True if a deleted node's parent is in the tree and has no child with its move."""
    parent = node.parent
    if parent is None or not contains_node(root, parent):
        return False
    return all(each.move != node.move for each in parent.children)
