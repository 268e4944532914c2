"""The result card: the result in words, and the way to a rematch, the review and a puzzle."""

from itertools import count
from random import Random

import pytest
from helpers import play_on, record_game
from page_driver import PageDriver, classes

import polygames as pg
from polygames.core.descriptions import Names
from polygames.view.result_text import (
    next_player_text,
    opponents_text,
    reason_text,
    result_text,
)
from polygames.widgets.result_card import rematch_record

CARD = ["Rematch", "Review", "Next puzzle"]
SMALL = {
    "polygon": {"n": 5},
    "splinter": {"max_plies": 40},
    "split": {"fill_limit": 45.0},
    "splitter": {"players": 2, "pad": "*##* #### .##."},
    "territory": {"size": 4},
}
PEOPLE = Names()
YOU = Names(("", "level 2"), you=0)
COMPUTER_FIRST = Names(("level 2", ""), you=1)
COMPUTERS = Names(("level 2", "level 3"))
TWICE = Names(("level 2", "level 2"))


def ended(game, seed=1, **options):
    """Return the last state of a random game."""
    return play_on(record_game(game, **options), seed).state


def finish(board, seed=1):
    """Play random moves for the people at a board until the game is over."""
    rng = Random(seed)
    while board.state.outcome is None:
        board.play(next(iter(board.state.legal_moves.candidates(1, rng))))


def end_with(game, winners, **options):
    """Return the last state of a random game with these winners."""
    return next(
        state
        for state in (ended(game, seed, **options) for seed in count())
        if state.outcome.winners == winners
    )


@pytest.mark.parametrize(
    ("names", "won", "against"),
    [
        (YOU, "You won", "You won against level 2"),
        (COMPUTER_FIRST, "You lost", "You lost against level 2"),
        (PEOPLE, "White won", "White won"),
        (COMPUTERS, "Level 2 won", "Level 2 won against level 3"),
        (TWICE, "White won", "White won against level 2"),
    ],
)
def test_a_result_names_you_the_colour_or_the_agent_and_the_margin(names, won, against):
    state = end_with("splinter", {0})
    lead = state.scores[0] - state.scores[1]
    assert result_text(state, names) == f"{won} by {lead} piece{'s' if lead > 1 else ''}"
    assert opponents_text(state, names) == against


def test_a_result_without_scores_a_tie_and_a_game_that_was_broken_off_have_no_margin():
    polygon = ended("polygon", n=5)
    assert result_text(polygon, YOU) == "You won"
    assert reason_text(polygon, YOU).startswith("Red wins: Blue cannot draw a segment from ")
    tie = ended("splinter", max_plies=2)
    assert (result_text(tie, YOU), opponents_text(tie, YOU)) == ("A tie", "A tie with level 2")
    assert result_text(ended("polygon", max_plies=3), YOU) == "Nobody won"


def test_a_game_for_many_names_the_winner_or_those_who_share_the_win():
    won = end_with("splitter", {1}, players=3, pad="*##* #### .##.")
    shared = end_with("splitter", {0, 2}, players=3, pad="*##* #### .##.")
    names = Names(("", "Ada", "Bob"), you=0)
    assert result_text(won, names).startswith("Ada won by ")
    assert result_text(shared, names) == "You and Bob share the win"
    assert result_text(shared, PEOPLE) == "Player 1 and Player 3 share the win"
    alone = ended("splitter", players=1, pad="*##* #### .##.")
    assert result_text(alone, PEOPLE).startswith(f"{alone.scores[0]} point")
    assert opponents_text(alone, PEOPLE) == result_text(alone, PEOPLE)


def test_a_game_that_goes_on_says_whose_turn_it_is():
    state = pg.new("territory")
    assert next_player_text(state, YOU) == "Your turn"
    assert next_player_text(state, PEOPLE) == "Blue's turn"
    assert next_player_text(state, COMPUTER_FIRST) == "The computer's turn"
    assert next_player_text(pg.new("splitter"), YOU) == "The dice are next"


@pytest.mark.parametrize("game", SMALL)
def test_the_card_is_at_the_end_of_the_game_and_nowhere_else(open_board, game):
    board = open_board(game, seats=("human", "random"), **SMALL[game])
    page, seen = PageDriver(board), []
    board.session.on_change = lambda: (board.refresh(), seen.append(page.labels))
    finish(board)
    assert CARD not in [labels for labels in seen if labels != CARD]
    assert page.labels == CARD
    assert [each.description for each in page.choices if each.button_style] == ["Rematch"]
    assert "polygames-result" in page.header
    hint = page.button("Hint")
    assert hint.disabled, "no second Review, and no other button moves"
    board.undo()
    assert not {*CARD} & {*page.labels}
    assert "polygames-result" not in page.header
    board.redo()
    while board.state.outcome is None:
        board.redo()
    assert page.labels == CARD


