"""The start of a round: pupils are paired for games, or a puzzle race begins."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, TypeAlias

from polygames.classroom.room import results
from polygames.classroom.room.ledger import with_ledger_lock
from polygames.classroom.room.race import MAX_WRONG_MOVES, choose_puzzles
from polygames.core.errors import IllegalMoveError
from polygames.core.options import check_choice
from polygames.core.pairing import pair_players
from polygames.core.registry import game
from polygames.search.puzzles.puzzle import MAX_STARS
from polygames.table.players import is_pupil
from polygames.table.puzzle_table import is_expected_move

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from collections.abc import Set as AbstractSet
    from random import Random

    from polygames.classroom.room.ledger import Ledger
    from polygames.classroom.room.people import Pupil
    from polygames.classroom.room.seating import Seating
    from polygames.table.table import Table

    Groups: TypeAlias = list[tuple[str, ...]]

PAIRING_METHODS: Final = ("random", "swiss", "ladder")
"""The methods to pair a round, besides pairing by hand."""


class Rounds:
    """The rounds of a class: new pairings of the pupils, and puzzle races."""

    def __init__(self, ledger: Ledger, seating: Seating, rng: Random) -> None:
        self.ledger, self._seating, self._rng = ledger, seating, rng

    @with_ledger_lock
    def start_round(
        self,
        method: str | Sequence[Sequence[str]] = "random",
        *,
        level: int | None = 2,
        start: Any = None,
        minutes: float | None = None,
    ) -> list[Table]:
        """Start a new round: group the pupils, and create and return a table for each group.

        Parameters
        ----------
        method
            ``"random"``, ``"swiss"``, ``"ladder"``, or by hand: groups of the ids of pupils.
        level
            The level of the computer on the seats that no pupil takes; None leaves them free.
        start
            A position, record or puzzle to start from; by default that of the class.
        minutes
            The clock time of each seat in minutes; by default that of the class, 0 for no clock.
        """
        ledger, seating = self.ledger, self._seating
        playing = ledger.setting.for_round(start=start, minutes=minutes)
        groups, left = self._group_players(method, playing.seats)
        has_levels = level is not None and game(playing.game).engine.levels
        others = [f"level {level}"] * (playing.seats - 1) if has_levels else []
        tables = [
            (*group, *others[: max(0, playing.seats - len(group))])
            for group in (*groups, *((who,) for who in left))
        ]
        for seats in tables:
            seating.check_players(playing, seats)  # before anything is written
        self._close_race()
        ladder = self._current_ladder() if method == "ladder" else ledger.ladder
        played = {"start": playing.record, "minutes": playing.minutes}
        ledger.write(do="start_round", number=ledger.round + 1, ladder=ladder, **played)
        return [seating.create_table(seats) for seats in tables]

    @with_ledger_lock
    def start_race(self, minutes: float = 5, count: int = 20, stars: int = MAX_STARS) -> None:
        """Start a puzzle race, in which all pupils get the same puzzles, from easy to hard.

        The puzzles have at most so many stars.
        """
        ledger, seating = self.ledger, self._seating
        numbers, time = choose_puzzles(ledger.setting.game, minutes, count, stars)
        self._close_race()
        for table in tuple(seating.tables.values()):
            seating.close_table(table)
        ledger.write(do="start_race", number=ledger.round + 1, puzzles=numbers, minutes=time)
        for who in self._player_ids:
            seating.start_next_puzzle(who)
        ledger.notify()

    @with_ledger_lock
    def end_race(self) -> None:
        """End the race before its time is up."""
        self._close_race()
        self.ledger.notify()

    @with_ledger_lock
    def skip_puzzle(self, pupil: Pupil) -> None:
        """Close the pupil's current puzzle in a race, and start the next one."""
        table, _ = self._seating.find_seat(pupil)
        self.ledger.check_running()
        if self.ledger.race is not None and self.ledger.race.has_table(table) and table.is_in_play:
            self._seating.close_table(table)
            self._seating.try_automatic_moves(table)

    def check_puzzle_move(self, table: Table, move: Any) -> None:
        """Count a wrong move at a table's puzzle, and raise IllegalMoveError for it."""
        if is_expected_move(table, found := table.parse_legal_move(move)):
            return
        table.record_wrong_move(found)
        if table.puzzle is not None and table.wrong_moves >= MAX_WRONG_MOVES:
            table.close()
        self._seating.try_automatic_moves(table)
        self.ledger.notify(table.number)
        msg = "This is not the right move."
        raise IllegalMoveError(msg)

    def _close_race(self) -> None:
        """End the race and close its tables; do nothing if there is no race."""
        if self.ledger.is_racing:
            self.ledger.write(do="end_race")
            for table in tuple(self._seating.tables.values()):
                if table.puzzle is not None:
                    self._seating.close_table(table)

    @property
    def _player_ids(self) -> list[str]:
        return [pupil.id for pupil in self.ledger.people if pupil.is_player]

    def _group_players(
        self, method: str | Sequence[Sequence[str]], size: int
    ) -> tuple[Groups, list[str]]:
        """Return the groups of pupils, each for one table, and the pupils left over.

        Raise OptionError if the method is unknown.
        """
        everybody, games = self._player_ids, self._seating.games
        if not isinstance(method, str):
            groups = [tuple(group) for group in method]
            placed = {who for group in groups for who in group}
            return groups, [who for who in everybody if who not in placed]
        check_choice("the pairing of a round", method, PAIRING_METHODS)
        if method == "random" or size != 2:  # noqa: PLR2004 - the other two pair, they do not group
            return random_groups(everybody, size, self._rng)
        if method == "ladder":
            return ladder_pairs(self._current_ladder(), self.ledger.round)
        points = {who: each.points for who, each in results.standings(games).items()}
        met = {pair for table in games for pair in results.pairs_at(table)}
        rested = {t.seats[0] for t in games if t.round and not all(map(is_pupil, t.seats))}
        return swiss_pairs(everybody, points, met, rested)

    def _current_ladder(self) -> list[str]:
        """Return the ranking (ladder) after the current round's games, with new pupils last."""
        everybody = self._player_ids
        order = [who for who in self.ledger.ladder if who in everybody]
        order += [who for who in everybody if who not in order]
        won = []
        for table in self._seating.games:
            result = table.result
            counts = table.round == self.ledger.round and table.has_valid_result
            if counts and result and len(result.winners) == 1:
                (best,) = result.winners
                won += [(table.seats[best], who) for who in table.seats if who != table.seats[best]]
        return climb_ladder(order, won)


