"""Which cells of a notebook others build on: a check needs no picture that was drawn before it.

That every cell runs, and shows what it did, is proved where notebooks run from top to bottom.
"""

from symtable import symtable


def needed(cells, wanted):
    """Return the ids of the cells that wanted ones build on, and theirs.

    Parameters
    ----------
    cells
        Pairs of a cell's id and its sources, in order; a place for an answer has many.
    wanted
        The ids of the cells that are asked for.
    """
    makers, builds_on = {}, {}
    for cell, sources in cells:
        made, used = set(), set()
        for source in sources:
            table = symtable(source, cell, "exec")
            made |= {each.get_name() for each in table.get_symbols() if is_made(each)}
            used |= set(names_used(table))
        builds_on[cell] = {maker for name in used for maker in makers.get(name, ())}
        for name in made:
            makers.setdefault(name, []).append(cell)
    found, fresh = set(), set(wanted)
    while fresh:
        found |= fresh
        fresh = {cell for name in fresh for cell in builds_on[name]} - found
    return found


def is_made(symbol):
    """Say whether a name is given a value."""
    return symbol.is_assigned() or symbol.is_imported()


def names_used(table, *, inside=False):
    """Yield the names that a cell looks up, its functions' included."""
    for each in table.get_symbols():
        if each.is_referenced() and (each.is_global() or not inside):
            yield each.get_name()
    for child in table.get_children():
        yield from names_used(child, inside=True)
