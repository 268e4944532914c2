"""Whatever comes from outside is taken, or refused at once by an error of our own."""

import json
from argparse import Namespace
from io import StringIO
from time import process_time

import numpy as np
import pytest
from call_counts import count_calls
from fuzzing.nasty import ODD_VALUES, PLAIN_VALUES
from helpers import play_on, record_game
from strategies import UNEVEN_HEXAGON

import polygames as pg
from polygames.cli.arguments import start_record
from polygames.core.options import (
    MAX_LINE_CHARS,
    MAX_MOVE_TEXT_CHARS,
    MAX_RECORD_MOVES,
    MAX_TEXT_CHARS,
    MAX_TEXT_LINES,
)

MEGABYTE = 10**6

GAMES = pg.games()

NASTY = (
    *(
        *PLAIN_VALUES,
        *ODD_VALUES,
        -(10**5000),
        [1, 2, 3],
        [10**400, 1],
        [float("nan")] * 2,
        [[[]], {}],
    ),
    *([[[[[[[[[[[[5]]]]]]]]]]]], {"A": [], "5": None}, "x" * MEGABYTE, "W.B\n" * MEGABYTE),
    *(["W"] * MEGABYTE,),
)


def kind_of(value):
    """Return the type of a value, which is the name of its test."""
    return type(value).__name__


# Numbers of numpy, wherever a game takes numbers, and what they stand for.
NUMPY = [
    ("polygon", {"n": np.int64(7), "claim": np.True_}, {"n": 7, "claim": True}),
    (
        "polygon",
        {"vertices": np.array(UNEVEN_HEXAGON, np.int32), "n": np.int8(6)},
        {"vertices": UNEVEN_HEXAGON},
    ),
    ("split", {"fill_limit": np.int64(5), "min_area": np.float32(1)}, {"min_area": 1}),
    ("split", {"fill_inclusive": np.bool_(0)}, {"fill_inclusive": False}),
    ("splinter", {"max_plies": np.int64(9)}, {"max_plies": 9}),
    ("splitter", {"players": np.int8(3)}, {"players": 3}),
    ("territory", {"size": np.uint8(5), "seed": np.int64(7)}, {"size": 5, "seed": 7}),
    ("territory", {"penalty": np.float32(0.5)}, {"penalty": 0.5}),
    ("territory", {"sizes": np.array([1, 3])}, {"sizes": (1, 3)}),
    ("territory", {"shares": np.array([1.0, 2.0, 0.5])}, {"shares": (1, 2, 0.5)}),
    ("territory", {"swap": np.True_}, {"swap": True}),
]


def answer(error, ask, *args, **options):
    """Return what comes back and the message of the error, one of them empty."""
    try:
        return ask(*args, **options), ""
    except error as refused:
        return None, str(refused)


# --- Options --------------------------------------------------------------------------------------


@pytest.mark.parametrize("value", NASTY, ids=kind_of)
@pytest.mark.parametrize("name", GAMES)
def test_any_value_of_any_option_makes_a_state_or_an_option_error(name, value):
    info = pg.game(name)
    for option in [*info.defaults, "preset"]:
        state, refusal = answer(pg.OptionError, info.new, **{option: value})
        assert len(refusal) < 500
        assert state is None or pg.from_text(state.to_text()) == state


@pytest.mark.slow
@pytest.mark.parametrize("value", NASTY, ids=kind_of)
@pytest.mark.parametrize("name", GAMES)
def test_any_value_of_any_option_in_a_record_is_read_or_refused_with_its_line(name, value):
    for option in [*pg.game(name).defaults, "preset"]:
        try:
            options = json.dumps({option: value})
        except (TypeError, ValueError):
            return
        text = f"polygames record 1\ngame: {name}\noptions: {options}\n"
        record, refusal = answer(pg.RecordError, pg.Record.from_text, text)
        assert record or "line 3" in refusal or "it has" in refusal or "a line has" in refusal
        assert len(refusal) < 500


@pytest.mark.parametrize(("name", "given", "plain"), NUMPY, ids=str)
def test_numbers_of_numpy_are_numbers_in_options_and_records(name, given, plain):
    state = pg.new(name, **given)
    assert state == pg.new(name, **plain)
    assert pg.Record.from_text(pg.Record(state).to_text()).options == state.options


NO_NAMES = (
    *(each for each in NASTY if type(each) is not int or each not in range(1, 6)),  # levels
    *("Split", "__pycache__", "split.rules", "../split"),
)


@pytest.mark.parametrize("name", NO_NAMES, ids=kind_of)
def test_what_is_no_name_of_a_game_or_preset_is_refused(name):
    for ask in (pg.game, pg.new, lambda name: pg.agent("random", game=name)):
        with pytest.raises(pg.OptionError, match=r"(?s)unknown game .*hoose from .*split"):
            ask(name)
    if name is not None:
        with pytest.raises(pg.OptionError, match=r"(?s)unknown preset .* of territory"):
            pg.new("territory", preset=name)
    with pytest.raises(pg.OptionError, match=r"(?s)unknown agent .* of territory"):
        pg.agent(name, game="territory")


