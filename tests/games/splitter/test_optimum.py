"""The best sheet in hindsight: the bound holds, is met, and is right where all sheets are tried."""

from itertools import permutations, product
from random import Random
from threading import Event

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from oracles import splitter_plainly as plainly
from patience import Timer

from polygames.core.errors import MissingExtraError, OptionError
from polygames.games.splitter import hindsight, score_sheet
from polygames.games.splitter.best_sheet import annealing, exact
from polygames.games.splitter.best_sheet.bound import list_cases, max_total, upper_bound
from polygames.games.splitter.engine.compiled_sheet import MAX_COMPILED_CELLS, pad_array
from polygames.games.splitter.pads import PADS, Pad
from polygames.games.splitter.scoring import read_sheet, total_points
from polygames.runtime.clock import Clock
from polygames.runtime.random_numbers import make_stream

MAXIMA = {
    "A": (56, "..2266.. .566615. 15625556 65524456 66544666 .663326. ..6312.."),
    "B": (61, "234..433 23424443 .342121. .64..26. .623366. 16213266 666..261"),
}
SMALL = {
    "mirrored stars": Pad(("*##*", ".##.")),
    "stars apart": Pad(("**##", ".##.")),
    "hearts": Pad(("*hh*", ".h#.")),
    "hearts far apart": Pad(("*#h##*", "h....h")),
}


def rolls_of(pad, sheet):
    return [(sheet[one], sheet[two]) for one, two in pad.slots]


def all_sheets(pad, rolls):
    """Yield every way to write some rolls."""
    for order in set(permutations(rolls)):
        for sides in product((0, 1), repeat=len(order)):
            sheet = [0] * len(pad.places)
            for slot, roll, side in zip(pad.slots, order, sides, strict=True):
                for cell, number in zip(slot, roll[::-1] if side else roll, strict=True):
                    sheet[cell] = number
            yield tuple(sheet)


def all_totals(pad, rolls):
    """Return the total of every way to write some rolls."""
    return [total_points(pad, sheet) for sheet in all_sheets(pad, rolls)]


def seeded_rolls(pad, seed, one=6, other=6):
    rng = Random(seed)
    return [(rng.randint(1, one), rng.randint(1, other)) for _ in range(pad.rounds)]


def read(text):
    return [(int(roll[0]), int(roll[1])) for roll in text.split()]


@pytest.mark.parametrize("name", PADS)
def test_the_maxima_of_the_text_are_reached_and_no_sheet_has_more(name):
    points, rows = MAXIMA[name]
    pad = PADS[name]
    assert plainly.total({"A": plainly.PAD_A, "B": plainly.PAD_B}[name], rows.split()) == points
    assert max_total(pad) == points
    assert upper_bound(pad, rolls_of(pad, read_sheet(pad, rows))) == points


@pytest.mark.slow
@pytest.mark.parametrize("name", PADS)
@settings(max_examples=200, deadline=None)
@given(seed=st.integers(0, 10**6))
def test_the_bound_of_any_rolls_is_at_most_the_maximum(name, seed):
    pad = PADS[name]
    assert upper_bound(pad, seeded_rolls(pad, seed)) <= max_total(pad)


@pytest.mark.parametrize("name", PADS)
@settings(max_examples=150, deadline=None)
@given(data=st.data())
def test_no_sheet_beats_the_bound_of_its_rolls(name, data):
    """Sheets with large groups: each is spread from a few numbers, then changed here and there."""
    pad = PADS[name]
    rng = Random(data.draw(st.integers(0, 10**6)))
    sheet = list(read_sheet(pad, MAXIMA[name][1]))
    for _ in range(data.draw(st.integers(0, 30))):
        cell = rng.randrange(len(sheet))
        sheet[cell] = sheet[rng.choice(pad.neighbours[cell])]
    sheet = tuple(sheet)
    assert total_points(pad, sheet) <= upper_bound(pad, rolls_of(pad, sheet))


@pytest.mark.slow
@pytest.mark.parametrize("pad", SMALL.values(), ids=SMALL)
@pytest.mark.parametrize("seed", range(16))
def test_on_small_pads_no_way_to_write_the_rolls_beats_the_bound(pad, seed):
    rolls = seeded_rolls(pad, seed, 3, 2)
    best = max(all_totals(pad, rolls))
    assert best <= upper_bound(pad, rolls)
    found = hindsight(pad, rolls, seconds=0.05)
    assert found.total == best


