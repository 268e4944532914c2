"""Puzzles have exactly one best move: by the rules, and by the solvers of the games."""

import json
import signal
from contextlib import suppress
from dataclasses import replace
from importlib.resources import files
from itertools import pairwise
from random import Random

import pytest

import polygames as pg
from polygames.games.split.rules import DrawLine
from polygames.search.puzzles.exhaustive import values_by_force, values_in_points
from polygames.search.puzzles.generator import (
    best_reply_text,
    can_win,
    find_faults,
    find_puzzle_module,
    find_steps,
    generate_puzzles,
    is_right,
    measure_difficulty,
)

every_game = pytest.mark.parametrize("game", pg.games())


def test_there_are_enough_of_each_game():
    counts = [len(pg.puzzles(game)) for game in pg.games()]
    assert min(counts) >= 80
    assert sum(counts) >= 870


RATED_AGAIN = {"polygon"}
"""Games whose levels play otherwise than when the puzzles got their numbers."""


@every_game
def test_they_are_numbered_from_easy_to_hard_and_those_added_later_again(game):
    every = pg.puzzles(game)
    assert [each.number for each in every] == list(range(1, len(every) + 1))
    difficulties = [each.difficulty for each in every]
    assert 0 <= min(difficulties) < max(difficulties) <= 1
    text = files(f"polygames.games.{game}").joinpath("puzzles.json").read_text("utf-8")
    commands = json.loads(text)["command"].split("; ")
    assert any("--rate" in each for each in commands) == (game in RATED_AGAIN)
    if game not in RATED_AGAIN:
        assert difficulties[:50] == sorted(difficulties[:50])
        times_added = len(commands) - 1
        assert sum(one > other for one, other in pairwise(difficulties)) <= times_added


def test_difficulty_is_the_share_of_weak_agents_that_fail_now_where_it_was_rated_again():
    again = [puzzle for game in RATED_AGAIN for puzzle in pg.puzzles(game)[:3]]
    for puzzle in (pg.puzzles("territory")[5], *again):
        assert measure_difficulty(puzzle) == puzzle.difficulty


@pytest.mark.slow
@every_game
def test_none_is_there_twice_under_symmetry(game):
    kind, seen = find_puzzle_module(game), set()
    for each in pg.puzzles(game):
        images = kind.symmetry_images(each.state)
        assert not seen & images, each
        seen |= images


def test_half_of_the_puzzles_of_splinter_take_two_moves():
    plies = [each.plies for each in pg.puzzles("splinter")]
    assert plies.count(3) >= len(plies) // 2


def test_in_splinter_the_same_pieces_elsewhere_on_the_board_are_the_same_puzzle():
    kind = find_puzzle_module("splinter")
    one = pg.new("splinter", board=["wW..", ".Bb.", "....", "...."])
    other, elsewhere = (
        pg.new("splinter", board=rows, first="black")
        for rows in (["....", "..wW", "...B", "...b"], ["....", ".bB.", "..Ww", "...."])
    )
    assert kind.symmetry_images(one) & kind.symmetry_images(elsewhere)
    assert not kind.symmetry_images(one) & kind.symmetry_images(other)


def test_in_splinter_a_win_that_was_overlooked_before_the_end_is_looked_at_too():
    kind = find_puzzle_module("splinter")
    end, before = kind.candidate_positions(Random("splinter 8019"))
    won = [
        [each for each in kind.exact_values(state, 3).values() if each.value > 0]
        for state in (end, before)
    ]
    assert [len(each) for each in won] == [0, 1]


def test_in_splitter_only_positions_with_one_best_placement_are_judged():
    kind = find_puzzle_module("splitter")
    found = [state for seed in range(40) for state in kind.candidate_positions(Random(seed))]
    late = [state for state in found if state.pad.rounds - state.round == 2]
    assert len(late) > 3  # there the estimate is exact
    assert all(find_steps(kind, state, None, kind.exact_values(state)) for state in late)
    assert len(found) < 40


def test_a_position_that_is_there_already_is_not_judged_again(monkeypatch):
    kind, every, judged = find_puzzle_module("territory"), pg.puzzles("territory"), []
    monkeypatch.setattr(
        kind, "candidate_positions", lambda _: iter([every[5].state, every[70].state])
    )
    first = kind.exact_values
    monkeypatch.setattr(
        kind, "exact_values", lambda *given: judged.append(given[0]) or first(*given)
    )
    found = next(generate_puzzles("territory", 1, existing=every[:60]))
    assert found.text == every[70].text
    assert judged[0] == every[70].state
    assert every[5].state not in judged


SLOW = {"split", "splitter"}
"""Games whose puzzles take seconds to be proved."""


