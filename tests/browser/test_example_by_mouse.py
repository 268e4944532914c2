"""Nim of ``examples/nim``, registered in a notebook and played by mouse against its own agent."""

from pathlib import Path

EXAMPLE = Path(__file__).parents[2] / "examples" / "nim"

BOARD = f"""import sys
from random import Random
sys.path.insert(0, {str(EXAMPLE)!r})
import polygames as pg
from polygames_nim import INFO

pg.register(INFO)
nimsum = pg.agent("nimsum", game="nim")
board = pg.play("nim", seats=("human", "nimsum"), seed=1, autosave=None)
board"""


def stone(heap, number):
    """Return where a stone lies: heap 0 on top, number 1 on the left."""
    return number + 0.5, heap + 0.5


def test_a_game_from_outside_is_won_by_clicks(open_board):
    page = open_board(BOARD)
    page.move(stone(0, 2))
    assert page.tip == "take 2 from heap a, leave 1"
    page.click(stone(0, 2))
    page.until("board.state.ply", 2)
    page.button("Hint")
    page.until("board.message.startswith('Hint: take ')", True)
    while page.value("board.state.outcome is None") == "True":
        move = page.value("nimsum.choose(board.state, Random(0))")
        heap, ply = "abc".index(move[0]), int(page.value("board.state.ply"))
        stones = int(page.value(f"board.state.heaps[{heap}]"))
        page.click(stone(heap, stones - int(move[1:]) + 1))
        page.until(f"board.state.ply >= {ply + 2} or board.state.outcome is not None", True)
    page.until("board.state.outcome.winners", "frozenset({0})")
    assert "First took the last stone and wins" in page.text
    page.button("Help")
    page.page.get_by_text("take one stone or more, all from one heap").first.wait_for()
