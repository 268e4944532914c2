"""What is proved is true: against full enumeration, and by playing the proof."""

from collections import Counter
from dataclasses import replace
from functools import reduce
from importlib import import_module
from pathlib import Path
from random import Random

import pytest
from helpers import fills_only, minimax_value, value_by_recursion
from toys import NIM_GAME, Clobber, register_game, walk

import polygames as pg
from polygames.search.solve import MoveProofs, prove


def small_boards(count, seed=1, pieces="WBwbwb", rows=3, columns=4):
    """Yield running positions of Splinter on boards of twelve squares."""
    rng = Random(seed)
    while count:
        cells = [*pieces, *"." * (rows * columns - len(pieces))]
        rng.shuffle(cells)
        board = ["".join(cells[at : at + columns]) for at in range(0, rows * columns, columns)]
        state = pg.new("splinter", board=board)
        if state.outcome is None:
            count -= 1
            yield state


def forced(state, plies):
    """Return the value if it can be forced within so many plies, else None: plain recursion."""
    if state.outcome is not None:
        winners = state.outcome.winners
        return 0 if len(winners) == 2 else 1 if 0 in winners else -1
    if plies == 0:
        return None
    values = {forced(state.play(move), plies - 1) for move in state.legal_moves}
    best = 1 if state.turn == 0 else -1
    if best in values:
        return best
    return None if None in values else max(values, key=lambda value: value * best)


def remembered(state):
    """Return the value by recursion over all positions, each once: for games without circles."""
    known = {}

    def value_of(at):
        if at not in known:
            known[at] = minimax_value(at, value_of)
        return known[at]

    return value_of(state)


def after_random_moves(state, plies, rng):
    """Return a position some moves later, or the last one before the game is over."""
    for _ in range(plies):
        after = state.play(state.legal_moves.sample(rng))
        if after.outcome is not None:
            break
        state = after
    return state


def going_round(state):
    """Return the value by retrograde analysis over all positions, whatever was before."""
    after, values = {}, {}
    for at in (queue := [replace(state, history=())]):
        if at not in after:
            moves = () if at.outcome else at.legal_moves
            after[at] = [replace(at.play(move), history=()) for move in moves]
            queue += after[at]
            if at.outcome:
                values[at] = minimax_value(at, None)
    while True:
        found = {}
        for at in after.keys() - values.keys():
            best, follow = (1, -1)[at.turn], [values.get(each) for each in after[at]]
            if best in follow or {*follow} == {-best}:
                found[at] = best if best in follow else -best
        if not found:
            return values.get(replace(state, history=()), 0)
        values |= found


def late_in_splitter(rng):
    """Return a position of Splitter after the last roll."""
    states = [pg.new("splitter", players=2)]
    while states[-1].outcome is None:
        states.append(states[-1].play(states[-1].legal_moves.sample(rng)))
    return states[-3]


def domineering(size):
    """Return the first position of the game in ``examples``."""
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(Path(__file__).parents[2] / "examples" / "domineering")
        return import_module("polygames_domineering.rules").new(size)


ENDING = {
    "clobber": lambda rng: after_random_moves(Clobber.full(3, 4), rng.randint(1, 5), rng),
    "domineering": lambda rng: after_random_moves(domineering(4), rng.randint(1, 4), rng),
    "polygon": lambda rng: after_random_moves(pg.new("polygon", n=5), rng.randint(0, 3), rng),
    "territory": lambda rng: after_random_moves(
        pg.new("territory", size=3, seed=rng.randint(1, 99)), 2, rng
    ),
    "split": lambda _: fills_only(),
    "splitter": late_in_splitter,
}


@pytest.mark.parametrize("name", ENDING)
def test_endings_of_every_game_agree_with_recursion_over_all_positions(name):
    rng = Random(1)
    for _ in range(8):
        state = ENDING[name](rng)
        found = prove(state, seconds=None)
        assert found.value == remembered(state)
        assert found.best is None or remembered(state.play(found.best)) == found.value
        for move, value in found.values.items():
            assert value == remembered(state.play(move))


@pytest.mark.parametrize("times", [2, 3])
def test_where_games_go_round_all_values_are_those_of_all_paths(times):
    rng, values = Random(times), Counter()
    for _ in range(150):
        state = walk(rng, places=6, times=times)
        state = after_random_moves(state, rng.randint(0, 3), rng)
        proofs = MoveProofs(state, rng)
        proofs.advance(100_000)
        exact = {move: value_by_recursion(state.play(move)) for move in state.legal_moves}
        assert proofs.values == exact
        assert prove(state, seconds=None).value == minimax_value(state, value_by_recursion)
        values.update(exact.values())
    assert min(values[value] for value in (-1, 0, 1)) > 20


def test_where_two_positions_count_as_one_nothing_false_is_proved():
    rng, proved = Random(5), 0
    for _ in range(600):
        state = walk(rng, places=8, names=4)
        found, exact = prove(state, seconds=None).value, value_by_recursion(state)
        assert found in {None, exact}
        proved += found is not None
    assert proved > 400


