"""The rules of Territory, each by its number in RULES.md, and against a plain oracle."""

from fractions import Fraction

import pytest
from helpers import pickle_copy, random_states, territory
from hypothesis import given
from hypothesis import strategies as st
from strategies import options_of, seeds, states_of

import polygames as pg
from polygames.games.territory import boards
from polygames.games.territory.boards import Claim
from polygames.games.territory.rules import Stop, TakeOver

ROWS = ("AAB", "CCB", "DEE")
COLORS = {"A": "blue", "B": "red", "C": "yellow", "D": "blue", "E": "red"}
OWN = {"tiles": ROWS, "colors": COLORS}


def letters(state):
    """Return the letters of the tiles that can be claimed."""
    board = state.board
    claims = (move for move in state.legal_moves if isinstance(move, Claim))
    return "".join(board.letters[board.named[claim]] for claim in claims)


def blue_lead(state):
    return state.scores[state.blue] - state.scores[1 - state.blue]


# --- Claiming [2, 3] ----------------------------------------------------------------------------


def test_later_tiles_touch_at_a_side_what_the_player_owns():
    state = territory("r0c0", "r2c2", **OWN)
    assert letters(state) == "BC", "D touches A at no side"
    assert state.why_not(Claim(2, 0)) == "the tile is not next to any of blue's"
    with pytest.raises(
        pg.IllegalMoveError, match=r"not next to any of blue's .*ply 2, blue to move"
    ):
        state.play(Claim(2, 0))


def test_a_tile_is_claimed_once():
    state = territory("r0c0", **OWN)
    with pytest.raises(pg.IllegalMoveError, match="'r0c0': blue owns the tile"):
        state.play(Claim(0, 0))
    assert state.play(Claim(2, 0)).why_not(Claim(2, 0)) == "red owns the tile"


def test_who_has_no_free_neighbour_claims_any_tile():
    # A A B B C    Blue owns A, shut in by Red's B.
    line = {"tiles": ["AABBCD"], "colors": dict.fromkeys("ABCD", "blue")}
    state = territory("r0c0", "r0c2", **line)
    assert state.is_surrounded
    assert letters(state) == "CD"
    assert not territory("r0c0", **line).is_surrounded, "Red's first tile lies anywhere anyway"


def test_a_claim_names_the_first_cell_and_lies_on_the_board():
    state = territory(**OWN)
    assert state.claim(1, 2) == Claim(0, 2)
    assert state.why_not(Claim(1, 2)) == "a tile is named by its first cell: this one is r0c2"
    assert state.why_not(Claim(3, 0)) == "the board ends at r2c2"
    assert Claim(-1, 0) not in state.legal_moves
    with pytest.raises(pg.IllegalMoveError, match="'r3c0': the board ends at r2c2"):
        state.claim(3, 0)


def test_turns_alternate_and_the_state_keeps_count():
    state = territory("r0c0", "r2c1", "r1c0", **OWN)
    assert (state.turn, state.ply) == (1, 3)
    assert [state.owner(tile) for tile in range(5)] == [0, None, 0, None, 1]
    assert state.board.letters[state.last] == "C"
    assert state.remaining == {"blue": 1, "red": 2, "yellow": 0}
    assert [state.area(seat) for seat in (0, 1)] == [4, 2]


# --- Values [4, 8] ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "blue", "red"),
    [
        ({}, [4, -4, 0, 1, -4], [-4, 4, 0, -1, 4]),
        ({"value": "linear"}, [2, -2, 0, 1, -2], [-2, 2, 0, -1, 2]),
        ({"penalty": 0.5}, [4, -2, 0, 1, -2], [-2, 4, 0, -0.5, 4]),
        ({"penalty": 0}, [4, 0, 0, 1, 0], [0, 4, 0, 0, 4]),
        ({"penalty": -1}, [4, 4, 0, 1, 4], [4, 4, 0, 1, 4]),
    ],
    ids=str,
)
def test_a_tile_is_worth_its_square_or_area_and_a_share_to_the_other(options, blue, red):
    state = territory(**OWN, **options)
    assert [state.value(tile, 0) for tile in range(5)] == blue
    assert [state.value(tile, 1) for tile in range(5)] == red


def test_a_pentasquare_is_worth_25_points_or_5():
    """The published example."""
    board = {"tiles": ["AAAAA", "BBBBB"], "colors": {"A": "blue", "B": "red"}}
    assert [territory(**board).value(tile, 0) for tile in (0, 1)] == [25, -25]
    assert [territory(**board, value="linear").value(tile, 0) for tile in (0, 1)] == [5, -5]


