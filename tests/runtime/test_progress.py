"""One bar for all that takes long: when it is there, and what an interrupt leaves."""

from contextlib import suppress
from inspect import signature
from itertools import count

import pytest
from helpers import interrupt_after, record_game

import polygames as pg
from polygames.runtime import progress as bars
from polygames.search import playouts, prove
from polygames.search.batch.base import RulesBatch

TAKES_LONG = {
    "analyse": lambda **more: pg.analyse(pg.new("polygon", n=5), seconds=20, **more),
    "batch": lambda **more: pg.batch(pg.new("polygon", n=5), 2, **more),
    "match": lambda **more: pg.match(pg.new("polygon", n=5), "random", "random", games=2, **more),
    "measure": lambda **more: pg.measure(pg.new("polygon", n=5), games=2, agents="random", **more),
    "perft": lambda **more: pg.perft(pg.new("polygon", n=5), 3, **more),
    "playouts": lambda **more: playouts(pg.new("polygon", n=5), 3, **more),
    "review": lambda **more: pg.review(record_game("polygon", "A-C", n=5), **more),
    "solve": lambda **more: pg.solve(pg.new("polygon", n=5), **more),
    "tournament": lambda **more: pg.tournament(
        pg.new("polygon", n=5), ["random"] * 2, games=2, **more
    ),
    "without_luck": lambda **more: pg.without_luck(
        pg.new("splitter", pad=["*##*"], players=2), "random", "random", games=1, **more
    ),
}


@pytest.fixture
def _hours(monkeypatch):
    """Every look at the clock of a bar is an hour after the one before."""
    monkeypatch.setattr(bars, "monotonic", count(step=3600).__next__)


def test_what_takes_long_is_asked_for_its_bar_in_one_way():
    found = {name: vars(pg).get(name) or getattr(pg, name) for name in pg.__all__}
    asked = {
        name: signature(each).parameters["progress"].default
        for name, each in {**found, "playouts": playouts, "prove": prove}.items()
        if name.islower() and callable(each) and "progress" in signature(each).parameters
    }
    assert asked == dict.fromkeys([*TAKES_LONG, "prove"], True)


@pytest.mark.usefixtures("_hours")
@pytest.mark.parametrize("name", TAKES_LONG)
def test_there_is_a_bar_once_two_seconds_are_over_and_none_where_it_is_not_wanted(name, capfd):
    TAKES_LONG[name](progress=False)
    assert "[00:00" not in capfd.readouterr().err
    TAKES_LONG[name]()
    assert "[00:00" in capfd.readouterr().err


def test_what_is_quick_has_no_bar(capfd):
    assert list(bars.progress(range(5), "counting")) == [0, 1, 2, 3, 4]
    assert list(bars.progress(iter(range(5)), "counting", total=5)) == [0, 1, 2, 3, 4]
    assert capfd.readouterr().err == ""


@pytest.mark.usefixtures("_hours")
def test_a_bar_that_comes_late_counts_from_the_beginning(capfd):
    bar = bars.ProgressBar("moves", 8, initial=2, unit="move")
    bar.set_count(3)
    assert "5/8 [2:00:00" in capfd.readouterr().err
    with suppress(ZeroDivisionError), bar:
        assert 1 / 0
    assert capfd.readouterr().err.endswith("\r")  # it is wiped away


def test_an_interrupt_leaves_the_last_analysis_and_what_perft_has_counted():
    state = pg.new("polygon", n=9)
    with (
        interrupt_after(1, bars.ProgressBar, "set_count"),
        pytest.raises(pg.Interrupted) as stopped,
    ):
        pg.analyse(state, seconds=30)
    found = stopped.value.result
    assert found.moves
    assert found.note.endswith("; interrupted")
    assert "this is the result so far" in str(stopped.value)
    with (
        interrupt_after(0, bars.ProgressBar, "__enter__"),
        pytest.raises(pg.Interrupted) as stopped,
    ):
        pg.analyse(state, seconds=30)
    assert stopped.value.result.moves == ()
    with (
        interrupt_after(3, bars.ProgressBar, "advance"),
        pytest.raises(pg.Interrupted, match="counted, not all") as stopped,
    ):
        pg.perft(state, 2)
    assert 0 < stopped.value.result < pg.perft(state, 2)


def test_a_step_that_is_interrupted_moves_no_game():
    games = pg.batch(pg.new("polygon", n=5), 4)
    before = games.masks.copy(), [games.state(k) for k in range(4)]
    with interrupt_after(2, RulesBatch, "_roll_dice"), pytest.raises(KeyboardInterrupt):
        games.step(games.sample())
    assert [games.state(k) for k in range(4)] == before[1]
    assert (games.masks == before[0]).all()