def test_small_boards_of_splinter_agree_with_retrograde_analysis():
    for state in small_boards(3, seed=4, pieces="WBwb", rows=2, columns=4):
        assert prove(state, seconds=None).value == going_round(state)


@pytest.mark.parametrize(
    ("state", "value", "most"),
    [(Clobber.full(3, 4), -1, 3000), (Clobber.full(4, 4), 1, 15_000), (domineering(4), 1, 1000)],
)
def test_no_open_position_is_searched_again_on_every_path(state, value, most):
    found = prove(state, seconds=None)
    assert found.value == value
    assert found.nodes < most


def test_what_dice_decide_is_not_proved():
    state = after_random_moves(pg.new("splitter", players=2), 1, Random(1))
    assert prove(state, seconds=None, depth=2).value is None


@pytest.mark.parametrize("heap", range(1, 13))
def test_nim_is_lost_exactly_when_four_divides_the_heap(heap):
    with register_game(NIM_GAME):
        solution = pg.solve(pg.new("nim", heap=heap), seconds=None)
        assert solution.value == (-1 if heap % 4 == 0 else 1)
        if heap % 4:
            assert solution.best.what == str(heap % 4)


def test_small_positions_agree_with_plain_recursion():
    proved = 0
    for state in small_boards(25):
        value = forced(state, 2)
        solution = prove(state, seconds=None, depth=2)
        assert solution.value == value
        proved += value is not None
    assert proved >= 5


def test_the_line_of_a_proof_is_legal_and_ends_with_its_value():
    for state in small_boards(40, seed=2):
        solution = prove(state, seconds=None, depth=3)
        if solution.value is None:
            continue
        end = reduce(lambda at, move: at.play(move), solution.line, state)
        winners = end.outcome.winners
        assert (0 in winners) - (1 in winners) == solution.value


@pytest.mark.slow
def test_a_proof_uses_no_move_under_the_name_that_it_has_in_an_equal_position():
    """The crossings of Polygon are named by the order in which the segments were drawn."""
    state = pg.new("polygon", n=6, colors="any")
    found = prove(state, seconds=None, depth=7)
    assert found.value in {None, pg.solve(state).value}
    assert all(move in state.legal_moves for move in found.values)


def test_without_time_nothing_is_claimed():
    solution = pg.solve(pg.new("splinter"), seconds=0.05)
    assert solution.value is None
    assert solution.line == ()
    assert "not proved in time" in solution.note


def test_a_game_that_only_a_length_cap_ends_stays_open():
    board = ["W.....", "w.....", "bB...."]
    state = pg.new("splinter", board=board, max_plies=1)
    assert state.outcome is None
    assert pg.solve(state, seconds=5).value in {None, 1, -1}, "a tie by the cap is no tie"


def test_fills_alone_are_solved_and_lines_are_left_open():
    state = fills_only()
    assert pg.solve(state, seconds=None).value == forced(state, 9)
    assert pg.solve(pg.new("split"), seconds=0.3).value is None


@pytest.mark.parametrize("state", [Clobber.full(3, 3), Clobber.full(3, 4), pg.new("polygon", n=6)])
def test_each_move_has_its_value_where_it_is_asked_for(state):
    found = prove(state, every_move=True, progress=False)
    alone = {move: prove(state.play(move), progress=False).value for move in state.legal_moves}
    assert found.values == alone


def test_an_option_of_the_game_is_none_of_the_solver():
    with pytest.raises(pg.OptionError, match=r"takes no options of polygon: write pg\.solve"):
        pg.solve(pg.new("polygon", n=5), n=5)
    with pytest.raises(pg.OptionError, match=r"'every' of solve\(\): did you mean 'every_move'"):
        pg.solve(pg.new("polygon", n=5), every=True)


def test_a_wrong_value_is_named():
    with pytest.raises(pg.OptionError, match=r"^the option every_move must be"):
        pg.solve(pg.new("split"), every_move="yes")


@pytest.mark.parametrize("text", ["", "A-C"])
def test_an_analysis_and_a_solution_agree_on_the_value_for_each_seat(text):
    state = pg.new("polygon", n=6)
    state = state.play(text) if text else state
    analysis = pg.analyse(state, seconds=5, progress=False)
    solution = pg.solve(state, progress=False)
    for seat in range(2):
        assert analysis.for_seat(seat) == solution.for_seat(seat) != 0
    with pytest.raises(pg.OptionError, match="the seat must be a whole number from 0 to 1, not 2"):
        analysis.for_seat(2)


def test_a_total_is_known_for_its_own_seat_only():
    found = pg.analyse(pg.new("splitter", players=2).play("roll 4-1"), seconds=0.1, progress=False)
    assert found.for_seat(0) == found.value
    assert found.for_seat(1) is None
    solitaire = pg.solve(pg.new("territory", size=4, solitaire=True), progress=False)
    assert solitaire.for_seat(0) == solitaire.value
    with pytest.raises(pg.OptionError, match="the seat must be"):
        solitaire.for_seat(1)
