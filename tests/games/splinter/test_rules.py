"""The rules of Splinter, numbered as in its RULES.md (in brackets)."""

from itertools import product
from pathlib import Path
from random import Random

import pytest
from helpers import perft_cases, splinter
from hypothesis import given
from oracles.splinter_by_sets import agree, by_sets, groups, on_board, twin
from strategies import options_of, seeds

import polygames as pg
from polygames.games.splinter.rules import START_ROWS, Push

GOLDEN = sorted((Path(__file__).parents[2] / "golden").glob("splinter-*.record"))


def small(*rows, moves=(), **options):
    """Return a position on a board of one's own."""
    return splinter(*moves, board=rows, **options)


def refusal(state, text):
    """Return why a move is refused; it must not be listed either."""
    move = Push(*text.split("-"))
    with pytest.raises(pg.IllegalMoveError) as caught:
        state.play(move)
    assert move not in state.legal_moves
    assert move not in list(state.legal_moves)
    return str(caught.value)


def after(state, text):
    return state.play(state.parse(text))


# --- The figures of the page that settles the rules -----------------------------------------------


def test_exactly_2_first_moves_remove_a_piece_and_none_ends_the_game():
    start = splinter()
    states = {str(move): start.play(move) for move in start.legal_moves}
    assert {text for text, state in states.items() if sum(state.lost)} == {"f7-e6", "j7-k6"}
    assert all(state.outcome is None for state in states.values())


def edited(changes):
    """Return the board at the start with other cells at some (row, column)."""
    cells = {(r, c): cell for r, row in enumerate(START_ROWS) for c, cell in enumerate(row)}
    cells |= changes
    return ["".join(cells[r, c] for c in range(15)) for r in range(18)]


def test_a_group_of_30_is_split_into_29_and_1():
    board = edited({(10, 9): ".", (11, 9): ".", (12, 9): "b", (13, 9): "w"})
    state = splinter(board=board, first="black")
    assert state.scores == (30, 30)
    assert state.rows == tuple(board)
    state = after(state, "j6-j7")  # (12, 9) goes one step up
    assert state.scores == (29, 29)
    assert state.lost == (1, 0)
    assert state.outcome is None


def test_white_wins_20_to_2_at_once():
    rows = ["." * 15, "......Bb.......", "." * 15, "." * 15]
    rows += [".....wbwbw.....", ".....bwbwb.....", ".....wbWbw.....", ".....bwbwb....."]
    state = splinter(board=rows)
    assert state.outcome.winners == {0}
    assert state.outcome.scores == (20, 2)
    assert not state.legal_moves
    assert "over" in refusal(state, "h2-h3")


def test_1_start_is_a_checkerboard_block_with_the_kings_in_the_middle():
    rows = splinter().rows
    assert [len(row) for row in rows] == [15] * 18
    for r, c in product(range(18), range(15)):
        inside = r in range(6, 12) and c in range(5, 10)
        expected = ("b" if (r + c) % 2 else "w") if inside else "."
        expected = {(8, 7): "B", (9, 7): "W"}.get((r, c), expected)
        assert rows[r][c] == expected
    pieces = "".join(rows)
    assert [pieces.count(kind) for kind in "wbWB"] == [14, 14, 1, 1]


def test_1_squares_are_named_by_column_and_by_row_from_the_bottom():
    assert splinter("h9-h10").rows[8][7] == "W"  # (r 8, c 7) is h10


@pytest.mark.parametrize(
    ("first", "seat", "move"), [("white", 0, "h9-h8"), ("black", 1, "h10-h11")]
)
def test_2_seat_0_is_white_whoever_begins(first, seat, move):
    state = splinter(first=first)
    assert state.turn == seat
    assert after(state, move).turn == 1 - seat
    other = {"h9-h8": "h10-h11", "h10-h11": "h9-h8"}[move]
    assert "holds no" in refusal(state, other)


def test_3_a_piece_pushes_the_unbroken_row_ahead_of_it_and_nothing_more():
    state = small("WwbB.w", "bbbbbb", moves=["a2-b2"])
    assert state.rows == (".WwbBw", "bbbbbb")
    state = small("W.bB..", "wbbbbb", moves=["a2-b2"])
    assert state.rows == (".WbB..", "wbbbbb")


def test_3_pushes_go_in_all_eight_directions():
    start = small(".......", ".......", "..bbb..", "..bWw..", "..bbB..", ".......", ".......")
    moved = {str(move) for move in start.legal_moves if move.start == "d4"}
    assert moved == {f"d4-{to}" for to in ("c5", "d5", "e5", "c4", "e4", "c3", "d3", "e3")}
    assert after(start, "d4-e3").rows[5] == ".....B."
    assert after(start, "d4-c5").rows[1] == ".b....."


@pytest.mark.parametrize("text", ["h9-h11", "h9-h9", "h9-p9", "a1-z26", "h10-h9", "a1-a2"])
def test_3_what_is_no_step_of_an_own_piece_is_refused_with_the_position(text):
    assert "ply 0, white to move" in refusal(splinter(), text)


