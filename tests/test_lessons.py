"""The lessons: students' copies are the generated ones, and checks tell right from wrong."""

import json
import re
from itertools import chain, pairwise

import make_lessons as maker
import numpy as np
import pytest
from freeze_notebooks import WIDGET_MIME_TYPE
from ipywidgets.widgets.widget import _instances
from lesson_runs import LESSON_PATHS, code_cells, every_lesson, exercises, run_lesson
from required_cells import required_cells

from polygames.lessons import calls, chomp, exercise_checks, splinter, split, verdict
from polygames.lessons.figures import Picture, Slider, new_figure
from polygames.lessons.tree import EXAMPLE_TREE
from polygames.widgets.page_widget import InputHelper

LONG = {"04_splinter", "05_splitter", "09_tree", "13_halving", "14_crowd", "18_referee"}
"""Lessons with exercises that compute for seconds."""


# --- Every lesson ------------------------------------------------------------------------------


@every_lesson
def test_students_copy_is_what_the_script_makes(path):
    assert maker.is_current(path), "run scripts/make_lessons.py"


@every_lesson
def test_lesson_has_four_to_six_exercises_each_with_a_check_and_wrong_answers(path):
    pairs = exercises(path)
    assert 4 <= len(pairs) <= 6
    for solution, checking in pairs:
        assert "check" in maker.tags(checking)
        answers = solution["metadata"]["polygames"]
        assert len(set(answers["wrong"])) >= 6
        assert len(set(answers["right"])) >= 2


@every_lesson
def test_check_cells_do_not_show_the_answer(path):
    for _, checking in exercises(path):
        assert re.fullmatch(r"lesson\.exercise_\d\(.*\)", maker.source(checking))


@every_lesson
def test_plumbing_is_folded_away(path):
    for cell in code_cells(maker.read(path)):
        folded = cell["metadata"].get("jupyter", {}).get("source_hidden", False)
        assert folded == ("hide-input" in maker.tags(cell))


@every_lesson
def test_lesson_asks_first_and_answers_last(path):
    first, *_, last = maker.read(path)["cells"]
    assert "**The question.**" in maker.source(first)
    assert "**Interrupt**" in maker.source(first), "it says how to stop a cell"
    assert "**The answer.**" in maker.source(last)


@pytest.mark.parametrize(
    "path",
    [
        pytest.param(path, marks=[pytest.mark.slow] if path.stem in LONG else [], id=path.stem)
        for path in LESSON_PATHS
    ],
)
def test_checks_refuse_what_is_wrong_and_accept_the_solution(path, monkeypatch):
    tries = {solution["id"]: tries_of(solution) for solution, _ in exercises(path)}
    versions = {name: [*chain(*kinds.values())] for name, kinds in tries.items()}
    for solution, said_to in run_lesson(path, monkeypatch, versions):
        name, kinds = solution["id"], tries[solution["id"]]
        said = {kind: [said_to(answer) for answer in kinds[kind]] for kind in kinds}
        assert said["empty"][0].startswith("Not yet:"), name
        for kind, reply in {"wrong": "Not quite:", "right": "Right."}.items():
            replies = zip(kinds[kind], said[kind], strict=True)
            other = {answer: given for answer, given in replies if not given.startswith(reply)}
            assert other == {}, f"{name}: these {kind} answers are not told {reply!r}"


def tries_of(solution):
    """Return what is answered in place of a solution, and the solution."""
    given, others = maker.source(solution), solution["metadata"]["polygames"]
    return {
        "empty": [maker.stub(given)],
        "wrong": others["wrong"],
        "right": [given, *others["right"]],
    }


def test_a_check_needs_the_cells_that_it_builds_on_and_no_others():
    cells = [
        ("a", ["import math\nn = 3"]),
        ("b", ["def area(r):\n    picture = 1\n    return math.pi * r**2 * n"]),
        ("c", ["picture = draw(area)"]),
        ("d", ["answer = 1", "answer = extra"]),
        ("e", ["extra = [each for each in (n, 2)]"]),
        ("f", ["check(area, answer)"]),
    ]
    assert required_cells(cells, ["f"]) == {"a", "b", "d", "f"}
    assert required_cells(cells, ["c"]) == {"a", "b", "c"}
    assert required_cells(cells, ["e"]) == {"a", "e"}


