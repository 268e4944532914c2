"""Checks of exercises end in any case, and notice small mistakes in a solution."""

import json
import threading

import make_lessons as maker
import pytest

from polygames.lessons import answers, calls, check, chomp
from polygames.lessons.answers import exercise
from polygames.lessons.time_limit import OutOfTimeError, limited
from polygames.lessons.tree import TREE


def endless(_):
    while True:
        pass


def test_a_check_of_a_loop_without_end_ends_with_a_sentence(monkeypatch, capsys):
    monkeypatch.setattr(answers, "SECONDS", 0.2)
    exercise(lambda f: check(calls(f, (1,))))(endless)
    assert "endless(1) was still running" in capsys.readouterr().out


def test_a_loop_ends_in_a_thread_too():
    ended = []

    def work():
        try:
            with limited(0.2):
                endless(1)
        except OutOfTimeError:
            ended.append(True)

    thread = threading.Thread(target=work, daemon=True)
    thread.start()
    thread.join(60)
    assert ended == [True]


def test_rules_that_make_lists_are_right_and_serve_what_follows(capsys):
    def bite(rows, row, column):
        return [min(n, column) if r >= row else n for r, n in enumerate(rows)]

    chomp.exercise_1(bite)
    assert capsys.readouterr().out == "Right.\n"
    ours, _, _ = chomp.rules(bite, ..., ...)
    assert ours((4, 4, 4), 1, 2) == (4, 2, 2)


def test_drawn_tree_is_one_that_can_be():
    for parent in "AB":
        points, games = TREE[parent]
        below = [TREE[parent + digit] for digit in "12"]
        assert sum(count for _, count in below) == games - 1
        first = games - points - sum(each for each, _ in below)
        assert first in {0, 0.5, 1}
    assert sum(TREE[name][1] for name in "AB") == 20 - 1


@pytest.mark.parametrize("path", maker.lessons(), ids=lambda path: path.stem)
def test_lesson_says_how_to_stop_a_cell(path):
    assert "**Interrupt**" in maker.source(json.loads(path.read_text())["cells"][0])
