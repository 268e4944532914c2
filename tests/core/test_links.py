"""Links to the play page: what is linked comes back, and a damaged link is refused."""

from __future__ import annotations

import random
import zlib
from base64 import urlsafe_b64encode
from contextlib import suppress

import pytest

import polygames as pg
from polygames.core.errors import OptionError, PolygamesError
from polygames.core.links import (
    MAX_LINK_CHARS,
    MAX_LINKED_TEXT_BYTES,
    PLAY_ADDRESS_VARIABLE,
    Link,
    parse_link,
)

PAGE = "https://example.org/play/"
GOAL_CHARS = 2_000
"""Messengers and QR codes take links of this length."""


def random_record(name, seed):
    """Return a whole default game of random moves."""
    record, rng = pg.Record(pg.new(name)), random.Random(seed)
    while record.outcome is None:
        record.push(record.state.legal_moves.sample(rng))
    return record


@pytest.mark.parametrize("name", pg.games())
def test_a_linked_position_and_game_come_back(name):
    record = random_record(name, seed=1)
    found = parse_link(record.link(PAGE))
    assert (found.game, found.kind) == (name, "game")
    again = pg.Record.from_text(found.content)
    assert again.moves == record.moves
    assert again.state == record.state
    state = record.path[len(record.path) // 2].state
    found = parse_link(state.link(PAGE))
    assert (found.game, found.kind) == (name, "position")
    assert pg.from_text(found.content) == state


@pytest.mark.parametrize("name", [each for each in pg.games() if each != "split"])
def test_a_whole_random_game_fits_in_a_link_of_2000_characters(name):
    assert max(len(random_record(name, seed).link(PAGE)) for seed in range(8)) <= GOAL_CHARS


def test_a_random_game_of_split_with_120_lines_fits_in_a_link_of_3000_characters():
    """Its numbers have 16 digits, which no packing makes shorter."""
    lengths = [len(random_record("split", seed).link(PAGE)) for seed in range(8)]
    assert GOAL_CHARS < max(lengths) <= 3_000


def test_a_link_of_a_game_has_no_names_comments_or_branches():
    record = pg.Record(pg.new("polygon"), players=("Ada", "Ben"))
    record.push("A-C", comment="the shortest diagonal")
    record.pop()
    record.push("A-D")
    text = parse_link(record.link(PAGE)).content
    assert "Ada" not in text
    assert "shortest" not in text
    assert "A-C" not in text
    assert pg.Record.from_text(text).state == record.state


@pytest.mark.parametrize("name", pg.games())
def test_a_linked_puzzle_has_its_permanent_key(name):
    puzzle = pg.puzzles(name)[2]
    assert parse_link(puzzle.link(PAGE)) == Link(name, "puzzle", puzzle.key)


def test_the_environment_variable_is_the_address_of_all_links(monkeypatch):
    monkeypatch.delenv(PLAY_ADDRESS_VARIABLE, raising=False)
    with pytest.raises(OptionError, match=PLAY_ADDRESS_VARIABLE):
        pg.new("split").link()
    monkeypatch.setenv(PLAY_ADDRESS_VARIABLE, PAGE)
    assert pg.new("split").link() == pg.new("split").link(PAGE)
    monkeypatch.setenv(PLAY_ADDRESS_VARIABLE, "javascript:alert(1)")
    with pytest.raises(OptionError, match="must begin with https"):
        pg.new("split").link()


def packed(raw):
    packer = zlib.compressobj(9, wbits=-15)
    return urlsafe_b64encode(packer.compress(raw) + packer.flush()).decode().rstrip("=")


@pytest.mark.parametrize(
    "link",
    [
        None,
        7,
        "",
        "Split",
        "split/",
        "split/game",
        "split/game/",
        "split/game/AAAA",
        "split/goal/7",
        "split/puzzle/7/8",
        "split/puzzle/../7",
        "split\n",
        f"split/position/{packed(b'split')[:-3]}",
        f"split/position/{packed(b'split')}AAAA",
        f"split/position/{packed(bytes([255, 254]))}",
        f"split/position/{packed(b'0' * (MAX_LINKED_TEXT_BYTES + 1))}",
        f"split/puzzle/{'7' * MAX_LINK_CHARS}",
    ],
)
def test_a_link_that_cannot_be_read_is_refused_with_what_to_do(link):
    with pytest.raises(OptionError, match="copy the whole link again"):
        parse_link(link)


@pytest.mark.parametrize("name", pg.games())
def test_a_link_with_a_changed_character_is_refused_or_opens_something_valid(name):
    fragment = random_record(name, seed=2).as_link().fragment
    rng = random.Random(3)
    for _ in range(200):
        at = rng.randrange(len(fragment))
        mutated = fragment[:at] + rng.choice("ABCabc012-_/#é") + fragment[at + rng.randrange(2) :]
        with suppress(PolygamesError):  # any other error fails the test
            found = parse_link(mutated)
            if found.kind == "game":
                pg.Record.from_text(found.content)
