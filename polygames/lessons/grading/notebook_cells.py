"""The parsing of notebooks: cells as plain Python, with the names that they assign and use.

Both the grading of submitted files and the kernel of nbgrader find answers by it. As in
a notebook, any cell can assign a name: the answer cell, one of its two halves, or a cell of the
pupil's own.
"""

from __future__ import annotations

import ast
from symtable import symtable
from typing import TYPE_CHECKING, Any, Final, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Sequence
    from symtable import Symbol, SymbolTable

CODE_MAGICS: Final = {"time", "capture", "prun"}
"""The magics with code to run; all other magics are removed."""

SYNTAX_ERRORS: Final = (SyntaxError, ValueError, RecursionError, MemoryError)
"""The errors of parsing a text that is not valid Python."""


class Cell(NamedTuple):
    """A parsed code cell of a notebook, with the names that it assigns, mutates and uses.

    Attributes
    ----------
    source
        Its code without magics and shell commands, or its text if it cannot be parsed.
    assigned_names, mutated_names, used_names
        The names that it assigns, whose values it mutates, and that it looks up.
    syntax_error
        The syntax error, if it cannot be parsed; else empty.
    """

    source: str
    assigned_names: frozenset[str] = frozenset()
    mutated_names: frozenset[str] = frozenset()
    used_names: frozenset[str] = frozenset()
    syntax_error: str = ""


def parse_cell(source: str) -> Cell:
    r"""Return the parsed code of a cell, without magics and shell commands.

    Examples
    --------
    >>> cell = parse_cell("%%time\n!ls\n# mine\nhalf = whole / 2; seen.append(half)")
    >>> cell.source
    'pass\nhalf = whole / 2\nseen.append(half)\npass'
    >>> sorted(cell.assigned_names), sorted(cell.mutated_names), sorted(cell.used_names)
    (['half'], ['seen'], ['half', 'seen', 'whole'])
    """
    try:
        tree = _parse_tree(source)
        plain = ast.unparse(tree)
        table = symtable(plain, "cell", "exec")
    except SYNTAX_ERRORS as error:
        return Cell(source.strip(), syntax_error=f"{type(error).__name__}: {error}")
    made = frozenset(each.get_name() for each in table.get_symbols() if _is_assignment(each))
    return Cell(plain, made, frozenset(_mutated_names(tree)), frozenset(_iter_names(table)))


def select_cells(
    names: Collection[str], external_names: Collection[str], cells: Sequence[Cell]
) -> list[Cell]:
    """Return the cells that assign the given names and the cells that these depend on, in order.

    The cells are in the order of their runs. Names in `external_names` do not depend on them.

    Examples
    --------
    >>> cells = [parse_cell(text) for text in ("a = 1", "b = 2", "c = a + n", "print(c)")]
    >>> [cell.source for cell in select_cells({"c"}, {"n"}, cells)]
    ['a = 1', 'c = a + n']
    """
    found = set[int]()
    wanted, seen = {*names}, {*external_names}
    while wanted:
        fresh = {
            k for k, cell in enumerate(cells) if (cell.assigned_names | cell.mutated_names) & wanted
        }
        fresh -= found
        found |= fresh
        seen |= wanted
        wanted = {name for k in fresh for name in cells[k].used_names} - seen
    return [cells[k] for k in sorted(found)]


def required_cells(cells: Iterable[tuple[str, Sequence[str]]], cell_ids: Iterable[str]) -> set[str]:
    """Return the ids of the given cells and of all cells that they depend on.

    Parameters
    ----------
    cells
        Pairs of a cell's id and its sources, in order; an answer cell may have several sources.
    cell_ids
        The ids of the wanted cells.

    Examples
    --------
    >>> cells = [("a", ["n = 3"]), ("b", ["picture = draw(7)"]), ("c", ["print(n)"])]
    >>> sorted(required_cells(cells, ["c"]))
    ['a', 'c']
    """
    makers: dict[str, list[str]] = {}
    builds_on: dict[str, set[str]] = {}
    for cell, sources in cells:
        versions = [*map(parse_cell, sources)]
        used = {name for each in versions for name in each.used_names}
        builds_on[cell] = {maker for name in used for maker in makers.get(name, ())}
        for name in {name for each in versions for name in each.assigned_names}:
            makers.setdefault(name, []).append(cell)
    found: set[str] = set()
    fresh = set(cell_ids)
    while fresh:
        found |= fresh
        fresh = {cell for name in fresh for cell in builds_on[name]} - found
    return found


def assigned_names(source: str) -> list[str]:
    """Return the names that the source of a cell assigns, sorted."""
    return sorted(parse_cell(source).assigned_names)


def _is_assignment(symbol: Symbol) -> bool:
    return symbol.is_assigned() or symbol.is_imported()


def _iter_names(table: SymbolTable, *, inside: bool = False) -> Iterator[str]:
    """Yield the names that a cell reads, including the global names that its functions read."""
    for each in table.get_symbols():
        if each.is_referenced() and (each.is_global() or not inside):
            yield each.get_name()
    for child in table.get_children():
        yield from _iter_names(child, inside=True)


def _mutated_names(tree: ast.AST) -> set[str]:
    """Return the variables that are mutated, as in ``a[0] = 1``, ``a.b = 1`` or ``a.append(1)``."""
    found = set[str]()
    for node in ast.walk(tree):
        match node:
            case ast.Subscript(ctx=ast.Store()) | ast.Attribute(ctx=ast.Store()):
                part: Any = node
            case ast.Expr(value=ast.Call(func=ast.Attribute(value=part))):
                pass
            case _:
                continue
        while isinstance(part, ast.Subscript | ast.Attribute):
            part = part.value
        if isinstance(part, ast.Name):
            found.add(part.id)
    return found


# --- Magics and shell commands ------------------------------------------------------------------


def _parse_tree(source: str) -> ast.Module:
    """Return the syntax tree of a cell, with magics and shell commands transformed by IPython."""
    try:
        tree = ast.parse(source)
    except SyntaxError:
        from IPython.core.inputtransformer2 import TransformerManager

        manager: Any = TransformerManager
        tree = ast.parse(manager().transform_cell(source))
    plain: ast.Module = _Plain().visit(tree)
    return plain


class _Plain(ast.NodeTransformer):
    """A transformer that replaces IPython magics by the code that they run, or by nothing."""

    def visit_Expr(self, node: ast.Expr) -> Any:
        code = _code_of_magic(node.value)
        return self.generic_visit(node) if code is None else [*_parse_tree(code).body, ast.Pass()]

    def visit_Call(self, node: ast.Call) -> Any:
        return self.generic_visit(node) if _code_of_magic(node) is None else ast.Constant(None)


def _code_of_magic(node: ast.expr) -> str | None:
    """Return the code that an IPython magic runs ("" if none); None for other expressions."""
    match node:
        case ast.Call(func=ast.Attribute(value=ast.Call(func=ast.Name(id="get_ipython")))):
            texts = [str(each.value) for each in node.args if isinstance(each, ast.Constant)]
            return texts[-1] if texts and texts[0] in CODE_MAGICS else ""
    return None
