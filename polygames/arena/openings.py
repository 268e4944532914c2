"""Where the games of a pair start: at the first position, or some moves later."""

from __future__ import annotations

import inspect
from functools import lru_cache
from random import Random
from typing import TYPE_CHECKING, Any, cast

from polygames.core import registry
from polygames.core.errors import OptionError
from polygames.core.protocol import CHANCE

if TYPE_CHECKING:
    from polygames.core.protocol import State

OPENING_PLIES = 4
"""Random moves that a balanced opening begins with, where nothing else is said."""
MAX_OPENINGS_TRIED = 12
"""Random openings that are looked at, at most; the most even one is taken."""
GAMES_PER_ROUND = 8
"""Games of the strong agent against itself that judge an opening, at a time."""
EVEN_ROUNDS_NEEDED = 3
"""How often in a row an opening must look near even: of many some look so once by chance."""
OPENING_RANDOM_MOVE_RATE = 0.1
"""How often, in these games, a random move is played instead: many judges would play the same game
again and again, and a hair's breadth would decide all of them."""
EVEN_TOLERANCE = 0.13
"""How far from a half seat 0's share may be: 3 to 5 points of 8, 10 to 14 of 24."""
SEARCH_LIMITS = ({"visits": 100}, {"nodes": 1000}, {"depth": 2})
"""How long the strong agent thinks: by a count, which is the same on every machine."""


def check_openings(game: str, openings: object) -> bool:
    """Return whether openings are to be balanced; OptionError if no agent can judge them."""
    if openings is None:
        return False
    if openings != "balanced":
        msg = f'openings must be None or "balanced", not {openings!r}'
        raise OptionError(msg)
    judge(game)
    return True


def choose_opening(
    start: State[Any],
    plies: int,
    rng: Random,
    *,
    balanced: bool = False,
    line: list[Any] | None = None,
) -> State[Any]:
    """Return where a pair starts, by chance; `line` takes the moves that lead there."""
    if not balanced:
        return random_opening(start, plies, rng, line)
    state, moves = _find_balanced_opening(
        cast("Any", start), plies or OPENING_PLIES, rng.getrandbits(64)
    )
    if line is not None:
        line += moves
    return state


def random_opening(
    start: State[Any], plies: int, rng: Random, line: list[Any] | None = None
) -> State[Any]:
    """Play random moves, but none that ends the game; `line` takes them, if given."""
    state = start
    for _ in range(plies):
        move = state.legal_moves.sample(rng)
        after = state.play(move)
        if after.outcome is not None:
            break
        state = after
        if line is not None:
            line.append(move)
    return state


def balance(state: State[Any], seed: int | str, games: int = GAMES_PER_ROUND) -> float:
    """Return seat 0's share of the points when a strong agent plays both seats, with some slips.

    The games depend on the seed, and not on the machine: the agent thinks for so many positions.
    """
    agent, options = judge(registry.info_of(state).name)
    info = registry.info_of(state)
    points = 0.0
    for number in range(games):
        rng, one = Random(f"{seed}:{number}"), state
        agents = [info.agent(agent, **options) for _ in range(2)]
        while one.outcome is None:
            by_chance = one.turn == CHANCE or rng.random() < OPENING_RANDOM_MOVE_RATE
            move = one.legal_moves.sample(rng) if by_chance else agents[one.turn].choose(one, rng)
            one = one.play(move)
        winners = one.outcome.winners
        points += (0 in winners) / len(winners) if winners else 0.5
    return points / games


def judge(game: str) -> tuple[str, dict[str, Any]]:
    """Return the strongest agent that can be limited by a count, and its limit."""
    info = registry.game(game)
    for name in reversed(info.agents):
        maker: Any = info.engine.agent_makers[name]
        known = inspect.signature(getattr(maker, "load", lambda maker=maker: maker)()).parameters
        for limit in SEARCH_LIMITS:
            if limit.keys() <= known.keys():
                return name, limit | ({"seconds": None} if "seconds" in known else {})
    if "greedy" in info.agents:
        return "greedy", {}
    msg = f"no agent of {game} can judge an opening"
    raise OptionError(msg)


@lru_cache(maxsize=256)  # in a tournament each pair of players starts from the same openings
def _find_balanced_opening(start: Any, plies: int, seed: int) -> tuple[State[Any], list[Any]]:
    """Return the first random opening that is near even, or the one that looked so longest."""
    found: list[tuple[int, float, tuple[State[Any], list[Any]]]] = []
    for number in range(MAX_OPENINGS_TRIED):
        line: list[Any] = []
        state = random_opening(start, plies, Random(f"{seed}:{number}"), line)
        times, off = _evenness(state, seed)
        if times == EVEN_ROUNDS_NEEDED:
            return state, line
        found.append((-times, off, (state, line)))
    return min(found, key=lambda one: one[:2])[2]


def _evenness(state: State[Any], seed: int) -> tuple[int, float]:
    """Return how often in a row an opening looks near even, and how far it is off at last."""
    points, off = 0.0, 0.0
    for times in range(EVEN_ROUNDS_NEEDED):
        points += balance(state, f"{seed}:{times}")
        off = abs(points / (times + 1) - 0.5)
        if off > EVEN_TOLERANCE:
            return times, off
    return EVEN_ROUNDS_NEEDED, off
