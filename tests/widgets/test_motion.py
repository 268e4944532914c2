"""How a move is seen to be made: what the pages are told of it, before they get the picture."""

from random import Random

import pytest
from ipycanvas.canvas import _CANVAS_MANAGER

import polygames as pg
from polygames.core.registry import info_of
from polygames.scene.model import Disc, scene_window
from polygames.widgets.painter.pointer import Pointer


def discs(shapes):
    return {each.center for each in shapes if isinstance(each, Disc)}


@pytest.fixture
def told(monkeypatch):
    """Return what boards tell their pages, and when they send a picture."""
    order = []
    monkeypatch.setattr(Pointer, "send", lambda _, content: order.append(content))
    monkeypatch.setattr(type(_CANVAS_MANAGER), "flush", lambda _: order.append("picture"))
    return order


def test_pages_hear_of_a_move_before_they_get_the_picture(open_board, told):
    board = open_board("splinter")
    told.clear()
    board.play("h9-h10")
    (shown, *_), (motion,) = told, told[0]["motions"]
    assert told[:2] == [shown, "picture"]
    assert (shown["kind"], shown["version"]) == ("motion", 1)
    assert motion["shift"] == (0, 1), "from below"


def by_hand(board, **message):
    board.handle_message({"version": board.version, **message})


def test_the_page_where_a_line_was_drawn_by_hand_is_not_told_how_it_grows(open_board, told):
    board = open_board("split")
    for views in (1, 2):
        board.session.views.add(f"view {views}")
        told.clear()
        by_hand(board, kind="line", start=[0, 3 + views], end=[10, 3 + views])
        assert board.state.ply == 1
        assert [each["kind"] for each in told if each != "picture"] == ["motion"] * (views - 1)
        board.undo()


def test_the_page_where_a_piece_was_pushed_by_hand_shows_it_already_and_is_answered(
    open_board, told
):
    board = open_board("splinter")
    board.session.views.add("a view")
    told.clear()
    by_hand(board, kind="move", spelling=["h9", "h10"], id=5)
    assert told[0] == "picture", "no motion comes before it"
    answer = {"kind": "confirmed", "id": 5, "version": board.version}
    assert told.index("picture") < told.index(answer)


def test_a_move_that_comes_twice_is_made_once_and_answered_again(open_board, told):
    board = open_board("splinter")
    meant = {"version": board.version, "spelling": ["h9", "h10"], "id": 5}
    by_hand(board, kind="move", **meant)
    told.clear()
    by_hand(board, kind="move", **meant)
    assert told == [], "late: the answer is on its way"
    by_hand(board, kind="move", **meant, again=1)
    assert len(board.record.moves) == 1
    assert told == ["picture", {"kind": "confirmed", "id": 5, "version": board.version}]


def test_only_a_move_onwards_is_shown_as_one(open_board, told):
    board = open_board("split")
    board.play("draw 0,5 - 10,5")
    told.clear()
    board.undo()
    board.new()
    assert told
    assert [each for each in told if each != "picture"] == []


def test_in_splinter_the_pushed_pieces_come_to_where_the_next_picture_has_them():
    state, rng = pg.new("splinter"), Random(2)
    info = info_of(state)
    for _ in range(30):
        move = state.legal_moves.sample(rng)
        (motion,), lost = info.board.motion(state, move), info.board.preview(state, move).fading
        state = state.play(move)
        pushed, shown = discs(motion.shapes), discs(info.scene(state))
        assert pushed
        assert pushed - discs(lost) <= shown
        if state.outcome is not None:
            break


def test_dice_fall_and_what_is_written_in_secret_is_not_shown():
    state = pg.new("splitter", players=2)
    roll = state.parse("roll 4-1")
    one, other = info_of(state).board.motion(state, roll)
    window = scene_window(info_of(state).scene(state))
    pips = [sum(isinstance(each, Disc) for each in die.shapes) for die in (one, other)]
    assert pips == [4, 1]
    assert all(window.left < die.origin[0] < window.right for die in (one, other))
    state = state.play(roll)
    assert info_of(state).board.motion(state, state.parse("r2c0=4")) == ()


def test_a_line_grows_from_where_it_starts():
    split, polygon = pg.new("split"), pg.new("polygon")
    (line,) = info_of(split).board.motion(split, split.parse("draw 0,5 - 10,5"))
    assert (line.scale, line.origin) == (0, line.shapes[0].start)
    (segment,) = info_of(polygon).board.motion(polygon, polygon.parse("A-C"))
    assert segment.origin == segment.shapes[0].start
