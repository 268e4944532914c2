"""A proof is replayed by the rules, move for move; what is none is refused."""

import json
import zlib
from base64 import b64encode
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from helpers import polygon
from hypothesis import given
from hypothesis import strategies as st
from strategies import damaged

import polygames as pg
from polygames.games.polygon.proofs.proof import Proof, ProofError, check_proof
from polygames.games.polygon.solver import proof_of

WRONG = (None, True, -1, 2, 1.5, float("nan"), 10**30, "x", "", "\ud800", [], {}, [1], {"a": 1})


@pytest.fixture(scope="module")
def heptagon():
    return proof_of(pg.new("polygon", n=7))


@pytest.mark.parametrize(("n", "winner", "positions"), [(4, 0, 2), (5, 0, 6)])
def test_a_game_without_choice_has_one_line_of_proof(n, winner, positions):
    proof = proof_of(pg.new("polygon", n=n))
    assert proof.winner == winner
    assert check_proof(proof) == positions  # the game's moves, and the start


def test_a_proof_of_each_winner_holds():
    """From the hexagon seat 0 wins; after a short diagonal seat 1 does."""
    assert proof_of(polygon(n=6)).winner == 0
    after = polygon("A-C", n=6)
    proof = proof_of(after)
    assert proof.winner == 1
    assert check_proof(proof) > 5


def test_a_proof_goes_through_a_file(tmp_path, heptagon):
    path = heptagon.save(tmp_path / "seven.proof")
    again = Proof.load(path)
    assert again == heptagon
    assert check_proof(again) == check_proof(heptagon, progress=True)
    assert path.stat().st_size < 1000
    assert "seat 0 wins" in repr(again)


def test_a_place_beyond_one_byte_is_written_and_read():
    state = pg.new("polygon", n=4)
    proof = Proof.from_indices(state, 0, [0, 254, 255, 300, 2])
    assert list(proof.move_indices()) == [0, 254, 255, 300, 2]


def test_every_cut_of_a_proof_is_refused(heptagon):
    for cut in (heptagon.choices[:-1], heptagon.choices[:10], b"", heptagon.choices + b"\0"):
        with pytest.raises(ProofError, match="not a proof"):
            check_proof(replace(heptagon, choices=cut))


def test_a_proof_with_one_move_changed_is_refused():
    """In the pentagon all is forced: any other place is none."""
    proof = proof_of(pg.new("polygon", n=5))
    for k in range(1, len(proof.choices)):
        changed = bytearray(proof.choices)
        changed[k] += 1
        with pytest.raises(
            ProofError, match="not a proof: seat 0 has 1 moves, there is no number 1"
        ):
            check_proof(replace(proof, choices=bytes(changed)))


def test_a_losing_first_move_is_refused(heptagon):
    """The moves after A-C do not win after A-D."""
    changed = bytes([heptagon.choices[0] + 1]) + heptagon.choices[1:]
    with pytest.raises(ProofError, match="after A-D"):
        check_proof(replace(heptagon, choices=changed))


def test_the_other_seat_or_another_position_is_refused(heptagon):
    with pytest.raises(ProofError):
        check_proof(replace(heptagon, winner=1))
    with pytest.raises(ProofError, match="seat 2 cannot win"):
        check_proof(replace(heptagon, winner=2))
    with pytest.raises(ProofError):
        check_proof(replace(heptagon, state=pg.new("polygon", n=7, colors="same")))


def test_a_proof_that_runs_into_the_length_cap_is_refused(heptagon):
    short = pg.new("polygon", n=7, max_plies=9)
    with pytest.raises(ProofError, match="the game ends here by its limit"):
        check_proof(replace(heptagon, state=short))


def test_a_file_that_is_no_proof_is_refused_with_the_reason(tmp_path, heptagon):
    path = tmp_path / "p.proof"
    path.write_text("once upon a time\n", encoding="utf-8")
    with pytest.raises(ProofError, match="not 'once upon a time'"):
        Proof.load(path)
    head, facts, packed = heptagon.save(path).read_text(encoding="utf-8").split("\n", 2)
    for text in (
        f"{head}\n{{}}\n{packed}",
        f"{head}\n{facts}\n!{packed}",
        f"{head}\n{facts}\nQUJD",
        f"{head}\n{facts}\n{packed.strip()[:-4]}",
    ):
        path.write_text(text, encoding="utf-8")
        with pytest.raises(ProofError, match=r"cannot read .* as a proof"):
            Proof.load(path)


@given(st.data())
def test_a_damaged_proof_is_refused_by_an_error_of_ours_or_proves_who_wins(data):
    with TemporaryDirectory() as folder:
        path = Path(folder) / "proof.txt"
        proof = proof_of(pg.new("polygon", n=5), seconds=5)
        proof.save(path)
        path.write_text(data.draw(damaged(path.read_text(encoding="utf-8"))), encoding="utf-8")
        with suppress(ProofError):
            found = Proof.load(path)
            check_proof(found)
            assert found.state != proof.state or found.winner == proof.winner


@pytest.mark.parametrize("name", ["winner", "position"])
@pytest.mark.parametrize("value", WRONG, ids=repr)
def test_a_proof_with_a_wrong_fact_is_refused(tmp_path, heptagon, name, value):
    path = tmp_path / "wrong.proof"
    head, facts, rest = heptagon.save(path).read_text(encoding="utf-8").split("\n", 2)
    facts = json.dumps({**json.loads(facts), name: value})
    path.write_text(f"{head}\n{facts}\n{rest}", encoding="utf-8")
    with pytest.raises(ProofError):
        check_proof(Proof.load(path))


@pytest.mark.slow
def test_a_proof_that_would_be_too_long_is_refused(tmp_path, heptagon):
    path = tmp_path / "long.proof"
    head, facts, _ = heptagon.save(path).read_text(encoding="utf-8").split("\n", 2)
    bomb = b64encode(zlib.compress(bytes(10**8))).decode()
    path.write_text(f"{head}\n{facts}\n{bomb}", encoding="utf-8")
    with pytest.raises(ProofError, match="has more than"):
        Proof.load(path)