# --- Text -----------------------------------------------------------------------------------------

RECORD = "polygames record 1\ngame: splitter\n"
POSITIONS = {
    "rows": "splinter\nboard\n" + "W.B\n" * 240_000,
    "a row": "splinter\nboard\n" + "W" * MEGABYTE,
    "a start": "splinter\nstart " + "W.B/" * 240_000,
    "line ends of old": "splinter\nboard\n" + "W.B\r" * MEGABYTE,
    "cells": "territory\ntiles\n" + "A" * 900_000,
    "rows of cells": "territory\ntiles\n" + "AB\n" * 19_000,
    "a number": "territory\npenalty " + "1" * 900_000,
    "placements": "splitter\nplayers 12\nroll 4-1\nplaced " + "? " * 400_000,
    "sheets": "splitter\n" + "".join(f"sheet {seat}\n" for seat in range(19_000)),
    "a pad": "splitter\npad " + "*##*/" * 190_000,
    "blanks": "splitter\nroll " + " " * 900_000 + "x",
    "a name": "x" * 10 * MEGABYTE,
    "names": "splinter\n" * MEGABYTE,
}
RECORDS = {
    "moves": RECORD + "1. roll 1-1\n" * (MAX_RECORD_MOVES + 1),
    "lines": RECORD + "\n" * MEGABYTE,
    "blanks": RECORD + (" " * 900_000 + "1. x\n") * 4,
    "a move": RECORD + "1. " + "x " * 400_000,
    "semicolons": RECORD + "1. " + "x ; " * 200_000,
    "lists": RECORD + 'options: {"players": [' + "{}," * 300_000 + "{}]}",
    "depth": RECORD + 'options: {"pad": ' + "[" * 400_000,
    "digits": RECORD + 'options: {"players": ' + "9" * 900_000 + "}",
    "options": RECORD + "options: " + json.dumps(dict.fromkeys(map(str, range(90_000)))),
    "a game": "polygames record 1\ngame: " + "x" * 900_000,
    "games": RECORD + "start:\n| splinter" + "9" * 900_000,
    "a result": RECORD + "result: " + "x" * 900_000,
    "a seed": RECORD + "seed: " + "9" * 900_000,
    "a first line": "x" * 10 * MEGABYTE,
}


@pytest.mark.parametrize("text", POSITIONS.values(), ids=POSITIONS)
def test_a_position_of_megabytes_is_refused_at_once_and_in_few_words(text):
    refused_at_once(pg.from_text, text, pg.PositionError)


@pytest.mark.parametrize("text", RECORDS.values(), ids=RECORDS)
def test_a_record_of_megabytes_is_refused_at_once_and_in_few_words(text):
    refused_at_once(pg.Record.from_text, text, pg.RecordError)


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize(
    "text", ["r" + "1" * MAX_MOVE_TEXT_CHARS, "a1" + " " * 10**7, "roll" + " " * 900, 5]
)
def test_a_move_of_megabytes_or_no_text_is_refused_at_once(name, text):
    refused_at_once(pg.new(name).parse, text, pg.InvalidMoveError)


def refused_at_once(ask, text, error):
    """Expect an error with a short message, soon: a promise about any text, by the clock.

    It takes some 100 ms of CPU time.
    """
    start = process_time()
    with pytest.raises(error) as caught:
        ask(text)
    assert process_time() - start < 20
    assert len(str(caught.value)) < 500


@pytest.mark.parametrize("text", [None, 5, b"split", ["split"]])
def test_what_is_no_text_is_no_position_and_no_record(text):
    with pytest.raises(pg.PositionError, match="expected text"):
        pg.from_text(text)
    with pytest.raises(pg.RecordError, match="expected text"):
        pg.Record.from_text(text)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            "x" * (MAX_TEXT_CHARS + 1),
            f"it has {MAX_TEXT_CHARS + 1} characters, the limit is {MAX_TEXT_CHARS}",
        ),
        (
            "x" * (MAX_LINE_CHARS + 1),
            f"a line has {MAX_LINE_CHARS + 1} characters, the limit is {MAX_LINE_CHARS}",
        ),
        (
            "x\n" * MAX_TEXT_LINES,
            f"it has {MAX_TEXT_LINES + 1} lines, the limit is {MAX_TEXT_LINES}",
        ),
    ],
    ids=["text", "line", "lines"],
)
def test_a_text_that_is_too_long_is_refused_with_the_bound(text, message):
    with pytest.raises(pg.PositionError, match=message):
        pg.from_text(text)
    with pytest.raises(pg.RecordError, match=message):
        pg.Record.from_text(text)


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("player 1: x", "line 3: there is no seat 1, the last one is 0"),
        ("player -1: x", "line 3: there is no seat -1"),
        ("player ٣: x", "line 3, .*: expected a whole number such as 12"),
        ("player 00: x", "line 3, .*: expected a whole number such as 12"),
        ("seed: 1_000", "line 3, .*: expected a whole number such as 12"),
        ("seed: " + "9" * 101, "line 3, .*: the seed must be a whole number"),
    ],
)
def test_a_header_with_strange_numbers_is_refused_with_its_line(line, message):
    with pytest.raises(pg.RecordError, match=message):
        pg.Record.from_text(f"{RECORD}{line}\n")


