"""An opening explorer: the moves played in a position, with their frequency and score.

The games of a collection are one tree of positions, replayed on demand. Positions that are
symmetric by the game's declaration are the same.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from dataclasses import dataclass, field
from functools import cached_property
from statistics import fmean
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from polygames.arena.game_pool import mean_estimate
from polygames.arena.ratings import wilson
from polygames.core.descriptions import count_text, move_text
from polygames.core.display import TableResult
from polygames.core.errors import PolygamesError, RecordError
from polygames.core.options import raise_option_error
from polygames.core.protocol import CHANCE
from polygames.core.registry import info_of
from polygames.search.review.annotations import estimate_after

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable, Sequence

    from polygames.core.protocol import State
    from polygames.search.review import Estimate
    from polygames.study.entry import Entry

_FIGURE_PATTERN: Final = re.compile(r"\d+\.\d+")


def symmetry_key(state: State[Any]) -> Hashable:
    """Return a key shared by all symmetric images of a position, and by no other position.

    A game declares its symmetries by the plug ``symmetry_images``; without it the key is the text.
    """
    images = info_of(state).engine.symmetry_images
    return info_of(state).to_text(state) if images is None else frozenset(images(state))


def groups_moves(state: State[Any]) -> bool:
    """Return True if there are infinitely many moves, so that similar ones are grouped."""
    return state.turn != CHANCE and not state.legal_moves.finite


def move_label(state: State[Any], move: Any) -> str:
    """Return a move in words; if similar moves are grouped, its numbers are rounded."""
    words = move_text(state, move)
    if not groups_moves(state):
        return words
    return _FIGURE_PATTERN.sub(lambda number: f"{float(number[0]):.0f}", words)


@dataclass(eq=False)
class ExplorerNode:
    """A position in the tree of games, with the positions reached from it."""

    state: State[Any]
    move: Any = None
    """The move that led here."""
    children: dict[str, ExplorerNode] = field(default_factory=dict)
    """The positions reached from here, by the text of the move."""

    @cached_property
    def key(self) -> Hashable:
        """The key shared by all symmetric images of the position."""
        return symmetry_key(self.state)

    def play_move(self, text: str) -> ExplorerNode:
        """Return the node after a move. Raise MoveError if the move is not legal."""
        if text not in self.children:
            move = self.state.parse(text)
            self.children[text] = ExplorerNode(self.state.play(move), move)
        return self.children[text]


@dataclass(eq=False)
class ReplayedGame:
    """A game that is replayed on demand."""

    entry: Entry
    starts: dict[Hashable, ExplorerNode]
    """The known start nodes; games with the same start share their nodes."""
    line: list[ExplorerNode] = field(default_factory=list)
    """The start and the replayed positions after it."""
    error: str = ""
    """The illegal move that stops the replay; empty if none was found."""

    def line_to(self, ply: int) -> list[ExplorerNode]:
        """Replay the game to just past `ply`, its end or an illegal move; return the positions."""
        while not self.error and len(self.line) <= len(self.entry.plays):
            if self.line and self.line[-1].state.ply > ply:
                break
            self._replay_next()
        return self.line

    def _replay_next(self) -> None:
        number = len(self.line)
        play = self.entry.plays[number - 1] if number else None
        try:
            here = self.line[-1].play_move(play.move) if play else self._find_start()
        except PolygamesError as error:
            where = f"line {play.row}, {play.move!r}: " if play else ""
            self.error = f"{self.entry.name}: {where}{error}"
        else:
            self.line.append(here)

    def _find_start(self) -> ExplorerNode:
        """Return the start node of the game. Raise PolygamesError if it cannot be set up."""
        header = self.entry.header
        if not header.line_numbers:
            _ = self.entry.text  # raises the error that explains why there are no moves
        about = repr(header.options), tuple(header.position)
        if about not in self.starts:
            self.starts[about] = ExplorerNode(header.start())
        return self.starts[about]


EXPLORER_COLUMNS: Final = [
    "move",
    "said",
    "games",
    "share",
    "score",
    "low",
    "high",
    "value",
    "chance",
]
"""The columns of `Explorer.table`."""
GROUPED_TEXT: Final = (
    "Similar lines share a row: equal pieces in whole points, and the same kinds of ends."
)
"""The note shown where moves form a continuum."""
MIN_NUMBERS_FOR_SPREAD: Final = 2
"""The minimum number of values for a standard error."""


class Continuation(NamedTuple):
    """A move, or a group of equivalent moves, that was played in a position."""

    move: Any
    """A move legal in this very position; None if it was only played in symmetric images."""
    words: str
    """The move in words."""
    games: int
    """The number of games in which it was played."""
    share: float
    """Its share of all moves played here, from 0 to 1."""
    score: float | None
    """The mean points of the mover: 1 for a win, shared in a tie; the mean total in a game for
    one player. None if no game has ended, or dice were rolled.
    """
    low: float | None
    """The lower end of the 95% interval of `score`; None if unknown."""
    high: float | None
    """The upper end: Wilson's interval, or 1.96 standard errors of a total. None if unknown."""
    value: float | None
    """The mean value of the move for the mover, by the reviews in the records; None without any."""
    chance: float | None = None
    """The mean chance to win by these reviews; None if they have none."""

    def __str__(self) -> str:
        """Return one line: the words, the number of games, the score and the value."""
        score = "" if self.score is None else f"; {_score_text(self)}"
        value = "" if self.value is None else f"; value {self.value:.3g}"
        return f"{self.words}: {self.games} ({self.share:.0%}){score}{value}"


