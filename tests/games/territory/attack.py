"""Options for short random games, and an oracle, of Territory."""

from math import isclose

from oracles.territory_by_cells import Game

NAMES = ("value", "penalty", "ending", "swap", "solitaire")


def options(rng):
    """Return options of a game on a small board of any kind."""
    alone = rng.random() < 0.2
    shares = rng.choice(((2, 2, 1), (1, 1, 0), (0, 3, 1)))
    sizes = rng.choice(((1, 8), (1, 3), (1, 1), (2, 5)))
    return {
        "size": rng.choice((2, 3, 3, 4, 4, 5, 6, 7, 10) if rng.random() < 0.3 else (3, 4, 5)),
        "seed": rng.randrange(2**32),
        "value": rng.choice(("square", "linear")),
        "penalty": rng.choice((1, 0.5, 0.3, 0, -1)),
        "ending": "all" if alone else rng.choice(("all", "stuck")),
        "swap": not alone and rng.random() < 0.5,
        "solitaire": alone,
        "balanced": shares[0] == shares[1] and rng.random() < 0.3,
        "symmetric": shares[0] == shares[1] and sizes[0] == 1 and rng.random() < 0.3,
        "sizes": sizes,
        "shares": shares,
    }


def twin(state):
    return Twin(state)


class Twin:
    """The game by cells."""

    def __init__(self, state):
        kinds = {name: getattr(state.rules, name) for name in NAMES}
        self.game = Game(state.board.rows, state.board.color_names, **kinds)

    def agree(self, state):
        self.state, game = state, self.game
        assert (state.outcome is not None) == game.is_over
        assert {self.plainly(move) for move in state.legal_moves} == set(game.moves)
        scores = game.scores
        assert len(state.scores) == len(scores)
        assert all(map(lambda a, b: isclose(a, b, abs_tol=1e-9), state.scores, scores))
        if state.outcome is None:
            assert state.turn == game.seat
        elif len(scores) > 1:
            ahead = scores[0] - scores[1]
            wins = {0, 1} if abs(ahead) < 1e-9 else {int(ahead < 0)}
            assert state.outcome.winners == wins

    def play(self, move):
        self.game.play(self.plainly(move))

    def plainly(self, move):
        """Return the letter of the tile, or the word."""
        board = self.state.board
        return str(move) if move not in board.named else board.letters[board.named[move]]
