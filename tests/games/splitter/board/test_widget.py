"""Splitter's own board, driven by calls and by the client's messages."""

import asyncio
from functools import partial
from pathlib import Path
from random import Random
from threading import Event

import ipywidgets as widgets
import matplotlib.pyplot as plt
import pytest
from oracles import splitter_plainly as plainly
from page_driver import (
    PageDriver,
    all_widgets,
    find_by_label,
    is_shown,
    press,
    shown_html,
    shown_widgets,
)

import polygames as pg
from polygames.core.errors import IllegalMoveError
from polygames.core.protocol import CHANCE
from polygames.games import splitter
from polygames.games.splitter.analysis import rolls_of
from polygames.games.splitter.board.charts import best_sheet, round_losses, round_scores
from polygames.games.splitter.pads import PADS
from polygames.games.splitter.rules import Placement
from polygames.games.splitter.solver import Hindsight
from polygames.scene.model import Text

ASK = "How well did I play?"
PNG = b"\x89PNG"
MAXIMUM = "..2266.. .566615. 15625556 65524456 66544666 .663326. ..6312.."
GOLDEN = Path(__file__).parents[3] / "golden"


@pytest.fixture
def open_board(open_board):
    return partial(open_board, "splitter", seed=4)


def click(board, *spelling):
    PageDriver(board).tell("move", spelling=list(spelling))


def rounds(board):
    """Return the part of the review that looks back at the rounds."""
    review = board.get_panel("Review").box
    ask = find_by_label(review, ASK)
    [found] = [each for each in all_widgets(review) if ask in getattr(each, "children", ())]
    return found


def pictures(board):
    """Return the pictures that are shown there."""
    return [
        bytes(each.value)
        for each in shown_widgets(rounds(board))
        if isinstance(each, widgets.Image)
    ]


def texts(board):
    return [str(move) for move in board.record.moves]


def ways(board):
    return {tuple(move["spelling"]) for move in board.pointer.frame["moves"]}


def play_on(board):
    """Play random placements until the game is over."""
    rng = Random(1)
    while board.state.outcome is None:
        board.play(board.state.legal_moves.sample(rng))


def test_a_clicked_placement_waits_until_it_is_confirmed(open_board):
    board = open_board(dice=["roll 4-1"])
    click(board, "die4", "r2c0")
    assert (texts(board), str(board.choice)) == (["roll 4-1"], "r2c0=4")
    assert PageDriver(board).labels == ["Confirm", "Take back"]
    header = PageDriver(board).header
    assert "Tap the same cell again, or Confirm" in header
    assert "Write 4 and 1" not in header
    assert "1 opposite: 1 point (+1), at most 56 in the end." in header
    PageDriver(board).choices[0].click()
    assert texts(board) == ["roll 4-1", "r2c0=4"]
    assert board.choice is None


def test_it_is_taken_back_replaced_and_confirmed_by_a_click_on_it(open_board):
    board = open_board(dice=["roll 4-1"])
    click(board, "die4", "r2c0")
    PageDriver(board).choices[1].click()
    assert (board.choice, PageDriver(board).labels, texts(board)) == (None, [], ["roll 4-1"])
    click(board, "die4", "r2c0")
    PageDriver(board).tell("key", key="u")
    assert (board.choice, texts(board)) == (None, ["roll 4-1"])
    click(board, "die4", "r2c0")
    click(board, "die1", "r3c0")
    assert str(board.choice) == "r3c7=4"
    assert ("r3c0",) in ways(board)
    click(board, "r3c0")
    assert texts(board) == ["roll 4-1", "r3c7=4"]


def test_two_clicks_on_a_cell_write_the_higher_number_there(open_board):
    board = open_board(dice=["roll 4-1"])
    click(board, "r2c0")
    assert (str(board.choice), texts(board)) == ("r2c0=4", ["roll 4-1"])
    click(board, "r2c0")
    assert texts(board) == ["roll 4-1", "r2c0=4"]


