"""The words of Territory: names of moves, explanations and merits."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from polygames.core.words import how_many
from polygames.games.territory.boards import TILE_COLORS, tiles_of
from polygames.games.territory.rules import Claim, Move, Stop, TakeOver

if TYPE_CHECKING:
    from collections.abc import Sequence

    from polygames.core.protocol import Seat
    from polygames.games.territory.boards import Mask, Tile
    from polygames.games.territory.rules import Territory


def say(state: Territory, move: Move) -> str:
    """Return the name of a move: the colour, cells and place of its tile.

    Examples
    --------
    >>> say(pg.new("territory", seed=3), pg.new("territory", seed=3).parse("r0c0"))
    'claims 6 red cells (row 1, column 1)'
    """
    match move:
        case TakeOver():
            return "takes over: now plays Blue and owns Blue's first tile"
        case Stop():
            return "stops"
    board, tile = state.board, state.board.named[move]
    what = how_many(board.areas[tile], f"{TILE_COLORS[board.colors[tile]]} cell")
    return f"claims {what} (row {move.row + 1}, column {move.column + 1})"


def tile_words(state: Territory, tile: Tile) -> str:
    """Return a description of a tile: its colour and number of cells."""
    cells = how_many(state.board.areas[tile], "cell")
    return f"the {TILE_COLORS[state.board.colors[tile]]} tile of {cells}"


def cost(points: float) -> str:
    """Return the points that a tile costs as text, without a sign."""
    return how_many(f"{-points:g}", "point")


def gain(points: float) -> str:
    """Return the points that a tile gains as text, with a sign."""
    return how_many(signed_text(points), "point")


def signed_text(points: float) -> str:
    """Return points as text with a sign; 0 without one.

    Examples
    --------
    >>> signed_text(4), signed_text(-2.5), signed_text(0)
    ('+4', '−2.5', '0')
    """
    return f"{points:+g}".replace("-", "−") if points else "0"


def why(state: Territory, line: Sequence[Move]) -> str:
    """Return an explanation of a move: its gain, the other player's gain from it, and the answer.

    Examples
    --------
    >>> state = pg.new("territory", seed=3, penalty=0.5)
    >>> why(state, [state.parse("r0c0")])
    'It costs Blue 18 points, but would have given Red +36 points.'
    """
    move, *rest = line
    if state.seats > 1 and state.fixed_difference is not None:
        lead = signed_text(state.fixed_difference)
        return f"No move can change the result: Blue's points minus Red's points will be {lead}."
    after = state.play(move)
    if isinstance(move, TakeOver):  # its name is enough
        return ""
    if isinstance(move, Stop):
        return f"The total stays {how_many(f'{state.scores[0]:g}', 'point')}."
    tile, seat = state.board.named[move], state.turn
    mine = state.value(tile, seat)
    if state.seats > 1 and not any(state.value(tile, each) for each in range(state.seats)):
        return _with_answer("It gives no points", after, rest)
    does = f"costs {name(state, seat)} {cost(mine)}" if mine < 0 else ""
    said = f"It {does or f'gives {name(state, seat)} {gain(mine)}'}"
    if state.seats == 1:
        return f"{said} and takes {state.board.areas[tile]} of the cells that you may claim."
    other = 1 - seat
    theirs = state.value(tile, other)
    but = "but" if mine < 0 < theirs else "and"
    would = f"cost {name(state, other)} {cost(theirs)}" if theirs < 0 else ""
    said += f", {but} would have {would or f'given {name(state, other)} {gain(theirs)}'}"
    return _with_answer(said, after, rest)


def _with_answer(said: str, after: Territory, rest: Sequence[Move]) -> str:
    """Return a text extended by the effect of the answer, the first move of `rest`."""
    if not rest or after.outcome is not None or rest[0] not in after.board.named:
        return f"{said}."
    answer = after.board.named[rest[0]]
    who, worth = name(after, after.turn), after.value(answer, after.turn)
    brings = f"costs {who} {cost(worth)}" if worth < 0 else f"gives {who} {gain(worth)}"
    return f"{said}; the reply, {tile_words(after, answer)}, {brings}."


def name(state: Territory, seat: int) -> str:
    """Return the name of a seat, which is its colour."""
    return state.color(seat).capitalize()


def slip(state: Territory, found: Any) -> str:
    """Return the kind of a mistake, by the points of its tile and of the best one.

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
        return "left a tile that gives more points"
    is_denied = state.seats > 1 and state.value(best, 1 - state.turn) > 0
    if is_denied and wanted < worth:
        return "left a tile that the other player wants"
    return "claimed a tile in the wrong place"


# --- The merits of a move -------------------------------------------------------------------------

TAKEOVER_REASON: Final = (
    "The other player may take over. A first tile that is not too good is best."
)


