"""Small mistakes in a solution, one at a time: the check of the exercise refuses each of them."""

import ast
import copy
import re
import signal
from pathlib import Path

import make_lessons as maker
import pytest
from lesson_runs import every_lesson, run_lesson

from polygames.lessons import exercise_checks
from polygames.lessons.grading import exercises

TABLE = Path(__file__).with_name("mutants.md")
"""Of each exercise: how many mistakes are tried, and how many answers are right too, and why."""


@pytest.mark.slow
# A limit that rings within a callback of the garbage collector is lost there, and rings again.
@pytest.mark.filterwarnings("ignore:Exception ignored in:pytest.PytestUnraisableExceptionWarning")
@every_lesson
def test_checks_refuse_every_small_mistake_in_a_solution(path, monkeypatch):
    monkeypatch.setattr(signal, "SIGALRM", signal.SIGVTALRM)  # they are seconds of work:
    monkeypatch.setattr(signal, "ITIMER_REAL", signal.ITIMER_VIRTUAL)  # others may be busy
    written, strange = TABLE.read_text(encoding="utf-8"), []
    for number, (solution, check) in enumerate(run_lesson(path, monkeypatch), 1):
        right, wrong = maker.source(solution), solution["metadata"]["polygames"]["wrong"]
        tried, before, after, kind = [*mutants(right)], "", "", "function"
        if "def " not in right:
            names = ", ".join(sorted(exercises(path.stem)[number - 1].names))
            before, after = f"{right}\nours = {names}\n", f"\nassert ours != ({names})"
            kind = "value"
        for seconds in (2.0, 20.0):  # a busy processor works less in a second of its own
            monkeypatch.setattr(exercise_checks, "ANSWER_TIMEOUT_SECONDS", seconds)
            accepted = [each for each in tried if is_right(check, before + each + after)]
            counts = f"{kind} | {len(tried)} + {len(wrong)} | {len(accepted)} |"
            row = f"| {path.stem} | {number} | {counts}"
            if row in written:
                break
        else:
            strange.append((row, accepted))
        assert kind == "value" or len(tried) + len(wrong) >= 30, row
    assert strange == []


def is_right(check, answer):
    """Say whether a check calls an answer right; what stops with an error is not."""
    try:
        return check(answer).startswith("Right")
    except Exception:  # noqa: BLE001 - a mutant of a cell that is no function may do anything
        return False


OTHERS = (
    "Lt LtE Gt|LtE Lt GtE|Gt GtE Lt|GtE Gt LtE|Eq NotEq|NotEq Eq|In NotIn|NotIn In|Add Sub|Sub Add"
    "|Mult Add|Div Mult FloorDiv|FloorDiv Mult Div|BitXor BitOr BitAnd|Pow Mult|And Or|Or And"
    "|any all|all any|min max|max min|xor max|sum max|ceil floor|floor ceil|mean max|fmean max"
)
OTHERS = {name: others for name, *others in map(str.split, OTHERS.split("|"))}

SAME = (ast.Add, ast.Mult, ast.BitXor, ast.BitAnd, ast.BitOr)  # parts in any order

DROPPED = {"abs", "sorted", "set", "ceil", "float", "str", "range", "sqrt", "log"}


def mutants(source):
    """Yield sources with a mistake in one place each, all different from the solution."""
    tree = ast.parse(source)
    seen = {ast.unparse(tree)}
    others = partners(tree)
    for place, node in enumerate(ast.walk(tree)):
        for new in [*_others(node), *_parts(node), *_less(node), *others.get(node, ())]:
            copied = copy.deepcopy(tree)
            there = [*ast.walk(copied)][place]
            there.__class__ = new.__class__
            there.__dict__.clear()
            there.__dict__.update(vars(new))
            text = ast.unparse(copied)
            if text not in seen and not re.search(r"^pass$", text, re.MULTILINE):
                seen.add(text)
                yield text


def partners(tree):
    """Return for each use of an argument the other arguments of its function."""
    found = {}
    for function in (node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)):
        names = {each.arg for each in function.args.args}
        for node in ast.walk(function):
            if isinstance(node, ast.Name) and node.id in names and isinstance(node.ctx, ast.Load):
                found[node] = [ast.Name(each) for each in sorted(names - {node.id})]
    return found