def test_a_file_is_refused_by_its_size(tmp_path):
    path = tmp_path / "large"
    with path.open("wb") as file:
        file.truncate(10**10)  # takes no room on the disk
    with pytest.raises(pg.RecordError, match=r"large is not a record: it has more than .* bytes"):
        pg.load(path)


# --- At the bounds --------------------------------------------------------------------------------


def letters(count):
    return [chr(0x4E00 + at) for at in range(count)]


LARGEST = [
    ("splinter", {"board": ["W" + "w" * 25, *["wb" * 13] * 97, "B" + "b" * 25], "edge": "remove"}),
    ("splinter", {"max_plies": MAX_RECORD_MOVES, "no_return": True}),
    ("splitter", {"players": 12, "pad": ["*" + "#" * 14 + "*", *["#" * 16] * 15]}),
    ("territory", {"size": 60, "sizes": (1, 1)}),
    ("territory", {"tiles": letters(3600), "colors": dict.fromkeys(letters(3600), "red")}),
    ("territory", {"tiles": "".join(letters(3600)), "colors": dict.fromkeys(letters(3600), "red")}),
    ("territory", {"seed": 10**100}),
]


@pytest.mark.parametrize(("name", "options"), LARGEST, ids=lambda value: str(value)[:40])
def test_the_largest_of_each_is_made_at_once_and_reads_back(name, options):
    number, state = count_calls(lambda: pg.new(name, **options))
    assert number < 600_000
    record = play_on(pg.Record(state), 1, 9)
    assert pg.from_text(record.state.to_text()) == record.state
    again = pg.Record.from_text(record.to_text())
    assert (again.state, again.options) == (record.state, record.options)


@pytest.mark.parametrize(
    ("name", "options", "message"),
    [
        ("splinter", {"board": ["WB"] + [".."] * 99}, "1 to 99 rows, not 100"),
        ("splinter", {"max_plies": MAX_RECORD_MOVES + 1}, "max_plies .* from 1 to 5000, not 5001"),
        ("splitter", {"players": 13}, "from 1 to 12, not 13"),
        ("territory", {"size": 61}, "from 2 to 60, not 61"),
        ("territory", {"size": 10**400}, "from 2 to 60"),
        ("territory", {"tiles": ["A" * 3601], "colors": {"A": "red"}}, "3600 cells at most, not 1"),
        ("territory", {"seed": 10**100 + 1}, "seed of territory must be a whole number"),
    ],
)
def test_one_more_than_the_largest_is_refused(name, options, message):
    with pytest.raises(pg.OptionError, match=message):
        pg.new(name, **options)


@pytest.mark.slow
@pytest.mark.parametrize("sizes", [(4, 4), (3600, 3600), (1799, 1801), (1000, 1300), (1, 3600)])
@pytest.mark.parametrize("balanced", [False, True])
def test_a_board_of_sizes_that_hardly_fit_is_made_or_given_up_soon(sizes, balanced):
    start = process_time()
    options = {"size": 60, "sizes": sizes, "balanced": balanced}
    state, refusal = answer(pg.OptionError, pg.new, "territory", **options)
    assert state or "found no board with" in refusal
    assert process_time() - start < 30, "CPU time: the promise is one second of trying"


def test_a_record_that_is_too_long_to_be_read_is_not_written(nim):
    record = pg.Record(nim.new(heap=MAX_RECORD_MOVES + 1))
    for _ in range(MAX_RECORD_MOVES):
        record.push("1")
    assert pg.Record.from_text(record.to_text()).state == record.state
    record.push("1")
    with pytest.raises(
        pg.RecordError,
        match=f"it has {MAX_RECORD_MOVES + 1} moves, the limit is {MAX_RECORD_MOVES}",
    ):
        record.to_text()
    record.pop()
    record.node.children.clear()
    record.comment = "x" * MAX_LINE_CHARS
    with pytest.raises(pg.RecordError, match="cannot be written: a line has"):
        record.to_text()


