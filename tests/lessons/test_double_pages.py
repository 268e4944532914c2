"""The printed lessons: each page has its parts, the text fits, and each claim is computed."""

import re
from fractions import Fraction
from functools import cache
from itertools import chain, combinations, pairwise, product
from math import comb
from random import Random
from statistics import mean

import make_lessons as maker
import pytest
import tracked

pytest.importorskip("matplotlib")

import polygames as pg
from polygames.lessons import double_pages, first_question
from polygames.lessons.double_pages import DICE_SIDES, LESSON_PICTURES, double_page
from polygames.lessons.printed_texts import PRINTED_LESSONS
from polygames.lessons.referee import genuine

LESSONS = [path.stem for path in tracked.notebooks("solutions")]
LESSONS_PAGE = (tracked.REPOSITORY_ROOT / "docs" / "lessons.md").read_text(encoding="utf-8")
COMPUTER_WORDS = ("click", "cell below", "run the", "at the board", "part 2", "part 3")


def words_of(page):
    return " ".join(" ".join(text.get_text().split()) for text in page.texts)


def in_one_line(text):
    return " ".join(text.replace("*", "").split())


def test_every_lesson_is_printed():
    assert [*PRINTED_LESSONS] == [*LESSON_PICTURES] == LESSONS


@pytest.mark.parametrize("lesson", LESSONS)
def test_a_double_page_has_rules_a_question_reasons_and_a_surprise(lesson):
    asked, printed = first_question(lesson), PRINTED_LESSONS[lesson]
    front, back = map(words_of, double_page(lesson, "https://school.example/"))
    (right,) = (reply for reply in asked.replies if reply.startswith("Yes"))
    reason = in_one_line(printed.reason or right)
    for text in (printed.rules, printed.task, asked.text, *asked.choices):
        assert in_one_line(text) in front
    assert len(printed.rules) > 80
    for text in (asked.text, *asked.choices, reason, printed.surprise, printed.surprise_reason):
        assert in_one_line(text) in back
    assert len(reason) > 50
    assert reason not in front
    assert f"{lesson}.ipynb https://school.example/" in back
    assert not any(word in f"{front} {back}".lower() for word in COMPUTER_WORDS)


@pytest.mark.parametrize("lesson", LESSONS)
def test_the_text_is_inside_the_page_and_nothing_overlaps(lesson):
    for page in double_page(lesson, "https://a-long-name.school.example/lite/index.html"):
        width = page.get_size_inches()[0] * page.dpi
        margin = double_pages.PAGE_MARGIN_MM / double_pages.PAGE_SIZE_MM[0] * width
        boxes = [text.get_window_extent() for text in page.texts]
        assert min(box.x0 for box in boxes) >= margin - 1
        assert max(box.x1 for box in boxes) <= width - margin + 1
        assert min(box.y0 for box in boxes) >= margin
        assert all(upper.y0 >= lower.y1 for upper, lower in pairwise(boxes))
        for ax in page.axes:
            drawn = ax.get_tightbbox()
            assert 0 <= drawn.x0 < drawn.x1 <= width
            assert 0 <= drawn.y0 < drawn.y1 <= min(box.y0 for box in boxes)
            assert drawn.width > width / 5
        for one, other in combinations([ax.get_tightbbox() for ax in page.axes], 2):
            assert not one.overlaps(other)


def test_the_two_halves_of_a_lesson_name_each_other():
    halves = {"01_nim": ("second", "10_sums"), "10_sums": ("first", "01_nim")}
    for lesson, (half, other) in halves.items():
        begin = "".join(maker.read(maker.LESSONS_FOLDER / f"{lesson}.ipynb")["cells"][0]["source"])
        assert f"({other}.ipynb)" in begin.partition("In 45 minutes")[2]
        assert "half" in begin
        _, key = map(words_of, double_page(lesson))
        assert f"esson {other[:2]}" in key
        (row,) = re.findall(rf"^\| .*{lesson}\.ipynb\).*", LESSONS_PAGE, re.MULTILINE)
        assert f"the {half} half is {other[:2]}" in row


def wins(options, position):
    """Return True if the player to move makes the last move."""

    @cache
    def is_won(each):
        return any(not is_won(after) for after in options(each))

    return is_won(position)


def heaps_after(heaps):
    for k, size in enumerate(heaps):
        for left in range(size):
            yield tuple(sorted((*heaps[:k], left, *heaps[k + 1 :])))