def merits(state: Territory, line: Sequence[Move]) -> str:
    """Return the merits of a move as text; empty if there are none.

    They are its gain or the denied gain, and the tiles that it opens or closes. If there are none
    of these, they are the smaller gains that it leaves to the other player.

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
        # Without an answer the future owner of the tile is unknown.
        return TAKEOVER_REASON if len(line) > 1 else ""
    parts = [_value(state, move), _access_text(state, state.play(move))]
    said = " ".join(part for part in parts if part)
    return said or _spared_text(state, move)


def _value(state: Territory, move: Claim) -> str:
    """Return the gain or the denied gain of a claim as text; empty if it is a net loss."""
    tile, me = state.board.named[move], state.turn
    mine = state.value(tile, me)
    if mine > 0:
        others = _others(state, tile)
        most = ", the most possible now" if others and mine > max(others) else ""
        return f"It gives {name(state, me)} {gain(mine)}{most}."
    theirs = 0 if state.seats == 1 else state.value(tile, 1 - me)
    if theirs + mine > 0:
        return _denied_text(state, tile, mine, theirs)
    return _least(state, tile)


def _others(state: Territory, tile: Tile) -> list[float]:
    return [state.value(each, state.turn) for each in tiles_of(state.claimable) if each != tile]


def _denied_text(state: Territory, tile: Tile, mine: float, theirs: float) -> str:
    """Return the gain of the other player that a claim denies, as text."""
    me, red = state.turn, name(state, 1 - state.turn)
    costs = f"costs {name(state, me)} {cost(mine)}" if mine < 0 else "gives nothing"
    if replace(state, turn=1 - me).claimable >> tile & 1:
        return f"It {costs}, but {red} could claim it next for {gain(theirs)}."
    return f"It {costs}, but would have given {red} {gain(theirs)}."


def _least(state: Territory, tile: Tile) -> str:
    """Return a text if no other claim costs less or gains anything; else an empty one."""
    me, mine, others = state.turn, state.value(tile, state.turn), _others(state, tile)
    if not others or max(others) > min(0, mine):
        return ""
    if max(others) == mine == 0:
        return "It costs nothing, and no other tile gives points now."
    if max(others) >= mine:
        return ""
    costs = f"{name(state, me)} {cost(mine)}" if mine else "nothing"
    rest = "more" if mine else "points"
    return f"It costs {costs}; every other possible tile costs {rest}."


def _access_text(state: Territory, after: Territory) -> str:
    """Return the best tile that a claim opens, the costs it leaves, or the tile it closes."""
    if after.outcome is not None:
        return ""
    me = state.turn
    tile = _best(state, _opened_tiles(state, after), me)
    if tile is not None:
        return f"It opens the way to {_value_words(state, tile, me)}."
    if state.seats == 1:
        return ""
    you = 1 - me
    values = [state.value(each, you) for each in tiles_of(after.claimable)]
    if max(values) < 0:
        least = f"{cost(max(values))}{' or more' if len(values) > 1 else ''}"
        return (
            f"Every tile that {name(state, you)} can claim next costs {name(state, you)} {least}."
        )
    tile = _best(state, _closed_tiles(state, after), you)
    if tile is not None:
        return f"It closes {name(state, you)}'s way to {_value_words(state, tile, you)}."
    return ""


def _opened_tiles(state: Territory, after: Territory) -> Mask:
    """Return the free tiles that become adjacent to the mover's by a claim."""
    me = state.turn
    return after.reach[me] & ~state.reach[me] & after.free if state.owned[me] else 0


def _closed_tiles(state: Territory, after: Territory) -> Mask:
    """Return the free tiles that the other player could have reached through the claimed tile."""
    you = 1 - state.turn
    gone = state.free & ~after.free
    if not (state.owned[you] and state.reach[you] & gone):
        return 0
    return state.board.reach(gone) & ~state.reach[you] & after.free


def _best(state: Territory, tiles: Mask, seat: Seat) -> Tile | None:
    """Return the tile with the largest gain for a seat; None if no gain is positive."""
    best = max(tiles_of(tiles), key=lambda tile: state.value(tile, seat), default=None)
    return best if best is not None and state.value(best, seat) > 0 else None


def _value_words(state: Territory, tile: Tile, seat: Seat) -> str:
    return f"{tile_words(state, tile)} ({gain(state.value(tile, seat))})"


def _spared_text(state: Territory, move: Claim) -> str:
    """Return how small a claim keeps the other's next gain; empty unless most claims are worse."""
    you = 1 - state.turn
    if state.seats == 1:
        return ""
    at_most = _most(state.play(move), you)
    claims = [state.board.claims[tile] for tile in tiles_of(state.claimable)]
    others = [state.play(other) for other in claims if other != move]
    worse = sum(_most(after, you) > at_most for after in others)
    if not others or 2 * worse < len(others):
        return ""
    more = f"after {worse} of the {len(others)} other moves, {name(state, you)} could get more"
    return f"{name(state, you)} can get at most {gain(at_most)} next; {more}."


def _most(after: Territory, seat: Seat) -> float:
    """Return the largest value of a next claim for a seat; 0 if the game is over."""
    if after.outcome is not None:
        return 0
    return max(after.value(tile, seat) for tile in tiles_of(after.claimable))
