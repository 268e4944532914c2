"""The mistakes of a collection's games, counted by phase, kind and player."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final, Literal, NamedTuple

from polygames.arena.players import is_agent
from polygames.core.lazy import table
from polygames.core.options import choice
from polygames.core.protocol import CHANCE
from polygames.core.registry import game, info_of
from polygames.core.shown import Tabled, way
from polygames.core.words import NUMBERED, move_words
from polygames.records.own_folder import DECK_FILE
from polygames.study.entry import but_puzzles

if TYPE_CHECKING:
    import os
    from collections.abc import Callable, Iterator, Mapping

    from polygames.core.protocol import State
    from polygames.records.record import Record
    from polygames.search.review import Review, ReviewedMove
    from polygames.study.deck import Deck
    from polygames.study.entry import Entry

GAME_PHASES: Final = ("opening", "middle", "end")
"""The thirds of a game, by its moves."""
MISTAKE_COLUMNS: Final = [
    *("file", "ply", "player", "move", "said", "best", "best_said", "verdict", "loss", "phase"),
    "kind",
]
"""The columns of `Reviews.table`."""
TALLY_COLUMNS: Final = ["moves", "mistakes", "rate", "loss"]
"""The columns of `Reviews.by`, after the phase, the kind or the player."""


class Mistake(NamedTuple):
    """A mistake or blunder in one of the games."""

    entry: Entry
    found: ReviewedMove
    """The move with its review."""
    state: State[Any]
    """The position before the mistake."""
    player: str
    """The name of the player."""
    phase: str
    """The third of the game, one of `GAME_PHASES`."""
    kind: str
    """The kind of mistake, by facts of the rules."""

    def __repr__(self) -> str:
        """Return one line: the game and the move."""
        return f"<Mistake in {self.entry.name}: {self.found}>"

    def row(self) -> dict[str, Any]:
        """Return the mistake's row of the table."""
        best = self.found.best
        return {
            "file": self.entry.name,
            "ply": self.found.ply,
            "player": self.player,
            "move": str(self.found.move),
            "said": move_words(self.state, self.found.move),
            "best": "" if best is None else str(best),
            "best_said": "" if best is None else move_words(self.state, best),
            "verdict": self.found.verdict,
            "loss": self.found.loss,
            "phase": self.phase,
            "kind": self.kind,
        }


class Reviewed(NamedTuple):
    """A game of a collection and its review."""

    entry: Entry
    record: Record
    review: Review

    def name(self, seat: int) -> str:
        """Return the name of the player of a seat, "Player 1" without one."""
        return self.entry.players.get(seat) or NUMBERED.of(seat)


