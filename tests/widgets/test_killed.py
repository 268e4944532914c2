"""A kernel that is killed loses no move that was shown; `killed` plays and kills."""

from random import Random

import killed
import pytest

import polygames as pg


@pytest.mark.slow
@pytest.mark.parametrize("name", pg.games())
def test_what_was_shown_when_a_kernel_is_killed_is_in_its_files(tmp_path, name):
    announced = killed.play_and_kill(tmp_path, name, seed=1, seconds=Random(name).uniform(0.1, 0.6))
    assert announced
    assert killed.lost(tmp_path, announced) == []


def test_what_is_missing_is_found(tmp_path):
    file = tmp_path / "game.txt"
    record = pg.Record(pg.new("split"))
    record.push("draw 0,5 - 10,5")
    record.save(file)
    moves = [str(move) for move in record.moves]
    assert killed.lost(tmp_path, [{"file": str(file), "moves": moves}]) == []
    assert killed.lost(tmp_path, [{"file": str(file), "moves": [*moves, "color red"]}]) == [
        f"{file} lacks ['color red'] at 2"
    ]
    file.write_text(file.read_text()[:20])
    assert len(killed.lost(tmp_path, [{"file": str(file), "moves": moves}])) == 2
