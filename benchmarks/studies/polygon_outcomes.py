"""The winner of Polygon after each first move: a table of outcomes, each with a proof.

    python -m benchmarks.studies.polygon_outcomes --minutes 60
    python -m benchmarks.studies.polygon_outcomes different-10 same-7 --minutes 600

A case is a colour rule and the number of vertices of a regular polygon. First moves that are equal
by symmetry are searched once. Small cases come first. Open cases take turns, for a piece of time
each. Every proof is written, read back and replayed with rules.py before it counts. A run does not
repeat proofs in the file. It searches open moves from the start.

The results, `notebooks/data/polygon_outcomes.json`, contain a list of ``cases``, each with

- ``colors`` and ``n``; ``value``, for seat 0: 1 if it wins, -1 if it loses, null if that is open
  (seat 0 wins if one first move wins, and loses if all lose);
- ``first_moves``, one of each kind: the ``move``, as text; ``count``, the number of equal first
  moves; ``value``, for seat 0, or null; ``nodes`` and ``seconds``, the searched positions and the
  CPU time so far. A proved value also has ``proof``, the name of a file in
  `notebooks/data/polygon_proofs`; ``proof_bytes``, its size; ``proof_positions``, the number of its
  positions; and ``checked``, true after rules.py has replayed it.

A proof begins after the first move: ``check_proof(Proof.load(path))`` replays it, and returns
``proof_positions``.
"""

from __future__ import annotations

import argparse
import json
from time import process_time, time
from typing import TYPE_CHECKING, Any

import polygames as pg
from benchmarks.lib.lesson_data import DATA_FOLDER
from benchmarks.lib.machine import machine
from polygames.games.polygon.proofs.proof import Proof, check_proof
from polygames.games.polygon.solver import Solver
from polygames.games.polygon.symmetry import orbits
from polygames.runtime.clock import Clock

if TYPE_CHECKING:
    from pathlib import Path

OUTCOMES_FILE = DATA_FOLDER / "polygon_outcomes.json"
PROOFS_FOLDER = DATA_FOLDER / "polygon_proofs"
CASE_SIZES = {
    "different": range(3, 11),
    "same": range(3, 8),
    "any": range(3, 6),
    "mixed": range(3, 8),
}
OUTCOME_CASES = {
    f"{colors}-{n}": (colors, n) for colors, sizes in CASE_SIZES.items() for n in sizes
}


class Task:
    """One first move: its search, and its row of the table."""

    def __init__(self, row: dict[str, Any], state: Any, name: str, proofs: Path) -> None:
        self.row, self.state, self.name, self.proofs = row, state, name, proofs
        self.solver: Solver | None = None

    @property
    def is_open(self) -> bool:
        """True if the value of the move is still open."""
        return self.row["value"] is None

    def advance(self, seconds: float, memory: int) -> None:
        """Search for some seconds, and store the result."""
        start = process_time()
        if self.solver is None:
            self.solver, self.row["seconds"] = Solver(self.state, memory=memory), 0.0
        self.solver.clock = Clock(seconds)
        self.solver.run()
        solution = self.solver.solution()
        self.row |= {
            "nodes": solution.nodes,
            "seconds": round(self.row["seconds"] + process_time() - start, 3),
        }
        if self.solver.is_interrupted:
            raise KeyboardInterrupt
        if solution.value is not None:
            self._write_proof()
            self.row["value"] = solution.value
            self.solver = None

    def _write_proof(self) -> None:
        """Write the proof to a file, read it back, and replay it with the rules."""
        path = self.proofs / f"{self.name}.proof"
        if self.state.outcome is not None:  # the first move was the last
            proof = Proof.from_indices(self.state, min(self.state.outcome.winners), [])
        else:
            assert self.solver is not None  # noqa: S101 - it has just proved something
            self.solver.clock = Clock(None)
            found = self.solver.proof()
            if found is None:  # there is no time limit
                raise KeyboardInterrupt
            proof = found
        self.proofs.mkdir(exist_ok=True)
        proof.save(path)
        positions = check_proof(Proof.load(path), progress=True)
        self.row |= {
            "proof": path.name,
            "proof_bytes": path.stat().st_size,
            "proof_positions": positions,
            "checked": True,
        }


