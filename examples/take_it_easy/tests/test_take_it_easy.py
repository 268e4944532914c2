"""Take It Easy keeps the contract, its rules are those published, and its bounds are bounds."""

from fractions import Fraction
from functools import cache
from itertools import permutations, product
from pathlib import Path
from random import Random

import numpy as np
import polygames_take_it_easy.agents
import pytest
from polygames_take_it_easy.bound import relaxation
from polygames_take_it_easy.bound.directions import optimum
from polygames_take_it_easy.engine import board, values
from polygames_take_it_easy.rules import (
    CELLS,
    DRAWS,
    LINES,
    NUMBERS,
    TILES,
    Draw,
    Place,
    new,
    score,
)

import polygames as pg

GOLDEN = Path(__file__).with_name("golden.record")
A_BOARD = (
    "a1=5-7-8 a2=5-6-3 a3=5-6-8 b1=5-7-3 b2=9-6-3 b3=5-6-4 b4=1-6-4 c1=1-6-3 c2=1-2-3 c3=1-7-8 "
    "c4=1-2-4 c5=1-6-8 d1=9-2-3 d2=9-6-4 d3=9-2-4 d4=9-2-8 e1=9-7-3 e2=5-7-4 e3=9-7-8"
)


def position(laid, drawn=""):
    return pg.from_text(f"take_it_easy\nlaid {laid}\ndrawn {drawn}")


def random_board(seed):
    """Return a full board, and the tiles in the order in which they were laid."""
    rng, state, drawn = Random(seed), new(), []
    while state.outcome is None:
        state = state.play(state.legal_moves.sample(rng))
        if state.drawn:
            drawn.append(TILES.index(state.drawn))
    return state, drawn


# --- The rules ----------------------------------------------------------------------------------


def test_take_it_easy_keeps_the_contract_of_every_game():
    pg.check_game("take_it_easy", games=2)


def test_the_golden_record_replays_to_the_byte():
    record = pg.load(GOLDEN)
    assert record.state.outcome is not None
    assert record.to_text() == GOLDEN.read_text(encoding="utf-8")


def test_there_are_fifteen_lines_of_three_to_five_cells_and_each_cell_is_on_three():
    assert sorted(len(cells) for _, cells in LINES) == [3] * 6 + [4] * 6 + [5] * 3
    assert all(sum(cell in cells for _, cells in LINES) == 3 for cell in range(19))
    names = {direction: set() for direction in range(3)}
    for direction, cells in LINES:
        names[direction].add(" ".join(CELLS[cell] for cell in cells))
    assert "a1 a2 a3" in names[0]
    assert "c1 d1 e1" in names[1]  # it rises
    assert "c5 d4 e3" in names[2]  # it falls


def test_a_published_sum_of_lines_is_scored():
    """3*6 + 3*5 + 4*9 + 5*1 + 4*4 + 4*3 + 3*8, as in the README of polarbart/TakeItEasyAI.

    Its board is a picture there; on this one the same lines are complete, and worked out by hand:
    a 5-5-5, d 9-9-9-9, c 1-1-1-1-1; a3-b4-c5 6-6-6; b4-c4-d3-e2 4-4-4-4, a2-b2-c2-d1 3-3-3-3,
    c5-d4-e3 8-8-8. In each of the other eight lines two numbers differ.
    """
    state = position(A_BOARD)
    assert state.scores == (3 * 6 + 3 * 5 + 4 * 9 + 5 * 1 + 4 * 4 + 4 * 3 + 3 * 8,) == (126,)
    assert state.outcome is not None


def test_only_lines_from_edge_to_edge_score():
    assert position("a1=5-7-8 a2=5-6-3").scores == (0,)
    assert position("a1=5-7-8 a2=5-6-3 a3=5-6-8").scores == (15,)
    assert position("a1=5-7-8 a2=5-6-3 a3=1-6-8").scores == (0,)


