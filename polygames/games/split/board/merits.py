"""What speaks for a move of Split: facts that the rules can check."""

from __future__ import annotations

from typing import TYPE_CHECKING

from polygames.core.names import NUMBERED, Names
from polygames.games.split.board.words import (
    joinable,
    largest_first,
    parts,
    players,
    points,
    why,
)
from polygames.games.split.rules import TOTAL, ChooseArea, ChooseColor, DrawLine, FillArea

if TYPE_CHECKING:
    from collections.abc import Sequence

    from polygames.games.split.rules import Move, Split


def merits(state: Split, line: Sequence[Move], names: Names = NUMBERED) -> str:
    """Say what speaks for a move; empty if nothing of this kind does.

    Examples
    --------
    >>> import polygames as pg
    >>> state = pg.new("split")
    >>> merits(state, [state.draw((0, 5), (10, 5))])
    'Player 2 chooses a colour next: a line that favours neither is best.'
    """
    move = line[0]
    after = state.play(move)
    if after.outcome is not None:
        return why(state, [move], names) if state.turn in after.outcome.winners else ""
    if said := _end(state, after, names):
        return said
    match move:
        case FillArea(area):
            return _filled(state, area, names)
        case ChooseArea(area):
            given, kept = parts(state, area)
            return why(state, [move], names) if given < kept else ""
        case ChooseColor():
            return f"{players(after, names).does(after.turn, 'moves')} next."
        case DrawLine():
            return _drawn(state, line, after, names)


def _end(state: Split, after: Split, names: Names) -> str:
    """Say how a game ends in which all that is left can only be filled, if the mover wins it."""
    if after.phase != "line" or not after.legal_moves.finite:
        return ""
    me, seat, scores = state.turn, after.turn, list(after.scores)
    for value in largest_first(after):
        scores[seat] += value
        if scores[seat] > TOTAL / 2:
            break
        seat = 1 - seat
    if scores[me] <= TOTAL / 2:
        return ""
    return (
        "All that is left can only be filled, the largest first: "
        f"{players(after, names).does(me, 'comes', within=True)} to {scores[me]:.2f}."
    )


def _filled(state: Split, area: int, names: Names) -> str:
    """Say what an area brings, and whether it is the largest that can be filled."""
    value, others = state.areas[area].value, largest_first(state)[1:]
    most = ", the most that can be had now" if others and value > others[0] else ""
    who = players(state, names).of(state.turn, within=True)
    return f"It brings {who} {points(value)}{most}."


def _drawn(state: Split, line: Sequence[Move], after: Split, names: Names) -> str:
    """Say what speaks for a line that does not end the game."""
    if after.choice is not None:
        return why(state, line[:1], names)
    if after.seat_colors is None:
        chooses = names.does(after.turn, "chooses")
        return f"{chooses} a colour next: a line that favours neither is best."
    who = players(after, names)
    return _kept(state, after, who) or _returned(state, line, after, who)


def _kept(state: Split, after: Split, who: Names) -> str:
    """Say that nothing more can be filled than before, and what can be joined by whom."""
    small = largest_first(after)
    if len(small) > len(largest_first(state)) or after.seat_colors is None:
        return ""
    they, we = after.seat_colors[after.turn], after.seat_colors[1 - after.turn]
    said = "Neither part can be filled at once" if small else "It leaves nothing to fill at once"
    theirs, ours = joinable(after, they), joinable(after, we)
    if theirs == 0:
        said += f", and {who.of(after.turn, within=True)} cannot join two {they} lines"
    if ours and theirs is not None and ours > theirs:
        could = f"{who.of(state.turn, within=True)} could join two {we} ones next"
        said += f"; {could}, in the area of {points(ours)}"
    return f"{said}."


def _returned(state: Split, line: Sequence[Move], after: Split, who: Names) -> str:
    """Say what the mover fills in return for what the answer fills, if that is no less."""
    match line[1:3]:
        case [FillArea(theirs), FillArea(ours)]:
            lost, won = after.areas[theirs].value, after.play(line[1]).areas[ours].value
            if won >= lost:
                me = who.of(state.turn, within=True)
                return f"{who.of(after.turn)} can fill {points(lost)}, and {me} {points(won)} next."
    return ""
