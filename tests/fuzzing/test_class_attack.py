"""The attack on a class finds nothing, but what is planted there."""

from random import Random

import pytest
from fuzzing.classes import attack_class

import polygames as pg
from polygames.classroom.pages.connection import Connection
from polygames.classroom.room import Room
from polygames.classroom.room.ledger import Ledger
from polygames.classroom.room.questions import ClassQuestion
from polygames.table.table import Table

pytestmark = pytest.mark.slow


@pytest.mark.parametrize(
    "number", [0, *(pytest.param(k, marks=pytest.mark.long) for k in range(1, 9))]
)
@pytest.mark.parametrize("game", pg.games())
def test_a_class_stands_hostile_messages(game, number, tmp_path):
    attack_class(game, Random(f"0 {game} class {number}"), tmp_path)


def out_of_turn(self, seat, move, **said):
    return play(self, self.state.turn if self.is_in_play else seat, move, **said)


def for_anybody(self, pupil, move, **said):
    other = next((each for each in self.people if each.is_player and each != pupil), pupil)
    at = self.seating.table_of(other.id)
    who = pupil if at is None or at.state.turn != at.seat_of(other.id) else other
    return room_play(self, who, move, **said)


def forgetful(self, **content):
    if content["do"] == "announce":
        self._apply_event(content)
    else:
        write(self, **content)


play, room_play, write, refresh = Table.play, Room.play, Ledger.write, Connection.refresh


def deaf(self):
    if self.pupil is None or self.pupil.id != "p2":
        refresh(self)


def broken(*_):
    raise ZeroDivisionError


def not_json(self):
    return "\ud800" if refresh(self) is None and self._send('{"kind": "x", "y": NaN}') else None


DEFECTS = {
    "out of turn": ((Table, "play", out_of_turn), AssertionError, "somebody else has moved"),
    "for anybody": ((Room, "play", for_anybody), AssertionError, "somebody else has moved"),
    "not written": ((Ledger, "write", forgetful), AssertionError, "not kept: class"),
    "deaf": ((Connection, "refresh", deaf), AssertionError, "a page receives no messages"),
    "breaks": ((Room, "resign", broken), ZeroDivisionError, None),
    "a panel breaks": ((ClassQuestion, "to_message", broken), ZeroDivisionError, None),
    "no JSON": ((Connection, "refresh", not_json), ValueError, "NaN is no JSON"),
}


@pytest.mark.long
@pytest.mark.parametrize("defect", DEFECTS)
def test_what_is_planted_in_a_class_is_found(defect, tmp_path, monkeypatch):
    planted, kind, words = DEFECTS[defect]
    monkeypatch.setattr(*planted)
    with pytest.raises(kind, match=words):
        attack_classes(tmp_path, 12)


def attack_classes(folder, number):
    for k in range(number):
        (folder / str(k)).mkdir()
        attack_class("polygon", Random(f"0 polygon class {k}"), folder / str(k))