class Explorer(TableResult):
    """The games of a collection, indexed by position.

    Symmetric positions, by the game's declaration, count as one. Games are replayed on demand, so
    the first positions of a thousand games are available at once.

    Parameters
    ----------
    entries
        The games; other games than `game` and unreadable files are ignored.
    game
        The name of the game.

    Examples
    --------
    >>> record = pg.Record(pg.new("polygon", n=6))
    >>> record.push("A-D")
    >>> explorer = pg.collection(record).explorer()
    >>> explorer.continuations()[0].words, explorer.continuations()[0].games
    ('A to D', 1)
    """

    def __init__(self, entries: Iterable[Entry], game: str) -> None:
        self.game = game
        of_game = (each for each in entries if not each.error and each.game == game)
        starts: dict[Hashable, ExplorerNode] = {}
        self._replayed_games = [ReplayedGame(each, starts) for each in of_game]
        self._games_by_ply: dict[int, dict[Hashable, list[tuple[ReplayedGame, int]]]] = {}
        self._start: State[Any] | None = None

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the games only; a copy replays them on demand."""
        return _restore_explorer, (
            [walk.entry for walk in self._replayed_games],
            self.game,
            self._start,
        )

    def __len__(self) -> int:
        """Return the number of games."""
        return len(self._replayed_games)

    @property
    def errors(self) -> list[str]:
        """The error messages of replayed games that stopped at an illegal move."""
        return [walk.error for walk in self._replayed_games if walk.error]

    @property
    def start(self) -> State[Any]:
        """The most frequent starting position.

        Raises
        ------
        RecordError
            If no game can be set up.

        Examples
        --------
        >>> pg.collection(pg.Record(pg.new("polygon", n=6))).explorer().start.options["n"]
        6
        """
        if self._start is None:
            starts = [line[0] for walk in self._replayed_games if (line := walk.line_to(-1))]
            if not starts:
                msg = f"cannot set up a game of {self.game}: {'; '.join(self.errors[:3])}"
                raise RecordError(msg)
            most = Counter(each.key for each in starts).most_common(1)[0][0]
            self._start = next(each.state for each in starts if each.key == most)
        return self._start

    def games(self, state: State[Any] | None = None) -> list[Entry]:
        """Return the games that reached a position, by default the start.

        Examples
        --------
        >>> explorer = pg.collection(pg.Record(pg.new("polygon", n=6))).explorer()
        >>> len(explorer.games()), len(explorer.games(pg.new("polygon", n=8)))
        (1, 0)
        """
        return [walk.entry for walk, _ in self._games_through(self._resolve_state(state))]

    def continuations(self, state: State[Any] | None = None) -> list[Continuation]:
        """Return the moves played in a position (by default the start), the most frequent first.

        Moves to symmetric positions count as one. On a continuum, moves count as one if their words
        are the same, with numbers rounded to whole points.

        Examples
        --------
        >>> records = [pg.Record(pg.new("polygon", n=6)) for _ in range(3)]
        >>> for record, move in zip(records, ("A-C", "B-D", "A-D")):
        ...     record.push(move)
        >>> [(each.words, each.games) for each in pg.collection(records).explorer().continuations()]
        [('A to C', 2), ('A to D', 1)]
        """
        if state is None and not any(walk.line_to(-1) for walk in self._replayed_games):
            return []
        state = self._resolve_state(state)
        groups: dict[Hashable, list[tuple[ReplayedGame, int]]] = defaultdict(list)
        for walk, place in self._games_through(state):
            if place + 1 < len(walk.line):
                groups[_group_key(walk, place)].append((walk, place))
        total = sum(map(len, groups.values()))
        names = _name_groups(state, groups)
        found = [_continuation(*names[group], games, total) for group, games in groups.items()]
        return sorted(found, key=lambda each: (-each.games, each.words))

    _columns = EXPLORER_COLUMNS

    def table(self, state: State[Any] | None = None) -> list[dict[str, Any]]:
        """Return the continuations from a position as table rows.

        ``move`` is the text of a move legal in this very position, ``said`` the move in words.

        Examples
        --------
        >>> record = pg.Record(pg.new("polygon", n=6))
        >>> record.push("A-D")
        >>> [row["games"] for row in pg.collection(record).explorer().table()]
        [1]
        """
        found = [
            each._replace(move=None if each.move is None else str(each.move))
            for each in self.continuations(state)
        ]
        return [dict(zip(EXPLORER_COLUMNS, each, strict=True)) for each in found]

    def __str__(self) -> str:
        """Return the number of games and the moves played at the start."""
        found = self.continuations()
        lines = [f"{count_text(len(self), 'game')} of {self.game}; at the start:"]
        lines += [f"  {each}" for each in found] or ["  no move was played"]
        if found and groups_moves(self.start):
            lines.append(f"  {GROUPED_TEXT}")
        return "\n".join([*lines, *(f"  not played on: {each}" for each in self.errors[:3])])

    def _resolve_state(self, state: State[Any] | None) -> State[Any]:
        if state is None:
            return self.start
        if getattr(state, "game", None) != self.game:
            raise_option_error("the position", f"must be a position of {self.game}", state)
        return state

    def _games_through(self, state: State[Any]) -> list[tuple[ReplayedGame, int]]:
        """Return the games that reach a position or a symmetric image, and its index in each."""
        ply = state.ply
        if ply not in self._games_by_ply:
            known: dict[Hashable, list[tuple[ReplayedGame, int]]] = defaultdict(list)
            for walk in self._replayed_games:
                for number, place in enumerate(walk.line_to(ply)):
                    if place.state.ply == ply:
                        known[place.key].append((walk, number))
            self._games_by_ply[ply] = known
        return self._games_by_ply[ply].get(symmetry_key(state), [])


def _group_key(replayed_game: ReplayedGame, index: int) -> Hashable:
    """Return the key under which a move is grouped with equivalent moves."""
    before, after = replayed_game.line[index], replayed_game.line[index + 1]
    return move_label(before.state, after.move) if groups_moves(before.state) else after.key


def _name_groups(
    state: State[Any], groups: dict[Hashable, list[tuple[ReplayedGame, int]]]
) -> dict[Hashable, tuple[Any, str]]:
    """Return, for each group, a move legal in this position (None if unknown) and a label."""
    found: dict[Hashable, tuple[Any, str]] = {}
    for group, games in groups.items():
        lines = ((walk.line[number], walk.line[number + 1]) for walk, number in games)
        move = next((after.move for before, after in lines if before.state == state), None)
        if move is not None:
            found[group] = move, move_label(state, move)
    left = set(groups) - set(found)
    if left and groups_moves(state):
        return found | {group: (None, str(group)) for group in left}
    for move in _all_moves(state) if left else ():
        group = symmetry_key(state.play(move))
        if group in left:
            found[group] = move, move_label(state, move)
            left.remove(group)
            if not left:
                break
    return found | {group: (None, _first_label(groups[group])) for group in left}


def _all_moves(state: State[Any]) -> list[Any]:
    if state.turn == CHANCE:
        return [roll for roll, _ in state.chance_outcomes()]
    return list(state.legal_moves)


def _first_label(games: Sequence[tuple[ReplayedGame, int]]) -> str:
    """Return a description of a move, as played in the first of these games."""
    walk, number = games[0]
    return move_label(walk.line[number].state, walk.line[number + 1].move)


def _continuation(
    move: Any, label: str, games: Sequence[tuple[ReplayedGame, int]], total: int
) -> Continuation:
    """Return the statistics of a move over the games in which it was played."""
    scores: list[float] = []
    known = [_review_estimate(walk, number) for walk, number in games]
    values = [each.value for each in known if each is not None]
    chances = [each.chance for each in known if each is not None and each.chance is not None]
    is_alone = games[0][0].line[0].state.seats == 1
    for walk, number in games:
        seat, ended = walk.line[number].state.turn, walk.entry.game_end
        if ended is not None and seat != CHANCE:
            scores.append(ended.scores[seat] if is_alone else ended.points(seat))
    low, high = _interval(scores, is_alone=is_alone)
    return Continuation(
        move,
        label,
        len(games),
        len(games) / total,
        fmean(scores) if scores else None,
        low,
        high,
        fmean(values) if values else None,
        fmean(chances) if chances else None,
    )


def _review_estimate(replayed_game: ReplayedGame, index: int) -> Estimate | None:
    """Return the value after a move for its player by the game's stored review, if there is one."""
    entry, seat = replayed_game.entry, replayed_game.line[index].state.turn
    if seat == CHANCE:
        return None
    line = [entry.header.annotations, *(play.annotations for play in entry.plays[: index + 1])]
    return estimate_after(line, seat)


def _interval(scores: list[float], *, is_alone: bool) -> tuple[float | None, float | None]:
    """Return the 95% interval of a mean score, or (None, None) if there are too few scores."""
    if not scores or (is_alone and len(scores) < MIN_NUMBERS_FOR_SPREAD):
        return None, None
    if is_alone:
        return mean_estimate(scores)[1:]
    return wilson(sum(scores), len(scores))


def _score_text(continuation: Continuation) -> str:
    """Return the score as text: a share in percent, or a total in points."""
    score, low, high = continuation.score or 0.0, continuation.low, continuation.high
    if score > 1 or (high or 0) > 1 or (low or 0) < 0:
        around = "" if low is None else f" ({low:.1f} to {high:.1f})"
        return f"scores {score:.1f}{around}"
    return f"scores {score:.0%} ({low or 0:.0%} to {high if high is not None else 1:.0%})"


def _restore_explorer(entries: list[Entry], game: str, start: State[Any] | None) -> Explorer:
    explorer = Explorer(entries, game)
    explorer._start = start  # noqa: SLF001 - its own module
    return explorer
