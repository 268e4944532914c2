"""Splinter's move generator against counts that were found in two ways."""

import pytest
from helpers import perft_cases
from oracles.splinter_by_sets import twin

import polygames as pg


@pytest.mark.parametrize(("options", "depth", "count"), perft_cases("splinter", 20_000))
def test_perft(options, depth, count):
    assert pg.perft(pg.new("splinter", **options), depth) == count


@pytest.mark.parametrize(("options", "depth", "count"), perft_cases("splinter", 1_500))
def test_perft_by_the_plain_rules(options, depth, count):
    assert twin(pg.new("splinter", **options)).perft(depth) == count
