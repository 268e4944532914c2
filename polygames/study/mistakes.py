"""The mistakes of a collection's games, counted by phase, kind and player."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final, Literal, NamedTuple

from polygames.arena.players import is_agent
from polygames.core.descriptions import NUMBERED_NAMES, move_text
from polygames.core.display import TableResult, find_renderer
from polygames.core.options import check_choice
from polygames.core.protocol import CHANCE
from polygames.core.registry import game, info_of
from polygames.records.user_folder import DECK_FILE
from polygames.study.entry import without_puzzles_text

if TYPE_CHECKING:
    import os
    from collections.abc import Callable, Collection, Iterator, Mapping

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


class Mistake(NamedTuple):
    """A mistake or blunder in one of the games."""

    entry: Entry
    reviewed_move: ReviewedMove
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
        return f"<Mistake in {self.entry.name}: {self.reviewed_move}>"

    def row(self) -> dict[str, Any]:
        """Return the mistake as a row of `Reviews.table`: a dictionary from column to value."""
        best = self.reviewed_move.best
        return {
            "file": self.entry.name,
            "ply": self.reviewed_move.ply,
            "player": self.player,
            "move": str(self.reviewed_move.move),
            "said": move_text(self.state, self.reviewed_move.move),
            "best": "" if best is None else str(best),
            "best_said": "" if best is None else move_text(self.state, best),
            "verdict": self.reviewed_move.verdict,
            "loss": self.reviewed_move.loss,
            "phase": self.phase,
            "kind": self.kind,
        }


class ReviewedGame(NamedTuple):
    """A game of a collection and its review."""

    entry: Entry
    record: Record
    review: Review

    def player_name(self, seat: int) -> str:
        """Return the name of a seat's player, by default a name such as "Player 1"."""
        return self.entry.players.get(seat) or NUMBERED_NAMES.name(seat)


@dataclass(frozen=True, eq=False, repr=False)
class Reviews(TableResult):
    """Reviews of many games, with their mistakes and statistics.

    Examples
    --------
    >>> record = pg.Record(pg.new("polygon", n=6))
    >>> record.push("A-C")
    >>> found = pg.collection(record).review(folder=None, progress=False)
    >>> [(each.phase, each.kind) for each in found.mistakes]
    [('opening', 'missed a winning segment')]
    """

    games: tuple[ReviewedGame, ...]
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
            to_mistake(game, each)
            for game, each in self._counted_moves()
            if each.is_mistake and each.node is not None
        )

    def unproved_plies(self) -> tuple[tuple[int, ...], ...]:
        """Return, for each game, the move numbers of the counted mistakes that are not proved."""
        found: dict[int, list[int]] = {id(game): [] for game in self.games}
        for played, each in self._counted_moves():
            if each.is_mistake and not each.proved:
                found[id(played)].append(each.ply)
        return tuple(tuple(found[id(game)]) for game in self.games)

    def deeper(self, **keywords: Any) -> Reviews:
        """Return reviews with the mistakes analysed for twice as long; other moves are unchanged.

        Some mistakes may turn out to be none. Proved mistakes are not analysed again. See
        `polygames.study.batch_review.review_mistakes_deeper` for the keywords.

        Examples
        --------
        >>> record = pg.Record(pg.new("polygon", n=6))
        >>> record.push("A-C")
        >>> found = pg.collection(record).review(folder=None, progress=False)
        >>> len(found.deeper(folder=None, progress=False).mistakes)
        1
        """
        from polygames.study.batch_review import review_mistakes_deeper

        return review_mistakes_deeper(self, **keywords)

    def deck(self, path: str | os.PathLike[str] = DECK_FILE) -> Deck:
        """Add these mistakes to a deck of training cards (created if missing), and return it.

        After `deeper`, only confirmed mistakes become cards.

        Examples
        --------
        >>> record = pg.Record(pg.new("polygon", n=6))
        >>> record.push("A-C")
        >>> pg.collection(record).review(folder=None, progress=False).deck("deck.json")
        <Deck of 1 cards in deck.json: 1 due>
        """
        from polygames.study.deck import Deck

        return Deck(path).add(self.mistakes)

    _columns = MISTAKE_COLUMNS

    def table(self) -> list[dict[str, Any]]:
        """Return a table with one row per mistake, largest losses first.

        Losses are in the unit of each game: compare only mistakes of the same game.
        """
        return sorted((each.row() for each in self.mistakes), key=lambda row: -row["loss"])

    def by(self, criterion: Literal["phase", "kind", "player"] = "phase") -> list[dict[str, Any]]:
        """Return mistakes and losses as rows, grouped by phase, kind of mistake, or player.

        The columns are ``moves`` (judged; by kind: all moves), ``mistakes``, ``rate`` (mistakes per
        hundred moves) and ``loss`` (the total of the mistakes). By player there is also ``luck``,
        the total luck of the rolls, which does not depend on the player's moves.

        Examples
        --------
        >>> record = pg.Record(pg.new("polygon", n=6))
        >>> for move in ("A-C", "C-E"):
        ...     record.push(move)
        >>> found = pg.collection(record).review(folder=None, progress=False)
        >>> [row["mistakes"] for row in found.by("phase")]
        [1, 0, 0]
        """
        criterion = check_choice("the option criterion", criterion, ("phase", "kind", "player"))
        counts: dict[str, list[float]] = defaultdict(lambda: [0, 0, 0.0])
        if criterion == "phase":
            for phase in GAME_PHASES:
                counts[phase] = [0, 0, 0.0]
        every = 0
        for played, each in self._counted_moves():
            every += 1
            if criterion != "kind":
                name = (
                    played.player_name(each.seat)
                    if criterion == "player"
                    else _phase_of(played, each)
                )
                counts[name][0] += 1
            if each.is_mistake and each.node is not None:
                name = str(getattr(to_mistake(played, each), criterion))
                counts[name][1] += 1
                counts[name][2] += each.loss
        rows: list[dict[str, Any]] = [
            {
                criterion: name,
                "moves": moves if criterion != "kind" else every,
                "mistakes": mistakes,
                "rate": 100 * mistakes / max(1, moves if criterion != "kind" else every),
                "loss": loss,
            }
            for name, (moves, mistakes, loss) in counts.items()
        ]
        if criterion == "player":
            rows = [row | {"luck": self._luck(str(row["player"]))} for row in rows]
        return rows if criterion == "phase" else sorted(rows, key=lambda row: -row["mistakes"])

    def _luck(self, player: str) -> float | None:
        """Return a player's total luck in the dice rolls; None in games without dice."""
        lucks = [
            played.review.luck(seat)
            for played in self.games
            for seat in range(played.record.start.seats)
            if played.player_name(seat) == player
            and any(each.lucks for each in played.review.moves)
        ]
        return sum(lucks) if lucks else None

    def plot(self, axes: Any = None) -> Any:
        """Plot the mistakes by phase and by kind, and return the two axes."""
        return find_renderer("mistakes", "plot")(self, axes)

    def __str__(self) -> str:
        """Return the numbers of games and mistakes, with counts by phase and kind."""
        count = len(self.games)
        reviewed = f"{count} game{'s' * (count != 1)} reviewed{without_puzzles_text(self.puzzles)}"
        lines = [f"{reviewed}: {len(self.mistakes)} mistakes"]
        lines += [
            f"  {row['phase']}: {row['mistakes']} in {row['moves']} moves"
            for row in self.by("phase")
        ]
        lines += [f"  {row['kind']}: {row['mistakes']}" for row in self.by("kind")]
        lines += [f"  not reviewed: {why}" for why in list(self.errors.values())[:3]]
        if not self.is_complete:
            lines.append("  interrupted: the other games were not looked at; ask again to go on")
        return "\n".join(lines)

    def _counted_moves(self) -> Iterator[tuple[ReviewedGame, ReviewedMove]]:
        """Yield the moves of the selected player, or by default of all people, with their games."""
        for played in self.games:
            seats = player_seats(played.entry, played.record, self.player)
            for each in played.review.line:
                if each.seat in seats and each.seat != CHANCE:
                    yield played, each


