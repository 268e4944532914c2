"""The words of Territory: names of moves, explanations and merits."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from polygames.core.descriptions import count_text
from polygames.games.territory.boards import TILE_COLORS, tiles_of
from polygames.games.territory.rules import Claim, Move, Stop, TakeOver

if TYPE_CHECKING:
    from collections.abc import Sequence

    from polygames.core.protocol import Seat
    from polygames.games.territory.boards import Mask, Tile
    from polygames.games.territory.rules import Territory


def describe_move(state: Territory, move: Move) -> str:
    """Return a description of a move, such as ``claims 6 red cells (row 1, column 1)``.

    Examples
    --------
    >>> describe_move(pg.new("territory", seed=3), pg.new("territory", seed=3).parse("r0c0"))
    'claims 6 red cells (row 1, column 1)'
    """
    match move:
        case TakeOver():
            return "takes over: now plays Blue and owns Blue's first tile"
        case Stop():
            return "stops"
    board, tile = state.board, state.board.named[move]
    what = count_text(board.areas[tile], f"{TILE_COLORS[board.colors[tile]]} cell")
    return f"claims {what} (row {move.row + 1}, column {move.column + 1})"


def tile_text(state: Territory, tile: Tile) -> str:
    """Return a description of a tile: its colour and number of cells."""
    cells = count_text(state.board.areas[tile], "cell")
    return f"the {TILE_COLORS[state.board.colors[tile]]} tile of {cells}"


def cost_text(points: float) -> str:
    """Return a loss of points as text without a sign, such as ``18 points`` for -18."""
    return count_text(f"{-points:g}", "point")


def gain_text(points: float) -> str:
    """Return a gain of points as text with a sign, such as ``+4 points``."""
    return count_text(signed_text(points), "point")


def signed_text(points: float) -> str:
    """Return points as text with a plus or minus sign; 0 has no sign.

    Examples
    --------
    >>> signed_text(4), signed_text(-2.5), signed_text(0)
    ('+4', '−2.5', '0')
    """
    return f"{points:+g}".replace("-", "−") if points else "0"


def explain_move(state: Territory, line: Sequence[Move]) -> str:
    """Return an explanation of a move: its gain, the gain that it denies, and the expected reply.

    Examples
    --------
    >>> state = pg.new("territory", seed=3, penalty=0.5)
    >>> explain_move(state, [state.parse("r0c0")])
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
        return f"The total stays {count_text(f'{state.scores[0]:g}', 'point')}."
    tile, seat = state.board.named[move], state.turn
    mine = state.value(tile, seat)
    if state.seats > 1 and not any(state.value(tile, each) for each in range(state.seats)):
        return _with_reply("It gives no points", after, rest)
    does = f"costs {seat_name(state, seat)} {cost_text(mine)}" if mine < 0 else ""
    said = f"It {does or f'gives {seat_name(state, seat)} {gain_text(mine)}'}"
    if state.seats == 1:
        return f"{said} and takes {state.board.areas[tile]} of the cells that you may claim."
    other = 1 - seat
    theirs = state.value(tile, other)
    but = "but" if mine < 0 < theirs else "and"
    would = f"cost {seat_name(state, other)} {cost_text(theirs)}" if theirs < 0 else ""
    said += f", {but} would have {would or f'given {seat_name(state, other)} {gain_text(theirs)}'}"
    return _with_reply(said, after, rest)


def _with_reply(sentence: str, next_state: Territory, replies: Sequence[Move]) -> str:
    """Return a sentence extended by the effect of the first of the replies."""
    if not replies or next_state.outcome is not None or replies[0] not in next_state.board.named:
        return f"{sentence}."
    answer = next_state.board.named[replies[0]]
    who, worth = seat_name(next_state, next_state.turn), next_state.value(answer, next_state.turn)
    brings = f"costs {who} {cost_text(worth)}" if worth < 0 else f"gives {who} {gain_text(worth)}"
    return f"{sentence}; the reply, {tile_text(next_state, answer)}, {brings}."


def seat_name(state: Territory, seat: int) -> str:
    """Return the name of a seat, which is its colour."""
    return state.color(seat).capitalize()


def mistake_kind(state: Territory, reviewed_move: Any) -> str:
    """Return the kind of mistake, judged by the points of the tile and of the best move's tile.

    Examples
    --------
    >>> from types import SimpleNamespace
    >>> state = pg.new("territory", tiles=["AB"], colors={"A": "blue", "B": "red"})
    >>> mistake_kind(state, SimpleNamespace(move=state.claim(0, 1), best=state.claim(0, 0)))
    'took a tile that costs points'
    """
    mine, best = (state.board.named.get(each) for each in (reviewed_move.move, reviewed_move.best))
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


def reasons_for_move(state: Territory, line: Sequence[Move]) -> str:
    """Return the merits of a move as text; empty if there are none.

    They are its gain or the denied gain, and the tiles that it opens or closes. If there are none
    of these, they are the smaller gains that it leaves to the other player.

    Examples
    --------
    >>> state = pg.new("territory", seed=3, penalty=0.5)
    >>> reasons_for_move(state, [state.parse("r0c0")])
    'It costs Blue 18 points, but Red could claim it next for +36 points.'
    """
    move = line[0]
    if not isinstance(move, Claim) or state.fixed_difference is not None:
        return explain_move(state, line)
    if state.is_before_swap and (len(line) == 1 or isinstance(line[1], TakeOver)):
        # Without an answer the future owner of the tile is unknown.
        return TAKEOVER_REASON if len(line) > 1 else ""
    parts = [_gain_reason(state, move), _access_text(state, state.play(move))]
    said = " ".join(part for part in parts if part)
    return said or _limited_reply_text(state, move)


