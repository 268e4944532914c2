"""A second, slow implementation of Splitter with dictionaries, to compare with the package.

Nothing here is shared with the package: the pads are drawn again, and groups are united pair by
pair.
"""

from itertools import combinations, product

PAD_A = "..####.. .######. ######## *######* ######## .######. ..####.."
PAD_B = "###..#h# ######## .h#####. .##..##. .###h##. ######## #*#..#*#"

SARA_SHEET = "..4416.. .446614. 16665444 55521642 45521333 .125321. ..5332.."
"""The sheet of the published rules on pad A, with its score: 29 = 5 + 4 + 6 + 4 + 10 + 0."""


def cell_marks(pad):
    """Return the mark of each cell of a pad by (row, column)."""
    return {
        (r, c): mark
        for r, row in enumerate(pad.split())
        for c, mark in enumerate(row)
        if mark != "."
    }


def cell_numbers(rows):
    """Return the number of each filled cell by (row, column)."""
    return {
        (r, c): int(mark)
        for r, row in enumerate(rows)
        for c, mark in enumerate(row)
        if mark in "123456"
    }


def groups(sheet):
    """Return the groups of neighbouring cells with equal numbers, by a simple union-find."""
    leader = {place: place for place in sheet}

    def find(place):
        while leader[place] != place:
            place = leader[place]
        return place

    for a, b in combinations(sheet, 2):
        if abs(a[0] - b[0]) + abs(a[1] - b[1]) == 1 and sheet[a] == sheet[b]:
            leader[find(a)] = find(b)
    found = {}
    for place in sheet:
        found.setdefault(find(place), set()).add(place)
    return list(found.values())


def score(pad, rows):
    """Return the points of a sheet for each number, and for the hearts."""
    kinds, sheet = cell_marks(pad), cell_numbers(rows)
    by_number = dict.fromkeys(range(1, 7), 0)
    for group in groups(sheet):
        number = sheet[next(iter(group))]
        if len(group) == number:
            doubled = "*" in {kinds[place] for place in group}
            by_number[number] += number + number * doubled
    hearts = [place for place, kind in kinds.items() if kind == "h"]
    full = bool(hearts) and all(place in sheet for place in hearts)
    same = full and len({sheet[place] for place in hearts}) == 1
    return by_number, 5 * same


def total(pad, rows):
    by_number, hearts = score(pad, rows)
    return sum(by_number.values()) + hearts


def completions(pad, rows):
    """Yield every way to fill the empty cells of a sheet."""
    sheet = cell_numbers(rows)
    empty = [place for place in cell_marks(pad) if place not in sheet]
    width, height = len(rows[0]), len(rows)
    for filled in product(range(1, 7), repeat=len(empty)):
        full = {**sheet, **dict(zip(empty, filled, strict=True))}
        yield tuple(
            "".join(str(full.get((r, c), ".")) for c in range(width)) for r in range(height)
        )


class Game:
    """A mutable game, with moves as text."""

    def __init__(self, players, pad):
        self.pad, self.width = pad, len(pad.split()[0])
        self.sheets = [{} for _ in range(players)]
        self.dice, self.notes = None, []

    def placements(self):
        """Return the texts of all different placements of the next player."""
        high, low = self.dice
        mine = self.sheets[len(self.notes)]
        free = [(r, c) for r, c in cell_marks(self.pad) if (r, c) not in mine]
        left = [(r, c) for r, c in free if 2 * c < self.width]
        return {f"r{r}c{c}={high}" for r, c in (left if high == low else free)}

    def play(self, move):
        if move.startswith("roll"):
            self.dice = tuple(sorted((int(move[5]), int(move[7])), reverse=True))
            return
        self.notes.append((int(move[1]), int(move[3]), int(move[5])))
        if len(self.notes) == len(self.sheets):
            for sheet, (r, c, number) in zip(self.sheets, self.notes, strict=True):
                one, other = self.dice
                sheet[r, c] = number
                sheet[r, self.width - 1 - c] = other if number == one else one
            self.dice, self.notes = None, []

    def rows(self, seat):
        """Return a sheet as rows of digits, with 0 for an empty cell."""
        cells = cell_marks(self.pad)
        return tuple(
            "".join(
                str(self.sheets[seat].get((r, c), 0)) if (r, c) in cells else "."
                for c in range(self.width)
            )
            for r in range(len(self.pad.split()))
        )

    @property
    def totals(self):
        return tuple(total(self.pad, self.rows(seat)) for seat in range(len(self.sheets)))
