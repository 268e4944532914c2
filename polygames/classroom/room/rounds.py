"""Who sits down with whom in a new round of a room."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from polygames.classroom.room import pairing, results
from polygames.classroom.tables.table import is_pupil
from polygames.core.options import choice

if TYPE_CHECKING:
    from collections.abc import Sequence
    from random import Random

    from polygames.classroom.room import Room

WAYS: Final = ("random", "swiss", "ladder")
"""How a round can be paired, beside by hand."""


def grouped(
    room: Room, how: str | Sequence[Sequence[str]], rng: Random
) -> tuple[list[tuple[str, ...]], list[str]]:
    """Return who sits down together, and who is left over.

    Raises
    ------
    OptionError
        If there is no such way.
    """
    everybody = _players(room)
    if not isinstance(how, str):
        groups = [tuple(group) for group in how]
        placed = {who for group in groups for who in group}
        return groups, [who for who in everybody if who not in placed]
    choice("how a round is paired", how, WAYS)
    size = room.setting.seats
    if how == "random" or size != 2:  # noqa: PLR2004 - the other two pair, they do not group
        return pairing.at_random(everybody, size, rng)
    tables = room.games
    if how == "swiss":
        points = {who: each.points for who, each in results.standings(tables).items()}
        met = {pair for table in tables for pair in results.pairs_at(table)}
        rested = {t.seats[0] for t in tables if t.round and not all(map(is_pupil, t.seats))}
        return pairing.swiss(everybody, points, met, rested)
    return pairing.ladder(climbed(room), room.round)


def climbed(room: Room) -> list[str]:
    """Return the ladder after the games of the round that ends; who is new is last."""
    everybody = _players(room)
    order = [who for who in room.ladder if who in everybody]
    order += [who for who in everybody if who not in order]
    won = []
    for table in room.games:
        result = table.result
        if table.round == room.round and result is not None and len(result.winners) == 1:
            (best,) = result.winners
            won += [(table.seats[best], who) for who in table.seats if who != table.seats[best]]
    return pairing.climbed(order, won)


def _players(room: Room) -> list[str]:
    return [pupil.id for pupil in room.people if pupil.plays]