def test_a_tried_branch_that_ends_is_not_the_result(open_board):
    board = open_board(play_on(record_game("territory", size=4), 1), seats=("human", "human"))
    page, record = PageDriver(board), board.record
    assert page.labels == CARD
    board.go_to(record.root)
    board.play(next(m for m in board.state.legal_moves if m != record.root.children[0].move))
    finish(board)
    assert record.node is not record.root.end
    assert page.labels == []


@pytest.mark.parametrize("game", SMALL)
def test_a_rematch_has_the_same_rules_on_the_other_seat(open_board, game):
    board = open_board(game, seats=("human", "random"), **SMALL[game])
    finish(board)
    page, before, seed = PageDriver(board), dict(board.record.options), board.session.seed
    page.press("Rematch")
    assert board.session.players == ("random", "human")
    assert dict(board.record.players) == {0: "random", 1: "human"}
    assert board.state.outcome is None
    assert board.session.seed != seed, "the dice and the computer do something else"
    after = dict(board.record.options)
    assert (after.pop("seed", 0) == before.pop("seed", 1)) is False
    assert after == before
    assert page.labels != CARD


def test_a_rematch_of_a_position_of_ones_own_begins_there_again():
    start = pg.new("polygon", n=6)
    start = start.play(start.parse("A-C"))
    record = play_on(pg.Record(start), 1)
    assert rematch_record(pg.game("polygon"), record).start == start


def test_the_card_of_one_player_offers_to_play_again(open_board):
    board = open_board("splitter", players=1, pad="*##* #### .##.")
    finish(board)
    page = PageDriver(board)
    assert page.labels == ["Play again", *CARD[1:]]
    page.press("Play again")
    assert board.record.moves[1:] == []


def test_after_a_review_the_card_names_the_move_that_cost_most_and_opens_it_again(open_board):
    record = play_on(record_game("polygon", "A-C", n=6, by=("human", "level 1")), 1)
    board = open_board(record)
    page = PageDriver(board)
    spoken = board.result_text()
    page.press("Review")
    assert page.tab == "Review"
    review = board.get_panel("Review").review
    cost = "Your move 1 cost most: the chance to win fell from 100% to 0%."
    board.go_to(record.root.end)
    assert cost in page.header
    assert board.result_text() == spoken, "the result is announced once"
    board.open_first_panel()
    page.press("Review")
    assert (page.tab, board.get_panel("Review").review) == ("Review", review), "no second search"


def test_the_end_is_announced_with_the_result_and_the_reason(open_board):
    board = open_board("territory", seats=("human", "random"), size=4)
    finish(board)
    names = board.session.names
    spoken = board.frame()["spoken_text"]
    scores, _, reason = reason_text(board.state, names).partition(". ")
    assert f"{result_text(board.state, names)}. {reason}" in spoken
    assert spoken.count(scores) <= 1, "they are heard with a move that changes them"
    assert spoken.count(result_text(board.state, names)) == 1
    assert spoken.count("wins") == 0


def test_the_next_puzzle_is_the_easiest_then_the_one_that_waits_then_the_next(open_board):
    board = open_board("polygon", seats=("human", "random"), n=5)
    finish(board)
    page = PageDriver(board)
    page.press("Next puzzle")
    panel = board.get_panel("Puzzle")
    first = panel.puzzle
    assert first.difficulty == min(each.difficulty for each in pg.puzzles("polygon"))
    board.return_to_game()
    assert page.labels == CARD
    page.press("Next puzzle")
    assert panel.puzzle == first, "it was not solved"
    panel.show_answer()
    board.return_to_game()
    page.press("Next puzzle")
    assert panel.puzzle.number == first.number % len(pg.puzzles("polygon")) + 1


def test_the_end_of_a_puzzle_is_no_result(open_board):
    board = open_board("polygon", n=4)
    board.show_puzzle(pg.puzzles("polygon")[0])
    panel = board.get_panel("Puzzle")
    while not panel.is_solved:
        board.play(panel.puzzle.steps[panel._step_index].move)
    finish(board)
    assert not {*CARD} & {*PageDriver(board).labels}


def test_in_a_class_only_the_review_is_offered(open_board):
    board = open_board(play_on(record_game("polygon", n=5), 1), seats=("human", "human"))
    board.session.players = ("human", "remote")
    board.update_choices()
    assert PageDriver(board).labels == ["Review"]


def test_the_focus_ring_of_the_buttons_belongs_to_the_row_of_choices(open_board):
    board = open_board(play_on(record_game("splinter"), 1))
    row = PageDriver(board).one("choices")
    assert [each.description for each in row.children] == CARD
    assert "polygames-no-move-buttons" in classes(board), "this game has no such row before the end"
