"""The mistakes of a collection's games, counted by phase, kind and player."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple

from polygames.arena.players import is_agent
from polygames.core.descriptions import NUMBERED_NAMES, move_text
from polygames.core.registry import game, info_of

if TYPE_CHECKING:
    from collections.abc import Callable, Collection

    from polygames.core.protocol import State
    from polygames.records.record import Record
    from polygames.search.review import Review, ReviewedMove
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


def player_seats(entry: Entry, record: Record, player: str | None) -> set[int]:
    """Return the seats of a player; by default the human seats, or all if only agents play."""
    seats = range(record.start.seats)
    if player is not None:
        return {seat for seat in seats if entry.players.get(seat) == player}
    info = game(record.game)
    names = {seat: entry.players.get(seat, "") for seat in seats}
    people = {seat for seat, name in names.items() if name and not is_agent(name, info)}
    return people or set(seats)


def phase_of(reviewed_game: ReviewedGame, reviewed_move: ReviewedMove) -> str:
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
        phase_of(reviewed_game, reviewed_move),
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
