"""How far the verdicts of a review can be trusted, in five counts.

``python -m benchmarks.studies.review [PART] [--moves N] [--game GAME]`` counts
wrong verdicts in solved positions, against values that are found by trying all games with rules.py;
how many blunders are found that were planted in good games; how many moves of the best agent are
called mistakes; and how long a game of Split takes.

Seconds are those of one core: what else runs on the machine changes nothing. Only how long a game
takes is measured by the clock.
"""

from __future__ import annotations

import argparse
from contextlib import nullcontext
from functools import cache
from random import Random
from time import perf_counter, process_time
from typing import TYPE_CHECKING, Any

from tqdm import tqdm

import polygames as pg
from benchmarks.lib import cpu_time, machine

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from polygames.records.node import Node
    from polygames.search.review import ReviewedMove

SMALL: dict[str, list[dict[str, Any]]] = {
    "polygon": [{"n": 5}, {"n": 6}],
    "territory": [{"size": 4, "seed": seed, "penalty": 0.5} for seed in range(12)],
    "splinter": [{"board": ["BwW.", "..b.", "..wb"]}, {"board": ["W.b.", "wbw.", ".b.B"]}],
}
"""Games so small that all of their ways can be tried."""

FAR = 1e6
NOTHING = 1e-6
SEEN = 0.5
"""So much is lost at least where a proved result is thrown away, in each of these games."""
DECIDED = {"polygon", "splinter"}
"""Games that are won, tied or lost, and nothing else counts."""
AHEAD = {"splinter": 2}
"""How many plies brute force looks ahead, where games have no end by themselves."""

GOOD = {"split": "minimax", "splinter": "mcts", "territory": "minimax", "splitter": "strong"}
"""The agents that play good games."""
GAMES = tuple(GOOD)
LONGEST = 80
"""After how many plies a game is broken off: those of Splinter can go on for hundreds."""
LONG = 20
"""How many times as long a move of the best agent is looked at that is called a mistake."""


def brute_force(ahead: int = 60) -> Callable[[Any], tuple[float, float]]:
    """Return a function that tries all games from a position, so many plies: bounds for seat 0."""

    @cache
    def bounds(key: Any, left: int) -> tuple[float, float]:
        state = key[0]
        if state.outcome is not None:
            return worth(state), worth(state)
        if not left:
            return -FAR, FAR
        sign = 1.0 if state.turn == 0 else -1.0
        after: list[tuple[float, float]] = []
        for move in state.legal_moves:
            after.append(bounds(key_of(state.play(move)), left - 1))
            if state.game in DECIDED and after[-1] == (sign, sign):
                return after[-1]  # a win: no other move can be better
        choose = max if sign == 1 else min
        return choose(low for low, _ in after), choose(high for _, high in after)

    return lambda state: bounds(key_of(state), ahead)


def key_of(state: Any) -> tuple[Any, ...]:
    """Return what a value depends on: in Splinter the past as well, by repetitions."""
    return (state, getattr(state, "history", None))


def worth(state: Any) -> float:
    """Return what the end of a game is worth to seat 0, in the unit of its reviews."""
    if state.game == "territory":
        return float(state.scores[0] - state.scores[1])
    won = state.outcome.winners
    return 0.0 if len(won) != 1 else 1.0 if 0 in won else -1.0


@cache
def territory_value(state: Any) -> float:
    """Return the lead of seat 0, or the total of one alone, by trying all games with rules.py."""
    if state.outcome is not None:
        own, *other = state.scores
        return float(own - sum(other))
    after = [territory_value(state.play(move)) for move in state.legal_moves]
    return max(after) if state.turn == 0 else min(after)


def territory_faults(each: ReviewedMove) -> list[str]:
    """Return what is wrong with a judgement in Territory; by brute force."""
    assert each.node is not None  # noqa: S101 - reviews of records have nodes
    assert each.node.parent is not None  # noqa: S101 - each move led from somewhere
    sign = 1 if each.seat == 0 else -1
    best, played = (sign * territory_value(node.state) for node in (each.node.parent, each.node))
    found = []
    if (
        each.proved
        and each.after is not None
        and max(abs(each.value - best), abs(each.after - played)) > NOTHING
    ):
        found.append(f"not {best:g} and then {played:g}: {each}")
    if each.is_mistake and best - played < NOTHING:
        found.append(f"called bad, and is best: {each}")
    if each.verdict == "best" and best - played > NOTHING:
        found.append(f"called best, and loses {best - played:g}: {each}")
    return found


