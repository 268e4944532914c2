"""What people call a move of Territory, and what they are told that it does."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from polygames.core.words import how_many
from polygames.games.territory.boards import COLORS
from polygames.games.territory.rules import Move, Stop, TakeOver

if TYPE_CHECKING:
    from collections.abc import Sequence

    from polygames.games.territory.boards import Tile
    from polygames.games.territory.rules import Territory


def say(state: Territory, move: Move) -> str:
    """Name a move by its tile: colour, cells and where it is.

    Examples
    --------
    >>> say(pg.new("territory", seed=3), pg.new("territory", seed=3).parse("r0c0"))
    'claims 6 red cells (row 1, column 1)'
    """
    match move:
        case TakeOver():
            return "takes over: plays Blue from now on, and owns Blue's first tile"
        case Stop():
            return "stops"
    board, tile = state.board, state.board.named[move]
    what = how_many(board.areas[tile], f"{COLORS[board.colors[tile]]} cell")
    return f"claims {what} (row {move.row + 1}, column {move.column + 1})"


def tile_words(state: Territory, tile: Tile) -> str:
    """Return what a tile is: its colour and its cells."""
    cells = how_many(state.board.areas[tile], "cell")
    return f"the {COLORS[state.board.colors[tile]]} tile of {cells}"


def cost(points: float) -> str:
    """Write points that a tile costs."""
    return how_many(f"{-points:g}", "point")


def gain(points: float) -> str:
    """Write points that a tile brings, with their sign."""
    return how_many(signed(points), "point")


def signed(points: float) -> str:
    """Write points with their sign.

    Examples
    --------
    >>> signed(4), signed(-2.5), signed(0)
    ('+4', '−2.5', '0')
    """
    return f"{points:+g}".replace("-", "−") if points else "0"


def why(state: Territory, line: Sequence[Move]) -> str:
    """Say what a move brings, what it would have brought the other player, and what the answer is.

    Examples
    --------
    >>> state = pg.new("territory", seed=3, penalty=0.5)
    >>> why(state, [state.parse("r0c0")])
    'It costs Blue 18 points, but would have brought Red +36 points.'
    """
    move, *rest = line
    if state.seats > 1 and state.fixed_difference is not None:
        lead = signed(state.fixed_difference)
        return f"No claim changes the end: Blue's points less Red's are {lead} in any case."
    after = state.play(move)
    if isinstance(move, TakeOver):  # its name says all
        return ""
    if isinstance(move, Stop):
        return f"The total stays {how_many(f'{state.scores[0]:g}', 'point')}."
    tile, seat = state.board.named[move], state.turn
    mine = state.value(tile, seat)
    if state.seats > 1 and not any(state.value(tile, each) for each in range(state.seats)):
        return _with_answer("It counts nothing", after, rest)
    does = f"costs {name(state, seat)} {cost(mine)}" if mine < 0 else ""
    said = f"It {does or f'brings {name(state, seat)} {gain(mine)}'}"
    if state.seats == 1:
        return f"{said} and takes {state.board.areas[tile]} of the cells that may be claimed."
    other = 1 - seat
    theirs = state.value(tile, other)
    but = "but" if mine < 0 < theirs else "and"
    would = f"cost {name(state, other)} {cost(theirs)}" if theirs < 0 else ""
    said += f", {but} would have {would or f'brought {name(state, other)} {gain(theirs)}'}"
    return _with_answer(said, after, rest)


def _with_answer(said: str, after: Territory, rest: Sequence[Move]) -> str:
    """Say what a claim brings, and what the answer to it does."""
    if not rest or after.outcome is not None or rest[0] not in after.board.named:
        return f"{said}."
    answer = after.board.named[rest[0]]
    who, worth = name(after, after.turn), after.value(answer, after.turn)
    brings = f"costs {who} {cost(worth)}" if worth < 0 else f"brings {who} {gain(worth)}"
    return f"{said}; the answer, {tile_words(after, answer)}, {brings}."


def name(state: Territory, seat: int) -> str:
    """Return what a seat is called."""
    return state.color(seat).capitalize()


def slip(state: Territory, found: Any) -> str:
    """Say what kind of mistake a claim is, by what the tiles count.

    Examples
    --------
    >>> from types import SimpleNamespace
    >>> state = pg.new("territory", tiles=["AB"], colors={"A": "blue", "B": "red"})
    >>> slip(state, SimpleNamespace(move=state.claim(0, 1), best=state.claim(0, 0)))
    'took a tile that costs points'
    """
    mine, best = (state.board.named.get(each) for each in (found.move, found.best))
    if mine is None:
        return "took over or stopped at the wrong time"
    if best is None:
        return "claimed where a take-over or a stop was better"
    worth, wanted = state.value(mine, state.turn), state.value(best, state.turn)
    if worth < 0 <= wanted:
        return "took a tile that costs points"
    if wanted > worth:
        return "left a tile that counts more"
    is_denied = state.seats > 1 and state.value(best, 1 - state.turn) > 0
    if is_denied and wanted < worth:
        return "left a tile that the other one wants"
    return "claimed on the wrong side"