@pytest.mark.slow
@pytest.mark.parametrize("name", PADS)
@pytest.mark.parametrize("seed", [0, 2])
def test_a_sheet_meets_the_bound_with_exactly_the_rolls_given(name, seed):
    pad = PADS[name]
    rolls = seeded_rolls(pad, seed)
    found = hindsight(name, rolls, seconds=60)
    assert found.is_proved
    assert score_sheet(name, found.sheet).total == found.total == found.bound
    pairs = rolls_of(pad, read_sheet(pad, found.sheet))
    assert sorted(map(sorted, pairs)) == sorted(map(sorted, rolls))
    assert "no sheet has more" in str(found)


@pytest.mark.parametrize("name", PADS)
def test_the_score_kept_while_rolls_swap_is_that_of_the_sheet(name):
    pad, rng = PADS[name], make_stream(3)
    p, s = pad_array(pad, ()), np.zeros(annealing.BEST_SHEET + MAX_COMPILED_CELLS, np.int64)
    rolls = seeded_rolls(pad, 3)
    annealing.fill_randomly(s, p, np.array(rolls), rng)
    for steps in (1, 20, 2000):
        annealing.anneal(s, p, rng, steps, max_total(pad))
        for score, at in (
            (annealing.SCORE, annealing.ANNEALING_CELL_OFFSET),
            (annealing.BEST, annealing.BEST_SHEET),
        ):
            sheet = tuple(map(int, s[at : at + len(pad.places)]))
            assert s[score] == total_points(pad, sheet)
            assert sorted(map(sorted, rolls_of(pad, sheet))) == sorted(map(sorted, rolls))


def test_the_hearts_are_worth_less_where_their_number_must_give_up_a_group():
    pad = SMALL["hearts far apart"]
    rolls = [(2, 2), (2, 5), (5, 6), (6, 5)]
    assert upper_bound(pad, rolls) == 2 + 2 + (5 - 2), "the 2s are a group, or fill the hearts"
    assert max(all_totals(pad, rolls)) == 5


def test_mirrored_hearts_need_a_double():
    pad = SMALL["hearts far apart"]
    assert upper_bound(pad, [(1, 2), (1, 3), (1, 4), (1, 5)]) == 4 + 1
    assert upper_bound(pad, [(1, 1), (1, 3), (1, 4), (1, 5)]) == 5 + 2 + 5


def test_a_group_without_a_double_lies_in_one_half():
    """Every 6 is needed, so all stand on one side: the 4 rolled with one is on the other side.

    The 5s rolled with a 4 would then be on the side of the 6s, but five of six must be opposite,
    on the other star. So the 4s, or as much, are lost: 48 points, not 52.
    """
    rolls = read("21 21 21 31 31 31 31 41 22 22 32 32 52 52 62 63 63 54 54 64 65 65")
    assert upper_bound(PADS["A"], rolls) == 48
    assert upper_bound(PADS["B"], rolls) == 53


def test_two_ones_that_mirror_a_group_of_2_touch():
    pad = SMALL["mirrored stars"]
    rolls = [(1, 2), (1, 2), (5, 6)]
    assert upper_bound(pad, rolls) == 2 + 2 + (1 + 2) - 2, "the 1s score, or the 2s and a star"
    assert max(all_totals(pad, rolls)) == 4


def test_of_four_ones_that_mirror_three_groups_of_2_two_touch():
    """All six 2s are needed, and none of them has its group on both sides."""
    rolls = read("11 21 21 21 21 31 41 41 41 51 51 32 32 43 63 63 63 44 44 64 66 66")
    assert upper_bound(PADS["A"], rolls) == 12 - 2 + 6 + 6 + 8 + 6 + (6 + 4)
    assert upper_bound(PADS["B"], rolls) == upper_bound(PADS["A"], rolls) + 5


def test_time_up_leaves_the_answer_between_two_numbers():
    found = hindsight("A", seeded_rolls(PADS["A"], 5), seconds=1e-9)
    assert found.total < found.bound
    assert str(found) == f"the best sheet has between {found.total} and {found.bound} points"