def test_a_click_on_the_opposite_cell_swaps_the_numbers_and_does_not_confirm(open_board):
    board = open_board(dice=["roll 4-1"])
    click(board, "r2c0")
    click(board, "r2c7")
    assert (str(board.choice), texts(board)) == ("r2c7=4", ["roll 4-1"])
    click(board, "r2c0")
    assert (str(board.choice), texts(board)) == ("r2c0=4", ["roll 4-1"])
    click(board, "r3c1")  # another place
    assert str(board.choice) == "r3c1=4"
    click(board, "confirm")
    assert texts(board) == ["roll 4-1", "r3c1=4"]


def test_keys_confirm_it_and_take_it_back_as_escape_does_while_it_waits(open_board):
    board = open_board(dice=["roll 4-1"])
    assert "escape" not in board.pointer.frame
    click(board, "die4", "r2c0")
    assert board.pointer.frame["escape"] == ("take back",)
    click(board, "take back")
    assert (board.choice, texts(board)) == (None, ["roll 4-1"])
    click(board, "die4", "r2c0")
    click(board, "confirm")
    assert texts(board)[-1] == "r2c0=4"


def test_without_confirmation_a_click_plays(open_board):
    board = open_board(dice=["roll 4-1"])
    board.confirm = False
    assert {len(way) for way in ways(board)} == {2}  # so no number is written by mistake
    click(board, "die1", "r2c0")
    assert texts(board) == ["roll 4-1", "r2c7=4"]


def test_either_die_can_be_clicked_first(open_board):
    board = open_board(dice=["roll 4-1"])
    by_dice = {way for way in ways(board) if len(way) > 1}
    assert len(by_dice) == 88
    assert {way[0] for way in by_dice} == {"die4", "die1"}
    moves = {tuple(m["spelling"]): m["label"] for m in board.pointer.frame["moves"]}
    assert moves["die4", "r2c0"] == moves["die1", "r2c7"]


def test_a_preview_tells_the_points_that_the_label_leaves_out(open_board):
    board, sent = open_board(dice=["roll 4-1"]), []
    assert board.pointer.frame["any_order"]
    moves = {tuple(m["spelling"]): m["label"] for m in board.pointer.frame["moves"]}
    board.pointer.send = sent.append
    PageDriver(board).tell("request_preview", spelling=["die4", "r2c0"])
    (answer,) = sent
    assert answer["label"].startswith(f"{moves['die4', 'r2c0']}: 1 point (+1)")
    assert answer["preview"]


def test_what_is_illegal_is_not_chosen(open_board):
    board = open_board(dice=["roll 4-1", "roll 5-5"])
    move = board.state.parse("r2c0=4")
    board.play(move)
    with pytest.raises(IllegalMoveError, match="the cell holds a 4"):
        board.choose(Placement(2, 0, 5))
    assert board.choice is None


def test_a_hint_takes_the_place_of_a_choice(open_board):
    board = open_board(dice=["roll 4-1"])
    click(board, "die4", "r2c0")
    board.hint("greedy")
    assert board.choice is None
    assert "Hint: " in PageDriver(board).header


def test_with_equal_dice_a_cell_is_all_that_is_clicked(open_board):
    board = open_board(dice=["roll 6-6"])
    assert ("r3c0",) in ways(board)
    assert {len(way) for way in ways(board)} == {1}
    click(board, "r3c7")
    assert str(board.choice) == "r3c0=6"
    assert [way for way in ways(board) if "r3c0" in way] == [("r3c0",)], "a click confirms"
    click(board, "r2c0")
    assert str(board.choice) == "r2c0=6", "another one replaces it"
    click(board, "r2c0")
    assert texts(board) == ["roll 6-6", "r2c0=6"]


def test_a_game_that_was_stepped_back_to_its_dice_is_rolled_on_by_a_button(open_board):
    board = open_board()
    board.play(board.state.legal_moves.sample(Random(1)))
    board.go_to(board.record.root)
    assert PageDriver(board).labels == ["Roll the dice"]
    PageDriver(board).choices[0].click()
    assert (board.state.ply, PageDriver(board).labels) == (1, [])
    assert board.session.is_human_turn


