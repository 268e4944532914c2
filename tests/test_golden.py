"""Every game has a golden record: a game that was played once and must replay the same for ever."""

from pathlib import Path

import pytest

import polygames as pg

GOLDEN = sorted((Path(__file__).parent / "golden").glob("*.record"))


@pytest.mark.parametrize("name", pg.games())
def test_game_has_a_golden_record(name):
    assert any(pg.load(path).game == name for path in GOLDEN), f"no golden record of {name}"


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_golden_record_says_where_it_comes_from(path):
    assert pg.load(path).root.comment


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_golden_record_survives_a_round_trip_to_the_byte(path):
    how = (
        'write a new option only if it differs from its default ("Add a rule option", CONTRIBUTING)'
    )
    assert pg.load(path).to_text() == path.read_text(encoding="utf-8"), how
