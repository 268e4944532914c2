"""The parser and writer of a record's text; `polygames.records.record` shows an example."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple, NoReturn

from polygames.core import options as checks
from polygames.core import registry
from polygames.core.errors import PolygamesError, RecordError
from polygames.core.options import MAX_RECORD_MOVES, check_size, short_repr
from polygames.records.annotations import ANNOTATION_PREFIX
from polygames.records.node import MOVE_GLYPHS, Node, iter_nodes
from polygames.records.position_marks import marks_from_text, marks_to_text

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from polygames.core.protocol import Outcome, State

FIRST_LINE = "polygames record 1"

_CHAPTER_PREFIX, _MARKS_PREFIX = "#", "~"
"""The first characters of a chapter's heading, and of the marks on a position."""

_MOVE_LINE = re.compile(
    r"(?P<indent>(?:  )*)(?P<number>\d{1,9})\. (?P<move>[^;]*?)"
    rf"(?: (?P<glyph>{'|'.join(map(re.escape, MOVE_GLYPHS))}))?(?: ; ?(?P<note>.*))?",
    re.ASCII,
)


@dataclass
class Header:
    """The header of a record: game, options, players, seed, result and more."""

    game: str = ""
    options: dict[str, Any] = field(default_factory=dict)
    players: dict[int, str] = field(default_factory=dict)
    seed: int | None = None
    date: str | None = None
    current_move: int | None = None
    result: str | None = None
    comment: str = ""
    marks: str = ""
    annotations: dict[str, str] = field(default_factory=dict)
    position: list[str] = field(default_factory=list)
    line_numbers: dict[str, int] = field(default_factory=dict)
    """The line number of each entry in the text, for messages."""

    def start(self) -> State[Any]:
        """Return the first state of the record; raise RecordError if it cannot be created."""
        row = self.line_numbers["game"]
        if self.game in registry.games():
            row = self.line_numbers.get("start", self.line_numbers.get("options", row))
        try:
            return self._start()
        except (PolygamesError, ValueError) as error:
            msg = f"line {row}: the game cannot be set up: {error}"
            raise RecordError(msg) from None

    def _start(self) -> State[Any]:
        info = registry.game(self.game)
        if not self.position:
            return info.new(**self.options)
        state = registry.from_text("\n".join(self.position))
        if state.game != self.game:
            _raise_fault(f"expected a position of {self.game}, not of {state.game}")
        return state

    def check_seats(self, seats: int) -> None:
        """Raise RecordError if a player is given for a seat that the game does not have."""
        for seat in self.players:
            if seat not in range(seats):
                row = self.line_numbers[f"player {seat}"]
                msg = f"line {row}: there is no seat {seat}, the last one is {seats - 1}"
                raise RecordError(msg)

    def current_node(self, nodes: list[Node]) -> Node:
        """Return the current node; `nodes` contains the start and then the node of each move."""
        if self.current_move is None:
            return nodes[0].end
        if self.current_move not in range(len(nodes)):
            where = f"line {self.line_numbers['at']}"
            numbers = f"from 0 to {len(nodes) - 1}"
            msg = f"{where}: the current move must be {numbers}, not {self.current_move}"
            raise RecordError(msg)
        return nodes[self.current_move]

    def find_contradiction(self, outcome: Outcome | None) -> str | None:
        """Return a message if the written result differs from the result of the moves, or None.

        Winners and scores are compared. The reason is text for people: an older version may have
        worded it differently.
        """
        found = str(outcome) if outcome else "no result"
        if self.result is None or _without_reason(self.result) == _without_reason(found):
            return None
        where = f"line {self.line_numbers['result']}"
        return f"{where}, {short_repr(self.result)}: the moves end in {found!r}"


def _without_reason(result: str) -> str:
    """Return a result without the reason in parentheses."""
    return result.partition(" (")[0]


class Play(NamedTuple):
    """A move's line in the text of a record, with the lines that belong to it.

    These are the heading of a chapter above it, and the marks and annotations below it. `row` and
    `marks_row` are line numbers, and `depth` is the indentation level.
    """

    row: int
    depth: int
    number: int
    move: str
    comment: str
    glyph: str = ""
    chapter: str = ""
    marks: str = ""
    marks_row: int = 0
    annotations: Mapping[str, str] = MappingProxyType({})


