"""How often a click has the board compute and paint: each thing once for each position."""

import asyncio
from collections import Counter
from dataclasses import replace

import pytest
from page_driver import PageDriver, send_message
from patience import await_condition

from polygames.games import splinter
from polygames.games.splitter.board import scene as splitter_scene
from polygames.widgets.painter.layers import Layers

FIRST = 120
"""Legal first moves of Splinter."""


@pytest.fixture
def counted(monkeypatch):
    """Count what a board asks of Splinter, and how often it is painted."""
    counts = Counter()

    def counting(name, call):
        def counted(*args):
            counts[name] += 1
            return call(*args)

        return counted

    info, names = splinter.INFO, ("scene", "spell", "preview")
    plugs = {name: counting(name, getattr(info.board, name)) for name in names}
    monkeypatch.setattr(splinter, "INFO", replace(info, **plugs))
    monkeypatch.setattr(Layers, "paint", counting("paint", Layers.paint))
    return counts


def click(board, *spelling):
    """Send what the client sends for a click that finishes a spelling."""
    PageDriver(board).tell("move", spelling=list(spelling))


def peek(board, *spelling):
    """Send what the client sends when something is pointed at."""
    PageDriver(board).tell("request_preview", spelling=list(spelling))


def test_a_move_is_drawn_when_somebody_points_at_it(open_board, counted):
    board, told = open_board("splinter"), []
    board.pointer.send = told.append
    moves = board.pointer.frame["moves"]
    assert {*moves[0]} == {"spelling", "label"}
    assert moves[0]["label"] == "pawn g12 to f13"
    counted.clear()
    for spelling in (moves[0]["spelling"][:1], moves[0]["spelling"], moves[0]["spelling"]):
        peek(board, *spelling)
    first, second = told  # nothing is drawn for a piece alone
    assert first == second
    assert (first["kind"], first["label"]) == ("preview", "pawn g12 to f13")
    assert first["preview"]
    assert counted == {"preview": 1}, "once"


def test_what_is_done_at_a_board_paints_and_computes_each_thing_once(open_board, counted):
    def counts_of(act, *args, **kwargs):
        counted.clear()
        act(*args, **kwargs)
        return counted

    board = open_board("splinter")
    assert counted == {"paint": 1, "scene": 1, "spell": FIRST}, "when it is opened"
    assert counts_of(board.session.pause, paused=True) == {}
    assert counts_of(board.record.annotate, comment="hm") == {}
    assert counts_of(board.show_message, "hm") == {}
    one = {"paint": 1, "scene": 1}
    found = counts_of(click, board, *board.pointer.frame["moves"][0]["spelling"])
    # One preview: of the move itself, for the pieces that it lost.
    assert found == one | {"spell": len(board.state.legal_moves), "preview": 1}
    zoom = PageDriver(board).tell
    found = counts_of(zoom, "show_window", window=[2.0, 2.0, 6.0, 6.0])
    assert found == {"paint": 1}, "without the letters around the part at rest"
    assert counts_of(zoom, "show_window", window=[3.0, 2.0, 7.0, 6.0]) == {"paint": 1}


async def test_a_click_against_an_agent_paints_each_position_once_and_asks_nothing_for_the_agent(
    open_board, counted
):
    board = open_board("splinter", seats=("human", "random"))
    counted.clear()
    before = board.pointer.frame["version"]
    click(board, *board.pointer.frame["moves"][0]["spelling"])
    assert counted == {"paint": 1, "scene": 1}, "the picture at once, the rest later"
    await await_condition(lambda: board.pointer.frame["version"] == before + 2)
    following = len(board.state.legal_moves)
    assert 1 <= counted.pop("preview") <= 2, "of moves that were made, for what they lost"
    assert counted == {"paint": 2, "scene": 2, "spell": following}


def test_agents_among_themselves_have_nothing_spelled(open_board, counted):
    open_board("splinter", seats=("random", "random"), max_plies=6)
    assert counted == {"paint": 7, "scene": 7, "preview": 6}


def test_a_placement_that_can_be_clicked_in_two_ways_is_previewed_once(open_board, monkeypatch):
    previewed, preview = Counter(), splitter_scene.preview

    def counting(state, move):
        previewed[move] += 1
        return preview(state, move)

    monkeypatch.setattr(splitter_scene, "preview", counting)
    board = open_board("splitter", dice=["roll 4-1"])
    assert len(board.pointer.frame["moves"]) == 132
    previewed.clear()
    for spelling in (("die4", "r2c0"), ("die1", "r2c7"), ("die4", "r2c1")):
        peek(board, *spelling)
    assert [*previewed.values()] == [1, 1]
    click(board, "die4", "r2c0")
    assert max(previewed.values()) == 1, "also while it waits to be confirmed"


async def test_moves_at_once_are_each_painted_and_the_rest_is_shown_once(open_board, counted):
    board, frames = open_board("splinter"), []
    before = board.pointer.frame
    board.pointer.observe(lambda change: frames.append(change["new"]["version"]), "frame")
    counted.clear()
    for _ in range(2):
        board.play(next(iter(board.state.legal_moves)))
    assert counted["paint"] == 2, "at once"
    assert board.pointer.frame is before
    click(board, *before["moves"][-1]["spelling"])
    assert len(board.record.moves) == 2, "a click on the picture before is too late"
    await asyncio.sleep(0.2)
    assert frames == [before["version"] + 2]
    assert "White moves" in PageDriver(board).header
    assert (counted["paint"], counted["scene"]) == (2, 2)
    ways = board.pointer.frame["moves"]
    assert counted["preview"] <= len(ways) + 2, "of no position that was shown for a moment"
    board.play(next(iter(board.state.legal_moves)))
    board.close()
    await asyncio.sleep(0.1)
    assert len(frames) == 1, "a board that is closed shows nothing more"


async def test_the_button_of_a_position_that_is_over_plays_nothing(open_board):
    board = open_board("split")
    board.play("draw 0,3.13 - 1.86,0")
    await asyncio.sleep(0.2)
    button = PageDriver(board).choices[0]
    for _ in range(2):
        button.click()
    assert (len(board.record.moves), board.message) == (2, "")


def test_the_canvas_is_as_fine_as_the_screen_and_is_painted_once_for_that(open_board, counted):
    board = open_board("splinter", width=500)
    canvas = PageDriver(board).picture
    height = canvas.height
    assert canvas.width == 1000, "before any page has said what it has"
    counted.clear()
    for pixels in (700, 700.0, "wide", -3):
        send_message(board.pointer, {"kind": "report_width", "pixels": pixels})
    assert counted == {"paint": 1}
    assert (canvas.width, canvas.height) == (700, pytest.approx(0.7 * height, abs=1))
    send_message(board.pointer, {"kind": "report_width", "pixels": 1e8})
    assert canvas.width == 4096


def test_dice_that_fall_at_once_are_painted_with_the_placement_before(open_board, monkeypatch):
    counts = Counter()
    monkeypatch.setattr(Layers, "paint", lambda *_: counts.update(["paint"]))
    board = open_board("splitter")
    counts.clear()
    board.play(next(iter(board.state.legal_moves)))
    assert (counts["paint"], len(board.record.moves)) == (1, 3)