def _gain_reason(state: Territory, move: Claim) -> str:
    """Return a sentence about the points that a claim gains, loses or denies to the opponent."""
    tile, me = state.board.named[move], state.turn
    mine = state.value(tile, me)
    if mine > 0:
        others = _other_claim_values(state, tile)
        most = ", the most possible now" if others and mine > max(others) else ""
        return f"It gives {seat_name(state, me)} {gain_text(mine)}{most}."
    theirs = 0 if state.seats == 1 else state.value(tile, 1 - me)
    if theirs + mine > 0:
        return _denial_text(state, tile, mine, theirs)
    return _least_cost_text(state, tile)


def _other_claim_values(state: Territory, tile: Tile) -> list[float]:
    return [state.value(each, state.turn) for each in tiles_of(state.claimable) if each != tile]


def _denial_text(state: Territory, tile: Tile, mine: float, theirs: float) -> str:
    """Return a sentence about the gain that a claim denies the other player."""
    me, red = state.turn, seat_name(state, 1 - state.turn)
    costs = f"costs {seat_name(state, me)} {cost_text(mine)}" if mine < 0 else "gives nothing"
    if replace(state, turn=1 - me).claimable >> tile & 1:
        return f"It {costs}, but {red} could claim it next for {gain_text(theirs)}."
    return f"It {costs}, but would have given {red} {gain_text(theirs)}."


def _least_cost_text(state: Territory, tile: Tile) -> str:
    """Return a sentence if a claim is the cheapest and none gains points, or an empty string."""
    me, mine, others = state.turn, state.value(tile, state.turn), _other_claim_values(state, tile)
    if not others or max(others) > min(0, mine):
        return ""
    if max(others) == mine == 0:
        return "It costs nothing, and no other tile gives points now."
    if max(others) >= mine:
        return ""
    costs = f"{seat_name(state, me)} {cost_text(mine)}" if mine else "nothing"
    rest = "more" if mine else "points"
    return f"It costs {costs}; every other possible tile costs {rest}."


def _access_text(state: Territory, next_state: Territory) -> str:
    """Return a sentence on the best tile that a claim opens or closes off, or on forced losses."""
    if next_state.outcome is not None:
        return ""
    me = state.turn
    tile = _best_tile(state, _opened_tiles(state, next_state), me)
    if tile is not None:
        return f"It opens the way to {_tile_value_text(state, tile, me)}."
    if state.seats == 1:
        return ""
    you = 1 - me
    values = [state.value(each, you) for each in tiles_of(next_state.claimable)]
    if max(values) < 0:
        least = f"{cost_text(max(values))}{' or more' if len(values) > 1 else ''}"
        player = seat_name(state, you)
        return f"Every tile that {player} can claim next costs {player} {least}."
    tile = _best_tile(state, _closed_tiles(state, next_state), you)
    if tile is not None:
        return f"It closes {seat_name(state, you)}'s way to {_tile_value_text(state, tile, you)}."
    return ""


def _opened_tiles(state: Territory, next_state: Territory) -> Mask:
    """Return the free tiles that a claim makes adjacent to the mover's tiles."""
    me = state.turn
    return next_state.reach[me] & ~state.reach[me] & next_state.free if state.owned[me] else 0


def _closed_tiles(state: Territory, next_state: Territory) -> Mask:
    """Return the free tiles that the other player could have reached through the claimed tile."""
    you = 1 - state.turn
    gone = state.free & ~next_state.free
    if not (state.owned[you] and state.reach[you] & gone):
        return 0
    return state.board.neighbours_of(gone) & ~state.reach[you] & next_state.free


def _best_tile(state: Territory, tiles: Mask, seat: Seat) -> Tile | None:
    """Return the tile with the largest gain for a seat; None if no gain is positive."""
    best = max(tiles_of(tiles), key=lambda tile: state.value(tile, seat), default=None)
    return best if best is not None and state.value(best, seat) > 0 else None


def _tile_value_text(state: Territory, tile: Tile, seat: Seat) -> str:
    return f"{tile_text(state, tile)} ({gain_text(state.value(tile, seat))})"


def _limited_reply_text(state: Territory, move: Claim) -> str:
    """Return a sentence if a claim limits the opponent's next gain more than most others."""
    you = 1 - state.turn
    if state.seats == 1:
        return ""
    at_most = _best_claim_value(state.play(move), you)
    claims = [state.board.claims[tile] for tile in tiles_of(state.claimable)]
    others = [state.play(other) for other in claims if other != move]
    worse = sum(_best_claim_value(after, you) > at_most for after in others)
    if not others or 2 * worse < len(others):
        return ""
    more = f"after {worse} of the {len(others)} other moves, {seat_name(state, you)} could get more"
    return f"{seat_name(state, you)} can get at most {gain_text(at_most)} next; {more}."


def _best_claim_value(next_state: Territory, seat: Seat) -> float:
    """Return the largest value of a next claim for a seat; 0 if the game is over."""
    if next_state.outcome is not None:
        return 0
    return max(next_state.value(tile, seat) for tile in tiles_of(next_state.claimable))
