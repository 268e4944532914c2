"""Whatever a state or a record can be: its text and JSON read back equal, with the same future."""

import sys
from contextlib import ExitStack, suppress
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from random import Random

import numpy as np
import pytest
from helpers import play_moves, play_on, record_game
from hypothesis import given
from hypothesis import strategies as st
from strategies import comments, damaged, options_of, polygon_options, seeds
from toys import register_game

import polygames as pg
from polygames.games.split import notation
from polygames.games.splitter.rules import Placement, Roll
from polygames.games.territory.boards import Claim
from polygames.records.node import MOVE_GLYPHS, iter_nodes
from polygames.records.position_sources import start_of

EXAMPLES = Path(__file__).parents[2] / "examples"
EXAMPLE_GAMES = ("nim", "domineering")
MOST_PLIES = 45
FUTURE_PLIES = 6


@pytest.fixture(scope="module", autouse=True)
def example_games():
    """Register the games of the examples, as somebody does who tries them."""
    with ExitStack() as stack, pytest.MonkeyPatch.context() as patched:
        for game in EXAMPLE_GAMES:
            patched.syspath_prepend(EXAMPLES / game)
            stack.enter_context(register_game(import_module(f"polygames_{game}").INFO))
        yield
    for name in [name for name in sys.modules if name.startswith("polygames_")]:
        del sys.modules[name]


GAMES = (*pg.games(), *EXAMPLE_GAMES)


def options(game):
    return polygon_options if game == "polygon" else options_of(game) | st.just({})


@st.composite
def lines(draw, game, most_plies=MOST_PLIES):
    """The states of a game: random moves, among them many that repeat an earlier position.

    Some games begin at a position that was read from a text, or from one without its past. Some
    are seen by a seat that does not know all.
    """
    rng = Random(draw(seeds))
    state = pg.new(game, **draw(options(game)))
    states = list(played_on([state], rng, draw(st.integers(0, most_plies))))
    change = draw(st.sampled_from(("none", "text", "no past", "view")))
    if change != "none":
        begun = changed(states[-1], change)
        states = list(played_on([begun], rng, draw(st.integers(0, most_plies))))
    return states


def played_on(states, rng, plies):
    """Yield states, then those after some random moves, half of them back to a known state."""
    states = [*states]
    yield from states
    for _ in range(plies):
        state = states[-1]
        if state.outcome is not None:
            return
        move = state.legal_moves.sample(rng)
        if rng.random() < 0.5:
            tried = state.legal_moves.candidates(8, rng)
            move = next((each for each in tried if state.play(each) in states), move)
        states.append(state.play(move))
        yield states[-1]


def changed(state, change):
    if change == "text":
        return pg.from_text(state.to_text())
    if change == "no past" and state.game == "splinter":
        rows = [row for row in state.to_text().split("\n") if row[:5] not in {"moves", "earli"}]
        return pg.from_text("\n".join(rows))
    if change == "view" and state.turn >= 0:
        return state.view(state.turn)
    return state


def assert_same(one, two):
    """Two states that nobody can tell apart, whatever is played."""
    assert one == two
    assert hash(one) == hash(two)
    assert one.to_text() == two.to_text()
    assert one.to_json() == two.to_json()
    for name in ("ply", "turn", "seats", "scores", "outcome"):
        assert getattr(one, name) == getattr(two, name), name
    moves, others = one.legal_moves, two.legal_moves
    assert bool(moves) == bool(others)
    assert moves.finite == others.finite
    if moves.finite:
        assert list(moves) == list(others)


def assert_same_future(one, two, seed, plies=FUTURE_PLIES):
    assert_same(one, two)
    states = played_on([one], Random(seed), plies)
    next(states)
    for state in states:
        before = one.legal_moves
        moves = list(before) if before.finite else []
        move = next((each for each in moves if one.play(each) == state), None)
        if move is None:  # a line of a continuum
            return
        one, two = one.play(move), two.play(str(move))
        assert_same(one, two)


@pytest.mark.parametrize("game", GAMES)
@given(data=st.data(), seed=seeds)
def test_a_state_reads_back_from_its_text_and_its_json(game, data, seed):
    state = data.draw(lines(game))[-1]
    for twin in (pg.from_text(state.to_text()), pg.from_json(state.to_json())):
        assert_same_future(state, twin, seed)


