"""More puzzles for those that are there: broken off and gone on with."""

import json
from collections import Counter
from dataclasses import replace
from itertools import islice

import pytest

import polygames as pg
from polygames.search.puzzles import generator
from polygames.search.puzzles.generator import (
    append_puzzles,
    extend_puzzle_file,
    read_puzzles,
    replace_difficulties,
    sort_puzzles,
    update_puzzle,
)
from polygames.search.puzzles.puzzle import parse_puzzles, to_json


@pytest.fixture
def known():
    """The first puzzles of a game: behind them more are soon found."""
    return pg.puzzles("territory")[:60]


@pytest.fixture
def path(tmp_path, monkeypatch):
    monkeypatch.setattr(generator, "measure_difficulty", lambda _: 0.25)  # that takes seconds
    return tmp_path / "kept" / "territory.jsonl"


@pytest.mark.slow
def test_it_goes_on_where_it_was_broken_off(path, known):
    whole = list(extend_puzzle_file("territory", 3, path, known))
    parts = path.with_name("parts.jsonl")
    first = list(islice(extend_puzzle_file("territory", 3, parts, known), 1))
    rest = list(extend_puzzle_file("territory", 3, parts, known))
    assert (len(first), len(rest)) == (1, 2)
    assert parts.read_text() == path.read_text()
    assert [each.puzzle.number for each in whole] == [len(known) + place for place in (1, 2, 3)]
    assert not {each.puzzle.text for each in whole} & {each.text for each in known}
    assert list(extend_puzzle_file("territory", 3, path, known)) == []


@pytest.mark.slow
def test_only_those_of_a_difficulty_are_kept_if_it_is_asked_for(path, known, monkeypatch):
    hard = {}
    monkeypatch.setattr(
        generator,
        "measure_difficulty",
        lambda each: hard.setdefault(each.text, 0.1 * (len(hard) % 5)),
    )
    found = [
        each.puzzle
        for each in extend_puzzle_file("territory", 3, path, known, difficulty_range=(0.3, 0.9))
    ]
    assert [each.difficulty for each in found] == pytest.approx([0.3, 0.4, 0.3])
    assert [hard[each.text] for each in found] == [each.difficulty for each in found]
    assert [each.number for each in found] == [len(known) + place for place in (1, 2, 3)]
    assert len(hard) == 9  # the others were looked at, and left


def test_a_line_that_was_broken_off_is_made_again(path, known):
    list(extend_puzzle_file("territory", 2, path, known))
    text = path.read_text()
    path.write_text(text[:-40])
    assert len(read_puzzles("territory", path)) == 1
    assert len(list(extend_puzzle_file("territory", 2, path, known))) == 1
    assert path.read_text() == text


def test_a_line_that_is_no_puzzle_is_refused(path, known):
    list(extend_puzzle_file("territory", 1, path, known))
    path.write_text("{}\n" + path.read_text())
    with pytest.raises(pg.RecordError, match="line 1: expected a puzzle"):
        read_puzzles("territory", path)


def test_one_with_a_fault_is_not_kept(path, known, monkeypatch):
    monkeypatch.setattr(generator, "find_faults", lambda _: ["another move is as good"])
    (made,) = extend_puzzle_file("territory", 1, path, known)
    assert made.faults == ("another move is as good",)
    assert path.read_text() == ""


def test_new_ones_are_sorted_in_once_from_easy_to_hard(known):
    every = known[:6]
    text = to_json([every[0], every[3]], "first")
    added = [every[5], every[3], every[1], every[4]]
    once = append_puzzles(text, added, "then")
    found = parse_puzzles(once)
    assert {each.text for each in found} == {every[at].text for at in (0, 1, 3, 4, 5)}
    assert [each.difficulty for each in found] == sorted(each.difficulty for each in found)
    assert once.startswith(text.partition("\n")[0].replace("first", "first; then"))
    assert append_puzzles(once, added, "again") == once


def test_among_equally_hard_puzzles_the_themes_take_turns(known):
    names = ["a", "a", "a", "b", "b", "c"]
    pairs = zip(known, names, strict=False)
    some = [replace(each, theme=name, difficulty=0.1) for each, name in pairs]
    assert [each.theme for each in sort_puzzles(some)] == ["a", "b", "c", "a", "b", "a"]


def test_an_update_keeps_the_solution_and_refuses_another_one(known):
    stale = replace(known[0], task="?", theme="?")
    assert update_puzzle(stale) == known[0]
    line = next(each for each in pg.puzzles("split") if each.plies is None)
    wrong = replace(line, steps=(replace(line.steps[0], move=next(iter(line.steps[0].wrong))),))
    with pytest.raises(pg.RecordError, match="another solution now"):
        update_puzzle(wrong)


def test_of_games_with_several_lengths_no_length_has_much_more_than_half():
    common = generator._is_common
    assert common(1, Counter({1: 30, 3: 28}), 0.5)
    assert not common(1, Counter({1: 30, 3: 28}), 1.0)
    assert not common(3, Counter({1: 30, 3: 28}), 0.5)
    assert not common(1, Counter({1: 28, 3: 28}), 0.5)


def test_puzzles_that_are_rated_again_are_sorted_again_and_keep_all_but_their_difficulty(known):
    text = to_json(known, "first; then")
    shares = [place / 100 for place in range(len(known))][::-1]
    again = replace_difficulties(text, shares, "rated")
    found = parse_puzzles(again)
    assert [each.difficulty for each in found] == shares[::-1]
    for one, other in zip(known, found[::-1], strict=True):
        assert (one.text, one.steps, one.theme) == (other.text, other.steps, other.theme)
    assert json.loads(again)["command"] == "first; then; rated"


def test_a_share_for_each_puzzle_is_needed(known):
    with pytest.raises(ValueError, match="shorter"):
        replace_difficulties(to_json(known, "first"), [0.5], "rated")