def test_each_tile_that_is_left_is_as_likely():
    state = position("a1=5-7-8", "")
    chances = state.chance_outcomes()
    assert {draw.tile for draw, _ in chances} == {*TILES} - {(5, 7, 8)}
    assert {chance for _, chance in chances} == {Fraction(1, 26)}
    with pytest.raises(pg.IllegalMoveError, match="a tile that is left is to be drawn"):
        state.parse("5-7-8")


@pytest.mark.parametrize(
    ("drawn", "text", "error", "why"),
    [
        ("1-2-3", "a1", pg.IllegalMoveError, "1-2-3 is to be laid on an empty cell"),
        ("1-2-3", "z9", pg.IllegalMoveError, "1-2-3 is to be laid on an empty cell"),
        ("1-2-3", "somewhere", pg.InvalidMoveError, "a move such as"),
        ("", "a2", pg.InvalidMoveError, "a move such as 1-2-3"),
    ],
)
def test_a_move_that_is_none_is_refused_with_the_reason(drawn, text, error, why):
    with pytest.raises(error, match=why):
        position("a1=5-7-8", drawn).parse(text)


@pytest.mark.parametrize(
    "lines",
    [
        "laid a1=5-7-8 a1=5-7-4\ndrawn",
        "laid a1=5-7-8 a2=5-7-8\ndrawn",
        "laid a1=5-7-8\ndrawn 5-7-8",
        "laid\ndrawn 5-7-8 5-7-4",
        f"laid {A_BOARD}\ndrawn 1-2-8",
        "laid a9=5-7-8\ndrawn",
        "laid a1=5-7-9\ndrawn",
        "laid a1\ndrawn",
    ],
)
def test_a_position_that_is_none_is_refused(lines):
    with pytest.raises(pg.PositionError, match="not a position of take_it_easy"):
        pg.from_text(f"take_it_easy\n{lines}")


def test_the_most_that_can_be_scored_is_307_in_16_ways_as_published():
    ways = []
    for direction, numbers in enumerate(NUMBERS):
        lines = [cells for d, cells in LINES if d == direction]
        found = []
        for chosen in product(numbers, repeat=5):
            pairs = list(zip(lines, chosen, strict=True))
            if all(sum(len(c) for c, n in pairs if n == number) <= 9 for number in numbers):
                at = dict.fromkeys(range(19), 0)
                for cells, number in pairs:
                    at |= dict.fromkeys(cells, number)
                found.append((sum(len(c) * n for c, n in pairs), tuple(at.values())))
        ways.append(sorted(found, reverse=True))
    counted = {}
    for (one, a), (two, b) in product(ways[0], ways[1]):
        pairs = list(zip(a, b, strict=True))
        for three, c in ways[2]:
            total = one + two + three
            if total < 307:
                break
            if len({(*pair, n) for pair, n in zip(pairs, c, strict=True)}) == 19:
                counted[total] = counted.get(total, 0) + 1
    assert counted == {307: 16}


# --- The values and the agents ------------------------------------------------------------------


def test_the_board_in_arrays_scores_as_the_rules_do():
    for seed in range(30):
        state, drawn = random_board(seed)
        a, total = board.blank(), 0
        for tile in drawn:
            cell = state.laid.index(TILES[tile])
            board.take(a, tile)
            total += board.lay(a, cell, tile)
        assert total == score(state.laid)
        assert np.array_equal(a, board.encode(state))


def test_half_a_turn_of_the_board_changes_no_value():
    weights, room = values.learned(), np.empty(values.MOST, np.int64)
    turned = board.TURNED
    for seed in range(10):
        rng, state = Random(seed), new()
        for _ in range(2 * rng.randrange(1, 18)):
            state = state.play(state.legal_moves.sample(rng))
        other = type(state)(tuple(state.laid[turned[cell]] for cell in range(19)))
        found = [values.value(board.encode(each), weights, room) for each in (state, other)]
        assert found[0] == pytest.approx(found[1], abs=1e-3)


