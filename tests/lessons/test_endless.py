"""A loop without end in any exercise ends, and the check says so in a sentence."""

import ast
import re
import sys
import threading

import make_lessons as maker
import pytest
from lesson_runs import every_lesson, walk

from polygames.lessons import answers, calls, exercise, hot
from polygames.lessons.time_limit import OutOfTimeError, limited

LOOP = ast.parse("while True:\n    pass").body


def endless(source):
    """Return a solution whose functions never come back; None if it has none."""
    tree = ast.parse(source)
    functions = [node for node in tree.body if isinstance(node, ast.FunctionDef)]
    for function in functions:
        function.body = LOOP
    return ast.unparse(tree) if functions else None


@pytest.mark.slow
@every_lesson
def test_a_loop_without_end_in_an_exercise_gets_a_sentence(path, monkeypatch):
    tried = 0
    for solution, check in walk(path, monkeypatch):
        if source := endless(maker.source(solution)):
            with monkeypatch.context() as patched:
                patched.setattr(answers, "SECONDS", 0.5)
                said = check(source)
            assert re.match(r"Not quite: .* was still running when the time", said), said
            tried += 1
    assert tried >= 1


def test_only_the_body_of_a_function_is_exchanged():
    assert endless("x = 1") is None
    assert endless("from math import pi\ndef f(a):\n    return a") == (
        "from math import pi\n\ndef f(a):\n    while True:\n        pass"
    )


def loop(_):
    while True:
        pass


def test_the_sentence_names_the_call(monkeypatch, capsys):
    monkeypatch.setattr(answers, "SECONDS", 0.2)
    exercise(lambda f: (calls(f, (1,)), []))(loop)
    assert "loop(1) was still running" in capsys.readouterr().out


def test_a_loop_ends_where_nothing_else_has_a_limit(monkeypatch, capsys):
    monkeypatch.setattr(answers, "SECONDS", 0.2)
    hot.try_to_break(loop)
    assert "loop([" in capsys.readouterr().out


def test_a_loop_that_prints_does_not_fill_the_page(monkeypatch, capsys):
    monkeypatch.setattr(answers, "SECONDS", 0.2)
    exercise(lambda f: (calls(f, (1,)), []))(
        lambda _: [sys.stdout.write("x" * 99) for _ in iter(int, 1)]
    )
    said = capsys.readouterr().out
    assert "more was printed" in said
    assert "was still running" in said.splitlines()[-1]
    assert len(said) < 11_000


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (SystemExit("bye"), "stopped with SystemExit: bye"),
        (BaseException(), "stopped with BaseException"),
        (KeyboardInterrupt(), "the check was interrupted"),
    ],
)
def test_what_ends_a_program_is_a_sentence(error, said, capsys):
    def function(_):
        raise error

    exercise(lambda f: (calls(f, (1,)), [(lambda got: got == [1], "one.")]))(function)
    assert said in capsys.readouterr().out


def test_a_loop_ends_in_a_thread_too():
    ended = []

    def work():
        try:
            with limited(0.2):
                loop(1)
        except OutOfTimeError:
            ended.append(True)

    thread = threading.Thread(target=work, daemon=True)
    thread.start()
    thread.join(60)
    assert ended == [True]
