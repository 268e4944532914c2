"""Hypothesis strategies for positions, moves, options and records."""

from random import Random

from fuzzing.plugs import short_options
from helpers import SPLIT_PRESETS, random_state
from hypothesis import strategies as st

from polygames.games.splitter.pads import find_pad

seeds = st.integers(0, 2**32)
presets = st.sampled_from(SPLIT_PRESETS)


def split_states(most_plies=60):
    """Return a strategy for positions of random games, including their ends."""
    return st.builds(random_state, seeds, st.integers(0, most_plies), preset=presets)


def running_split_states(most_plies=60):
    """Return a strategy for positions of random games before their end."""
    return split_states(most_plies).filter(lambda state: state.outcome is None)


@st.composite
def split_plays(draw):
    """Draw a position and one of its legal moves."""
    state = draw(running_split_states())
    return state, state.legal_moves.sample(Random(draw(seeds)))


@st.composite
def points_on_the_border(draw):
    """Draw a position in which a line is due, an open area of it, and two points on its border.

    The points lie on two sides, each anywhere from corner to corner.
    """
    state = draw(running_split_states().filter(lambda state: state.phase == "line"))
    number = draw(st.sampled_from(state.open_areas))
    polygon = state.areas[number].polygon
    sides = draw(st.permutations(range(len(polygon))).map(lambda order: order[:2]))
    shares = draw(st.tuples(st.floats(0, 1), st.floats(0, 1)))
    p, q = (
        point_between(polygon[side], polygon[(side + 1) % len(polygon)], share)
        for side, share in zip(sides, shares, strict=True)
    )
    return state, number, p, q


def point_between(start, end, share):
    """Return the point at a share of the way from a start to an end."""
    return tuple(a + share * (b - a) for a, b in zip(start, end, strict=True))


comments = st.text(st.characters(codec="utf-8"), max_size=20)
"""Any text: line ends of all kinds, semicolons, backslashes, colons, other scripts."""


@st.composite
def damaged(draw, text):
    """Draw a text that differs from a given one: parts are left out, repeated or replaced."""
    bits = st.sampled_from(
        ("", "\0", "\u2028", "-1", "1e999", "nan", "9" * 99, "{", ":", " ", "\n")
    )
    for _ in range(draw(st.integers(1, 3))):
        start = draw(st.integers(0, len(text)))
        end = start + draw(st.integers(0, 9))
        text = text[:start] + draw(bits | comments | st.just(text[start:end] * 2)) + text[end:]
    return text


def options_of(game, **fixed):
    """Return a strategy for options of short games, as in the attacks, with some options fixed."""
    return seeds.map(lambda seed: short_options(game, Random(seed)) | fixed)


@st.composite
def states_of(draw, game, most_plies=40, **fixed):
    """Draw a position of a random game, maybe its end."""
    options = draw(options_of(game, **fixed))
    return random_state(draw(seeds), draw(st.integers(0, most_plies)), game, **options)


def splinter_options():
    """Return a strategy for options of Splinter, on the usual board or a small one."""
    usual = options_of("splinter").map(lambda options: options | {"board": None})
    return usual | options_of("splinter")


@st.composite
def splinter_states(draw, most_plies=40):
    """Draw a position of a random game, on the usual board or a small one, maybe its end."""
    options, plies = draw(splinter_options()), draw(st.integers(0, most_plies))
    return random_state(draw(seeds), plies, "splinter", **options)


UNEVEN_HEXAGON = ((0, 0), (6, -1), (9, 4), (7, 9), (2, 10), (-2, 5))
AFFINE_HEXAGON = ((0, 0), (1, 0), (2, 1), (2, 2), (1, 2), (0, 1))
"""An affine image of the regular hexagon."""

polygon_shapes = st.one_of(
    st.fixed_dictionaries({"n": st.integers(3, 9)}),
    st.builds(lambda skip: {"vertices": UNEVEN_HEXAGON[skip:]}, st.integers(0, 2)),
)

polygon_options = st.builds(
    lambda shape, others: shape | others,
    polygon_shapes,
    st.fixed_dictionaries(
        {
            "colors": st.sampled_from(["different", "same", "any", "mixed"]),
            "concurrent": st.sampled_from(["strict", "lenient"]),
            "claim": st.booleans(),
            "max_plies": st.sampled_from([1, 6, 18]),
        }
    ),
)
"""Options that Polygon's `new` accepts."""


@st.composite
def polygon_states(draw, most_plies=18):
    """Draw a position of a random game of Polygon with any options, maybe its end."""
    options = draw(polygon_options)
    return random_state(draw(seeds), draw(st.integers(0, most_plies)), "polygon", **options)


splitter_pads = st.sampled_from(("A", "B", "*##* .##.", "#h##h# *#..#* .#h##."))
"""Both pads of Splitter, and two small ones."""


@st.composite
def splitter_sheets(draw, pad=splitter_pads):
    """Draw a pad, and a sheet with any numbers in some of its mirrored pairs."""
    pad = find_pad(draw(pad))
    numbers = [0] * len(pad.places)
    most = draw(st.integers(1, 6))  # few different numbers make large groups
    for left, right in pad.slots:
        if draw(st.booleans()):
            numbers[left], numbers[right] = draw(st.tuples(*[st.integers(1, most)] * 2))
    return pad, tuple(numbers)


@st.composite
def splitter_states(draw, most_players=4):
    """Draw a position of a random game of Splitter on any pad, maybe its end."""
    players, pad = draw(st.integers(1, most_players)), draw(splitter_pads)
    plies = draw(st.integers(0, 24 * (1 + players)))
    return random_state(draw(seeds), plies, "splitter", players=players, pad=pad)
