"""What a listener hears of an analysis that changes several times a second."""

from dataclasses import replace

import pytest
from page_driver import PageDriver

import polygames as pg
from polygames.core.analysis import Analysis, MoveValue
from polygames.core.descriptions import NUMBERED_NAMES
from polygames.widgets.panels.analysis_speech import SETTLED_SECONDS, AnalysisSpeech

START = pg.new("polygon", n=8)


def analysis(move="A-C", chance=0.6):
    best = MoveValue(START.parse(move), 2 * chance - 1, -1.0, 1.0, depth=3)
    return Analysis(START, (replace(best, low=best.value, high=best.value),))


class Heard:
    """The announcements of an analysis, with a clock that the test sets."""

    def __init__(self):
        self.texts, self.seconds = [], 0.0
        self.speech = AnalysisSpeech(self.texts.append, lambda: self.seconds)

    def update(self, *, after=0.0, is_done=False, **of_analysis):
        self.seconds += after
        self.speech.update(analysis(**of_analysis), NUMBERED_NAMES, is_done=is_done)


@pytest.fixture
def heard():
    return Heard()


def test_a_best_move_is_announced_once_when_it_has_settled_not_at_every_update(heard):
    for move in ("A-C", "A-D", "A-C", "A-D"):
        heard.update(move=move, after=SETTLED_SECONDS - 1)
    assert heard.texts == []
    heard.update(move="A-D", after=SETTLED_SECONDS)
    for step in range(5):
        heard.update(move="A-D", chance=0.6 + step / 100, after=SETTLED_SECONDS)
    assert heard.texts == ["So far: Best move: A to D. Red 60%."]


def test_at_the_end_the_best_move_is_announced_if_anything_has_changed(heard):
    heard.update(is_done=True)
    heard.update(is_done=True)
    assert heard.texts == ["Best move: A to C. Red 60%."]
    heard.speech.reset()
    heard.update()
    heard.update(after=SETTLED_SECONDS)
    heard.update(is_done=True, move="A-D", chance=0.7)
    assert heard.texts[1:] == [
        "So far: Best move: A to C. Red 60%.",
        "Best move: A to D. Red 70%.",
    ]


def test_the_board_announces_start_best_move_and_stop_and_the_best_move_of_each_position(
    open_board,
):
    heard = []
    board = open_board("polygon", n=5, seats=("human", "human"))
    board.pointer.send = lambda message: (
        heard.append(message["text"]) if "text" in message else None
    )
    page = PageDriver(board)
    page.press("Analyse")
    assert heard == ["The analysis has started.", "Best move: A to C. Red wins in 5."]
    board.play("A-C")
    assert heard[-1].startswith("Best move: C to ")
    page.press("Hide")
    assert heard[-1] == "The analysis has stopped."
    board.play("C-E")
    assert heard[-1] == "The analysis has stopped."