def _others(node):  # noqa: PLR0911 - a kind of node, a return
    """Return mistakes of the same kind."""
    sign = getattr(node, "op", None) or [*getattr(node, "ops", ()), None][0]
    signs = [getattr(ast, each)() for each in OTHERS.get(type(sign).__name__, ())]
    match node:
        case ast.Compare():
            return [_with(node, ops=[each]) for each in signs if len(node.ops) == 1]
        case ast.BinOp() | ast.BoolOp():
            return [_with(node, op=each) for each in signs]
        case ast.AugAssign(target=place, value=value):
            instead = ast.Assign([place], value, lineno=0)
            return [instead, *(_with(node, op=each) for each in signs)]
        case ast.Constant(value=int() | float() as number) if not isinstance(number, bool):
            return [ast.Constant(each) for each in (number + 1, number - 1, 2 * number, 0)]
        case ast.Name(id=name):
            return [ast.Name(each) for each in OTHERS.get(name, ())]
        case ast.Return(value=value):
            return [ast.Return(each) for each in _returned(value)]
    return []


GIVEN = ("{} + 1", "{} - 1", "[*{}][1:]", "[*{}][:-1]", "0", "None")
RETURNED = ("not ({})", "0", "1", "2", "-1", "[]", "None", "repr({})", "[{}]", "({}, 0)")
NUMBERS = ("-({})", "({}) + 1", "({}) - 1", "2 * ({})", "({}) / 2")
LISTS = ("[*({})][1:]", "[*({})][:-1]", "({})[::-1]")
SHARES = ("round({})", "int({})", "round({}, 2)")


def _returned(value):
    """Return what a function may return instead of a value."""
    forms = [*RETURNED, *LISTS]
    says_whether = ast.unparse(value).startswith(("any(", "all("))
    if not isinstance(value, ast.Compare) and not says_whether:  # what is true may be any number
        forms += NUMBERS
    if any(isinstance(each, ast.Div) for each in ast.walk(value)):  # no whole number
        forms += SHARES
    return [_read(each.format(ast.unparse(value))) for each in forms]


def _parts(node):  # noqa: PLR0911 - as above
    """Return mistakes that are a part of what stands there, or its parts in another order."""
    match node:
        case ast.IfExp(body=one, orelse=other):
            return [_with(node, body=other, orelse=one), one, other]
        case ast.If(test=test):
            return [_with(node, test=_read(f"not ({ast.unparse(test)})"))]
        case ast.FunctionDef(args=given, body=body):
            names = [each.arg for each in given.args]
            lines = [f"{name} = {each.format(name)}" for name in names for each in GIVEN]
            return [_with(node, body=[*ast.parse(each).body, *body]) for each in lines]
        case ast.BinOp(left=one, op=op, right=other):
            turned = [] if isinstance(op, SAME) else [_with(node, left=other, right=one)]
            return [one, other, *turned]
        case (
            ast.BoolOp(values=parts)
            | ast.Call(func=ast.Name(id="min" | "max"), args=[_, _] as parts)
        ):
            return parts
        case ast.UnaryOp(operand=part) | ast.Call(func=ast.Attribute(value=part), args=[]):
            return [part]
        case ast.Call(func=ast.Name(id=name), args=[part]) if name in DROPPED:
            return [part]
        case ast.Call(args=[one, other]):
            return [_with(node, args=[other, one]), one, other]
        case ast.Tuple(elts=[one, other], ctx=ast.Load()):
            return [_with(node, elts=[other, one])]
    return []


def _less(node):
    """Return mistakes in which something is missing."""
    match node:
        case ast.Tuple(elts=parts, ctx=ast.Load()) | ast.List(elts=parts, ctx=ast.Load()):
            return [_with(node, elts=parts[:k] + parts[k + 1 :]) for k in range(len(parts))]
        case ast.comprehension(ifs=[test]):
            negated = _read(f"not ({ast.unparse(test)})")
            return [_with(node, ifs=each) for each in ([], [negated])] + _without_an_end(node)
        case ast.comprehension() | ast.For():
            return _without_an_end(node)
        case ast.Slice():
            return [_with(node, **{each: None}) for each in ("lower", "upper", "step")]
        case ast.Assign() | ast.AugAssign() | ast.Expr(value=ast.Call()) | ast.If() | ast.For():
            return [ast.Pass()]
    return []


def _without_an_end(node):
    ends = (f"[*{ast.unparse(node.iter)}][{part}]" for part in ("1:", ":-1"))
    return [_with(node, iter=_read(each)) for each in ends]


def _with(node, **fields):
    return type(node)(**{**vars(node), **fields})


def _read(text):
    return ast.parse(text, mode="eval").body


def test_a_mutant_differs_in_one_place():
    assert {*mutants("x = abs(y)")} == {"x = y"}
    assert {*mutants("x = y and z")} == {"x = y or z", "x = y", "x = z"}