def test_rules_that_make_lists_serve_what_follows():
    (ours,) = chomp.go_on(
        bite=lambda rows, row, c: [min(n, c) if r >= row else n for r, n in enumerate(rows)]
    )
    assert ours((4, 4, 4), 1, 2) == (4, 2, 2)


def test_results_of_numpy_serve_what_follows():
    (ours,) = splinter.go_on(
        holders=lambda places: np.array([*splinter._cut_points(places)]).reshape(-1, 2)
    )
    assert ours({(0, 0), (0, 1), (0, 2)}) == {(0, 1)}


def test_drawn_tree_is_one_that_can_be():
    for parent in "AB":
        points, games = EXAMPLE_TREE[parent]
        below = [EXAMPLE_TREE[parent + digit] for digit in "12"]
        assert sum(count for _, count in below) == games - 1
        first = games - points - sum(each for each, _ in below)
        assert first in {0, 0.5, 1}
    assert sum(EXAMPLE_TREE[name][1] for name in "AB") == 20 - 1


# --- Making copies -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("solution", "place"),
    [
        ("# Your turn.\nhalf = 100 / 2", "# Your turn.\nhalf = ..."),
        ("a, b = 1, 2\nprint(a)", "a, b = ..., ..."),
        ("a = {(4, 8): 1, 'b': 2}", "a = {(4, 8): ..., 'b': ...}"),
        (
            "# Your turn.\nfrom math import pi\n\n\ndef f(r):\n    '''Area.'''\n    return pi * r",
            "# Your turn.\nfrom math import pi\n\n\ndef f(r):\n    '''Area.'''\n    return ...",
        ),
        ("def f(r):\n    return r", "def f(r):\n    return ..."),
        (
            "def f(\n    a: int,\n) -> int:\n    # think\n    return a",
            "def f(\n    a: int,\n) -> int:\n    return ...",
        ),
    ],
)
def test_place_for_an_answer(solution, place):
    assert maker.stub(solution) == place


@pytest.fixture
def lesson():
    def cell(name, source, *tags, kind="code", **more):
        base = {"cell_type": kind, "id": name, "metadata": {"tags": [*tags]}, "source": [source]}
        shown = {"outputs": [name], "execution_count": 1} if kind == "code" else {}
        return base | shown | more

    solution = cell("b", "# Your turn.\nx = 2", "solution")
    solution["metadata"]["polygames"] = {"wrong": ["x = 3"]}
    cells = [
        cell("a", "1"),
        solution,
        cell("c", "check(x)", "check"),
        cell("d", "Why 2.", "solution", kind="markdown"),
    ]
    return {"cells": cells, "metadata": {}, "nbformat": 4, "nbformat_minor": 5}


def test_copy_leaves_out_the_solution_and_what_told_of_it(lesson):
    copy = maker.student_copy(lesson)
    assert [cell["id"] for cell in copy["cells"]] == ["a", "b", "c"]
    place = copy["cells"][1]
    assert maker.source(place) == "# Your turn.\nx = ..."
    assert place["metadata"] == {"tags": ["exercise"]}
    assert all(cell["outputs"] == [] for cell in copy["cells"])


def test_copy_keeps_what_unchanged_cells_showed(lesson):
    old = maker.student_copy(lesson)
    old["cells"][0] |= {"source": ["2"], "outputs": ["two"]}
    old["cells"][2] |= {"outputs": ["not yet"], "execution_count": 3}
    copy = maker.student_copy(lesson, old)
    assert [cell["outputs"] for cell in copy["cells"]] == [[], [], ["not yet"]]
    assert [cell["execution_count"] for cell in copy["cells"]] == [None, None, 3]


def test_command_writes_copies_and_notices_changes(lesson, tmp_path, monkeypatch, capsys):
    solutions = tmp_path / "solutions"
    solutions.mkdir()
    path = solutions / "01_toy.ipynb"
    maker.write(path, lesson)
    monkeypatch.setattr(maker, "COPIES_FOLDER", tmp_path)
    monkeypatch.setattr(maker, "LESSONS_FOLDER", solutions)
    frozen = []
    monkeypatch.setattr(maker.subprocess, "run", lambda command, **_: frozen.append(command[2:]))
    command = ["make_lessons.py"]
    monkeypatch.setattr("sys.argv", command)
    maker.main()
    assert frozen == [[tmp_path / "01_toy.ipynb"]]
    maker.main()
    assert len(frozen) == 1
    command.append("--check")
    with pytest.raises(SystemExit, match="0"):
        maker.main()
    text = json.loads(path.read_text(encoding="utf-8"))
    text["cells"][0]["source"] = ["3"]
    path.write_text(json.dumps(text), encoding="utf-8")
    with pytest.raises(SystemExit, match="1"):
        maker.main()
    assert "01_toy.ipynb: differs" in capsys.readouterr().out.splitlines()[-1]


