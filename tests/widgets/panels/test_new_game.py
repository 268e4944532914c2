"""The form for a new game: who plays, what it asks for, what it refuses."""

from html import escape

import ipywidgets as widgets
import pytest
from page_driver import PageDriver, shown_html

import polygames as pg
from polygames.core.errors import OptionError
from polygames.widgets.panels.new_game import (
    AGAINST_COMPUTER,
    CHOOSE_EACH,
    COMPUTER,
    COMPUTER_ALONE,
    PERSON_ALONE,
    TWO_PEOPLE,
    YOU,
)


def started(board, mode, **chosen):
    """Choose who plays, start, and return who sits where."""
    board.session.paused = True
    form = board.get_panel("New game").opponents
    form.mode.value = mode
    for name, value in chosen.items():
        getattr(form, name).value = value
    assert PageDriver(board).start() == ""
    return board.session.players


@pytest.mark.parametrize("name", pg.games())
def test_the_first_thing_offered_is_a_game_against_the_computer(open_board, name):
    form = open_board(name).get_panel("New game").opponents
    assert form.mode.options[0] == AGAINST_COMPUTER
    assert [value for _, value in form.level.options] == [f"level {n}" for n in range(1, 6)]


@pytest.mark.parametrize(
    ("mode", "chosen", "players"),
    [
        (AGAINST_COMPUTER, {"level": "level 2", "first_player": YOU}, ("human", "level 2")),
        (AGAINST_COMPUTER, {"level": "level 1", "first_player": COMPUTER}, ("level 1", "human")),
        (TWO_PEOPLE, {}, ("human", "human")),
        (COMPUTER_ALONE, {"level": "level 1", "second_level": "level 2"}, ("level 1", "level 2")),
    ],
)
def test_each_kind_of_game_seats_its_players(open_board, mode, chosen, players):
    board = open_board("territory", size=3)
    assert started(board, mode, **chosen) == players


def test_who_begins_is_who_moves_first_whatever_the_colour(open_board):
    board = open_board("splinter", first="black")
    assert started(board, AGAINST_COMPUTER, level="level 1", first_player=YOU) == (
        "level 1",
        "human",
    )
    assert board.state.turn == 1


def test_splitter_is_played_alone_or_against_others(open_board):
    board = open_board("splitter")
    form = board.get_panel("New game").opponents
    assert form.mode.value == PERSON_ALONE
    assert form.player_count.layout.display == "none"
    assert started(board, AGAINST_COMPUTER, level="level 1", player_count=3) == (
        "human",
        "level 1",
        "level 1",
    )
    assert started(board, PERSON_ALONE) == ("human",)


def test_agents_can_still_be_chosen_seat_by_seat_and_a_set_of_rules_by_its_name(open_board):
    board = open_board("split", seats=("human", "greedy"))
    panel, page = board.get_panel("New game"), PageDriver(board)
    assert panel.opponents.mode.value == CHOOSE_EACH
    seats = panel.opponents.seat_menus.children
    assert [seat.value for seat in seats] == ["human", "greedy"]
    seats[1].value = "random"
    page.field("Rules").value = "2026"
    assert panel.fields["min_area"].value == "1"
    assert page.start() == ""
    assert board.state.options["fill_inclusive"] is False
    assert board.session.players == ("human", "random")


@pytest.mark.parametrize(
    ("name", "option", "typed", "said"),
    [
        ("territory", "size", "ten", "Size must be a whole number, not &#x27;ten&#x27;"),
        ("territory", "size", "7.5", "Size must be a whole number"),
        ("territory", "size", "200", "size"),
        ("split", "min_area", "", "Smallest piece must be a number"),
        ("territory", "sizes", "1 to 8", "numbers separated by spaces"),
    ],
)
def test_a_refused_number_stays_as_it_was_typed(open_board, name, option, typed, said):
    board = open_board(name)
    before, form, page = board.state, board.get_panel("New game"), PageDriver(board)
    form.fields[option].value = typed
    assert said in page.start()
    assert form.fields[option].value == typed
    assert board.state is before
    form.fields[option].value = str(pg.game(name).defaults[option]).strip("()")
    assert page.start() == ""


@pytest.mark.parametrize(
    ("name", "option", "values"),
    [
        ("splinter", "first", ["white", "black"]),
        ("splinter", "edge", ["block", "remove"]),
        ("splitter", "pad", ["A", "B"]),
    ],
)
def test_what_has_few_values_is_chosen_from_a_menu(open_board, name, option, values):
    field = open_board(name).get_panel("New game").fields[option]
    assert isinstance(field, widgets.Dropdown)
    assert [value for _, value in field.options] == values


