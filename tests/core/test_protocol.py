"""Outcomes in words, finite moves as a view, what every state offers."""

from collections import Counter
from dataclasses import dataclass
from random import Random
from typing import ClassVar

import pytest
from helpers import split

import polygames as pg
from polygames.core.moveset import FiniteMoves, LazyMoves
from polygames.core.state import GameState


@pytest.mark.parametrize(
    ("winners", "scores", "text"),
    [
        ({1}, (49.633, 50.129), "seat 1 wins, 49.63 - 50.13 (why)"),
        ({0, 1}, (50, 50), "tie of seats 0 and 1, 50 - 50 (why)"),
        ({2, 0}, (7, 1, 7), "tie of seats 0 and 2, 7 - 1 - 7 (why)"),
        ((), (0, 0), "unfinished, 0 - 0 (why)"),
        ({0}, (29,), "seat 0 wins, 29 (why)"),
    ],
)
def test_an_outcome_says_who_won_the_scores_and_why(winners, scores, text):
    assert str(pg.Outcome(frozenset(winners), scores, "why")) == text


def test_finite_moves_are_a_view_of_what_can_be_listed():
    moves = FiniteMoves("abc")
    assert isinstance(moves, pg.MoveSet)
    assert (moves.finite, bool(moves), len(moves), list(moves)) == (True, True, 3, ["a", "b", "c"])
    assert "a" in moves
    assert "d" not in moves
    assert list(moves.candidates(1, Random(0))) == ["a", "b", "c"]
    assert repr(moves) == "<3 legal moves: a, b, c>"
    assert not FiniteMoves(())


def test_the_moves_of_split_say_what_they_are():
    assert repr(split().legal_moves) == "<legal moves: a continuum of lines, and no fills>"
    small = split("draw 0@0.1 - 3@0.2", "color blue")
    assert repr(small.legal_moves) == "<legal moves: a continuum of lines, and fill 0>"
    assert repr(split("draw 0@0.5 - 2@0.5").legal_moves) == "<2 legal moves: color red, color blue>"


def test_a_state_shows_itself_in_a_notebook_as_a_picture_and_as_text():
    bundle, _ = split()._repr_mimebundle_(include=None, exclude=None)
    assert bundle["text/plain"] == split().to_text()
    assert bundle["image/png"].startswith("iVBORw0KGgo")


def test_a_refusal_names_the_move_the_reason_and_the_position():
    error = split().illegal_move_error("fill 3", "there is no such area")
    assert str(error) == (
        "illegal move 'fill 3': there is no such area (position: ply 0, seat 0 to draw or fill)"
    )


def test_ply_does_not_count_in_equality():
    there = split("draw 0@0.5 - 2@0.5")
    again = pg.from_text(there.to_text().replace("ply 1", "ply 5"))
    assert (again, hash(again)) == (there, hash(there))
    assert again.ply == 5


@pytest.mark.parametrize("other", [split("draw 0@0.5 - 2@0.4"), split(min_area=1.0), split()])
def test_positions_that_differ_are_not_equal(other):
    assert split("draw 0@0.5 - 2@0.5") != other


@dataclass(frozen=True)
class Countdown(GameState):
    """Take 1 or 2 until nothing remains: no more than a game has to bring itself."""

    game: ClassVar[str] = "countdown"
    heap: int
    turn: int = 0
    ply: int = 0

    @property
    def legal_moves(self):
        return Steps(self)

    @property
    def scores(self):
        return tuple(int(not self.heap and self.turn != seat) for seat in (0, 1))

    @property
    def outcome(self):
        return None if self.heap else pg.Outcome.highest(self.scores, "nothing remains")

    def why_forbidden(self, move):
        return None if move in {1, 2} and move <= self.heap else "take 1 or 2 of what remains"

    def after(self, move):
        return type(self)(self.heap - move, 1 - self.turn, self.ply + 1)


class Steps(LazyMoves):
    def iter_moves(self):
        return iter(range(1, min(2, self.state.heap) + 1))


def test_a_game_brings_its_moves_and_the_base_plays_and_refuses():
    state = Countdown(3)
    assert (list(state.legal_moves), len(state.legal_moves)) == ([1, 2], 2)
    assert state.play(2) == Countdown(1, 1, 1)
    with pytest.raises(pg.IllegalMoveError, match=r"illegal move '3': take 1 or 2 .*ply 0, seat 0"):
        state.play(3)
    assert 3 not in state.legal_moves
    assert repr(state.legal_moves) == "<2 legal moves: 1, 2>"


def test_lazy_moves_are_empty_and_every_move_is_refused_once_the_game_is_over():
    over = Countdown(1).play(1)
    assert over.outcome.winners == {0}
    assert not over.legal_moves
    assert list(over.legal_moves) == list(over.legal_moves.candidates(5, Random(0))) == []
    assert over.why_not(1).startswith("the game is over: seat 0 wins")
    with pytest.raises(IndexError):
        over.legal_moves.sample(Random(0))


@pytest.mark.parametrize("moves", [FiniteMoves("abcd"), Countdown(3).legal_moves])
def test_listed_moves_are_drawn_equally_often(moves):
    rng = Random(5)
    found = Counter(moves.sample(rng) for _ in range(1000 * len(moves)))
    assert set(found) == set(moves)
    assert all(count == pytest.approx(1000, abs=120) for count in found.values())
