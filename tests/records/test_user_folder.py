"""All that is written without being asked where is in one folder, which can be asked for."""

from contextlib import closing
from pathlib import Path

import pytest

import polygames as pg
from polygames.records.user_folder import AUTOSAVE_FOLDER, DECK_FILE, FOLDER_VARIABLE
from polygames.search.puzzles.progress import Progress


@pytest.fixture(autouse=True)
def here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv(FOLDER_VARIABLE, raising=False)
    return tmp_path


def everything_written():
    """Play, review, make cards, solve a puzzle and teach, nowhere in particular."""
    with closing(pg.play("polygon", n=6, seed=1)) as board:
        board.play("A-C")
    pg.collection().deck(workers=1, progress=False, player="You")
    progress = Progress()
    progress.answer(progress.next("polygon"), 1.0)
    pg.classroom("polygon", open_door=False).close()


@pytest.mark.parametrize("asked", ["", "elsewhere/mine"])
def test_all_that_is_written_by_itself_is_in_the_folder_that_is_said(asked, monkeypatch):
    if asked:
        monkeypatch.setenv(FOLDER_VARIABLE, asked)
    everything_written()
    assert pg.folder() == Path(asked or "polygames-files")
    assert [*Path().iterdir()] == [Path(pg.folder().parts[0])]
    names = ["autosave", "classes", "deck.json", "puzzles.json", "reviews"]
    assert sorted(path.name for path in pg.folder().iterdir()) == names
    assert [entry.game for entry in pg.collection()] == ["polygon"]


def test_the_folder_is_found_out_when_it_is_needed_and_home_is_known(monkeypatch, tmp_path):
    assert str(AUTOSAVE_FOLDER) == str(Path("polygames-files", "autosave"))
    monkeypatch.setenv(FOLDER_VARIABLE, "~/games")
    monkeypatch.setenv("HOME", str(tmp_path))
    assert Path(DECK_FILE) == tmp_path / "games" / "deck.json"
    assert repr(DECK_FILE) == "pg.folder() / 'deck.json'"
