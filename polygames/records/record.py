"""The record of a game: its moves, alternatives and comments, in a readable file.

The moves form a tree with a current node: `push` plays a move from there, `pop` goes back, and
`redo` goes forward along the main line, the most recent one. A file looks like this::

    polygames record 1
    game: split
    options: {"fill_limit": 5.0, "fill_inclusive": true, "min_area": 1e-06}
    player 0: human
    player 1: greedy
    seed: 7
    date: 2026-05-01 17:30Z
    result: seat 1 wins, 49.63 - 50.13 (more than 50 points)

    1. draw 0@0.186 - 3@0.313 ; a comment
    2. color blue !?
    3. draw 0@0.487 - 2@0.518
      3. draw 0@0.5 - 2@0.5
      4. draw 1@0.5 - 5@0.5
    # The end game
    4. draw 4@0.7927658129974 - 5@0.550935550936
    ~ arrow 2,3.5 7,8 red; circle 5,5; number 5,5 1
    % review 2 {"e":[[-0.25,-3.5,2.75,0.5]],"line":"color red"}

Lines with more indentation are alternatives to the move of the same number above them. A sign
after a move (``!!``, ``!``, ``!?``, ``?!``, ``?``, ``??``) is somebody's opinion of it. If the
current node is not the end of the main line, the header has its number: ``at: 3`` means after the
third move of the list, ``at: 0`` at the start.

A line that begins with ``#`` is the heading of a chapter, which begins with the next move. A line
that begins with ``~`` has the marks on the position after the move above it, or on the start
(`polygames.records.position_marks`). A line that begins with ``%`` has an annotation by a program:
`polygames.records.annotations`.

A file has at most 5,000 moves, counting all branches, 20,000 lines, a million characters in a line
and four million in all. Reading a file plays every move again. This takes 0.05 ms a move in
Splitter and Territory, 0.25 ms in Splinter and 0.35 ms in Split.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from itertools import pairwise
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from polygames.core import options as checks
from polygames.core.descriptions import move_text
from polygames.core.display import Tabular, find_renderer
from polygames.core.errors import OptionError, RecordError
from polygames.core.keywords import checked_keywords
from polygames.core.links import GAME_LINK, Link
from polygames.core.protocol import CHANCE, Move
from polygames.core.registry import info_of
from polygames.core.state import is_state
from polygames.records import record_text
from polygames.records.annotations import merge_annotations
from polygames.records.atomic_files import (
    os_errors_to_record_errors,
    read_text,
    resolve_path,
    write_atomically,
)
from polygames.records.game_tree import GameTree, guard_watched_change
from polygames.records.node import MOVE_GLYPHS, iter_nodes
from polygames.records.position_marks import parse_marks, scenes_with_places, svg_of
from polygames.scene.highlights import LAST_MOVE_COLOR
from polygames.scene.user_marks import draw_marks

if TYPE_CHECKING:
    import os
    from collections.abc import Sequence
    from pathlib import Path

    from polygames.core.protocol import State
    from polygames.records.node import Node
    from polygames.scene.model import Scene
    from polygames.scene.user_marks import DrawnMark


class Record(GameTree[Move], Tabular):
    """The record of a game, finished or not: a tree of moves with players, seed and date.

    Parameters
    ----------
    state
        The first state: usually ``polygames.new(...)``, but it can be any position. Use `load`
        for a file.
    players
        The players' names by seat: ``("human", "mcts")`` or ``{1: "mcts"}``.
    seed
        The seed of all random choices in the game, including those of agents.
    date
        The day or time of the game: ``"2016-05-01"`` or ``"2016-05-01 17:30Z"``. Z is UTC, and
        ``+02:00`` another zone. A board sets the date at the first move, in UTC.

    Examples
    --------
    >>> record = pg.Record(pg.new("split"))
    >>> record.push("draw 0,5 - 10,5")
    >>> record.push("color red")
    >>> record.pop()
    ChooseColor(color='red')
    >>> [str(move) for move in record.moves]
    ['draw 1@0.5 - 3@0.5']
    """

    def __init__(
        self,
        state: State[Move],
        *,
        players: Mapping[int, str] | Sequence[str] = (),
        seed: int | None = None,
        date: str | None = None,
    ) -> None:
        if not is_state(state):
            msg = f"a record must begin at a state, not {checks.short_repr(state)}: make one with "
            msg += "polygames.new, or read a file with polygames.load"
            raise OptionError(msg)
        super().__init__(state)
        self.players = players
        self.seed = seed
        self.date = date

    @property
    def players(self) -> Mapping[int, str]:
        """The players' names by seat; setting an unknown seat raises OptionError.

        Examples
        --------
        >>> pg.Record(pg.new("polygon"), players=("human", "minimax")).players[1]
        'minimax'
        """
        return MappingProxyType(self._players)

    @players.setter
    def players(self, players: Mapping[int, str] | Sequence[str]) -> None:
        self._players = _check_players(players, self.start.seats)

    @property
    def seed(self) -> int | None:
        """The seed of all random choices; setting anything but an integer raises OptionError.

        Examples
        --------
        >>> from random import Random
        >>> record = pg.Record(pg.new("splitter"), seed=7)
        >>> record.push(record.state.legal_moves.sample(Random(record.seed)))
        >>> str(record.moves[0])
        'roll 3-2'
        """
        return self._seed

    @seed.setter
    def seed(self, seed: int | None) -> None:
        self._seed = None if seed is None else checks.check_seed("the seed of a record", seed)

    @property
    def date(self) -> str | None:
        """The day or time of the game; setting anything but an ISO date or None raises OptionError.

        Examples
        --------
        >>> pg.Record(pg.new("polygon"), date="2016-05-01").to_text().splitlines()[3]
        'date: 2016-05-01'
        """
        return self._date

    @date.setter
    def date(self, date: str | None) -> None:
        self._date = None if date is None else checks.check_date("the date of a record", date)

    @property
    def comment(self) -> str:
        """The comment on the current node.

        Examples
        --------
        >>> record = pg.Record(pg.new("polygon"))
        >>> record.push("A-C", comment="short")
        >>> record.comment
        'short'
        """
        return self.node.comment

    @comment.setter
    def comment(self, text: str) -> None:
        self.annotate(self.node, comment=checks.check_text("a comment", text))

    @property
    def glyph(self) -> str:
        """The sign for the quality of the last move: "!!", "!", "!?", "?!", "?", "??" or empty.

        Examples
        --------
        >>> record = pg.Record(pg.new("polygon"))
        >>> record.push("A-C")
        >>> record.glyph = "?!"
        >>> print(record.to_text().splitlines()[-1])
        1. A-C ?!
        """
        return self.node.glyph

    @glyph.setter
    def glyph(self, sign: str) -> None:
        self.annotate(self.node, glyph=sign)

    @property
    def marks(self) -> tuple[DrawnMark, ...]:
        """The marks on the current position: arrows, lines, circles and numbers.

        Examples
        --------
        >>> record = pg.Record(pg.new("polygon"))
        >>> record.marks = ["arrow A C", "circle B red"]
        >>> print(record.to_text().splitlines()[3])
        ~ arrow A C; circle B red
        """
        return self.node.marks

    @marks.setter
    def marks(self, marks: Sequence[str | DrawnMark]) -> None:
        self.annotate(self.node, marks=marks)

    @property
    def chapters(self) -> list[Node]:
        """The first node of each chapter, in the order of the record's text.

        Examples
        --------
        >>> record = pg.Record(pg.new("polygon"))
        >>> record.push("A-C")
        >>> record.annotate(chapter="The opening")
        >>> [(node.chapter, node.number) for node in record.chapters]
        [('The opening', 1)]
        """
        nodes = [self.root, *(node for node, _ in iter_nodes(self.root))]
        return [node for node in nodes if node.chapter]

    @guard_watched_change
    def annotate(
        self,
        node: Node | None = None,
        *,
        comment: str | None = None,
        glyph: str | None = None,
        marks: Sequence[str | DrawnMark] | None = None,
        chapter: str | None = None,
        annotations: Mapping[str, str] | None = None,
    ) -> None:
        """Set the comment, sign, marks, heading or annotations of a node; None changes nothing.

        Parameters
        ----------
        node
            Any node of the record; the current one by default.
        comment
            A comment on the move.
        glyph
            A sign: "!!", "!", "!?", "?!", "?", "??" or empty.
        marks
            The new marks: arrows, lines, circles and numbers, each a text such as ``"arrow A C
            red"`` (see `polygames.records.position_marks`), or a `DrawnMark`.
        chapter
            The heading of a chapter that begins with this move, in one line; empty for none.
        annotations
            Annotations by a program, by kind. They replace those of the same kinds; an empty text
            deletes one. See `polygames.records.annotations`.

        Raises
        ------
        OptionError
            If the sign is unknown, or a mark is malformed or not on the picture.
        RecordError
            If the node belongs to another record, or is the start, which has no sign and no
            heading.

        Examples
        --------
        >>> record = pg.Record(pg.new("polygon"))
        >>> record.push("A-C")
        >>> record.annotate(record.root, comment="An octagon would be harder.")
        >>> print(record.to_text().splitlines()[3])
        ; An octagon would be harder.
        >>> record.annotate(marks=["circle A", "number C 1 red"])
        >>> print(record.to_text().splitlines()[-1])
        ~ circle A; number C 1 red
        """
        node = self._resolve_node(node)
        comment = node.comment if comment is None else checks.check_text("a comment", comment)
        glyph = node.glyph if glyph is None else glyph
        if not checks.is_among(glyph, ("", *MOVE_GLYPHS)):
            checks.raise_option_error(
                "the sign of a move", f"must be one of {', '.join(MOVE_GLYPHS)}", glyph
            )
        heading = node.chapter if chapter is None else _check_heading(chapter)
        if (glyph or heading) and node.parent is None:
            what = "sign: no move led here" if glyph else "heading: a chapter begins with a move"
            msg = f"the start of a record has no {what}"
            raise RecordError(msg)
        drawn = node.marks if marks is None else parse_marks(marks, node)
        said = (
            node.annotations
            if annotations is None
            else merge_annotations(node.annotations, annotations)
        )
        node.comment, node.glyph, node.chapter, node.marks = comment, glyph, heading, drawn
        node.annotations = said
        self._notify()

    def as_scene(self) -> Scene:
        """Return the picture of the current position, with the last move and the marks.

        Examples
        --------
        >>> record = pg.Record(pg.new("polygon"))
        >>> bare = len(record.as_scene())
        >>> record.annotate(marks=["circle A"])
        >>> len(record.as_scene()) - bare
        2
        """
        node = self.node
        moved: Scene = ()
        if node.parent is not None:
            moved = info_of(self.start).highlight_move(
                node.parent.state, node.move, LAST_MOVE_COLOR
            )
        scene, *others = scenes_with_places(node)
        return (*scene, *moved, *draw_marks(node.marks, scene, other_scenes=others))

    def save_picture(self, path: str | os.PathLike[str], *, width: int = 480) -> Path:
        """Save the picture of the current position, with its marks, and return the path.

        Parameters
        ----------
        path
            The path of the file, which ends with ``.svg``, ``.png`` or ``.pdf``.
        width
            The width of the picture in screen pixels; the height is computed.

        Raises
        ------
        OptionError
            If the name of the file has another ending.

        Examples
        --------
        >>> record = pg.Record(pg.new("polygon"))
        >>> record.annotate(marks=["arrow A D"])
        >>> record.save_picture("position.svg").name
        'position.svg'
        """
        path, width = resolve_path(path), checks.whole("the width of a picture", width, 16, 8192)
        endings = (".svg", ".png", ".pdf")
        kind = checks.check_choice("the ending of a picture", path.suffix.lower(), endings)
        if kind == ".svg":
            return write_atomically(path, svg_of(self, width))
        return write_atomically(path, find_renderer("state", kind[1:])(self.as_scene(), width))

    def table(self) -> list[dict[str, Any]]:
        """Return one row for each move up to the current node.

        The columns are ``ply`` (1 for the first move), ``seat`` (-1 for chance), ``name`` (the
        seat's name at this ply: its colour, once it has one), ``player`` (the player's name,
        empty if unknown), ``kind`` (the class of the move), ``move`` (its text), ``said`` (its
        words for people), ``score_0``, ``score_1``, ... (the score of each seat after the move)
        and ``comment``.

        Examples
        --------
        >>> record = pg.Record(pg.new("polygon"), players=("Ada", "Bob"))
        >>> record.push("A-C")
        >>> [row["player"] for row in record.table()]
        ['Ada']
        >>> len(pg.Record(pg.new("polygon")).table())
        0
        """
        return [self._row(before, node) for before, node in pairwise(self.path)]

    def _row(self, parent: Node, node: Node) -> dict[str, Any]:
        seat = parent.state.turn
        seats = info_of(parent.state).board.caption(parent.state).seats
        return {
            "ply": node.number,
            "seat": seat,
            "name": "chance" if seat == CHANCE else seats[seat].name,
            "player": self.players.get(seat, ""),
            "kind": type(node.move).__name__,
            "move": str(node.move),
            "said": move_text(parent.state, node.move),
            **{f"score_{each}": score for each, score in enumerate(node.state.scores)},
            "comment": node.comment,
        }

    def to_text(self) -> str:
        """Return the record as text, in the format of a file.

        Examples
        --------
        >>> record = pg.Record(pg.new("polygon"))
        >>> record.push("A-C")
        >>> print(record.to_text().splitlines()[-1])
        1. A-C
        """
        header = record_text.Header(
            game=self.game,
            options=self.options,
            players=dict(self.players),
            seed=self.seed,
            date=self.date,
            result=str(self.outcome) if self.outcome else None,
            comment=self.root.comment,
        )
        return record_text.write(header, self.root, self.node)

    def link(self, page: str | None = None) -> str:
        """Return a link that opens the game, up to the current position, on the play page.

        It has the start and the moves. Names, comments and branches stay in the record.

        Parameters
        ----------
        page
            The address of that page, by default the environment variable
            ``POLYGAMES_PLAY_ADDRESS``.

        Raises
        ------
        OptionError
            If there is no address.

        Examples
        --------
        >>> record = pg.Record(pg.new("polygon"), players=("Ada", "Ben"))
        >>> record.push("A-C")
        >>> link = record.link("https://example.org/play/")
        >>> link.partition("#")[2].partition("/game/")[0]
        'polygon'
        """
        return self.as_link().address(page)

    def as_link(self) -> Link:
        """Return the link of `link`, without the address of a page.

        Examples
        --------
        >>> pg.Record(pg.new("polygon")).as_link().kind
        'game'
        """
        bare = type(self)(self.start)
        for move in self.moves:
            bare.push(move)
        return Link(self.game, GAME_LINK, bare.to_text())

    @classmethod
    def from_text(cls, text: str) -> Record:
        """Parse the text of a record, restoring the node that was current when it was written.

        Raises
        ------
        RecordError
            If the text is not a record, or a move is refused; the message names the line.

        Examples
        --------
        >>> record = pg.Record(pg.new("polygon"))
        >>> record.push("A-C")
        >>> Record.from_text(record.to_text()).state == record.state
        True
        >>> Record.from_text("")
        Traceback (most recent call last):
        ...
        polygames.core.errors.RecordError: ...
        """
        header, plays = record_text.read(text)
        start = header.start()
        header.check_seats(start.seats)
        record = cls(start, players=header.players, seed=header.seed, date=header.date)
        record.root.comment, record.root.annotations = header.comment, header.annotations
        record_text.set_marks(record.root, header.marks, header.line_numbers.get("~", 0))
        spine = {0: record.root}
        nodes = [record.root, *(record_text.add_play(spine, play) for play in plays)]
        record.node = header.current_node(nodes)
        if (problem := header.find_contradiction(record.outcome)) is not None:
            raise RecordError(problem)
        return record

    def save(self, path: str | os.PathLike[str]) -> Path:
        """Save the record to a file atomically, and return the path.

        An existing file is replaced and keeps its permissions.

        Examples
        --------
        >>> pg.Record(pg.new("polygon")).save("game.txt").name
        'game.txt'
        """
        return write_atomically(path, self.to_text())

    def save_html(self, path: str | os.PathLike[str]) -> Path:
        """Save the game as an HTML page that needs no kernel, network or library; return the path.

        In a browser, readers step through the moves and branches by buttons, keys or swipes, and
        see the comments. If the record contains a review (`polygames.search.review`,
        `annotate`), the page shows its verdicts and its curve, too. The page opens at the
        record's current position; ``game.html#12`` opens it at the twelfth move of the list. The
        page contains the record, which can be saved again. All texts are escaped: nothing in
        them is executed.

        Examples
        --------
        >>> record = pg.Record(pg.new("polygon"))
        >>> record.push("A-C", comment="the shortest diagonal")
        >>> record.save_html("game.html").name
        'game.html'
        """
        written: Path = find_renderer("record", "page")(self, path)
        return written

    def __repr__(self) -> str:
        """Return one line with the game, the number of moves and the result."""
        outcome = self.outcome
        end = f", {outcome}" if outcome else ""
        return f"<Record of {self.game}: {len(self.path) - 1} moves{end}>"


def _check_players(players: Mapping[int, str] | Sequence[str], seats: int) -> dict[int, str]:
    """Return the players by seat; raise OptionError for an unknown seat or a bad name."""
    takes = "must be a list of names, or a dictionary of names by seat"
    if not isinstance(players, Mapping):
        players = dict(
            enumerate(checks.check_items("the option players of a record", takes, players))
        )
    seated = {
        checks.whole("a seat of the record", seat, 0, seats - 1): name
        for seat, name in players.items()
    }
    return {seat: checks.check_text("the name of a player", name) for seat, name in seated.items()}


def _check_heading(text: object) -> str:
    """Return a heading without surrounding spaces, or raise OptionError if it is not one line."""
    found = checks.check_text("the heading of a chapter", text).strip()
    if len(found.splitlines()) > 1:
        checks.raise_option_error("the heading of a chapter", "must be one line", text)
    return found


@checked_keywords
def load(path: str | os.PathLike[str]) -> Record:
    """Load a record from a file; a RecordError names the faulty line.

    If the file cannot be opened the error is an OSError, too, such as FileNotFoundError.

    Examples
    --------
    >>> path = pg.Record(pg.new("polygon")).save("game.txt")
    >>> load(path).start == pg.new("polygon")
    True
    """
    path = resolve_path(path)
    with os_errors_to_record_errors(path):
        text = read_text(path)
    try:
        return Record.from_text(text)
    except RecordError as error:
        msg = f"{path}: {error}"
        raise RecordError(msg) from None


def utc_text(seconds: float | None = None) -> str:
    """Return a time (by default now) as text in UTC, in the format of records and tables.

    Examples
    --------
    >>> utc_text(0)
    '1970-01-01 00:00Z'
    """
    now = datetime.now(UTC) if seconds is None else datetime.fromtimestamp(seconds, UTC)
    return f"{now:%Y-%m-%d %H:%M}Z"


def set_missing_date(record: Record) -> None:
    """Set the date of a record to now, unless the record has moves or a date already."""
    if record.date is None and not record.root.children:
        record.date = utc_text()
