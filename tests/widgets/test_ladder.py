"""The ladder: stars for levels that were beaten without help, kept when games are deleted."""

import json
from functools import partial
from random import Random

import pytest
from helpers import record_game
from page_driver import PageDriver, shown_html

import polygames as pg
from polygames.core.errors import RecordError
from polygames.widgets.autosave import load_saved_game, saved_files
from polygames.widgets.ladder import (
    LADDER_FILE_NAME,
    NO_STAR_TEXT,
    Ladder,
    Star,
    has_ladder,
    ladder_html,
    ladder_text,
)

FIRST_WINS = {"n": 5}  # whoever begins wins, whatever is played


@pytest.fixture
def open_board(open_board, tmp_path):
    return partial(open_board, "polygon", seats=("human", "level 2"), autosave=tmp_path)


def finish(board):
    """Play for the people until the game is over."""
    rng = Random(1)
    while board.state.outcome is None:
        board.play(board.state.legal_moves.sample(rng))


def form_text(board):
    """Open the form for a new game, and return its HTML."""
    board.open_new()
    return shown_html(board.get_panel("New game").box)


def stars(folder, game="polygon"):
    return set(Ladder(folder).stars(game))


def test_a_win_earns_a_star_and_the_card_says_what_is_next(open_board, tmp_path):
    board = open_board(**FIRST_WINS)
    page = PageDriver(board)
    board.play("A-C")
    assert not (tmp_path / LADDER_FILE_NAME).exists()
    finish(board)
    assert stars(tmp_path) == {Star(2, 0)}
    assert "Level 2 beaten as Red ★☆. Now try it as Blue." in page.header
    spoken = board.frame()["spoken_text"]
    assert spoken.endswith("Level 2 beaten as Red. Now try it as Blue."), "without signs"
    page.press("Rematch")
    assert board.session.players == ("level 2", "human")
    finish(board)
    assert "★" not in page.header.partition("polygames-texts")[2], "Blue has lost"
    assert stars(tmp_path) == {Star(2, 0)}


def test_both_seats_lead_to_the_next_level_and_the_last_level_to_none():
    start, both = pg.new("territory"), {Star(2, 0), Star(2, 1)}
    say = partial(ladder_text, start, signs=True)
    assert say(frozenset(both), Star(2, 1)) == "Level 2 beaten ★★. Now try level 3."
    more = frozenset({*both, Star(3, 0), Star(3, 1)})
    assert say(more, Star(2, 1)) == "Level 2 beaten ★★. Now try level 4."
    last = frozenset({Star(5, 0), Star(5, 1)})
    assert say(last, Star(5, 0)) == "Level 5 beaten ★★."


def test_without_colours_the_seats_are_who_begins():
    said = ladder_text(pg.new("split"), frozenset({Star(1, 0)}), Star(1, 0), signs=False)
    assert said == "Level 1 beaten when you begin. Now try it when the computer begins."


def take_back(board):
    board.play("A-C")
    board.undo()
    board.play("A-D")


def get_hint(board):
    board.hint()


def analyse_live(board):
    board.analysing = True
    board.analysing = False


def analyse(board):
    board.analyse(seconds=0.05)


def leave_the_analysis_on(board):
    board.analysing = True
    board.new(n=5, seats=("human", "level 2"))


@pytest.mark.parametrize(
    "help_me", [take_back, get_hint, analyse_live, analyse, leave_the_analysis_on]
)
def test_a_win_with_help_earns_no_star_and_says_so(open_board, tmp_path, help_me):
    board = open_board(**FIRST_WINS)
    help_me(board)
    finish(board)
    assert board.state.outcome.winners == {0}
    assert stars(tmp_path) == set()
    assert NO_STAR_TEXT in PageDriver(board).header


@pytest.mark.parametrize("help_me", [None, get_hint])
def test_a_game_that_was_left_and_continued_counts_unless_it_had_help(
    open_board, tmp_path, help_me
):
    first = open_board(**FIRST_WINS)
    first.play("A-C")
    if help_me is not None:
        help_me(first)
    first.close()
    [file] = saved_files(tmp_path)
    board = open_board(**FIRST_WINS)
    board.resume(load_saved_game(file))
    finish(board)
    assert stars(tmp_path) == (set() if help_me else {Star(2, 0)})


def test_a_move_that_is_taken_back_after_the_end_loses_no_star(open_board, tmp_path):
    board = open_board(**FIRST_WINS)
    finish(board)
    board.undo()
    board.redo()
    assert stars(tmp_path) == {Star(2, 0)}


@pytest.mark.parametrize(
    "seats", [("human", "human"), ("human", "minimax"), ("level 2", "level 2")]
)
def test_only_a_person_against_a_level_earns_stars_and_other_games_are_not_marked(
    open_board, tmp_path, seats
):
    board = open_board(seats=seats, **FIRST_WINS)
    board.hint()
    finish(board)
    assert not (tmp_path / LADDER_FILE_NAME).exists()
    assert "help" not in board.record.root.annotations


