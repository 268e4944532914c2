"""Options for short random games, and an oracle, of Split."""

import re

import pytest
from oracles.split_plainly import Game

NEAR = 1e-9


def options(rng):
    """Mostly a high limit: a handful of lines ends the game."""
    limit = rng.choice((5.0, 12.5, 20.0, 30.0, 30.0, 40.0, 49.0, rng.uniform(10, 49.9)))
    return {
        "fill_limit": limit,
        "fill_inclusive": rng.random() < 0.5,
        "min_area": rng.choice((1e-6, 1e-3, 0.2, 0.4)) * min(1.0, limit / 5),
    }


def twin(state):
    return Twin(state)


def middle(polygon):
    """Return a point within a convex polygon."""
    return tuple(sum(values) / len(polygon) for values in zip(*polygon, strict=True))


class Twin:
    """The plain game; `fill k` and `area k` are found by the middle of that area."""

    def __init__(self, state):
        self.game = Game(**state.options)

    def agree(self, state):
        self.state, game = state, self.game
        assert len(state.map.lines) == len(game.lines)
        game.turn_line(*state.map.lines[-1])
        assert abs(sum(area.value for area in state.areas) - 100) < NEAR
        mine = sorted((area.value, str(area.owner)) for area in game.areas)
        theirs = sorted((area.value, str(area.owner)) for area in state.areas)
        assert [a for a, _ in mine] == pytest.approx([a for a, _ in theirs], rel=0, abs=NEAR)
        assert sorted(state.scores) == pytest.approx(sorted(game.scores), rel=0, abs=NEAR)
        assert (state.outcome and state.outcome.winners) == game.result()
        if state.outcome is not None:
            return
        assert (state.turn, state.phase) == (game.seat, game.phase)
        if game.phase == "line":
            small = sorted(area.value for area in game.open if game.is_small(area))
            fills = [k for k in state.open_areas if state.is_small(k)]
            found = sorted(state.areas[k].value for k in fills)
            assert found == pytest.approx(small, rel=0, abs=NEAR)
            assert state.legal_moves.finite == (len(small) == len(game.open))

    def play(self, move):
        text = str(move)
        word, _, rest = text.partition(" ")
        if word == "draw":
            line, at, other, to = re.split(r"@| - ", rest)
            self.game.draw(int(line), float(at), int(other), float(to))
        elif word == "color":
            self.game.color(rest)
        else:
            area = self.game.area_at(middle(self.state.areas[int(rest)].polygon))
            (self.game.fill if word == "fill" else self.game.choose)(area)
