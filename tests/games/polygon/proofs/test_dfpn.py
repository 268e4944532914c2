"""The table of the compiled search: whole keys, and what it gives up."""

import numpy as np

import polygames as pg
from polygames.games.polygon.proofs import dfpn


def store(table, key, check, work, phi=3, delta=4):
    dfpn.store(table, np.uint64(key), np.uint64(check), phi, delta, work)


def probe(table, key, check):
    place = dfpn.probe(table, np.uint64(key), np.uint64(check))
    return None if place < 0 else (int(table.phi[place]), int(table.delta[place]))


def test_a_position_is_found_by_both_halves_of_its_key():
    table = dfpn.empty_table(4)
    store(table, 8, 1, 10)
    store(table, 8, 2, 10, 5, 6)
    assert probe(table, 8, 1) == (3, 4)
    assert probe(table, 8, 2) == (5, 6)
    assert probe(table, 8, 3) is None
    assert probe(table, 9, 1) is None


def test_a_full_row_gives_up_what_cost_the_least():
    table = dfpn.empty_table(4)
    for check, work in enumerate((30, 10, 40, 20), start=1):
        store(table, 8, check, work)
    store(table, 8, 5, 25)
    assert [check for check in range(1, 6) if probe(table, 8, check) is None] == [2]


def test_work_on_a_position_adds_up():
    table = dfpn.empty_table(4)
    store(table, 8, 1, 30)
    store(table, 8, 1, 12, 7, 8)
    assert probe(table, 8, 1) == (7, 8)
    assert table.node_counts.sum() == 42


def test_questions_about_different_positions_or_seats_have_different_keys():
    engine = dfpn.DepthFirst(0)
    first = pg.new("polygon", n=8)
    states = [first.play(first.parse(move)) for move in ("A-C", "A-D")]
    branches = [engine.branch(state, seat) for state in states for seat in (0, 1)]
    assert len({int(branch.key) for branch in branches}) == 4
    assert len({int(branch.check) for branch in branches}) == 4
