"""What an analysis says in words where a result is proved, and where points are."""

from __future__ import annotations

from contextlib import closing
from random import Random

import pytest

import polygames as pg
from polygames.core.analysis import Analysis, MoveValue
from polygames.widgets.panels import analysis as panel_module
from polygames.widgets.panels.analysis import bar, worth


def found(game, value, distance=None, **analysis):
    state = pg.new(game)
    move = state.legal_moves.sample(Random(1))
    known = MoveValue(move, value, value, value, proved=True, chance=value > 0, distance=distance)
    return Analysis(state, (known,), **analysis)


@pytest.mark.parametrize(
    ("value", "distance", "words", "standing"),
    [
        (50.0, None, "wins", "Player 1 wins"),
        (50.0, 1, "wins in 1", "Player 1 wins in 1"),
        (-50.0, None, "loses", "Player 2 wins"),
        (12.5, None, "+12.5", "Player 1 ahead by 12.5 at the end, proved"),
    ],
)
def test_an_end_of_the_scale_that_is_proved_is_told_as_a_result(value, distance, words, standing):
    analysis = found("split", value, distance, unit="points", scale=(-50.0, 50.0))
    assert worth(analysis, analysis.moves[0]) == words
    assert bar(analysis)["text"] == standing


def test_a_proved_tie_is_told_as_a_tie():
    analysis = found("splinter", 0.0)
    assert worth(analysis, analysis.moves[0]) == "ties"
    assert bar(analysis)["text"] == "A tie"


def test_what_is_shown_is_made_but_once_where_the_next_answer_is_ready_before(monkeypatch):
    """Else the kernel makes both again, in the thread that answers clicks."""
    made, content_of = [], panel_module.content_of

    def counted(analysis, *others):
        made.append(analysis)
        return content_of(analysis, *others)

    monkeypatch.setattr(panel_module, "content_of", counted)
    with closing(pg.play("polygon", n=5, autosave=None)) as board:
        panel = board.panel("Analysis")
        answers = [pg.analyse(board.state, seconds=5, seed=seed) for seed in (0, 1)]
        for each in answers:
            panel.prepare(each, board.picture_of)
        for each in answers:
            panel.show_analysis(each, board.picture_of)
    assert list(map(id, made)) == list(map(id, answers))