def write(header: Header, root: Node, current: Node) -> str:
    """Return the text of a record; raise RecordError if it is too long to be read back.

    The header's entries for the start position and for the current node, `current`, are added here.
    """
    nodes = list(iter_nodes(root))
    if len(nodes) > MAX_RECORD_MOVES:
        msg = f"cannot write the record: it has {len(nodes)} moves, the limit is {MAX_RECORD_MOVES}"
        raise RecordError(msg)
    options = json.dumps(header.options, default=str)
    lines = [FIRST_LINE, f"game: {header.game}", f"options: {options}"]
    lines += [f"player {seat}: {_escape(who)}" for seat, who in sorted(header.players.items())]
    if header.seed is not None:
        lines.append(f"seed: {header.seed}")
    if header.date is not None:
        lines.append(f"date: {header.date}")
    if current is not root.end:
        lines.append(f"at: {_move_number(current, nodes)}")
    if header.result is not None:
        lines.append(f"result: {header.result}")
    if not _is_default_start(root.state, json.loads(options)):
        lines += ["start:", *(f"| {line}" for line in root.state.to_text().splitlines())]
    if header.comment:
        lines.append(f"; {_escape(header.comment)}")
    if root.marks:
        lines.append(f"{_MARKS_PREFIX} {marks_to_text(root.marks)}")
    lines += _annotation_lines(root)
    moves = [line for node, depth in nodes for line in _move_lines(node, depth)]
    text = "\n".join([*lines, "", *moves]) + "\n"
    return check_size(text, "the record cannot be written", RecordError)


def write_main_line(start: State[Any], moves: Iterable[Any], header: Header) -> str:
    """Return the text of a record with one sequence of moves, whose legality is not checked."""
    root = last = Node(start)
    for number, move in enumerate(moves, 1):
        last.children.append(Node(start, move, parent=last, number=number))  # no state is written
        last = last.children[0]
    return write(header, root, last)


def read(text: str) -> tuple[Header, list[Play]]:
    """Return the header and move lines of a record; a RecordError names the faulty line."""
    (first, row), *rows = _numbered_lines(check_size(text, "not a record", RecordError))
    if row.strip() != FIRST_LINE:
        msg = f"not a record: line {first} is {short_repr(row)}, expected {FIRST_LINE!r}"
        raise RecordError(msg)
    header, plays, heading = Header(), list[Play](), (0, "")
    for number, row in rows:
        if match := _MOVE_LINE.fullmatch(row) or _MOVE_LINE.fullmatch(_normalize_spaces(row)):
            depth = len(match["indent"]) // 2
            note, move, sign = match["note"] or "", match["move"].strip(), match["glyph"] or ""
            known = int(match["number"]), move, _unescape(note), sign, heading[1]
            plays.append(Play(number, depth, *known))
            heading = 0, ""
        elif row.lstrip().startswith(f"{_CHAPTER_PREFIX} "):
            _check_heading(*heading)
            heading = number, _parse_heading(number, row)
        elif plays and (play := _with_line(plays[-1], number, row)) is not None:
            plays[-1] = play
        elif row.strip():
            _parse_header_line(header, number, row)
    _check_heading(*heading)
    if not header.game:
        msg = "not a record: expected a line 'game: ...'"
        raise RecordError(msg)
    if len(plays) > MAX_RECORD_MOVES:
        msg = f"not a record: it has {len(plays)} moves, the limit is {MAX_RECORD_MOVES}"
        raise RecordError(msg)
    return header, plays


def _numbered_lines(text: str) -> list[tuple[int, str]]:
    """Return (line number, line) pairs without common indentation or leading empty lines.

    `pg.from_text` treats positions in the same way. Tabs and other white space count as
    indentation.
    """
    rows = text.replace("\r\n", "\n").split("\n")  # other line separators may occur in a comment
    above = next((at for at, row in enumerate(rows) if row.strip()), 0)
    shifted = [_normalize_indent(row) for row in rows[above:]]
    margin = " " * (len(shifted[0]) - len(shifted[0].lstrip()))
    return [(at, row.removeprefix(margin)) for at, row in enumerate(shifted, start=above + 1)]


def _normalize_indent(row: str) -> str:
    """Return a line whose indentation consists of spaces, two for each tab."""
    words = row.lstrip()
    return " " * len(row[: len(row) - len(words)].replace("\t", "  ")) + words


