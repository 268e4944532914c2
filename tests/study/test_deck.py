"""A deck of one's own mistakes: what counts as right, when cards come back, what survives."""

import json
from datetime import UTC, datetime, timedelta

import pytest
from helpers import record_game
from hypothesis import example, given
from hypothesis import strategies as st

import polygames as pg
from polygames.study.deck import (
    ANSWER_KINDS,
    LEARNED_STREAK,
    WAITS_BY_STREAK,
    Card,
    Deck,
    dump_cards,
    has_cards,
    review_cards,
)
from polygames.study.mistakes import people_mistakes

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


ANSWERS_AND_PAUSES = st.lists(
    st.tuples(st.sampled_from(ANSWER_KINDS), st.timedeltas(timedelta(0), timedelta(days=400)))
)


@given(ANSWERS_AND_PAUSES)
@example([("right", wait) for wait in WAITS_BY_STREAK])
def test_right_answers_never_bring_a_card_back_earlier_and_a_wrong_one_does_at_once(answers):
    card, now = card_of(), NOW
    for answer, pause in answers:
        before, now = card, now + pause
        card = before.reschedule(answer, now)
        assert card.due >= now
        if answer == "right":
            assert card.due >= max(before.due, now + WAITS_BY_STREAK[1])
            assert card.streak >= before.streak
        elif answer == "with help":
            assert card.streak == before.streak
        else:
            assert (card.due, card.streak) == (now, 0)
        assert Card.from_dict(json.loads(json.dumps(card.to_dict()))) == card


def test_each_right_answer_in_time_makes_the_wait_longer():
    card, now, waits = card_of(), NOW, []
    for _ in range(len(WAITS_BY_STREAK) + 1):
        card = card.reschedule("right", now)
        waits.append(card.due - now)
        now = card.due
    assert waits == [*WAITS_BY_STREAK[1:], WAITS_BY_STREAK[-1], WAITS_BY_STREAK[-1]]


def test_a_card_is_learned_after_three_right_answers_and_no_sooner_answer_counts_for_more():
    card = card_of()
    for number in range(LEARNED_STREAK):
        assert (card.streak, card.is_learned) == (number, False)
        card = card.reschedule("right", NOW)
    assert card.is_learned
    assert card.reschedule("right", NOW).due == card.due
    assert card.reschedule("right", card.due).streak == LEARNED_STREAK + 1


def test_a_card_that_was_missed_is_due_at_once_and_help_does_not_count(deck):
    card, other = deck.due(NOW)
    assert deck.answer(card, "right", NOW).due > NOW
    assert deck.answer(card, "wrong", NOW).due == NOW
    assert deck.answer(other, "with help", NOW).streak == 0
    assert len(deck.due(NOW)) == 2


OLD_TIMES = {
    None: 0,
    "2026-11-24T12:01:00+00:00": 0,
    "2026-11-24T12:05:30+00:00": 0,
    "2026-11-24T12:10:00+00:00": 1,
    "2026-11-26T12:00:00+00:00": 2,
    "2026-12-05T12:00:00+00:00": 4,
    "2027-01-09T12:00:00+00:00": 5,
    "2028-04-05T12:00:00+00:00": 7,
}
"""Due dates that the scheduler of older versions gave at `NOW`, and the right answers in a row."""


@pytest.mark.parametrize(("due", "streak"), OLD_TIMES.items())
def test_a_deck_of_an_older_version_goes_on_where_it_was(deck, due, streak):
    other = {"card_id": 1795960429108, "state": 2, "step": None, "stability": 3298.64}
    times = {"difficulty": 2.07, "due": due, "last_review": due and NOW.isoformat()}
    old = card_of(schedule=other | times)
    deck.path.write_text(dump_cards([old]))
    (card,) = read = Deck(deck.path)
    assert (card.streak, card.is_new, card.schedule) == (streak, due is None, old.schedule)
    assert due is None or card.due.isoformat() == due
    later = read.answer(card, "right", max(NOW, card.due))
    assert later.streak == min(streak + 1, len(WAITS_BY_STREAK) - 1)
    assert [each.to_dict() for each in Deck(deck.path)] == [later.to_dict()]


def test_mistakes_of_a_reviewed_game_become_cards_of_the_people_in_it():
    record = record_game("polygon", "A-C", "C-E", by=("Ada", "level 2"), n=6)
    record.date = "2026-11-24"
    found = pg.review(record, progress=False)
    (card,) = review_cards(record, found)
    assert (card.played, card.state, card.phase) == ("A-C", record.start, "opening")
    assert card.source == "game of 2026-11-24, move 1"
    record.players = {0: "level 2", 1: "Ada"}
    assert review_cards(record, found) == []
    record.players = {0: "my function"}
    assert len(people_mistakes(record, found)) == 1
    assert people_mistakes(record, found, ["my function"]) == ()
    record.players = {}
    assert len(people_mistakes(record, found)) == 1, "a player without a name is a person"


def test_a_position_becomes_one_card_and_keeps_its_answers(tmp_path):
    record = record_game("polygon", "A-C", n=6)
    cards = review_cards(record, pg.review(record, progress=False))
    deck = Deck(tmp_path / "deck.json").add(cards)
    deck.answer(cards[0], "right", NOW)
    record = record_game("polygon", "A-C", "C-E", n=6)
    again = review_cards(record, pg.review(record, progress=False))
    assert [card.streak for card in deck.add(again)] == [1]


def test_a_file_has_cards_after_the_first_and_until_the_last(tmp_path):
    path = tmp_path / "deck.json"
    assert not has_cards(path)
    deck = Deck(path).add([])
    assert path.is_file()
    assert not has_cards(path)
    deck.add([card_of()])
    assert has_cards(path)
    deck.remove(card_of())
    assert not has_cards(path)


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
    other.answer(second, "right", NOW)
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
        (lambda text: text.replace('"schedule": {}', '"schedule": {"last_review": 3}'), "card 1"),
        (
            lambda text: text.replace("{}", '{"last_review": "2026-11-24T12:00"}'),
            "the times of a card must have a time zone",
        ),
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
