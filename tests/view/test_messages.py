"""Whatever a client sends: no traceback in the kernel, and no game changed but by a player."""

from __future__ import annotations

import math
from random import Random

import pytest
from fuzzing.messages import attack_board
from page_driver import send_message

import polygames as pg
from polygames.view.messages import parse_message


def tell(board, **content):
    send_message(board.pointer, content)


@pytest.mark.parametrize(
    "number", [0, 1, 2, *(pytest.param(k, marks=pytest.mark.long) for k in range(3, 9))]
)
@pytest.mark.parametrize("name", pg.games())
def test_random_messages_raise_nothing_and_only_those_that_play_change_the_game(name, number):
    attack_board(name, Random(f"1 {name} messages {number}"))


@pytest.mark.parametrize(
    "content",
    [
        None,
        5,
        "move",
        [],
        {},
        {"kind": None},
        {"kind": ["move"]},
        {"kind": "deactivate"},
        {"kind": "move"},
        {"kind": "move", "spelling": "A"},
        {"kind": "move", "spelling": [["A"]]},
        {"kind": "move", "version": "1", "spelling": ["A"]},
        {"kind": "move", "version": True, "spelling": ["A"]},
        {"kind": "line", "start": [0, 1]},
        {"kind": "line", "start": [0, 1], "end": [0, 1, 2]},
        {"kind": "line", "start": [0, math.nan], "end": [0, 1]},
        {"kind": "line", "start": [0, 10**400], "end": [0, 1]},
        {"kind": "line", "start": [0, "1"], "end": [0, 1]},
        {"kind": "show_window", "window": [0, 0, 0, 5]},
        {"kind": "show_window", "window": [0, 0, -5, 5]},
        {"kind": "show_window", "window": [0, 0, math.inf, 5]},
        {"kind": "drop_handle", "handle": "A", "point": [0, 0], "pixel_size": 0},
        {"kind": "report_width", "pixels": 0.0045},
        {"kind": "report_presence", "is_visible": True},
    ],
)
def test_a_message_in_no_known_form_is_not_taken(content):
    assert parse_message(content) is None


def test_what_does_not_belong_to_a_message_is_left_out():
    sent = {"kind": "move", "version": 3, "spelling": ["A", "B"], "start": [0, 0], "rest": 1}
    assert parse_message(sent) == {"kind": "move", "version": 3, "spelling": ("A", "B")}


def test_a_message_plays_for_nobody_but_a_person_who_is_to_move(open_board):
    board = open_board("split", seats=("random", "human"))
    board.session.pause(paused=True)
    board.undo()
    moves, version = board.record.moves, board.pointer.frame["version"]
    assert not board.session.is_human_turn
    tell(board, kind="line", version=version, start=[0, 1], end=[10, 1])
    assert board.record.moves == moves


def test_a_message_for_another_kind_of_game_does_nothing(open_board):
    board = open_board("splinter")
    version = board.pointer.frame["version"]
    tell(board, kind="line", version=version, start=[0, 1], end=[10, 1])
    tell(
        board,
        kind="drop_handle",
        version=version,
        handle="A",
        point=[0, 1],
        pixel_size=1.0,
    )
    tell(board, kind="move", version=version, spelling=["nowhere"])
    assert board.record.moves == []


def test_corners_are_dragged_by_message_only_while_the_polygon_is_shaped(open_board):
    board = open_board("polygon", n=6)
    frame, record = board.pointer.frame, board.record
    drag = {"handle": "A", "point": [0.2, -1.1], "pixel_size": 0.0045}
    tell(board, kind="drop_handle", version=frame["version"], **drag)
    assert board.record is record
    board.shape(on=True)
    tell(
        board, kind="drop_handle", version=board.pointer.frame["version"], **drag | {"handle": "Z"}
    )
    assert board.record is record


def test_a_placement_that_waits_is_confirmed_by_its_own_words_only(open_board):
    board = open_board("splitter", dice=["roll 4-1"])
    version = board.pointer.frame["version"]
    tell(board, kind="move", version=version, spelling=["die4", "r2c0"])
    assert board.choice is not None
    tell(board, kind="move", version=version, spelling=["whatever"])
    assert len(board.record.moves) == 1
    tell(board, kind="move", version=version, spelling=["confirm"])
    assert len(board.record.moves) == 2
