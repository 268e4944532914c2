"""What the form that saves and loads says of a file that it cannot use."""

import asyncio
import errno
import os
import re

import pytest
from helpers import play_on, record_game
from page_driver import PageDriver, find_by_class, shown_html, shown_widgets

import polygames as pg
from polygames.core.links import PLAY_ADDRESS_VARIABLE, parse_link
from polygames.play_page.open_game import OpenGame
from polygames.view.help import rule_texts
from polygames.view.qr_code import TOO_LONG_TEXT, qr_svg

LINE = "draw 0,4 - 10,6"


@pytest.fixture
def board(open_board):
    board = open_board()
    board.play(LINE)
    return board


def pressed(board, text, path):
    """Press Save or Load with a path, and return what is said below them."""
    page = PageDriver(board)
    page.field("File", "Record").value = str(path)
    page.press(text)
    return refusal(board, "The game")


def refusal(board, title):
    """Return what is refused in the part of the page with this title."""
    parts = find_by_class(board.get_panel("Record").box, "form-part")
    [part] = [each for each in parts if title in each.children[0].value]
    [said] = find_by_class(part, "form-refusal")
    return said.value


def test_a_position_that_cannot_be_set_up_is_refused_below_the_button_that_was_pressed(board):
    page, state = PageDriver(board), board.state
    page.field("As text", "Record").value = "splinter 1"
    page.press("Set up this position")
    assert "role='alert'" in refusal(board, "The position")
    assert refusal(board, "The game") == ""
    assert board.state is state
    page.field("As text", "Record").value = state.to_text()
    page.press("Set up this position")
    assert refusal(board, "The position") == ""


@pytest.mark.parametrize("text", ["Save", "Load"])
@pytest.mark.parametrize(
    ("path", "said"),
    [
        ("none/game.txt", "There is no folder "),
        ("folder", "is a folder. Give the name of a file in it"),
        ("file.txt/game.txt", "file.txt is a file, not a folder."),
        (f"{'x' * 300}.txt", "a path must have names of at most 255 bytes"),
        ("", "must be the name of a file"),
    ],
)
def test_a_bad_path_is_told_in_plain_english(board, tmp_path, monkeypatch, text, path, said):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "folder").mkdir()
    (tmp_path / "file.txt").write_text("mine")
    found = pressed(board, text, path)
    assert said in found
    assert "Errno" not in found
    assert (tmp_path / "file.txt").read_text() == "mine"
    assert len(board.record.moves) == 1


def test_a_place_without_permission_no_file_and_no_text_are_told(board, tmp_path, monkeypatch):
    file = tmp_path / "game.txt"
    assert "There is no file " in pressed(board, "Load", file)
    file.write_bytes(b"\xff\xfe\x00")
    assert "<span role='alert'>" in pressed(board, "Load", file)
    assert len(board.record.moves) == 1

    def refused(*_args):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), "game.txt")

    monkeypatch.setattr(pg.Record, "save", refused)
    assert "You do not have permission to use " in pressed(board, "Save", tmp_path / "other.txt")


def test_save_replaces_something_else_only_when_pressed_again_and_it_is_loaded(board, tmp_path):
    file = tmp_path / "diary.txt"
    file.write_text("Dear diary")
    said = pressed(board, "Save", file)
    assert "diary.txt already contains a file that is not a game." in said
    assert "press Save again to replace it" in said
    assert file.read_text() == "Dear diary"
    file.write_text("Dear diary, again")
    os.utime(file, (1, 1))
    assert "press Save again" in pressed(board, "Save", file), "it is another text by now"
    assert pressed(board, "Save", tmp_path / "other.txt") == ""
    assert "press Save again" in pressed(board, "Save", file), "another name came in between"
    assert pressed(board, "Save", file) == pressed(board, "Save", file) == ""
    board.new()
    assert pressed(board, "Load", file) == ""
    assert len(pg.load(file).moves) == len(board.record.moves) == 1
    board.new()
    board.play("draw 0@0.5 - 2@0.5")
    said = pressed(board, "Save", file)
    assert "diary.txt already contains another game of split with 1 move." in said