def chords_after(parts):
    for k, size in enumerate(parts):
        for left in range(size - 1):
            yield tuple(sorted((*parts[:k], left, size - 2 - left, *parts[k + 1 :])))


def bars_after(rows):
    for r, size in enumerate(rows):
        for c in range(size):
            if r or c:
                yield tuple(min(n, c) if k >= r else n for k, n in enumerate(rows))


def test_nim_the_second_player_makes_two_equal_heaps():
    for heaps in heaps_after((1, 2, 3)):
        assert any(after[-1] == after[-2] and not any(after[:-2]) for after in heaps_after(heaps))


def test_polygon_a_hexagon_has_15_crossings_and_the_regular_one_13():
    def crossings(corners):
        sides = [(a, b) for a, b in combinations(range(6), 2) if b - a not in {1, 5}]
        found = set()
        for (a, b), (c, d) in combinations(sides, 2):
            if a < c < b < d or c < a < d < b:
                (x1, y1), (x2, y2), (x3, y3), (x4, y4) = (corners[k] for k in (a, b, c, d))
                det = (x1 - x2) * (y3 - y4) - (y1 - y2) * (x3 - x4)
                p, q = x1 * y2 - y1 * x2, x3 * y4 - y3 * x4
                point = p * (x3 - x4) - q * (x1 - x2), p * (y3 - y4) - q * (y1 - y2)
                found.add(tuple(Fraction(each, det) for each in point))
        return len(found)

    # A linear map makes these corners regular, and it keeps the crossings.
    assert crossings([(1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)]) == 13
    assert (
        crossings([(10, 0), (0, 10), (-9, 11), (-10, 1), (1, -10), (12, -11)]) == 15 == comb(6, 4)
    )


def test_chords_five_points_have_two_chords_and_two_good_games_are_a_bad_one():
    def lengths(parts):
        after = [*chords_after(parts)]
        return {1 + n for each in after for n in lengths(each)} if after else {0}

    assert lengths((5,)) == {2}
    assert not wins(chords_after, (2, 2))
    assert wins(chords_after, (6,))
    assert not wins(chords_after, (6, 6))


def test_split_twelve_lines_make_13_areas():
    for seed in range(5):
        state, rng = pg.new("split"), Random(seed)
        while len(state.map.chords) < 12 and state.outcome is None:
            state = state.play(state.legal_moves.sample(rng))
        assert len(state.map.faces) == len(state.map.chords) + 1


def test_splinter_a_block_of_nine_coins_breaks_after_three():
    def is_connected(coins):
        seen, open_ends = set(), [min(coins)]
        while open_ends:
            x, y = open_ends.pop()
            seen.add((x, y))
            near = {(x + dx, y + dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1)}
            open_ends += (near & coins) - seen
        return seen == coins

    block = {*product(range(3), repeat=2)}
    assert all(is_connected(block - {*taken}) for taken in combinations(block, 2))
    assert not is_connected(block - {(k, 1) for k in range(3)})


def test_splitter_two_rolls_show_a_six_in_52_percent():
    rolls = [*product(range(1, 7), repeat=4)]
    without = sum(6 not in dice for dice in rolls)
    assert (without, len(rolls), round(100 * without / len(rolls))) == (625, 1296, 48)


def test_territory_the_lead_is_9_and_half_a_penalty_makes_a_red_tile_the_best():
    tiles = {"tiles": double_pages.NINE_TILES_ROWS, "colors": double_pages.NINE_TILES_COLORS}
    assert pg.new("territory", **tiles).fixed_difference == 31 - 22 == 9
    half = pg.new("territory", penalty=0.5, **tiles)
    values = {str(move): pg.solve(half.play(move)).value for move in half.legal_moves}
    assert [move for move, value in values.items() if value == max(values.values())] == ["r0c2"]
    assert values["r0c2"] == 7
    assert double_pages.NINE_TILES_COLORS[double_pages.NINE_TILES_ROWS[0][2]] == "red"


def test_arena_heads_in_ten_tosses():
    ways = [comb(10, heads) for heads in range(11)]
    assert (round(sum(ways[7:]) / 10.24), round(sum(ways[:6]) / 10.24)) == (17, 62)


def test_chomp_one_first_bite_wins_on_four_by_three():
    assert [bar for bar in bars_after((4, 4, 4)) if not wins(bars_after, bar)] == [(4, 2, 2)]
    bars = [(width,) * height for width in range(1, 6) for height in range(1, 6)]
    assert [bar for bar in bars if not wins(bars_after, bar)] == [(1,)]


