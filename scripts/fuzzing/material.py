"""Good inputs to begin with: positions and records of random games, by the public face only."""

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

__all__ = ["Sample", "agent", "pool", "random_line", "running", "start"]

POOL = 60
"""How many samples there are of a game."""

MOST_PLIES = 40

SMALL: dict[str, Any] = {"seconds": 0.02, "visits": 4, "nodes": 50}
"""How little an agent works, by the name of the option."""

REVIEWED = 1 / 4
"""The share of moves of which a review is kept."""


@dataclass(frozen=True)
class Sample:
    """A position of a random game, with its texts."""

    record: pg.Record
    state: pg.State[Any]
    position: str
    moves: tuple[str, ...]
    """A few legal moves."""
    text: str
    """That of the record."""


@cache
def pool(game: str, seed: int) -> tuple[Sample, ...]:
    """Return samples of a game: short games mostly, all presets, some that are over."""
    return tuple(sample(game, Random(f"{seed} {game} {k}")) for k in range(POOL))


def start(game: str, rng: Random) -> pg.State[Any]:
    """Return the start of a game: a short one mostly, else with the usual options or a preset."""
    presets = [None, *pg.game(game).presets]
    if rng.random() < 1 / 4:
        return pg.new(game, preset=rng.choice(presets))
    return pg.new(game, **short_options(game, rng))


def running(game: str, rng: Random) -> pg.State[Any]:
    """Return the start of a short game that is not over at once."""
    while True:
        state = pg.new(game, **short_options(game, rng))
        if state.outcome is None:
            return state


def agent(game: str, name: str) -> pg.Agent:
    """Return an agent that hardly thinks."""
    maker = pg.game(game).engine.agent_makers[name]
    known = inspect.signature(maker.load() if isinstance(maker, Lazy) else maker).parameters
    return pg.agent(name, game=game, **{each: SMALL[each] for each in SMALL if each in known})


def random_line(state: pg.State[Any], rng: Random) -> Iterator[tuple[Any, pg.State[Any]]]:
    """Yield the moves of a random game, each with the state after it."""
    while state.outcome is None:
        move = state.legal_moves.sample(rng)
        state = state.play(move)
        yield move, state


def sample(game: str, rng: Random) -> Sample:
    """Play some random moves, step back and try others now and then; of some a review is kept."""
    first = start(game, rng)
    players = ("human", "random")[: rng.randrange(1 + min(2, first.seats))]
    record = pg.Record(first, players=players)
    for move, _ in islice(random_line(record.state, rng), rng.randrange(MOST_PLIES)):
        by_chance = record.state.turn == pg.CHANCE
        record.push(move, comment=rng.choice(("", "", "", "so; it\nis")))
        if rng.random() < REVIEWED:
            kept = {"is": "chance"} if by_chance else judged(str(move), rng)
            record.annotate(annotations={"review": f"1 {json.dumps(kept)}"})
    branch = rng.randrange(3) if record.moves else 0
    for _ in range(branch and min(branch, len(record.moves))):
        record.pop()
    for move, _ in islice(random_line(record.state, rng), branch):
        record.push(move)
    state = record.state
    moves = _moves(state, rng) or tuple(map(str, record.moves[:3])) or ("0",)
    return Sample(record, state, state.to_text(), moves, record.to_text())


def judged(move: str, rng: Random) -> dict[str, Any]:
    """Return random review data of a move."""
    low, value, high = sorted(rng.uniform(-9, 9) for _ in range(3))
    kept: dict[str, Any] = {
        "v": value,
        "l": low,
        "h": high,
        "c": rng.random(),
        "d": 0.5,
        "in": 7,
        "pb": True,
    }
    kept |= {"loss": 1.5, "line": f"{move};{move}", "best": "", "then": "^", "alike": False}
    known = dict(rng.sample(sorted(kept.items()), rng.randrange(len(kept))))
    return known | {"is": rng.choice(VERDICT_NAMES)}


def _moves(state: pg.State[Any], rng: Random) -> tuple[str, ...]:
    if state.outcome is not None:
        return ()
    return tuple(str(state.legal_moves.sample(rng)) for _ in range(3))
