"""Label, sentence and curve of a review are of one measure, and nothing jumps without a mistake."""

from dataclasses import replace
from itertools import pairwise
from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import polygames as pg
from polygames.core.analysis import Analysis, MoveValue
from polygames.plots import review_curve
from polygames.search.review import Review, ReviewedMove
from polygames.search.review.findings import has_a_proof
from polygames.search.review.judging import EXACT, LOOSE, SURE, Look, judge, nearest, steadied
from polygames.widgets.panels.review_text import UNCLEAR, chart_of, sentence, summary

SHARES = st.floats(0, 1)


@given(st.data())
def test_the_curve_is_the_one_of_least_squares(data):
    number = data.draw(st.integers(1, 12))
    shares = data.draw(st.lists(SHARES, min_size=number + 1, max_size=number + 1))
    falls = data.draw(st.lists(st.floats(-0.3, 0.3), min_size=number, max_size=number))
    links = data.draw(
        st.lists(st.sampled_from([EXACT, SURE, LOOSE]), min_size=number, max_size=number)
    )
    rows = np.vstack(
        [np.eye(number + 1), np.sqrt(links)[:, None] * np.diff(np.eye(number + 1), axis=0)]
    )
    wanted = np.concatenate([shares, np.sqrt(links) * falls])
    best = np.linalg.lstsq(rows, wanted, rcond=None)[0]
    curve = nearest([Look(share, is_proved=False) for share in shares], falls, links)
    assert curve == pytest.approx(np.clip(best, 0, 1), abs=1e-6)


def test_what_is_proved_stays_exactly_as_it_is():
    looks = [Look(0.4, is_proved=False), Look(1.0, is_proved=True), Look(0.7, is_proved=False)]
    first, middle, last = nearest(looks, [0.0, 0.0], [SURE, SURE])
    assert middle == 1.0
    assert 0.9 < first < 1.0
    assert 0.9 < last < 1.0


def game_of(chances, verdicts, after=0.5):
    """Return a review of random moves of Splinter: the chance of White before each of them."""
    record, moves = pg.Record(pg.new("splinter")), []
    ends = [*chances[1:], after]
    for chance, end, verdict in zip(chances, ends, verdicts, strict=True):
        seat = record.state.turn
        record.push(record.state.legal_moves.sample(Random(record.state.ply)))
        before, then = (chance, end) if seat == 0 else (1 - chance, 1 - end)
        moves.append(known(record.node, seat, before, then, verdict))
    return Review(record.start, tuple(moves))


def known(node, seat, before, after, verdict):
    value = 2 * before - 1
    return ReviewedMove(
        ply=node.number,
        seat=seat,
        move=node.move,
        verdict=verdict,
        value=value,
        low=value - 0.5,
        high=value + 0.5,
        best=node.move,
        line=(node.move,),
        after=2 * after - 1,
        loss=max(0.0, 2 * (before - after)),
        chance=before,
        chance_after=after,
        node=node,
    )


def of_white(review):
    """Return the chance of White before each move, and after the last one."""
    last = review.moves[-1]
    moves = [(each.seat, each.chance) for each in review.moves]
    ends = [*moves, (last.seat, last.chance_after)]
    return [chance if seat == 0 else 1 - chance for seat, chance in ends]


def test_a_curve_that_no_mistake_explains_does_not_jump():
    """A newcomer saw "no mistake" beside a curve that fell from 89 to 58%."""
    looks = [0.86, 0.89, 0.87, 0.88, 0.89, 0.58, 0.57, 0.60, 0.58, 0.59]
    raw = game_of(looks, ["best"] * len(looks), after=0.58)
    found = steadied(raw)
    assert max(abs(a - b) for a, b in pairwise(of_white(raw))) > 0.3
    assert max(abs(a - b) for a, b in pairwise(of_white(found))) < 0.05
    assert [each.verdict for each in found.moves] == ["best"] * len(looks)
    assert all(each.loss == 0 for each in found.moves)
    heights = [y for _, y in chart_of(found, len(looks))["curves"][0]["points"]]
    assert max(abs(a - b) for a, b in pairwise(heights)) < 0.05