@pytest.mark.parametrize(
    "game",
    [pytest.param(name, marks=pytest.mark.slow if name in SLOW else ()) for name in pg.games()],
)
def test_a_sample_is_what_it_says_by_the_rules_and_a_solver(game):
    quick = sorted(pg.puzzles(game), key=lambda each: len(each.steps[0].wrong))[:16]
    for each in Random(game).sample(quick, 2):
        assert list(find_faults(each)) == []


@every_game
def test_each_has_choice_a_solution_that_can_be_played_and_wrong_moves_that_are_legal(game):
    for each in pg.puzzles(game):
        moves = each.state.legal_moves
        assert not moves.finite or len(moves) >= 4 or len(each.steps) > 1, each
        assert each.solution[0] in moves
        assert each.value > each.second
        for move, (value, answer) in each.steps[0].wrong.items():
            after = each.state.play(each.state.parse(move))
            assert value <= each.second
            assert not answer or after.parse(answer) in after.legal_moves


def test_what_is_wrong_with_a_puzzle_is_found():
    good = pg.puzzles("territory")[0]
    first = good.steps[0]
    other = next(iter(first.wrong))
    wrong = {**first.wrong, first.move: (first.value, "")}
    del wrong[other]
    false = replace(good, steps=(replace(first, move=other, wrong=wrong),))
    assert any("the rules give another" in fault for fault in find_faults(false))
    dear = replace(good, steps=(replace(first, value=first.value + 5), *good.steps[1:]))
    assert any("the solver says" in fault for fault in find_faults(dear))


def test_the_same_seeds_give_the_same_puzzles():
    kept = {each.text: each.steps for each in pg.puzzles("territory")}
    for each in generate_puzzles("territory", 40):
        assert kept[each.text] == each.steps
        if each.number == 3:
            break


def test_in_split_a_line_is_right_just_where_trying_all_answers_says_that_it_wins():
    """The sizes of the pieces are the certificate; both kinds of lines are there."""
    puzzles = pg.puzzles("split")
    for theme in ("leave the last cut to the other", "nearly in half: a triangle"):
        puzzle = next(each for each in puzzles if each.theme == theme)
        lines = [puzzle.state.legal_moves.sample(Random(seed)) for seed in range(40)]
        lines += [
            puzzle.state.parse(text) for text in (puzzle.steps[0].move, *puzzle.steps[0].wrong)
        ]
        right = [is_right(puzzle.state, puzzle.steps[0], line) for line in lines]
        assert right == [can_win(puzzle.state, line) for line in lines]
        assert {True, False} <= set(right)


def test_in_split_a_wrong_line_has_an_answer_after_which_it_does_not_win():
    for puzzle in pg.puzzles("split")[::6]:
        state, step = puzzle.state, puzzle.steps[0]
        for seed in range(10):
            line = state.legal_moves.sample(Random(seed))
            if not is_right(state, step, line):
                after = state.play(line)
                reply = after.parse(best_reply_text(state, step, line))
                assert after.turn == 1 - state.turn
                assert can_win(after, reply)


@every_game
def test_stars_go_with_the_share_of_attempts_that_failed(game):
    every = pg.puzzles(game)
    assert all(each.stars - 1 <= 5 * each.difficulty <= each.stars for each in every)
    assert len({each.stars for each in every}) >= 3


def test_puzzles_of_polygon_have_seven_corners_or_more_and_those_of_split_are_cuts():
    assert min(len(each.state.vertices) for each in pg.puzzles("polygon")) >= 7
    assert all(isinstance(each.solution[0], DrawLine) for each in pg.puzzles("split"))


@pytest.mark.parametrize("corners", [4, 5, 6])
def test_wins_by_the_rules_alone_are_those_of_the_solver(corners):
    state = pg.new("polygon", n=corners)
    solved = pg.solve(state, seconds=None, every_move=True).values
    assert {move: each.value for move, each in values_by_force(state).items()} == solved


def test_too_many_ways_to_play_on_are_given_up():
    assert values_by_force(pg.new("polygon", n=7), max_positions=50) is None
    assert values_in_points(pg.new("territory", size=6, seed=1), max_positions=50) is None


@pytest.mark.usefixtures("hears_interrupts")
@pytest.mark.parametrize("part", ["exact_values", "solver_values"])
def test_an_interrupt_that_a_solver_keeps_to_itself_ends_the_check_and_is_no_fault(
    part, monkeypatch
):
    def interrupted(*_):
        with suppress(KeyboardInterrupt):
            signal.raise_signal(signal.SIGINT)
        return {}

    puzzle = pg.puzzles("territory")[0]
    monkeypatch.setattr(find_puzzle_module("territory"), part, interrupted)
    with pytest.raises(KeyboardInterrupt):
        list(find_faults(puzzle))
