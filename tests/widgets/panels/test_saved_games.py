"""My games: pictures of all saved games, of which a page at a time is read."""

import asyncio
import os
from contextlib import closing
from pathlib import Path

import pytest
from helpers import play_on, record_game
from page_driver import PageDriver, press, send_message

import polygames as pg
from polygames.widgets import autosave
from polygames.widgets.board import PANEL_DELAY_SECONDS, BoardWidget
from polygames.widgets.panels import saved_games
from polygames.widgets.panels.saved_games import (
    GAMES_PER_PAGE,
    NO_GAMES_TEXT,
    SavedGamesList,
)

AGAINST_LEVEL_2 = ("human", "level 2")


def keep(folder, number, game="polygon", *, plies=None, by=AGAINST_LEVEL_2, **options):
    """Save a game in a folder as if at that second, and return its file."""
    length = () if plies is None else (plies,)
    record = play_on(record_game(game, by=by, **options), number, *length)
    file = record.save(folder / f"{game}-{number:04d}.txt")
    os.utime(file, (number, number))
    return file


@pytest.fixture
def open_list(tmp_path, boards):
    def start():
        boards.append(SavedGamesList(tmp_path, pg.play))
        return boards[-1]

    return start


def cards(shelf):
    return shelf.display.content["cards"]


def tell(shelf, kind, **content):
    send_message(shelf.display, {"kind": kind, **content})


def test_each_game_has_a_picture_its_result_and_what_can_be_done_the_newest_first(
    open_list, tmp_path
):
    won = keep(tmp_path, 1, n=5)
    mine = keep(tmp_path, 2, "territory", plies=2, size=4)
    theirs = keep(tmp_path, 3, "split", plies=3, by=("human", "human"))
    os.utime(won)
    shelf = open_list()
    newest, second, third = cards(shelf)
    assert newest["headline"] == "You won against level 2"
    assert (newest["kind"], newest["title"], newest["file"]) == ("won", "Polygon", won.name)
    assert newest["about"].startswith("today ")
    assert newest["about"].endswith(" · 5 moves")
    assert newest["actions"] == [["look", "Look"], ["review", "Review"]]
    assert (second["file"], second["headline"]) == (theirs.name, "Red's turn")
    assert (third["file"], third["headline"]) == (mine.name, "Your turn")
    assert third["actions"] == [["continue", "Continue"]]
    assert all(each["picture"].startswith("<svg ") for each in cards(shelf))
    assert shelf.display.content["note"] == "3 games"


@pytest.mark.parametrize("game", pg.games())
def test_the_picture_is_that_of_the_end(open_list, tmp_path, game):
    file = keep(tmp_path, 1, game, **({"players": 2} if game == "splitter" else {}))
    end = pg.load(file).root.end.state
    [card] = cards(open_list())
    drawn = pg.svg(end, saved_games.CARD_PICTURE_WIDTH_PX)
    assert card["picture"].count("<path") == drawn.count("<path")
    assert card["picture"].count("<circle") == drawn.count("<circle")


def test_the_games_of_one_kind_are_a_press_away(open_list, tmp_path):
    for number in range(1, 5):
        keep(tmp_path, number, n=5)
    keep(tmp_path, 9, "territory", size=4)
    shelf = open_list()
    assert [each["title"] for each in shelf.display.content["filters"]] == [
        "All",
        "Polygon",
        "Territory",
    ]
    tell(shelf, "choose_game", game="polygon")
    assert {card["title"] for card in cards(shelf)} == {"Polygon"}
    assert shelf.display.content["note"] == "4 games"
    tell(shelf, "choose_game", game="nothing")
    assert len(cards(shelf)) == 5, "an unknown kind means all"


def test_of_500_games_only_those_of_a_page_are_read(open_list, tmp_path, monkeypatch):
    text = keep(tmp_path, 1, n=5).read_text()
    for number in range(2, 501):
        file = tmp_path / f"polygon-{number:04d}.txt"
        file.write_text(text)
        os.utime(file, (number, number))
    read = []
    usual = autosave.read_text
    monkeypatch.setattr(
        autosave, "read_text", lambda path, *given: read.append(path.name) or usual(path, *given)
    )
    shelf = open_list()
    assert len(read) == GAMES_PER_PAGE
    assert read[0] == "polygon-0500.txt"
    tell(shelf, "turn_page", page=1)
    assert len(read) == 2 * GAMES_PER_PAGE
    assert cards(shelf)[0]["file"] == f"polygon-{500 - GAMES_PER_PAGE:04d}.txt"
    last = shelf.display.content["page_count"] - 1
    tell(shelf, "turn_page", page=999)
    assert (shelf.display.content["page"], len(cards(shelf))) == (last, 500 % GAMES_PER_PAGE)
    tell(shelf, "turn_page", page=-5)
    assert shelf.display.content["page"] == 0


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (b"", "file is empty|expected|first line"),
        (b"\xff\xfe", "not a saved game"),
        (b"hello", "hello"),
        (b"x" * 400_000, "more than 300000 bytes"),
        (b"polygames record 1\ngame: chess\n", "chess"),
        (b"polygames record 1\ngame: polygon\noptions: {}\n\n1. A-Z\n", "A-Z"),
    ],
)
def test_a_damaged_file_says_why_and_the_others_are_shown(open_list, tmp_path, content, why):
    keep(tmp_path, 1, n=5)
    (tmp_path / "polygon-0002.txt").write_bytes(content)
    keep(tmp_path, 3, n=5)
    (tmp_path / "polygon-0004.txt").mkdir()
    (tmp_path / "polygon-0005.txt").symlink_to(tmp_path / "nothing")
    shelf = open_list()
    found = {card["file"]: card for card in cards(shelf)}
    assert len(found) == 3
    damaged = found["polygon-0002.txt"]
    assert (damaged["headline"], damaged["kind"]) == ("This file cannot be read", "damaged")
    assert (damaged["title"], damaged["actions"]) == ("polygon-0002.txt", [])
    assert any(word in damaged["about"] for word in why.split("|")), damaged["about"]
    assert {found[f"polygon-000{n}.txt"]["kind"] for n in (1, 3)} == {"won"}


