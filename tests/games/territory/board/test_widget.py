"""Territory's own board, driven by calls: reset, new boards, the match, the editor."""

import html
import re
from functools import partial
from random import Random

import pytest
from page_driver import PageDriver, all_widgets, press, shown_html

import polygames as pg
from polygames.games.territory.board.editor import EDITOR_WIDTH_PX, BoardEditor
from polygames.games.territory.board.explanations import signed_text
from polygames.games.territory.board.scene import fixed_end_text, points_text
from polygames.games.territory.board.widget import TerritoryBoard

ASK = "How will it end?"
OWN = {
    "tiles": ("ABB", "CCD"),
    "colors": dict(zip("ABCD", ("blue", "red", "red", "blue"), strict=True)),
}


@pytest.fixture
def open_board(open_board):
    return partial(open_board, "territory")


@pytest.fixture
def board(open_board):
    return open_board(seed=1, penalty=0.5, **OWN)


def play_out(board):
    while board.state.outcome is None:
        board.play(next(iter(board.state.legal_moves)))


def click(board, text):
    """Press a button of the game's own row."""
    press(PageDriver(board).extras, text)


def numbers(board):
    """Return the numbers below the board."""
    return shown_html(PageDriver(board).extras)


def pixel(cell, shape=(2, 3)):
    """Return the middle of a cell in the editor's picture."""
    rows, columns = shape
    scale = 2 * EDITOR_WIDTH_PX / (max(shape) + 0.24)
    left = (2 * EDITOR_WIDTH_PX - (columns + 0.24) * scale) / 2
    top = (2 * EDITOR_WIDTH_PX - (rows + 0.24) * scale) / 2
    return left + (cell[1] + 0.62) * scale, top + (cell[0] + 0.62) * scale


def stroke(editor, *cells):
    editor.on_pointer_down(*pixel(cells[0], editor.model.shape))
    for cell in cells[1:]:
        editor.on_pointer_move(*pixel(cell, editor.model.shape))
    editor.on_pointer_up()


def test_who_meets_a_take_over_is_told_what_it_means_before_and_after(open_board):
    made = open_board(seed=3, preset="half")
    page = PageDriver(made)
    assert "Red then plays Blue and gets your first tile" in page.header
    assert "one of the other colour costs half of that" in page.header
    made.play(next(iter(made.state.legal_moves)))
    assert "If you take over, you play Blue" in page.header
    made.play(next(move for move in made.state.legal_moves if str(move) != "takeover"))
    assert "The other player did not take over" in page.header
    made.go_to(made.record.node.parent)
    made.play("takeover")
    assert "The other player took over. They are Blue now" in page.header
    made.play(next(iter(made.state.legal_moves)))
    assert "take over" not in page.header


def test_a_click_on_a_tile_of_its_own_board_claims_it(board):
    assert isinstance(board, TerritoryBoard)
    content = {"kind": "move", "spelling": ["r0c1"], "version": board.version}
    board.handle_message(content)
    assert [str(move) for move in board.record.moves] == ["r0c1"]
    assert "left: 2 blue, 2 red, 0 yellow cells" in numbers(board)


def test_reset_goes_back_to_the_start_of_the_same_board(board):
    board.play("r0c0")
    click(board, "Reset")
    assert board.state == board.record.start
    assert board.state.board.rows == OWN["tiles"]


def test_new_board_keeps_the_rules_and_changes_the_tiles(board):
    click(board, "New board")
    assert board.state.board.shape == (10, 10)
    assert board.state.rules.penalty == 0.5
    before = board.state.board
    click(board, "New board")
    assert board.state.board != before