def territory(moves: int, seconds: float) -> dict[str, Any]:
    """Compare the reviews of games on boards of up to 4x4 with brute force, with all options."""
    rng, wrong = Random("territory"), list[str]()
    seen, last, proved = 0, 0, 0
    while seen < moves:
        options: dict[str, Any] = {"size": rng.choice((2, 3, 4)), "seed": rng.randrange(10**6)}
        options |= {"penalty": rng.choice((1 / 3, 0, 0.5, 1, -0.5)), "sizes": (1, 8)}
        options |= {"value": rng.choice(("square", "linear"))}
        options |= rng.choice(({"ending": "stuck"}, {"swap": True}, {"solitaire": True}, {}))
        record = random_record("territory", options, rng)
        for each in pg.review(record, seconds=seconds, progress=False).moves:
            seen += 1
            last += each.node is not None and each.node.state.outcome is not None
            proved += each.proved
            wrong += [f"{options}: {fault}" for fault in territory_faults(each)]
    return {"asked": moves, "moves": seen, "last moves": last, "proved": proved, "wrong": wrong}


def random_record(game: str, options: dict[str, Any], rng: Random) -> pg.Record:
    """Play a random game; of a game that has no end by itself return the last two moves."""
    record = pg.Record(pg.new(game, **options))
    while record.state.outcome is None:
        record.push(record.state.legal_moves.sample(rng))
    if game not in AHEAD:
        return record
    ending = pg.Record(record.states[-1 - min(AHEAD[game], len(record.moves))])
    for move in record.moves[-AHEAD[game] :]:
        ending.push(move)
    return ending


def faults(each: ReviewedMove, bounds: Callable[[Any], tuple[float, float]]) -> Iterator[str]:
    """Yield what is wrong with the verdict of a move in a solved position."""
    least, most = exact_loss(each, bounds)
    name = f"{each}, exact loss {least:g} to {most:g}"
    if each.proved and not least - NOTHING <= each.loss <= most + NOTHING:
        yield f"another loss: {name}"
    if each.verdict in {"inaccuracy", "mistake", "blunder"} and most < NOTHING:
        yield f"called bad, and is not: {name}"
    if each.verdict == "best" and each.proved and least > NOTHING:
        yield f"called best, and is not: {name}"
    if each.proved and each.verdict == "good" and is_result_lost(each, least):
        yield f"called good, and is not: {name}"


def is_result_lost(each: ReviewedMove, loss: float) -> bool:
    """Whether so large a loss makes a won game tied or lost, or a tied one lost."""
    assert each.value is not None  # noqa: S101 - what is proved has a value
    before, after = each.value, each.value - loss
    return loss >= SEEN and (before > NOTHING >= after or before >= -NOTHING > after)


def exact_loss(
    each: ReviewedMove, bounds: Callable[[Any], tuple[float, float]]
) -> tuple[float, float]:
    """Return the least and the most that a move can have cost, by brute force."""
    assert each.node is not None  # noqa: S101 - reviews of records have nodes
    assert each.node.parent is not None  # noqa: S101 - each move led from somewhere
    sign = 1 if each.seat == 0 else -1
    before = sorted(sign * end for end in bounds(each.node.parent.state))
    after = sorted(sign * end for end in bounds(each.node.state))
    return max(0.0, before[0] - after[1]), before[1] - after[0]


