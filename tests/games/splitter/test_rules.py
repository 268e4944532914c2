"""Each rule of Splitter, and the whole against plain rules."""

from fractions import Fraction
from random import Random

import pytest
import strategies
from helpers import random_states, splitter, splitter_end
from hypothesis import given
from hypothesis import strategies as st
from oracles import splitter_plainly as plainly

from polygames.core.errors import IllegalMoveError, OptionError
from polygames.core.protocol import CHANCE
from polygames.games.splitter import score_sheet
from polygames.games.splitter.board import scene as scenes
from polygames.games.splitter.rules import ROLL_CHANCES, Placement, Roll

SMALL = "*##* .##."


def test_the_probabilities_are_those_of_two_fair_dice():
    counted = {}
    for one in range(1, 7):
        for other in range(1, 7):
            roll = Roll.of_dice(one, other)
            counted[roll] = counted.get(roll, 0) + Fraction(1, 36)
    assert dict(splitter().chance_outcomes()) == counted
    assert len(ROLL_CHANCES) == len(counted) == 21


def test_rolls_are_sampled_by_their_probability():
    rng, moves = Random(5), splitter().legal_moves
    found = [moves.sample(rng) for _ in range(3600)]
    doubles = sum(roll.is_double for roll in found)
    assert abs(doubles - 600) < 4 * (3600 * 1 / 6 * 5 / 6) ** 0.5
    assert set(found) == {roll for roll, _ in ROLL_CHANCES}


def test_a_roll_comes_before_every_round_and_only_then():
    state = splitter()
    assert (state.turn, state.ply, len(state.legal_moves)) == (CHANCE, 0, 21)
    state = splitter("roll 4-1")
    assert (state.turn, state.chance_outcomes()) == (0, ())
    with pytest.raises(IllegalMoveError, match="roll 4-1 must be written"):
        state.play(Roll(2, 2))
    with pytest.raises(IllegalMoveError, match="the dice must be rolled first"):
        splitter().play(Placement(2, 0, 4))


def test_a_placement_has_one_name_and_is_read_by_either_cell():
    state = splitter("roll 4-1")
    assert state.parse("r2c7=1") == state.parse("r2c0=4") == Placement(2, 0, 4)
    assert str(state.parse("r2c0=1")) == "r2c7=4"
    with pytest.raises(IllegalMoveError, match="this placement is written r2c7=4"):
        state.play(Placement(2, 0, 1))


@pytest.mark.parametrize(
    ("move", "reason"),
    [
        ("r2c0=4", "the cell holds a 6"),
        ("r2c7=4", "the cell holds a 5"),
        ("r0c0=4", "pad A has no cell in row 0, column 0"),
        ("r9c3=4", "pad A has no cell in row 9, column 3"),
        ("r3c0=6", "roll 4-1 has no 6"),
        ("roll 4-1", "roll 4-1 must be written in two mirrored cells"),
    ],
)
def test_what_cannot_be_written_is_refused_with_reason_and_position(move, reason):
    state = splitter("roll 6-5", "r2c0=6", "roll 4-1")
    with pytest.raises(IllegalMoveError) as caught:
        state.parse(move)
    text = str(caught.value)
    assert text.startswith(f"illegal move '{move}': {reason}")
    assert "round 2 of 22, roll 4-1, seat 0" in text


def test_sheets_change_only_when_the_last_seat_has_written():
    state = splitter("roll 4-1", "r2c0=4", "r3c0=4", players=3)
    assert state.sheets == splitter(players=3).sheets
    assert (state.turn, state.ply, state.round) == (2, 3, 0)
    state = state.play(state.parse("r2c7=4"))
    assert [rows[2] for rows in state.rows] == ["40000001", "00000000", "10000004"]
    assert (state.turn, state.ply, state.round) == (CHANCE, 4, 1)


def test_nobody_sees_what_another_wrote_before_all_have_written():
    hidden = [
        splitter("roll 4-1", first, players=3) for first in ("r2c0=4", "r2c7=4", "r6c3=4", "r0c2=1")
    ]
    for other in (1, 2):
        views = {state.view(other) for state in hidden}
        assert len(views) == 1
        assert len({view.to_text() for view in views}) == 1
        assert views.pop() != hidden[0]
    assert [state.view(0) for state in hidden] == hidden


@given(strategies.seeds, st.integers(2, 5))
def test_views_are_equal_whatever_another_wrote(seed, players):
    # The last to write commits, and all is open.
    states = random_states(splitter(players=players), seed)
    state = next(s for s in states if s.ply >= seed % 20 and s.turn in range(players - 1))
    others = [seat for seat in range(players) if seat != state.turn]
    written = [state.play(move) for move in state.legal_moves]
    assert len(set(written)) == len(written) > 1
    for seat in others:
        assert len({after.view(seat) for after in written}) == 1


def test_a_view_shows_a_seat_its_own_sheet_and_can_be_played_on():
    state = splitter("roll 4-1", "r2c0=4", "r3c0=4", players=3)
    view = state.view(2)
    assert view.pending == (None, None)
    assert view.scores == state.scores
    after = view.play(view.parse("r2c7=4"))
    assert after.rows[2][2] == "10000004"
    assert after.rows[0] == splitter().rows[0], "what was hidden is lacking"
    assert state.view(1).sheet(1) == state.sheet(1) != state.sheets[1]


@pytest.mark.parametrize("players", [0, 13, 2.0, "2", True])
def test_1_to_12_players_play(players):
    assert splitter(players=12).seats == 12
    with pytest.raises(OptionError, match=r"players.*from 1 to 12"):
        splitter(players=players)


def test_a_game_has_22_rounds_of_a_roll_and_a_placement_for_each_seat():
    for players in (1, 4):
        *_, last = random_states(splitter(players=players), seed=3)
        assert last.ply == 22 * (1 + players)
        assert last.outcome.reason.startswith("22 rounds were played")
        assert not last.legal_moves


def test_the_highest_total_wins():
    other = "..4416.. .446614. 16665444 55521642 45521333 .125321. ..5334.."
    state = splitter_end(plainly.SARA_SHEET, other)
    assert state.outcome.scores == (29, score_sheet("A", other).total)
    assert state.outcome.scores[1] < 29
    assert state.outcome.winners == {0}
    assert splitter_end(plainly.SARA_SHEET, plainly.SARA_SHEET).outcome.winners == {0, 1}, (
        "equal totals"
    )


def test_a_game_alone_is_rated():
    assert "in the game" in splitter_end(plainly.SARA_SHEET).outcome.reason
    assert splitter_end(plainly.SARA_SHEET).outcome.winners == {0}
    assert "in the game" not in splitter_end(plainly.SARA_SHEET, plainly.SARA_SHEET).outcome.reason


def test_a_pad_of_ones_own_is_not_rated():
    state = splitter_end("1221", pad="*##*")
    assert state.rating is None
    assert state.outcome.reason == "2 rounds were played"
    assert scenes.caption(state).status == "6 points"
