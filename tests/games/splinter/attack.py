"""Options for short random games, and an oracle, of Splinter."""

from oracles.splinter_by_sets import agree, by_sets
from oracles.splinter_by_sets import twin as plain


def options(rng):
    """Return options of a game on a small board with pieces anywhere."""
    rows, columns = rng.randint(1, 5), rng.randint(2, 6)
    cells = rng.choices("..wb" if rng.random() < 0.7 else ".....wb", k=rows * columns)
    for king, place in zip("WB", rng.sample(range(rows * columns), 2), strict=True):
        cells[place] = king
    return {
        "board": ["".join(cells[r * columns : (r + 1) * columns]) for r in range(rows)],
        "first": rng.choice(("white", "black")),
        "edge": rng.choice(("block", "remove")),
        "no_return": rng.random() < 0.5,
        "max_plies": rng.choice((7, 20, 40, 60)),
    }


def twin(state):
    return Twin(state)


class Twin:
    """The game by sets of squares."""

    def __init__(self, state):
        self.game = plain(state)

    def agree(self, state):
        agree(state, self.game)

    def play(self, move):
        self.game.play(*by_sets(move, self.game.height))