def test_the_form_takes_the_sizes_and_shares_of_tiles(open_board):
    board = open_board(sizes=(1, 4))
    form = board.get_panel("New game")
    assert [form.fields[name].value for name in ("sizes", "shares")] == ["1 4", "2 2 1"]
    form.fields["sizes"].value, form.fields["shares"].value = "2, 5", "1 1 0.5"
    assert PageDriver(board).start() == ""
    assert board.record.options["sizes"] == (2, 5)
    assert board.record.options["shares"] == (1, 1, 0.5)
    assert set(board.state.board.areas) == {2, 3, 4, 5}


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("1 to 8", "option sizes must be numbers separated by spaces, not '1 to 8'"),
        ("8", "sizes"),
        ("5 2", "sizes"),
    ],
)
def test_sizes_that_are_none_are_refused_beside_start(board, text, problem):
    before = board.state
    board.get_panel("New game").fields["sizes"].value = text
    assert problem in html.unescape(PageDriver(board).start())
    assert board.state is before


def test_a_match_is_two_games_with_the_seats_exchanged(board):
    board.session.players = ("human", "human")
    play_out(board)
    first = board.state.scores
    assert "Press Second game" in board.match_text()
    click(board, "Second game")
    assert (board.state.ply, board.state.board.rows) == (0, OWN["tiles"])
    assert board.totals == first
    play_out(board)
    one, two = board.state.scores
    assert board.totals == (first[0] + two, first[1] + one)
    assert "The match is tied" in board.match_text(), "the same moves twice"
    page = PageDriver(board)
    assert '"polygames-status">The match is tied, ' in page.header, "that comes first"
    assert " won by " in page.header.partition("polygames-message")[2], "then this game's result"
    assert "The match is tied" in board.pointer.frame["spoken_text"]


def test_players_change_seats_for_the_second_game(open_board):
    made = open_board(seats=("denial", "greedy"), seed=1, **OWN)
    while made.state.outcome is None:
        made.session.advance()
    made.second_game()
    assert made.session.players == ("greedy", "denial")


def test_the_winner_of_a_match_is_told(board):
    board.new(tiles=["AAABC"], colors=dict.fromkeys("ABC", "blue"), penalty=0.5)
    for text in ("r0c0", "r0c3", "r0c4"):  # 10 to -0.5
        board.play(text)
    board.second_game()
    for text in ("r0c4", "r0c0", "r0c3"):  # 2 to -4.5
        board.play(text)
    assert board.totals == (5.5, 1.5)
    assert board.match_text().startswith("Match: first game ")
    assert "The player who began wins the match, 5.5 to 1.5 " in board.match_text()
    assert '"polygames-status">The player who began wins the match' in PageDriver(board).header
    for players, who in ((("greedy", "human"), "You win"), (("human", "greedy"), "Computer")):
        board.session.players = players
        assert board.match_result().startswith(who), "who began has the other seat now"


def test_there_is_no_second_game_before_the_first_is_over_nor_a_third(board):
    with pytest.raises(pg.OptionError, match="needs a finished first game of two players"):
        board.second_game()
    play_out(board)
    board.second_game()
    play_out(board)
    with pytest.raises(pg.OptionError, match="the second game of a match"):
        board.second_game()
    board.new()
    assert board.totals is None


def test_loading_and_setting_up_end_a_match(board):
    play_out(board)
    board.second_game()
    board.set_position(board.state.to_text())
    assert board.totals is None
    play_out(board)
    board.second_game()
    board.load(pg.Record(board.state))
    assert board.totals is None


def test_solitaire_has_no_match(board):
    board.new(solitaire=True, **OWN)
    play_out(board)
    assert board.match_text() == ""
    with pytest.raises(pg.OptionError, match="needs a finished first game of two players"):
        board.second_game()


def test_a_board_is_drawn_and_played(board):
    board.open_panel("Editor")
    editor = board.editor
    editor.clear()
    editor.color.value = "red"
    stroke(editor, (0, 0), (0, 1), (1, 1))
    editor.color.value = "blue"
    stroke(editor, (1, 2))
    editor.tool.value = "extend"
    stroke(editor, (1, 2), (0, 2))
    editor.tool.value = "colour"
    stroke(editor, (1, 0))
    assert editor.model.to_board().rows == ("AAB", "CAB")
    done = editor.box.children[-1]
    done.click()
    assert board.state.board.rows == ("AAB", "CAB")
    assert board.state.board.color_names == {"A": "red", "B": "blue", "C": "blue"}
    assert board.state.rules.penalty == 0.5
    assert board.editor.box.layout.display == "none"