def _normalize_spaces(row: str) -> str:
    """Return a line with all white space before the comment replaced by plain spaces."""
    before, sign, note = row.partition(";")
    return re.sub(r"[^\S ]", " ", before) + sign + note


def _join_lines(*texts: str) -> str:
    """Return non-empty texts joined by line feeds."""
    return "\n".join(filter(None, texts))


def add_play(spine: dict[int, Node], play: Play) -> Node:
    """Add a move to the tree and return its node; `spine` maps each depth to its last node."""
    parent = _find_parent(spine, play)
    try:
        child = parent.new_child(parent.state.parse(play.move), play.comment)
    except PolygamesError as error:
        msg = f"line {play.row}, {short_repr(play.move)}: {error}"
        raise RecordError(msg) from None
    child.glyph, child.chapter, child.annotations = play.glyph, play.chapter, dict(play.annotations)
    set_marks(child, play.marks, play.marks_row)
    parent.children.append(child)
    spine[play.depth] = child
    for depth in [depth for depth in spine if depth > play.depth]:
        del spine[depth]
    return child


def set_marks(node: Node, text: str, row: int) -> None:
    """Set the marks of a node from the text of a line; raise RecordError if it is malformed."""
    if not text:
        return
    try:
        node.marks = marks_from_text(text, node)
    except PolygamesError as error:
        msg = f"line {row}, {short_repr(text)}: {error}"
        raise RecordError(msg) from None


def _parse_heading(row: int, line: str) -> str:
    """Return the text of a heading in a line; raise RecordError if it is empty."""
    if words := _unescape(line.lstrip()[2:].strip()):
        return words
    msg = f"line {row}: expected a word in the heading"
    raise RecordError(msg)


def _check_heading(row: int, heading: str) -> None:
    """Raise RecordError for a heading that no move follows; do nothing for an empty heading."""
    if heading:
        msg = f"line {row}: no move follows the heading {short_repr(heading)}"
        raise RecordError(msg)


def _with_line(play: Play, row: int, line: str) -> Play | None:
    """Return a move with the marks, annotation or comment of a line added; None for other lines."""
    sign, rest = line.lstrip()[:2], line.lstrip()[2:]
    if sign == f"{_MARKS_PREFIX} ":
        if play.marks:
            msg = f"line {row}: line {play.marks_row} has the marks of this move already"
            raise RecordError(msg)
        return play._replace(marks=rest.strip(), marks_row=row)
    if sign == f"{ANNOTATION_PREFIX} ":
        return play._replace(annotations=_with_annotation(play.annotations, row, line))
    if sign[:1] == ";":
        said = _unescape(line.lstrip()[1:].removeprefix(" "))
        return play._replace(comment=_join_lines(play.comment, said))
    return None


def _with_annotation(annotations: Mapping[str, str], row: int, line: str) -> dict[str, str]:
    """Return the annotations extended by the one on another line.

    Raise RecordError if its kind is not new.
    """
    kind, _, text = line.replace("\r", " ").strip()[2:].strip().partition(" ")
    if not kind or kind in annotations:
        why = "a line above it has data of the same kind" if kind else "data without a kind"
        msg = f"line {row}, {short_repr(line)}: {why}"
        raise RecordError(msg)
    return {**annotations, kind: text.strip()}


def _annotation_lines(node: Node) -> list[str]:
    return [
        f"{ANNOTATION_PREFIX} {kind} {text}".rstrip() for kind, text in node.annotations.items()
    ]


def _is_default_start(state: State[Any], options: dict[str, Any]) -> bool:
    """Return True if a state is the default start of a game with these options.

    The texts are compared as well, because equal states can have different histories.
    """
    try:
        fresh = registry.new(state.game, **options)
    except (PolygamesError, TypeError, ValueError):
        return False
    return fresh == state and fresh.to_text() == state.to_text()


def _move_number(node: Node, nodes: list[tuple[Node, int]]) -> int:
    """Return the number of a node's line in the list of moves, from 1; 0 for the start."""
    return next((at for at, (each, _) in enumerate(nodes, start=1) if each is node), 0)