@dataclass(frozen=True, eq=False, repr=False)
class Reviews(Tabled):
    """Reviews of many games, with their mistakes and statistics.

    Examples
    --------
    >>> record = pg.Record(pg.new("polygon", n=6))
    >>> record.push("A-C")
    >>> found = pg.collection(record).review(keep=None, progress=False)
    >>> [(each.phase, each.kind) for each in found.mistakes]
    [('opening', 'missed a winning segment')]
    """

    games: tuple[Reviewed, ...]
    """The reviewed games, in the order of the collection."""
    player: str | None = None
    """The player whose moves count; None for people, or for all players if only agents play."""
    errors: Mapping[str, str] = field(default_factory=dict)
    """The errors of games that cannot be reviewed, by name."""
    is_complete: bool = True
    """Whether all games are reviewed; False after an interrupt."""
    puzzles: int = 0
    """The number of class puzzles left out."""

    @property
    def mistakes(self) -> tuple[Mistake, ...]:
        """The mistakes and blunders, in the order of the games."""
        return tuple(
            _mistake(game, each)
            for game, each in self._moves()
            if each.is_mistake and each.node is not None
        )

    def open_plies(self) -> tuple[tuple[int, ...], ...]:
        """Return, for each game, the plies of the counted mistakes that are not proved."""
        found: dict[int, list[int]] = {id(game): [] for game in self.games}
        for played, each in self._moves():
            if each.is_mistake and not each.proved:
                found[id(played)].append(each.ply)
        return tuple(tuple(found[id(game)]) for game in self.games)

    def deeper(self, **options: Any) -> Reviews:
        """Return reviews with the mistakes analysed for twice as long; other moves are unchanged.

        Some mistakes may turn out to be none. Proved mistakes are not analysed again. See
        `polygames.study.reviewing.look_again` for the options.

        Examples
        --------
        >>> record = pg.Record(pg.new("polygon", n=6))
        >>> record.push("A-C")
        >>> found = pg.collection(record).review(keep=None, progress=False)
        >>> len(found.deeper(keep=None, progress=False).mistakes)
        1
        """
        from polygames.study.reviewing import look_again

        return look_again(self, **options)

    def deck(self, path: str | os.PathLike[str] = DECK_FILE) -> Deck:
        """Add these mistakes to a deck of cards, which is created if it does not exist.

        After `deeper`, only confirmed mistakes become cards.

        Examples
        --------
        >>> record = pg.Record(pg.new("polygon", n=6))
        >>> record.push("A-C")
        >>> pg.collection(record).review(keep=None, progress=False).deck("deck.json")
        <Deck of 1 cards in deck.json: 1 due>
        """
        from polygames.study.deck import Deck

        return Deck(path).add(self.mistakes)

    def table(self) -> Any:
        """Return a row for each mistake, sorted by loss, the largest first.

        Losses are in the unit of each game: compare only mistakes of the same game.
        """
        rows = sorted((each.row() for each in self.mistakes), key=lambda row: -row["loss"])
        return table(rows, MISTAKE_COLUMNS, digits=2)

    def by(self, what: Literal["phase", "kind", "player"] = "phase") -> Any:
        """Return a table of mistakes and losses by phase, kind of mistake, or player.

        The columns are ``moves`` (judged; by kind: all moves), ``mistakes``, ``rate`` (mistakes per
        hundred moves) and ``loss`` (the total of the mistakes). By player there is also ``luck``,
        the total luck of the rolls, which does not depend on the player's moves.

        Examples
        --------
        >>> record = pg.Record(pg.new("polygon", n=6))
        >>> for move in ("A-C", "C-E"):
        ...     record.push(move)
        >>> found = pg.collection(record).review(keep=None, progress=False)
        >>> list(found.by("phase")["mistakes"])
        [1, 0, 0]
        """
        what = choice("what to count by", what, ("phase", "kind", "player"))
        columns = [what, *TALLY_COLUMNS, *(["luck"] if what == "player" else [])]
        return table(self.tally(what), columns, digits=2)

    def tally(self, what: str) -> list[dict[str, Any]]:
        """Return the rows of `by` as dictionaries."""
        counts: dict[str, list[float]] = defaultdict(lambda: [0, 0, 0.0])
        if what == "phase":
            for phase in GAME_PHASES:
                counts[phase] = [0, 0, 0.0]
        every = 0
        for played, each in self._moves():
            every += 1
            if what != "kind":
                name = played.name(each.seat) if what == "player" else _phase(played, each)
                counts[name][0] += 1
            if each.is_mistake and each.node is not None:
                name = str(getattr(_mistake(played, each), what))
                counts[name][1] += 1
                counts[name][2] += each.loss
        rows: list[dict[str, Any]] = [
            {
                what: name,
                "moves": moves if what != "kind" else every,
                "mistakes": mistakes,
                "rate": 100 * mistakes / max(1, moves if what != "kind" else every),
                "loss": loss,
            }
            for name, (moves, mistakes, loss) in counts.items()
        ]
        if what == "player":
            rows = [row | {"luck": self._luck(str(row["player"]))} for row in rows]
        return rows if what == "phase" else sorted(rows, key=lambda row: -row["mistakes"])

    def _luck(self, player: str) -> float | None:
        """Return the total luck of a player's rolls; None without dice."""
        lucks = [
            played.review.luck(seat)
            for played in self.games
            for seat in range(played.record.start.seats)
            if played.name(seat) == player and any(each.lucks for each in played.review.moves)
        ]
        return sum(lucks) if lucks else None

    def plot(self, axes: Any = None) -> Any:
        """Plot the mistakes by phase and by kind, and return the two axes."""
        return way("mistakes", "plot")(self, axes)

    def __str__(self) -> str:
        """Return the numbers of games and mistakes, with counts by phase and kind."""
        count = len(self.games)
        reviewed = f"{count} game{'s' * (count != 1)} reviewed{but_puzzles(self.puzzles)}"
        lines = [f"{reviewed}: {len(self.mistakes)} mistakes"]
        lines += [
            f"  {row['phase']}: {row['mistakes']} in {row['moves']} moves"
            for row in self.tally("phase")
        ]
        lines += [f"  {row['kind']}: {row['mistakes']}" for row in self.tally("kind")]
        lines += [f"  not reviewed: {why}" for why in list(self.errors.values())[:3]]
        if not self.is_complete:
            lines.append("  interrupted: the other games were not looked at; ask again to go on")
        return "\n".join(lines)

    def _moves(self) -> Iterator[tuple[Reviewed, ReviewedMove]]:
        """Yield the moves of the selected player, or of people, with their games."""
        for played in self.games:
            seats = seats_of(played.entry, played.record, self.player)
            for each in played.review.line:
                if each.seat in seats and each.seat != CHANCE:
                    yield played, each


def seats_of(entry: Entry, record: Record, player: str | None) -> set[int]:
    """Return the seats of a player; by default those of people, or all if only agents play."""
    seats = range(record.start.seats)
    if player is not None:
        return {seat for seat in seats if entry.players.get(seat) == player}
    info = game(record.game)
    names = {seat: entry.players.get(seat, "") for seat in seats}
    people = {seat for seat, name in names.items() if name and not is_agent(name, info)}
    return people or set(seats)


def _phase(played: Reviewed, each: ReviewedMove) -> str:
    """Return the phase of the line in which a move was played."""
    last = played.review.line[-1].ply
    return GAME_PHASES[min(len(GAME_PHASES) - 1, len(GAME_PHASES) * (each.ply - 1) // max(1, last))]


def _mistake(played: Reviewed, each: ReviewedMove) -> Mistake:
    assert each.node is not None  # noqa: S101 - only moves of a record are asked for
    assert each.node.parent is not None  # noqa: S101 - a move leads from somewhere
    state = each.node.parent.state
    kind = kind_of(state, each)
    return Mistake(played.entry, each, state, played.name(each.seat), _phase(played, each), kind)


def kind_of(state: State[Any], found: ReviewedMove) -> str:
    """Return the kind of a mistake: by the game's plug ``slip``, or by its loss."""
    slip: Callable[[Any, Any], str] | None = info_of(state).board.slip
    said = slip(state, found) if slip is not None else ""
    if said:
        return said
    if found.proved and found.after is not None and found.value is not None:
        return "threw a win away" if found.value > 0 >= found.after else "threw points away"
    return "a weaker move"
