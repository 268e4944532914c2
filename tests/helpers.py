"""Functions for many tests: play given moves, create random positions, run code elsewhere."""

import inspect
import json
import os
import pickle
import subprocess
import sys
from contextlib import contextmanager
from itertools import count, pairwise
from pathlib import Path
from random import Random

import pytest

import polygames as pg
from polygames.core.lazy_imports import Lazy
from polygames.search.review import Estimate, Review, ReviewedPosition
from polygames.search.review.positions import round_value

SPLIT_PRESETS = ("seed", "2026")

# The moves of the published example game, measured in its pictures, as in RULES.md.
WORKED_EXAMPLE = (
    "draw 0,3.13 - 1.86,0",
    "color blue",
    "draw 4.87,0 - 5.18,10",
    "draw 0.40,2.49 - 5.02,5.51",
    "draw 5.01,4.67 - 10,5.25",
    "draw 1.46,0.67 - 3.36,4.41",
)


def run_python(code, *arguments, **environment):
    """Run code in a new process and return its output; AssertionError if the process fails."""
    command = [sys.executable, "-c", code, *map(str, arguments)]
    given = {"capture_output": True, "text": True, "env": os.environ | environment}
    run = subprocess.run(command, **given, check=False)
    assert run.returncode == 0, run.stderr
    return run.stdout


def pickle_copy(value):
    """Return a pickled and unpickled copy, as if another process had sent it."""
    return pickle.loads(pickle.dumps(value))  # noqa: S301 - just written here


def play_moves(state, *texts):
    """Return the state after some moves, given as text."""
    for text in texts:
        state = state.play(state.parse(text))
    return state


@contextmanager
def interrupt_after(number, place, name):
    """Make a function of a class or module raise KeyboardInterrupt after `number` calls."""
    calls, usual = count(1), getattr(place, name)

    def impatient(*args, **more):
        if next(calls) > number:
            raise KeyboardInterrupt
        return usual(*args, **more)

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(place, name, impatient)
        yield


def record_game(game, *texts, by=(), **options):
    """Return the record of a game with the given moves, as text, and maybe its players."""
    record = pg.Record(pg.new(game, **options), players=by)
    for text in texts:
        record.push(text)
    return record


def play_on(record, seed, most=10_000, agents=None):
    """Continue a record by at most `most` moves, and return it.

    The moves are random, or those of agents, one for each seat.
    """
    rng = Random(seed)
    while (state := record.state).outcome is None and most:
        most -= 1
        if agents is None or state.turn == pg.CHANCE:
            record.push(state.legal_moves.sample(rng))
        else:
            record.push(agents[state.turn].choose(state.view(state.turn), rng))
    return record


def make_review(*chances, error=0.0):
    """Return a review of random moves of Splinter, by White's chance to win in each position.

    A move that loses nothing is the best one. The values have a standard error.
    """
    record, positions = play_on(pg.Record(pg.new("splinter")), 0, len(chances) - 1), []
    for node, chance, after in zip(record.path, chances, [*chances[1:], None], strict=True):
        played = [child.move for child in node.children]
        others = [move for move in node.state.legal_moves if move not in played]
        line = played if after == chance else others[:1]
        value = round_value(2 * chance - 1)
        estimate = Estimate(value, value - 2 * error, value + 2 * error, chance=chance)
        positions.append(ReviewedPosition((estimate,), tuple(line), node=node))
    return Review(record.start, tuple(positions))


def split(*texts, **options):
    """Return a position of Split: the moves from the start, given as text."""
    return play_moves(pg.new("split", **options), *texts)


def fills_only():
    """Return a position of Split in which all moves are fills, of 10, 20, 30 and 40 points."""
    cuts = ("draw 1,0 - 1,10", "color blue", "draw 3,0 - 3,10", "draw 6,0 - 6,10")
    return split(*cuts, fill_limit=49.0)


def random_states(state, seed):
    """Yield the states of a random game, the given one first."""
    rng = Random(seed)
    yield state
    while state.outcome is None:
        state = state.play(state.legal_moves.sample(rng))
        yield state


def random_games(name, number, seed, **options):
    """Yield the states of `number` random games, without their ends."""
    for game in range(number):
        for state in random_states(pg.new(name, **options), f"{seed} {game}"):
            if state.outcome is None:
                yield state


