"""Reviews beside values that are found by trying all games with rules.py."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

import polygames as pg

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from random import Random

    from polygames.search.review import ReviewedMove

SMALL: dict[str, list[dict[str, Any]]] = {
    "polygon": [{"n": 5}, {"n": 6}],
    "territory": [{"size": 4, "seed": seed, "penalty": 0.5} for seed in range(12)],
    "splinter": [{"board": ["BwW.", "..b.", "..wb"]}, {"board": ["W.b.", "wbw.", ".b.B"]}],
}
"""Games so small that all of their ways can be tried."""

FAR = 1e6
NOTHING = 1e-6
SEEN = 0.5
"""So much is lost at least where a proved result is thrown away, in each of these games."""
DECIDED = {"polygon", "splinter"}
"""Games that are won, tied or lost, and nothing else counts."""
AHEAD = {"splinter": 2}
"""How many plies brute force looks ahead, where games have no end by themselves."""


def brute_force(ahead: int = 60) -> Callable[[Any], tuple[float, float]]:
    """Return a function that tries all games from a position, so many plies: bounds for seat 0."""

    @cache
    def bounds(key: Any, left: int) -> tuple[float, float]:
        state = key[0]
        if state.outcome is not None:
            return worth(state), worth(state)
        if not left:
            return -FAR, FAR
        sign = 1.0 if state.turn == 0 else -1.0
        after: list[tuple[float, float]] = []
        for move in state.legal_moves:
            after.append(bounds(key_of(state.play(move)), left - 1))
            if state.game in DECIDED and after[-1] == (sign, sign):
                return after[-1]  # a win: no other move can be better
        choose = max if sign == 1 else min
        return choose(low for low, _ in after), choose(high for _, high in after)

    return lambda state: bounds(key_of(state), ahead)


def key_of(state: Any) -> tuple[Any, ...]:
    """Return what a value depends on: in Splinter the past as well, by repetitions."""
    return (state, getattr(state, "history", None))


def worth(state: Any) -> float:
    """Return what the end of a game is worth to seat 0, in the unit of its reviews."""
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


def territory_faults(each: ReviewedMove) -> list[str]:
    """Return what is wrong with a judgement in Territory; by brute force."""
    assert each.node is not None
    assert each.node.parent is not None
    sign = 1 if each.seat == 0 else -1
    best, played = (sign * territory_value(node.state) for node in (each.node.parent, each.node))
    found = []
    if (
        each.proved
        and each.after is not None
        and max(abs(each.value - best), abs(each.after - played)) > NOTHING
    ):
        found.append(f"not {best:g} and then {played:g}: {each}")
    if each.is_mistake and best - played < NOTHING:
        found.append(f"called bad, and is best: {each}")
    if each.verdict == "best" and best - played > NOTHING:
        found.append(f"called best, and loses {best - played:g}: {each}")
    return found


def random_record(game: str, options: dict[str, Any], rng: Random) -> pg.Record:
    """Play a random game; of a game that has no end by itself return the last two moves."""
    record = pg.Record(pg.new(game, **options))
    while record.state.outcome is None:
        record.push(record.state.legal_moves.sample(rng))
    if game not in AHEAD:
        return record
    ending = pg.Record(record.states[-1 - min(AHEAD[game], len(record.moves))])
    for move in record.moves[-AHEAD[game] :]:
        ending.push(move)
    return ending


def faults(each: ReviewedMove, bounds: Callable[[Any], tuple[float, float]]) -> Iterator[str]:
    """Yield what is wrong with the verdict of a move in a solved position."""
    least, most = exact_loss(each, bounds)
    name = f"{each}, exact loss {least:g} to {most:g}"
    if each.proved and not least - NOTHING <= each.loss <= most + NOTHING:
        yield f"another loss: {name}"
    if each.verdict in {"inaccuracy", "mistake", "blunder"} and most < NOTHING:
        yield f"called bad, and is not: {name}"
    if each.verdict == "best" and each.proved and least > NOTHING:
        yield f"called best, and is not: {name}"
    if each.proved and each.verdict == "good" and is_result_lost(each, least):
        yield f"called good, and is not: {name}"


def is_result_lost(each: ReviewedMove, loss: float) -> bool:
    """Whether so large a loss makes a won game tied or lost, or a tied one lost."""
    assert each.value is not None
    before, after = each.value, each.value - loss
    return loss >= SEEN and (before > NOTHING >= after or before >= -NOTHING > after)


def exact_loss(
    each: ReviewedMove, bounds: Callable[[Any], tuple[float, float]]
) -> tuple[float, float]:
    """Return the least and the most that a move can have cost, by brute force."""
    assert each.node is not None
    assert each.node.parent is not None
    sign = 1 if each.seat == 0 else -1
    before = sorted(sign * end for end in bounds(each.node.parent.state))
    after = sorted(sign * end for end in bounds(each.node.state))
    return max(0.0, before[0] - after[1]), before[1] - after[0]
