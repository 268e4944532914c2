"""The attack on a class finds what is planted in a class."""

import sys

import pytest
from fuzzing.case import Case, Run
from fuzzing.classes import attack_class

from polygames.classroom.pages.connection import Connection
from polygames.classroom.room import Room
from polygames.classroom.room.ledger import Ledger
from polygames.classroom.room.questions import ClassQuestion
from polygames.classroom.room.table import Table

pytestmark = [
    pytest.mark.slow,
    pytest.mark.long,
    pytest.mark.skipif(not sys.platform.startswith("linux"), reason="it needs timers of Linux"),
]


def attacked(tmp_path, words, most=12):
    """Return what is found in a class, in words; it goes on until the words are there."""
    found = []
    for number in range(most):
        attack_class(Run(Case("class", "polygon", 0, number), tmp_path, found.append))
        if any(words in finding.signature for finding in found):
            break
    return "\n".join(finding.signature for finding in found)


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
    "out of turn": ((Table, "play", out_of_turn), "somebody else has moved"),
    "for anybody": ((Room, "play", for_anybody), "somebody else has moved"),
    "not written": ((Ledger, "write", forgetful), "kept: class: is not so"),
    "deaf": ((Connection, "refresh", deaf), "a page still receives messages: is not so"),
    "breaks": ((Room, "resign", broken), "a message could not be taken: %r: ZeroDivisionError"),
    "a panel breaks": ((ClassQuestion, "to_message", broken), "cannot be shown: ZeroDivisionError"),
    "no JSON": ((Connection, "refresh", not_json), "heard: ValueError"),
}


@pytest.mark.parametrize("defect", DEFECTS)
def test_what_is_planted_in_a_class_is_found(defect, tmp_path, monkeypatch):
    planted, words = DEFECTS[defect]
    monkeypatch.setattr(*planted)
    found = attacked(tmp_path, words)
    assert words in found, found
