"""What speaks for a move of Territory: facts that the rules can check."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from polygames.games.territory.board.words import cost, gain, name, tile_words, why
from polygames.games.territory.boards import tiles_of
from polygames.games.territory.rules import Claim, TakeOver

if TYPE_CHECKING:
    from collections.abc import Sequence

    from polygames.core.protocol import Seat
    from polygames.games.territory.boards import Mask, Tile
    from polygames.games.territory.rules import Move, Territory


TAKEN_OVER: Final = (
    "The other player may take over after it: a first tile that is not too good is best."
)


def merits(state: Territory, line: Sequence[Move]) -> str:
    """Say what speaks for a move; empty if nothing of this kind does.

    First what it brings or keeps from the other player; then what is left to claim for each of
    them; then what other moves would let the other player have.

    Examples
    --------
    >>> state = pg.new("territory", seed=3, penalty=0.5)
    >>> merits(state, [state.parse("r0c0")])
    'It costs Blue 18 points, but Red could claim it next for +36 points.'
    """
    move = line[0]
    if not isinstance(move, Claim) or state.fixed_difference is not None:
        return why(state, line)
    if state.is_before_swap and (len(line) == 1 or isinstance(line[1], TakeOver)):
        # Whose the tile will be is not known where no answer is.
        return TAKEN_OVER if len(line) > 1 else ""
    parts = [_value(state, move), _left(state, state.play(move))]
    said = " ".join(part for part in parts if part)
    return said or _spared(state, move)


def _value(state: Territory, move: Claim) -> str:
    """Say what a tile brings, or keeps from the other player; empty if it is the mover's loss."""
    tile, me = state.board.named[move], state.turn
    mine = state.value(tile, me)
    if mine > 0:
        others = _others(state, tile)
        most = ", the most that can be had now" if others and mine > max(others) else ""
        return f"It brings {name(state, me)} {gain(mine)}{most}."
    theirs = 0 if state.seats == 1 else state.value(tile, 1 - me)
    if theirs + mine > 0:
        return _denied(state, tile, mine, theirs)
    return _least(state, tile)


def _others(state: Territory, tile: Tile) -> list[float]:
    return [state.value(each, state.turn) for each in tiles_of(state.claimable) if each != tile]


def _denied(state: Territory, tile: Tile, mine: float, theirs: float) -> str:
    """Say what the other player would have had from a tile."""
    me, red = state.turn, name(state, 1 - state.turn)
    costs = f"costs {name(state, me)} {cost(mine)}" if mine < 0 else "brings nothing"
    if replace(state, turn=1 - me).claimable >> tile & 1:
        return f"It {costs}, but {red} could claim it next for {gain(theirs)}."
    return f"It {costs}, but would have brought {red} {gain(theirs)}."


def _least(state: Territory, tile: Tile) -> str:
    """Say that nothing that can be claimed is better: all else costs more, or brings nothing."""
    me, mine, others = state.turn, state.value(tile, state.turn), _others(state, tile)
    if not others or max(others) > min(0, mine):
        return ""
    if max(others) == mine == 0:
        return "It costs nothing, and no tile that can be claimed now brings anything."
    if max(others) >= mine:
        return ""
    costs = f"{name(state, me)} {cost(mine)}" if mine else "nothing"
    rest = "more" if mine else "points"
    return f"It costs {costs}; every other tile that can be claimed costs {rest}."


def _left(state: Territory, after: Territory) -> str:
    """Say what is opened to the mover, closed to the other, or left to it: the first that holds."""
    if after.outcome is not None:
        return ""
    me = state.turn
    tile = _best(state, _opened(state, after), me)
    if tile is not None:
        return f"It opens the way to {_value_words(state, tile, me)}."
    if state.seats == 1:
        return ""
    you = 1 - me
    values = [state.value(each, you) for each in tiles_of(after.claimable)]
    if max(values) < 0:
        least = f"{cost(max(values))}{' at least' if len(values) > 1 else ''}"
        return f"What {name(state, you)} can claim next costs it {least}."
    tile = _best(state, _closed(state, after), you)
    if tile is not None:
        return f"Through it {name(state, you)} would have come to {_value_words(state, tile, you)}."
    return ""


def _opened(state: Territory, after: Territory) -> Mask:
    """Return the free tiles that the mover comes to stand beside by a claim."""
    me = state.turn
    return after.reach[me] & ~state.reach[me] & after.free if state.owned[me] else 0


def _closed(state: Territory, after: Territory) -> Mask:
    """Return the free tiles that the other player could have come to by the tile that is gone."""
    you = 1 - state.turn
    gone = state.free & ~after.free
    if not (state.owned[you] and state.reach[you] & gone):
        return 0
    return state.board.reach(gone) & ~state.reach[you] & after.free


def _best(state: Territory, tiles: Mask, seat: Seat) -> Tile | None:
    """Return the tile that brings a seat most, if one brings it anything."""
    best = max(tiles_of(tiles), key=lambda tile: state.value(tile, seat), default=None)
    return best if best is not None and state.value(best, seat) > 0 else None


def _value_words(state: Territory, tile: Tile, seat: Seat) -> str:
    return f"{tile_words(state, tile)} ({gain(state.value(tile, seat))})"


def _spared(state: Territory, move: Claim) -> str:
    """Say after how many other claims the other player can have more next, if it is after most."""
    you = 1 - state.turn
    if state.seats == 1:
        return ""
    at_most = _most(state.play(move), you)
    claims = [state.board.claims[tile] for tile in tiles_of(state.claimable)]
    others = [state.play(other) for other in claims if other != move]
    worse = sum(_most(after, you) > at_most for after in others)
    if not others or 2 * worse < len(others):
        return ""
    more = f"after {worse} of the {len(others)} other moves it could have more"
    return f"{name(state, you)} can have {gain(at_most)} at most next; {more}."


def _most(after: Territory, seat: Seat) -> float:
    """Return the most that a claim brings the seat to move; nothing where the game is over."""
    if after.outcome is not None:
        return 0
    return max(after.value(tile, seat) for tile in tiles_of(after.claimable))