def test_no_games_say_so(open_list):
    shelf = open_list()
    assert (cards(shelf), shelf.display.content["note"]) == ([], NO_GAMES_TEXT)


@pytest.mark.parametrize("game", pg.games())
def test_to_look_at_a_finished_game_shows_its_end_and_leaves_its_file_as_it_was(
    open_list, tmp_path, game
):
    options = {"players": 2} if game == "splitter" else {}
    file = keep(tmp_path, 1, game, **options)
    record = pg.load(file)
    record.goto(1)
    record.save(file)
    os.utime(file, (1, 1))
    before = file.read_bytes(), file.stat().st_mtime_ns
    shelf = open_list()
    tell(shelf, "open", file=file.name, action="look")
    board = shelf.children[1]
    page = PageDriver(board)
    assert board.state == record.root.end.state
    assert page.labels == ["Rematch", "Review", "Next puzzle"]
    assert "polygames-result" in page.header, "the card says what game it is"
    board.undo()
    board.redo()
    board.open_panel("Moves")
    press(shelf, "◀ Back to your games")
    assert (file.read_bytes(), file.stat().st_mtime_ns) == before
    assert [each.name for each in tmp_path.iterdir()] == [file.name]
    assert len(cards(shelf)) == 1


def test_a_review_is_one_press_away(open_list, tmp_path):
    file = keep(tmp_path, 1, n=5)
    shelf = open_list()
    tell(shelf, "open", file=file.name, action="review")
    board = shelf.children[1]
    assert PageDriver(board).tab == "Review"
    assert board.get_panel("Review").review is not None


def test_a_game_that_is_continued_and_finished_is_a_finished_game_in_the_list(open_list, tmp_path):
    file = keep(tmp_path, 1, plies=2, by=("human", "human"), n=5)
    shelf = open_list()
    assert cards(shelf)[0]["actions"] == [["continue", "Continue"]]
    tell(shelf, "open", file=file.name, action="continue")
    board = shelf.children[1]
    assert "You continue the game of Polygon" in PageDriver(board).header
    while board.state.outcome is None:
        board.play(next(iter(board.state.legal_moves)))
    press(shelf, "◀ Back to your games")
    [card] = cards(shelf)
    assert (card["file"], card["headline"]) == (file.name, "Red won")


def test_only_a_file_of_the_page_is_opened_and_one_that_is_gone_says_so(open_list, tmp_path):
    keep(tmp_path, 1, n=5)
    file = keep(tmp_path, 2, n=5)
    (tmp_path.parent / "outside.txt").write_text("")
    shelf = open_list()
    for name in ("../outside.txt", "polygon-9999.txt"):
        tell(shelf, "open", file=name, action="look")
        assert shelf.children == (shelf.display,)
    file.unlink()
    tell(shelf, "open", file=file.name, action="look")
    assert shelf.children == (shelf.display,)
    assert file.name in shelf.display.content["note"]
    assert len(cards(shelf)) == 1
    tell(shelf, "turn_page", page=0)
    assert shelf.display.content["note"] == "1 game"


def test_the_button_of_a_board_opens_the_list(tmp_path):
    file = keep(tmp_path, 1, n=5)
    with closing(pg.play("split", autosave=tmp_path)) as board:
        board.open_new()
        PageDriver(board).press("My games")
        shelf = board.children[1]
        assert [card["file"] for card in cards(shelf)] == [file.name]
    assert Path(file).exists()


def test_the_buttons_of_an_opened_game_are_complete_when_the_page_gets_them(tmp_path, monkeypatch):
    refreshes = []
    refresh = BoardWidget.refresh_controls
    monkeypatch.setattr(
        BoardWidget, "refresh_controls", lambda self: refreshes.append(refresh(self))
    )

    async def open_it():
        with closing(SavedGamesList(tmp_path, pg.play)) as shelf:
            shelf.open_game(keep(tmp_path, 1, n=5), "look")
            done = len(refreshes)
            await asyncio.sleep(2 * PANEL_DELAY_SECONDS)
            return done, len(refreshes)

    done, later = asyncio.run(open_it())
    assert done == later > 0
