"""Lines that are written before they are told, and never changed."""

import os

import pytest

from polygames.classroom.tables.log import Log
from polygames.core.errors import RecordError


def test_a_log_is_read_again_as_it_was_written(tmp_path):
    log = Log(tmp_path / "a.jsonl")
    for number in range(5):
        log.add(f"position {number}", do="move", text="ä\nb")
    assert Log(tmp_path / "a.jsonl").entries == log.entries


@pytest.mark.parametrize("cut", range(1, 40, 3))
def test_a_line_that_was_not_written_to_its_end_is_cut_off_and_written_again(tmp_path, cut):
    path = tmp_path / "a.jsonl"
    log = Log(path)
    log.add("", do="first")
    log.add("", do="second", text="long enough to be cut anywhere at all")
    os.truncate(path, path.stat().st_size - cut)
    again = Log(path)
    assert [entry["do"] for entry in again.entries] == ["first"]
    again.add("", do="third")
    assert [entry["do"] for entry in Log(path).entries] == ["first", "third"]


def test_what_cannot_be_written_is_not_said_to_be(tmp_path, monkeypatch):
    log = Log(tmp_path / "a.jsonl")
    log.add("", do="first")

    def full(_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space"):
        log.add("", do="second")
    monkeypatch.undo()
    assert [entry["do"] for entry in log.entries] == ["first"]
    assert Log(tmp_path / "a.jsonl").entries == log.entries
    log.add("", do="third")
    assert [entry["do"] for entry in Log(tmp_path / "a.jsonl").entries] == ["first", "third"]


@pytest.mark.parametrize("text", ["no json\n", "[1]\n", '{"n": 2}\n', "\n"])
def test_a_file_of_something_else_is_refused(tmp_path, text):
    path = tmp_path / "a.jsonl"
    path.write_text(text)
    with pytest.raises(RecordError, match="line 1 is not the next line"):
        Log(path)


def test_only_its_owner_can_read_a_log(tmp_path):
    Log(tmp_path / "a.jsonl").add("", do="first")
    assert (tmp_path / "a.jsonl").stat().st_mode & 0o077 == 0