def test_tree_the_two_drawings_have_the_same_mean():
    drawings = [90, 70], [100, 100, 100, 100, 0]
    assert [*map(mean, drawings)] == [80, 80]
    assert min(drawings[0]) > 60 > min(drawings[1])


def test_halving_a_line_through_the_centre_of_a_triangle_cuts_off_four_ninths():
    corners = [(0, 0), (3, 0), (0, 3)]
    assert [mean(values) for values in zip(*corners, strict=True)] == [1, 1]
    whole, upper = 3 * 3 / 2, 2 * 2 / 2  # the line y = 1 leaves (0, 1), (2, 1), (0, 3)
    assert upper / whole == pytest.approx(4 / 9)


def leads_across(field, is_piece, steps):
    """Return True if squares of one kind lead from column 0 to the last column."""
    size = len(field)
    found = {(y, 0) for y in range(size) if field[y][0] == is_piece}
    open_ends = [*found]
    while open_ends:
        y, x = open_ends.pop()
        for dy, dx in steps:
            place = y + dy, x + dx
            inside = 0 <= place[0] < size and 0 <= place[1] < size
            if inside and place not in found and field[place[0]][place[1]] == is_piece:
                found.add(place)
                open_ends.append(place)
    return any(x == size - 1 for _, x in found)


SIDES = ((0, 1), (0, -1), (1, 0), (-1, 0))
CORNERS = ((1, 1), (1, -1), (-1, 1), (-1, -1))


def test_crowd_each_field_has_exactly_one_of_the_two_ways():
    for bits in product((True, False), repeat=16):
        field = [bits[k : k + 4] for k in range(0, 16, 4)]
        turned = [*zip(*field, strict=True)]
        pieces = leads_across(field, is_piece=True, steps=SIDES)
        gaps = leads_across(turned, is_piece=False, steps=SIDES + CORNERS)
        assert pieces != gaps


def test_crowd_the_fields_are_those_of_the_notebook():
    fields = [[[c == "#" for c in row] for row in rows] for rows in double_pages.CROWD_FIELDS]
    crossed = [leads_across(field, is_piece=True, steps=SIDES) for field in fields]
    assert crossed == [False, True, False, True]
    shown = "\n".join(first_question("14_crowd").instructions)
    assert all(row in shown for row in chain.from_iterable(double_pages.CROWD_FIELDS))


def test_hot_two_equal_tiles_cancel():
    @cache
    def turn(tiles):
        rest = ((tiles[k], (*tiles[:k], *tiles[k + 1 :])) for k in range(len(tiles)))
        return max((points - turn(left) for points, left in rest), default=0)

    assert (turn((64, 64)), turn((9, 64, 64))) == (0, 9)
    assert 9 - turn((64, 64)) == 9


def test_cycle_the_circle_of_dice_turns_around_with_two_throws():
    twice = {
        name: [x + y for x, y in product(sides, repeat=2)] for name, sides in DICE_SIDES.items()
    }

    def beats(dice, one, other):
        return sum(x > y for x, y in product(dice[one], dice[other]))

    assert [beats(DICE_SIDES, *pair) for pair in ("AB", "BC", "CA")] == [21, 21, 25]
    assert [beats(twice, *pair) for pair in ("BA", "CB", "AC")] == [765, 765, 671]
    assert sum(total >= 7 for total in twice["B"]) / 36 == 3 / 4


def test_value_the_choice_by_the_sum_connects_two_dice():
    chosen = [(red, white) for red, white in product(range(1, 7), repeat=2) if red + white >= 8]
    means = {red: mean(white for r, white in chosen if r == red) for red in (3, 6)}
    assert means == {3: 5.5, 6: 4}


def test_referee_the_proof_has_20_of_1783_positions():
    def count(state, moves):
        return 1 + sum(count(state.play(move), moves) for move in moves(state))

    def by_proof(state):
        if state.outcome is not None:
            assert state.outcome.winners == {0}
            return []
        if state.turn == 1:
            return state.legal_moves
        return [state.parse(genuine()[" ".join(map(str, state.moves))])]

    start = pg.new("polygon", n=6)
    assert count(start, by_proof) == 20
    assert count(start, lambda state: [] if state.outcome else state.legal_moves) == 1783