def test_the_page_of_the_game_is_saved_beside_its_record_and_again(board, tmp_path):
    assert pressed(board, "Save as a page", tmp_path / "mine.txt") == ""
    page = tmp_path / "mine.html"
    assert "draw 1@0.6 - 3@0.4" in page.read_text(encoding="utf-8")
    board.play("color blue")
    assert pressed(board, "Save as a page", tmp_path / "mine.txt") == ""
    assert "color blue" in page.read_text(encoding="utf-8")
    assert not (tmp_path / "mine.txt").exists()


def test_a_page_that_is_not_ours_is_replaced_only_when_that_is_asked_for_again(board, tmp_path):
    other = tmp_path / "index.html"
    other.write_text("mine")
    said = pressed(board, "Save as a page", tmp_path / "index.txt")
    assert "index.html already contains a file that is not a game" in said
    assert other.read_text() == "mine"
    assert pressed(board, "Save as a page", tmp_path / "index.txt") == ""
    assert other.read_text() != "mine"


@pytest.mark.parametrize("game", pg.games())
def test_the_rules_are_told_in_the_words_of_the_form(open_board, game):
    board = open_board(game)
    board.open_panel("Record")
    told = shown_html(board.get_panel("Record").box)
    rules = re.findall(r"<li>(.*?)</li>", told)
    assert rules
    assert all(re.search(r"\w: <b>.+</b>|\.( <span>.+</span>)?$", rule) for rule in rules), rules
    for raw in ("strict", "max_plies", "False", "True", "None", "1e-06", "block"):
        assert raw not in told
    for rule in rule_texts(board.info, board.state.options):
        assert rule.answer not in {"no", "yes"}, f"{rule.question}: say what that means"
        assert rule.explanation or not re.fullmatch(r"[\d., ]+", rule.answer), rule.question


@pytest.mark.parametrize(
    ("game", "options", "said"),
    [
        (
            "polygon",
            {"n": 7, "colors": "any"},
            (
                "<b>The rules of this game</b>",
                "<li>Corners: <b>7</b> <span>A game with more corners takes longer.</span></li>",
                "<li>You may end at a crossing: <b>of any two colours</b> ",
            ),
        ),
        (
            "territory",
            {"penalty": 0.5, "swap": True},
            (
                "<b>Any board, with a take-over.</b> The colours may be unequal.",
                "Penalty: <b>0.5</b> <span>How much of its value a tile of the other",
                "After a take-over, the second player plays Blue",
            ),
        ),
    ],
)
def test_the_set_of_rules_and_its_sentences_come_first_on_the_page(open_board, game, options, said):
    board = open_board(game, **options)
    board.open_panel("Record")
    told = shown_html(board.get_panel("Record").box)
    assert all(sentence in told for sentence in said), told
    assert re.findall(r"<b>(.*?)</b>", told)[0] == "The rules of this game"


def test_a_page_that_is_being_saved_says_how_far_it_is_and_can_be_stopped(
    open_board, tmp_path, monkeypatch
):
    monkeypatch.setattr("polygames.view.webpage.page.PROGRESS_SECONDS", 0)

    async def scenario():
        record = play_on(record_game("polygon", n=12, max_plies=200), 1, 60)
        board, told, draws = open_board(record), [], asyncio.Event()
        page = PageDriver(board)
        page.field("File", "Record").value = str(tmp_path / "game.txt")
        panel = board.get_panel("Record")

        def hear(change):
            told.append(change["new"])
            if "Drawing move" in change["new"]:
                draws.set()

        panel._game_feedback.message.observe(hear, "value")
        page.press("Save as a page")
        await draws.wait()
        page.press("Stop")
        board.close()
        return told

    told = asyncio.run(scenario())
    assert told[-1] == "<span role='status'>Stopped: no page was saved.</span>"
    assert [path.name for path in tmp_path.iterdir()] == []


PAGE = "https://school.example/play/"


@pytest.fixture
def linked(monkeypatch):
    """Set the address of the play page."""
    monkeypatch.setenv(PLAY_ADDRESS_VARIABLE, PAGE)


def link_part(board):
    """Return what the part of the panel about the link shows, as HTML."""
    board.open_panel("Record")
    parts = find_by_class(board.get_panel("Record").box, "form-part")
    [part] = [each for each in parts if "The link" in each.children[0].value]
    return shown_html(part)


