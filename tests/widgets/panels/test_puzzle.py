"""A puzzle at the board: a right move goes on, a wrong one is answered and put back."""

import re
from dataclasses import replace
from html import escape
from pathlib import Path
from random import Random
from types import SimpleNamespace

import pytest
from helpers import run_python
from page_driver import PageDriver, shown_html, shown_widgets

import polygames as pg
from polygames.games.territory.board.scene import highlight_move
from polygames.records.user_folder import PUZZLES_FILE
from polygames.scene.model import Disc, Polygon, Text
from polygames.scene.palette import BLUE
from polygames.search.puzzles.generator import find_puzzle_module, is_right
from polygames.search.puzzles.progress import MIN_ANSWERS_FOR_RATING, Progress
from polygames.view.overlay import BEST_MOVE_COLORS, LOSS_COLORS
from polygames.view.puzzle_text import is_saving, theme_line, theme_text, wrong_move_texts
from polygames.widgets.panels.puzzle import ANSWER_WAS_SHOWN, RATING_HELP, rating_soon_text


@pytest.fixture
def open_puzzle(boards, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)

    def opened(*which):
        boards.append(pg.puzzle(*which))
        return boards[-1]

    return opened


def press(board, what):
    board.get_panel("Puzzle")._handle_message({"kind": "press_button", "button": what})


def told(board):
    return board.get_panel("Puzzle").display.content


def longest(game):
    return max(pg.puzzles(game), key=lambda each: len(each.steps))


def solve(board):
    for step in board.get_panel("Puzzle").puzzle.steps:
        board.play(step.move)


def test_a_right_move_is_answered_to_the_end_of_the_solution(open_puzzle):
    puzzle = longest("polygon")
    assert len(puzzle.steps) > 1
    board = open_puzzle("polygon", puzzle.number)
    assert PageDriver(board).tab == "Puzzle"
    assert told(board)["text"] == puzzle.task
    solve(board)
    assert tuple(board.record.moves) == puzzle.solution
    assert told(board)["text"].startswith("Right")
    assert "Solved on this board: 1" in told(board)["summary"]
    assert list(told(board)["buttons"]) == ["restart", "previous", "next", "my_level"]


@pytest.mark.parametrize("game", pg.games())
def test_a_wrong_move_is_answered_and_put_back(open_puzzle, game):
    puzzle = pg.puzzles(game)[0]
    board = open_puzzle(game)
    wrong = next(iter(puzzle.steps[0].wrong))
    board.play(wrong)
    assert board.record.node is board.record.root
    assert told(board)["text"].startswith("Not this move")
    assert board.overlay
    assert PageDriver(board).tab == "Puzzle"
    board.play(puzzle.steps[0].move)
    assert board.record.moves[0] == puzzle.solution[0]
    assert told(board)["text"].startswith("Right")


def test_a_wrong_tile_and_its_answer_are_marked_in_the_colours_of_a_mistake_and_an_answer(
    open_puzzle,
):
    puzzle = pg.puzzles("territory")[0]
    board = open_puzzle("territory", 1)
    wrong, (_, answer) = next(each for each in puzzle.steps[0].wrong.items() if each[1][1])
    board.play(wrong)
    drawn = {each.stroke: each for each in board.overlay if isinstance(each, Polygon)}
    before, move = board.state, board.state.parse(wrong)
    after = before.play(move)
    assert drawn[LOSS_COLORS[-1]].points == highlight_move(before, move, LOSS_COLORS[-1])[1].points
    assert drawn[BLUE].points == highlight_move(after, after.parse(answer), BLUE)[1].points
    assert [each.text for each in board.overlay if isinstance(each, Text)] == ["2", "1"]


def test_hints_say_more_and_more_but_not_the_answer(open_puzzle):
    puzzle = next(each for each in pg.puzzles("territory") if len(each.steps[0].wrong) > 2)
    board = open_puzzle("territory", puzzle.number)
    press(board, "hint")
    assert told(board)["text"] == f"{puzzle.task} Hint: {theme_text(puzzle)}"
    assert PageDriver(board).button("Hint").layout.display == "none", "there is one Hint"
    assert board.layout.display != "none"
    assert board.shared_styles.layout.display is None, "what all share is as it was"
    press(board, "hint")
    assert "It is not " in told(board)["text"]
    for _ in range(9):
        press(board, "hint")
    assert puzzle.steps[0].move not in told(board)["text"]


