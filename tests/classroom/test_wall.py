"""The wall in a notebook says and does what the teacher's page does."""

import socket

from helpers import pickle_copy
from page_driver import send_message
from patience import wait_for_condition

import polygames as pg


def test_a_wall_in_a_notebook_hears_of_moves_and_pauses_the_class(monkeypatch):
    heard = []
    monkeypatch.setattr(
        "polygames.classroom.wall.WallWidget.send", lambda _, news: heard.append(news)
    )
    with pg.classroom("polygon", folder=None, port=0) as class_:
        wall = class_.wall()
        send_message(wall, {"do": "open_wall"})
        assert heard[-1]["code"] == class_.code
        assert heard[-1]["join_info"]["url"] == class_.url
        class_.room.seating.join("Ana")
        class_.room.seating.join("Ben")
        wait_for_condition(lambda: len(heard[-1]["people"]) == 2)
        send_message(wall, {"do": "pause", "paused": True})
        assert class_.room.ledger.is_paused
        send_message(wall, {"do": "create_table", "seats": ["nobody", "nowhere"]})
        assert heard[-1]["kind"] == "error"
        send_message(wall, "rubbish")
        wall.close()
        wait_for_condition(lambda: not class_.server.connections.walls)


def door_of(**options):
    with pg.classroom("polygon", **{"folder": None, "port": 0, **options}) as class_:
        return class_.server.connections.join_info


def test_where_pupils_cannot_come_in_a_wall_says_what_the_teacher_can_do(tmp_path, monkeypatch):
    door = door_of()
    assert (door["qr"], door["local_only"]["remedies"]) == (
        "",
        ["python -m polygames class polygon --lan", "pg.classroom('polygon', lan=True)"],
    )
    folder = tmp_path / "our class"
    command, call = door_of(folder=folder)["local_only"]["remedies"]
    assert command == f"python -m polygames class --go-on '{folder}' --lan"
    assert call == f"pg.classroom(folder={str(folder)!r}, lan=True)"
    with socket.socket() as free:  # a port that the teacher has chosen is in the advice
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command, call = door_of(port=port)["local_only"]["remedies"]
    assert command == f"python -m polygames class polygon --lan --port {port}"
    assert call == f"pg.classroom('polygon', lan=True, port={port})"
    monkeypatch.setattr("polygames.classroom.pages.server.lan_address", lambda: "127.0.0.1")
    assert "has no network" in door_of(lan=True)["local_only"]["reason"]
    monkeypatch.setattr("polygames.classroom.pages.server.lan_address", lambda: "192.168.1.7")
    door = door_of(lan=True)
    assert door["local_only"] is None
    assert door["url"].startswith("http://192.168.1.7:")
    assert door["qr"].startswith("<svg")


def test_a_class_shows_itself_as_its_wall():
    with pg.classroom("polygon", folder=None, port=0) as class_:
        bundle = class_._repr_mimebundle_()
        data = bundle[0] if isinstance(bundle, tuple) else bundle
        assert "application/vnd.jupyter.widget-view+json" in data
    assert class_.code in class_._repr_mimebundle_()["text/plain"]


def test_a_function_that_names_the_package_is_sent_by_its_name():
    assert pickle_copy(pg.classroom) is pg.classroom