def test_4_nothing_may_be_pushed_off_the_board():
    state = small("wWB.", "w..b")
    assert "off the board" in refusal(state, "a1-a2")
    assert "neighbouring" in refusal(state, "a1-a0")
    assert after(state, "a1-b1").rows == ("wWB.", ".w.b")


def test_4_with_remove_a_pawn_pushed_off_is_lost():
    state = small("bwW.", "wB.b", edge="remove", moves=["a1-a2"])
    assert state.rows == ("wwW.", ".B.b")
    assert state.lost == (0, 1)
    assert state.history == ()


@pytest.mark.parametrize(
    ("rows", "move", "left", "winner", "scores"),
    [
        (("BwWw", "w..b"), "a1-a2", ("wwWw", "...b"), 0, (5, 0)),
        (("B.", "W.", "wb"), "a2-a3", ("W.", "..", "wb"), 0, (1, 0)),  # whatever the groups are
        (("Ww.", "bB."), "b2-a2", ("w..", "bB."), 1, (0, 3)),  # by its own side, too
    ],
)
def test_4_with_remove_a_king_pushed_off_loses(rows, move, left, winner, scores):
    state = small(*rows, edge="remove", moves=[move])
    assert (state.rows, state.lost) == (left, (0, 0))
    assert (state.outcome.winners, state.outcome.scores) == ({winner}, scores)
    assert "king was pushed off" in state.outcome.reason


def test_4_with_remove_the_moved_piece_itself_may_not_step_off():
    state = small("wWBb", edge="remove")
    assert {str(move) for move in state.legal_moves} == {"a1-b1", "b1-a1", "b1-c1"}


def test_5_all_groups_without_a_king_go_and_both_colours_are_counted():
    state = small("WB...w", "wb....", ".....b", "b..w.b")
    assert state.rows == ("WB....", "wb....", "......", "......")
    assert state.lost == (2, 3)


@pytest.mark.parametrize(
    ("rows", "winners", "scores", "reason"),
    [
        (("Wbbb....", ".......B", "......bw"), {0}, (4, 3), "apart: the larger group"),
        (("W..B", "w..b"), {0, 1}, (2, 2), "equal losses"),
        (("W..B.", "w..b.", ".....", "w.b.w"), {1}, (2, 2), "fewer lost"),
        (("W...Bw",), {1}, (1, 2), "apart: the larger group"),  # [7] comes after the kings
        (("Wbb..B",), {0}, (3, 1), "apart: the larger group"),  # white has no pawn
        (("W....", ".b...", "..wb.", "....B"), None, (5, 5), None),  # [5] by corners, too
    ],
)
def test_6_the_larger_group_wins_whatever_its_colours_else_fewer_lost_pawns(
    rows, winners, scores, reason
):
    state = small(*rows)
    assert state.scores == scores
    assert (state.outcome and state.outcome.winners) == winners
    assert reason is None or reason in state.outcome.reason


def test_6_what_is_lost_with_the_last_move_counts():
    state = small("Wb.bB", "..w..", "..w..")
    assert state.outcome is None
    state = after(state, "c2-b1")
    assert state.scores == (2, 2)
    assert state.lost == (2, 0)
    assert state.outcome.winners == {1}


def test_7_a_player_without_pawns_loses():
    state = small("WwB", "...")
    assert state.outcome.winners == {0}
    assert state.outcome.reason == "no pawn left"
    assert small("WbB").outcome.winners == {1}
    assert small("WB").outcome.winners == {0, 1}


def test_8_a_position_that_occurs_the_third_time_is_a_tie_the_start_counted():
    rows = ("..WbBb", ".w.w..", "w.....")
    moves = ("a1-b1", "f3-f2", "b1-a1", "f2-f3")
    assert small(*rows, moves=moves).outcome is None
    assert small(*rows, moves=(*moves, *moves[:3])).outcome is None
    state = small(*rows, moves=moves * 2)
    assert state.outcome.winners == {0, 1}
    assert "third time" in state.outcome.reason
    assert state == small(*rows), "history is no part of the position"
    assert state.ply == 8


def test_8_a_removal_forgets_what_was_before():
    state = splinter("f7-e6")
    assert state.history == ()
    assert len(after(state, "h12-h13").history) == 1


def test_8_max_plies_is_a_tie():
    state = splinter("h9-h8", max_plies=2)
    assert state.outcome is None
    state = after(state, "h10-h11")
    assert state.outcome.winners == {0, 1}
    assert state.outcome.reason == "2 moves were played"


def test_8_what_decides_a_game_comes_before_what_breaks_it_off():
    state = small("Ww...", "..w..", "...bB", moves=["c2-c3"], max_plies=1)
    assert "apart" in state.outcome.reason
    assert state.outcome.winners == {0}


def test_8_no_legal_move_is_a_tie():
    state = small("WwbB")
    assert state.outcome.winners == {0, 1}
    assert state.outcome.reason == "no legal move"


