"""A checkpoint is read whole and sound, or refused with its name and what is wrong."""

import json
import zlib
from base64 import b64decode, b64encode

import numpy as np
import pytest

import polygames as pg
from polygames.core.errors import OptionError
from polygames.games.polygon.proofs import checkpoint
from polygames.games.polygon.proofs.proof import Proof, ProofError, check_proof
from polygames.games.polygon.solver import Solver, proof_of, solve

WRONG = (None, True, -1, 2, 1.5, float("nan"), 10**30, "x", "", "\ud800", [], {}, [1], {"a": 1})
STATE = pg.new("polygon", n=7)


def signed(facts):
    """Return the text of a checkpoint with a checksum that fits: what it says is looked at."""
    facts = {name: value for name, value in facts.items() if name not in {"format", "check"}}
    check = checkpoint._checksum(checkpoint._to_json(facts))
    return json.dumps({"format": checkpoint.CHECKPOINT_FORMAT, "check": check, **facts})


@pytest.fixture(scope="module")
def good(tmp_path_factory):
    """Return what a search has written that has all values."""
    path = tmp_path_factory.mktemp("good") / "seven.json"
    Solver(STATE, checkpoint=path).run(every_move=True)
    return path.read_text(encoding="utf-8")


def rewritten(good, change):
    """Return the text of a checkpoint whose table was changed."""
    facts = json.loads(good)
    table = bytearray(zlib.decompress(b64decode(facts["table"])))
    facts["table"] = b64encode(zlib.compress(change(table))).decode()
    return signed(facts)


def test_a_checkpoint_says_when_it_was_changed(good, tmp_path):
    path = tmp_path / "seven.json"
    path.write_text(good.replace('"winner": 0', '"winner": 1', 1), encoding="utf-8")
    with pytest.raises(OptionError, match=r"seven\.json as a checkpoint .*it was changed after"):
        solve(STATE, checkpoint=path)


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        (lambda table: table[:-1], "multiple of 32"),
        (lambda _: bytes(checkpoint.MAX_ENTRIES_READ * 32 + 1), "has more than"),
        (lambda _: bytes(32), "impossible numbers"),
        (lambda _: np.full(8, -1, np.int32).tobytes(), "impossible numbers"),
        (lambda table: np.full(len(table), 255, np.uint8).tobytes(), "impossible numbers"),
    ],
)
def test_a_table_that_no_search_has_made_is_refused(good, tmp_path, change, problem):
    path = tmp_path / "table.json"
    path.write_text(rewritten(good, change), encoding="utf-8")
    with pytest.raises(OptionError, match=problem):
        solve(STATE, checkpoint=path)


NO_FACTS = (
    "[" * 100_000,
    "7",
    "null",
    "",
    "\0",
    "{",
    "[]",
    f'{{"format": "{checkpoint.CHECKPOINT_FORMAT}"}}',
)


@pytest.mark.parametrize("text", NO_FACTS)
def test_a_text_without_facts_is_refused(tmp_path, text):
    path = tmp_path / "none.json"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(OptionError, match="checkpoint"):
        solve(STATE, checkpoint=path)


def test_a_place_where_no_checkpoint_can_be_is_refused_before_the_search(tmp_path):
    for path in (tmp_path, tmp_path / "none" / "c.json", "a\0b", 7):
        with pytest.raises(OptionError, match="checkpoint"):
            solve(STATE, checkpoint=path)


def test_what_is_seen_to_be_false_is_refused(tmp_path):
    """A win in one move is known by the rules; that a move wins is known by a proof."""
    path = tmp_path / "false.json"
    for state, problem in (
        (pg.new("polygon", n=4), "has a wrong result"),
        (STATE, "another result than the search"),
    ):
        path.unlink(missing_ok=True)
        Solver(state, checkpoint=path).run(every_move=True)
        facts = json.loads(path.read_text(encoding="utf-8"))
        for kept in facts["choices"]:
            kept["winner"] = 1 - kept["winner"]
        facts["table"] = None
        path.write_text(signed(facts), encoding="utf-8")
        with pytest.raises(OptionError, match=problem):
            solve(state, checkpoint=path)


def test_a_table_waits_for_the_compiled_search_where_there_is_none(good, tmp_path, monkeypatch):
    path = tmp_path / "seven.json"
    path.write_text(good, encoding="utf-8")
    monkeypatch.setattr("polygames.games.polygon.solver.HAS_NUMBA", False)
    solve(STATE, checkpoint=path)
    again = json.loads(path.read_text(encoding="utf-8"))
    assert again["table"] == json.loads(good)["table"]


@pytest.mark.parametrize("memory", [0, -1, 1.5, None, "64", 10**9, float("nan"), True])
def test_the_memory_of_a_solver_is_checked(memory):
    with pytest.raises(OptionError, match="the option memory"):
        solve(STATE, memory=memory)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["winner", "position"])
@pytest.mark.parametrize("value", WRONG, ids=repr)
def test_a_proof_with_a_wrong_fact_is_refused(tmp_path, name, value):
    path = tmp_path / "wrong.proof"
    head, facts, rest = proof_of(STATE).save(path).read_text(encoding="utf-8").split("\n", 2)
    facts = json.dumps({**json.loads(facts), name: value})
    path.write_text(f"{head}\n{facts}\n{rest}", encoding="utf-8")
    with pytest.raises(ProofError):
        check_proof(Proof.load(path))


@pytest.mark.slow
def test_a_proof_that_would_be_too_long_is_refused(tmp_path):
    path = tmp_path / "long.proof"
    head, facts, _ = proof_of(STATE).save(path).read_text(encoding="utf-8").split("\n", 2)
    bomb = b64encode(zlib.compress(bytes(10**8))).decode()
    path.write_text(f"{head}\n{facts}\n{bomb}", encoding="utf-8")
    with pytest.raises(ProofError, match="has more than"):
        Proof.load(path)


def test_a_path_that_no_system_takes_is_refused_in_few_words():
    with pytest.raises(OptionError, match=r"cannot read .* as a checkpoint of polygon") as refused:
        solve(pg.new("polygon", n=5), checkpoint="x" * 5000)
    assert len(str(refused.value)) < 300