def test_tiles_are_merged_and_split(board):
    board.edit()
    editor = board.editor
    editor.tool.value = "merge"
    stroke(editor, (0, 0), (0, 1), (1, 0))
    assert editor.model.to_board().rows == ("AAA", "AAB")
    editor.tool.value = "split"
    stroke(editor, (0, 0))
    assert editor.model.to_board().rows == ("ABC", "DEF")


def test_the_pen_beyond_the_board_or_lifted_draws_nothing(board):
    board.edit()
    editor = board.editor
    editor.on_pointer_down(1, 1)
    editor.on_pointer_move(*pixel((0, 0)))
    editor.on_pointer_down(*pixel((0, 0)))
    editor.on_pointer_up()
    editor.on_pointer_move(*pixel((0, 1)))
    assert editor.model.to_board().rows == ("ABB", "CCD")


def test_the_editor_opens_with_the_board_that_is_played_and_closes(board):
    board.edit()
    board.editor.clear()
    board.edit()
    assert board.editor.box.layout.display == "none"
    board.edit()
    assert isinstance(board.editor, BoardEditor)
    assert board.editor.model.to_board().rows == OWN["tiles"]


def test_a_blank_of_another_size_is_drawn(board):
    board.edit()
    board.editor.rows.value, board.editor.columns.value = 1, 1
    board.editor.clear()
    assert board.editor.model.shape == (2, 3), "a single cell is no board"
    board.editor.rows.value, board.editor.columns.value = 4, 5
    board.editor.clear()
    assert board.editor.model.to_board().shape == (4, 5)


def test_takeover_and_stop_are_buttons(board):
    board.new(swap=True, **OWN)
    board.play("r0c0")
    assert [each.description for each in PageDriver(board).choices] == [
        "I take over: play Blue from here, and own this tile"
    ]
    PageDriver(board).choices[0].click()
    assert board.state.color(0) == "red"


def test_solitaire_shows_the_total_to_aim_at_and_keeps_it_through_the_game(open_board):
    board = open_board(solitaire=True, **OWN)
    best = pg.solve(board.state).value
    target = f"Target: {points_text(best)}, the proved maximum."
    assert target in numbers(board)
    board.play("r0c0")
    assert target in numbers(board)


def test_a_target_that_is_not_proved_in_time_is_one_that_was_reached(open_board, monkeypatch):
    monkeypatch.setattr("polygames.games.territory.board.widget.TARGET_SEARCH_SECONDS", 0.3)
    board = open_board(solitaire=True, size=15, seed=3)
    [found] = re.findall(r"Target: (\d+) points or more\.", numbers(board))
    assert int(found) > 300


def test_what_a_client_sends_to_the_editor_draws_on_the_board_or_nothing(board):
    board.edit()
    editor = board.editor
    before = editor.model.to_board()
    for at in (("a", 1), (None, 1), (float("nan"), 1), (10**400, 1), (-(10.0**300), 5), ([1], 2)):
        editor.on_pointer_down(*at)
        editor.on_pointer_move(*at)
        editor.on_pointer_up()
    assert editor.model.to_board() == before


def test_a_board_begins_as_a_fair_contest_unless_an_option_says_what_is_played(open_board):
    for size in (5, 10):
        begun = open_board(seed=1, size=size).state
        fair = {"penalty": 0.5, "swap": False, "symmetric": True}
        assert fair.items() <= begun.options.items()
        assert begun.board.total_area(begun.board.all_tiles, 0, power=2) == begun.board.total_area(
            begun.board.all_tiles, 1, power=2
        )
    for options in ({"preset": "literal"}, {"swap": True}, {"penalty": 1}):
        assert open_board(seed=1, **options).state.options["penalty"] == 1
    assert open_board(seed=1, symmetric=False).state.options["penalty"] == 0.5
    assert open_board(**OWN).state.options["penalty"] == 0.5
    assert pg.new("territory", seed=1).options["penalty"] == 1, "the game is the published one"
    assert pg.new("territory", seed=1) != pg.new("territory", seed=1, symmetric=True)


