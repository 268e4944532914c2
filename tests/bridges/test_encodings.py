"""Moves and positions as numbers: what a learner is told is what the rules say."""

import re
import subprocess
import sys
from importlib.util import find_spec
from math import prod
from random import Random

import pytest
from helpers import random_state, random_states
from webpages import encodings

import polygames as pg
from polygames.core.lazy_imports import PACKAGES_BY_EXTRA
from polygames.records.position_sources import encoding_of

SMALL = {
    "polygon": {"n": 7, "max_plies": 30},
    "splinter": {"no_return": True, "edge": "remove"},
    "split": {"preset": "2026"},
    "splitter": {},
    "territory": {"size": 6, "swap": True},
}
OTHERS = [
    ("polygon", {"claim": True, "colors": "any", "concurrent": "lenient", "max_plies": 20}),
    ("split", {"fill_limit": 30, "fill_inclusive": False, "min_area": 3}),
    ("splitter", {"players": 2, "pad": ["*##*", ".##."]}),
    ("territory", {"size": 5, "solitaire": True}),
]


def test_every_game_has_an_encoding():
    assert {name for name in pg.games() if pg.game(name).engine.encoding is not None} == {*SMALL}


@pytest.mark.parametrize(("name", "options"), [*SMALL.items(), *OTHERS])
def test_numbers_stand_for_legal_moves_and_positions_fit_their_layout(name, options):
    start, rng = pg.new(name, **options), Random(3)
    encoding = encoding_of(start)
    state, plies = start, 0
    while state.outcome is None:
        plies += 1
        if state.turn == pg.CHANCE:
            state = state.play(state.legal_moves.sample(rng))
            continue
        moves = encoding.moves(state)
        assert list(moves) == sorted(set(moves))
        assert set(moves) <= set(range(encoding.actions))
        assert all(move in state.legal_moves for move in moves.values())
        if state.legal_moves.finite:
            assert {*moves.values()} == {*state.legal_moves}
        for seat in range(state.seats):
            seen = encoding.observe(state, seat)
            assert len(seen) == prod(encoding.shape)
            assert -1 <= min(seen) <= max(seen) <= 1
        state = state.play(rng.choice(list(moves.values())))
    assert plies <= encoding.longest
    assert all(encoding.lowest <= value <= encoding.highest for value in encoding.returns(state))


def test_equal_numbers_are_equal_moves_in_other_positions():
    start = pg.new("splinter")
    encoding = encoding_of(start)
    later = start.play(start.parse("h9-h10"))
    later = later.play(next(iter(later.legal_moves)))
    before, after = encoding.moves(start), encoding.moves(later)
    assert before.keys() & after.keys()
    assert all(before[number] == after[number] for number in before.keys() & after.keys())


def test_a_position_looks_different_from_each_seat():
    for name, options in SMALL.items():
        state = random_state(1, 4, name, **options)
        encoding = encoding_of(state)
        views = {tuple(encoding.observe(state, seat)) for seat in range(state.seats)}
        assert len(views) == state.seats, name


def test_the_winner_has_one_and_the_loser_minus_one():
    state = pg.new("splinter", board=["Ww.bB"])
    encoding = encoding_of(state)
    assert state.outcome is not None
    assert encoding.returns(state) in ([1.0, -1.0], [-1.0, 1.0], [0.0, 0.0])
    seen = set()
    for seed in range(30):
        *_, state = random_states(pg.new("polygon", n=6), seed)
        first = encoding.returns(state)[0]
        assert (first == 1.0) == (state.outcome.winners == {0})
        seen.add(first)
    assert seen == {1.0, -1.0}


def test_secret_numbers_are_not_shown_to_the_other_seat():
    state = pg.new("splitter", players=2, pad=["*##*", ".##."])
    state = state.play(state.parse("roll 5-2"))
    encoding = encoding_of(state)
    placed = [state.play(move) for move in state.legal_moves]
    assert len({tuple(encoding.observe(after, 1)) for after in placed}) == 1
    assert len({tuple(encoding.observe(after, 0)) for after in placed}) == len(placed)


