"""A play page without a browser: its messages are kept, and its time is simulated."""

from __future__ import annotations

import heapq
import json
from itertools import count

from polygames.play_page.page import PlayPage


class ScriptedPage:
    """A page whose calls `later` are made by `wait`, in the order of their times."""

    def __init__(self):
        self.messages, self._calls, self._numbers, self.now = [], [], count(), 0.0
        self.page = PlayPage(lambda text: self.messages.append(json.loads(text)), self._later)

    def _later(self, seconds, call):
        heapq.heappush(self._calls, (self.now + seconds, next(self._numbers), call))

    def wait(self):
        """Make all calls that wait, and those that they lead to."""
        while self._calls:
            self.now, _, call = heapq.heappop(self._calls)
            call()

    def send(self, do, **content):
        """Send a request, and return the messages that it leads to."""
        before = len(self.messages)
        self.page.handle_message(json.dumps({"do": do, **content}))
        return self.messages[before:]

    def open(self, fragment, saved=None):
        return self.send("open", fragment=fragment, saved=saved or {})

    def last(self, kind):
        """Return the last message of a kind; None if there was none."""
        return next((each for each in reversed(self.messages) if each["kind"] == kind), None)

    @property
    def state(self):
        """What is shown around the board."""
        return self.last("page_state")

    @property
    def opened(self):
        return self.page._opened

    @property
    def table(self):
        return self.opened.table

    @property
    def frame(self):
        """The last data of the pointer layer."""
        found = [m for m in self.messages if m["kind"] == "traits" and m["layer"] == "pointer"]
        return json.loads(found[-1]["values"]["frame"])

    @property
    def picture(self):
        """The last picture of the board."""
        found = [m for m in self.messages if m["kind"] == "traits" and m["layer"] == "sheet"]
        return found[-1]["values"]["picture"]

    @property
    def position_hash(self):
        return self.last("traits")["position_hash"]

    def move(self, move):
        """Play a move as the board's page sends it: by the places to click, or as a line."""
        board = self.page._board.conversation
        spelling = next(
            (spelling for spelling, each in board.view.moves_by_clicks.items() if each == move),
            None,
        )
        message = {"version": board.version, "id": next(self._numbers)}
        if spelling is None:
            lines = self.table.state.map.lines  # only Split has lines without places to click
            ends = (lines[spot.line].point_at(spot.position) for spot in (move.start, move.end))
            start, end = ([float(each) for each in point] for point in ends)
            message |= {"kind": "line", "start": start, "end": end}
        else:
            message |= {"kind": "move", "spelling": list(spelling)}
        told = self.board(message)
        if board.page.draft is not None:  # a move that waits for confirmation
            told += self.board(message | {"kind": "move", "spelling": ["confirm"]})
        return told

    def board(self, content):
        content = content | {"position_hash": self.position_hash}
        return self.send("handle_board_message", content=content)

    def tool(self, label):
        """Press a button below the board."""
        tool = next(each for each in self.state["tools"] if each["label"] == label)
        assert tool["is_enabled"], f"{label} cannot be pressed"
        return self.send(tool["do"])