# --- Dice ---------------------------------------------------------------------------------------


def test_dice_from_a_list_are_used_up_and_then_entered_by_hand(open_board):
    board = open_board(dice=["roll 4-1", "roll 2-2"])
    board.play("r2c0=4")
    assert board.state.roll.is_double
    board.play("r3c0=2")
    assert board.state.turn == CHANCE
    page = PageDriver(board)
    entry = page.one("always-shown")
    assert is_shown(entry)
    assert page.button("Enter the roll").disabled
    dice = [each for each in all_widgets(entry) if isinstance(each, widgets.ToggleButtons)]
    for die, face in zip(dice, ("3", "6"), strict=True):
        die.value = face
    page.press("Enter the roll")
    assert texts(board)[-1] == "roll 6-3"
    assert not is_shown(entry)


def test_after_undo_the_same_roll_of_the_list_comes_again(open_board):
    board = open_board(dice=["roll 4-1", "roll 2-2", "roll 5-3"])
    board.play("r2c0=4")
    assert texts(board) == ["roll 4-1", "r2c0=4", "roll 2-2"]
    PageDriver(board).press("Undo")
    assert texts(board) == ["roll 4-1"]
    board.play("r3c0=4")
    assert texts(board) == ["roll 4-1", "r3c0=4", "roll 2-2"]
    board.go_to(board.record.root)
    PageDriver(board).press("Roll the dice")
    assert texts(board) == ["roll 4-1"]
    board.play("r2c0=4")
    board.new()
    assert texts(board) == ["roll 5-3"], "the next game takes the rest of the list"


def test_dice_are_taken_in_the_hand_and_given_back(open_board):
    board = open_board()
    PageDriver(board).button("real dice").value = True
    board.play(board.state.placements[0])
    assert board.state.turn == CHANCE
    PageDriver(board).press("Roll for me")
    assert board.state.turn == 0
    board.play(board.state.placements[0])
    PageDriver(board).button("real dice").value = False
    assert board.state.turn == 0


def test_rolling_for_me_rolls_what_the_seed_says(open_board):
    by_hand, auto = open_board(dice="hand"), open_board()
    PageDriver(by_hand).press("Roll for me")
    assert texts(by_hand) == texts(auto)


# --- Several players ----------------------------------------------------------------------------


def test_a_person_sees_the_own_sheet_large_and_agents_place_in_secret(open_board):
    board = open_board(players=3, seats=("greedy", "human", "greedy"))
    assert board.state.turn == 1
    assert board.state.pending[0] is not None
    assert board.visible_state().pending == (None,)
    assert "placed ?" in PageDriver(board).position
    large = [p.text for p in board.scene if getattr(p, "bold", False)]
    assert "You" in large
    board.play(board.state.placements[0])
    assert board.state.round == 1
    assert len(board.highlight_last_move()) == 12


def test_two_people_at_one_screen_see_nothing_of_each_other(open_board):
    pictures = []
    for first in ("r2c0=4", "r6c3=1"):
        board = open_board(players=2, dice=["roll 4-1"])
        board.play(first)
        pictures.append((board.scene, board.highlight_last_move(), board.pointer.frame["moves"]))
    assert pictures[0] == pictures[1]


# --- The end ------------------------------------------------------------------------------------


def test_after_a_game_alone_the_rating_and_the_points_by_round_are_shown(open_board):
    board = open_board(dice=[])
    board.open_panel("Review")
    assert not is_shown(rounds(board))
    board.load(pg.load(GOLDEN / "splitter-text-sheet.record"))
    assert is_shown(rounds(board))
    assert "28–30" in shown_html(rounds(board))
    assert "in the game ◀" in shown_html(rounds(board))
    [curve] = pictures(board)
    assert curve[:4] == PNG