def test_looking_ahead_is_the_mean_over_the_tiles_that_can_come():
    weights = values.learned()
    state = position(" ".join(A_BOARD.split()[:12]), "9-2-3")
    found, plain = np.empty(19), np.empty(19)
    values.cell_values(board.encode(state), TILES.index((9, 2, 3)), weights, 1, found)
    for cell in ("d1", "e2"):
        after = state.play(Place(cell))
        best = []
        for draw in after.left:
            drawn = after.play(draw)
            values.cell_values(board.encode(drawn), TILES.index(draw.tile), weights, 0, plain)
            best.append(plain.max())
        gain = after.scores[0] - state.scores[0]
        assert found[CELLS.index(cell)] == pytest.approx(gain + np.mean(best), abs=1e-3)


def test_the_last_tile_is_laid_and_a_line_is_taken_where_it_is_sure():
    all_but_one = " ".join(A_BOARD.split()[:-1])
    for name in ("learned", "careful"):
        agent = pg.agent(name, game="take_it_easy")
        assert agent.choose(position(all_but_one, "9-7-8"), Random(0)) == Place("e3")


def test_learned_scores_what_its_training_says():
    """A mean of 60 games with a half interval of some 8 points; random play has 10."""
    agent, scores = polygames_take_it_easy.agents.Learned(), []
    for number in range(60):
        state = new()
        for tile in relaxation.deal(Random(f"test {number}")):
            state = state.play(DRAWS[tile])
            state = state.play(agent.choose(state, Random(0)))
        scores.append(state.scores[0])
    assert np.mean(scores) > 140


def test_an_agent_is_not_asked_before_a_tile_is_drawn():
    with pytest.raises(ValueError, match="a tile is to be drawn first"):
        polygames_take_it_easy.agents.Learned().choose(new(), Random(0))


# --- The bounds ---------------------------------------------------------------------------------


def best_alone(numbers, lengths, copies):
    """Solve a direction alone once more: by recursion on what lies on each line."""

    @cache
    def best(lines, left):
        if sum(map(len, lines)) == sum(lengths):
            return sum(len(line) * line[0] for line in lines if len({*line}) == 1)
        total = Fraction(0)
        for k, number in enumerate(numbers):
            if left[k]:
                then = (*left[:k], left[k] - 1, *left[k + 1 :])
                total += left[k] * max(
                    best((*lines[:i], (*line, number), *lines[i + 1 :]), then)
                    for i, line in enumerate(lines)
                    if len(line) < lengths[i]
                )
        return total / sum(left)

    return best(((),) * len(lengths), (copies,) * 3)


@pytest.mark.parametrize(
    ("numbers", "lengths", "copies"),
    [
        ((1, 5, 9), (2,), 2),
        ((1, 5, 9), (2, 3), 2),
        ((2, 6, 7), (2, 3, 2), 3),
        ((3, 4, 8), (3, 4), 3),
    ],
)
def test_a_direction_alone_is_solved(numbers, lengths, copies):
    assert optimum(numbers, lengths, copies) == pytest.approx(
        float(best_alone(numbers, lengths, copies)), abs=1e-4
    )


def plain_penalty(state, drawn, factors, tail):
    """Return the penalty of a full board, line by line and round by round, from the tiles alone."""
    total = 0.0
    when = {state.laid.index(TILES[tile]): t for t, tile in enumerate(drawn)}
    for d, cells in LINES:
        numbers = NUMBERS[d]
        for t, tile in enumerate(drawn):
            on = [state.laid[cell][d] for cell in cells if when[cell] < t]
            if len({*on}) > 1 or len(on) == len(cells):
                continue
            left = [9 - sum(TILES[gone][d] == n for gone in drawn[:t]) for n in numbers]
            for k, number in enumerate(numbers):
                if on and on[0] != number:
                    continue
                if on and not left[k]:
                    continue
                luck = 1.0
                if on:
                    need = len(cells) - len(on)
                    luck = tail[need - 1, left[k] - 1, 18 - t, 26 - t]
                    luck -= tail[need, left[k], 18 - t, 26 - t]
                centred = (TILES[tile][d] == number) - left[k] / (27 - t)
                kind = numbers.index(on[0]) if on else 3
                factor = factors[len(cells) - 3, d, kind, len(on), t, k]
                total += factor * len(cells) * number * luck * centred
    return total