def player_seats(entry: Entry, record: Record, player: str | None) -> set[int]:
    """Return the seats of a player; by default the human seats, or all if only agents play."""
    seats = range(record.start.seats)
    if player is not None:
        return {seat for seat in seats if entry.players.get(seat) == player}
    info = game(record.game)
    names = {seat: entry.players.get(seat, "") for seat in seats}
    people = {seat for seat, name in names.items() if name and not is_agent(name, info)}
    return people or set(seats)


def _phase_of(reviewed_game: ReviewedGame, reviewed_move: ReviewedMove) -> str:
    """Return the phase of the game in which a move was played: opening, middle or end."""
    last = reviewed_game.review.line[-1].ply
    return GAME_PHASES[
        min(len(GAME_PHASES) - 1, len(GAME_PHASES) * (reviewed_move.ply - 1) // max(1, last))
    ]


def people_mistakes(
    record: Record, review: Review, agents: Collection[str] = ()
) -> tuple[ReviewedMove, ...]:
    """Return the mistakes in a reviewed game, without those of agents.

    Parameters
    ----------
    record
        The game. A player without a name counts as a person.
    review
        The review of this record.
    agents
        The names of further players that are no people.

    Examples
    --------
    >>> record = pg.Record(pg.new("polygon", n=6), players=("Ada", "level 2"))
    >>> record.push("A-C")
    >>> found = pg.review(record, progress=False)
    >>> len(people_mistakes(record, found)), len(people_mistakes(record, found, ["Ada"]))
    (1, 0)
    """
    info, names = game(record.game), record.players
    others = {seat for seat, name in names.items() if name in agents or is_agent(name, info)}
    return tuple(e for e in review.mistakes if e.seat not in others and e.node is not None)


def to_mistake(reviewed_game: ReviewedGame, reviewed_move: ReviewedMove) -> Mistake:
    """Return a mistake in a reviewed game with its phase, its kind and the name of the player."""
    assert reviewed_move.node is not None  # noqa: S101 - only moves of a record are asked for
    assert reviewed_move.node.parent is not None  # noqa: S101 - a move leads from somewhere
    state = reviewed_move.node.parent.state
    kind = mistake_kind(state, reviewed_move)
    return Mistake(
        reviewed_game.entry,
        reviewed_move,
        state,
        reviewed_game.player_name(reviewed_move.seat),
        _phase_of(reviewed_game, reviewed_move),
        kind,
    )


def mistake_kind(state: State[Any], reviewed_move: ReviewedMove) -> str:
    """Classify a mistake by the game's `mistake_kind` function, or else by its loss."""
    slip: Callable[[Any, Any], str] | None = info_of(state).board.mistake_kind
    said = slip(state, reviewed_move) if slip is not None else ""
    if said:
        return said
    if reviewed_move.proved and reviewed_move.after is not None and reviewed_move.value is not None:
        return (
            "threw a win away"
            if reviewed_move.value > 0 >= reviewed_move.after
            else "threw points away"
        )
    return "a weaker move"
