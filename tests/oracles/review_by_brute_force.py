"""Exact values by trying all games with rules.py, to compare with reviews."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

import polygames as pg

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from random import Random

    from polygames.search.review import Review, ReviewedMove

EXHAUSTIBLE_GAMES: dict[str, list[dict[str, Any]]] = {
    "polygon": [{"n": 5}, {"n": 6}],
    "territory": [{"size": 4, "seed": seed, "penalty": 0.5} for seed in range(12)],
    "splinter": [{"board": ["BwW.", "..b.", "..wb"]}, {"board": ["W.b.", "wbw.", ".b.B"]}],
}
"""Options of games so small that every continuation can be tried."""

UNBOUNDED_VALUE = 1e6
VALUE_TOLERANCE = 1e-6
DECIDED_GAMES = {"polygon", "splinter"}
"""Games with only three results: won, tied or lost."""
SEARCH_PLIES = {"splinter": 2}
"""The search depth in plies for games that may never end."""


def brute_force(ahead: int = 60) -> Callable[[Any], tuple[float, float]]:
    """Return a function that bounds the value for seat 0 by trying all games up to some plies."""

    @cache
    def bounds(key: Any, left: int) -> tuple[float, float]:
        state = key[0]
        if state.outcome is not None:
            return outcome_value(state), outcome_value(state)
        if not left:
            return -UNBOUNDED_VALUE, UNBOUNDED_VALUE
        sign = 1.0 if state.turn == 0 else -1.0
        after: list[tuple[float, float]] = []
        for move in state.legal_moves:
            after.append(bounds(key_of(state.play(move)), left - 1))
            if state.game in DECIDED_GAMES and after[-1] == (sign, sign):
                return after[-1]  # a win: no other move can be better
        choose = max if sign == 1 else min
        return choose(low for low, _ in after), choose(high for _, high in after)

    return lambda state: bounds(key_of(state), ahead)


def key_of(state: Any) -> tuple[Any, ...]:
    """Return the data that determine a value. In Splinter this includes the earlier positions."""
    return (state, getattr(state, "history", None))


def outcome_value(state: Any) -> float:
    """Return the value of the end of a game for seat 0, in the unit of the game's reviews."""
    if state.game == "territory":
        return float(state.scores[0] - state.scores[1])
    won = state.outcome.winners
    return 0.0 if len(won) != 1 else 1.0 if 0 in won else -1.0


@cache
def territory_value(state: Any) -> float:
    """Return the lead of seat 0, or the total of one alone, by trying all games with rules.py."""
    if state.outcome is not None:
        own, *other = state.scores
        return float(own - sum(other))
    after = [territory_value(state.play(move)) for move in state.legal_moves]
    return max(after) if state.turn == 0 else min(after)


def random_record(game: str, options: dict[str, Any], rng: Random) -> pg.Record:
    """Return a random game; of a game that may never end, only its last two moves."""
    record = pg.Record(pg.new(game, **options))
    while record.state.outcome is None:
        record.push(record.state.legal_moves.sample(rng))
    if game not in SEARCH_PLIES:
        return record
    ending = pg.Record(record.states[-1 - min(SEARCH_PLIES[game], len(record.moves))])
    for move in record.moves[-SEARCH_PLIES[game] :]:
        ending.push(move)
    return ending


def find_faults(review: Review, bounds: Callable[[Any], tuple[float, float]]) -> Iterator[str]:
    """Yield the faults of proved values and of verdicts in a review of a solved game."""
    for each in review.positions:
        assert each.node is not None
        (least, most), known = bounds(each.node.state), each.for_seat(0)
        if known is None or not known.proved:
            continue
        if not least - VALUE_TOLERANCE <= known.value <= most + VALUE_TOLERANCE:
            yield f"{known} is not between {least:g} and {most:g}: {each.node}"
    for move in review.moves:
        least, most = exact_loss(move, bounds)
        if move.verdict in {"inaccuracy", "mistake", "blunder"} and most < VALUE_TOLERANCE:
            yield f"called bad, and loses nothing: {move}"
        if move.verdict == "best" and move.proved and least > VALUE_TOLERANCE:
            yield f"called best, and loses {least:g}: {move}"


def exact_loss(
    each: ReviewedMove, bounds: Callable[[Any], tuple[float, float]]
) -> tuple[float, float]:
    """Return the least and the greatest possible loss of a move, by brute force."""
    assert each.node is not None
    assert each.node.parent is not None
    sign = 1 if each.seat == 0 else -1
    before = sorted(sign * end for end in bounds(each.node.parent.state))
    after = sorted(sign * end for end in bounds(each.node.state))
    return max(0.0, before[0] - after[1]), before[1] - after[0]