def _move_lines(node: Node, depth: int) -> list[str]:
    """Return the lines of a move: its heading, the move, its marks and its annotations."""
    indent = "  " * depth
    sign = f" {node.glyph}" if node.glyph else ""
    note = f" ; {_escape(node.comment)}" if node.comment else ""
    return [
        *([f"{indent}{_CHAPTER_PREFIX} {_escape(node.chapter)}"] if node.chapter else []),
        f"{indent}{node.number}. {node.move}{sign}{note}",
        *([f"{indent}{_MARKS_PREFIX} {marks_to_text(node.marks)}"] if node.marks else []),
        *(indent + line for line in _annotation_lines(node)),
    ]


def _find_parent(spine: dict[int, Node], play: Play) -> Node:
    """Return the node that a move follows: the last one at its depth or the point of branching."""
    same, outer = spine.get(play.depth), spine.get(play.depth - 1)
    if same is not None and same.number == play.number - 1:
        return same
    if outer is not None and outer.parent is not None and outer.number == play.number:
        return outer.parent
    expected = [same.number + 1] if same else []
    expected += [outer.number] if outer and outer.parent else []
    allowed = " or ".join(map(str, expected)) or "less indentation"
    msg = f"line {play.row}: move number {play.number} is out of order, expected {allowed}"
    raise RecordError(msg)


def _parse_header_line(header: Header, number: int, row: str) -> None:
    if row.lstrip().startswith(f"{ANNOTATION_PREFIX} "):
        header.annotations = _with_annotation(header.annotations, number, row)
        return
    before, _, value = row.partition(":")
    key = " ".join(before.split())
    try:
        key = _MARKS_PREFIX if key.startswith(f"{_MARKS_PREFIX} ") else key
        if key in header.line_numbers and key[0] not in "|;":
            _raise_fault(f"line {header.line_numbers[key]} has this already")
        if key == _MARKS_PREFIX:
            header.marks = row.lstrip()[2:].strip()
        else:
            _parse_entry(header, key, value.strip(), row.lstrip()[2:])
    except (ValueError, RecursionError) as error:
        msg = f"line {number}, {short_repr(row)}: {error}"
        raise RecordError(msg) from None
    header.line_numbers.setdefault(key, number)


def _parse_entry(header: Header, key: str, value: str, raw_text: str) -> None:
    """Store an entry of the header; `raw_text` is the row without its first two characters."""
    match key.split():
        case [("game" | "result") as name]:
            setattr(header, name, value)
        case ["options"]:
            header.options = _parse_options(value)
        case ["player", seat]:
            header.players[_parse_number(seat)] = _unescape(value)
        case ["seed"]:
            header.seed = checks.check_seed("the seed", _parse_number(value))
        case ["date"]:
            header.date = checks.check_date("the date", value)
        case ["at"]:
            header.current_move = _parse_number(value)
        case ["start"]:
            pass
        case ["|", *_]:
            header.position.append(raw_text)
        case [";", *_]:
            header.comment = _join_lines(header.comment, _unescape(raw_text))
        case _:
            _raise_fault("expected a header or a move")


def _parse_options(value: str) -> dict[str, Any]:
    options = json.loads(" ".join(value.split()))
    if not isinstance(options, dict):
        _raise_fault("expected options in braces, {...}")
    return options


def _parse_number(word: str) -> int:
    found = int(word)
    if str(found) != word:
        _raise_fault(f"expected a whole number such as 12, not {short_repr(word)}")
    return found


def _raise_fault(reason: str) -> NoReturn:
    raise ValueError(reason)


def _escape(text: str) -> str:
    """Return a text as one line, escaping line breaks and leading or trailing spaces."""
    line = text.replace("\\", "\\\\").replace("\n", "\\n").replace("\r", "\\r")
    words = line.strip()
    if not words:
        return "".join(f"\\u{ord(sign):04x}" for sign in line)
    before, after = line[: line.index(words)], line[line.index(words) + len(words) :]
    ends = ("".join(f"\\u{ord(sign):04x}" for sign in each) for each in (before, after))
    return words.join(ends)


def _unescape(text: str) -> str:
    def meant(found: re.Match[str]) -> str:
        if found[2]:
            sign = chr(int(found[2], 16))
            return sign if sign.isspace() else found[0]
        return {"n": "\n", "r": "\r", "\\": "\\"}.get(found[1], found[0])

    return re.sub(r"\\(u([0-9a-f]{4})|.)", meant, text)