@given(
    st.lists(
        st.tuples(SHARES, st.sampled_from(["best", "good", "mistake", "blunder"])),
        min_size=1,
        max_size=12,
    )
)
def test_what_is_said_after_a_move_is_what_is_said_before_the_next_one(pairs):
    raw = game_of(*zip(*pairs, strict=True))
    found = steadied(raw)
    for each, later in pairwise(found.moves):
        assert each.chance_after == pytest.approx(1 - later.chance)
        assert each.after == pytest.approx(-later.value)
    for each, judged in zip(found.moves, raw.moves, strict=True):
        assert 0 <= each.chance <= 1
        assert each.low - 1e-9 <= each.value <= each.high + 1e-9
        least = {"mistake": 0.1, "blunder": 0.15}.get(each.verdict, 0.0)
        if least and judged.chance - judged.chance_after >= least:
            assert each.chance - each.chance_after >= least - 0.001


def test_a_blunder_falls_by_what_it_lost_and_its_sentence_says_the_same():
    raw = game_of([0.60, 0.62, 0.30, 0.33], ["best", "good", "best", "best"], after=0.31)
    blunder = raw.moves[2]
    raw = replace(
        raw,
        moves=(
            *raw.moves[:2],
            replace(blunder, verdict="blunder", chance=0.58, chance_after=0.32),
            raw.moves[3],
        ),
    )
    found = steadied(raw)
    each = found.moves[2]
    assert each.verdict == "blunder"
    noise = pg.game("splinter").engine.verdicts.apart / 4  # half of it, of the chance
    assert each.chance - each.chance_after == pytest.approx(0.26 - noise, abs=1e-3)
    said = sentence(found, each)
    assert f"falls from {each.chance:.0%} to {each.chance_after:.0%}" in said
    at = dict(chart_of(found, 4)["curves"][0]["points"])
    assert at[0.5] == pytest.approx(each.chance, abs=1e-3)
    assert at[0.75] == pytest.approx(each.chance_after, abs=1e-3)


def test_of_a_move_and_its_answer_the_larger_tree_counts():
    """White's curve fell from 89 to 56% and nothing was said: a small tree had the say."""
    state = pg.new("splinter")
    played, other = list(state.legal_moves)[:2]
    node = pg.Record(state).root.after(played)
    best = MoveValue(other, 0.8, 0.4, 1.0, visits=3654, chance=0.9)
    seen_little = MoveValue(played, 0.76, 0.4, 1.0, visits=212, chance=0.88)
    reply = next(iter(node.state.legal_moves))
    answer = MoveValue(reply, -0.12, -0.7, 0.5, visits=157006, chance=0.44)
    each = judge(node, Analysis(state, (best, seen_little)), Analysis(node.state, (answer,)))
    assert (each.chance, each.chance_after) == (0.9, 0.56)
    assert each.is_unclear, "the first tree does not say that another move is better"


def test_a_move_that_loses_less_on_the_curve_is_called_no_worse_than_that():
    looks, verdicts = [0.02, 0.02, 0.2, 0.02], ["best", "best", "blunder", "best"]
    each = steadied(game_of(looks, verdicts, after=0.02)).moves[2]  # White had little to lose
    assert 0.05 < each.chance - each.chance_after < 0.15
    assert each.verdict in {"inaccuracy", "mistake"}


def test_what_is_open_to_an_end_of_the_scale_stays_open_on_the_curve():
    """An interval from -1 to +1 was moved with its value, and began at 0.09."""
    raw = game_of([0.5, 0.5, 0.5, 0.9, 0.5], ["best"] * 5)
    moves = tuple(replace(each, low=-1.0) for each in raw.moves)
    found = steadied(replace(raw, moves=moves))
    for before, each in zip(moves, found.moves, strict=True):
        assert each.low == -1.0
        assert each.high - each.value == pytest.approx(before.high - before.value)
    assert found.moves[3].value < 0.5


def test_moves_of_positions_that_nobody_knows_count_in_no_accuracy_unless_one_end_is_proved():
    """In Polygon random players had 94%: nothing was known of most of their moves."""
    review = game_of([0.55, 0.55, 0.55, 0.4], ["best", "good", "best", "good"], after=0.4)
    first, second, third, last = review.moves

    def accuracy(*moves):
        return replace(review, moves=moves).accuracy(0)

    open_first = replace(first, low=-1.0, high=1.0)
    blunder = replace(third, verdict="blunder", chance_after=0.0, proved_after=True)
    assert accuracy(first, second) == 100
    assert accuracy(open_first, second) is None
    assert accuracy(open_first, second, blunder, last) == accuracy(blunder) < 15
    assert accuracy(replace(blunder, low=-1.0, high=1.0)) == accuracy(blunder)


