"""A small finite game made outside the package: take 1 to 3 from a heap, the last one wins.

With ``coin=True`` a coin decides first who begins, so that there is a chance node too.
"""

from collections.abc import Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from fractions import Fraction
from typing import ClassVar

import polygames as pg
from polygames.core import registry
from polygames.core.errors import PositionError
from polygames.core.moveset import FiniteMoves
from polygames.core.state import GameState
from polygames.scene.model import Caption, Disc, SeatLabel, Window

COIN = (("heads", 0), ("tails", 1))


@dataclass(frozen=True)
class Take:
    """Take so many, or let the coin fall."""

    what: str

    def __str__(self):
        return self.what


@dataclass(frozen=True)
class Nim(GameState):
    game: ClassVar[str] = "nim"
    seats: ClassVar[int] = 2

    heap: int
    turn: int
    size: int
    coin: bool
    ply: int = field(default=0, compare=False)

    @property
    def options(self) -> Mapping[str, object]:
        return {"heap": self.size, "coin": self.coin}

    @property
    def legal_moves(self):
        if self.turn == pg.CHANCE:
            return FiniteMoves([Take(side) for side, _ in COIN])
        return FiniteMoves([Take(str(n)) for n in range(1, min(3, self.heap) + 1)])

    @property
    def scores(self):
        return tuple(float(self.heap == 0 and self.turn != seat) for seat in range(2))

    @property
    def outcome(self):
        if self.heap:
            return None
        return pg.Outcome(frozenset({1 - self.turn}), self.scores, "took the last one")

    def chance_outcomes(self):
        moves = self.legal_moves if self.turn == pg.CHANCE else ()
        return [(move, Fraction(1, 2)) for move in moves]

    def play(self, move, /):
        if move not in self.legal_moves:
            raise self.refuse(move, "take 1 to 3, no more than there are")
        if self.turn == pg.CHANCE:
            return type(self)(self.heap, dict(COIN)[move.what], self.size, self.coin, 1)
        left = self.heap - int(move.what)
        return type(self)(left, 1 - self.turn, self.size, self.coin, self.ply + 1)


def start(heap=7, coin=False):
    return Nim(heap, pg.CHANCE if coin else 0, heap, coin)


def parse(state, text):
    if text not in {"1", "2", "3", "heads", "tails"}:
        message = f"invalid move {text!r}"
        raise pg.InvalidMoveError(message)
    if Take(text) not in state.legal_moves:
        raise state.refuse(text, "not here")
    return Take(text)


def to_text(state):
    return f"nim {state.heap} {state.turn} {state.size} {state.coin} {state.ply}"


def from_text(text):
    try:
        _, heap, turn, size, coin, ply = text.split()
        state = Nim(int(heap), int(turn), int(size), coin == "True", int(ply))
    except ValueError as error:
        message = f"not a position of nim: {error}"
        raise PositionError(message) from None
    if not (state.heap <= state.size and state.turn in {-1, 0, 1}):
        message = f"not a position of nim: {text}"
        raise PositionError(message)
    return state


def scene(state):
    discs = (Disc((n, 0), 0.4, "#222222", target=str(n)) for n in range(1, state.heap + 1))
    return (Window(0, -1, max(8, state.size + 1), 1), *discs)


def caption(state):
    status = "over" if state.outcome else "take 1 to 3"
    return Caption(status, (SeatLabel("A", "#222222", "a"), SeatLabel("B", "#222222", "b")))


NIM = pg.GameInfo(
    name="nim",
    title="Nim",
    summary="Take 1 to 3; the last one wins.",
    seats=2,
    start=start,
    parse=parse,
    to_text=to_text,
    from_text=from_text,
    scene=scene,
    spell=lambda move: (move.what,),
    caption=caption,
    agent_makers={},
    presets={"long": {"heap": 20}},
)


@contextmanager
def registered(info):
    """Register a game for as long as the block runs."""
    pg.register(info)
    try:
        yield info
    finally:
        registry.unregister(info.name)