def test_rule_sets_have_a_name_and_a_sentence(open_board):
    board = open_board("territory")
    board.open_panel("New game")
    form, rules = board.get_panel("New game"), PageDriver(board).field("Rules")
    assert rules.value == "fair", "a board begins as a fair contest"
    names = ("fair", "half", "literal")
    fair, half, literal = (form.info.guide.preset_texts[name].sentence for name in names)
    assert "costs you half" in fair
    assert escape(fair) in shown_html(form.box)
    assert form.fields["penalty"].value == "0.5"
    assert (form.fields["symmetric"].value, form.fields["swap"].value) == (True, False)
    rules.value = "half"
    assert "take over" in half
    assert escape(half) in shown_html(form.box)
    assert (form.fields["symmetric"].value, form.fields["swap"].value) == (False, True)
    rules.value = "literal"
    assert "decides" in literal
    assert escape(literal) in shown_html(form.box)
    assert escape(half) not in shown_html(form.box)
    assert form.fields["penalty"].value == "1", "nothing stays of the rules chosen before"


@pytest.mark.parametrize("name", pg.games())
def test_every_word_of_a_game_for_its_form_is_about_something_it_has(name):
    info = pg.game(name)
    assert set(info.guide.preset_texts) == set(info.presets)
    for each, option in info.options.items():
        if isinstance(option.default, bool):
            assert set(option.value_names) <= {True, False}
        for value in option.value_names:
            info.new(**{each: value})


@pytest.mark.parametrize("name", pg.games())
def test_a_level_does_what_it_does_on_any_machine(name):
    info = pg.game(name)
    assert len(info.engine.levels) == 5
    for level in info.engine.levels:
        assert level.options.get("seconds", 1.0) <= 1.0
        assert 0 <= level.random_move_rate < 1
    with pytest.raises(OptionError, match=r"level 1 of .* takes no options"):
        info.agent("level 1", seconds=2.0)
    assert pg.agent("level 1", game=name)


def test_a_field_that_is_changed_changes_the_name_of_the_rules(open_board):
    board = open_board("polygon", n=6, seats=("human", "human"))
    form, rules = board.get_panel("New game"), PageDriver(board).field("Rules")
    first, info = rules.value, form.info
    assert first in info.presets
    ruled = {name: info.defaults[name] for each in info.presets.values() for name in each}
    ruled |= info.presets[first]
    form.fields["n"].value = type(form.fields["n"].value)(8)
    assert rules.value != first
    assert form.fields["n"].value == 8, "naming the rules leaves what was chosen"
    rules.value = first
    assert {name: form.options()[name] for name in ruled if name in form.fields} == {
        name: value for name, value in ruled.items() if name in form.fields
    }
    assert rules.value == first


def test_an_easier_and_a_harder_game_are_one_press_away_while_there_is_such_a_level(open_board):
    board = open_board("territory", size=3, seats=("human", "level 2"))
    easier, harder = board.get_panel("New game").box.children[0].children[1:3]
    for press, level, shown in ((easier, 1, ["none", ""]), (harder, 2, ["", ""])):
        press.click()
        assert board.session.players == ("human", f"level {level}")
        board.open_panel("New game")
        assert [each.layout.display for each in (easier, harder)] == shown
    board.new(seats=("human", "greedy"))
    board.open_panel("New game")
    assert [each.layout.display for each in (easier, harder)] == ["none", "none"]
    assert [each.description for each in (easier, harder)] == ["Easier", "Harder"]
    assert [each.tooltip for each in (easier, harder)] == [None, None], "they name no level"


@pytest.mark.parametrize("game", ["territory", "splitter"])
def test_where_only_people_play_a_game_against_the_computer_is_one_press_away(open_board, game):
    board = open_board(game)
    board.open_panel("New game")
    first, third = board.get_panel("New game").box.children[0].children[1:3]
    assert [first.description, third.description] == ["Against level 1", "Against level 3"]
    first.click()
    assert board.session.players == ("human", "level 1")
    assert [first.description, third.description] == ["Easier", "Harder"]


@pytest.mark.parametrize(
    ("game", "field", "value", "sentence", "details"),
    [
        (
            *("split", "fill_limit", "60"),
            "Fill at once up to must be from 0.01 to less than 50.",
            "0 &lt; 2 * min_area &lt;= 0.9 * fill_limit",
        ),
        (
            *("polygon", "max_plies", "0"),
            "Maximum number of moves must be a whole number from 1 to 1000, not 0.",
            "the option max_plies of polygon must be",
        ),
    ],
)
def test_a_refused_start_says_what_to_change_and_has_the_whole_error_behind_details(
    open_board, game, field, value, sentence, details
):
    board = open_board(game)
    page = PageDriver(board)
    board.open_new()
    board.get_panel("New game").fields[field].value = value
    shown, _, rest = page.start().partition("<details>")
    assert shown.startswith(f"<span role='alert'>{sentence}")
    assert details not in shown
    assert details in rest, "the error of Python, complete"