def test_moves_that_are_unclear_are_counted_as_such_and_in_no_accuracy():
    """It said "no mistake" beside an accuracy of 41%."""
    doubtful = game_of([0.9, 0.6, 0.6, 0.9], ["good", "best", "good", "best"], after=0.7)
    assert [each.is_unclear for each in doubtful.moves] == [True, False, False, False]
    assert doubtful.unclear(0) == 1
    assert doubtful.accuracy(0) == 100
    assert sentence(doubtful, doubtful.moves[0]).startswith(UNCLEAR)
    assert summary(doubtful)[0].endswith("mistake, 1 unclear")
    assert "1 of them unclear" in str(doubtful)


def test_the_figure_of_a_review_by_chances_draws_the_curve_of_the_board():
    record = pg.Record(pg.new("territory", size=4, seed=2, penalty=0.5))
    for _ in range(4):
        record.push(next(iter(record.state.legal_moves)))
    found = pg.review(record, seconds=0.05, progress=False)
    assert found.is_by_chance
    ax = review_curve(found)
    assert ax.lines[0].get_ydata().tolist()[:4] == pytest.approx(of_white(found)[:-1])
    assert ax.get_ylabel() == "chance to win"


def lost_for_sure(chance):
    """Return a review in which White had a chance, and is proved to have lost after its move."""
    review = game_of([chance, 0.0], ["good", "best"], after=0.0)
    return replace(review, moves=tuple(replace(e, proved_after=True) for e in review.moves))


def test_an_unclear_move_after_which_the_game_is_lost_for_sure_counts_by_its_chance():
    """Else random moves in Polygon would be as accurate as those of the strongest player."""
    lost = lost_for_sure(0.6)
    assert lost.moves[0].is_unclear
    assert lost.accuracy(0) == pytest.approx(100 * np.exp(-4.354 * 0.6))


@pytest.mark.parametrize("chance", [0.0, 0.5, 1.0])
def test_no_number_is_taken_for_a_proof(chance):
    """A chance of exactly a half, which two models that part are told as, was taken for one."""
    first = game_of([0.9], ["good"], after=chance).moves[0]
    narrow = replace(first, low=first.value, high=first.value)
    assert not has_a_proof(first)
    assert not has_a_proof(narrow)
    for flag in ("proved", "proved_before", "proved_after"):
        assert has_a_proof(replace(first, **{flag: True}))


def test_a_marked_move_to_an_even_position_loses_as_much_less_for_noise_as_any_other():
    """As if it were proved, none of its loss was put down to the trees that found it."""
    even = game_of([0.9, 0.5, 0.5], ["blunder", "best", "best"], after=0.5)
    near = game_of([0.9, 0.501, 0.501], ["blunder", "best", "best"], after=0.501)
    lost = [e.chance - e.chance_after for r in (even, near) for e in steadied(r).moves[:1]]
    assert lost[0] == pytest.approx(lost[1], abs=0.01)
    sure = replace(even.moves[0], proved_after=True)
    moves = steadied(replace(even, moves=(sure, *even.moves[1:]))).moves
    assert moves[0].chance - moves[0].chance_after > lost[0] + 0.05


def test_a_judgement_says_which_of_its_two_values_is_proved():
    state = pg.new("splinter")
    played, other = list(state.legal_moves)[:2]
    node = pg.Record(state).root.after(played)
    reply = next(iter(node.state.legal_moves))
    open_before = MoveValue(other, 0.8, 0.4, 1.0, visits=3654, chance=0.9)
    tie = MoveValue(reply, 0.0, 0.0, 0.0, proved=True, chance=0.5)
    even = MoveValue(reply, 0.0, -0.3, 0.3, visits=9000, chance=0.5)
    win = MoveValue(other, 1.0, 1.0, 1.0, proved=True, chance=1.0)
    for best, answer, flags in (
        (open_before, tie, (False, False, True)),
        (open_before, even, (False, False, False)),
        (win, even, (False, True, False)),
        (win, tie, (True, True, True)),
    ):
        each = judge(node, Analysis(state, (best,)), Analysis(node.state, (answer,)))
        assert (each.proved, each.proved_before, each.proved_after) == flags


