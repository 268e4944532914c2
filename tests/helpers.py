"""What many tests say: play these moves, make a random position, note what is refused."""

from random import Random

import polygames as pg

PRESETS = ("seed", "2026")

# Read off the pictures of the published example game, as RULES.md of this project lists them.
WORKED_EXAMPLE = (
    "draw 0,3.13 - 1.86,0",
    "color blue",
    "draw 4.87,0 - 5.18,10",
    "draw 0.40,2.49 - 5.02,5.51",
    "draw 5.01,4.67 - 10,5.25",
    "draw 1.46,0.67 - 3.36,4.41",
)


def played(state, *texts):
    """Play moves given as text."""
    for text in texts:
        state = state.play(state.parse(text))
    return state


def split(*texts, **options):
    """Return a position of Split: the moves from the start, given as text."""
    return played(pg.new("split", **options), *texts)


def random_states(state, seed):
    """Yield the states of a random game, the given one first."""
    rng = Random(seed)
    yield state
    while state.outcome is None:
        state = state.play(state.legal_moves.sample(rng))
        yield state


def random_state(seed, plies, game="split", /, **options):
    """Return the state after so many random moves, or the end if that comes before."""
    for state in random_states(pg.new(game, **options), seed):
        if state.ply == plies:
            break
    return state


def values(state):
    """Return the values of a Split state's areas."""
    return [area.value for area in state.areas]


def splinter(*texts, **options):
    """Return a position of Splinter: the moves from the start, given as text."""
    return played(pg.new("splinter", **options), *texts)


def polygon(*texts, **options):
    """Return a position of Polygon: the moves from the start, given as text."""
    return played(pg.new("polygon", **options), *texts)


def territory(*texts, **options):
    """Return a position of Territory: the moves from the start, given as text."""
    return played(pg.new("territory", **options), *texts)