def exact(moves: int, seconds: float) -> dict[str, Any]:
    """Compare verdicts in small games with values by brute force."""
    wrong: list[str] = []
    counts = dict.fromkeys(SMALL, 0)
    proved = 0
    for game, kinds in SMALL.items():
        rng, bounds = Random(game), brute_force(AHEAD.get(game, 60))
        bar = tqdm(total=moves // len(SMALL) + 1, desc=game)
        while counts[game] <= moves // len(SMALL):
            record = random_record(game, rng.choice(kinds), rng)
            found = pg.review(record, seconds=seconds, progress=False).moves
            for each in found:
                least, most = exact_loss(each, bounds)
                if most - least > NOTHING:
                    continue
                wrong += faults(each, bounds)
                proved += each.proved
                counts[game] += 1
                bar.update()
        bar.close()
    return {"moves": counts, "proved": proved, "wrong": wrong}


def good_record(game: str, rng: Random, seconds: float, spoil: float = 0.0) -> pg.Record:
    """Let the best agent play; with some chance a move is random, and its comment says so."""
    options: dict[str, Any] = {"size": 8, "penalty": 0.5, "seed": rng.randrange(1000)}
    record = pg.Record(pg.new(game, **(options if game == "territory" else {})))
    agent: Any = pg.agent(GOOD[game], game=game, seconds=seconds)
    while record.state.outcome is None and record.state.ply < LONGEST:
        state = record.state
        if state.turn == pg.CHANCE or rng.random() < spoil:
            record.push(
                state.legal_moves.sample(rng), comment="" if state.turn == pg.CHANCE else "planted"
            )
        else:
            record.push(agent.choose(state.view(state.turn), rng))
    return record


def best(moves: int, seconds: float, games: Sequence[str] = GAMES) -> dict[str, Any]:
    """Count the mistakes that a review sees in games of the best agents, which think longer.

    Each is looked at once more, `LONG` times as long: agents do make mistakes.
    """
    called: dict[str, list[str]] = {}
    seen, confirmed = dict.fromkeys(games, 0), dict.fromkeys(games, 0)
    for game in tqdm(games):
        rng, called[game] = Random(f"best {game}"), []
        while seen[game] < moves // len(GOOD):
            found = pg.review(good_record(game, rng, 2 * seconds), seconds=seconds, progress=False)
            own = [each for each in found.moves if each.seat != pg.CHANCE]
            seen[game] += len(own)
            bad = [each for each in own if each.is_mistake]
            called[game] += map(str, bad)
            nodes = [each.node for each in bad if each.node is not None]
            confirmed[game] += sum(alone(node, LONG * seconds).is_mistake for node in nodes)
    return {"moves": seen, "called mistakes": called, "by a long look, too": confirmed}


def planted(moves: int, seconds: float, games: Sequence[str] = GAMES) -> dict[str, Any]:
    """Count which planted blunders are found: random moves that a long search calls blunders."""
    found = dict.fromkeys(games, 0)
    missed: dict[str, list[str]] = {game: [] for game in games}
    for game in tqdm(games):
        rng = Random(f"planted {game}")
        while found[game] + len(missed[game]) < moves // len(GOOD):
            record = good_record(game, rng, seconds / 3, spoil=0.3)
            for node in record.path[1:]:
                if node.comment and node.parent is not None:
                    long = alone(node, 6 * seconds)
                    if long.verdict != "blunder":
                        continue
                    short = alone(node, seconds)
                    if short.is_mistake:
                        found[game] += 1
                    else:
                        missed[game].append(f"{short} | {long}")
    return {"found": found, "missed": missed}


def alone(node: Node, seconds: float) -> ReviewedMove:
    """Review one move of a record."""
    assert node.parent is not None  # noqa: S101 - a move led there
    record = pg.Record(node.parent.state)
    record.push(node.move)
    return pg.review(record, seconds=seconds, progress=False).moves[0]


def time(moves: int, seconds: float) -> dict[str, Any]:
    """Measure how long so many moves of Split take, beside the time that was asked for."""
    rng = Random(5)
    record = good_record("split", rng, 0.05)
    while len(record.moves) > moves:
        record.pop()
    record.node.children.clear()
    pg.review(record, seconds=0.01, progress=False)  # compiles
    begun, worked = perf_counter(), process_time()
    pg.review(record, seconds=seconds, progress=False)
    return {
        "moves": len(record.moves),
        "wall seconds": perf_counter() - begun,
        "CPU seconds": process_time() - worked,
    }


PARTS: dict[str, Callable[..., dict[str, Any]]] = {
    "exact": exact,
    "territory": territory,
    "planted": planted,
    "best": best,
    "time": time,
}
BY_GAME = {"planted", "best"}
COUNTS = {"exact": 500, "territory": 2000, "planted": 200, "best": 200, "time": 40}


def main() -> None:
    """Count, and write the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("part", nargs="?", choices=PARTS, help="all, if none is named")
    parser.add_argument("--moves", type=int, help="how many (500, 2000, 200, 200 and 40)")
    parser.add_argument("--seconds", type=float, default=0.3, help="a position")
    parser.add_argument(
        "--game", choices=GAMES, help="this one alone; the others keep their figures"
    )
    given = parser.parse_args()
    for part in [given.part] if given.part else PARTS:
        count = given.moves or COUNTS[part]
        with nullcontext() if part == "time" else cpu_time.counted():
            if given.game and part in BY_GAME:
                figures = PARTS[part](count, given.seconds, [given.game])
                figures = joined(machine.read(f"review_{part}"), figures)
            else:
                figures = PARTS[part](count, given.seconds)
        print(part, figures)
        machine.write(f"review_{part}", {"seconds": given.seconds, **figures})


def joined(kept: dict[str, Any], figures: dict[str, Any]) -> dict[str, Any]:
    """Return the figures of one game with those that were kept of the others."""
    return {name: kept.get(name, {}) | found for name, found in figures.items()}


if __name__ == "__main__":
    main()