def test_branches_of_1200_branches_are_written_and_read(nim):
    record = pg.Record(nim.new(heap=3600))
    for _ in range(1200):
        record.push("2")
        record.pop()
        record.push("1")
        record.pop()
        record.redo(1)
    again = pg.Record.from_text(record.to_text())
    assert again.moves == record.moves
    assert again.to_text() == record.to_text()


# --- The place in the tree ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("value", "message"),
    [
        ("3", "line 3: the current move must be from 0 to 2, not 3"),
        ("-1", "line 3: the current move must be from 0 to 2, not -1"),
        ("9" * 400, "line 3: the current move must be from 0 to 2, not 9"),
        ("9" * 5000, "line 3, .*: Exceeds the limit"),
        ("x", "line 3, 'at: x': invalid literal"),
        ("", "line 3, 'at: ': invalid literal"),
        ("²", "line 3, 'at: ²': invalid literal"),
        ("٣", "line 3, 'at: ٣': expected a whole number such as 12"),
        ("1.0", "line 3, 'at: 1.0': invalid literal"),
        ("1\nat: 1", "line 4, 'at: 1': line 3 has this already"),
    ],
    ids=lambda value: value[:20],
)
def test_a_place_that_there_is_not_is_refused_with_its_line(value, message):
    text = f"polygames record 1\ngame: splinter\nat: {value}\n\n1. h9-g9\n2. h10-g10\n"
    with pytest.raises(pg.RecordError, match=message) as caught:
        pg.Record.from_text(text)
    assert len(str(caught.value)) < 500


# --- The record in Python -------------------------------------------------------------------------


@pytest.mark.parametrize(
    "value", ["x", -1, 3, 1.5, 0.0, None, [], 10**400, -(10**5000), float("nan")], ids=type
)
def test_a_step_to_what_is_no_place_is_refused(value):
    record = record_game("splinter", "h9-g9")
    record.pop()
    with pytest.raises(pg.RecordError, match=r"there is no continuation .* here, only 1"):
        record.redo(value)
    with pytest.raises(
        pg.RecordError, match=r"the ply must be a whole number from 0 to 1, not .*$"
    ):
        record.goto(value)
    record.redo(np.int64(0))
    record.goto(np.int64(0))
    assert record.moves == []


@pytest.mark.parametrize(
    "players", [5, None, "human", ["a", "b", "c"], {2: "a"}, {-1: "a"}, {"0": "a"}, [1], {0: None}]
)
def test_players_that_cannot_sit_there_are_refused(players):
    with pytest.raises(pg.OptionError, match=r"of a record|of the record|a player"):
        pg.Record(pg.new("splinter"), players=players)
    record = pg.Record(pg.new("splinter"), players=["a"])
    with pytest.raises(pg.OptionError):
        record.players = players
    assert record.players == {0: "a"}


@pytest.mark.parametrize("seed", ["7", 1.0, True, 10**101, -(10**5000), []], ids=type)
def test_a_seed_that_is_no_whole_number_is_refused(seed):
    with pytest.raises(pg.OptionError, match="the seed of a record must be a whole number"):
        pg.Record(pg.new("splinter"), seed=seed)


def test_a_seed_of_numpy_is_written_and_read():
    record = pg.Record(pg.new("splinter"), seed=np.int64(7))
    assert pg.Record.from_text(record.to_text()).seed == 7


@pytest.mark.parametrize("comment", [5, None, b"x", ["x"]])
def test_a_comment_is_text(comment):
    record = pg.Record(pg.new("splinter"))
    with pytest.raises(pg.OptionError, match="a comment must be text"):
        record.comment = comment
    with pytest.raises(pg.OptionError, match="a comment must be text"):
        record.push("h9-g9", comment=comment)
    assert record.moves == []


# --- A byte order mark --------------------------------------------------------------------------


@pytest.mark.parametrize("game", pg.games())
def test_a_byte_order_mark_before_a_text_is_read(game, tmp_path):
    """As some editors on Windows write it."""
    state, file = pg.new(game), tmp_path / "game.txt"
    assert pg.from_text("\ufeff" + state.to_text()) == state
    assert pg.game(game).from_text("\ufeff" + state.to_text()) == state
    text = pg.Record(state).to_text()
    assert pg.Record.from_text("\ufeff" + text).to_text() == text
    for kept in (text, state.to_text()):
        file.write_text(kept, encoding="utf-8-sig")
        typed = Namespace(start=str(file), ply=None, preset=None, option=[])
        assert start_record(typed).state == state
    file.write_text(text, encoding="utf-8-sig")
    assert pg.load(file).to_text() == text


def test_a_byte_order_mark_on_standard_input_is_read(monkeypatch):
    text = pg.new("split").to_text()
    monkeypatch.setattr("sys.stdin", StringIO("\ufeff" + text))
    typed = Namespace(start="-", ply=None, preset=None, option=[])
    assert start_record(typed).state == pg.new("split")
