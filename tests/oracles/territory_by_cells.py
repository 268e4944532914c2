"""A second, slow implementation of Territory with cells, to compare with the package.

Nothing here is shared with the package but the rows and colours of a board.
"""


class Game:
    """A mutable game with the attributes `moves`, `scores` and `is_over`."""

    def __init__(
        self, rows, colors, value="square", penalty=1, ending="all", swap=False, solitaire=False
    ):
        self.cells = {(r, c): letter for r, row in enumerate(rows) for c, letter in enumerate(row)}
        self.colors, self.value, self.penalty = colors, value, penalty
        self.ending, self.swap, self.solitaire = ending, swap, solitaire
        self.owner = {}  # letter: seat
        self.playing = ["blue"] if solitaire else ["blue", "red"]
        self.seat, self.plies, self.stopped = 0, 0, False

    def area(self, letter):
        return list(self.cells.values()).count(letter)

    def touching(self):
        """Return the free tiles that are next to a cell of the mover."""
        found = set()
        for (r, c), letter in self.cells.items():
            if self.owner.get(letter) == self.seat:
                beside = [(r + 1, c), (r - 1, c), (r, c + 1), (r, c - 1)]
                found |= {self.cells[cell] for cell in beside if cell in self.cells}
        return found - set(self.owner)

    def claims(self):
        free = set(self.cells.values()) - set(self.owner)
        owns = self.seat in self.owner.values()
        if self.solitaire:
            total = sum(self.area(letter) for letter in self.owner)
            within = {x for x in free if 2 * (total + self.area(x)) <= len(self.cells)}
            return within & self.touching() if owns else within
        return (self.touching() or free) if owns else free

    @property
    def is_over(self):
        if self.solitaire:
            return self.stopped or not self.claims()
        stuck = self.seat in self.owner.values() and not self.touching()
        full = set(self.owner) == set(self.cells.values())
        return full or (self.ending == "stuck" and stuck)

    @property
    def moves(self):
        """Return the legal moves: letters of tiles, and words."""
        if self.is_over:
            return set()
        words = {"takeover"} if self.swap and self.plies == 1 else set()
        words |= {"stop"} if self.solitaire and self.plies else set()
        return self.claims() | words

    def worth(self, letter, seat):
        area = self.area(letter)
        points = area * area if self.value == "square" else area
        if self.colors[letter] == "yellow":
            return 0
        return points if self.colors[letter] == self.playing[seat] else -self.penalty * points

    @property
    def scores(self):
        return [
            sum(self.worth(letter, seat) for letter, who in self.owner.items() if who == seat)
            for seat in range(len(self.playing))
        ]

    def play(self, move):
        if move == "stop":
            self.stopped = True
        elif move == "takeover":
            self.playing.reverse()
            self.owner = dict.fromkeys(self.owner, 1)
        else:
            self.owner[move] = self.seat
        self.seat = (self.seat + 1) % len(self.playing)
        self.plies += 1