def copied_link(board):
    """Press Copy link, and return the text that the page is asked to copy."""
    sent = []
    board.pointer.send = sent.append
    PageDriver(board).press("Copy link")
    [message] = [each for each in sent if each["kind"] == "copy_text"]
    return message["text"]


@pytest.mark.parametrize("game", pg.games())
@pytest.mark.usefixtures("linked")
def test_the_copied_link_opens_the_game_up_to_the_position_on_the_board(open_board, game):
    board = open_board(play_on(pg.Record(pg.new(game)), 1, 4))
    board.record.goto(2)
    board.open_panel("Record")
    link = copied_link(board)
    assert link.startswith(f"{PAGE}#{game}/game/")
    opened = OpenGame.from_link(parse_link(link), number=1)
    assert opened.table.record.moves == board.record.moves
    assert len(opened.table.record.moves) == 2
    board._page_connection.handle_message({"kind": "copied"})
    assert board.message == "The link is on the clipboard."


@pytest.mark.usefixtures("linked")
def test_the_link_of_a_puzzle_opens_the_puzzle(open_board):
    puzzle = pg.puzzles("polygon")[3]
    board = open_board("polygon")
    board.play("A-C")
    board.show_puzzle(puzzle)
    board.open_panel("Record")
    assert copied_link(board) == puzzle.link()
    board.return_to_game()
    assert parse_link(copied_link(board)).kind == "game"


@pytest.mark.usefixtures("linked")
def test_the_qr_code_is_that_of_the_position_on_the_board(board):
    page = PageDriver(board)
    board.open_panel("Record")
    page.press("QR code")
    assert qr_svg(board.record.link()) in link_part(board)
    board.play("color blue")
    assert "<svg" not in link_part(board), "the code of another position was left"
    page.press("QR code")
    assert qr_svg(board.record.link()) in link_part(board)
    page.press("QR code")
    assert "<svg" not in link_part(board)


@pytest.mark.usefixtures("linked")
def test_a_link_too_long_for_a_qr_code_is_copied_and_the_reason_shown(open_board):
    record = play_on(pg.Record(pg.new("split", fill_limit=0.5)), 0, 150)
    board = open_board(record)
    board.open_panel("Record")
    PageDriver(board).press("QR code")
    assert TOO_LONG_TEXT in link_part(board)
    assert copied_link(board) == record.link()


@pytest.mark.usefixtures("linked")
def test_without_the_library_the_qr_code_says_what_to_install(board, monkeypatch):
    monkeypatch.setattr("polygames.view.qr_code.is_available", lambda _: False)
    board.open_panel("Record")
    PageDriver(board).press("QR code")
    assert "A QR code needs segno: pip install" in link_part(board)


def test_without_an_address_the_panel_says_how_to_set_it_and_offers_no_link(board, monkeypatch):
    monkeypatch.delenv(PLAY_ADDRESS_VARIABLE, raising=False)
    assert f"%env {PLAY_ADDRESS_VARIABLE}=https://school.example/play/" in link_part(board)
    assert "Copy link" not in shown_labels(board)
    monkeypatch.setenv(PLAY_ADDRESS_VARIABLE, "school.example")
    board.open_panel("Analysis")
    assert "must begin with https://" in link_part(board)
    assert "Copy link" not in shown_labels(board)
    monkeypatch.setenv(PLAY_ADDRESS_VARIABLE, PAGE)
    board.open_panel("Analysis")
    assert PLAY_ADDRESS_VARIABLE not in link_part(board)
    assert "Copy link" in shown_labels(board)


def shown_labels(board):
    """Return the labels of the widgets of the panel that are not hidden."""
    shown = shown_widgets(board.get_panel("Record").box)
    return [getattr(each, "description", "") for each in shown]


@pytest.mark.usefixtures("linked")
def test_a_game_that_is_not_on_the_play_page_has_no_link(open_board, monkeypatch):
    monkeypatch.setattr("polygames.widgets.panels.record_link.is_built_in", lambda _: False)
    board = open_board("polygon")
    assert "not this game" in link_part(board)
    assert "Copy link" not in shown_labels(board)