def to_move(state, seed, plies=0):
    """Return the first state of a random game after `plies` moves in which a seat moves."""
    return next(each for each in random_states(state, seed) if each.turn >= 0 and each.ply >= plies)


def random_state(seed, plies, game="split", /, **options):
    """Return the state after `plies` random moves, or the end of a shorter game."""
    for state in random_states(pg.new(game, **options), seed):
        if state.ply == plies:
            break
    return state


def values(state):
    """Return the values of a Split state's areas."""
    return [area.value for area in state.areas]


def splinter(*texts, **options):
    """Return a position of Splinter: the moves from the start, given as text."""
    return play_moves(pg.new("splinter", **options), *texts)


def polygon(*texts, **options):
    """Return a position of Polygon: the moves from the start, given as text."""
    return play_moves(pg.new("polygon", **options), *texts)


def splitter(*texts, **options):
    """Return a position of Splitter: the moves from the start, given as text."""
    return play_moves(pg.new("splitter", **options), *texts)


def splitter_end(*sheets, pad="A"):
    """Return the end of a game of Splitter with these sheets."""
    lines = [f"splitter\nplayers {len(sheets)}\npad {pad}"]
    for seat, sheet in enumerate(sheets):
        lines += [f"sheet {seat}", *sheet.split()]
    return pg.from_text("\n".join(lines))


def territory(*texts, **options):
    """Return a position of Territory: the moves from the start, given as text."""
    return play_moves(pg.new("territory", **options), *texts)


def minimax_value(state, value_of):
    """Return the minimax value of a position for seat 0, given the values of its successors."""
    if state.outcome is not None:
        winners = state.outcome.winners
        return 0 if len(winners) == 2 else 1 if 0 in winners else -1
    values = [value_of(state.play(move)) for move in state.legal_moves]
    return max(values) if state.turn == 0 else min(values)


def value_by_recursion(state):
    """Return the value by recursion over all games, which is also correct with repetitions."""
    return minimax_value(state, value_by_recursion)


def moves_of(game):
    """Return the moves of a board, a session or anything else with a record, as text."""
    return [str(move) for move in game.record.moves]


def saved_moves(folder):
    """Return the moves of every game in a folder, by file."""
    return {path.name: list(map(str, pg.load(path).moves)) for path in sorted(folder.iterdir())}


QUICK_LIMITS = {
    "split": {"minimax": {"seconds": None, "nodes": 4000}, "mcts": {"seconds": None, "visits": 30}},
    "splinter": {
        "minimax": {"seconds": None, "nodes": 3000},
        "mcts": {"seconds": None, "visits": 300},
        "learned": {"seconds": None, "visits": 300},
    },
    "splitter": {"strong": {"seconds": None, "visits": 40}},
    "territory": {"minimax": {"seconds": None, "depth": 2}},
}
"""Limits of work with which agents choose a move within a fraction of a second."""


def quick_agent(name, game):
    """Return an agent that chooses a move within a fraction of a second."""
    return pg.agent(name, game=game, **QUICK_LIMITS[game].get(name, {}))


def join_pupils(room, *names):
    """Add pupils to the room of a class, and return them."""
    return [room.seating.join(name)[0] for name in names]


def options_of(maker):
    """Return the names of the options of an agent's maker."""
    return set(inspect.signature(maker.load() if isinstance(maker, Lazy) else maker).parameters)


def perft_cases(game, most, deepest=99):
    """Return the cases of a game's perft file that visit at most `most` inner positions."""
    file = Path(__file__).parent / "perft" / f"{game}.perft"
    lines = [line for line in file.read_text("utf-8").splitlines() if line and line[0] != "#"]
    return [
        pytest.param(
            *(json.loads(options), depth, count),
            id=f"{options} {depth}",
            marks=[pytest.mark.slow] if count > 1_000_000 else [],
        )
        for options, counts in (line.split(" ; ") for line in lines)
        for depth, (before, count) in enumerate(pairwise([1, *map(int, counts.split())]), start=1)
        if before <= most and depth <= deepest
    ]


def contrast(one, other):
    """Return the contrast of two colours by WCAG 2, from 1 to 21."""
    low, high = sorted(map(luminance, (one, other)))
    return (high + 0.05) / (low + 0.05)


def luminance(color):
    """Return the relative luminance of a colour ``#rrggbb``, from 0 to 1."""
    channels = [int(color[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
