"""Games between strong agents, saved as one line of JSON each.

A line has the moves of a game, its winners, and the *looks*: the answers of `deepen` for some of
its positions. Features are not saved. They are computed by replaying the games, so a new model can
use old games. The next run continues the file.
"""

from __future__ import annotations

import json
from importlib import import_module
from itertools import islice
from random import Random
from time import process_time
from typing import TYPE_CHECKING, Any

import polygames as pg
from benchmarks.lib.calibration.subjects import GAME_SUBJECTS
from polygames.search import deepen

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from benchmarks.lib.calibration.subjects import Subject

__all__ = ["Row", "play_missing_games", "rows_of"]

Row = dict[str, Any]

PAIRED_SHARE, DEEPER_SHARE = 0.3, 0.06
"""The share of looks that include the position after the best move, and the share that include a
later answer on the same position."""
MAX_EVEN_RAW, EVEN_LOOKS = 0.03, 3
"""A game is even if its last three looks have values below this; see `Subject.even_after`."""
UNFILTERED_GAMES = 100
"""The number of first games that are played even if they are not close; see `Subject.close`."""
MAX_PROVED_LOOKS = 4
"""The number of looks after which a game ends whose result is not needed."""


# --- Playing ------------------------------------------------------------------------------------


def play_missing_games(game: str, numbers: range, path: Path, until: Callable[[], bool]) -> None:
    """Play the games that are missing in a file, and append each of them."""
    lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
    known = {json.loads(line)["game"] for line in lines}
    for number in numbers:
        if until():
            return
        if number not in known:
            began = process_time()
            line = _play_game(game, GAME_SUBJECTS[game], number)
            with path.open("a", encoding="utf-8") as file:
                file.write(json.dumps(line) + "\n")
            spent = process_time() - began
            print(f"{game} {number}: {len(line['looks'])} positions, {spent:.1f} s", flush=True)


def _play_game(game: str, subject: Subject, number: int) -> Row:
    rng, state, looks = Random(number), pg.new(game, **subject.new(number)), []
    players = [pg.agent(subject.agent, game=game, **subject.options) for _ in range(state.seats)]
    moves, wait = [], rng.randrange(subject.every)
    opening = subject.opening[number % len(subject.opening)]
    while state.outcome is None and not _is_enough(subject, looks, number):
        is_drawn = state.turn == pg.CHANCE or state.ply < opening
        if not is_drawn and wait == 0:
            looks.append(_look(subject, state, rng) | {"ply": state.ply})
            wait = rng.randrange(1, 2 * subject.every)
        wait -= not is_drawn
        player = None if is_drawn else players[state.turn]
        move = player.choose(state, rng) if player else state.legal_moves.sample(rng)
        moves.append(str(move))
        state = state.play(move)
    line = {"game": number, "options": subject.new(number), "moves": moves}
    if state.outcome is None and _is_too_clear(subject, looks, number):
        return line | {"looks": []}
    winners = sorted(state.outcome.winners) if state.outcome else list(range(state.seats))
    return line | {"winners": winners, "scores": list(state.scores), "looks": looks}


def _is_enough(subject: Subject, looks: list[Row], number: int) -> bool:
    """Return True if a game need not be played to its end."""
    if subject.proved_by:
        return len(looks) >= MAX_PROVED_LOOKS
    last = looks[-EVEN_LOOKS:]
    is_late = bool(subject.even_after and looks and looks[-1]["ply"] >= subject.even_after)
    is_even = is_late and all(
        not look["proved"] and abs(look["raw"]) < MAX_EVEN_RAW for look in last
    )
    return is_even or _is_too_clear(subject, looks, number)


def _is_too_clear(subject: Subject, looks: list[Row], number: int) -> bool:
    """Return True if a game is skipped because its winner is clear from the start."""
    if not subject.close or number < UNFILTERED_GAMES or not looks or looks[0]["proved"]:
        return False
    return abs(looks[0]["raw"]) > subject.close