def test_on_a_pad_of_ones_own_a_game_alone_ends_without_a_rating(open_board):
    board = open_board(pad="*##*")
    play_on(board)
    assert is_shown(rounds(board))
    assert shown_html(rounds(board)).strip() == ""
    assert board.get_panel("Review").review is None, "the heading says how it ended"
    [curve] = pictures(board)
    assert curve[:4] == PNG


def test_what_the_rounds_cost_and_the_best_sheet_are_shown_when_asked_for(open_board, monkeypatch):
    found = Hindsight(PADS["A"], 45, 46, tuple(plainly.SARA_SHEET.split()))
    asked = []
    monkeypatch.setattr(
        splitter, "hindsight", lambda pad, rolls, **_: asked.append((str(pad), len(rolls))) or found
    )
    board = open_board()
    play_on(board)
    assert len(pictures(board)) == 1, "the curve alone"
    PageDriver(board).press(ASK)
    assert asked == [("A", 22)]
    said = shown_html(rounds(board))
    assert "<b>45</b> points. No sheet can score more than 46" in said
    assert str(splitter.regret(board.record)) in said
    _, losses, best = pictures(board)
    assert losses[:4] == best[:4] == PNG


def test_the_look_back_says_that_it_is_at_work_and_leaves_the_board_free(monkeypatch):
    """In a notebook a loop runs: the work is done beside it, and told when it is done."""
    at_work, go_on = Event(), Event()

    def slow(*_, **__):
        at_work.set()
        assert go_on.wait(60)
        return Hindsight(PADS["A"], 45, 46, tuple(plainly.SARA_SHEET.split()))

    monkeypatch.setattr(splitter, "hindsight", slow)

    async def look_back():
        board = pg.play("splitter", autosave=None, seed=4)
        play_on(board)
        review = rounds(board)
        while not is_shown(review):  # noqa: ASYNC110 - the board tells nobody
            await asyncio.sleep(0.01)  # it is shown after the last picture
        press(review, ASK)
        assert "Looking" in shown_html(review)
        assert find_by_label(review, ASK).disabled
        await asyncio.to_thread(at_work.wait, 60)
        assert "Looking" in shown_html(review)
        told = asyncio.Event()
        texts_shown = [each for each in all_widgets(review) if isinstance(each, widgets.HTML)]
        said = next(each for each in texts_shown if "Looking" in each.value)
        said.observe(lambda _: told.set(), "value")
        go_on.set()
        await asyncio.wait_for(told.wait(), 60)
        assert "<b>45</b>" in shown_html(review)
        board.close()

    asyncio.run(look_back())


def test_the_look_back_stays_while_the_board_shows_an_earlier_round(open_board):
    board = open_board()
    play_on(board)
    end, losses = rounds(board), str(splitter.regret(board.record))
    board.go_to(board.record.root)
    assert is_shown(end)
    PageDriver(board).press(ASK)
    assert losses in shown_html(end)
    board.new()
    assert not is_shown(end)


def test_hindsight_needs_every_roll_of_a_game(open_board):
    board = open_board()
    board.set_position(f"splitter\nsheet 0\n{plainly.SARA_SHEET.replace(' ', chr(10))}")
    assert board.state.outcome is not None
    assert find_by_label(rounds(board), ASK).disabled


def test_the_curve_has_a_line_for_each_seat_and_what_is_possible_in_a_game_alone():
    record = pg.load(GOLDEN / "splitter-text-sheet.record")
    assert rolls_of(record)[:2] == ((4, 1), (5, 4))
    ax = round_scores(record)
    most, points = (list(line.get_ydata()) for line in ax.get_lines())
    assert most[0] == 56
    assert points[0] == 0
    assert most[-1] == points[-1] == 29
    assert sorted(most, reverse=True) == most, "what is possible never grows"
    ax = round_scores(pg.load(GOLDEN / "splitter-three-players.record"))
    assert [line.get_ydata()[-1] for line in ax.get_lines()] == [18, 18, 8]
    plt.close("all")


