"""How a Jupyter server finds a class: a file that only its owner can read."""

import pytest
from helpers import python

import polygames as pg
from polygames.classroom.doors import Door, address_for, door_of


def test_only_its_owner_reads_the_file_of_a_door(tmp_path, monkeypatch):
    monkeypatch.setenv("JUPYTER_RUNTIME_DIR", str(tmp_path))
    door = Door.made(8765)
    assert door_of("8765") == door
    assert door.file.stat().st_mode & 0o777 == 0o600
    for wrong in ("", "x", "8766", "../8765"):
        assert door_of(wrong) is None
    door.file.write_text("[]")
    assert door_of("8765") is None
    door.close()


def test_without_a_jupyter_server_it_is_said_what_to_do(tmp_path, monkeypatch):
    monkeypatch.setenv("JUPYTER_RUNTIME_DIR", str(tmp_path))
    monkeypatch.setenv("JPY_PARENT_PID", "1")
    monkeypatch.delenv("JUPYTER_SERVER_URL", raising=False)
    with pytest.raises(pg.OptionError, match="jupyter server extension enable"):
        address_for(8765)
    with pytest.raises(pg.OptionError, match="jupyter server extension enable"):
        pg.classroom("polygon", folder=None, port=0, jupyter=True)


SERVES = """
import sys
import polygames as pg
from polygames.cli import classroom
from polygames.classroom.pages.picture import SeatView
from polygames.classroom.pages.news import help_of
from polygames.classroom.pages.server import *
from polygames.classroom.room import Room
from polygames.classroom.room.setting import Setting
for game in pg.games():
    room = Room(Setting.of(game, {}))
    for name in ("Ana", "Ben"): room.seating.join(name)
    room.rounds.pair()
    for table in room.tables.values():
        SeatView(table, 0).as_traits()
        help_of(table.record)
print(sorted({"ipywidgets", "anywidget", "ipycanvas", "matplotlib"} & sys.modules.keys()))
"""


def test_a_class_loads_no_widgets():
    assert python(SERVES) == "[]\n"