# Pairing functions: they take ids, and return the groups and the ids left over


def random_groups(people: Sequence[str], size: int, rng: Random) -> tuple[Groups, list[str]]:
    """Return random groups of a given size, and the people left over.

    Examples
    --------
    >>> from random import Random
    >>> groups, left = random_groups(["a", "b", "c"], 2, Random(1))
    >>> len(groups), len(left)
    (1, 1)
    """
    mixed = list(people)
    rng.shuffle(mixed)
    full = len(mixed) - len(mixed) % size
    return [tuple(mixed[at : at + size]) for at in range(0, full, size)], mixed[full:]


def swiss_pairs(
    people: Sequence[str],
    points: Mapping[str, float],
    met_pairs: AbstractSet[frozenset[str]],
    rested_ids: AbstractSet[str] = frozenset(),
) -> tuple[Groups, list[str]]:
    """Return pairs of people with similar points, new ones if possible, and anyone left over.

    If the number is odd, one rests: the last in the order who has not rested yet.

    Examples
    --------
    >>> swiss_pairs(["a", "b", "c", "d"], {"a": 1, "c": 1}, {frozenset("ab"), frozenset("cd")})
    ([('a', 'c'), ('b', 'd')], [])
    """
    order = sorted(people, key=lambda who: -points.get(who, 0.0))
    resting: list[str] = []
    if len(order) % 2:
        last = next((who for who in reversed(order) if who not in rested_ids), order[-1])
        order.remove(last)
        resting = [last]
    found = pair_players(order, met_pairs)
    return _pair_neighbours(order) if found is None else [*found], resting


def ladder_pairs(order: Sequence[str], round_number: int) -> tuple[Groups, list[str]]:
    """Pair neighbours in a ranking, starting from place 1 in even rounds and 2 in odd ones.

    Examples
    --------
    >>> ladder_pairs("abcde", 0), ladder_pairs("abcde", 1)
    (([('a', 'b'), ('c', 'd')], ['e']), ([('b', 'c'), ('d', 'e')], ['a']))
    """
    first = round_number % 2
    pairs = _pair_neighbours(order[first:])
    paired = {who for pair in pairs for who in pair}
    return pairs, [who for who in order if who not in paired]


def climb_ladder(order: Sequence[str], wins: Sequence[tuple[str, str]]) -> list[str]:
    """Return the new ranking (ladder) after some games, each given as (winner, loser).

    A winner below the loser swaps places with the loser.

    Examples
    --------
    >>> climb_ladder(["a", "b", "c"], [("c", "b")])
    ['a', 'c', 'b']
    """
    found = list(order)
    for winner, loser in wins:
        if winner in found and loser in found and found.index(winner) > found.index(loser):
            up, down = found.index(loser), found.index(winner)
            found[up], found[down] = winner, loser
    return found


def _pair_neighbours(order: Sequence[str]) -> Groups:
    return [(order[at], order[at + 1]) for at in range(0, len(order) - 1, 2)]
