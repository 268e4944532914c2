"""Nim keeps the contract, and Bouton's theorem holds. Run it where the package is installed."""

from itertools import product
from pathlib import Path
from random import Random

import polygames_nim.agents
import pytest

import polygames as pg

GOLDEN = Path(__file__).with_name("golden.record")


@pytest.mark.parametrize("preset", [None, "small", "tall"])
def test_nim_keeps_the_contract_of_every_game(preset):
    pg.check_game(pg.new("nim", preset=preset), games=3)


def test_the_golden_record_replays_to_the_byte():
    record = pg.load(GOLDEN)
    assert str(record.state.outcome) == "seat 0 wins, 1 - 0 (the last stone is taken)"
    assert record.to_text() == GOLDEN.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("text", "error", "why"),
    [
        ("x1", pg.InvalidMoveError, "such as b3"),
        ("b", pg.InvalidMoveError, "such as b3"),
        ("b0", pg.IllegalMoveError, "take 1 stone or more"),
        ("b5", pg.IllegalMoveError, "no more than it has"),
        ("d1", pg.IllegalMoveError, "from one heap"),
    ],
)
def test_a_move_that_is_none_is_refused_with_the_reason(text, error, why):
    with pytest.raises(error, match=why):
        pg.new("nim").parse(text)


@pytest.mark.parametrize("heaps", [(), (0,), (13,), (1,) * 13, "345", 3, (1.5,)])
def test_heaps_that_are_none_are_refused(heaps):
    with pytest.raises(pg.OptionError):
        pg.new("nim", heaps=heaps)


@pytest.mark.parametrize(
    "lines",
    [
        "start 3\nheaps 4\nturn 0\nply 0",
        "start 3\nheaps 3 4\nturn 0\nply 0",
        "start 3\nheaps 3\nturn 2\nply 0",
        "start 0\nheaps 0\nturn 0\nply 0",
        "start 3\nheaps x\nturn 0\nply 0",
        "start 3\nheaps 3\nturn 0",
        "start\nheaps 3\nturn 0\nply 0",
        "",
    ],
)
def test_a_position_that_is_none_is_refused(lines):
    with pytest.raises(pg.PositionError, match="not a position of nim"):
        pg.from_text(f"nim\n{lines}")


def test_the_player_to_move_wins_unless_the_nim_sum_is_zero():
    for heaps in product(range(1, 4), repeat=3):
        proved = pg.solve(pg.new("nim", heaps=heaps), seconds=None)
        assert proved.value == (1 if polygames_nim.agents.nim_sum(heaps) else -1), heaps


def test_the_agent_wins_wherever_it_can():
    agent = pg.agent("nimsum", game="nim")
    for seed in range(20):
        rng, state = Random(seed), pg.new("nim", preset="tall")
        while state.outcome is None:
            choose = agent.choose if state.turn == 0 else pg.agent("random", game="nim").choose
            state = state.play(choose(state, rng))
        assert state.outcome.winners == {0}
