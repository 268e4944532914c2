"""Small mistakes made in a solution, one at a time: what a check ought to notice.

Each mutant differs from the solution in one place: a comparison, an operator, a number, a word, two
things exchanged, one argument in place of another, a call of ``abs`` that is missing.
"""

import ast
import copy

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
    """Yield the sources with one mistake each, all different from the solution."""
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
