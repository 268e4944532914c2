"""Which cells of a notebook others build on: a check needs no picture that was drawn before it."""

from __future__ import annotations

from symtable import symtable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from symtable import Symbol, SymbolTable


def needed(cells: Iterable[tuple[str, Sequence[str]]], wanted: Iterable[str]) -> set[str]:
    """Return the ids of the cells that wanted ones build on, and theirs.

    Parameters
    ----------
    cells
        Pairs of a cell's id and its sources, in order; a place for an answer may have many.
    wanted
        The ids of the cells that are asked for.

    Examples
    --------
    >>> cells = [("a", ["n = 3"]), ("b", ["picture = draw(7)"]), ("c", ["print(n)"])]
    >>> sorted(needed(cells, ["c"]))
    ['a', 'c']
    """
    makers: dict[str, list[str]] = {}
    builds_on: dict[str, set[str]] = {}
    for cell, sources in cells:
        made: set[str] = set()
        used: set[str] = set()
        for source in sources:
            try:
                table = symtable(source, cell, "exec")
            except SyntaxError:  # a student's; it makes nothing
                continue
            made |= {each.get_name() for each in table.get_symbols() if _is_made(each)}
            used |= set(_names_used(table))
        builds_on[cell] = {maker for name in used for maker in makers.get(name, ())}
        for name in made:
            makers.setdefault(name, []).append(cell)
    found: set[str] = set()
    fresh = set(wanted)
    while fresh:
        found |= fresh
        fresh = {cell for name in fresh for cell in builds_on[name]} - found
    return found


def names_made(source: str) -> list[str]:
    """Return the names that a cell gives a value.

    Examples
    --------
    >>> names_made("low, high = 1, 2")
    ['high', 'low']
    """
    table = symtable(source, "cell", "exec")
    return sorted(each.get_name() for each in table.get_symbols() if _is_made(each))


def _is_made(symbol: Symbol) -> bool:
    return symbol.is_assigned() or symbol.is_imported()


def _names_used(table: SymbolTable, *, inside: bool = False) -> Iterator[str]:
    """Yield the names that a cell looks up, its functions' included."""
    for each in table.get_symbols():
        if each.is_referenced() and (each.is_global() or not inside):
            yield each.get_name()
    for child in table.get_children():
        yield from _names_used(child, inside=True)
