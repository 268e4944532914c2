"""A deck of one's own mistakes: what counts as right, when cards come back, what survives."""

import json
from datetime import UTC, datetime, timedelta

import pytest
from helpers import record_game

import polygames as pg
from polygames.study.deck import Card, Deck

NOW = datetime(2026, 11, 24, 12, tzinfo=UTC)


def card_of(n=6, **parts):
    text = pg.new("polygon", n=n).to_text()
    return Card("polygon", text, "A-C", "A-D" if n == 6 else "A-C", **parts)


@pytest.fixture
def deck(tmp_path):
    return Deck(tmp_path / "deck.json").add([card_of(), card_of(7, source="b.txt")])


def test_equally_good_moves_are_right_and_the_mistake_never_is():
    card = card_of()
    assert [card.is_right(move) for move in ("A-D", "B-E", "F-C", "A-C", "B-D")] == [
        True, True, True, False, False,
    ]  # fmt: skip
    with pytest.raises(pg.MoveError):
        card.is_right("A-A")


def test_cards_of_a_game_know_what_was_played_and_why(tmp_path):
    record = record_game("polygon", "A-C", "C-E", by=("Ada", "Bob"), n=6)
    path = record.save(tmp_path / "a.txt")
    deck = pg.collection(path).deck(tmp_path / "d.json", folder=None, progress=False)
    (card,) = deck
    assert (card.played, card.verdict, card.loss) == ("A-C", "blunder", 2)
    assert card.task == f"You played: A to C. Find a better move. ({path}, move 1)"
    assert card.is_right(card.best)
    assert "segment" in card.explain(is_right=True)
    assert "segment" in card.explain(is_right=False)
    assert card.state == record.start


def test_a_card_comes_back_later_the_more_often_it_was_found(deck):
    first = deck.due(NOW)[0]
    deck.answer(first, "right", NOW)
    waits, now = [], NOW
    for _ in range(4):
        (card,) = [each for each in deck if each.card_id == first.card_id]
        waits.append(card.due - now)
        now = card.due
        deck.answer(card, "right", now)
    assert waits == sorted(waits)
    assert waits[0] < timedelta(hours=1)
    assert waits[-1] > timedelta(days=3)


def test_a_card_that_was_missed_comes_back_within_minutes(deck):
    card, other = deck.due(NOW)
    deck.answer(card, "wrong", NOW)
    assert deck.due(NOW) == [other]
    assert len(deck.due(NOW + timedelta(minutes=2))) == 2
    deck.answer(other, "with help", NOW)
    dues = {each.card_id: each.due for each in deck}
    assert dues[card.card_id] <= dues[other.card_id]


def test_due_dates_survive_a_restart_and_games_that_come_again(deck):
    card = deck.due(NOW)[0]
    deck.answer(card, "right", NOW)
    again = Deck(deck.path)
    assert [each.to_dict() for each in again] == [each.to_dict() for each in deck]
    assert len(again.due(NOW)) == 1
    again.add([card_of()])
    assert len(again) == 2
    assert len(again.due(NOW)) == 1


def test_two_programs_lose_nothing_of_each_other(deck):
    one, other = Deck(deck.path), Deck(deck.path)
    first, second = deck.due(NOW)
    one.answer(first, "right", NOW)
    other.answer(second, "wrong", NOW)
    assert Deck(deck.path).due(NOW) == []


def test_a_write_that_fails_leaves_the_old_file(deck, monkeypatch):
    before = deck.path.read_text()

    def full(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("polygames.records.atomic_files.os.fsync", full)
    with pytest.raises(OSError, match="the disk is full: this is not saved"):
        deck.answer(deck.due(NOW)[0], "right", NOW)
    assert deck.path.read_text() == before
    assert sorted(path.name for path in deck.path.parent.iterdir()) == ["deck.json"]


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda _: "{", "is not a deck"),
        (lambda _: "[" * 100_000, "is not a deck"),
        (lambda _: "[]", "expected an object with 'polygames deck': 1"),
        (lambda text: text.replace('"A-C"', '"A-A"'), "card 1, .*not a card"),
        (lambda text: text.replace('"A-C"', "3"), "card 1, .*'played' of a card must be text"),
        (lambda text: text.replace('"loss"', '"lost"'), "unknown field 'lost' of a card"),
        (lambda text: text.replace('"line": []', '"line": 3'), "must be a list of texts"),
        (lambda text: text.replace('"schedule": {}', '"schedule": 3'), "'schedule' of a card"),
        (lambda text: text.replace('"schedule": {}', '"schedule": {"due": "x"}'), "card 1"),
        (lambda text: text.replace("polygon", "nothing"), "card 1"),
    ],
)
def test_what_is_no_deck_is_refused_and_left_alone(deck, change, said):
    deck.path.write_text(change(deck.path.read_text()))
    damaged = deck.path.read_text()
    with pytest.raises(pg.RecordError, match=said):
        Deck(deck.path)
    with pytest.raises(pg.RecordError, match=said):
        deck.add([card_of(8)])
    assert deck.path.read_text() == damaged


def test_bytes_and_folders_are_no_deck(tmp_path):
    (tmp_path / "x.json").write_bytes(b"\xff\xfe")
    with pytest.raises(pg.RecordError, match=r"x\.json is not a deck"):
        Deck(tmp_path / "x.json")
    with pytest.raises(pg.RecordError, match="directory"):
        Deck(tmp_path)


def test_answers_that_cannot_be_are_refused(deck):
    before = deck.path.read_text()
    with pytest.raises(pg.OptionError, match="the answer to a card"):
        deck.answer(deck.due(NOW)[0], "maybe", NOW)
    with pytest.raises(pg.OptionError, match="must be a card of this deck"):
        deck.answer(card_of(8), "right", NOW)
    with pytest.raises(pg.OptionError, match="must be a datetime with a time zone"):
        deck.due(datetime(2026, 1, 1))  # noqa: DTZ001 - that is what is refused
    assert deck.path.read_text() == before


def test_cards_are_counted_by_game_listed_and_taken_away(deck):
    assert deck.games(NOW) == {"polygon": 2}
    assert deck.due(NOW, game="split") == []
    assert deck.next_due(game="split") is None
    assert list(deck.frame()["due"]) == ["", ""]
    assert "2 due" in repr(deck)
    deck.remove(card_of())
    assert card_of() not in deck
    assert len(Deck(deck.path)) == 1
    assert json.loads(deck.path.read_text())["polygames deck"] == 1


def test_a_deck_without_fsrs_says_what_to_install(deck, monkeypatch):
    monkeypatch.setattr("polygames.core.lazy_imports.is_available", lambda _: False)
    with pytest.raises(pg.MissingExtraError, match="a deck with due dates needs fsrs"):
        deck.answer(deck.due(NOW)[0], "right", NOW)
