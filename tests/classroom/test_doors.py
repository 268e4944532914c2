"""How a Jupyter server finds a class: a file that only its owner can read."""

import pytest

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
