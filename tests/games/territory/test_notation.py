"""Territory's moves and positions as text, both ways."""

import pytest
from helpers import record_game, territory
from hypothesis import given
from strategies import states_of

import polygames as pg
from polygames.games.territory.boards import Claim
from polygames.games.territory.rules import Stop, TakeOver

OWN = {"tiles": ("AAB", "CCB"), "colors": {"A": "blue", "B": "red", "C": "yellow"}, "swap": True}
TEXT = """\
territory
value square
penalty 1.0
ending all
swap True
solitaire False
turn 0
blue-seat 1
last A
blue A
red B
yellow C
owner-0
owner-1 A
tiles
AAB
CCB
"""


@pytest.mark.parametrize("text", ["r0c0", "r0c1", " R0C1 ", "r0 c1"])
def test_any_cell_names_its_tile_and_the_first_one_is_written(text):
    move = territory(**OWN).parse(text)
    assert move == Claim(0, 0)
    assert str(move) == "r0c0"


def test_the_other_moves_are_words():
    assert territory("r0c0", **OWN).parse(" TakeOver ") == TakeOver()
    assert str(TakeOver()) == "takeover"
    alone = territory("r0c0", tiles=["ABCD"], colors=dict.fromkeys("ABCD", "blue"), solitaire=True)
    assert alone.parse("stop") == Stop()
    assert str(Stop()) == "stop"


@pytest.mark.parametrize("text", ["", "r0", "c0r0", "r-1c0", "A", "r0c0 r0c1", "r٣c0", "r0c99999"])
def test_what_is_neither_cell_nor_word_is_invalid(text):
    with pytest.raises(pg.InvalidMoveError, match=r"expected 'r3c5', 'takeover' or 'stop' .*ply 0"):
        territory(**OWN).parse(text)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("r0c1", "illegal move 'r0c1': blue owns the tile"),
        ("r2c0", "illegal move 'r2c0': the board ends at r1c2"),
        ("stop", "illegal move 'stop': only solitaire can be stopped"),
    ],
)
def test_a_readable_move_that_is_not_allowed_is_illegal(text, message):
    with pytest.raises(pg.IllegalMoveError, match=message):
        territory("r0c0", **OWN).parse(text)


@given(states_of("territory"))
def test_every_move_reads_back_from_every_cell_of_its_tile(state):
    for move in state.legal_moves:
        assert state.parse(str(move)) == move
        if isinstance(move, Claim):
            tile = state.board.named[move]
            assert {state.parse(f"r{r}c{c}") for r, c in state.board.cells[tile]} == {move}


def test_a_position_is_written_plainly():
    state = territory("r0c0", "takeover", **OWN)
    assert state.to_text() == TEXT
    assert str(state) == TEXT


def test_lines_left_out_have_their_values_at_the_start():
    text = "territory\nblue A\nred B\nyellow C\ntiles\nAAB\nCCB"
    assert pg.from_text(text) == territory(**OWN | {"swap": False})


def test_the_largest_boards_have_a_letter_for_every_tile():
    state = territory(size=30, sizes=(1, 1))
    assert len(set(state.board.letters)) == 900
    assert pg.from_text(state.to_text()) == state


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("territory", "chess", "first word must be one of .*, not 'chess'"),
        ("value square", "value cube", "line 2, 'value cube': expected square or linear"),
        ("penalty 1.0", "penalty x", "line 3, 'penalty x': expected a number, not 'x'"),
        ("penalty 1.0", "penalty 7", "line 15, 'tiles': the option penalty .* not 7.0"),
        ("swap True", "swap 1", "line 5, .*expected True or False, not '1'"),
        ("swap True", "swap False", "expected seat 1 as Blue only after a takeover"),
        ("solitaire False", "solitaire True", "the option swap of territory is for two players"),
        ("turn 0", "turn 2", "line 7, 'turn 2': expected 0 or 1"),
        (
            "turn 0",
            "turn 1",
            "expected the first claim by seat 0 with swap True, and the answer by seat 1",
        ),
        ("blue-seat 1", "blue-seat 0", "expected the first claim by seat 0 with swap True"),
        ("last A", "last B", "last must be one claimed tile, not 'B'"),
        ("last A", "last X", "there is no tile 'X' on the board"),
        ("last A", "last AB", "last must be one claimed tile, not 'AB'"),
        ("red B", "red C", "lacks the tile 'B'"),
        ("red B", "red BX", "names 'X', which is not a tile"),
        ("owner-0", "owner-0 A", "both seats own A"),
        ("owner-1 A", "owner-1 Z", "there is no tile 'Z' on the board"),
        ("turn 0", "turn 0\nstopped True", "expected stopped only in solitaire"),
        ("CCB\n", "CC\n", "row 1 has 2 cells"),
        ("CCB\n", "BCC\n", "'B' are not connected"),
        ("tiles\nAAB\nCCB\n", "", "expected rows of text"),
    ],
)
def test_what_is_no_position_is_refused_with_the_line(old, new, message):
    assert old in TEXT
    with pytest.raises(pg.PositionError, match=message):
        pg.from_text(TEXT.replace(old, new, 1))


def test_solitaire_has_one_seat_in_text_too():
    text = "territory\nsolitaire True\nturn 1\nblue A\nred B\nyellow C\ntiles\nAAB\nCCB"
    with pytest.raises(pg.PositionError, match="expected only seat 0 in solitaire"):
        pg.from_text(text)
    with pytest.raises(pg.PositionError, match="expected only seat 0 in solitaire"):
        pg.from_text(text.replace("turn 1", "owner-1 A"))


def test_a_record_of_a_board_of_ones_own_holds_the_board(tmp_path):
    record = record_game("territory", "r0c1", "takeover", "r0c2", "r1c0", **OWN)
    record.save(tmp_path / "own.record")
    twin = pg.load(tmp_path / "own.record")
    assert twin.state == record.state
    assert twin.state.outcome == record.state.outcome
    assert "start:" not in twin.to_text(), "the options say it all"
