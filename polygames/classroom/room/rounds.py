"""The start of a round: pupils are paired for games, or a puzzle race begins."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, TypeAlias

from polygames.arena.schedule import pair_players
from polygames.classroom.room import results
from polygames.classroom.room.ledger import synchronized
from polygames.classroom.room.race import MAX_WRONG_MOVES, chosen, is_found
from polygames.classroom.room.table import is_pupil
from polygames.core.errors import IllegalMoveError
from polygames.core.options import choice
from polygames.core.registry import game

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from collections.abc import Set as AbstractSet
    from random import Random

    from polygames.classroom.room.ledger import Ledger
    from polygames.classroom.room.people import Pupil
    from polygames.classroom.room.seating import Seating
    from polygames.classroom.room.table import Table

    Groups: TypeAlias = list[tuple[str, ...]]

PAIRING_METHODS: Final = ("random", "swiss", "ladder")
"""The methods to pair a round, besides pairing by hand."""


class Rounds:
    """The rounds of a class; `rng` shuffles the pupils."""

    def __init__(self, ledger: Ledger, seating: Seating, rng: Random) -> None:
        self.ledger, self._seating, self._rng = ledger, seating, rng

    @synchronized
    def pair(
        self,
        how: str | Sequence[Sequence[str]] = "random",
        *,
        level: int | None = 2,
        start: Any = None,
        minutes: float | None = None,
    ) -> list[Table]:
        """Begin a new round: every pupil gets a table.

        Parameters
        ----------
        how
            ``"random"``, ``"swiss"``, ``"ladder"``, or by hand: groups of the ids of pupils.
        level
            The level of the computer as the opponent of unpaired pupils; None lets them wait.
        start
            A position, record or puzzle to start from; by default that of the class.
        minutes
            The clock time of each seat in minutes; by default that of the class, 0 for no clock.
        """
        ledger, seating = self.ledger, self._seating
        playing = ledger.setting.changed(start=start, minutes=minutes)
        groups, left = self._grouped(how, playing.seats)
        has_levels = level is not None and game(playing.game).engine.levels
        others = [f"level {level}"] * (playing.seats - 1) if has_levels else []
        tables = [*groups, *((who, *others) for who in left)]
        for seats in tables:
            seating.check(playing, seats)  # before anything is written
        self._end_race()
        ladder = self._climbed() if how == "ladder" else ledger.ladder
        played = {"start": playing.record, "minutes": playing.minutes}
        ledger.write(do="round", number=ledger.round + 1, ladder=ladder, **played)
        return [seating.put_up(seats) for seats in tables]

    @synchronized
    def run_race(self, minutes: float = 5, count: int = 20) -> None:
        """Begin a puzzle race: all get the same puzzles of the game, from easy to hard."""
        ledger, seating = self.ledger, self._seating
        numbers, time = chosen(ledger.setting.game, minutes, count)
        self._end_race()
        for table in tuple(seating.tables.values()):
            seating.close(table)
        ledger.write(do="race", number=ledger.round + 1, puzzles=numbers, minutes=time)
        for who in self._players:
            seating.next_puzzle(who)
        ledger.tell()

    @synchronized
    def end_race(self) -> None:
        """End the race before its time is up."""
        self._end_race()
        self.ledger.tell()

    @synchronized
    def skip(self, pupil: Pupil) -> None:
        """Skip the pupil's current puzzle of a race."""
        table, _ = self._seating.place(pupil)
        self.ledger.refuse_paused()
        if self.ledger.race is not None and self.ledger.race.has(table) and table.is_on:
            self._seating.close(table)
            self._seating.follow(table)

    def judge(self, table: Table, move: Any) -> None:
        """Raise IllegalMoveError, and count a wrong move, if a move is not the one to find."""
        if is_found(table, table.legal(move)):
            return
        table.miss()
        if table.wrong >= MAX_WRONG_MOVES:
            table.close()
        self._seating.follow(table)
        self.ledger.tell(table.number)
        msg = "This is not the right move."
        raise IllegalMoveError(msg)

    def _end_race(self) -> None:
        """End the race and close its tables, if a race is on."""
        if self.ledger.is_racing:
            self.ledger.write(do="race over")
            for table in tuple(self._seating.tables.values()):
                if table.puzzle is not None:
                    self._seating.close(table)

    @property
    def _players(self) -> list[str]:
        return [pupil.id for pupil in self.ledger.people if pupil.plays]

    def _grouped(self, how: str | Sequence[Sequence[str]], size: int) -> tuple[Groups, list[str]]:
        """Return the groups that share a table, and the pupils left over.

        Raise OptionError if the method is unknown.
        """
        everybody, games = self._players, self._seating.games
        if not isinstance(how, str):
            groups = [tuple(group) for group in how]
            placed = {who for group in groups for who in group}
            return groups, [who for who in everybody if who not in placed]
        choice("how a round is paired", how, PAIRING_METHODS)
        if how == "random" or size != 2:  # noqa: PLR2004 - the other two pair, they do not group
            return at_random(everybody, size, self._rng)
        if how == "ladder":
            return ladder(self._climbed(), self.ledger.round)
        points = {who: each.points for who, each in results.standings(games).items()}
        met = {pair for table in games for pair in results.pairs_at(table)}
        rested = {t.seats[0] for t in games if t.round and not all(map(is_pupil, t.seats))}
        return swiss(everybody, points, met, rested)

    def _climbed(self) -> list[str]:
        """Return the ladder after the games of the current round; new pupils are last."""
        everybody = self._players
        order = [who for who in self.ledger.ladder if who in everybody]
        order += [who for who in everybody if who not in order]
        won = []
        for table in self._seating.games:
            result = table.result
            counts = table.round == self.ledger.round and table.counts
            if counts and result and len(result.winners) == 1:
                (best,) = result.winners
                won += [(table.seats[best], who) for who in table.seats if who != table.seats[best]]
        return updated_ladder(order, won)


