"""Folders of classes that were damaged or edited: own errors that name the file and the line."""

import json
import shutil
from random import Random

import pytest
from helpers import join_pupils

import polygames as pg
from polygames.classroom.room import Room
from polygames.classroom.room.setting import Setting
from polygames.records.append_log import Log, to_json_line

TABLE, ROOM = "table-001.jsonl", "room.jsonl"


@pytest.fixture(scope="module")
def whole_folder(tmp_path_factory):
    """The folder of a class of two who have played three moves."""
    folder = tmp_path_factory.mktemp("class")
    room = Room(Setting.from_position("polygon"), folder)
    ana, ben = join_pupils(room, "Ana", "Ben")
    for who, move in ((ana, "A-C"), (ben, "C-E"), (ana, "E-B")):
        room.play(who, move, version=room.tables[1].version)
    room.close()
    return folder


@pytest.fixture
def folder(whole_folder, tmp_path):
    return shutil.copytree(whole_folder, tmp_path / "class")


def edit(file, number, change):
    """Change the data of one line, from 1."""
    entries = [json.loads(line) for line in file.read_text().splitlines()]
    change(entries[number - 1])
    file.write_text("".join(f"{to_json_line(entry)}\n" for entry in entries))


@pytest.mark.parametrize("number", [1, 2])
def test_an_edited_line_of_a_class_is_noticed(folder, number):
    text = (folder / ROOM).read_text()
    assert '"Ana"' in text
    name = "code" if number == 1 else "name"
    edit(folder / ROOM, number, lambda entry: entry.update({name: "000000"}))
    with pytest.raises(pg.RecordError, match=rf"room.jsonl: line {number + 1} does not fit"):
        Room(None, folder)


def values(seed):
    rng = Random(seed)
    return rng.choice((None, -1, 10**30, 1e308, "", "x", [], {}, [1], True, "\ud800", [None] * 3))


def damage(file, seed):
    """Drop, swap or change something in the last line of a file, or in its only one."""
    rng = Random(seed)
    *before, last = file.read_text().splitlines()
    keep = rng.choice((0, len(before)))
    last = ([*before, last])[keep]
    entry = json.loads(last)
    name = rng.choice(sorted(entry))
    if rng.random() < 1 / 2:
        del entry[name]
    else:
        entry[name] = values(seed)
    lines = [*before[:keep], json.dumps(entry)]
    file.write_text("".join(line + "\n" for line in lines))


@pytest.mark.parametrize("name", [TABLE, ROOM])
@pytest.mark.parametrize("seed", range(60))
def test_a_damaged_line_is_refused_by_an_own_error_or_does_no_harm(folder, name, seed):
    damage(folder / name, seed)
    try:
        room = Room(None, folder)
    except pg.PolygamesError:
        return
    room.close()


def test_a_file_of_no_table_is_refused(folder):
    (folder / TABLE).rename(folder / "table-one.jsonl")
    with pytest.raises(pg.RecordError, match=r"a file name such as table-001\.jsonl"):
        Room(None, folder)


def test_a_log_names_the_line_in_which_it_fails():
    log = Log()
    log.add("", do="start")
    with (
        pytest.raises(pg.RecordError, match="line 1 is damaged: KeyError"),
        log.verify_line(log.entries[0], str),
    ):
        log.entries[0]["record"]
    with (
        pytest.raises(pg.RecordError, match="line 1 does not fit"),
        log.verify_line(log.entries[0], lambda: "another position"),
    ):
        pass
