"""A table and its conversation run in a Python without any library, network or thread."""

import json
import subprocess
import sys
from pathlib import Path

import polygames as pg

PROGRAM = """
import json, sys
sys.path.insert(0, sys.argv[1])
import threading
def refuse(*_): raise RuntimeError("no threads here")
threading.Thread.start = refuse

import polygames as pg
from polygames.classroom.room import Room
from polygames.classroom.room.setting import Setting
from polygames.records.append_log import Log
from polygames.table.agents import TableAgents
from polygames.table.conversation import Conversation
from polygames.table.table import Table
from polygames.view.position_view import view_of

class Page:
    def __init__(self, table):
        self.table, self.heard, self.talk = table, [], Conversation(self)
        self.show()
    def show(self):
        state = self.table.state
        view = view_of(self.table.record.node, state.turn if state.turn >= 0 else None)
        self.talk.show(view, version=self.table.version, is_active=state.turn >= 0)
        json.dumps(self.talk.frame())
    def send(self, message): self.heard.append(message["kind"])
    def play(self, move):
        self.table.play(self.table.state.turn, move, version=self.table.version)
        if self.table.state.turn == -1:
            self.table.roll()
        self.show()
    def show_page_state(self): json.dumps(self.talk.frame())
    def send_board_again(self): pass
    def show_refusal(self, text): raise RuntimeError(text)

played = {}
for game in pg.games():
    start = pg.new(game)
    table = Table.new(1, Log(), pg.Record(start), ["p1"] * start.seats)
    if table.state.turn == -1:
        table.roll()
    page = Page(table)
    for _ in range(6):
        frame = page.talk.frame()
        message = {"kind": "line", "start": (0.0, 5.0), "end": (10.0, 5.0)}
        if "escape" in frame:
            message = {"kind": "move", "spelling": ("confirm",)}
        elif frame["moves"]:
            message = {"kind": "move", "spelling": tuple(frame["moves"][0]["spelling"])}
        page.talk.handle({"version": page.talk.version, "id": 1, **message})
    played[game] = len(table.record.moves)

class Now:
    def submit(self, call, *args): call(*args)
errors = []
for game in pg.games():
    room = Room(Setting.from_position(pg.new(game), level=1))
    agents = TableAgents(room, Now(), lambda *error: errors.append(repr(error)))
    ana, _ = room.seating.join("Ana")
    table = room.seating.table_of(ana.id)
    move = table.state.legal_moves.sample(__import__("random").Random(1))
    room.play(ana, move, version=table.version)
    agents.restart_searches()
    played[game] += len(table.record.moves)
loaded = {name.split(".")[0] for name in sys.modules} - sys.stdlib_module_names
print(json.dumps([played, errors, sorted(loaded), sorted(n for n in sys.modules if ".arena" in n)]))
"""


def test_every_game_is_played_over_a_conversation_with_the_standard_library_alone():
    package = str(Path(pg.__file__).parents[1])
    run = subprocess.run(
        [sys.executable, "-I", "-S", "-c", PROGRAM, package],
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stderr[-3000:]
    played, errors, loaded, arena = json.loads(run.stdout)
    assert played.keys() == set(pg.games())
    assert all(count >= 6 for count in played.values()), played
    assert errors == []
    assert set(loaded) <= {"__main__", "polygames"}
    assert arena == [], "a class plays no matches"
