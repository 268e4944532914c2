"""Splinter's move generator against counts that were found in two ways."""

from itertools import pairwise

import pytest
from helpers import perft_cases
from oracles.splinter_by_sets import Game

import polygames as pg
from polygames.games.splinter.rules import START


def counted(most):
    """Return options, depth and count, wherever so few positions must be looked at."""
    return [
        pytest.param(
            options,
            depth,
            count,
            id=f"{options} {depth}",
            marks=[pytest.mark.slow] if count > 1_000_000 else [],
        )
        for options, counts in perft_cases("splinter")
        for depth, (before, count) in enumerate(pairwise([1, *counts]), start=1)
        if before <= most
    ]


@pytest.mark.parametrize(("options", "depth", "count"), counted(20_000))
def test_perft(options, depth, count):
    assert pg.perft(pg.new("splinter", **options), depth) == count


@pytest.mark.parametrize(("options", "depth", "count"), counted(1_500))
def test_perft_by_the_plain_rules(options, depth, count):
    options = dict(options)
    board, first = options.pop("board", START), options.pop("first", "white")
    assert Game(board, ("white", "black").index(first), **options).perft(depth) == count
