"""The stored table of outcomes: its proofs hold, its small values are found again; and misère."""

import json
from pathlib import Path

import pytest

import polygames as pg
from polygames.games.polygon.proofs.proof import Proof, check_proof
from polygames.games.polygon.solver import solve

DATA = Path(__file__).parents[3] / "notebooks" / "data"
CASES = json.loads((DATA / "polygon_outcomes.json").read_text(encoding="utf-8"))["cases"]
ROWS = [(case, row) for case in CASES for row in case["first_moves"]]
PROVED = [pair for pair in ROWS if pair[1]["value"] is not None]
QUICK = [
    case
    for case in CASES
    if all(row["value"] for row in case["first_moves"])
    and sum(row["nodes"] for row in case["first_moves"]) < 50_000
]
CHEAP = 500
"""How many positions a proof has at most that is replayed here."""


def name(case):
    return f"{case['colors']}-{case['n']}"


def start_of(case):
    return pg.new("polygon", n=case["n"], colors=case["colors"])


def test_the_small_cases_are_proved_as_the_rules_in_words_say():
    values = {name(case): case["value"] for case in CASES}
    small = {
        "different": [-1, 1, 1, 1, 1, -1, -1],
        "same": [-1, 1, 1, 1],
        "any": [-1, 1],
        "mixed": [-1, 1, 1, 1],
    }
    for colors, expected in small.items():
        assert [values[f"{colors}-{n}"] for n in range(3, 3 + len(expected))] == expected
    moves = {row["move"]: row["value"] for case, row in ROWS if name(case) == "different-7"}
    assert moves == {"A-C": 1, "A-D": -1}
    moves = {row["move"]: row["value"] for case, row in ROWS if name(case) == "different-10"}
    assert moves["A-F"] == -1


@pytest.mark.parametrize("case", CASES, ids=name)
def test_a_case_has_each_first_move_once_and_the_value_of_the_best(case):
    start = start_of(case)
    rows = case["first_moves"]
    assert (
        sum(row["count"] for row in rows) == len(start.legal_moves) == case["n"] * (case["n"] - 3)
    )
    assert {str(start.parse(row["move"])) for row in rows} == {row["move"] for row in rows}
    values = [row["value"] for row in rows]
    if case["value"] == 1:
        assert 1 in values
    elif case["value"] == -1:
        assert set(values) <= {-1}
    else:
        assert 1 not in values
        assert None in values


@pytest.mark.parametrize(("case", "row"), PROVED, ids=lambda part: part.get("proof", ""))
def test_a_proved_value_has_the_proof_that_the_table_says(case, row):
    path = DATA / "polygon_proofs" / row["proof"]
    proof = Proof.load(path)
    start = start_of(case)
    assert row["checked"] is True
    assert path.stat().st_size == row["proof_bytes"]
    assert proof.state == start.play(start.parse(row["move"]))
    assert 1 - 2 * proof.winner == row["value"]
    if row["proof_positions"] <= CHEAP:
        assert check_proof(proof) == row["proof_positions"]


def test_there_are_no_other_proofs():
    files = {path.name for path in (DATA / "polygon_proofs").iterdir()}
    assert files == {row["proof"] for _, row in PROVED}


@pytest.mark.parametrize("case", QUICK, ids=name)
def test_the_solver_finds_quick_values_again(case):
    start = start_of(case)
    solution = solve(start, seconds=None, every_move=True)
    assert solution.value == case["value"]
    if case["first_moves"]:
        assert len(solution.values) == len(start.legal_moves)
    for row in case["first_moves"]:
        assert solution.values[start.parse(row["move"])] == row["value"]