def test_an_unclear_move_after_which_the_game_is_lost_does_not_count_where_it_looked_lost_before():
    """Else the strongest player would be at fault wherever it was lost from the start."""
    lost = lost_for_sure(0.3)
    assert lost.moves[0].is_unclear
    assert lost.accuracy(0) is None


@pytest.mark.parametrize("game", ["split", "splinter", "territory"])
def test_where_no_move_is_marked_accuracy_is_no_less_than_what_an_inaccuracy_has(game):
    state = pg.new(game, **({"penalty": 0.5, "size": 6, "seed": 1} if game == "territory" else {}))
    record, least = pg.Record(state), 100 * np.exp(-4.354 * 0.05)
    for seed in range(8):
        if record.state.outcome is None:
            record.push(record.state.legal_moves.sample(Random(seed)))
    found = pg.review(record, seconds=0.05, progress=False)
    for seat in range(2):
        bad = [
            each
            for each in found.moves
            if each.seat == seat and each.verdict in {"inaccuracy", "mistake", "blunder"}
        ]
        accuracy = found.accuracy(seat)
        assert bad or accuracy is None or accuracy >= least
    for each, later in pairwise(found.moves):
        if each.chance_after is not None and later.chance is not None:
            assert each.chance_after == pytest.approx(1 - later.chance, abs=1e-9)


@pytest.mark.parametrize(
    ("before", "after", "games", "verdict"),
    [
        (0.2, 0.3, 100_000, "good"),
        (0.1, 0.1, 100_000, "blunder"),
        (0.3, 0.1, 100_000, "good"),
        (0.45, 0.1, 100_000, "good"),
        (0.1, 0.1, 1000, "good"),
        (-0.4, -0.4, 1000, "blunder"),
    ],
)
def test_a_tree_calls_a_move_bad_only_beyond_what_two_trees_are_apart(
    before, after, games, verdict
):
    """The tree before the move has to see that, and so has the tree after it.

    Two small trees are farther apart than two large ones.
    """
    state = pg.new("splinter")
    first, second = list(state.legal_moves)[:2]
    node = pg.Record(state).root.after(second)

    def valued(move, value, half, visits):
        ends = value - half, value + half
        return MoveValue(move, value, *ends, visits, chance=(1 + value) / 2)

    ways = valued(first, 0.5, 0.6, games), valued(second, before, 0.8, games // 10)
    reply = next(iter(node.state.legal_moves))
    later = Analysis(node.state, (valued(reply, -after, 0.6, games),))
    assert judge(node, Analysis(state, ways), later).verdict == verdict


def test_of_the_loss_on_the_curve_more_is_put_down_to_smaller_trees():
    """As much as two such trees are apart for nothing, half of it, of the chance to win."""
    raw = game_of([0.6, 0.58, 0.58, 0.3], ["best", "best", "blunder", "best"], after=0.3)
    lost = []
    for games in (2000, 200_000):
        apart = pg.game("splinter").engine.verdicts.apart_after(games)
        moves = tuple(replace(each, apart=apart) for each in raw.moves)
        each = steadied(replace(raw, moves=moves)).moves[2]
        lost.append(each.chance - each.chance_after)
        assert lost[-1] == pytest.approx(0.28 - apart / 4, abs=1e-3)
    assert lost[0] < lost[1] - 0.05


def test_the_loss_of_marked_moves_stands_in_the_sum_of_splitter():
    """It said "2.5 play" beside a blunder that costs more."""
    record = pg.Record(pg.new("splitter"))
    while record.state.outcome is None:
        record.push(record.state.legal_moves.sample(Random(record.state.ply)))
    found = pg.review(record, seconds=0.002, progress=False)
    [first, *_] = [each for each in found.moves if each.value is not None]
    blunder = replace(first, verdict="blunder", loss=3.5, points=3.5)
    moves = tuple(blunder if each is first else each for each in found.moves)
    found = replace(found, moves=moves)
    lost = found.loss(0)
    other = found.skill(0) + lost
    assert lost >= 3.5
    sum_of_all = found.started[0] + found.luck(0) - lost + other
    assert sum_of_all == pytest.approx(found.reached[0], abs=1e-9)
    [said] = summary(found)
    assert f"− {lost:.1f} marked moves" in said
    assert said.endswith(f" other play = {record.state.scores[0]:g} points")
