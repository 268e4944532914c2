"""Openings of paired games: the start position, some random moves, or a balanced opening."""

from __future__ import annotations

import inspect
from functools import lru_cache
from random import Random
from typing import TYPE_CHECKING, Any, Literal, TypeAlias, cast

from polygames.core import registry
from polygames.core.errors import OptionError
from polygames.core.protocol import CHANCE

if TYPE_CHECKING:
    from collections.abc import Sequence

    from polygames.core.protocol import State
    from polygames.records.position_sources import Position

OPENING_PLIES = 4
"""The number of random moves in a balanced opening."""
MAX_OPENINGS_TRIED = 12
"""The maximum number of random openings tried; the most even one is used."""
GAMES_PER_ROUND = 8
"""The number of self-play games by which a strong agent judges an opening, per round."""
EVEN_ROUNDS_NEEDED = 3
"""The number of rounds in a row in which an opening must be even, since one may be luck."""
OPENING_RANDOM_MOVE_RATE = 0.1
"""The share of random moves in these games. Otherwise many agents would repeat one game, which a
tiny advantage decides.
"""
EVEN_TOLERANCE = 0.13
"""The maximum distance of seat 0's share from a half: 3 to 5 points of 8, 10 to 14 of 24."""
SEARCH_LIMITS = ({"visits": 100}, {"nodes": 1000}, {"depth": 2})
"""The limits of the strong agent: by counts, which are the same on every machine."""


Openings: TypeAlias = "int | Literal['balanced'] | Sequence[Position]"
"""The openings of the pairs of a match; see `polygames.match`."""


def choose_opening(
    start: State[Any],
    opening: int | Literal["balanced"],
    rng: Random,
    line: list[Any] | None = None,
) -> State[Any]:
    """Return the position after random moves or a balanced opening, and append these to `line`."""
    if opening != "balanced":
        return random_opening(start, opening, rng, line)
    state, moves = _find_balanced_opening(cast("Any", start), OPENING_PLIES, rng.getrandbits(64))
    if line is not None:
        line += moves
    return state


def random_opening(
    start: State[Any], plies: int, rng: Random, line: list[Any] | None = None
) -> State[Any]:
    """Return the state after random moves that do not end the game; append them to `line`."""
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


def estimate_balance(state: State[Any], seed: int | str, games: int = GAMES_PER_ROUND) -> float:
    """Return seat 0's share of points in self-play by a strong agent, with some random moves.

    The games depend only on the seed, not on the machine, since the agent's limit is a count.
    """
    agent, options = find_judge(registry.info_of(state).name)
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


def find_judge(game: str) -> tuple[str, dict[str, Any]]:
    """Return the name and options of the strongest agent that can be limited by a search count.

    Raise OptionError if no agent can judge openings.
    """
    info = registry.game(game)
    for name in reversed(info.agents):
        maker: Any = info.engine.agent_makers[name]
        known = inspect.signature(getattr(maker, "load", lambda maker=maker: maker)()).parameters
        for limit in SEARCH_LIMITS:
            if limit.keys() <= known.keys():
                return name, limit | ({"seconds": None} if "seconds" in known else {})
    if "greedy" in info.agents:
        return "greedy", {}
    msg = f"balanced openings need an agent that searches, or a greedy one: {game} has neither"
    raise OptionError(msg)


@lru_cache(maxsize=256)  # in a tournament each pair of players starts from the same openings
def _find_balanced_opening(start: Any, plies: int, seed: int) -> tuple[State[Any], list[Any]]:
    """Return the first balanced random opening, or the most even of those tried, with its moves."""
    found: list[tuple[int, float, tuple[State[Any], list[Any]]]] = []
    for number in range(MAX_OPENINGS_TRIED):
        line: list[Any] = []
        state = random_opening(start, plies, Random(f"{seed}:{number}"), line)
        times, off = _count_even_rounds(state, seed)
        if times == EVEN_ROUNDS_NEEDED:
            return state, line
        found.append((-times, off, (state, line)))
    return min(found, key=lambda one: one[:2])[2]


def _count_even_rounds(state: State[Any], seed: int) -> tuple[int, float]:
    """Return the number of rounds that stay balanced, and how far seat 0's share is from 0.5."""
    points, off = 0.0, 0.0
    for times in range(EVEN_ROUNDS_NEEDED):
        points += estimate_balance(state, f"{seed}:{times}")
        off = abs(points / (times + 1) - 0.5)
        if off > EVEN_TOLERANCE:
            return times, off
    return EVEN_ROUNDS_NEEDED, off