def _look(subject: Subject, state: pg.State[Any], rng: Random) -> Row:
    """Return the analysis of a position and of the position after its best move."""
    if subject.proved_by:
        return _look_at_moves(subject, state)
    twice, further = rng.random() < PAIRED_SHARE, rng.random() < DEEPER_SHARE
    last = max(subject.answers, subject.deeper if further else 0)
    answers = [found.moves[0] for found in islice(deepen(state, seed=state.ply), last)]
    best = answers[min(len(answers), subject.answers) - 1]
    look: Row = {"best": str(best.move), "raw": best.raw, "proved": best.proved}
    if further and not answers[-1].proved:
        look["deeper"] = answers[-1].raw
    after = state.play(best.move)
    if twice and not best.proved and after.outcome is None and after.turn != pg.CHANCE:
        later = list(islice(deepen(after, seed=after.ply), subject.answers))[-1].moves[0]
        look["after"] = {"raw": later.raw, "proved": later.proved}
    return look


def _look_at_moves(subject: Subject, state: pg.State[Any]) -> Row:
    """Return the early estimate of each open move, with the value that is proved later."""
    answers = list(islice(deepen(state), subject.proved_by))
    proved = {each.move: each.value for each in answers[-1].moves if each.proved}
    opened = [each for each in answers[0].moves if not each.proved]
    moves = [[each.raw, proved[each.move]] for each in opened if each.move in proved]
    is_best_proved = bool(opened) and answers[0].best == opened[0].move and opened[0].move in proved
    return {"proved": False, "open": len(opened), "best first": is_best_proved, "moves": moves}


# --- Reading ------------------------------------------------------------------------------------


def rows_of(game: str, path: Path) -> Iterator[Row]:
    """Yield the positions without a proof, with their features and results.

    Positions that were too large for the game's own search are left out.
    """
    for line in path.read_text(encoding="utf-8").splitlines():
        yield from _rows(game, GAME_SUBJECTS[game], json.loads(line))


def _rows(game: str, subject: Subject, line: Row) -> Iterator[Row]:
    features = import_module(f"polygames.games.{game}.analysis").features
    looks = {
        look["ply"]: look for look in line["looks"] if not look["proved"] and _has_raw_values(look)
    }
    state = pg.new(game, **line["options"])
    for text in [*line["moves"], None]:
        if state.ply in looks:
            of_look = _rows_of_moves if subject.proved_by else _rows_of_position
            for row in of_look(line, looks[state.ply], state, features):
                yield row | {"game": line["game"], "ply": state.ply}
        if text is None:
            break
        state = state.play(state.parse(text))


def _has_raw_values(look: Row) -> bool:
    after = look.get("after", {"proved": True})
    raws = [look.get("raw", 0), look.get("deeper", 0), 0 if after["proved"] else after["raw"]]
    return None not in raws


def _rows_of_position(line: Row, look: Row, state: pg.State[Any], features: Any) -> Iterator[Row]:
    """Yield a position with the result for the seat to move: its share of the win, its lead."""
    seat, scores = state.turn, line["scores"]
    others = [score for other, score in enumerate(scores) if other != seat]
    row = {
        "raw": look["raw"],
        "features": features(state, look["raw"]),
        "won": (seat in line["winners"]) / len(line["winners"]),
        "score": scores[seat] - sum(others),
    }
    if "deeper" in look:
        row["deeper"] = features(state, look["deeper"])
    if "after" in look and not look["after"]["proved"]:
        after = state.play(state.parse(look["best"]))
        sign = 1 if after.turn == state.turn else -1
        row["after"] = {"sign": sign, "features": features(after, look["after"]["raw"])}
    yield row


def _rows_of_moves(_: Row, look: Row, state: pg.State[Any], features: Any) -> Iterator[Row]:
    """Yield the open moves with their proved values."""
    for place, (raw, proof) in enumerate(look["moves"]):
        is_best = place == 0 and look["best first"]
        won = (1 + proof) / 2
        yield {"raw": raw, "features": features(state, raw), "won": won, "best": is_best}
