"""The cells of a lesson on which others depend, so that a test need not run the slow ones."""

from symtable import symtable


def required_cells(cells, cell_ids):
    """Return the ids of the given cells and of all cells that they depend on.

    Parameters
    ----------
    cells
        Pairs of a cell's id and its sources, in order; an answer cell may have several sources.
    cell_ids
        The ids of the wanted cells.
    """
    makers, builds_on = {}, {}
    for cell, sources in cells:
        tables = [symtable(source, "cell", "exec") for source in sources]
        used = {name for table in tables for name in used_names(table)}
        builds_on[cell] = {maker for name in used for maker in makers.get(name, ())}
        for name in {name for table in tables for name in made_names(table)}:
            makers.setdefault(name, []).append(cell)
    found, fresh = set(), set(cell_ids)
    while fresh:
        found |= fresh
        fresh = {cell for name in fresh for cell in builds_on[name]} - found
    return found


def made_names(table):
    """Return the names that a cell assigns or imports."""
    return {
        each.get_name() for each in table.get_symbols() if each.is_assigned() or each.is_imported()
    }


def used_names(table, *, inside=False):
    """Yield the names that a cell reads, including the global names that its functions read."""
    for each in table.get_symbols():
        if each.is_referenced() and (each.is_global() or not inside):
            yield each.get_name()
    for child in table.get_children():
        yield from used_names(child, inside=True)