WORDS = comments.filter(lambda words: words == words.strip() and len(words.splitlines()) == 1)


@st.composite
def records(draw, game):
    """Records with branches, words, signs and data; they stand anywhere."""
    rng = Random(draw(seeds))
    start = draw(lines(game, 12))[-1]
    names = draw(st.lists(comments, max_size=start.seats))
    date = draw(st.sampled_from((None, "2016-05-01", "2016-05-01 17:30", "2016-05-01 17:30+02:00")))
    record = pg.Record(start, players=names, seed=draw(st.none() | seeds), date=date)
    for _ in range(draw(st.integers(0, 25))):
        if record.state.outcome is not None or (record.moves and rng.random() < 0.2):
            if not record.moves:
                break
            record.node = rng.choice(record.path)
            continue
        record.push(next(played_on_move(record, rng)), aside=rng.random() < 0.2)
        if rng.random() < 0.4:
            words = draw(st.tuples(comments, WORDS))
            record.annotate(
                comment=words[0], glyph=rng.choice(("", *MOVE_GLYPHS)), chapter=words[1]
            )
            record.annotate(annotations={"test": draw(WORDS)})
    record.annotate(record.root, comment=draw(comments), annotations={"test": draw(WORDS)})
    record.node = rng.choice([record.root, *(node for node, _ in iter_nodes(record.root))])
    return record


def played_on_move(record, rng):
    """Yield a move: half of the time one that was not played here yet, where there is one."""
    moves = record.state.legal_moves.candidates(8, rng)
    news = [move for move in moves if move not in record.branches]
    yield rng.choice(news if news and rng.random() < 0.5 else moves)


def without_options(text):
    """Lines of a record without its options: a random board of Territory is read as tiles."""
    return [line for line in text.split("\n") if not line.startswith("options: ")]


def nodes_of(record):
    return [record.root, *(node for node, _ in iter_nodes(record.root))]


@pytest.mark.parametrize("game", GAMES)
@given(data=st.data(), seed=seeds)
def test_a_record_reads_back_from_its_text_wherever_it_begins_and_stands(game, data, seed):
    record = data.draw(records(game))
    text = record.to_text()
    twin = pg.Record.from_text(text)
    assert without_options(twin.to_text()) == without_options(text)
    assert pg.new(game, **twin.options).to_text() == pg.new(game, **record.options).to_text()
    assert (twin.players, twin.seed, twin.date) == (record.players, record.seed, record.date)
    assert twin.outcome == record.outcome
    pairs = list(zip(nodes_of(record), nodes_of(twin), strict=True))
    assert (record.node, twin.node) in pairs
    for one, two in pairs:
        assert str(one.move) == str(two.move)
        for name in ("number", "comment", "glyph", "chapter", "annotations"):
            assert getattr(one, name) == getattr(two, name), name
        assert_same(one.state, two.state)
    assert_same_future(record.state, twin.state, seed)


@pytest.mark.parametrize("game", GAMES)
@given(st.data())
def test_a_damaged_text_is_refused_by_an_error_of_ours_or_reads_back(game, data):
    record = play_on(pg.Record(pg.new(game, **data.draw(options(game)))), data.draw(seeds), 9)
    with suppress(pg.PolygamesError):
        found = pg.Record.from_text(data.draw(damaged(record.to_text())))
        assert pg.Record.from_text(found.to_text()).to_text() == found.to_text()
    with suppress(pg.PolygamesError):
        state = pg.from_text(data.draw(damaged(record.state.to_text())))
        assert pg.from_text(state.to_text()) == state
        assert (state.outcome is None) == bool(state.legal_moves)
        pg.svg(state)


def test_a_game_that_ended_by_repetition_is_read_wherever_its_record_begins(tmp_path):
    shuffle = ["g12-f13", "f12-g13", "f13-g12", "g13-f12"]
    record = pg.Record(play_moves(pg.new("splinter"), *shuffle, shuffle[0]))
    for move in shuffle[1:]:
        record.push(move)
    assert "third time" in record.outcome.reason
    path = record.save(tmp_path / "game.txt")
    for read in (pg.load(path), pg.Record.from_text(record.to_text()), start_of(path).record()):
        assert read.outcome == record.outcome
        assert read.to_text() == record.to_text()
    assert pg.from_json(record.state.to_json()).outcome == record.outcome


