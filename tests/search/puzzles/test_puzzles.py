"""Puzzles have exactly one best move: by the rules, and by the solvers of the games."""

import signal
from collections import Counter
from contextlib import suppress
from dataclasses import replace
from random import Random

import pytest
from tracked import REPOSITORY_ROOT

import polygames as pg
from polygames.games.split.puzzles.check import reaches_value
from polygames.games.split.rules import DrawLine
from polygames.search.puzzles.exhaustive import values_by_force, values_in_points
from polygames.search.puzzles.generator import (
    best_reply_text,
    find_faults,
    find_puzzle_module,
    find_steps,
    generate_puzzles,
    is_right,
    measure_difficulty,
    stored_values,
)
from polygames.search.puzzles.puzzle import find_puzzle_by_key

every_game = pytest.mark.parametrize("game", pg.games())


def test_there_are_enough_of_each_game():
    counts = [len(pg.puzzles(game)) for game in pg.games()]
    assert min(counts) >= 80
    assert sum(counts) >= 870


@every_game
def test_they_are_numbered_from_easy_to_hard(game):
    every = pg.puzzles(game)
    assert [each.number for each in every] == list(range(1, len(every) + 1))
    difficulties = [each.difficulty for each in every]
    assert 0 <= difficulties[0] < difficulties[-1] <= 1
    assert difficulties == sorted(difficulties)


@every_game
def test_there_are_five_themes_or_more_with_several_puzzles_each(game):
    counts = Counter(each.theme for each in pg.puzzles(game))
    names = [theme.name for theme in find_puzzle_module(game).PUZZLE_THEMES]
    assert counts.keys() <= set(names)
    assert len([name for name in names if counts[name] >= 4]) >= 5
    assert max(counts.values()) <= 0.4 * counts.total()


def has_default_rules(state):
    """Return True if only the board, not the rules, differs from a new game."""
    rules = dict(state.options)
    known = pg.new(state.game, **BOARD_RULES.get(state.game, {})).options
    return all(rules[name] == known[name] for name in rules if name not in BOARD_OPTIONS)


BOARD_OPTIONS = {"n", "vertices", "pad", "size", "seed", "tiles", "board", "first", "colors"}
BOARD_RULES = {"territory": {"penalty": 0.5}}
"""The rules of a new board, where they are not the defaults of `new`."""


@every_game
def test_a_third_or_more_has_the_default_rules(game):
    every = pg.puzzles(game)
    assert sum(has_default_rules(each.state) for each in every) >= len(every) / 3


@every_game
def test_a_key_belongs_to_one_position(game):
    every = pg.puzzles(game)
    assert len({each.key for each in every}) == len(every)
    assert find_puzzle_by_key(game, every[5].key) == every[5]
    assert find_puzzle_by_key(game, "nothing") is None


@every_game
def test_the_theme_is_what_its_test_finds(game):
    kind = find_puzzle_module(game)
    for each in pg.puzzles(game)[::8]:
        found = kind.task_and_theme(each.state, each.plies, stored_values(each))
        assert found == (each.task, each.theme)


@every_game
def test_a_theme_means_one_sentence_and_has_a_name_of_its_own(game):
    themes = find_puzzle_module(game).PUZZLE_THEMES
    assert len({theme.name for theme in themes}) == len(themes)
    for theme in themes:
        assert theme.meaning.endswith(".")
        assert theme.meaning.count(".") == 1


def test_difficulty_is_the_share_of_weak_agents_that_fail():
    for puzzle in (pg.puzzles("territory")[5], *pg.puzzles("polygon")[:3]):
        assert measure_difficulty(puzzle) == puzzle.difficulty


@pytest.mark.slow
@every_game
def test_none_is_there_twice_under_symmetry(game):
    kind, seen = find_puzzle_module(game), set()
    for each in pg.puzzles(game):
        images = kind.symmetry_images(each.state)
        assert not seen & images, each
        seen |= images


