"""Ratings and the cross table: every figure where it belongs, the strongest first."""

from dataclasses import replace

import pytest

import polygames as pg
from polygames.arena.game_pair import Game
from polygames.arena.tournament import Tournament
from polygames.plots import cross_table, ratings
from polygames.plots.style import VALUE_COLORMAP

LONG = "minimax depth=2 and more options than fit"
POINTS = {("ada", LONG): 7.5, ("ada", "random"): 8, (LONG, "random"): 5}
"""Of eight games each."""


@pytest.fixture(scope="module")
def cup():
    games = []
    for (first, second), total in POINTS.items():
        for number in range(8):
            won = max(0.0, min(1.0, total - number))
            seats = (first, second) if number % 2 == 0 else (second, first)
            points = (won, 1 - won) if number % 2 == 0 else (1 - won, won)
            games.append(Game(number // 2, seats, points, points, 1, ""))
    names = ("random", LONG, "ada", "broken")
    return Tournament("split", names, 1, tuple(games), {"broken": "raised SyntaxError"})


def labels(ticks):
    return [tick.get_text() for tick in ticks]


def test_each_rating_stands_in_its_interval_the_strongest_on_top(cup, ax):
    assert ratings(cup, ax) is ax
    assert labels(ax.get_yticklabels()) == ["ada", f"{LONG[:23]}…", "random"]
    assert ax.get_ylim()[0] > ax.get_ylim()[1]
    bars = [line for line in ax.lines if len(line.get_xdata()) == 2 and line.get_alpha()]
    dots = [line for line in ax.lines if line.get_marker() == "o"]
    assert len(bars) == len(dots) == 3
    for place, (bar, dot) in enumerate(zip(bars, dots, strict=True)):
        rated = cup.ratings.players[cup.standings[place]["agent"]]
        assert (dot.get_xdata()[0], dot.get_ydata()[0]) == (rated.rating, place)
        assert list(bar.get_xdata()) == [rated.low, rated.high]
        assert rated.low < rated.rating < rated.high
    assert ax.get_title() == "split: ratings and 95% intervals"


def test_the_cross_table_has_each_score_from_both_sides(cup, ax):
    assert cross_table(cup, ax) is ax
    rows = labels(ax.get_yticklabels())
    assert rows == labels(ax.get_xticklabels()) == ["ada", f"{LONG[:23]}…", "random"]
    cells = {text.get_position()[::-1]: text.get_text() for text in ax.texts}
    own = {(0, 1): "7.5/8", (0, 2): "8/8", (1, 2): "5/8"}
    assert cells == own | {(1, 0): "0.5/8", (2, 0): "0/8", (2, 1): "3/8"}
    painted = {
        (round(patch.get_y() + 0.46), round(patch.get_x() + 0.48)): patch.get_facecolor()
        for patch in ax.patches
    }
    assert len(painted) == 9
    for place, text in cells.items():
        points, games = map(float, text.split("/"))
        assert painted[place] == VALUE_COLORMAP(points / games)
    assert painted[0, 0] == painted[1, 1] != painted[2, 0]


def test_who_did_not_meet_has_an_empty_cell(cup, ax):
    of_ada = tuple(game for game in cup.games if "ada" in game.seats)
    cross_table(replace(cup, games=of_ada), ax)
    assert len(ax.texts) == 4
    assert len(ax.patches) == 4 + 3


@pytest.mark.parametrize("draw", [ratings, cross_table])
def test_where_nobody_has_played_the_picture_says_so(draw):
    nobody = pg.tournament("split", ["random"], games=2, progress=False)
    assert "no games" in [text.get_text() for text in draw(nobody).texts]
