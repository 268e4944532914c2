"""What a file holds is not played again; only whole lines count."""

import json

import pytest

import polygames as pg
from polygames.core.errors import RecordError
from polygames.search import RandomAgent

QUICK = {"seed": 3, "progress": False, "n": 5}


class Counting(RandomAgent):
    """Plays as random does, and counts its games in this process."""

    begun = 0

    def choose(self, state, rng):
        Counting.begun += state.ply < 2
        return super().choose(state, rng)


@pytest.fixture
def file(tmp_path):
    return tmp_path / "results.jsonl"


def test_there_is_a_line_of_json_for_each_pair(file):
    found = pg.match("polygon", "mobility", "random", pairs=3, file=file, **QUICK)
    lines = [json.loads(line) for line in file.read_text().splitlines()]
    assert [line["pair"] for line in lines] == [0, 1, 2]
    assert {(line["game"], line["seed"]) for line in lines} == {("polygon", 3)}
    points = [game["points"] for line in lines for game in line["games"]]
    assert points == [list(game.points) for game in found.games]


@pytest.mark.parametrize("workers", [1, 2])
def test_a_match_goes_on_after_the_pairs_that_were_played(file, workers):
    whole = pg.match("polygon", Counting(), "random", pairs=5, **QUICK)
    pg.match("polygon", Counting(), "random", pairs=2, file=file, **QUICK)
    Counting.begun = 0
    match = {"pairs": 5, "file": file, "workers": workers}
    assert pg.match("polygon", Counting(), "random", **match, **QUICK) == whole
    assert Counting.begun == (6 if workers == 1 else 0)
    Counting.begun = 0
    assert pg.match("polygon", Counting(), "random", **match, **QUICK) == whole
    assert Counting.begun == 0


def test_a_line_that_was_cut_off_is_taken_away_and_played_again(file):
    whole = pg.match("polygon", "mobility", "random", pairs=3, file=file, **QUICK)
    text = file.read_text()
    file.write_text(text[: text.rindex("points")])
    assert pg.match("polygon", "mobility", "random", pairs=3, file=file, **QUICK) == whole
    assert file.read_text() == text


def test_a_file_may_hold_several_matches(file):
    for seed in (1, 2):
        options = {"pairs": 2, "seed": seed, "n": 5, "progress": False}
        plain = pg.match("polygon", "mobility", "random", **options)
        for _ in range(2):
            assert pg.match("polygon", "mobility", "random", file=file, **options) == plain
    assert len(file.read_text().splitlines()) == 4


def test_an_interrupted_tournament_goes_on(file, monkeypatch):
    agents = [Counting(), "random", "mobility"]
    whole = pg.tournament("polygon", agents, games=4, **QUICK)

    def impatient(self, state, rng):
        if len(file.read_text().splitlines()) >= 3:
            raise KeyboardInterrupt
        return RandomAgent.choose(self, state, rng)

    with monkeypatch.context() as patch:
        patch.setattr(Counting, "choose", impatient)
        part = pg.tournament("polygon", agents, games=4, file=file, **QUICK)
    assert 0 < len(part.games) < len(whole.games)
    assert pg.tournament("polygon", agents, games=4, file=file, **QUICK) == whole


@pytest.mark.parametrize("text", ["hello\n", "[1]\n", '{"pair": 1}\n', '{"games": [{}]}\n'])
def test_a_file_of_something_else_is_refused_and_left_alone(file, text):
    file.write_text(text)
    with pytest.raises(RecordError, match=r"results\.jsonl, line 1: not the result of a pair"):
        pg.match("polygon", "random", "random", file=file, **QUICK)
    assert file.read_text() == text