@pytest.mark.slow
@pytest.mark.parametrize("game", pg.games())
def test_the_first_hint_loads_no_search(game):
    code = (
        "import sys\n"
        "import polygames as pg\n"
        f"board = pg.puzzle('{game}', 1)\n"
        "panel = board.get_panel('Puzzle')\n"
        "panel.show_hint()\n"
        "print('numba' in sys.modules, 'Hint: ' in panel.heading[1])\n"
    )
    assert run_python(code) == "False True\n"


def test_who_sees_the_answer_has_not_solved_it(open_puzzle):
    board = open_puzzle("territory", 1)
    press(board, "show_answer")
    assert told(board)["text"].startswith("The answer: ")
    assert board.overlay
    solve(board)
    assert "Solved on this board: 0" in told(board)["summary"]


def test_the_next_puzzle_and_the_one_before_are_put_up_and_there_is_no_number_0(open_puzzle):
    board, every = open_puzzle("splinter", 1), pg.puzzles("splinter")
    press(board, "next")
    assert board.state == every[1].state
    press(board, "previous")
    press(board, "previous")
    assert board.state == every[-1].state
    assert told(board)["summary"][0] == f"Puzzle {len(every)} of {len(every)}"
    with pytest.raises(pg.OptionError, match="from 1 to"):
        pg.puzzle("splinter", 0)


def test_puzzles_at_ones_level_are_rated_and_kept(open_puzzle):
    board = open_puzzle("polygon", 1)
    panel = board.get_panel("Puzzle")
    solve(board)
    assert not any("rating" in line for line in told(board)["summary"])  # nobody has asked
    press(board, "my_level")
    first = panel.puzzle.number
    solve(board)
    assert panel.progress.history("polygon").solved == 1
    assert Progress().rating("polygon").value > 1500
    press(board, "my_level")
    assert panel.puzzle.number != first
    board.play(next(iter(panel.puzzle.steps[0].wrong)))
    press(board, "restart")
    solve(board)  # the first attempt is what counts
    known = panel.progress.history
    assert (known("polygon").tried, known("polygon").solved) == (2, 1)
    press(board, "my_level")
    press(board, "hint")
    solve(board)
    assert (known("polygon").tried, known("polygon").solved) == (3, 1)


def test_a_file_that_is_none_of_ours_is_said_and_left_alone(open_puzzle):
    pg.folder().mkdir()
    Path(PUZZLES_FILE).write_text("mine")
    board = open_puzzle("polygon", 1)
    press(board, "my_level")
    assert board.get_panel("Puzzle").puzzle.number == 1
    assert Path(PUZZLES_FILE).read_text() == "mine"


def test_another_game_on_the_board_is_not_judged(open_puzzle):
    board = open_puzzle("polygon", 1)
    board.new(n=6)
    board.play("A-C")
    assert told(board)["text"].startswith("The board shows another position.")
    press(board, "restart")
    assert board.state == pg.puzzles("polygon")[0].state


def test_a_puzzle_of_territory_stands_alone_and_says_nothing_of_its_answer(open_puzzle):
    solitaire = [each.number for each in pg.puzzles("territory") if each.state.seats == 1]
    for number in (1, solitaire[0]):
        board = open_puzzle("territory", number)
        extras = PageDriver(board).extras
        assert PageDriver(board).button("New board") not in [*shown_widgets(extras)]
        assert "Target" not in shown_html(extras)
    board.new_board()
    assert PageDriver(board).button("New board") in [*shown_widgets(PageDriver(board).extras)]
    assert "Target" in shown_html(PageDriver(board).extras)


def test_the_answer_to_a_wrong_move_is_played_on_the_board_and_both_are_put_back(
    open_puzzle, monkeypatch
):
    waiting = []  # an event loop that does nothing by itself
    loop = SimpleNamespace(call_later=lambda seconds, *act: waiting.append((seconds, act)))
    puzzle = next(
        each for each in pg.puzzles("polygon") if any(a for _, a in each.steps[0].wrong.values())
    )
    board = open_puzzle("polygon", puzzle.number)
    monkeypatch.setattr("polygames.widgets.panels.puzzle.running_loop", lambda: loop)
    wrong, answer = next((w, a) for w, (_, a) in puzzle.steps[0].wrong.items() if a)
    board.play(wrong)
    (_, (reply, *given)), (_, (end, *given_too)) = sorted(waiting, key=lambda each: each[0])
    reply(*given)
    assert [str(move) for move in board.record.moves] == [wrong, answer]
    assert told(board)["text"].startswith("Not this")
    end(*given_too)
    assert board.record.node is board.record.root
    said = [each.text for each in board.overlay if isinstance(each, Text)]
    assert {"1", "2"} <= set(said), "both stay marked on the board"