def test_a_position_that_was_set_up_earns_no_star(open_board, tmp_path):
    start = pg.new("polygon", n=6)
    won = start.play(start.parse("A-C"))  # a blunder: the next player wins
    board = open_board(n=6)
    board.set_position(won.to_text())
    while board.state.outcome is None:
        best = pg.solve(board.state).best
        board.play(best)
    assert not (tmp_path / LADDER_FILE_NAME).exists()


def test_looking_at_a_won_game_adds_no_star_and_stars_stay_without_the_games(open_board, tmp_path):
    board = open_board(**FIRST_WINS)
    finish(board)
    [file] = saved_files(tmp_path)
    (tmp_path / LADDER_FILE_NAME).unlink()
    board.resume(load_saved_game(file))
    assert not (tmp_path / LADDER_FILE_NAME).exists()
    Ladder(tmp_path).add("polygon", Star(1, 0))
    file.unlink()
    assert stars(tmp_path) == {Star(1, 0)}


def test_a_game_in_which_all_seats_are_alike_has_one_star_for_each_level(tmp_path, boards):
    pad = "*##* #### .##."
    for seed in range(40):
        boards.append(
            board := pg.play(
                "splitter", players=2, pad=pad, level=1, seed=seed, autosave=tmp_path, dice="auto"
            )
        )
        finish(board)
        if board.state.outcome.winners == {0}:
            break
    assert stars(tmp_path, "splitter") == {Star(1, 0)}
    assert "Level 1 beaten ★. Now try level 2." in PageDriver(board).header
    assert 'aria-label="Level 1: 1 of 1 stars"' in ladder_html(
        board.record.start, frozenset({Star(1, 0)})
    )


def test_the_form_for_a_new_game_shows_the_stars_of_each_level(open_board, tmp_path):
    Ladder(tmp_path).add("polygon", Star(2, 0))
    Ladder(tmp_path).add("territory", Star(3, 0))
    board = open_board(**FIRST_WINS)
    shown = form_text(board)
    assert [f"Level {level}: {count} of 2 stars" in shown for level, count in ((1, 0), (2, 1))] == [
        True,
        True,
    ]
    assert "Beat each level as Red and as Blue." in shown
    Ladder(tmp_path).add("polygon", Star(2, 1))
    board.get_panel("New game").refresh()
    assert "Level 2: 2 of 2 stars" in form_text(board)


def test_a_board_that_saves_in_no_folder_and_a_game_without_levels_have_no_ladder(
    open_board, nim, tmp_path
):
    assert not has_ladder(nim.name)
    for autosave in (None, tmp_path / "mine.txt"):
        board = open_board(autosave=autosave, **FIRST_WINS)
        assert "polygames-ladder" not in form_text(board)
        finish(board)
    assert not (tmp_path / LADDER_FILE_NAME).exists()


@pytest.mark.parametrize(
    "content",
    [
        "",
        "stars",
        "[]",
        '{"stars": 3}',
        '{"stars": {"polygon": [[1]]}}',
        '{"stars": {"a": [[1,"x"]]}}',
    ],
)
def test_a_damaged_file_of_stars_is_named_and_left_alone_and_the_game_goes_on(
    open_board, tmp_path, content
):
    file = tmp_path / LADDER_FILE_NAME
    file.write_text(content)
    with pytest.raises(RecordError, match=r"ladder\.json cannot be read: .*Delete this file"):
        Ladder(tmp_path).stars("polygon")
    board = open_board(**FIRST_WINS)
    assert "cannot be read" in form_text(board)
    finish(board)
    page = PageDriver(board)
    assert "cannot be read" in page.header
    assert "You won" in page.header
    assert page.labels[0] == "Rematch"
    assert file.read_text() == content


def test_stars_are_plain_data_and_other_games_are_kept(tmp_path):
    first, second = Ladder(tmp_path), Ladder(tmp_path)
    first.add("polygon", Star(1, 0))
    second.add("split", Star(3, 1))
    first.add("polygon", Star(2, 1))
    data = json.loads((tmp_path / LADDER_FILE_NAME).read_text())
    assert data["stars"] == {"polygon": [[1, 0], [2, 1]], "split": [[3, 1]]}


def test_the_mark_of_help_is_an_annotation_that_a_file_keeps(open_board):
    board = open_board(**FIRST_WINS)
    board.play("A-C")
    board.hint()
    again = pg.Record.from_text(board.record.to_text())
    assert again.root.annotations["help"] == "1 {}"
    assert record_game("polygon", "A-C", n=5).root.annotations == {}
