"""Valid inputs: positions and records of random games, made with public functions only."""

from __future__ import annotations

import inspect
import json
from dataclasses import dataclass
from functools import cache
from itertools import islice
from random import Random
from typing import TYPE_CHECKING, Any

import polygames as pg
from fuzzing.plugs import short_options
from polygames.core.lazy_imports import Lazy
from polygames.search.review.results import VERDICT_NAMES

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["Sample", "quick_agent", "random_line", "random_start", "sample_pool", "short_start"]

POOL_SIZE = 60
"""The number of samples of a game."""

MAX_SAMPLE_PLIES = 40

AGENT_LIMITS: dict[str, Any] = {"seconds": 0.02, "visits": 4, "nodes": 50}
"""Options that make an agent fast, for agents that have them."""

REVIEWED_SHARE = 1 / 4
"""The share of moves with a saved review."""


@dataclass(frozen=True)
class Sample:
    """A position of a random game, with its texts."""

    record: pg.Record
    state: pg.State[Any]
    position: str
    moves: tuple[str, ...]
    """A few legal moves."""
    text: str
    """The text of the record."""


@cache
def sample_pool(game: str, seed: int) -> tuple[Sample, ...]:
    """Return samples of a game: mostly of short games, some of each preset, some at their end."""
    return tuple(random_sample(game, Random(f"{seed} {game} {k}")) for k in range(POOL_SIZE))


def random_start(game: str, rng: Random) -> pg.State[Any]:
    """Return the start of a game: mostly a short one, or one with the defaults or a preset."""
    presets = [None, *pg.game(game).presets]
    if rng.random() < 1 / 4:
        return pg.new(game, preset=rng.choice(presets))
    return pg.new(game, **short_options(game, rng))


def short_start(game: str, rng: Random) -> pg.State[Any]:
    """Return the start of a short game that is not over at once."""
    while True:
        state = pg.new(game, **short_options(game, rng))
        if state.outcome is None:
            return state


def quick_agent(game: str, name: str) -> pg.Agent:
    """Return an agent with very small limits of time and work."""
    maker = pg.game(game).engine.agent_makers[name]
    known = inspect.signature(maker.load() if isinstance(maker, Lazy) else maker).parameters
    return pg.agent(
        name, game=game, **{each: AGENT_LIMITS[each] for each in AGENT_LIMITS if each in known}
    )


def random_line(state: pg.State[Any], rng: Random) -> Iterator[tuple[Any, pg.State[Any]]]:
    """Yield the moves of a random game, each with the state after it."""
    while state.outcome is None:
        move = state.legal_moves.sample(rng)
        state = state.play(move)
        yield move, state


def random_sample(game: str, rng: Random) -> Sample:
    """Play random moves, maybe with a variation, and save random reviews of some of them."""
    first = random_start(game, rng)
    players = ("human", "random")[: rng.randrange(1 + min(2, first.seats))]
    record = pg.Record(first, players=players)
    for move, _ in islice(random_line(record.state, rng), rng.randrange(MAX_SAMPLE_PLIES)):
        by_chance = record.state.turn == pg.CHANCE
        record.push(move, comment=rng.choice(("", "", "", "so; it\nis")))
        if rng.random() < REVIEWED_SHARE:
            review = {"is": "chance"} if by_chance else random_review(str(move), rng)
            record.annotate(annotations={"review": f"1 {json.dumps(review)}"})
    branch = rng.randrange(3) if record.moves else 0
    for _ in range(branch and min(branch, len(record.moves))):
        record.pop()
    for move, _ in islice(random_line(record.state, rng), branch):
        record.push(move)
    state = record.state
    moves = _legal_move_texts(state, rng) or tuple(map(str, record.moves[:3])) or ("0",)
    return Sample(record, state, state.to_text(), moves, record.to_text())


def random_review(move: str, rng: Random) -> dict[str, Any]:
    """Return random review data of a move."""
    low, value, high = sorted(rng.uniform(-9, 9) for _ in range(3))
    review: dict[str, Any] = {
        "v": value,
        "l": low,
        "h": high,
        "c": rng.random(),
        "d": 0.5,
        "in": 7,
        "pb": True,
    }
    review |= {"loss": 1.5, "line": f"{move};{move}", "best": "", "then": "^", "alike": False}
    known = dict(rng.sample(sorted(review.items()), rng.randrange(len(review))))
    return known | {"is": rng.choice(VERDICT_NAMES)}


def _legal_move_texts(state: pg.State[Any], rng: Random) -> tuple[str, ...]:
    if state.outcome is not None:
        return ()
    return tuple(str(state.legal_moves.sample(rng)) for _ in range(3))