def test_any_line_that_wins_solves_a_puzzle_of_split(open_puzzle):
    puzzle = pg.puzzles("split")[-1]
    step, state = puzzle.steps[0], puzzle.state
    lines = (state.legal_moves.sample(Random(seed)) for seed in range(400))
    other = next(line for line in lines if is_right(state, step, line) and str(line) != step.move)
    board = open_puzzle("split", puzzle.number)
    board.play(other)
    assert told(board)["text"].startswith("Right")


@pytest.mark.parametrize("game", ["splinter", "territory"])
def test_an_analysis_that_was_on_does_not_tell_the_answer_of_a_puzzle(open_board, game):
    board = open_board(game)
    board.analysing = True
    board.show_puzzle(pg.puzzles(game)[0])
    assert not board.analysing
    assert board.overlay == ()
    board.play(next(iter(board.get_panel("Puzzle").puzzle.steps[0].wrong)))
    numbers = {each.fill for each in board.overlay if isinstance(each, Disc) and each.fixed}
    assert not numbers & set(BEST_MOVE_COLORS), (
        "the wrong move is drawn with its answer, and no best one"
    )


def test_nothing_is_analysed_until_the_move_is_found_or_shown(open_puzzle):
    puzzle = longest("polygon")
    board = open_puzzle("polygon", puzzle.number)
    analyse = PageDriver(board).button("Analyse")
    assert analyse.disabled
    assert "Show the answer" in analyse.tooltip
    board.play(puzzle.steps[0].move)
    assert analyse.disabled, "a second move is to be found"
    press(board, "show_answer")
    assert not analyse.disabled
    press(board, "restart")
    assert analyse.disabled
    board.new()
    assert not analyse.disabled, "another game"


@pytest.mark.parametrize("name", pg.games())
def test_a_hint_is_a_sentence_whatever_the_theme(name):
    for theme in find_puzzle_module(name).PUZZLE_THEMES:
        puzzle = replace(pg.puzzles(name)[0], theme=theme.name)
        assert theme_text(puzzle) == theme.hint
        assert re.fullmatch(r"[A-Z]\w*( \S+){3,}[.?]", theme.hint), theme.hint


def test_the_theme_is_shown_only_after_the_puzzle(open_puzzle):
    puzzle = pg.puzzles("territory")[0]
    board = open_puzzle("territory", 1)
    assert puzzle.theme not in str(told(board))
    assert puzzle.theme not in str(puzzle)
    board.play(next(iter(puzzle.steps[0].wrong)))
    assert puzzle.theme not in str(told(board))
    solve(board)
    assert theme_line(puzzle) in told(board)["summary"]
    assert theme_line(puzzle).startswith(f"Theme: {puzzle.theme}. ")
    press(board, "restart")
    press(board, "show_answer")
    assert theme_line(puzzle) in told(board)["summary"]


def test_a_copied_answer_does_not_count_as_solved(open_puzzle):
    board = open_puzzle("territory", 1)
    press(board, "show_answer")
    for way_back in (["restart"], ["next", "previous"]):
        for button in way_back:
            press(board, button)
        solve(board)
        assert told(board)["text"].startswith("Right")
        assert told(board)["text"].endswith(ANSWER_WAS_SHOWN)
        assert "Solved on this board: 0" in told(board)["summary"]


def test_a_copied_answer_and_a_second_attempt_are_not_rated(open_puzzle):
    board = open_puzzle("polygon", 1)
    panel = board.get_panel("Puzzle")
    press(board, "my_level")
    number = panel.puzzle.number
    press(board, "show_answer")
    for button in ("next", "previous"):
        press(board, button)
    solve(board)
    history = panel.progress.history("polygon")
    assert (panel.puzzle.number, history.tried, history.solved) == (number, 1, 0)
    again = open_puzzle("polygon", number).get_panel("Puzzle")  # another board, the same person
    again.progress = Progress()
    solve(again.board)
    assert Progress().history("polygon").tried == 1


