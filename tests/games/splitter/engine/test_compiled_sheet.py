"""The compiled sheet against the plain score; values kept up against values from scratch."""

from itertools import combinations
from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from polygames.games.splitter.engine import compiled_sheet as layouts
from polygames.games.splitter.engine import search, value_function
from polygames.games.splitter.engine.compiled_sheet import (
    AROUND_CLASSES,
    AROUND_RANKS,
    CELL_OFFSET,
    HEART,
    NEED,
    OPEN,
    ROOT_OFFSET,
    ROUNDS_LEFT,
    TABLES,
    WEIGHT_OFFSET,
    cells_near_number,
    empty_sheet,
    fill_sheet,
    pad_array,
    write_cell,
    write_slot,
)
from polygames.games.splitter.engine.placement_ranking import learned_weights
from polygames.games.splitter.pads import PADS, Pad
from polygames.games.splitter.scoring import iter_groups, total_points

SMALL = Pad(("h*##*h", "###h##", ".#..#."))
PAIR = Pad(("*##*", "####", ".##."))
PLENTY = Pad(("*" + "#" * 14 + "*", "#" * 16, "#" * 16, "#" * 16))


def random_sheet(pad, rng, share):
    return tuple(rng.randint(1, 6) if rng.random() < share else 0 for _ in pad.places)


def as_array(pad, sheet):
    p = pad_array(pad)
    a = empty_sheet(p)
    for cell, value in enumerate(sheet):
        if value:
            write_cell(a, p, cell, value)
            a[HEART] += value * p[WEIGHT_OFFSET + cell]
    return a


def score(pad, a):
    """Return the value with no round left, of which all tables say what the rules do."""
    return value_function.static_value(a, pad_array(pad), learned_weights("any"), 0)


def play_some(pad, rng, rounds):
    """Write random rolls in random slots; return the array and the numbers."""
    p = pad_array(pad)
    a = empty_sheet(p)
    for slot in rng.sample(range(pad.rounds), rounds):
        write_slot(a, p, slot, rng.randint(1, 6), rng.randint(1, 6))
    return a, tuple(map(int, a[CELL_OFFSET : CELL_OFFSET + len(pad.places)]))


def length(p):
    return value_function.PATTERNS_OFFSET + value_function.COARSE_PHASES * int(p[TABLES])