@pytest.mark.parametrize("pad", SMALL.values(), ids=SMALL)
def test_no_sheet_exceeds_the_bound_of_its_case(pad):
    for seed in range(6):
        rolls = seeded_rolls(pad, seed, 3, 3)
        bounds = {case[:2]: case.bound for case in list_cases(pad, rolls)}
        assert max(bounds.values()) == upper_bound(pad, rolls)
        for sheet in all_sheets(pad, rolls):
            stars = tuple(sheet[star] for star in pad.stars)
            hearts = {sheet[heart] for heart in pad.hearts}
            heart = hearts.pop() if len(hearts) == 1 else None
            no_hearts = bounds[stars, None]
            assert total_points(pad, sheet) <= bounds.get((stars, heart), no_hearts)


def test_or_tools_finds_the_best_sheet_of_each_case():
    cp_model = pytest.importorskip("ortools.sat.python.cp_model")
    pad = SMALL["hearts far apart"]
    for seed in range(3):
        rolls = seeded_rolls(pad, seed, 3, 2)
        best = {}
        for sheet in all_sheets(pad, rolls):
            stars = tuple(sheet[star] for star in pad.stars)
            held = stars, frozenset(sheet[heart] for heart in pad.hearts)
            best[held] = max(best.get(held, 0), total_points(pad, sheet))
        for case in list_cases(pad, rolls):
            if case.heart is not None:
                points, _, most = exact._solve_case(cp_model, pad, rolls, case, 0, Clock(None))
                assert points == most == best.get((case.stars, frozenset({case.heart})), 0)


@pytest.mark.slow
def test_or_tools_soon_finds_on_pad_b_what_the_search_hardly_finds():
    pytest.importorskip("ortools")
    rolls = read("11 11 13 13 16 16 23 32 26 33 33 35 36 44 46 64 55 56 56 65 65 66")
    pad = PADS["B"]
    found, sheet, goal = exact.prove_best(pad, rolls, (), 56, Clock(None))
    assert found == goal == total_points(pad, sheet) == upper_bound(pad, rolls) == 57
    assert sorted(map(sorted, rolls_of(pad, sheet))) == sorted(map(sorted, rolls))


def test_or_tools_stops_when_it_is_told_to():
    pytest.importorskip("ortools")
    stop = Event()
    with Timer(0.5, stop.set):
        rolls = seeded_rolls(PADS["B"], 41)
        found, _, goal = exact.prove_best(PADS["B"], rolls, (), 0, Clock(None, stop))
    assert found <= goal == upper_bound(PADS["B"], rolls)


def test_or_tools_settles_what_is_open_on_a_small_pad():
    pytest.importorskip("ortools")
    pad = SMALL["hearts far apart"]
    for seed in range(4):
        rolls = seeded_rolls(pad, seed, 3, 2)
        best = max(all_totals(pad, rolls))
        total, _, bound = exact.prove_best(pad, rolls, (), 0, Clock(None))
        assert total == bound == best
        found = hindsight(pad, rolls, seconds=0.3, exact=True)
        assert found.total <= best <= found.bound


def test_without_or_tools_the_message_says_what_to_install(monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "ortools", None)
    monkeypatch.setitem(__import__("sys").modules, "ortools.sat.python", None)
    with pytest.raises(MissingExtraError, match="pip install ortools"):
        exact.prove_best(PADS["A"], [], (), 0, Clock(1.0))


@pytest.mark.parametrize(
    ("rolls", "message"),
    [
        ([(1, 2)] * 21, "22 rolls"),
        ([(1, 2)] * 21 + [(1, 7)], "roll 22"),
        ([(1, 2, 3)] + [(1, 2)] * 21, "roll 1 "),
    ],
)
def test_rolls_that_are_none_are_refused(rolls, message):
    with pytest.raises(OptionError, match=message):
        hindsight("A", rolls)


def test_a_pad_that_is_too_large_is_refused():
    pad = ("*" + "#" * 14 + "*", "#" * 16, "#" * 16, "#" * 16)
    with pytest.raises(OptionError, match="cells, not 64"):
        hindsight(pad, [(1, 2)] * 32)
