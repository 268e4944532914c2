"""Territory: what is measured of proofs, `benchmarks.speed.territory_proofs`."""

import pytest

from benchmarks.speed.territory_proofs import KINDS, boards, value_time
from polygames.games.territory.engine.alphabeta import NumbaAlphaBeta
from polygames.games.territory.engine.mtd import PythonAlphaBeta


@pytest.mark.parametrize(
    ("kind", "tiles"), [(NumbaAlphaBeta, 40), (PythonAlphaBeta, 24)], ids=["compiled", "pure"]
)
def test_a_proof_that_takes_longer_than_its_cap_is_broken_off(kind, tiles):
    state = next(boards(tiles, 1, KINDS["penalty 0.5"]))
    assert value_time(state, 0.02, kind) is None


def test_a_proof_within_its_cap_has_its_time_and_its_nodes():
    state = next(boards(12, 1, KINDS["penalty 0.5"]))
    seconds, nodes = value_time(state, 60.0, NumbaAlphaBeta)
    assert seconds >= 0
    assert nodes > 0
