"""The positions of a collection as arrays, checked against the records and their encoding."""

import re
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from helpers import random_states

import polygames as pg
from polygames.records.position_sources import encoding_of
from polygames.search.review import annotate
from polygames.study.arrays import PositionArrays

STARTS = {"splitter": {"players": 2}, "territory": {"seed": 1, "size": 5}, "polygon": {"n": 6}}


def random_record(name, seed, plies=None, **options):
    record = pg.Record(pg.new(name, **(options or STARTS.get(name, {}))))
    if name == "split":  # the lines of the encoding's grid
        numbering = encoding_of(record.start)
        while record.state.outcome is None and len(record.moves) < (plies or 1000):
            moves = list(numbering.moves(record.state).values())
            record.push(moves[seed * 7919 % len(moves)])
        return record
    for state in list(random_states(record.start, seed))[1:plies]:
        record.push(state_move(record.state, state))
    return record


def state_move(before, after):
    return next(each for each in before.legal_moves if before.play(each) == after)


@pytest.mark.parametrize("name", pg.games())
def test_each_row_is_a_position_with_its_legal_moves_and_the_move_played(name):
    records = [random_record(name, seed) for seed in (1, 2)]
    [found] = pg.collection(records).arrays(progress=False)
    start = records[0].start
    numbering = encoding_of(start)
    positions = [
        (game, node, after)
        for game, record in enumerate(records)
        for node, after in zip(record.path, record.path[1:], strict=False)
        if node.state.turn >= 0
    ]
    assert found.observations.shape == (len(positions), *numbering.shape)
    assert found.masks.shape == (len(positions), numbering.actions)
    assert [each.dtype for each in found[:5]] == ["float32", "bool", "int64", "float32", "float32"]
    assert found.masks[np.arange(len(positions)), found.moves].all()
    for row, (game, node, after) in enumerate(positions):
        state = node.state
        seen = numbering.observe(state.view(state.turn), state.turn)
        assert np.array_equal(found.observations[row].ravel(), np.float32(seen))
        assert list(np.flatnonzero(found.masks[row])) == list(numbering.moves(state))
        assert numbering.moves(state)[found.moves[row]] == after.move
        assert (found.seats[row], found.plies[row], found.games[row]) == (
            state.turn,
            node.number,
            game,
        )
        end = records[game].state
        assert found.results[row] == np.float32(numbering.returns(end)[state.turn])
    assert np.isnan(found.values).all()


def test_rows_limit_the_size_of_the_arrays_and_leave_nothing_out():
    games = pg.collection([random_record("polygon", seed) for seed in range(6)])
    [whole] = games.arrays(progress=False)
    parts = list(games.arrays(rows=4, progress=False))
    assert [len(part.moves) for part in parts[:-1]] == [4] * (len(parts) - 1)
    for name in PositionArrays._fields:
        joined = np.concatenate([getattr(part, name) for part in parts])
        assert np.array_equal(joined, getattr(whole, name), equal_nan=name in {"results", "values"})


def test_a_review_gives_the_values_and_an_unfinished_game_has_no_result(tmp_path):
    record = random_record("polygon", 1, plies=4)
    annotate(review := pg.review(record, seconds=0.05, progress=False), record)
    record.save(tmp_path / "game.txt")
    [found] = pg.collection(tmp_path).arrays(progress=False)
    assert found.values.tolist() == pytest.approx([each.value for each in review.moves])
    assert np.isnan(found.results).all()


def test_a_file_that_cannot_be_read_is_left_out_and_the_indices_stay(tmp_path):
    (tmp_path / "a.txt").write_text("not a game")
    random_record("polygon", 1).save(tmp_path / "b.txt")
    [found] = pg.collection(tmp_path).arrays(progress=False)
    assert set(found.games) == {1}
    (tmp_path / "b.txt").unlink()
    assert list(pg.collection(tmp_path).arrays(progress=False)) == []


def test_games_that_do_not_fit_together_are_refused_and_can_be_chosen():
    small, large = (random_record("polygon", 1, plies=3, n=n) for n in (5, 7))
    other = random_record("splinter", 1, plies=3)
    with pytest.raises(pg.OptionError, match=r"boards of one size.*choose some with filter"):
        list(pg.collection(small, large).arrays(progress=False))
    with pytest.raises(pg.OptionError, match="give game='polygon' or 'splinter'"):
        list(pg.collection(small, other).arrays(progress=False))
    [found] = pg.collection(small, other).arrays("splinter", progress=False)
    assert set(found.games) == {1}
    with pytest.raises(pg.OptionError, match="rows must be"):
        pg.collection(small).arrays(rows=0)
    with pytest.raises(pg.OptionError, match="poins"):
        list(pg.collection(random_record("split", 1, plies=3)).arrays(poins=9))


@pytest.mark.slow
def test_the_example_learns_from_a_folder_of_games_and_beats_level_1(tmp_path):
    start = pg.new("territory", preset="fair", seed=1)
    played = pg.match(start, "level 3", "level 2", games=100, openings=2, progress=False)
    for number, game in enumerate(played.games):
        game.record.save(tmp_path / f"{number}.txt")
    example = Path(__file__).parents[2] / "examples" / "training" / "learn.py"
    command = [sys.executable, str(example), str(tmp_path)]
    found = subprocess.run(command, check=True, capture_output=True, text=True)
    assert float(re.search(r"lost: ([\d.]+)%", found.stdout)[1]) > 75
