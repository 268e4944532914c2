"""Studies of Polygon: what they count is so, on polygons that are small enough to count it all."""

from functools import cache
from itertools import pairwise
from random import Random

import pytest

import polygames as pg
from benchmarks.studies import polygon_misere, polygon_rules, polygon_ten


def hexagon():
    return pg.new("polygon", n=6)


@cache
def wins(state):
    """Say by the rules alone whether the mover wins."""
    return any(not wins(state.play(move)) for move in state.legal_moves)


def test_turns_of_fortune_are_those_that_plain_recursion_finds():
    found = pg.measure("polygon", games=6, n=6, agents="random", progress=False)
    counted = []
    for game in found.games:
        start, *moves = game.line.split(";")
        states = [pg.from_text(start)]
        for text in moves:
            states.append(states[-1].play(states[-1].parse(text)))
        winners = [state.turn if wins(state) else 1 - state.turn for state in states[:-1]]
        winners += states[-1].outcome.winners
        counted.append(sum(one != two for one, two in pairwise(winners)))
        assert polygon_rules.turns(states[0], game.line, {}) == counted[-1]
    assert max(counted) > 0


def test_a_game_that_is_not_solved_all_through_is_not_counted():
    found = pg.measure("polygon", games=1, n=6, agents="random", progress=False)
    line = found.games[0].line
    known = {hexagon().to_text(): None}
    assert polygon_rules.turns(hexagon(), line, {}) is not None
    assert polygon_rules.turns(hexagon(), line, known) is None


@cache
def wins_misere(state):
    """Say by the rules alone whether the mover wins, if who cannot move wins."""
    moves = list(state.legal_moves)
    return not moves or any(not wins_misere(state.play(move)) for move in moves)


@pytest.mark.parametrize("colors", ["different", "same"])
def test_misere_values_are_those_of_plain_recursion(colors):
    for corners in (3, 4, 5, 6):
        state = pg.new("polygon", n=corners, colors=colors)
        found = polygon_misere.row(colors, corners, 1000)
        assert found["value"] == ("+" if wins_misere(state) else "-")
        for move in found["first moves"]:
            won = not wins_misere(state.play(state.parse(move["move"])))
            assert move["winner"] == ("+" if won else "-")


def test_a_misere_proof_with_another_winner_or_other_moves_is_refused():
    state = hexagon().play(hexagon().parse("A-D"))
    branch = polygon_misere.MisereBranch(state, 0, lambda: True)
    branch.advance(1000)
    moves = list(branch.strategy(0))
    assert polygon_misere.replayed(state, 0, iter(moves)) > len(moves)
    with pytest.raises(ValueError, match="goes on after its end"):
        polygon_misere.replayed(state, 0, iter([*moves, "A-C"]))
    with pytest.raises((pg.MoveError, ValueError)):
        polygon_misere.replayed(state, 1, iter(moves))


@pytest.mark.parametrize("depth", [2, 4, 6])
def test_probes_estimate_how_many_lines_there_are(depth):
    start = hexagon().play(hexagon().parse("A-C"))
    probes = [polygon_ten.probe(start, depth, Random(f"{number}")) for number in range(300)]
    found = polygon_ten.estimate([polygon_ten.product(each, depth) for each in probes])
    assert abs(found["mean"] - pg.perft(start, depth)) <= 2 * found["half"] + 1e-9


def test_the_mean_over_all_probes_is_the_number_of_lines():
    def mean(state, depth, chance, widths):
        if len(widths) == depth or state.outcome is not None:
            return chance * polygon_ten.product(widths, depth)
        moves = list(state.legal_moves)
        return sum(
            mean(state.play(move), depth, chance / len(moves), [*widths, len(moves)])
            for move in moves
        )

    start = hexagon().play(hexagon().parse("A-C"))
    for depth in (3, 5):
        assert mean(start, depth, 1.0, []) == pytest.approx(pg.perft(start, depth))


def test_a_proof_counts_the_answers_to_one_move_of_the_winners_each_time():
    widths = [3, 4, 5, 6]
    assert polygon_ten.product(widths, 4) == 3 * 4 * 5 * 6
    assert polygon_ten.product(widths, 4, 0) == 3 * 5
    assert polygon_ten.product(widths, 4, 1) == 4 * 6
    assert polygon_ten.product(widths, 3, 1) == 4
    assert polygon_ten.product(widths, 5) == 0
