"""The chips of the seats beside a board: player, colour, score, clock and turn."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from polygames.core.descriptions import NUMBERED_NAMES, Names, position_caption, seat_count_texts

if TYPE_CHECKING:
    from collections.abc import Sequence

    from polygames.records.node import Node
    from polygames.table.table import Table


def seat_chips(
    table: Table, players: Sequence[str], node: Node | None = None, names: Names = NUMBERED_NAMES
) -> list[dict[str, Any]]:
    """Return a dict for each seat: its player, colour, mark, score, clock and turn.

    Parameters
    ----------
    table
        The table.
    players
        The displayed name of each player.
    node
        The displayed position; by default the current one. Before the last one, nobody has won.
    names
        The names of the players in the labels of the seats.

    Examples
    --------
    >>> from polygames.records.append_log import Log
    >>> from polygames.table.table import Table
    >>> table = Table.new(1, Log(), pg.Record(pg.new("polygon")), ["p1", "p2"])
    >>> first, _ = seat_chips(table, ["Ana", "Ben"])
    >>> first["name"], first["label"], first["is_turn"]
    ('Ana', 'Red', True)
    """
    is_earlier = node is not None and node is not table.record.node
    state = table.state if node is None else node.state
    result = None if is_earlier else table.result
    table.clock.update()  # a page counts down from the time of this message
    shown, counts = position_caption(state, names), seat_count_texts(state)
    left = table.clock.seconds_left
    return [
        {
            "occupant": occupant,
            "name": players[seat],
            "label": label.name,
            "color": label.color,
            "mark": label.mark,
            "score": counts[seat],
            "is_turn": table.is_in_play and state.turn == seat,
            "has_won": result is not None and len(table.seats) > 1 and seat in result.winners,
            "seconds_left": None if left is None else left[seat],
            "is_clock_running": table.clock.is_running_for(seat),
        }
        for seat, (occupant, label) in enumerate(zip(table.seats, shown.seats, strict=True))
    ]