def test_a_position_of_splinter_without_its_past_keeps_its_short_text():
    text = pg.new("splinter").to_text()
    assert "moves" not in text
    moved = play_moves(pg.new("splinter"), "g12-f13")
    short = "\n".join(row for row in moved.to_text().split("\n") if not row.startswith("moves"))
    assert pg.from_text(short) == moved
    assert pg.from_text(short).history == ()
    assert pg.from_text(moved.to_text()).history == moved.history


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("moves g12-f13 f12-g11", "must lead to this position"),
        ("moves g12-f13 h12-h14", "illegal move 'h12-h14'"),
        ("moves g12-f13 nonsense", "invalid move 'nonsense'"),
        ("moves g12-f13 f12-g13 f13-g12", "expected 2 moves, as in the ply, not 3"),
        ("earlier WB/..", "expected the moves after the earlier board"),
        ("earlier Ww/bB\nmoves b2-b1 a2-a1", "cannot be|illegal move"),
        (
            "earlier-barred g12-f13 none\nmoves g12-f13 f12-g13",
            "expected no barred step without no_return=True",
        ),
    ],
)
def test_a_past_of_splinter_that_does_not_lead_to_the_position_is_refused(line, reason):
    text = play_moves(pg.new("splinter"), "g12-f13", "f12-g13").to_text()
    with pytest.raises(pg.PositionError, match=reason):
        pg.from_text(text.replace("moves g12-f13 f12-g13", line))


def test_a_history_that_is_no_line_of_moves_cannot_be_written():
    start = pg.new("splinter")
    state = replace(start, history=(start.key, start.key))
    with pytest.raises(pg.PositionError, match="cannot write the position"):
        state.to_text()


def test_a_position_played_on_from_what_a_seat_knows_says_what_is_hidden():
    state = play_moves(pg.new("splitter", players=2), "roll 4-1", "r0c2=4")
    state = state.view(1).play("r0c3=4")
    assert "hidden 1 0" in state.to_text()
    assert_same(pg.from_text(state.to_text()), state)
    for wrong in ("hidden 1 1", "hidden 0 1", "hidden 0", "hidden 2 0"):
        with pytest.raises(pg.PositionError):
            pg.from_text(state.to_text().replace("hidden 1 0", wrong))


def test_a_position_of_split_has_as_many_lines_as_a_record_and_no_more(monkeypatch):
    state = play_moves(pg.new("split"), "draw 0,5 - 10,5", "color red", "draw 5,0 - 5,5")
    monkeypatch.setattr(notation, "MAX_POSITION_LINES", 2)
    assert pg.from_text(state.to_text()) == state
    monkeypatch.setattr(notation, "MAX_POSITION_LINES", 1)
    with pytest.raises(pg.PositionError, match=r"cannot write .*: it has 2 lines, the limit is 1"):
        state.to_text()


@pytest.mark.parametrize(
    ("game", "before", "move"),
    [
        ("territory", "", Claim(0.0, 0)),
        ("splitter", "", Roll(4.0, 1)),
        ("splitter", "roll 4-1", Placement(2, 0, True + 3.0)),
    ],
)
def test_a_record_takes_only_moves_whose_text_can_be_read_back(game, before, move):
    record = pg.Record(pg.new(game))
    for text in before.split("\n") if before else ():
        record.push(text)
    before = record.to_text()
    with pytest.raises(pg.IllegalMoveError, match="its text cannot be read"):
        record.push(move)
    assert record.to_text() == before


def test_a_record_holds_moves_of_plain_numbers():
    record = record_game("splitter", "roll 4-1")
    record.push(Placement(np.int64(2), 0, np.int8(4)))
    assert repr(record.moves[-1]) == "Placement(row=2, column=0, number=4)"


@pytest.mark.parametrize("kept", [{"c": 3}, {3: "c"}, {"c": " x"}, {"c": "\ud800"}, {"c": "a\nb"}])
def test_data_of_a_program_that_would_read_back_otherwise_is_refused(kept):
    record = record_game("polygon", "A-C")
    with pytest.raises(pg.OptionError):
        record.annotate(annotations=kept)
    assert record.node.annotations == {}
