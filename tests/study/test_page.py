"""The page of the site about many games: its code runs as it stands, its controls are there."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
TEXT = (ROOT / "docs" / "study.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```python\n(.*?)^```", TEXT, re.MULTILINE | re.DOTALL)
MATCH = '"splitter", "expectimax", "potential", games=200'
"""A match that takes a minute ..."""
SHORT = '"splitter", "greedy", "random", games=2'
"""... and one that does not."""


@pytest.mark.slow
def test_the_code_of_the_page_runs_from_the_first_block_to_the_last(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert sum(MATCH in block for block in BLOCKS) == 1
    known = {}
    for block in BLOCKS:
        exec(compile(block.replace(MATCH, SHORT), "docs/study.md", "exec"), known)  # noqa: S102 - our own page
    assert len(known["games"]) == 16  # the sample that comes along
    assert len(known["explorer"].continuations()) == 2
    assert {card.played for card in known["deck"]} == {"B-D", "F-D"}
    assert (tmp_path / "position.pdf").is_file()
    known["board"].close()