def test_scores_are_by_seat_and_whole_where_they_can_be():
    state = territory("r0c0", "r0c2", penalty=0.5, **OWN)
    assert state.scores == (4, 4)
    assert all(isinstance(score, int) for score in state.scores)
    assert territory("r0c0", "r2c0", penalty=0.5, **OWN).scores == (4, -0.5)


TIED = {"tiles": ["ABBBBC"], "colors": {"A": "blue", "B": "red", "C": "blue"}, "value": "linear"}


@pytest.mark.parametrize(
    ("penalty", "score"), [(1 / 3, -1 / 3), (0.3333333333333333, -1 / 3), (Fraction(1, 3), -1 / 3)]
)
def test_equal_points_are_a_tie_though_a_third_is_no_float(penalty, score):
    state = territory("r0c0", "r0c5", "r0c1", penalty=penalty, **TIED)  # 1 - 4/3, and -1/3
    assert state.scores == (score, score)
    assert state.outcome.winners == {0, 1}


@given(
    options_of("territory", solitaire=False, value="square"),
    st.fractions(-1, 1, max_denominator=1000).map(float) | st.floats(-1, 1),
    seeds,
)
def test_the_winner_is_the_one_by_fractions(options, penalty, seed):
    *_, end = random_states(territory(**options | {"penalty": penalty}), seed)
    cost = Fraction(penalty).limit_denominator(10**6)
    points = []
    for seat, owned in enumerate(end.owned):
        worth = dict.fromkeys(boards.TILE_COLORS, 0)
        for tile in boards.tiles_of(owned):
            worth[boards.TILE_COLORS[end.board.colors[tile]]] += end.board.areas[tile] ** 2
        own, other = end.color(seat), end.color(1 - seat)
        points.append(worth[own] - cost * worth[other])
    assert end.outcome.winners == {seat for seat in (0, 1) if points[seat] == max(points)}


# --- The theorem [5] ----------------------------------------------------------------------------


@given(options_of("territory", penalty=1, ending="all", solitaire=False), seeds)
def test_the_final_difference_is_that_of_the_board_whatever_is_played(options, seed):
    start = territory(**options)
    totals = [0, 0, 0]
    for tile, color in enumerate(start.board.colors):
        area = start.board.areas[tile]
        totals[color] += area**2 if options["value"] == "square" else area
    *_, end = random_states(start, seed)
    assert blue_lead(end) == totals[0] - totals[1]
    assert start.fixed_difference == end.fixed_difference == blue_lead(end)


@given(options_of("territory", ending="all", solitaire=False), seeds)
def test_with_any_penalty_the_lead_is_fixed_but_for_who_gets_how_much_colour(options, seed):
    """Blue - Red = (1 + p)/2 * D + (1 - p)/2 * (coloured value that Blue got less Red's)."""
    start = territory(**options)
    *_, end = random_states(start, seed)
    literal = territory(**options | {"penalty": 1})
    got = [0, 0]
    for tile in range(len(start.board.areas)):
        got[end.owner(tile)] += abs(literal.value(tile, 0))
    more = got[end.blue] - got[1 - end.blue]
    p = options["penalty"]
    expected = (1 + p) / 2 * literal.fixed_difference + (1 - p) / 2 * more
    assert blue_lead(end) == pytest.approx(expected)


@pytest.mark.parametrize(
    "options", [{"penalty": 0.5}, {"ending": "stuck"}, {"solitaire": True}], ids=str
)
def test_where_play_decides_no_difference_is_announced(options):
    assert territory(**OWN, **options).fixed_difference is None
    assert territory(**OWN).fixed_difference == 4 + 1 - 4 - 4


def test_with_ending_stuck_play_decides_also_with_literal_values():
    line = {"tiles": ["ABBCDDDE"], "colors": dict(zip("ABCDE", ["blue"] * 5, strict=True))}
    start = territory(**line, ending="stuck")
    leads = {blue_lead([*random_states(start, seed)][-1]) for seed in range(30)}
    assert len(leads) > 1


# --- The end [6, 8] -----------------------------------------------------------------------------


def test_the_game_is_over_when_all_tiles_are_claimed_and_more_points_win():
    state = territory("r0c0", "r0c2", "r1c0", "r2c1", "r2c0", **OWN)
    assert str(state.outcome) == "seat 1 wins, 5 - 8 (every tile is claimed)"
    assert not state.legal_moves
    with pytest.raises(pg.IllegalMoveError, match="the game is over"):
        state.play(Claim(0, 0))


def test_stuck_ends_the_game_when_the_mover_has_no_free_neighbour():
    line = {"tiles": ["AABBCD"], "colors": dict.fromkeys("ABCD", "blue")}
    state = territory("r0c0", "r0c2", ending="stuck", **line)
    assert state.outcome.reason == "blue has no free tile next to its own"
    assert state.outcome.scores == (4, -4)
    assert territory("r0c0", ending="stuck", **line).outcome is None, "Red owns nothing yet"