# --- Checking answers --------------------------------------------------------------------------


UNWRITTEN = [calls(each, (1,), (2,)) for each in (..., None, lambda _: ..., lambda _: None)]


@pytest.mark.parametrize("nothing", [None, ..., (..., ...), [None, None, None], *UNWRITTEN])
def test_no_answer_is_not_yet_right(nothing):
    assert verdict(nothing, (lambda _: True, "unseen")).startswith("Not yet:")


def test_test_that_stumbles_gives_its_hint_and_the_error():
    said = verdict("two", (lambda n: n + 1 > 2, "a number, please."))
    assert said.startswith("Not quite: a number, please. (TypeError")


@pytest.mark.parametrize("answer", [0, False, [], [0, None], 4])
def test_right_answers_may_look_like_nothing(answer):
    assert verdict(answer, (lambda _: True, "unseen")) == "Right."


def test_function_that_stumbles_is_told_with_the_hint_and_its_call():
    got = calls(lambda line, at: line[at], ("abc", 1), ("abc", 9))
    said = verdict(got, (lambda got: got[0] == "b", "first"), (lambda got: got[1] == "c", "second"))
    assert said.startswith("Not quite: your function('abc', 9) stopped with IndexError")
    assert said.endswith(". Second")


def _double_area(corners, turn):
    """Return twice the area of a polygon, with a function applied to each product."""
    sides = pairwise((*corners, corners[0]))
    return sum(turn(x * v - y * u) for (x, y), (u, v) in sides)


@pytest.mark.parametrize(
    ("area", "hint"),
    [
        (lambda corners: _double_area(corners, float) / 2, "an area is never negative"),
        (lambda corners: _double_area(corners, abs) / 2, "keep the sign of each triangle"),
        (lambda corners: _double_area(corners, abs), "keep the sign of each triangle"),
        (lambda corners: abs(_double_area(corners, float)), "the result is too large"),
    ],
)
def test_who_misreads_the_sign_in_an_area_is_told_where_abs_belongs(area, hint, capsys):
    split.exercise_2(area)
    assert hint in capsys.readouterr().out


def test_a_function_may_use_up_what_it_is_given():
    case = ([3, [1]], ({"a": [2]}, {1, 2}))

    def answer(numbers, both):
        numbers.pop().pop()
        both[0]["a"].clear()
        both[1].clear()

    assert calls(answer, case, case) == [None, None]
    assert case == ([3, [1]], ({"a": [2]}, {1, 2}))


def test_a_right_function_may_use_up_what_later_cells_give_it_and_return_an_iterator():
    @exercise_checks.exercise
    def exercise_1(largest_first):
        return calls(largest_first, ([1, 2],)), [(lambda got: got[0] == [2, 1], "in order.")]

    go_on = exercise_checks.make_go_on(answer=(exercise_1, sorted, list))
    (answer,) = go_on(answer=lambda numbers: (numbers.pop() for _ in range(len(numbers))))
    numbers = [1, 2]
    assert [answer(numbers), answer(numbers)] == [[2, 1], [2, 1]]


def test_a_slider_draws_where_it_stands_and_keeps_a_still_picture():
    slider = Slider("n", [1, 2, 3], lambda n: Picture(new_figure(1, 1, (1, 1))[0], f"n is {n}"), 3)
    data, metadata = slider._repr_mimebundle_()
    knob, shown, helper = _instances[data[WIDGET_MIME_TYPE]["model_id"]].children
    assert isinstance(helper, InputHelper), "it names the slider for screen readers"
    assert (metadata["image/png"]["alt"], 'alt="n is 1"' in shown.value) == ("n is 3", True)
    knob.value = 2
    assert 'alt="n is 2"' in shown.value