def tasks_of(case: dict[str, Any], proofs: Path = PROOFS_FOLDER) -> list[Task]:
    """Return the tasks of a case, which continue its rows; `proofs` is the folder of the proofs."""
    start = pg.new("polygon", n=case["n"], colors=case["colors"])
    known = {row["move"]: row for row in case.get("first_moves", ())}
    case["first_moves"], tasks = [], []
    for group in orbits(start) if start.outcome is None else ():
        move = start.draw(*start.segments[group[0]])
        blank = {"move": str(move), "count": len(group), "value": None, "nodes": 0, "seconds": 0.0}
        row = known.get(str(move), blank)
        case["first_moves"].append(row)
        name = f"{case['colors']}-{case['n']}-{move}"
        tasks.append(Task(row, start.play(move), name, proofs))
    return tasks


def value_of(case: dict[str, Any]) -> float | None:
    """Return the value for seat 0, from those of its first moves."""
    values = [row["value"] for row in case["first_moves"]]
    if 1 in values:
        return 1
    return None if None in values else -1


def read() -> dict[str, dict[str, Any]]:
    """Return the saved cases by name."""
    if not OUTCOMES_FILE.exists():
        return {}
    cases = json.loads(OUTCOMES_FILE.read_text(encoding="utf-8"))["cases"]
    return {f"{case['colors']}-{case['n']}": case for case in cases}


def write(cases: dict[str, dict[str, Any]]) -> None:
    """Write the cases in the order of the list, a line for each first move."""
    parts = []
    for name in filter(cases.get, OUTCOME_CASES):
        case = cases[name]
        head = json.dumps({key: case[key] for key in ("colors", "n", "value")})[:-1]
        rows = ",\n   ".join(map(json.dumps, case["first_moves"]))
        parts.append(f'  {head}, "first_moves": [\n   {rows}\n  ]}}')
    head = json.dumps(
        {"command": "python -m benchmarks.studies.polygon_outcomes", "machine": machine()}
    )
    text = f'{head[:-1]},\n "cases": [\n' + ",\n".join(parts) + "\n ]\n}\n"
    OUTCOMES_FILE.write_text(text, encoding="utf-8")


def main() -> None:
    """Search the cases of the command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("cases", nargs="*", choices=[*OUTCOME_CASES, []], metavar="CASE")
    parser.add_argument(
        "--first", nargs="+", metavar="MOVE", help="only these first moves: A-C ..."
    )
    parser.add_argument("--minutes", type=float, default=10.0, help="total time")
    parser.add_argument("--piece", type=float, default=60.0, help="seconds per turn")
    parser.add_argument("--memory", type=int, default=256, help="megabytes for each open move")
    chosen = parser.parse_args()
    cases = read()
    tasks = []
    for name in chosen.cases or OUTCOME_CASES:
        colors, n = OUTCOME_CASES[name]
        case = cases.setdefault(name, {"colors": colors, "n": n})
        tasks += [
            (case, task)
            for task in tasks_of(case)
            if task.is_open and (not chosen.first or task.row["move"] in chosen.first)
        ]
        case["value"] = value_of(case)
    write(cases)
    search(cases, tasks, chosen)


def search(cases: dict[str, Any], tasks: list[tuple[Any, Task]], chosen: Any) -> None:
    """Search each task in turn for some time, until all are proved or the time is over."""
    end, piece = time() + 60 * chosen.minutes, 1.0
    while tasks and time() < end:
        try:
            for case, task in tasks:
                if (left := end - time()) <= 0:
                    break
                task.advance(min(piece, left), chosen.memory)
                case["value"] = value_of(case)
                print(case["colors"], case["n"], case["value"], task.row, flush=True)
                write(cases)
        finally:  # also when it is interrupted
            write(cases)
        tasks = [(case, task) for case, task in tasks if task.is_open]
        piece = min(4 * piece, chosen.piece)


if __name__ == "__main__":
    main()
