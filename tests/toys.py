"""A small finite game made outside the package: take 1 to 3 from a heap, the last one wins.

With ``coin=True`` a coin decides first who begins, so that there is a chance node too.
"""

from collections.abc import Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import ClassVar

import polygames as pg
from polygames.core import registry
from polygames.core.errors import PositionError
from polygames.core.moveset import FiniteMoves
from polygames.core.options import check_flag, whole
from polygames.core.state import GameState
from polygames.scene.model import Caption, Disc, SeatLabel, Window

COIN_SIDES = (("heads", 0), ("tails", 1))


@dataclass(frozen=True)
class Take:
    """A move of Nim: take some stones, or toss the coin."""

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
            return FiniteMoves([Take(side) for side, _ in COIN_SIDES])
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
            raise self.illegal_move_error(move, "take 1 to 3, no more than there are")
        if self.turn == pg.CHANCE:
            return type(self)(self.heap, dict(COIN_SIDES)[move.what], self.size, self.coin, 1)
        left = self.heap - int(move.what)
        return type(self)(left, 1 - self.turn, self.size, self.coin, self.ply + 1)


def start(heap=7, coin=False):
    heap = whole("heap", heap, 0)
    return Nim(heap, pg.CHANCE if check_flag("coin", coin) else 0, heap, coin)


def parse(state, text):
    if text not in {"1", "2", "3", "heads", "tails"}:
        message = f"invalid move {text!r}"
        raise pg.InvalidMoveError(message)
    if Take(text) not in state.legal_moves:
        raise state.illegal_move_error(text, "not here")
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


NIM_GAME = pg.GameInfo(
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
def register_game(info):
    """Register a game during a ``with`` block."""
    pg.register(info)
    try:
        yield info
    finally:
        registry.unregister(info.name)


@dataclass(frozen=True)
class Clobber(GameState):
    """Clobber: capture a neighbouring stone of the other seat. A seat without a move loses."""

    game: ClassVar[str] = "clobber"
    seats: ClassVar[int] = 2
    scores: ClassVar[tuple[float, float]] = (0.0, 0.0)
    options: ClassVar[Mapping[str, object]] = {}

    columns: int
    cells: str
    turn: int = 0
    ply: int = field(default=0, compare=False)

    @classmethod
    def full(cls, rows, columns):
        """Return a full board, on which the stones of both seats alternate."""
        lines = ("xo" * columns, "ox" * columns)
        return cls(columns, "".join(lines[row % 2][:columns] for row in range(rows)))

    @property
    def legal_moves(self):
        return FiniteMoves(list(self.moves()))

    def moves(self):
        own, other = ("x", "o") if self.turn == 0 else ("o", "x")
        for at, stone in enumerate(self.cells):
            left, right = at % self.columns > 0, (at + 1) % self.columns > 0
            ends = (at - self.columns, at - left, at + right, at + self.columns)
            for end in ends if stone == own else ():
                if 0 <= end < len(self.cells) and self.cells[end] == other:
                    yield at, end

    @property
    def outcome(self):
        if next(self.moves(), None):
            return None
        return pg.Outcome(frozenset({1 - self.turn}), self.scores, "no stone to clobber")

    def after(self, move):
        cells = list(self.cells)
        cells[move[1]], cells[move[0]] = cells[move[0]], "."
        return type(self)(self.columns, "".join(cells), 1 - self.turn, self.ply + 1)


@dataclass(frozen=True)
class Walk(GameState):
    """Two seats move one stone along arrows in turn, until it reaches an end.

    A place that is reached for the last of so many `times` is a tie. Of two places with the same
    name one counts as a repetition of the other.
    """

    game: ClassVar[str] = "walk"
    seats: ClassVar[int] = 2
    scores: ClassVar[tuple[float, float]] = (0.0, 0.0)
    options: ClassVar[Mapping[str, object]] = {}

    arrows: tuple[tuple[int, ...], ...] = field(repr=False)
    ends: tuple[int | None, ...] = field(repr=False)
    names: tuple[int, ...] = field(repr=False)
    place: int = 0
    turn: int = 0
    times: int = 2
    history: tuple[tuple[int, int], ...] = field(default=(), compare=False, repr=False)

    @property
    def ply(self):
        return len(self.history)

    @property
    def key(self):
        return self.names[self.place], self.turn

    @property
    def outcome(self):
        winner = self.ends[self.place]
        if winner is not None:
            return pg.Outcome(frozenset({winner}), self.scores, "the end")
        if self.history.count(self.key) >= self.times - 1:
            return pg.Outcome(frozenset({0, 1}), self.scores, "a repetition")
        return None

    @property
    def legal_moves(self):
        return FiniteMoves(() if self.outcome else self.arrows[self.place])

    def after(self, move):
        history = (*self.history, self.key)
        return replace(self, place=move, turn=1 - self.turn, history=history)


def walk(rng, *, places=7, names=7, times=2):
    """Return a walk in which places have one or two arrows, and about a third are ends."""
    arrows = tuple(tuple(rng.sample(range(places), rng.randint(1, 2))) for _ in range(places))
    ends = (None, *(rng.choice((0, 1, None, None, None)) for _ in range(places - 1)))
    called = tuple(
        min(place, rng.randrange(names)) if names < places else place for place in range(places)
    )
    return Walk(arrows, ends, called, times=times)
