"""Result files of matches with one thing changed: read, or refused by name and left alone."""

from __future__ import annotations

import json
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

import polygames as pg
from fuzzing.case import REFUSED
from fuzzing.mutate import mutated_bytes
from fuzzing.nasty import json_value
from fuzzing.plugs import short_options
from polygames.arena.match import Match
from polygames.arena.playing import PairTask, play_pair
from polygames.arena.results import ResultFile

if TYPE_CHECKING:
    from pathlib import Path
    from random import Random

    from fuzzing.case import Run
    from polygames.arena.playing import Game

__all__ = ["results"]

INPUTS = 200
"""How many files a case makes of one match."""

PAIRS = 3
NAMES = ("random", "random (2)")
BYTES = 1 / 4
"""The share of files of which any byte may be changed; else it is a field."""
LAST = 1 / 4
"""The share of files that lose their end, as by a crash."""
WRITTEN = 1 / 20
"""The share of files that can be read to which a pair is added: the disk takes long over each."""
LONGEST = 20.0
"""CPU seconds of a pair of games."""
WORDS = {"name": "random", "pair": 1, "points": [0.5, 0.5], "games": [], "polygames": "0.1.0"}
OTHERS = ("a line of text", '{"a": 1}', '{"game": "chess"}\n', "", "\n\n", "[]", "\ufeff", "1,2\n3")
"""What a file may hold that is none of ours."""


def results(run: Run) -> None:
    """Read damaged result files."""
    path = run.folder / "results.jsonl"
    tasks = tasks_of(run)
    pairs = [run.works("play_pair", task, partial(play_pair, task), LONGEST) for task in tasks]
    with ResultFile(path) as file:
        file.known(tasks)
        for task, pair in zip(tasks, pairs, strict=True):
            file.add(task, pair)
    whole = path.read_bytes()
    for _ in range(INPUTS):
        run.counts["inputs"] += 1
        data = damaged(whole, run.rng)
        path.write_bytes(data)
        look(run, path, data, tasks)
    path.write_bytes(whole)
    run.require(len(ResultFile(path).known(tasks)) == PAIRS, "a whole file is read", whole)


def tasks_of(run: Run) -> list[PairTask]:
    """Return some pairs of a short game of two seats."""
    info = pg.game(run.game)
    options = short_options(run.game, run.rng)
    if info.seats_option is not None:
        options |= {info.seats_option: 2}
    task = PairTask(
        run.game, options, ("random", "random"), NAMES, 0, run.case.number, forfeits=True
    )
    if run.game == "territory":
        task = replace(task, options=options | {"solitaire": False})
    return [replace(task, pair=pair) for pair in range(PAIRS)]


def damaged(whole: bytes, rng: Random) -> bytes:
    """Return a result file that something was done to."""
    if rng.random() < BYTES:
        other = rng.choice(OTHERS)
        data = mutated_bytes(whole.decode(), other, rng)
        return data if rng.random() < 1 / 2 else mutated_bytes(other, whole.decode(), rng)
    lines = whole.decode().splitlines()
    k = rng.randrange(len(lines))
    known = WORDS | dict.fromkeys(json.loads(lines[k]), 3)
    lines[k] = json.dumps(bent(json.loads(lines[k]), known, rng))
    data = "".join(f"{line}\n" for line in lines).encode("utf-8", "surrogatepass")
    return data[: rng.randrange(len(data) + 1)] if rng.random() < LAST else data


def bent(data: Any, known: dict[str, Any], rng: Random) -> Any:
    """Return data with one value changed, somewhere."""
    if not data or not isinstance(data, dict | list) or rng.random() < 1 / 8:
        return json_value(rng, known)
    copy = dict(data) if isinstance(data, dict) else list(data)
    key = rng.choice(list(copy) if isinstance(copy, dict) else range(len(copy)))
    match rng.randrange(12):
        case 0:
            del copy[key]
        case 1 if isinstance(copy, dict):
            copy[rng.choice(["new", *known])] = json_value(rng, known)
        case 1 if isinstance(copy, list):
            copy.insert(key, copy[key])
        case _:
            copy[key] = bent(copy[key], known, rng)
    return copy


def look(run: Run, path: Path, data: bytes, tasks: list[PairTask]) -> None:
    """Read a file as a match does, and write on if it can be read."""
    said: list[str] = []
    found = run.call("ResultFile.known", data, lambda: known(path, tasks, said))
    run.require(path.read_bytes() == data, "to look at a file changes nothing", data)
    if found is REFUSED:
        where = said and said[0].startswith(f"{path}, line ")
        run.require(where, "a refusal names file and line", data)
        return
    run.counts["accepted"] += 1
    games = tuple(game for place in sorted(found) for game in found[place])
    run.works("match of it", data, lambda: shown(Match(tasks[0].game, NAMES, 0, games)))
    if not games or run.rng.random() > WRITTEN:
        return
    run.works("table", data, Match(tasks[0].game, NAMES, 0, games).table)
    run.works("write on", data, lambda: write_on(path, tasks, games[:2]))
    whole = data[: data.rfind(b"\n") + 1]
    run.require(path.read_bytes().startswith(whole), "whole lines stay", data)
    run.works("read again", data, lambda: ResultFile(path).known(tasks))


def known(path: Path, tasks: list[PairTask], said: list[str]) -> Any:
    """Return the pairs of a file; note what a refusal says."""
    try:
        return ResultFile(path).known(tasks)
    except pg.PolygamesError as error:
        said.append(str(error))
        raise


def shown(match: Match) -> None:
    """Ask a match for all that it says."""
    json.dumps([match.to_dict(), str(match)])


def write_on(path: Path, tasks: list[PairTask], games: tuple[Game, ...]) -> None:
    """Add a pair to a file."""
    with ResultFile(path) as file:
        file.known(tasks)
        renamed = tuple(replace(game, pair=PAIRS) for game in games)
        file.add(replace(tasks[0], pair=PAIRS), renamed)
