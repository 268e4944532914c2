"""Ratings of puzzles and people, and the next puzzle, which adapts."""

import json
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from random import Random

import pytest

import polygames as pg
from polygames.search.puzzles.progress import (
    MAX_RATING_GAP,
    RATING_STEP,
    TARGET_SUCCESS_RATE,
    Progress,
    Rating,
    puzzle_rating,
)

START = datetime(2026, 1, 1, tzinfo=UTC)


def test_glickmans_example():
    # Glickman, "The Glicko system": the rating 1464 and the deviation 151.4 after three games of
    # one period; game by game the last digits differ by little.
    rating = Rating(1500, 200)
    for other, score in ((Rating(1400, 30), 1), (Rating(1550, 100), 0), (Rating(1700, 300), 0)):
        rating = rating.with_result(other, score)
    assert rating.value == pytest.approx(1464, abs=5)
    assert rating.deviation == pytest.approx(151.4, abs=2)


def test_a_year_without_puzzles_is_forgotten():
    assert Rating(1700, 45).after_pause(365) == Rating(1700, 350)
    assert Rating(1700, 200).after_pause(-3) == Rating(1700, 200)
    assert 45 < Rating(1700, 45).after_pause(30).deviation < 150


def test_harder_puzzles_have_higher_ratings():
    for game in pg.games():
        every = sorted(pg.puzzles(game), key=lambda each: each.difficulty)
        ratings = [puzzle_rating(each).value for each in every]
        assert ratings == sorted(ratings)
        assert all(700 < each < 2300 for each in ratings)


@pytest.mark.slow
@pytest.mark.parametrize("game", ["polygon", "splinter", "splitter", "territory"])
@pytest.mark.parametrize("strength", [1400, 1500, 1600])
def test_players_of_each_level_solve_what_suits_them(tmp_path, game, strength):
    rng = Random(f"{game} {strength}")
    progress, now = Progress(tmp_path / "solved.json"), START
    solved = []
    for _ in range(220):
        puzzle = progress.next(game, now)
        chance = 1 / (1 + 10 ** ((puzzle_rating(puzzle).value - strength) / 400))
        solved.append(rng.random() < chance)
        progress.answer(puzzle, float(solved[-1]), now)
        now += timedelta(minutes=2)
    share = sum(solved[20:]) / 200  # the first ones find out how strong it is
    assert 0.55 <= share <= 0.75
    assert abs(progress.rating(game, now).value - strength) < 150


def test_no_puzzle_comes_again_soon(tmp_path):
    progress, numbers = Progress(tmp_path / "solved.json"), []
    for _ in range(40):
        numbers.append(progress.next("polygon", START).number)
        progress.answer(pg.puzzles("polygon")[numbers[-1] - 1], 1.0, START)
    assert all(len(set(numbers[i : i + 13])) == 13 for i in range(28))


def test_progress_is_kept_and_files_from_before_are_read(tmp_path):
    path, puzzle = tmp_path / "solved.json", pg.puzzles("split")[9]
    for score in (1, 1, 0.5, 1):
        Progress(path).answer(puzzle, score, START)
    known = Progress(path).history("split")
    assert (known.solved, known.tried) == (3, 4)
    assert known.recent == (puzzle.key,) * 4
    assert not known.has_rating
    data = json.loads(path.read_text())
    del data["solvers"]["split"]["offset"]
    data["polygames puzzles"] = 1
    data["solvers"]["split"]["recent"] = [puzzle.number]  # another puzzle may have it now
    path.write_text(json.dumps(data))
    assert Progress(path).history("split") == replace(known, offset=0, recent=())
    assert Progress(path).rating("polygon") == Rating()
    assert "split" in repr(Progress(path))


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        "{}",
        '{"solvers": {"split": 3}}',
        "\x00",
        '{"solvers": {"split": {"rating": [1e999, 3], "solved": 0, "tried": 0}}}',
        '{"solvers": {"split": {"rating": [1500, 3], "solved": 0, "tried": -1}}}',
    ],
)
def test_another_file_is_left_alone(tmp_path, text):
    path = tmp_path / "solved.json"
    path.write_text(text)
    with pytest.raises(pg.RecordError, match="is not a file of solved puzzles"):
        Progress(path)
    assert path.read_text() == text


def test_what_is_no_answer_is_refused(tmp_path):
    progress = Progress(tmp_path / "solved.json")
    with pytest.raises(pg.OptionError, match="must be a puzzle"):
        progress.answer("the first", 1)
    with pytest.raises(pg.OptionError, match="the result of a puzzle"):
        progress.answer(pg.puzzles("split")[0], 2)
    with pytest.raises(pg.OptionError):
        progress.next("chess")


def test_a_puzzle_is_harder_after_a_right_answer_than_the_rating_alone_says(tmp_path):
    progress, puzzle = Progress(tmp_path / "solved.json"), pg.puzzles("split")[9]
    progress.answer(puzzle, 1.0, START)
    assert progress.history("split").offset == pytest.approx(
        RATING_STEP * (1 - TARGET_SUCCESS_RATE)
    )
    for _ in range(40):
        progress.answer(puzzle, 0.0, START)
    assert progress.history("split").offset == -MAX_RATING_GAP
    assert Progress(tmp_path / "solved.json").history("split").offset == -MAX_RATING_GAP