def test_what_an_analysis_has_proved_is_said_of_the_end(board):
    state = board.state
    assert state.fixed_difference is None
    click(board, ASK)
    assert board.message == fixed_end_text(state)
    board.analyse(seconds=2)
    click(board, ASK)
    lead = signed_text(pg.solve(state).value)
    assert board.message == f"With best play the final difference is {lead} for Blue (proved)."
    board.play("r0c0")
    click(board, ASK)
    assert board.message == fixed_end_text(board.state), "that was of another position"


def test_the_button_of_the_second_game_says_why_it_is_grey(board):
    assert PageDriver(board).button("Second game").disabled
    assert PageDriver(board).button("Second game").tooltip.startswith("finish a game of two")


def labels(board):
    """Return what the buttons of the game's own row say, in their order."""
    return [each.description for each in all_widgets(PageDriver(board).extras) if is_button(each)]


def is_button(widget):
    return type(widget).__name__ == "Button"


def rules_words(board):
    """Return the line that says which rules are played."""
    return shown_html(PageDriver(board).extras).partition("left: ")[0]


def test_the_rules_of_the_game_are_shown_and_the_published_ones_are_the_first_button(open_board):
    board = open_board(seed=3)
    assert "Rules: <b>Fair board</b>" in rules_words(board)
    assert labels(board)[0] == "Play by Scherer's rules"
    board.play(next(iter(board.state.legal_moves)))
    click(board, "Play by Scherer's rules")
    assert board.state == pg.new("territory", seed=3)
    assert "Rules: <b>As published by Karl Scherer</b>" in rules_words(board)
    assert labels(board)[0] == "Play with Fair board"
    click(board, "Play with Fair board")
    assert board.state == pg.new("territory", seed=3, penalty=0.5, symmetric=True)


def test_the_published_rules_keep_the_tiles_of_a_board_that_is_not_symmetric(open_board):
    board = open_board(seed=3, preset="half")
    assert "Rules: <b>Any board, with a take-over</b>" in rules_words(board)
    tiles = board.state.board
    click(board, "Play by Scherer's rules")
    assert (board.state.board, board.state.rules.penalty) == (tiles, 1)


@pytest.mark.parametrize(
    ("preset", "options"),
    [("literal", {}), ("half", {"penalty": 0.5, "swap": True})],
)
def test_the_published_rules_are_one_choice_away_in_the_form(open_board, preset, options):
    board = open_board(seed=3)
    board.open_panel("New game")
    page = PageDriver(board)
    page.field("Rules").value = preset
    assert page.start() == ""
    assert board.state == pg.new("territory", seed=3, **options)


def test_rules_of_ones_own_are_named_so_and_keep_the_board_when_they_change(board):
    assert "Rules: <b>Your own (see Help)</b>" in rules_words(board)
    click(board, "Play by Scherer's rules")
    assert board.state.board.rows == OWN["tiles"]
    assert board.state.rules.penalty == 1


def test_tile_values_are_switched_in_the_middle_of_a_game_and_all_moves_stay(open_board):
    board = open_board(seed=3)
    for _ in range(6):
        board.play(board.state.legal_moves.sample(Random(1)))
    moves, squared = board.record.moves, board.state.scores
    assert "Count the cells" in labels(board)
    click(board, "Count the cells")
    assert (board.record.moves, board.state.rules.value) == (moves, "linear")
    assert board.state.rules.penalty == 0.5
    linear = pg.new("territory", seed=3, penalty=0.5, symmetric=True, value="linear")
    for move in moves:
        linear = linear.play(move)
    assert board.state == linear
    assert board.state.scores == linear.scores != squared
    click(board, "Count cells × cells")
    assert board.state.scores == squared


def test_a_match_ends_where_the_rules_or_the_values_change(board):
    for change in ("Play by Scherer's rules", "Count the cells"):
        board.new(seed=1, penalty=0.5, **OWN)
        play_out(board)
        click(board, "Second game")
        assert board.totals is not None
        click(board, change)
        assert board.totals is None