# --- Taking over [7] ----------------------------------------------------------------------------


def test_red_takes_over_and_the_colours_change_but_not_the_seats():
    state = territory("r0c0", **OWN, swap=True)
    assert TakeOver() in state.legal_moves
    assert len(state.legal_moves) == 5
    after = state.play(TakeOver())
    assert [after.color(seat) for seat in (0, 1)] == ["red", "blue"]
    assert after.scores == (0, 4)
    assert (after.turn, after.ply) == (0, 2)
    assert letters(after) == "BCDE", "the first claim of the new Red is free"
    assert letters(after.play(Claim(2, 1))) == "BC", "the new Blue goes on beside its tile"


@pytest.mark.parametrize(
    ("texts", "swap"),
    [((), True), (("r0c0",), False), (("r0c0", "r0c2"), True), (("r0c0", "takeover"), True)],
    ids=str,
)
def test_only_the_first_move_is_answered_so_and_only_with_swap(texts, swap):
    state = territory(*texts, **OWN, swap=swap)
    assert TakeOver() not in state.legal_moves
    with pytest.raises(pg.IllegalMoveError, match="only Blue's first move can be taken over"):
        state.play(TakeOver())


# --- Solitaire [9] ------------------------------------------------------------------------------


def test_solitaire_owns_half_the_board_at_most_and_only_neighbours():
    state = territory(**OWN, solitaire=True)
    assert state.seats == 1
    assert letters(state) == "ABCDE"
    state = state.play(Claim(0, 0))
    assert letters(state) == "BC", "no exceptional move, and four of nine cells at most"
    assert Stop() in state.legal_moves
    after = state.play(Claim(0, 2))
    assert after.outcome.reason == "no further tile fits"
    assert after.scores == (0,)
    assert after.outcome.winners == {0}


def test_a_tile_that_is_too_large_is_refused_with_the_reason():
    state = territory(
        "r0c0", tiles=["AAB", "BBB"], solitaire=True, colors=dict.fromkeys("AB", "red")
    )
    assert state.outcome is not None
    board = {"tiles": ["AACD", "BBBB"], "colors": dict.fromkeys("ABCD", "blue")}
    state = territory("r0c0", solitaire=True, **board)
    assert state.why_not(Claim(1, 0)) == "the area would be 6, more than half of the 8 cells"


def test_the_solitaire_player_may_stop_after_the_first_tile():
    state = territory(**OWN, solitaire=True)
    with pytest.raises(pg.IllegalMoveError, match="only solitaire can be stopped"):
        state.play(Stop())
    after = state.play(Claim(0, 0)).play(Stop())
    assert after.outcome.reason == "the player stopped"
    assert (after.scores, after.ply) == ((4,), 2)


# --- Options ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"value": "cube"}, "value of territory must be 'square' or 'linear', not 'cube'"),
        ({"ending": "never"}, "ending of territory must be 'all' or 'stuck', not 'never'"),
        ({"swap": "yes"}, "swap of territory must be True or False, not 'yes'"),
        ({"solitaire": 2}, "solitaire of territory must be True or False, not 2"),
        ({"penalty": 1.01}, "penalty of territory must be a number from -1 to 1, not 1.01"),
        ({"penalty": float("nan")}, "penalty of territory must be a number from -1 to 1, not nan"),
        ({"penalty": "1"}, "penalty of territory must be a number from -1 to 1, not '1'"),
        ({"penalty": True}, "penalty of territory must be a number from -1 to 1, not True"),
        ({"solitaire": True, "swap": True}, "swap of territory is for two players"),
        ({"solitaire": True, "ending": "stuck"}, "ending of territory is for two players"),
    ],
    ids=str,
)
def test_options_out_of_range_are_refused(options, message):
    with pytest.raises(pg.OptionError, match=message):
        territory(**options)


# --- As a whole ---------------------------------------------------------------------------------


@given(states_of("territory"))
def test_pickled_states_are_the_same_and_share_their_board(state):
    twin, other = (pickle_copy(state) for _ in range(2))
    assert (twin, hash(twin), twin.ply, twin.reach) == (state, hash(state), state.ply, state.reach)
    assert twin.board is other.board


def test_equality_is_of_the_position_not_of_the_way_there():
    one = territory("r0c0", "r0c2", "r1c0", "r2c1", **OWN)
    other = territory("r1c0", "r2c1", "r0c0", "r0c2", **OWN)
    assert one == other
    assert one.last != other.last
    assert one != territory("r0c0", "r0c2", "r1c0", "r2c1", **OWN, swap=True)
