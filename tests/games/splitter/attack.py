"""Options for short random games, and an oracle, of Splitter."""

from oracles.splitter_plainly import Game

from polygames.games.splitter.engine.placement_ranking import evaluator_of


def options(rng):
    """Return options of a game on a tiny pad."""
    if rng.random() < 0.02:
        return {"players": rng.randint(1, 3), "pad": rng.choice("AB")}
    while True:
        width = rng.choice((2, 4, 4, 6))
        rows = [symmetrical(rng, width // 2) for _ in range(rng.randint(1, 3))]
        places = [(r, c) for r, row in enumerate(rows) for c, mark in enumerate(row) if mark == "#"]
        hearts = 3 * (rng.random() < 0.5)
        if len(places) >= 2 + hearts:
            break
    marked = rng.sample(places, 2 + hearts)
    for (r, c), mark in zip(marked, "**hhh", strict=False):
        rows[r] = rows[r][:c] + mark + rows[r][c + 1 :]
    return {"players": rng.choice((1, 1, 2, 3)), "pad": rows}


def symmetrical(rng, half):
    left = "".join(rng.choices("###.", k=half))
    return left + left[::-1]


def twin(state):
    return Twin(state)


class Twin:
    """The game by places; the compiled score is held to it at the end."""

    def __init__(self, state):
        self.game = Game(state.seats, " ".join(state.pad.rows))

    def agree(self, state):
        game = self.game
        if state.outcome is None and state.turn >= 0:
            assert {str(move) for move in state.legal_moves} == game.placements()
            return
        rows = tuple(game.rows(seat) for seat in range(state.seats))
        assert state.rows == rows
        assert state.scores == game.totals
        if state.outcome is not None:
            best = max(game.totals)
            winners = {seat for seat, total in enumerate(game.totals) if total == best}
            assert state.outcome.winners == winners
            assert [evaluator_of(state.pad).value(sheet) for sheet in state.sheets] == list(
                game.totals
            )

    def play(self, move):
        self.game.play(str(move))