# Pairing functions: they take ids, and return the groups and the ids left over


def at_random(people: Sequence[str], size: int, rng: Random) -> tuple[Groups, list[str]]:
    """Return random groups of a given size, and the people left over.

    Examples
    --------
    >>> from random import Random
    >>> groups, left = at_random(["a", "b", "c"], 2, Random(1))
    >>> len(groups), len(left)
    (1, 1)
    """
    mixed = list(people)
    rng.shuffle(mixed)
    full = len(mixed) - len(mixed) % size
    return [tuple(mixed[at : at + size]) for at in range(0, full, size)], mixed[full:]


def swiss(
    people: Sequence[str],
    points: Mapping[str, float],
    met: AbstractSet[frozenset[str]],
    rested: AbstractSet[str] = frozenset(),
) -> tuple[Groups, list[str]]:
    """Return pairs of people with equal points, if possible without a rematch.

    If the number is odd, one rests: the last in the order who has not rested yet.

    Examples
    --------
    >>> swiss(["a", "b", "c", "d"], {"a": 1, "c": 1}, {frozenset("ab"), frozenset("cd")})
    ([('a', 'c'), ('b', 'd')], [])
    """
    order = sorted(people, key=lambda who: -points.get(who, 0.0))
    resting: list[str] = []
    if len(order) % 2:
        last = next((who for who in reversed(order) if who not in rested), order[-1])
        order.remove(last)
        resting = [last]
    found = pair_players(order, met)
    return _neighbours(order) if found is None else [*found], resting


def ladder(order: Sequence[str], round_number: int) -> tuple[Groups, list[str]]:
    """Return pairs of neighbours on a ladder: from place 1 in even rounds, from 2 in odd ones.

    Examples
    --------
    >>> ladder("abcde", 0), ladder("abcde", 1)
    (([('a', 'b'), ('c', 'd')], ['e']), ([('b', 'c'), ('d', 'e')], ['a']))
    """
    first = round_number % 2
    pairs = _neighbours(order[first:])
    paired = {who for pair in pairs for who in pair}
    return pairs, [who for who in order if who not in paired]


def updated_ladder(order: Sequence[str], won: Sequence[tuple[str, str]]) -> list[str]:
    """Return a ladder after some games, each given as (winner, loser).

    A winner below the loser swaps places with the loser.

    Examples
    --------
    >>> updated_ladder(["a", "b", "c"], [("c", "b")])
    ['a', 'c', 'b']
    """
    found = list(order)
    for winner, loser in won:
        if winner in found and loser in found and found.index(winner) > found.index(loser):
            up, down = found.index(loser), found.index(winner)
            found[up], found[down] = winner, loser
    return found


def _neighbours(order: Sequence[str]) -> Groups:
    return [(order[at], order[at + 1]) for at in range(0, len(order) - 1, 2)]
