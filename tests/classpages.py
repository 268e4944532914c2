"""Pages of a class without a browser: the messages that they send and receive."""

import json
from random import Random

from frames import unpack_frame

import polygames as pg
from polygames.classroom.pages.broadcast import Connections
from polygames.classroom.pages.connection import Connection
from polygames.classroom.pages.rate_limits import LoginLimiter
from polygames.classroom.room import Room
from polygames.classroom.room.setting import Setting

LINE_SHARES = [1 / 2, 1 / 4, 3 / 4, *(n / 16 for n in (2, 6, 10, 14, 1, 3, 5, 7, 9, 11, 13, 15))]
"""The heights of horizontal lines, as shares of the board. No two lines meet."""

TEACHER_KEY = "the teacher's key"


class ImmediateExecutor:
    """An executor that runs work immediately, in the same thread."""

    def submit(self, work, *args):
        work(*args)

    def shutdown(self, **_):
        pass


def connections(game="polygon", folder=None, *, options=None, **setting):
    """Return the connections of a new class, which run all work immediately."""
    room = Room(
        Setting.from_position(pg.new(game, **(options or {})), **setting), folder, rng=Random(1)
    )
    return connect_room(room)


def connect_room(room):
    made = Connections(room, lambda act: act(), lambda _, act: act())
    made.agents._executor = ImmediateExecutor()
    return made


class Page:
    """A page that stores the messages that it receives."""

    def __init__(self, connections, *, gate=None):
        self.connections, self.heard, self.position_hash = connections, [], None
        gate = gate or LoginLimiter(lambda: 0.0)
        self.connection = Connection(connections, self.take, gate, wall_key=TEACHER_KEY)
        self.token = None

    def take(self, text):
        message = json.loads(text)
        self.heard.append(message)
        self.position_hash = message.get("position_hash", self.position_hash)
        self.token = message.get("token", self.token)

    def say(self, **content):
        self.connection.handle_message(json.dumps(content))
        return self

    def join(self, name):
        return self.say(do="join", code=self.connections.room.ledger.code, name=name)

    def board(self, **content):
        return self.say(
            do="handle_board_message", content={"position_hash": self.position_hash, **content}
        )

    def last(self, kind):
        found = [message for message in self.heard if message["kind"] == kind]
        return found[-1] if found else None

    @property
    def frame(self):
        sent = [m["values"] for m in self.heard if m.get("layer") == "pointer"]
        known = [values["known_items"] for values in sent if "known_items" in values]
        return unpack_frame(sent[-1]["frame"], known[-1])

    @property
    def picture(self):
        found = [m for m in self.heard if m["kind"] == "traits" and m["layer"] == "sheet"]
        return found[-1]["values"]["picture"]

    def move(self, number=0, **more):
        """Play one of the moves that the page's frame offers."""
        frame = self.frame
        if frame["regions"]:
            return self.line(LINE_SHARES[number], **more)
        way = frame["moves"][number % len(frame["moves"])]["spelling"]
        self.board(kind="move", version=frame["version"], spelling=way, id=1, **more)
        if "escape" in self.frame:  # the move waits for confirmation
            self.board(kind="move", version=frame["version"], spelling=["confirm"], id=2, **more)
        return self

    def line(self, share, **more):
        left, top, right, bottom = self.frame["home"]
        high = top + share * (bottom - top)
        start, end = [left, high], [right, high]
        version = self.frame["version"]
        return self.board(kind="line", version=version, start=start, end=end, id=1, **more)