def test_8_no_return_bars_the_way_back_for_one_turn():
    start = splinter("h9-g8", "h10-h11", no_return=True)
    assert "may not step back" in refusal(start, "g8-h9")
    assert "g8-h9" in map(str, splinter("h9-g8", "h10-h11").legal_moves)
    later = after(after(start, "f7-f6"), "h11-h12")
    assert "g8-h9" in map(str, later.legal_moves)


def test_8_no_return_follows_a_piece_that_was_pushed_meanwhile():
    state = small("..B...", "bwWwb.", "......", no_return=True)
    state = after(after(state, "d2-d3"), "c3-d3")
    assert state.rows == ("...Bw.", "bwW.b.", "......")
    assert "may not step back" in refusal(state, "e3-d2")


def test_8_no_return_bars_each_seat_from_its_own_way_back():
    state = small("..B...", "bwWwb.", "......", no_return=True)
    state = after(after(state, "d2-d3"), "a2-a1")
    assert state.barred == (Push("d3", "d2"), Push("a1", "a2"))


def test_8_no_return_is_forgotten_when_there_is_no_way_back():
    state = small("......", "..B...", "bwWwb.", "......", no_return=True)
    state = after(after(state, "d2-d3"), "e2-d3")
    assert state.rows[0] == "..w..."
    assert state.barred[0] is None, "the piece was pushed out of reach"
    assert splinter("f7-e6", no_return=True).barred == (None, None), "the piece is gone"


@pytest.mark.parametrize(
    ("board", "problem"),
    [
        ([], "expected rows"),
        ("", "expected rows"),
        ([7], "expected rows"),
        (["", ""], "1 to 26 squares, not 0"),
        (["W" + "." * 25 + "B"], "1 to 26 squares, not 27"),
        (["WB.", "wb"], "row 2 has 2 squares, row 1 has 3"),
        (["WB", "wx"], "row 2 holds 'x'"),
        (["W#B"], "row 1 holds '#'"),
        (["W.", "wb"], "one black king B, not 0"),
        (["WWB"], "one white king W, not 2"),
    ],
)
def test_9_what_is_no_board_is_refused(board, problem):
    with pytest.raises(pg.OptionError) as caught:
        pg.new("splinter", board=board)
    assert problem in str(caught.value)


def test_9_a_board_may_be_one_text_and_up_to_26_columns_wide():
    assert small("W.", "bB", "w.") == splinter(board="W.\nbB\nw.")
    state = splinter(board=["wW" + "b" * 22 + "B.", "." * 26])
    assert str(max(state.legal_moves, key=lambda move: move.end)) == "b2-c2"


def test_9_the_usual_board_given_by_hand_makes_the_usual_start():
    assert splinter(board=START_ROWS) == splinter()
    assert splinter(board=START_ROWS).options["board"] == START_ROWS
    assert splinter().options["board"] is None


@pytest.mark.parametrize(("options", "depth", "count"), perft_cases("splinter", 20_000))
def test_as_many_games_are_played_as_others_count(options, depth, count):
    assert pg.perft(pg.new("splinter", **options), depth) == count


@pytest.mark.parametrize(("options", "depth", "count"), perft_cases("splinter", 1_500))
def test_as_many_games_are_played_by_the_plain_rules(options, depth, count):
    assert twin(pg.new("splinter", **options)).perft(depth) == count


# --- What holds everywhere ------------------------------------------------------------------------


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_golden_records_agree_with_the_plain_rules(path):
    record = pg.load(path)
    game = twin(record.start)
    for state, move in zip(record.states, [*record.moves, None], strict=True):
        agree(state, game)
        if move is not None:
            game.play(*by_sets(move, game.height))
    assert game.result() is not None


@given(options_of("splinter"))
def test_a_set_up_board_keeps_exactly_the_groups_with_a_king(options):
    pieces = on_board(board := options["board"])
    kept = [group for group in groups(pieces) if any(pieces[at] in "WB" for at in group)]
    assert set(on_board(pg.new("splinter", board=board).rows)) == set().union(*kept)


def test_random_moves_are_equally_likely():
    state, rng = small("Ww.", ".bB", edge="remove"), Random(5)
    moves = list(state.legal_moves)
    drawn = [state.legal_moves.sample(rng) for _ in range(1000 * len(moves))]
    assert all(abs(drawn.count(move) - 1000) < 160 for move in moves), "5 standard deviations"


@given(seeds)
def test_white_and_black_are_alike(seed):
    """Turned by half and with the colours exchanged, a game goes the same way."""
    rng, trade = Random(seed), str.maketrans("wbWB", "bwBW")
    state = splinter()
    twin = splinter(board=[row.translate(trade) for row in START_ROWS], first="black")
    while state.outcome is None and state.ply < 20:
        move = state.legal_moves.sample(rng)
        state, twin = state.play(move), twin.play(move)
        assert [row.translate(trade) for row in twin.rows] == list(state.rows)
        assert twin.lost == state.lost[::-1]
