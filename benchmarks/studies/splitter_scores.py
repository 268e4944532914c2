"""The scores of agents that play Splitter alone: many seeded games with the same dice.

    python -m benchmarks.studies.splitter_scores --games 200 --agents random greedy

The dice of a game depend only on its number and the pad, so the agents have equal dice. Each agent
has its default options, except ``strong``. Its default is a time limit. Here it plays
`STRONG_VISITS` rollouts per move instead, so the scores can be repeated. The file stores every
score. Agents of an earlier run with the same games and seed stay in the file.
"""

from __future__ import annotations

import argparse
from random import Random
from typing import Any

from tqdm import tqdm

import polygames as pg
from benchmarks.lib import lesson_data
from polygames.core.protocol import CHANCE

RESULTS_NAME = "splitter_scores"
STRONG_VISITS = 300
AGENT_OPTIONS: dict[str, dict[str, Any]] = {"strong": {"seconds": None, "visits": STRONG_VISITS}}


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
    """Play the games of the command line, print and save the scores."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--pads", nargs="+", default=["A", "B"])
    parser.add_argument("--agents", nargs="+", default=pg.game("splitter").agents)
    chosen = parser.parse_args()
    old = lesson_data.read(RESULTS_NAME)
    options = {"games": chosen.games, "seed": chosen.seed}
    scores = dict(old["scores"]) if options.items() <= old.items() else {}
    for pad in chosen.pads:
        for name in chosen.agents:
            games = tqdm(range(chosen.games), f"{name}, pad {pad}", disable=None)
            agent_options = AGENT_OPTIONS.get(name, {})
            found = [score(name, pad, number, chosen.seed, agent_options) for number in games]
            scores.setdefault(pad, {})[name] = found
            agents = " ".join(
                dict.fromkeys(each for by_agent in scores.values() for each in by_agent)
            )
            command = lesson_data.command_of(RESULTS_NAME)
            command += f" --games {chosen.games} --seed {chosen.seed} --agents {agents}"
            lesson_data.write(RESULTS_NAME, command, **options, scores=scores)
            print(f"{name:12} pad {pad}: {sum(found) / len(found):.2f} points on average")


if __name__ == "__main__":
    main()
