"""What agents score when they play Splitter alone: many seeded games, the same dice for all.

    python -m benchmarks.studies.splitter_scores --games 200 --agents random greedy

The dice of a game follow from its number and the pad alone, so agents are compared on equal
dice. Each agent has its default options, but for ``strong``: it thinks by the clock, so here it
plays on `VISITS` games for a move instead, and the same scores come again. The file holds every
score; agents of an earlier run with the same games and seed are kept.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from random import Random
from typing import Any

from tqdm import tqdm

import polygames as pg
from benchmarks.lib.machine import machine
from polygames.core.protocol import CHANCE

VISITS = 300
OPTIONS: dict[str, dict[str, Any]] = {"strong": {"seconds": None, "visits": VISITS}}
RESULTS = Path(__file__).parents[2] / "notebooks" / "data" / "splitter_scores.json"


def score(name: str, pad: str, number: int, seed: int, options: dict[str, Any]) -> int:
    """Play one game alone and return its total."""
    agent = pg.agent(name, game="splitter", **options)
    dice, rng = Random(f"{seed}:{pad}:{number}:dice"), Random(f"{seed}:{pad}:{number}:{name}")
    state = pg.new("splitter", pad=pad)
    while state.outcome is None:
        rolls = state.turn == CHANCE
        state = state.play(state.legal_moves.sample(dice) if rolls else agent.choose(state, rng))
    return int(state.scores[0])


def known(path: Path, games: int, seed: int) -> dict[str, dict[str, list[int]]]:
    """Return the scores of an earlier run, by pad and agent, if it played the same games."""
    if not path.exists():
        return {}
    found = json.loads(path.read_text(encoding="utf-8"))
    same = (found["games"], found["seed"]) == (games, seed)
    return dict(found["scores"]) if same else {}


def write(path: Path, chosen: argparse.Namespace, scores: dict[str, dict[str, list[int]]]) -> None:
    """Write all scores with what made them."""
    agents = " ".join(dict.fromkeys(name for by_agent in scores.values() for name in by_agent))
    command = (
        f"python -m benchmarks.studies.splitter_scores --games {chosen.games} --seed {chosen.seed}"
    )
    facts: dict[str, Any] = {"command": f"{command} --agents {agents}", "machine": machine()}
    facts |= {"games": chosen.games, "seed": chosen.seed}
    entries = [f' "{name}": {json.dumps(fact)}' for name, fact in facts.items()]
    pads = [
        f'  "{pad}": {{\n'
        + ",\n".join(f'   "{name}": {json.dumps(found)}' for name, found in by_agent.items())
        + "\n  }"
        for pad, by_agent in scores.items()
    ]
    entries.append(' "scores": {\n' + ",\n".join(pads) + "\n }")
    path.write_text("{\n" + ",\n".join(entries) + "\n}\n", encoding="utf-8")


def main() -> None:
    """Read the arguments, play, print and write."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--pads", nargs="+", default=["A", "B"])
    parser.add_argument("--agents", nargs="+", default=pg.game("splitter").agents)
    parser.add_argument("--results", type=Path, default=RESULTS)
    chosen = parser.parse_args()
    scores = known(chosen.results, chosen.games, chosen.seed)
    for pad in chosen.pads:
        for name in chosen.agents:
            games = tqdm(range(chosen.games), f"{name}, pad {pad}", disable=None)
            options = OPTIONS.get(name, {})
            found = [score(name, pad, number, chosen.seed, options) for number in games]
            scores.setdefault(pad, {})[name] = found
            write(chosen.results, chosen, scores)
            print(f"{name:12} pad {pad}: {sum(found) / len(found):.2f} points on average")


if __name__ == "__main__":
    main()
