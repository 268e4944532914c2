"""Options for short random games, and an oracle, of Polygon."""

import numpy as np
from oracles.polygon_by_fractions import Game, crossing, rational, regular

from polygames.games.polygon.engine import compiled_rules

NAMED = (3, 4, 5, 6, 7, 8, 9, 10, 12)
"""The regular polygons that the oracle knows."""


def options(rng):
    """Return options of a short game; regular polygons are seldom, the oracle is slow there."""
    shape = {"n": rng.choice((3, 4, 6, 6))}
    if rng.random() < 0.03:
        shape = {"n": rng.choice((5, 5, 7, 8))}
    elif rng.random() < 0.7:
        shape = {"vertices": on_a_parabola(rng)}
    return shape | {
        "colors": rng.choice(("different", "different", "same", "any", "mixed")),
        "concurrent": rng.choice(("strict", "lenient")),
        "claim": rng.random() < 0.2,
        "max_plies": rng.choice((5, 9, 12)),
    }


def on_a_parabola(rng):
    """Return corners that are strictly convex, now and then with fractions."""
    places = sorted(rng.sample(range(-5, 6), rng.choice((4, 4, 5, 5, 6))))
    stretch = rng.choice((1, 1, 2))
    corners = [(stretch * x, x * x) for x in places]
    return [(f"{x}/3", y) for x, y in corners] if rng.random() < 0.1 else corners


def twin(state):
    return Twin(state) if state.rules.vertices is not None or state.rules.n in NAMED else None


class Remembering(Game):
    """The game by fractions; crossings are found once, when a segment is drawn."""

    def __init__(self, *how):
        super().__init__(*how)
        self.known = {}

    def crossings(self):
        return {point: tuple(sorted(through)) for point, through in self.known.items()}

    def draw(self, move):
        number = len(self.segments) + 1
        for k, old in enumerate(self.segments, 1):
            point = crossing(*old, *move)
            if point is not None:
                self.known.setdefault(point, set()).update((k, number))
        self.segments.append(move)


class Twin:
    """The game by fractions, and the compiled board."""

    def __init__(self, state):
        self.rules = rules = state.rules
        corners = regular(rules.n) if rules.vertices is None else rational(rules.vertices)
        self.game = Remembering(corners, rules.colors, rules.concurrent)
        self.board, self.claimer = None, None

    def agree(self, state):
        game, ply = self.game, len(self.game.segments)
        if self.claimer is not None:
            assert state.outcome.winners == {1 - self.claimer}
            return
        moves = set(game.moves())
        if ply >= self.rules.max_plies:
            assert state.outcome.winners == set()
        elif not moves and not self.rules.claim:
            assert state.outcome.winners == {1 - ply % 2}
        else:
            assert state.outcome is None
            listed = {self.ends(move) for move in state.legal_moves if str(move) != "claim"}
            assert listed == moves
            assert len(state.legal_moves) == len(moves) + self.rules.claim
            found = {self.point(state.name(at)): by for at, by in state.crossings.items()}
            assert found == game.crossings()
        self._agree_compiled(state)

    def _agree_compiled(self, state):
        """Hold the compiled board to the rules, unless it says that floats do not tell."""
        if state.here is None or state.is_claimed:
            return
        if self.board is None:
            self.board = compiled_rules.encode(state)
        if self.board.head[compiled_rules.DOUBT]:
            return
        out = np.zeros(compiled_rules.POINT_CAPACITY, np.int64)
        points = list(state.points)
        found = [points[code] for code in out[: compiled_rules.legal(self.board, out)]]
        assert found == list(state.targets)

    def ends(self, move):
        """Return a move as two points."""
        return self.point(move.start), self.point(move.end)

    def point(self, name):
        if "x" not in name:
            return self.game.corners[ord(name) - ord("A")]
        i, j = map(int, name.split("x"))
        return crossing(*self.game.segments[i - 1], *self.game.segments[j - 1])

    def play(self, move):
        if str(move) == "claim":
            self.claimer = len(self.game.segments) % 2
            return
        self.game.draw(self.ends(move))
        self.board = None  # written anew from the moves
