"""A whole game of each by keys and ears alone: nothing is read but what a screen reader is given.

The page's own modules run in Node. What was pressed and what was heard is kept in `tests/spoken`;
to renew a transcript delete it, run the test, and read it as somebody who does not see the board.
"""

import json
from pathlib import Path
from types import SimpleNamespace

import pytest
from node import Node, missing_reason
from page_driver import PageDriver, send_message
from person import Keys, press_keys
from wholegame import CHOOSE_MOVE_CODE, SMALL_GAMES

TESTS = Path(__file__).parents[1]

pytestmark = pytest.mark.skipif(bool(missing_reason()), reason=missing_reason())


class Ears(Keys):
    """Presses keys at a board that it does not see, and writes down what it hears."""

    def __init__(self, board):
        self.board, self.node = board, Node("pointer/pointer", TESTS / "js" / "fake_page")
        keyboard = SimpleNamespace(press=self.press_key)
        super().__init__(SimpleNamespace(page=SimpleNamespace(keyboard=keyboard)))
        self.lines = self.node("openEars(main, data)", board.pointer.frame)
        self.told = []  # what the page has not heard yet, in its order
        board.pointer.send = self.told.append
        board.pointer.observe(
            lambda change: self.told.append({"kind": "frame", "frame": change.new}), "frame"
        )

    def press_key(self, key):
        self.lines.append(f"[{key}]")
        for each in self.heard("ears.press(data)", key):
            send_message(self.board.pointer, each)
        self.heard("ears.hear(data)", [each for each in self.told if each["kind"] != "motion"])
        self.told.clear()

    def heard(self, code, data):
        """Have the page do something and write down what is said; return what is sent."""
        heard = self.node(code, data)
        self.lines += heard["said"]
        return heard["sent"]

    def walk_over(self, rows, columns):
        """Walk over a whole board, line by line, to hear what stands where."""
        corner = ["n", *["ArrowUp"] * rows, *["ArrowLeft"] * columns]
        lines = ("ArrowLeft" if row % 2 else "ArrowRight" for row in range(rows))
        for key in [*corner, *(key for to in lines for key in [*[to] * columns, "ArrowDown"])]:
            self.press_key(key)

    def button(self, text):
        press_keys(self.page, str(PageDriver(self.board).labels.index(text) + 1))

    def play_once(self):
        frame, scope = json.loads(json.dumps(self.board.pointer.frame)), {"board": self.board}
        exec(CHOOSE_MOVE_CODE, scope)  # noqa: S102 - our own words
        if (way := scope["chosen"]) is None:
            self.line(frame)
        else:
            self.play(frame, next(each for each in frame["moves"] if each["spelling"] == [*way]))
        if getattr(self.board, "choice", None) is not None:
            self.button("Confirm")


@pytest.mark.parametrize("game", SMALL_GAMES)
def test_a_whole_game_is_played_by_keys_and_what_is_heard(open_board, game):
    board = open_board(game, **eval(f"dict({SMALL_GAMES[game]}, seed=4)"))  # noqa: S307 - likewise
    ears = Ears(board)
    if game == "splinter":
        ears.walk_over(*board.state.shape)
        labels = {each["label"] for each in board.pointer.frame["items"]}
        assert all(any(line.startswith(label) for line in ears.lines) for label in labels)
    while board.state.outcome is None:
        ply = board.state.ply
        ears.play_once()
        assert board.state.ply > ply, ears.lines[-8:]
    ears.node("ears.end()", None)
    ears.node.close()
    kept, heard = TESTS / "spoken" / f"{game}.txt", "\n".join(ears.lines) + "\n"
    if not kept.exists():
        kept.write_text(heard, encoding="utf-8")
        pytest.fail(f"{kept.name} is new: read it")
    assert heard == kept.read_text(encoding="utf-8")
