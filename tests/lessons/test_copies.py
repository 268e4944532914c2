"""Copies of the lessons: made once, refreshed if untouched, kept if the user has edited them."""

import json
from pathlib import Path

import pytest

from polygames.cli.main import main
from polygames.lessons import notebooks
from polygames.lessons.copies import ORIGINALS_FILE, Update, update_copies

NAMES = [Path("a.ipynb"), Path("data/b.json")]


def notebook(*sources, output="", count=None):
    cells = [
        {"cell_type": "code", "source": source, "outputs": [output], "execution_count": count}
        for source in sources
    ]
    return json.dumps({"cells": cells})


@pytest.fixture
def originals(tmp_path):
    home = tmp_path / "originals"
    (home / "data").mkdir(parents=True)
    (home / NAMES[0]).write_text(notebook("1"), encoding="utf-8")
    (home / NAMES[1]).write_text("[]", encoding="utf-8")
    return home


@pytest.fixture
def update(originals, tmp_path):
    """Return a function that updates the copies."""
    return lambda: update_copies(originals, NAMES, tmp_path / "mine")


@pytest.fixture
def copy(update, tmp_path):
    """Return the path of the copy of the notebook."""
    assert update() == Update(["a.ipynb", "data/b.json"], [], [])
    return tmp_path / "mine" / "a.ipynb"


def test_a_second_update_changes_nothing_and_a_deleted_copy_is_made_again(update, copy):
    copy.write_text(notebook("my own"), encoding="utf-8")
    assert update() == Update([], [], [])
    assert "my own" in copy.read_text(encoding="utf-8")
    copy.unlink()
    assert update() == Update(["a.ipynb"], [], [])


@pytest.mark.parametrize("newer", [notebook("2"), notebook("1", output="a new picture")])
def test_a_copy_that_was_only_run_and_saved_is_refreshed(update, copy, originals, newer):
    copy.write_text(notebook("1", output="of my kernel", count=7), encoding="utf-8")
    (originals / "a.ipynb").write_text(newer, encoding="utf-8")
    assert update() == Update([], ["a.ipynb"], [])
    assert copy.read_text(encoding="utf-8") == newer


def test_an_edited_copy_stays_and_its_newer_original_is_announced_once(update, copy, originals):
    copy.write_text(notebook("my own"), encoding="utf-8")
    (originals / "a.ipynb").write_text(notebook("2"), encoding="utf-8")
    assert update() == Update([], [], ["a.ipynb"])
    assert update() == Update([], [], [])
    (originals / "a.ipynb").write_text(notebook("3"), encoding="utf-8")
    assert update() == Update([], [], ["a.ipynb"])
    assert copy.read_text(encoding="utf-8") == notebook("my own")


@pytest.mark.parametrize("damaged", [None, "{", "[]", '{"a.ipynb": 3}', '{"a.ipynb": ["x"]}'])
def test_without_the_digests_of_the_originals_no_edited_copy_is_lost(update, copy, damaged):
    file = copy.parent / ORIGINALS_FILE
    file.unlink() if damaged is None else file.write_text(damaged, encoding="utf-8")
    assert update() == Update([], [], [])
    copy.write_text(notebook("my own"), encoding="utf-8")
    file.unlink()
    assert update() == Update([], [], ["a.ipynb"])
    assert copy.read_text(encoding="utf-8") == notebook("my own")


@pytest.mark.parametrize("text", ["", "{", "[1]", '{"cells": [3]}', '{"cells": [{}]}'])
def test_a_copy_that_is_no_notebook_any_more_counts_as_edited(update, copy, originals, text):
    copy.write_text(text, encoding="utf-8")
    (originals / "a.ipynb").write_text(notebook("2"), encoding="utf-8")
    assert update().edited == ["a.ipynb"]


def test_the_command_says_in_a_line_what_it_did_and_nothing_where_nothing_was_to_do(
    tmp_path, capsys
):
    folder = tmp_path / "notebooks"

    def run():
        main(["notebooks", str(folder), "--update"])
        return capsys.readouterr().out

    first = folder / "00_play.ipynb"
    assert run() == f"Your own copy of the lessons is in {folder}; begin with {first}\n"
    assert run() == ""
    assert not (folder / "solutions").exists()
    (folder / "01_nim.ipynb").write_text(notebook("my own"), encoding="utf-8")
    (folder / "02_polygon.ipynb").unlink()
    (folder / ORIGINALS_FILE).unlink()
    assert run().splitlines() == [
        f"Updated in {folder}: 02_polygon.ipynb",
        "Edited by you and left as it is, although a newer one is out: 01_nim.ipynb",
    ]
    assert (notebooks() / "01_nim.ipynb").read_bytes() != (folder / "01_nim.ipynb").read_bytes()
