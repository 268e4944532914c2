"""How often the first interval of a live analysis holds what a look twenty times as long finds.

    python -m benchmarks.studies.first_interval [GAME...] [--positions N]

Positions of games between agents of level 2 are looked at as the board does, by work and not by the
clock: so the answers are the same on any machine. A quick look comes first, as where nothing is
compiled yet, then the first answer of the search, which rests on at most a twentieth of the work of
the last one, and later the first one that is told as a number. Their intervals *hold* if the last
value of the position lies in them. It is counted, too, how often less is told of a position than
before: an interval or *unclear* after a number, or *unclear* after an interval.
"""

from __future__ import annotations

import argparse
from random import Random
from statistics import median, quantiles
from typing import TYPE_CHECKING, Any, NamedTuple
from unittest.mock import patch

import polygames as pg
from benchmarks.lib import machine
from polygames.arena.ratings import wilson
from polygames.search import deepen
from polygames.search.analysis.readiness import is_quick_look
from polygames.search.analysis.rows import Clarity, clarity

if TYPE_CHECKING:
    from polygames.core.analysis import Analysis

OPTIONS: dict[str, dict[str, Any]] = {"polygon": {"n": 10}, "territory": {"penalty": 0.5}}
PLIES = {"polygon": 8, "splinter": 40, "split": 24, "splitter": 40, "territory": 16}
"""How many plies were played at most."""
WORK = {"polygon": 0.3, "splinter": 1.0, "split": 1.0, "splitter": 0.5, "territory": 1.0}
"""Seconds of work of the last answer; the first one of a search takes at most a twentieth of it."""
NEAR = 0.005
"""By this share of the scale a value may lie beside an interval: it is shown in whole percent."""


class Estimate(NamedTuple):
    """An early answer beside the last one, in shares of the scale."""

    holds: bool
    width: float
    later_width: float
    off: float
    """How far the last value lies from the early one."""


def position(game: str, rng: Random) -> Any:
    """Return a position of a game between middling agents in which a player has a choice."""
    agent = pg.agent("level 2", game=game)
    while True:
        seed = {"seed": rng.randrange(10**6)} if game == "territory" else {}
        state: Any = pg.new(game, **OPTIONS.get(game, {}), **seed)
        for _ in range(rng.randrange(PLIES[game])):
            if state.outcome is None:
                by_chance = state.turn == pg.CHANCE
                moves = state.legal_moves
                move = moves.sample(rng) if by_chance else agent.choose(state, rng)
                state = state.play(move)
        while state.outcome is None and state.turn == pg.CHANCE:
            state = state.play(state.legal_moves.sample(rng))
        if state.outcome is None and (not state.legal_moves.finite or len(state.legal_moves) > 1):
            return state


def answers_of(state: Any, seed: int) -> list[Analysis]:
    """Return all answers of a look: a quick one first, as where nothing is compiled."""
    with patch("polygames.search.analysis.readiness._ready", set()):
        answers = deepen(state, seconds=WORK[state.game], by_work=True, seed=seed)
        return [each for each in answers if each.moves]


def beside(early: Analysis, last: Analysis) -> Estimate:
    """Compare what an answer says of the position with what the last one says."""
    first, later, (low, high) = early.moves[0], last.moves[0], last.scale
    scale = high - low
    near = NEAR * scale
    return Estimate(
        first.low - near <= later.value <= first.high + near,
        (first.high - first.low) / scale,
        (later.high - later.low) / scale,
        abs(first.value - later.value) / scale,
    )


def clarity_of_position(analysis: Analysis) -> Clarity:
    """Return how much is told of a position; with a proved tie another move may be better yet."""
    best = analysis.moves[0]
    is_bound = best.proved and best.value < analysis.scale[1] and not analysis.is_proved
    return Clarity.INTERVAL if is_bound else clarity(analysis, best)


def says_less(answers: list[Analysis]) -> tuple[bool, bool]:
    """Say whether the position loses its number later on, and whether all that was told of it."""
    grades = [clarity_of_position(each) for each in answers]
    falls = [(max(grades[:n]), grade) for n, grade in enumerate(grades) if n]
    falls = [(most, grade) for most, grade in falls if grade < most]
    no_number = any(most is Clarity.NUMBER for most, _ in falls)
    return no_number, any(grade is Clarity.UNCLEAR for _, grade in falls)


def figures_of(found: list[Estimate]) -> dict[str, Any]:
    """Return how often intervals held, and how wide they were and became."""
    held, count = sum(each.holds for each in found), len(found)
    return {
        "positions": count,
        "holds": {"share": held / count, "95%": wilson(held, count)},
        "width": median(each.width for each in found),
        "width later": median(each.later_width for each in found),
        "off by in 95%": quantiles((each.off for each in found), n=20)[-1],
    }


def measure(game: str, positions: int) -> dict[str, Any]:
    """Return how true the first intervals and the first numbers were, and what was taken back."""
    rng = Random(f"first interval of {game}")
    kinds: dict[str, list[Estimate]] = {"quick look": [], "first answer": [], "first number": []}
    losses = []
    for number in range(positions):
        while (answers := answers_of(position(game, rng), number))[0].moves[0].proved:
            pass  # nothing is estimated there
        searched = [each for each in answers if not is_quick_look(each)]
        numbers = [a for a in answers[:-1] if clarity_of_position(a) is Clarity.NUMBER]
        for kind, early in zip(kinds, (answers[:1], searched[:1], numbers[:1]), strict=True):
            kinds[kind] += [beside(each, answers[-1]) for each in early]
        losses.append(says_less(answers))
    return {
        "positions": positions,
        **{kind: figures_of(found) for kind, found in kinds.items() if len(found) > 1},
        "no number any more": sum(no_number for no_number, _ in losses),
        "nothing any more": sum(nothing for _, nothing in losses),
    }


def main() -> None:
    """Measure the games that are named."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("games", nargs="*", default=sorted(PLIES))
    parser.add_argument("--positions", type=int, default=200)
    chosen = parser.parse_args()
    figures = machine.read("first_interval")
    for game in chosen.games:
        figures[game] = measure(game, chosen.positions)
        print(game, figures[game], flush=True)
        machine.write("first_interval", figures)


if __name__ == "__main__":
    main()