def test_each_round_has_a_bar_for_its_luck_and_one_for_its_loss():
    found = splitter.regret(pg.load(GOLDEN / "splitter-text-sheet.record"))
    ax = round_losses(found)
    luck, loss = ([bar.get_height() for bar in bars] for bars in ax.containers)
    assert luck == [step.luck for step in found.steps]
    assert loss == [-step.loss for step in found.steps]
    assert [text.get_text() for text in ax.texts] == [
        f"{found.worst.said}\nbetter {found.worst.best_said}"
    ]
    plt.close("all")


def test_the_best_sheet_stands_beside_the_one_played():
    state = pg.load(GOLDEN / "splitter-text-sheet.record").state
    found = Hindsight(PADS["A"], 56, 56, tuple(MAXIMUM.split()))
    titles = [ax.get_title() for ax in best_sheet(state, found)]
    assert titles == ["as played: 29 points", "in hindsight: 56 points,\nthe proved maximum"]
    plt.close("all")


def test_the_sheets_call_the_players_what_the_board_calls_them(open_board):
    board = open_board(players=2, level=2)
    written = [each.text for each in board.scene if isinstance(each, Text)]
    assert "You" in written
    assert "Computer: 0" in written
    assert not [text for text in written if text.startswith("Player")]


def test_a_pressed_row_of_the_analysis_waits_to_be_confirmed_as_a_click_does(open_board):
    board = open_board(dice=["roll 4-1"])
    move = board.state.parse("r2c0=4")
    board.play_row(move)
    assert (board.choice, texts(board)) == (move, ["roll 4-1"])
    board.confirm = False
    board.play_row(move)
    assert texts(board)[:2] == ["roll 4-1", "r2c0=4"]


def test_nobody_is_asked_who_begins_where_all_write_at_once(open_board):
    board = open_board(players=2, level=2)
    form = board.get_panel("New game")
    asked = {getattr(each, "description", "") for each in all_widgets(form.box)}
    assert "Against" in asked
    assert "Who begins" not in asked
    board.open_panel("New game")
    press(form.box, "Start")
    assert board.session.players == ("human", "level 2")


def test_a_cell_that_is_full_is_said_to_be_full(open_board):
    board = open_board(dice=["roll 4-1"])
    board.play("r2c0=4")
    labels = {item["label"] for item in board.pointer.frame["items"]}
    assert "row 3, column 1 is full: 4, can score" in labels


def test_real_dice_that_are_switched_on_are_said_to_come_with_the_next_round(open_board):
    board = open_board()
    PageDriver(board).button("real dice").value = True
    assert "From the next round on, roll your own dice" in PageDriver(board).header


def test_who_looks_back_at_the_computers_turn_is_not_asked_to_click(open_board):
    made = open_board(players=2, seats=("human", "random"), seed=1)
    assert "Click a " in PageDriver(made).header
    made.play(next(iter(made.state.legal_moves)))
    made.go_to(next(node for node in made.record.path if node.state.turn == 1))
    assert "You are looking at an earlier position. " in PageDriver(made).header
    assert "Click a " not in PageDriver(made).header


def test_who_plays_alone_is_told_what_a_good_result_is(open_board):
    assert "You play alone. Aim for 28 points. 39 is great." in (PageDriver(open_board()).header)
    assert "You play alone" not in PageDriver(open_board(players=2)).header
    own = open_board(pad=["*##*", "####"])
    assert "You play alone" not in PageDriver(own).header, "there is no rating on it"


def test_at_the_end_the_result_card_is_shown_and_no_panel_opens(open_board):
    board, rng = open_board(players=2), Random(1)
    while board.state.outcome is None:
        board.choose(board.state.legal_moves.sample(rng))
        board.confirm_choice()
    page = PageDriver(board)
    assert page.labels == ["Rematch", "Review", "Next puzzle"], "nothing is left to be confirmed"
    assert page.tab == "Analysis"
    assert "won by " in page.header
