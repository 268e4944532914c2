"""The page of the site about many games: its code runs as it stands, its controls are there."""

import re
from pathlib import Path

import pytest
from helpers import recorded

import polygames as pg

ROOT = Path(__file__).resolve().parents[2]
TEXT = (ROOT / "docs" / "study.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```python\n(.*?)^```", TEXT, re.MULTILINE | re.DOTALL)
MATCH = '"splitter", "expectimax", "potential", games=200'
"""A match that takes a minute ..."""
SHORT = '"splitter", "greedy", "random", games=2'
"""... and one that does not."""


@pytest.fixture
def saved(tmp_path, monkeypatch):
    """A folder in which boards have saved three small games."""
    monkeypatch.chdir(tmp_path)
    games = pg.folder() / "autosave"
    games.mkdir(parents=True)
    for name, moves in (("a", "A-D"), ("b", "A-C"), ("c", "A-C C-E")):
        record = recorded("polygon", *moves.split(), by=("Ada", "level 2"), n=6)
        record.save(games / f"{name}.txt")
    return games


@pytest.mark.slow
def test_the_code_of_the_page_runs_from_the_first_block_to_the_last(saved):
    assert sum(MATCH in block for block in BLOCKS) == 1
    known = {}
    for block in BLOCKS:
        exec(compile(block.replace(MATCH, SHORT), "docs/study.md", "exec"), known)  # noqa: S102 - our own page
    assert len(known["games"]) == 3
    assert len(known["explorer"].at()) == 2
    assert {card.played for card in known["deck"]} == {"A-C"}
    assert (saved.parents[1] / "position.pdf").is_file()
    known["board"].close()
