"""The scores of agents that play Splitter alone: many seeded games with the same dice.

    python -m benchmarks.studies.splitter_scores --games 200 --agents random greedy

The dice of a game depend only on its number and the pad, so the agents have equal dice. Each agent
has its default options, except ``strong``. Its default is a time limit. Here it plays `VISITS`
rollouts per move instead, so the scores can be repeated. The file stores every score. Agents of an
earlier run with the same games and seed stay in the file.
"""

from __future__ import annotations

import argparse
from random import Random
from typing import Any

from tqdm import tqdm

import polygames as pg
from benchmarks.lib import lesson_data
from polygames.core.protocol import CHANCE

NAME = "splitter_scores"
VISITS = 300
OPTIONS: dict[str, dict[str, Any]] = {"strong": {"seconds": None, "visits": VISITS}}


def score(name: str, pad: str, number: int, seed: int, options: dict[str, Any]) -> int:
    """Play one game alone and return its total."""
    agent = pg.agent(name, game="splitter", **options)
    dice, rng = Random(f"{seed}:{pad}:{number}:dice"), Random(f"{seed}:{pad}:{number}:{name}")
    state = pg.new("splitter", pad=pad)
    while state.outcome is None:
        rolls = state.turn == CHANCE
        state = state.play(state.legal_moves.sample(dice) if rolls else agent.choose(state, rng))
    return int(state.scores[0])


def main() -> None:
    """Read the arguments, play, print and write."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--pads", nargs="+", default=["A", "B"])
    parser.add_argument("--agents", nargs="+", default=pg.game("splitter").agents)
    chosen = parser.parse_args()
    kept = lesson_data.read(NAME)
    asked = {"games": chosen.games, "seed": chosen.seed}
    scores = dict(kept["scores"]) if asked.items() <= kept.items() else {}
    for pad in chosen.pads:
        for name in chosen.agents:
            games = tqdm(range(chosen.games), f"{name}, pad {pad}", disable=None)
            options = OPTIONS.get(name, {})
            found = [score(name, pad, number, chosen.seed, options) for number in games]
            scores.setdefault(pad, {})[name] = found
            agents = " ".join(
                dict.fromkeys(each for by_agent in scores.values() for each in by_agent)
            )
            command = f"{lesson_data.command_of(NAME)} --games {chosen.games} --seed {chosen.seed}"
            lesson_data.write(NAME, f"{command} --agents {agents}", **asked, scores=scores)
            print(f"{name:12} pad {pad}: {sum(found) / len(found):.2f} points on average")


if __name__ == "__main__":
    main()
