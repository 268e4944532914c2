"""Small mistakes in a solution, one at a time: the check of the exercise refuses each of them."""

import ast
import copy
import signal

import make_lessons as maker
import pytest
from lesson_runs import every_lesson, walk

from polygames.lessons import answers

RIGHT_TOO = {
    ("02_polygon", 2): (4, "other sizes that are too large for nine digits"),
    ("02_polygon", 4): (1, "another multiple of 97"),
    ("04_splinter", 1): (2, "a piece stands at the place, so the gap is never there"),
    ("04_splinter", 6): (4, "no share lies between these limits"),
    ("06_territory", 5): (2, "only the sign matters, and at 0 the first tile is a largest, too"),
    ("07_arena", 1): (2, "both lists are of the same length"),
    ("08_game", 2): (1, "(0, 0) turned round"),
    ("09_tree", 4): (36, "the mistakes are in what is computed on the way"),
    ("10_sums", 1): (1, "one number more to look at"),
    ("10_sums", 5): (2, "the last difference is far below 399"),
    ("11_sharing", 2): (2, "nothing is asked for that the cake does not have"),
    ("11_sharing", 3): (3, "one person is left, and all cakes are of one length"),
    ("13_halving", 2): (
        7,
        "one half comes before the last stop, and nothing before the first",
    ),
    ("13_halving", 4): (8, "other steps round the cake serve as well, and so does the other side"),
    ("13_halving", 5): (5, "a mirror image, and a line or a midpoint more or less"),
    ("14_crowd", 2): (1, "all rows are of the same length"),
    ("14_crowd", 3): (2, "no square, or one, joins no sides"),
    ("18_referee", 5): (2, "no game is not enough either, and exactly 1% never comes up"),
}
"""Exercises with mutants that are right as well: how many, and why."""


@pytest.mark.slow
# A limit that rings within a callback of the garbage collector is lost there, and rings again.
@pytest.mark.filterwarnings("ignore:Exception ignored in:pytest.PytestUnraisableExceptionWarning")
@every_lesson
def test_checks_refuse_every_small_mistake_in_a_solution(path, monkeypatch):
    monkeypatch.setattr(answers, "SECONDS", 2.0)
    monkeypatch.setattr(signal, "SIGALRM", signal.SIGVTALRM)  # they are seconds of work:
    monkeypatch.setattr(signal, "ITIMER_REAL", signal.ITIMER_VIRTUAL)  # others may be busy
    strange = []
    for number, (solution, check) in enumerate(walk(path, monkeypatch), 1):
        tried = [*mutants(maker.source(solution))]
        accepted = [each for each in tried if is_right(check, each)]
        allowed, _ = RIGHT_TOO.get((path.stem, number), (0, ""))
        if len(accepted) != allowed:
            strange.append(f"exercise {number}, {len(accepted)} of {len(tried)}: {accepted}")
    assert strange == []


def is_right(check, answer):
    """Say whether a check calls an answer right; what stops with an error is not."""
    try:
        return check(answer).startswith("Right")
    except Exception:  # noqa: BLE001 - a mutant of a cell that is no function may do anything
        return False


COMPARED = {
    ast.Lt: (ast.LtE, ast.Gt),
    ast.LtE: (ast.Lt,),
    ast.Gt: (ast.GtE, ast.Lt),
    ast.GtE: (ast.Gt,),
    ast.Eq: (ast.NotEq,),
    ast.NotEq: (ast.Eq,),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
}
COUNTED = {
    ast.Add: (ast.Sub,),
    ast.Sub: (ast.Add,),
    ast.Mult: (ast.Add,),
    ast.Div: (ast.Mult,),
    ast.FloorDiv: (ast.Mult,),
    ast.BitXor: (ast.BitOr, ast.BitAnd),
    ast.Pow: (ast.Mult,),
}
WORDS = {"any": "all", "all": "any", "min": "max", "max": "min"}
DROPPED = {"abs", "sorted", "set", "ceil"}


def mutants(source):
    """Yield the sources with one mistake each, all different from the solution.

    It is in one place: a comparison, an operator, a number, a word, two things exchanged, one
    argument in place of another, a call of ``abs`` that is missing.
    """
    tree = ast.parse(source)
    seen = {ast.unparse(tree)}
    others = partners(tree)
    for place, node in enumerate(ast.walk(tree)):
        for change in [*changes(node), *(_set_op("id", each) for each in others.get(node, ()))]:
            copied = copy.deepcopy(tree)
            change([*ast.walk(copied)][place])
            text = ast.unparse(copied)
            if text not in seen:
                seen.add(text)
                yield text


def partners(tree):
    """Return for each use of an argument the other arguments of its function."""
    found = {}
    for function in (node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)):
        names = {each.arg for each in function.args.args}
        for node in ast.walk(function):
            if isinstance(node, ast.Name) and node.id in names and isinstance(node.ctx, ast.Load):
                found[node] = sorted(names - {node.id})
    return found


def changes(node):  # noqa: C901, PLR0911 - a kind of node, a return
    """Return functions that make a mistake in such a node."""
    match node:
        case ast.Compare(ops=[op]):
            return [_set_op("ops", [other()]) for other in COMPARED.get(type(op), ())]
        case ast.BinOp(op=op) | ast.AugAssign(op=op):
            return [_set_op("op", other()) for other in COUNTED.get(type(op), ())]
        case ast.Constant(value=bool() | str() | None):
            return []
        case ast.Constant(value=int(number)):
            return [_set_op("value", number + 1), _set_op("value", number - 1)]
        case ast.Name(id=name) if name in WORDS:
            return [_set_op("id", WORDS[name])]
        case ast.UnaryOp(op=ast.Not()):
            return [_set_op("op", ast.UAdd())]
        case ast.IfExp():
            return [_exchange]
        case ast.BoolOp(op=op):
            return [_set_op("op", ast.Or() if isinstance(op, ast.And) else ast.And())]
        case ast.Tuple(elts=[_, _], ctx=ast.Load()):
            return [lambda node: node.elts.reverse()]
        case ast.Call(func=ast.Name(id=name), args=[_]) if name in DROPPED:
            return [_set_op("func", ast.parse("(lambda x: x)").body[0].value)]
    return []


def _set_op(field, value):
    def change(node):
        setattr(node, field, value)

    return change


def _exchange(node):
    node.body, node.orelse = node.orelse, node.body


def test_a_mutant_differs_in_one_place():
    assert {*mutants("x = 1 + y")} == {"x = 1 - y", "x = 2 + y", "x = 0 + y"}
    assert "def f(a, b):\n    return b - b" in {*mutants("def f(a, b):\n    return a - b")}
    assert {*mutants("x = abs(y)")} == {"x = (lambda x: x)(y)"}
    assert {*mutants("x = y and z")} == {"x = y or z"}
    assert {*mutants("x = (y, z)")} == {"x = (z, y)"}