def test_a_hint_still_counts_half_after_a_new_start(open_puzzle):
    board = open_puzzle("polygon", 1)
    panel = board.get_panel("Puzzle")
    press(board, "my_level")
    press(board, "hint")
    press(board, "restart")
    solve(board)
    assert (panel.progress.history("polygon").tried, panel.progress.history("polygon").solved) == (
        1,
        0,
    )


def test_there_is_no_rating_before_ten_answers(open_puzzle):
    board = open_puzzle("splinter", 1)
    press(board, "my_level")
    for count in range(MIN_ANSWERS_FOR_RATING):
        assert rating_soon_text(count) in told(board)["summary"]
        assert not any("Your rating:" in line for line in told(board)["summary"])
        solve(board)
        press(board, "my_level")
    assert any(line.startswith("Your rating: ") for line in told(board)["summary"])
    assert RATING_HELP in told(board)["summary"], "what the numbers are is said beside them"


@pytest.mark.parametrize("game", ["split", "splinter"])
def test_a_move_that_only_stops_a_win_is_not_called_a_win(open_puzzle, game):
    puzzle = next(each for each in pg.puzzles(game) if is_saving(each, each.steps[0]))
    board = open_puzzle(game, puzzle.number)
    wrong = next(move for move, (_, reply) in puzzle.steps[0].wrong.items() if reply)
    board.play(wrong)
    assert re.match(r"Not this move. \w+ replies: .* wins\.", told(board)["text"])
    solve(board)
    assert told(board)["text"].startswith("Right: the other player cannot win with the next move.")


def test_the_hints_of_territory_are_true_of_the_right_tile():
    seen = set()
    for puzzle in pg.puzzles("territory"):
        state, best = puzzle.state, puzzle.state.parse(puzzle.steps[0].move)
        tiles = {
            move: tile for move, tile in state.board.named.items() if move in state.legal_moves
        }
        gains = {move: state.value(tile, state.turn) for move, tile in tiles.items()}
        match puzzle.theme:
            case "greed":
                assert gains[best] == max(gains.values())
            case "take what is the other's":
                assert state.value(tiles[best], 1 - state.turn) > 0
            case "a tile worth nothing":
                assert gains[best] == 0 == state.value(tiles[best], 1 - state.turn)
            case _:
                continue
        seen.add(puzzle.theme)
    assert len(seen) == 3


def test_the_question_is_the_heading_then_how_the_move_is_judged(open_puzzle):
    board = open_puzzle("polygon", 1)
    page, puzzle = PageDriver(board), board.get_panel("Puzzle").puzzle
    assert f'status">{escape(puzzle.task)}</div>' in page.header
    assert "draws a segment from" in page.header, "whose turn it is stands below it"
    wrong = next(iter(puzzle.steps[0].wrong))
    board.play(wrong)
    assert 'status">✗ Not this move' in page.header
    solve(board)
    assert 'status">✓ Right: ' in page.header


def test_an_answer_that_ends_the_game_wins_and_does_not_only_keep_from_winning_in_time():
    puzzle = next(each for each in pg.puzzles("splinter") if each.key == "9ff1880407")
    wrong = puzzle.state.parse("i6-j5")
    said, why = wrong_move_texts(puzzle, puzzle.steps[0], puzzle.state, wrong)
    assert said.endswith(". Black wins.")
    assert "Black wins" in why


@pytest.mark.parametrize("game", pg.games())
def test_a_wrong_move_that_wins_says_that_another_one_wins_by_more(game):
    shown = set()
    for puzzle in pg.puzzles(game)[:40]:
        step = puzzle.steps[0]
        for text, (value, _) in step.wrong.items():
            said, _ = wrong_move_texts(puzzle, step, puzzle.state, puzzle.state.parse(text))
            assert said.startswith("Not this move")
            if puzzle.state.seats == 2 and value > 0 and step.value > 1:
                here, better = re.fullmatch(
                    r"Not this move\. It wins by ([\d.]+) points?, "
                    r"but another move wins by ([\d.]+) points?\.",
                    said,
                ).groups()
                assert float(here) < float(better)
            shown.add(re.sub(r"[\d.]+", "N", said.partition(". ")[2]))
    assert game != "territory" or any("loses by only" in each for each in shown)
