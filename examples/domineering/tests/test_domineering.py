"""Domineering keeps the contract, and who wins is as published."""

from random import Random

import pytest
from polygames_domineering import INFO

import polygames as pg

if "domineering" not in pg.games():
    pg.register(INFO)


@pytest.mark.parametrize("size", [2, 3, 5])
def test_the_contract_is_kept(size):
    pg.check_game(pg.new("domineering", size=size), games=2)


# D. M. Breuker, J. W. H. M. Uiterwijk and H. J. van den Herik, "Solving 8x8 Domineering",
# Theoretical Computer Science 230 (2000): who begins wins 2x2, 3x3 and 4x4.
@pytest.mark.parametrize(("size", "value"), [(2, 1), (3, 1), (4, 1)])
def test_the_small_squares_are_won_by_whom_they_are_known_to_be_won(size, value):
    assert pg.solve(pg.new("domineering", size=size), seconds=120).value == value


@pytest.mark.parametrize("placed", ["a1-a9", "a1-a2 a2-a3", "a1-a2 b1-b2", "99", "a1-b1"])
def test_dominoes_that_do_not_fit_are_no_position(placed):
    with pytest.raises(pg.PositionError):
        pg.from_text(f"domineering\nsize 4\nplaced {placed}")


@pytest.mark.parametrize(
    ("text", "error"), [("a1-b1", pg.IllegalMoveError), ("up", pg.InvalidMoveError)]
)
def test_a_lying_domino_is_illegal_for_who_places_upright_and_nonsense_is_invalid(text, error):
    with pytest.raises(error):
        pg.new("domineering").parse(text)


def test_greedy_and_minimax_play_it():
    state = pg.new("domineering", size=4)
    players = [
        pg.agent("greedy", game="domineering"),
        pg.agent("minimax", game="domineering", seconds=0.2),
    ]
    for player in players:
        assert player.choose(state, Random(1)) in state.legal_moves


def test_it_has_five_levels_and_marks_the_move_that_was_played():
    assert INFO.level_names == ("level 1", "level 2", "level 3", "level 4", "level 5")
    record = pg.Record(pg.new("domineering", size=3))
    bare = len(record.as_scene())
    record.push("a1-a2")
    marked = [each for each in record.as_scene() if getattr(each, "stroke", None) == "#f0e442"]
    assert len(marked) == 2
    assert bare > 9