def tables(pad, seed):
    """Return tables of any numbers; where nothing is known there is none, as after learning."""
    p = pad_array(pad)
    w = np.random.default_rng(seed).normal(size=length(p)).astype(np.float32)
    kinds = w[value_function.BOTH_OFFSET : value_function.ONES_OFFSET].reshape(
        -1, value_function.CLASS_PAIRS
    )
    for kind in range(AROUND_CLASSES):
        kinds[:, kind * (kind + 1) // 2] = 0
    w[value_function.ONES_OFFSET : value_function.MATES_OFFSET].reshape(-1, AROUND_RANKS)[:, 0] = 0
    return w


@pytest.mark.parametrize("pad", [*PADS.values(), PAIR, SMALL], ids=str)
def test_random_sheets_score_what_the_plain_count_says(pad):
    rng = Random(8)
    for share in (0.1, 0.5, 0.9, 1.0):
        for _ in range(100):
            sheet = random_sheet(pad, rng, share)
            assert score(pad, as_array(pad, sheet)) == total_points(pad, sheet)


@settings(max_examples=60, deadline=None)
@given(seed=st.integers(0, 10**6), rounds=st.integers(0, 22), name=st.sampled_from("AB"))
def test_a_sheet_written_roll_by_roll_is_the_sheet_read_at_once(seed, rounds, name):
    pad = PADS[name]
    written, sheet = play_some(pad, Random(seed), rounds)
    again = empty_sheet(pad_array(pad))
    fill_sheet(again, pad_array(pad), np.array(sheet))
    assert score(pad, written) == score(pad, again) == total_points(pad, sheet)
    w = tables(pad, 1)
    left = int(written[ROUNDS_LEFT])
    assert left == again[ROUNDS_LEFT] == 22 - rounds
    values = [value_function.static_value(a, pad_array(pad), w, left) for a in (written, again)]
    assert values[0] == pytest.approx(values[1], abs=1e-3)


@pytest.mark.slow
@settings(max_examples=60, deadline=None)
@given(seed=st.integers(0, 10**6), rounds=st.integers(0, 21), name=st.sampled_from("AB"))
def test_what_delta_evaluation_says_is_what_the_commit_brings_and_it_leaves_no_trace(
    seed, rounds, name
):
    pad, rng = PADS[name], Random(seed)
    p, w = pad_array(pad), tables(pad, 2)
    a, sheet = play_some(pad, rng, rounds)
    slot = rng.choice([s for s, (one, _) in enumerate(pad.slots) if not sheet[one]])
    x, y = rng.randint(1, 6), rng.randint(1, 6)
    left = int(a[ROUNDS_LEFT]) - 1
    before = value_function.static_value(a, p, w, left)
    worths = search.slot_values(a, p, w, left)
    gone = search.replaced_value(a, p, w, worths, slot, left)
    change = search.placement_delta(a, p, w, worths, slot, x, y, left) - gone
    assert value_function.static_value(a, p, w, left) == pytest.approx(before, abs=1e-4)
    write_slot(a, p, slot, x, y)
    after = value_function.static_value(a, p, w, left)
    assert after - before == pytest.approx(change, abs=1e-3)


@settings(max_examples=30, deadline=None)
@given(seed=st.integers(0, 10**6), rounds=st.integers(0, 22))
def test_what_unfinished_groups_lack_is_counted_by_number(seed, rounds):
    pad = PADS["A"]
    a, sheet = play_some(pad, Random(seed), rounds)
    for value in range(1, 7):
        sizes = [len(g) for g in iter_groups(pad, sheet) if sheet[g[0]] == value and len(g) < value]
        assert a[OPEN + value] == len(sizes)
        assert a[NEED + value] == sum(value - size for size in sizes)


@settings(max_examples=30, deadline=None)
@given(seed=st.integers(0, 10**6), rounds=st.integers(4, 20), name=st.sampled_from("AB"))
def test_what_a_cell_more_makes_of_a_group_is_what_writing_it_would(seed, rounds, name):
    pad, p = PADS[name], pad_array(PADS[name])
    a, sheet = play_some(pad, Random(seed), rounds)
    for group in iter_groups(pad, sheet):
        value = sheet[group[0]]
        if len(group) >= value:
            continue
        root = int(a[ROOT_OFFSET + group[0]])
        beside, joint = cells_near_number(a, value)
        sizes, single = [], set()
        for cell in {n for c in group for n in pad.neighbours[c] if not sheet[n]}:
            with_it = (*sheet[:cell], value, *sheet[cell + 1 :])
            sizes.append(next(len(g) for g in iter_groups(pad, with_it) if cell in g))
            if sizes[-1] == len(group) + 1:
                single.add(cell)
        lacks = sorted(value - size for size in sizes if size <= value)
        first, second, *_ = [*lacks, value_function.NO_EXTENSION, value_function.NO_EXTENSION]
        index = value_function.extensions_index(a, p, root, joint, 22) - value_function.OUTS_OFFSET
        assert index % 4 == 2 * (len(lacks) > 2) + (len(lacks) < len(sizes))
        assert index // 4 % 49 == 7 * first + second
        near_same = {n for c in range(44) if sheet[c] == value for n in pad.neighbours[c]}
        behind = {n for c in single for n in pad.neighbours[c] if not sheet[n]} - near_same
        index = (
            value_function.room_index(a, p, root, beside, joint, 22) - value_function.ROOMS_OFFSET
        )
        assert index % 24 == 6 * min(len(single), 3) + min(len(behind), 5)


@settings(max_examples=30, deadline=None)
@given(seed=st.integers(0, 10**6), rounds=st.integers(4, 20))
def test_two_groups_of_a_number_are_as_near_as_their_open_cells(seed, rounds):
    pad, p = PADS["B"], pad_array(PADS["B"])
    a, sheet = play_some(pad, Random(seed), rounds)
    open_groups = [g for g in iter_groups(pad, sheet) if len(g) < sheet[g[0]]]
    for one, two in combinations(open_groups, 2):
        if sheet[one[0]] != sheet[two[0]]:
            continue
        near, there = (
            {n for c in group for n in pad.neighbours[c] if not sheet[n]} for group in (one, two)
        )
        behind = {n for c in near for n in pad.neighbours[c]}
        link = min(2, len(near & there)) + 1 if near & there else int(bool(behind & there))
        roots = (int(a[ROOT_OFFSET + group[0]]) for group in (one, two))
        index = value_function.group_pair_index(a, p, *roots, 22) - value_function.MATES_OFFSET
        lacks = sorted(sheet[group[0]] - len(group) for group in (one, two))
        assert index % 144 == 4 * (6 * lacks[1] + lacks[0]) + link


def test_a_mirrored_sheet_has_the_same_value_on_a_pad_that_is_its_own_image():
    pad = PADS["A"]
    p, w = pad_array(pad), tables(pad, 3)
    for seed in range(20):
        _, sheet = play_some(pad, Random(seed), 12)
        image = tuple(sheet[pad.mirror[cell]] for cell in range(44))
        values = []
        for numbers in (sheet, image):
            a = empty_sheet(p)
            fill_sheet(a, p, np.array(numbers))
            values.append(base_without_middle(pad, a, p, w))
        assert values[0] == pytest.approx(values[1], abs=1e-3)


def base_without_middle(pad, a, p, w):
    """Return the value but for windows that are their own mirror image, cells in another order."""
    windows, _ = layouts._list_windows(pad, layouts.WINDOW_SHAPES)
    alone = [
        number
        for number, cells in enumerate(windows)
        if {pad.mirror[cell] for cell in cells} == set(cells)
    ]
    left = int(a[ROUNDS_LEFT])
    stage = value_function.COARSE_PHASE[left]
    middle = sum(w[value_function.window_index(a, p, window, stage)] for window in alone)
    return value_function.static_value(a, p, w, left) - middle


def test_windows_that_a_symmetry_of_the_pad_carries_into_one_another_share_a_table():
    pad = PADS["A"]
    upside_down = [pad.cells[6 - r, c] for r, c in pad.places]
    windows, starts = layouts._list_windows(pad, layouts.WINDOW_SHAPES)
    table_of = {frozenset(cells): start for cells, start in zip(windows, starts, strict=False)}
    for cells, start in table_of.items():
        for carry in (pad.mirror, upside_down):
            assert table_of[frozenset(carry[cell] for cell in cells)] == start
    assert len(layouts._symmetries(PADS["B"])) == 2


def test_placements_are_all_there_are_best_first():
    pad = PADS["A"]
    p, w = pad_array(pad), tables(pad, 4)
    a, _ = play_some(pad, Random(5), 10)
    codes, values = np.empty(62, np.int64), np.empty(62)
    assert search.rank_placements(a, p, w, 4, 1, codes, values) == 24
    assert len(set(codes[:24])) == 24
    assert list(values[:24]) == sorted(values[:24], reverse=True)
    assert search.rank_placements(a, p, w, 3, 3, codes, values) == 12
    assert all(code % 2 == 0 for code in codes[:12])


def test_the_value_before_the_dice_is_the_mean_over_the_rolls():
    pad = PADS["B"]
    p, w = pad_array(pad), tables(pad, 6)
    a, _ = play_some(pad, Random(7), 15)
    codes, values = np.empty(62, np.int64), np.empty(62)
    mean = 0.0
    for x in range(1, 7):
        for y in range(1, 7):
            search.rank_placements(a, p, w, x, y, codes, values)
            mean += values[0] / 36
    assert search.expected_value(a, p, w) == pytest.approx(mean, abs=1e-3)


def test_a_pad_with_too_many_cells_is_refused():
    assert len(PLENTY.places) == 64
    with pytest.raises(OverflowError, match="64 cells"):
        pad_array(PLENTY)


@pytest.mark.parametrize("name", [*PADS, "any"])
def test_the_tables_of_both_pads_and_of_any_other_are_there(name):
    w = learned_weights(name)
    assert len(w) == length(pad_array(PADS[name]) if name in PADS else pad_array(PADS["A"], ()))
    assert np.count_nonzero(w) > 10_000
    assert np.isfinite(w).all()
