"""`check_game` passes for every game, and a game that breaks a promise is told which."""

import itertools
from dataclasses import dataclass, replace
from fractions import Fraction
from types import SimpleNamespace

import pytest
import toys
from toys import NIM_GAME, Nim, Take, register_game

import polygames as pg
from polygames import conformance
from polygames.core import registry
from polygames.core.game_info import FirstSteps
from polygames.core.moveset import FiniteMoves
from polygames.scene.model import Caption, Polygon, Window

LONG = {("split", "seed"), ("polygon", "anywhere")}
"""Their games take long by the rules alone."""
VARIANTS = [
    pytest.param(name, preset, marks=[pytest.mark.slow] if (name, preset) in LONG else [])
    for name in pg.games()
    for preset in pg.game(name).presets or [None]
]


@pytest.mark.parametrize(("name", "preset"), VARIANTS)
def test_every_game_keeps_the_promises_of_the_protocol(name, preset):
    pg.check_game(pg.new(name, preset=preset), games=3, seed=1)


def test_a_game_from_outside_keeps_them_too(nim):
    for options in ({}, {"coin": True}, {"preset": "long"}):
        pg.check_game(pg.new("nim", **options))
    pg.check_game(nim)


@pytest.mark.usefixtures("nim")
def test_the_games_that_are_checked_follow_from_the_seed(monkeypatch):
    seen = []
    play = Nim.play
    monkeypatch.setattr(Nim, "play", lambda state, move: (seen.append(move), play(state, move))[1])

    def moves(seed):
        seen.clear()
        pg.check_game("nim", games=2, seed=seed)
        return [move for move in seen if isinstance(move, Take)]

    assert moves(1) == moves(1) != moves(2)


# --- Games that break one promise each ----------------------------------------------------------


def broken_nim(**changes):
    """Return Nim with other methods, where pickle finds it."""
    return dataclass(frozen=True)(type("Broken", (Nim,), {"__module__": __name__} | changes))


def game_of(state_class):
    """Return the game whose states are of this class."""

    def convert(state):
        return state_class(state.heap, state.turn, state.size, state.coin, state.ply)

    return replace(
        NIM_GAME,
        start=lambda heap=7, coin=False: convert(toys.start(heap, coin)),
        from_text=lambda text: convert(toys.from_text(text)),
    )


def outcome_with(**changes):
    """Return an outcome that differs from Nim's."""
    return property(lambda state: (found := Nim.outcome.fget(state)) and replace(found, **changes))


def moves_of(kind):
    """Return legal moves of another kind."""
    return property(lambda state: kind(list(Nim.legal_moves.fget(state))))


class Straying(FiniteMoves):
    def candidates(self, *_):
        return [*self, Take("9")]


class Hiding(FiniteMoves):
    def candidates(self, *_):
        return self._moves[:1]


class Endless(FiniteMoves):
    finite = False


class Willing(FiniteMoves):
    def __contains__(self, _):
        return True


class Short(FiniteMoves):
    def __iter__(self):
        return iter(self._moves[1:])


class Doubled(FiniteMoves):
    def __iter__(self):
        return iter(self._moves[:1] * len(self))


class Wrong(FiniteMoves):
    def __iter__(self):
        return iter([*self._moves[:-1], Take("9")] if self._moves else [])


class Unhashable(FiniteMoves):
    def __contains__(self, move):
        return move == ["1"]

    def candidates(self, *_):
        return [["1"]]

    def sample(self, _):
        return ["1"]


def play_on_itself(state, move, /):
    after = Nim.play(state, move)
    vars(state).update(vars(after))
    return state


def play_anything(state, move, /):
    return Nim.play(state, move if move in state.legal_moves else next(iter(state.legal_moves)))


def play_with_another_error(state, move, /):
    if move not in state.legal_moves:
        raise KeyError(move)
    return Nim.play(state, move)


def parse_another(state, text):
    found = toys.parse(state, text)
    return next((move for move in state.legal_moves if move != found), None)


def flat(chances):
    return {"chance_outcomes": lambda state: chances if state.turn == pg.CHANCE else ()}


numbers = itertools.count()
HALF = Fraction(1, 2)
REFUSES = "play refuses what is not in legal_moves with IllegalMoveError"