def test_no_length_of_splinters_puzzles_has_a_majority():
    plies = Counter(each.plies for each in pg.puzzles("splinter"))
    assert plies.keys() == {1, 2, 3}
    assert max(plies.values()) <= plies.total() / 2


def is_lost_soon(state, seat):
    """Return True if the other seat has won, or can win with its next push."""
    ends = [state] if state.outcome else [state.play(reply) for reply in state.legal_moves]
    return any(end.outcome and end.outcome.winners == {1 - seat} for end in ends)


def test_in_splinter_a_push_that_stops_a_win_is_the_only_one():
    for puzzle in [each for each in pg.puzzles("splinter") if each.plies == 2][::9]:
        state = puzzle.state
        after = {str(push): state.play(push) for push in state.legal_moves}
        safe = [push for push, each in after.items() if not is_lost_soon(each, state.turn)]
        assert safe == [puzzle.steps[0].move]
        assert not any(
            each.outcome and each.outcome.winners == {state.turn} for each in after.values()
        )


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
    end, before = kind.candidate_positions(Random("splinter 9058"))
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
    late = min(every[60:], key=lambda each: each.state.free.bit_count())  # quick to judge
    monkeypatch.setattr(kind, "candidate_positions", lambda _: iter([every[5].state, late.state]))
    first = kind.exact_values
    monkeypatch.setattr(
        kind, "exact_values", lambda *given: judged.append(given[0]) or first(*given)
    )
    found = next(generate_puzzles("territory", 1, existing=every[5:6]))
    assert found.text == late.text
    assert judged[0] == late.state
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


@pytest.mark.parametrize(
    "theme", [theme.name for theme in find_puzzle_module("split").PUZZLE_THEMES]
)
def test_in_split_a_line_is_right_just_where_trying_all_answers_says_so(theme):
    """The sizes of the pieces are the certificate; lines that win and others are there."""
    puzzle = next((each for each in pg.puzzles("split") if each.theme == theme), None)
    if puzzle is None:
        return
    state, step = puzzle.state, puzzle.steps[0]
    moves = [state.legal_moves.sample(Random(seed)) for seed in range(40)]
    moves += [state.parse(text) for text in (step.move, *step.wrong)]
    right = [is_right(state, step, move) for move in moves]
    assert right == [reaches_value(state, move, step.value, puzzle.plies) for move in moves]
    assert {True, False} <= set(right)


def test_in_split_a_wrong_line_of_the_last_cut_has_an_answer_after_which_it_does_not_win():
    for puzzle in [each for each in pg.puzzles("split") if each.plies is None][::4]:
        state, step = puzzle.state, puzzle.steps[0]
        for seed in range(10):
            line = state.legal_moves.sample(Random(seed))
            if not is_right(state, step, line):
                after = state.play(line)
                reply = after.parse(best_reply_text(state, step, line))
                assert after.turn == 1 - state.turn
                assert reaches_value(after, reply, 1, None)


@every_game
def test_stars_go_with_the_share_of_attempts_that_failed(game):
    every = pg.puzzles(game)
    assert all(each.stars - 1 <= 5 * each.difficulty <= each.stars for each in every)
    assert len({each.stars for each in every}) >= 3


def test_puzzles_of_polygon_have_seven_corners_or_more_and_most_of_split_are_cuts():
    assert min(len(each.state.vertices) for each in pg.puzzles("polygon")) >= 7
    cuts = [each for each in pg.puzzles("split") if isinstance(each.solution[0], DrawLine)]
    assert 2 * len(cuts) > len(pg.puzzles("split"))


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


@every_game
def test_the_page_about_puzzles_lists_the_themes(game):
    page = (REPOSITORY_ROOT / "docs" / "puzzles.md").read_text("utf-8")
    section = page.partition(f"**{pg.game(game).title}**")[2].partition("\n\n**")[0]
    used = {each.theme for each in pg.puzzles(game)}
    for theme in find_puzzle_module(game).PUZZLE_THEMES:
        line = f"| {theme.name} | {theme.meaning} |"
        assert (line in section) == (theme.name in used), line