def some_factors(seed):
    found = relaxation.Factors()
    found.values = np.random.default_rng(seed).uniform(0, 1, found.values.shape)
    return found


def test_no_board_exceeds_the_bound_of_its_tiles_whatever_the_penalty():
    agent = polygames_take_it_easy.agents.Learned()
    for seed in range(12):
        state, drawn = random_board(seed)
        if seed % 2:  # a good board
            state = new()
            for tile in drawn:
                state = state.play(DRAWS[tile])
                state = state.play(agent.choose(state, Random(0)))
        for factors in (relaxation.without_penalty(), relaxation.learned(), some_factors(seed)):
            paid = plain_penalty(state, drawn, factors.values, factors.tail)
            for steps in (1, 40):
                bound = factors.bound(np.array(drawn), steps)
                assert state.scores[0] - paid <= bound + 1e-6


def test_no_player_pays_a_penalty_in_the_mean():
    """Over all tiles that can be drawn next the penalties of a round add up to nothing."""
    factors = some_factors(0)
    for seed in range(5):
        _, drawn = random_board(seed)
        t = Random(seed).randrange(17)
        rest = [tile for tile in range(27) if tile not in drawn[:t]]
        for kind, d in product(range(3), repeat=2):
            total = np.zeros((4, relaxation.MOST + 1))
            for tile in rest:
                others = [each for each in rest if each != tile]
                tiles = np.array([*drawn[:t], tile, *others][:19])
                paid = np.zeros((19, 4, relaxation.MOST + 1))
                basis = np.zeros((*paid.shape, 3))
                relaxation.penalties(tiles, factors.values, factors.tail, d, kind, paid, basis)
                total += paid[t]
            assert np.abs(total).max() < 1e-9


def test_the_chance_that_enough_tiles_come_is_counted_right():
    tail = relaxation.tails()
    assert tail[1, 9, 1, 27] == pytest.approx(9 / 27)
    assert tail[2, 2, 2, 5] == pytest.approx(2 / 5 * 1 / 4)
    assert tail[3, 2, 5, 9] == 0
    assert tail[0, 0, 0, 5] == 1


def test_the_assignment_is_the_best_of_all():
    rng = np.random.default_rng(1)
    for _ in range(20):
        gain, out = rng.uniform(-5, 5, (6, 6)), np.empty(6, np.int64)
        best = max(sum(gain[p[j], j] for j in range(6)) for p in permutations(range(6)))
        assert relaxation.assignment(gain, out) == pytest.approx(best)
        assert sorted(out) == list(range(6))


def test_learning_the_penalty_lowers_the_bound():
    deals = [relaxation.deal(Random(f"try {number}")) for number in range(8)]
    factors = relaxation.Factors()
    before = np.mean([factors.bound(tiles, 40) for tiles in deals])
    factors.learn(deals * 5, 0.05, 40)
    assert np.mean([factors.bound(tiles, 40) for tiles in deals]) < before


def test_the_picture_names_what_can_be_clicked():
    state = position("a1=5-7-8", "1-2-3")
    targets = {getattr(each, "target", None) for each in pg.game("take_it_easy").scene(state)}
    assert targets >= {*CELLS[1:]}
    assert "a1" not in targets
    assert str(Draw((5, 7, 4))) == "5-7-4"


def test_what_a_move_does_is_said_before_it_is_made():
    state, preview = position("a1=5-7-8 a2=5-6-3", "5-6-8"), pg.game("take_it_easy").board.preview
    assert preview(state, Place("a3")).label == "lay 5-6-8 on a3, a line complete: 15 points"
    assert preview(state, Place("e1")).label == "lay 5-6-8 on e1"
    assert preview(new(), Draw((5, 7, 4))).label == "draw 5-7-4"
