"""Names are an argument of a sentence: nobody puts them into one that is finished."""

import re
from pathlib import Path
from random import Random

import pytest
from fuzzing.plugs import short_options
from helpers import random_states

import polygames as pg
from polygames.core.analysis import Analysis, MoveValue, comparison_text
from polygames.core.descriptions import (
    NUMBERED_NAMES,
    Names,
    move_merits,
    move_text,
    position_caption,
    preview_move,
    seat_names,
)
from polygames.view.help import numbered_rules

PACKAGE = Path(pg.__file__).parent


def test_you_takes_the_verb_along():
    names = Names(("", "Ada"), you=0)
    assert names.with_verb(0, "chooses") == "You choose"
    assert names.with_verb(0, "has", is_mid_sentence=True) == "you have"
    assert names.with_verb(1, "has") == "Ada has"
    assert names.possessive(0) == "Your"
    assert names.possessive(1) == "Ada's"
    assert NUMBERED_NAMES.with_verb(1, "has") == "Player 2 has"


@pytest.mark.parametrize("game", pg.games())
def test_a_name_is_not_read_again_by_what_says_it(game):
    """A pupil called "Player 2" or "draws" is called so, and nobody else is."""
    state = pg.new(game) if game != "splitter" else pg.new(game, players=2)
    odd = Names(("Player 2", "draws You wins"))
    plain = position_caption(state)
    said = position_caption(state, odd)
    assert len(said.seats) == len(plain.seats)
    for seat, label in enumerate(said.seats):
        assert label.name == (odd.name(seat) if label.is_player else plain.seats[seat].name)
    assert seat_names(state, odd).name(0) == said.seats[0].name


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("game", pg.games())
def test_no_seat_number_is_shown_to_players_at_the_end_of_a_game(game, seed):
    *_, end = random_states(pg.new(game, **short_options(game, Random(seed))), seed)
    shown = [
        end.outcome.reason,
        position_caption(end).status,
        *(seat.name for seat in position_caption(end).seats),
    ]
    assert not re.search(r"\b[Ss]eat \d", "; ".join(shown))


def test_all_that_split_says_calls_the_players_by_their_names():
    names = Names(("Ada", "Bob"), you=1)
    record = pg.Record(pg.new("split"))
    state = record.state
    line = state.draw((0, 5), (10, 5))
    assert position_caption(state, names).status == "Ada draws the first line, in red"
    assert move_merits(state, (line,), names).startswith("You choose a colour next")
    record.push(line)
    state = record.state
    assert position_caption(state, names).status == "You choose a colour, and blue moves next"
    blue = state.parse("color blue")
    assert preview_move(state, blue, names).label == "play blue: you move next"
    assert move_text(state, blue, names) == "plays blue"
    record.push(blue)
    assert "You" not in position_caption(record.state, names).status, "they have colours now"


def test_nobody_replaces_in_a_finished_sentence():
    pattern = re.compile(r"""re\.(?:sub|compile)\(\s*r?["'][^"']*(?:[Pp]\]?layer|\bYou\b)""")
    texts = {path: path.read_text(encoding="utf-8") for path in PACKAGE.rglob("*.py")}
    assert [name for name, text in texts.items() if ".sub(" in text and pattern.search(text)] == []


@pytest.mark.parametrize(
    ("game", "word", "meaning"),
    [
        ("polygon", "segments", "straight lines"),
        ("splitter", "mirrored cells", "one on each side of the dashed line"),
        ("territory", "Claim tiles", "to own them"),
    ],
)
def test_a_hard_word_is_explained_where_a_player_reads_it_first(game, word, meaning):
    first = re.split(r"\. ", pg.game(game).summary)[0]
    assert first.index(word) < first.index(meaning)


def test_the_rules_of_polygon_say_what_a_crossing_is_and_those_of_split_who_owns_an_area():
    polygon, split = (numbered_rules(pg.game(game)) for game in ("polygon", "split"))
    assert "*crossing*, the point where two segments cross" in polygon
    assert "An open area has no owner" in split


def compare(state, measure, *values, has_result=False):
    """Return the text that compares the first legal move with others, all proved."""
    moves = zip(state.legal_moves.candidates(9, Random(0)), values, strict=False)
    found = tuple(MoveValue(move, each, each, each, proved=True) for move, each in moves)
    return comparison_text(Analysis(state, found, measure=measure), has_result=has_result)


def test_a_hint_without_another_reason_compares_its_move_with_all_others():
    state = pg.new("polygon", n=6).play(pg.new("polygon", n=6).parse("A-D"))
    count = len(state.legal_moves)
    lost, worse = [-1] * count, [-1] * (count - 1)
    assert compare(state, "result", 1, *worse) == "It is the only move that wins."
    assert compare(state, "result", 0, *worse) == "It is the only move that does not lose."
    assert compare(state, "result", 1, 1, *worse[1:]) == "", "another move wins, too"
    assert compare(state, "result", *lost).startswith("Every move loses")
    assert compare(state, "result", *lost, has_result=True) == ""
    assert compare(state, "lead", 3, *worse) == "Every other move leads to at least 4 points less."
    assert compare(state, "lead", 3, *[2.95] * (count - 1)) == "", "hardly a difference"
    assert compare(state, "lead", 3) == "", "the other moves are unknown"
    assert compare(pg.new("split"), "lead", 3) == "", "nor are all lines known"


def test_a_comparison_needs_intervals_that_do_not_overlap():
    state = pg.new("polygon", n=4)
    ranges = [(5, 4, 6), *[(3, 2.5, 3.5)] * (len(state.legal_moves) - 1)]
    found = [MoveValue(move, *each) for move, each in zip(state.legal_moves, ranges, strict=True)]
    text = comparison_text(Analysis(state, tuple(found), measure="total"))
    assert text == "Every other move leads to at least 0.5 points less."
    found[1] = MoveValue(found[1].move, 4, 2, 4.5)
    assert comparison_text(Analysis(state, tuple(found), measure="total")) == ""
