"""How a Jupyter server finds a class: a file that only its owner can read."""

import pytest
from helpers import run_python

import polygames as pg
from polygames.classroom.proxy_registry import ProxyEndpoint, find_endpoint, public_url


def test_only_its_owner_reads_the_file_of_a_door(tmp_path, monkeypatch):
    monkeypatch.setenv("JUPYTER_RUNTIME_DIR", str(tmp_path))
    door = ProxyEndpoint.create(8765)
    assert find_endpoint("8765") == door
    assert door.file.stat().st_mode & 0o777 == 0o600
    for wrong in ("", "x", "8766", "../8765"):
        assert find_endpoint(wrong) is None
    door.file.write_text("[]")
    assert find_endpoint("8765") is None
    door.close()


def test_without_a_jupyter_server_it_is_said_what_to_do(tmp_path, monkeypatch):
    monkeypatch.setenv("JUPYTER_RUNTIME_DIR", str(tmp_path))
    monkeypatch.setenv("JPY_PARENT_PID", "1")
    monkeypatch.delenv("JUPYTER_SERVER_URL", raising=False)
    with pytest.raises(pg.OptionError, match="jupyter server extension enable"):
        public_url(8765)
    with pytest.raises(pg.OptionError, match="jupyter server extension enable"):
        pg.classroom("polygon", folder=None, port=0, jupyter=True)


SERVES = """
import sys
import polygames as pg
from polygames.cli import classroom
from polygames.table.seat_view import SeatView
from polygames.classroom.pages.game_help import game_help_html
from polygames.classroom.pages.server import *
from polygames.classroom.room import Room
from polygames.classroom.room.setting import Setting
for game in pg.games():
    room = Room(Setting.from_position(game))
    for name in ("Ana", "Ben"): room.seating.join(name)
    room.rounds.start_round()
    for table in room.tables.values():
        SeatView(table, 0).full_picture
        game_help_html(table.record)
print(sorted({"ipywidgets", "anywidget", "ipycanvas", "matplotlib"} & sys.modules.keys()))
"""


def test_a_class_loads_no_widgets():
    assert run_python(SERVES) == "[]\n"