def test_a_line_is_moved_to_the_nearest_of_the_grid():
    state = pg.new("split")
    encoding = encoding_of(state)
    for number, line in encoding.moves(state).items():
        assert encoding.moves(state)[encoding.nearest(state, line)] == line
        assert encoding.number(state, line) <= number
    move = state.draw((0, 4.9), (10, 5.2))
    near = encoding.moves(state)[encoding.nearest(state, move)]
    ends = [state.map.lines[spot.line].point_at(spot.position) for spot in (near.start, near.end)]
    assert sorted(ends) == [pytest.approx((0, 5)), pytest.approx((10, 5))]


def test_the_grid_never_runs_out_of_lines_or_numbers():
    start = pg.new("split", min_area=2)
    encoding, state = encoding_of(start, points=8), start
    while state.outcome is None:  # the first line cuts off as little as the grid can
        state = state.play(next(iter(encoding.moves(state).values())))
        assert len(state.owners) <= encoding.max_areas


def test_options_of_an_encoding_are_used_and_checked():
    start = pg.new("split", preset="2026")
    assert encoding_of(start, points=16).points_per_area == 16
    with pytest.raises(pg.OptionError, match="grid points"):
        encoding_of(start, points=2)


def test_a_game_without_an_encoding_is_refused(nim):
    for refused in (
        lambda: encoding_of(nim.new()),
        lambda: pg.batch("nim", 2),
        lambda: pg.batch(nim.new(), 2),
    ):
        with pytest.raises(
            pg.OptionError, match=r"^nim has no encoding, .*give its GameEngine an encoding"
        ):
            refused()


@pytest.mark.parametrize(
    ("module", "extra"),
    [("openspiel", "openspiel"), ("pettingzoo", "pettingzoo"), ("gymnasium", "pettingzoo")],
)
def test_a_bridge_without_its_framework_names_the_extra(module, extra):
    needed = {"openspiel": "pyspiel"}.get(module, module)
    hidden = f"import sys; sys.modules[{needed!r}] = None; " if find_spec(needed) else ""
    code = f"{hidden}import polygames.bridges.{module}"
    reply = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=False
    )
    assert reply.returncode == 1
    assert f"MissingExtraError: this bridge needs {needed}" in reply.stderr
    assert f"pip install {PACKAGES_BY_EXTRA[extra]}" in reply.stderr


# --- The page on numbers ----------------------------------------------------------------------


@pytest.mark.parametrize("name", pg.games())
def test_the_page_on_encodings_describes_every_game_with_its_sizes_and_examples(name):
    chapter = encodings.chapter(name)
    assert chapter in encodings.page()
    assert chapter.startswith(f"## {pg.game(name).title}\n")
    shown = re.findall(r"^\| (\d+) \| (\S.*) \|$", chapter, re.MULTILINE)
    assert [place for place, _ in shown] == [str(k) for k in range(len(shown))]
    assert [meaning for _, meaning in shown] == encodings.OBSERVATION_PARTS[name]
    for options in encodings.SHOWN_OPTIONS[name]:
        state = pg.new(name, **options)
        encoding = encoding_of(state)
        assert f"| {encoding.actions} | {encoding.shape} | {encoding.longest} |" in chapter
    sizes = re.findall(r"(\d+) is `([^`]+)`, (\d+) is `([^`]+)` \|$", chapter, re.MULTILINE)
    assert len(sizes) == len(encodings.SHOWN_OPTIONS[name])
    if state.turn != pg.CHANCE:
        moves = encoding.moves(state)
        assert {str(moves[min(moves)]), str(moves[max(moves)])} == {sizes[-1][1], sizes[-1][3]}


def test_planes_of_territory_and_splinter_are_in_the_order_of_the_page():
    board = pg.new("territory", tiles=["AB", "AB"], colors={"A": "blue", "B": "red"})
    state = board.play(board.parse("r0c0"))
    seen = encoding_of(board).observe(state, 1)
    planes = [seen[k : k + 4] for k in range(0, len(seen), 4)]
    left, right, none, all_cells = [1, 0, 1, 0], [0, 1, 0, 1], [0] * 4, [1] * 4
    top = [1, 1, 0, 0]
    assert planes == [none, left, left, right, none, none, top, none, all_cells]
    small = pg.new("splinter", board=["WwbB"])
    seen = encoding_of(small).observe(small, 1)
    planes = [seen[k : k + 4] for k in range(0, len(seen), 4)]
    assert planes == [[0, 0, 1, 0], [0, 0, 0, 1], [0, 1, 0, 0], [1, 0, 0, 0], [0, 0, 0, 0]]
