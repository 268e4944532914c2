"""Positions that are the same up to symmetry, as each game declares, and no others."""

from collections import Counter, defaultdict
from random import Random

import pytest

import polygames as pg
from polygames.study.explorer import key_of, words_of


def mirrored_name(name, columns):
    return chr(ord("a") + columns - 1 - (ord(name[0]) - ord("a"))) + name[1:]


@pytest.mark.parametrize("first", ["white", "black"])
def test_a_mirrored_game_of_splinter_has_the_same_keys(first):
    rows = ["wwW..", ".bww.", ".bbB.", "....."]
    state = pg.new("splinter", board=rows, first=first, no_return=True)
    mirrored = pg.new("splinter", board=[row[::-1] for row in rows], first=first, no_return=True)
    rng = Random(3)
    for _ in range(30):
        assert key_of(state) == key_of(mirrored)
        if state.outcome is not None:
            break
        move = str(state.legal_moves.sample(rng))
        there = "-".join(mirrored_name(name, 5) for name in move.split("-"))
        state, mirrored = state.play(state.parse(move)), mirrored.play(mirrored.parse(there))
    assert state.ply >= 3


def test_splinter_tells_places_colours_and_movers_apart():
    def key(*rows, first="white"):
        return key_of(pg.new("splinter", board=rows, first=first))

    assert key("Wwb.", "..B.") == key("..B.", "Wwb.") == key(".bwW", ".B..")
    assert key("Wwb.", "..B.") != key(".Wwb", "...B")  # elsewhere on the board
    assert key("Wwb.", "..B.") != key("Bbw.", "..W.")
    assert key("Wwb.", "..B.") != key("Wwb.", "..B.", first="black")
    assert key("Ww.", "b..", "B..") == key("Wbb".replace("bb", "bB"), "w..", "...")  # a quarter


def test_a_game_of_split_in_the_mirror_has_the_same_keys():
    lines = (("0,4", "10,6"), ("3,0", "4,4.8"))
    state, turned = pg.new("split"), pg.new("split")
    for number, (start, end) in enumerate(lines):
        state = state.play(state.parse(f"draw {start} - {end}"))
        flipped = [",".join(reversed(point.split(","))) for point in (start, end)]
        turned = turned.play(turned.parse(f"draw {flipped[0]} - {flipped[1]}"))
        assert key_of(state) == key_of(turned)
        if number == 0:
            red, blue = (state.play(state.parse(f"color {color}")) for color in ("red", "blue"))
            assert key_of(red) != key_of(blue)
            state, turned = blue, turned.play(turned.parse("color blue"))
    other = pg.new("split").play(pg.new("split").parse("draw 0,4.1 - 10,6"))
    assert key_of(other) != key_of(pg.new("split").play(pg.new("split").parse("draw 0,4 - 10,6")))


def test_colours_of_lines_count_in_split():
    def after(*moves):
        state = pg.new("split")
        for move in moves:
            state = state.play(state.parse(move))
        return state

    one = after("draw 0,4 - 10,6", "color blue", "draw 5,0 - 5,5")
    other = after("draw 5,0 - 5,10", "color blue", "draw 0,4 - 5,5")
    assert key_of(one) != key_of(other)


def test_splitter_has_the_reflections_that_its_pad_has():
    def key(pad, move):
        state = pg.new("splitter", pad=pad)
        state = state.play(state.parse("roll 5-2"))
        return key_of(state.play(state.parse(move)))

    assert key("A", "r2c0=5") == key("A", "r2c7=5") == key("A", "r4c0=5")
    assert key("A", "r2c0=5") != key("A", "r1c1=5")
    assert key("B", "r1c0=5") != key("B", "r1c7=5")  # its hearts are not mirrored
    two = pg.new("splitter", pad="A", players=2)
    two = two.play(two.parse("roll 5-2"))
    sent = [two.play(two.parse(move)) for move in ("r2c0=5", "r4c7=5", "r1c1=5")]
    keys = [key_of(each) for each in sent]
    assert keys[0] == keys[1] != keys[2]


def test_a_turned_board_of_territory_is_the_same():
    colors = {"A": "blue", "B": "red", "C": "yellow", "D": "red"}
    board = ("AAB", "ADB", "CCB")
    turned = tuple(map("".join, zip(*board[::-1], strict=True)))
    state, other = (pg.new("territory", tiles=rows, colors=colors) for rows in (board, turned))
    assert key_of(state) == key_of(other)
    assert key_of(state.play(state.claim(0, 0))) == key_of(other.play(other.claim(0, 2)))
    assert key_of(state.play(state.claim(0, 0))) != key_of(other.play(other.claim(0, 0)))


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("polygon", {"n": 6}),
        ("splinter", {"board": ["wW.", "..b", "wB."]}),
        ("splitter", {"pad": ["*##*", ".##."]}),
        (
            "territory",
            {
                "tiles": ["ABC", "ABC", "DEF"],
                "colors": dict(
                    zip("ABCDEF", ("blue", "red", "blue", "red", "yellow", "red"), strict=True)
                ),
            },
        ),
    ],
)
def test_positions_of_one_key_are_played_alike(name, options):
    """What can come of positions that are the same is the same, too, however they were reached."""
    known = defaultdict(list)
    states = [pg.new(name, **options)]
    for _ in range(2):
        moves = ((s, [r for r, _ in s.chance_outcomes()] or s.legal_moves) for s in states)
        states = [state.play(move) for state, found in moves for move in found][:150]
    for state in states:
        known[key_of(state)].append(state)
    assert 1 < len(known) < len(states)
    for alike in known.values():
        outcomes = {str(state.outcome) for state in alike}
        after = [Counter(key_of(state.play(move)) for move in state.legal_moves) for state in alike]
        assert len(outcomes) == 1
        assert all(each == after[0] for each in after)


def test_lines_are_named_in_whole_points():
    state = pg.new("split")
    near = [state.parse(f"draw 0,{at} - 10,{at}") for at in (3, 3.02, 3.2)]
    assert words_of(state, near[0]) == words_of(state, near[1])
    assert words_of(state, near[0]) != words_of(state, near[2])