STATES = {
    "state.game names its game": {"game": "chess"},
    "scores has one entry per seat": {"scores": (0.0,)},
    "a state is hashable": {"__hash__": None},
    "equal states have equal hashes": {"__hash__": lambda _: next(numbers)},
    "a state survives pickling (got": {"__reduce__": lambda state: state.nothing},
    "a state survives pickling": {"__reduce__": lambda _: (str, ())},
    "ply survives pickling": {
        "__reduce__": lambda s: (type(s), (s.heap, s.turn, s.size, s.coin, 99))
    },
    "a view has the same seats": {"view": lambda *_: SimpleNamespace(seats=3)},
    "a state without outcome has a legal move": {"legal_moves": FiniteMoves(())},
    "no move is legal after the end": {
        "legal_moves": moves_of(lambda moves: FiniteMoves(moves or [Take("1")]))
    },
    "winners are seats": {"outcome": outcome_with(winners=frozenset({5}))},
    "the outcome has a score per seat": {"outcome": outcome_with(scores=(1.0,))},
    "an outcome gives a reason": {"outcome": outcome_with(reason="")},
    "legal_moves is a MoveSet": {"legal_moves": moves_of(list)},
    "a thing that is no move is not legal": {"legal_moves": moves_of(Willing)},
    f"{REFUSES} (it was accepted)": {"play": play_anything},
    f"{REFUSES} (got KeyError": {"play": play_with_another_error},
    "the sampled or candidate move 9 is legal": {"legal_moves": moves_of(Straying)},
    "a move is hashable": {"legal_moves": moves_of(Unhashable)},
    "candidates() offers all moves of a finite set": {"legal_moves": moves_of(Hiding)},
    "len() counts what iteration yields": {"legal_moves": moves_of(Short)},
    "no move is listed twice": {"legal_moves": moves_of(Doubled)},
    "every listed move is legal": {"legal_moves": moves_of(Wrong)},
    "len() of a continuum is a TypeError": {"legal_moves": moves_of(Endless)},
    "only a chance node has chance outcomes": {
        "chance_outcomes": lambda state: Nim.chance_outcomes(state) or [(Take("1"), 1)]
    },
    "the probabilities sum to 1, not 1/2": flat([(Take("heads"), HALF)]),
    "every chance outcome is a legal move": flat([(Take("heads"), HALF), (Take("edge"), HALF)]),
    "the text of Take(what=": {"parse": parse_another},
    "nonsense is invalid": {"parse": lambda _, text: Take(text)},
    "play leaves the state as it was": {"play": play_on_itself},
    "playing a move twice gives equal states": {
        "play": lambda s, m, /: replace(Nim.play(s, m), size=next(numbers))
    },
    "a move adds one ply": {"play": lambda s, m, /: replace(Nim.play(s, m), ply=s.ply)},
}


@pytest.mark.parametrize(("promise", "changes"), STATES.items(), ids=list(STATES))
def test_a_state_that_breaks_a_promise_is_told_which(promise, changes, monkeypatch):
    state_class = broken_nim(**changes)
    monkeypatch.setitem(globals(), "Broken", state_class)
    with register_game(game_of(state_class)):
        refused("nim", promise, **({} if "game" in changes else {"coin": True}))


PARTS = {
    "a game starts at ply 0": {"start": lambda heap=7: Nim(heap, 0, heap, coin=False, ply=3)},
    "turn is a seat or CHANCE": {"start": lambda heap=7: Nim(heap, 2, heap, coin=False)},
    "a position's text begins with the game's name": {"to_text": lambda _: "heap 3"},
    "from_text reads what to_text wrote (got PositionError": {
        "to_text": lambda state: toys.to_text(state) + " more"
    },
    "from_text reads what to_text wrote": {
        "from_text": lambda text: replace(toys.from_text(text), heap=8)
    },
    "the text survives a round trip": {
        "to_text": lambda state: f"{toys.to_text(state)[:-1]}{next(numbers)}"
    },
    "the caption has a label per seat": {"caption": lambda _: Caption("over", ())},
    "the caption has a status line": {
        "caption": lambda state: replace(toys.caption(state), status="")
    },
    "no part of the game fails (got ZeroDivisionError": {
        "caption": lambda state: toys.caption(state) if state.outcome is None else 1 / 0
    },
    "the picture after ": {"scene": lambda _: toys.scene(toys.start())},
    "a terminal shows ": {
        "scene": lambda state: tuple(
            each
            if isinstance(each, Window)
            else Polygon((each.center,) * 3, "#f4f4f4", target=each.target)
            for each in toys.scene(state)
        )
    },
    "no two moves are spelled alike": {"spell": lambda _: ("1",)},
    "the guide of a first game has 3 steps": {
        "first_steps": lambda _: FirstSteps("Take", ("Press.",))
    },
    "the guide shows a legal move, not ('z9',)": {
        "first_steps": lambda _: FirstSteps("Take", ("Press.", "Wait.", "Win."), clicks=("z9",))
    },
    "what spells a move is on the board: ('1', 'z9')": {"spell": lambda move: (move.what, "z9")},
}


@pytest.mark.parametrize(("promise", "parts"), PARTS.items(), ids=list(PARTS))
def test_a_game_whose_parts_break_a_promise_is_told_which(promise, parts):
    with register_game(replace(NIM_GAME, **parts)):
        refused("nim", promise)


def test_a_game_that_is_not_registered_is_told_so():
    with pytest.raises(pg.OptionError, match="nim is not registered: call"):
        pg.check_game(NIM_GAME)


class Open(Nim):
    __setattr__ = object.__setattr__


def test_a_state_that_can_be_changed_is_told_so():
    with register_game(game_of(Open)):
        refused("nim", "a state is frozen (it was accepted)")


def test_a_game_without_end_is_told_so(nim, monkeypatch):
    monkeypatch.setattr(conformance, "MAX_PLIES", 2)
    refused(nim, "a random game ends within 2 plies")


def test_a_continuum_without_a_boundary_to_draw_on_is_told_so(monkeypatch):
    flawed = replace(pg.game("split"), boundary=None)
    monkeypatch.setitem(registry._registered, "split", flawed)
    refused("split", "a continuum has a boundary to draw on")


def refused(game, promise, **options):
    with pytest.raises(pg.ConformanceError) as caught:
        pg.check_game(pg.new(game, **options) if options else game)
    message = str(caught.value)
    assert f" breaks its promise: {promise}" in message
    assert "\n" in message, "the position is shown below"
