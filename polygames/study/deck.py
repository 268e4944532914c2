"""A deck of cards from a player's own mistakes, scheduled by spaced repetition.

A card has the position before a mistake, the move that was played, and a due date. Each right
answer in a row makes the wait longer: ten minutes, a day, days, then months. A wrong answer makes
the card due at once. Each answer rewrites the whole file.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from functools import cached_property
from hashlib import sha256
from typing import TYPE_CHECKING, Any, Final, Literal

from polygames.core.descriptions import (
    effect_reason,
    move_merits,
    move_text,
    reply_text,
    seat_names,
)
from polygames.core.display import Tabular
from polygames.core.errors import PolygamesError, RecordError
from polygames.core.notation import raise_value_error
from polygames.core.options import check_choice, raise_option_error, short_repr
from polygames.core.protocol import CHANCE
from polygames.core.registry import from_text
from polygames.records.atomic_files import (
    os_errors_to_record_errors,
    read_text,
    resolve_path,
    write_atomically,
)
from polygames.records.record import Record, utc_text
from polygames.records.user_folder import DECK_FILE
from polygames.search.review import review
from polygames.study.entry import Entry
from polygames.study.mistakes import ReviewedGame, people_mistakes, to_mistake

if TYPE_CHECKING:
    import os
    from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

    from polygames.core.protocol import State
    from polygames.search.review import Review
    from polygames.study.mistakes import Mistake

CORRECT_VERDICTS: Final = frozenset({"best", "good", "forced"})
"""The review verdicts of a right answer: the loss is within the noise."""
EXPLAINED_MOVES: Final = 3
"""The number of moves that an explanation may refer to: a move, the reply, and the next move."""
CARD_SECONDS_PER_POSITION: Final = 0.3
"""Seconds to analyse an answer that is neither the best move nor the mistake."""

WAITS_BY_STREAK: Final = (
    timedelta(0),
    timedelta(minutes=10),
    *(timedelta(days=days) for days in (1, 3, 7, 21, 60, 180)),
)
"""The time until a card is due again, by the number of right answers in a row."""
LEARNED_STREAK: Final = 3
"""The number of right answers in a row after which a card leaves a round of training."""

Answer = Literal["right", "with help", "wrong"]
"""The outcome of a card that was answered."""
ANSWER_KINDS: Final[tuple[Answer, ...]] = ("right", "with help", "wrong")
"""All outcomes."""


@dataclass(frozen=True, repr=False)
class Card:
    """A training card: a position in which a player made a mistake, with the better move.

    Examples
    --------
    >>> record = pg.Record(pg.new("polygon", n=6))
    >>> record.push("A-C")
    >>> (mistake,) = pg.collection(record).review(folder=None, progress=False).mistakes
    >>> card = Card.from_mistake(mistake)
    >>> card.is_right("A-D"), card.is_right("B-E"), card.is_right("A-C")
    (True, True, False)
    """

    game: str
    position: str
    """The position as text."""
    played: str
    """The mistake, as the text of a move."""
    best: str
    """The best move."""
    line: tuple[str, ...] = ()
    """The best move and a likely continuation."""
    answer: tuple[str, ...] = ()
    """The mistake and a likely continuation."""
    loss: float = 0.0
    verdict: str = "mistake"
    kind: str = ""
    phase: str = ""
    source: str = ""
    """The game of the position, and the number of the move in it."""
    schedule: Mapping[str, Any] = field(default_factory=dict)
    """The times of the last answer, ``last_review``, and of the next repetition, ``due``.

    It is empty for a new card. Other keys, from older versions, are ignored.
    """

    def __repr__(self) -> str:
        """Return one line: the game, where the position comes from, and both moves."""
        return f"<Card of {self.game}, {self.source}: {self.played}, better {self.best}>"

    @classmethod
    def from_mistake(cls, mistake: Mistake) -> Card:
        """Create a card from a mistake in a reviewed game."""
        found, state = mistake.reviewed_move, mistake.state.view(mistake.state.turn)
        return cls(
            game=state.to_text().split()[0],
            position=state.to_text(),
            played=str(found.move),
            best=str(found.best),
            line=tuple(map(str, found.line)),
            answer=tuple(map(str, found.answer)),
            loss=found.loss,
            verdict=found.verdict,
            kind=mistake.kind,
            phase=mistake.phase,
            source=f"{mistake.entry.name}, move {found.ply}",
        )

    @property
    def card_id(self) -> str:
        """The identifier of the card, a hash of its position: equal positions are one card."""
        return sha256(self.position.encode()).hexdigest()[:16]

    @cached_property
    def state(self) -> State[Any]:
        """The position of the card."""
        return from_text(self.position)

    @property
    def due(self) -> datetime:
        """The time of the next repetition; a new card is due at once."""
        return self._scheduled_time("due")

    @property
    def is_new(self) -> bool:
        """Whether the card has never been answered."""
        return not self.schedule.get("last_review")

    @property
    def streak(self) -> int:
        """The number of right answers in a row, which follows from the wait for the next one.

        Therefore decks of older versions, which had another schedule, keep their progress.
        """
        waited = self.due - self._scheduled_time("last_review")
        return 0 if self.is_new else sum(wait <= waited for wait in WAITS_BY_STREAK[1:])

    @property
    def is_learned(self) -> bool:
        """Whether the streak is long enough for the card to leave a round of training."""
        return self.streak >= LEARNED_STREAK

    def _scheduled_time(self, name: str) -> datetime:
        text = self.schedule.get(name)
        return datetime.fromisoformat(text) if text else datetime.min.replace(tzinfo=UTC)

    @property
    def task(self) -> str:
        """The question for the player, naming the move that was played and its game."""
        words = move_text(self.state, self.state.parse(self.played))
        return f"You played: {words}. Find a better move. ({self.source})"

    def is_right(self, move: Any, seconds: float = CARD_SECONDS_PER_POSITION) -> bool:
        """Return True if a move is as good as the best one; see `judge`."""
        return self.judge(move, seconds)[0]

    def judge(self, move: Any, seconds: float = CARD_SECONDS_PER_POSITION) -> tuple[bool, str]:
        """Return whether a move is as good as the best one, and a sentence that explains it.

        The mistake itself is always wrong. Other moves are judged by a review. The sentence may be
        empty.

        Raises
        ------
        MoveError
            If the move is not legal.
        """
        move = self.state.parse(move) if isinstance(move, str) else move
        if str(move) in {self.best, self.played}:
            is_right = str(move) == self.best
            return is_right, self.explain(is_right=is_right)
        record = Record(self.state)
        record.push(move)
        (found,) = review(record, seconds=seconds, progress=False).moves
        if found.verdict in CORRECT_VERDICTS:
            return True, move_merits(self.state, (move,))
        return False, _reply_text(self.state, found.answer[:EXPLAINED_MOVES] or (move,))

    def explain(self, *, is_right: bool) -> str:
        """Explain why the best move is good if `is_right`, or else why the mistake is bad."""
        state = self.state
        texts = self.line or (self.best,) if is_right else self.answer or (self.played,)
        line, now = [], state
        for text in texts[:EXPLAINED_MOVES]:
            try:
                line.append(now.parse(text))
            except PolygamesError:
                break
            now = now.play(line[-1])
        return move_merits(state, line) if is_right else _reply_text(state, line)

    def reschedule(self, result: Answer, now: datetime) -> Card:
        """Return a copy of the card with the due date after an answer.

        A right answer makes the streak longer by one, but not that of a learned card before its due
        date. An answer with help leaves the streak as it is. A wrong answer ends the streak, and
        the card is due at once.

        Examples
        --------
        >>> card = Card("polygon", pg.new("polygon", n=6).to_text(), "A-C", "A-D")
        >>> noon = datetime(2026, 11, 24, 12, tzinfo=UTC)
        >>> once = card.reschedule("right", noon)
        >>> once.streak, str(once.due - noon)
        (1, '0:10:00')
        >>> twice = once.reschedule("right", noon)
        >>> twice.streak, str(twice.due - noon)
        (2, '1 day, 0:00:00')
        >>> twice.reschedule("wrong", noon).due == noon
        True
        """
        streak, earliest = self.streak, now
        if result == "right":
            streak += not self.is_learned or self.due <= now
            earliest = self.due
        elif result == "wrong":
            streak = 0
        due = max(earliest, now + WAITS_BY_STREAK[min(streak, len(WAITS_BY_STREAK) - 1)])
        times = {"due": due.isoformat(), "last_review": now.isoformat()}
        return replace(self, schedule=times)

    def to_dict(self) -> dict[str, Any]:
        """Return the card as a dictionary of plain data."""
        names = self.__dataclass_fields__
        values = {name: getattr(self, name) for name in names}
        tuples = {"line": list(self.line), "answer": list(self.answer)}
        return values | tuples | {"schedule": dict(self.schedule)}

    @classmethod
    def from_dict(cls, data: object) -> Card:
        """Build a card from plain data. Raise ValueError if the data is not a card."""
        if not isinstance(data, dict):
            raise_value_error("expected an object for a card")
        if unknown := data.keys() - cls.__dataclass_fields__.keys():
            raise_value_error(f"unknown field {min(unknown)!r} of a card")
        for name in ("game", "position", "played", "best"):
            if not isinstance(data.get(name), str):
                raise_value_error(f"{name!r} of a card must be text")
        lines = {name: _parse_texts(name, data.get(name, [])) for name in ("line", "answer")}
        card = cls(**(data | lines))
        if not isinstance(card.schedule, dict) or not isinstance(card.loss, int | float):
            raise_value_error("'schedule' of a card must be an object, and 'loss' a number")
        try:
            card.state.parse(card.played), card.state.parse(card.best)
            times = [card._scheduled_time(name) for name in ("due", "last_review")]
        except (PolygamesError, TypeError) as error:
            raise_value_error(f"not a card: {error}")
        if any(time.tzinfo is None for time in times):
            raise_value_error("the times of a card must have a time zone")
        return card

    def __str__(self) -> str:
        """Return the question of the card and its due date."""
        due = "new" if self.is_new else f"due {self.due:%Y-%m-%d %H:%M} UTC"
        return f"{self.game}: {self.task} ({self.kind or self.verdict}; {due})"


def _reply_text(state: State[Any], line: Sequence[Any]) -> str:
    """Return the reply to a wrong move with its reasons, or else the effect of the move."""
    after = state.play(line[0])
    if len(line) == 1 or after.outcome is not None or after.turn == CHANCE:
        return effect_reason(state, line)
    return reply_text(after, line[1:], state.turn, seat_names(after))


def _parse_texts(name: str, value: object) -> tuple[str, ...]:
    if not isinstance(value, list) or not all(isinstance(each, str) for each in value):
        raise_value_error(f"{name!r} of a card must be a list of texts")
    return tuple(value)


def dump_cards(cards: list[Card]) -> str:
    """Return a deck as JSON text with one card per line, for readable diffs."""
    lines = ",\n".join(json.dumps(card.to_dict(), separators=(", ", ": ")) for card in cards)
    return f'{{"polygames deck": 1, "cards": [\n{lines}\n]}}\n'


DECK_COLUMNS: Final = ["game", "played", "best", "loss", "kind", "phase", "due", "source"]
"""The columns of `Deck.table`."""
MAX_DECK_BYTES: Final = 50_000_000
"""The maximum size of a deck's file, in bytes."""


class Deck(Tabular):
    """A deck of training cards, stored in a file and scheduled by spaced repetition.

    Parameters
    ----------
    path
        The file; it is created when the first card is added.

    Raises
    ------
    RecordError
        If the file is not a deck; it is then left unchanged.

    Examples
    --------
    >>> record = pg.Record(pg.new("polygon", n=6))
    >>> record.push("A-C")
    >>> deck = pg.collection(record).deck("deck.json", folder=None, progress=False)
    >>> len(deck), len(deck.due())
    (1, 1)
    >>> deck.answer(deck.due()[0], "right").streak
    1
    >>> len(Deck("deck.json").due())
    0
    """

    def __init__(self, path: str | os.PathLike[str] = DECK_FILE) -> None:
        self.path = resolve_path(path, "the file of a deck")
        self._cards: dict[str, Card] = {}
        self._reload()

    def __len__(self) -> int:
        """Return the number of cards."""
        return len(self._cards)

    def __iter__(self) -> Iterator[Card]:
        """Iterate over the cards in the order in which they were added."""
        return iter(self._cards.values())

    def __contains__(self, card: object) -> bool:
        """Return True if the position of a card is in the deck."""
        return isinstance(card, Card) and card.card_id in self._cards

    def due(self, now: datetime | None = None, *, game: str | None = None) -> list[Card]:
        """Return the cards that are due, the most overdue first and new ones last.

        Parameters
        ----------
        now
            The time; by default that of the clock.
        game
            The name of a game; by default, all games.
        """
        now = _resolve_time(now)
        found = [card for card in self if card.due <= now and (game is None or card.game == game)]
        return sorted(found, key=lambda card: (card.is_new, card.due))

    def next_due(self, *, game: str | None = None) -> datetime | None:
        """Return the time when the next card is due; None for an empty deck."""
        return min((c.due for c in self if game is None or c.game == game), default=None)

    def games(self, now: datetime | None = None) -> dict[str, int]:
        """Return the number of due cards for each game."""
        now = _resolve_time(now)
        found = dict.fromkeys((card.game for card in self), 0)
        for card in self.due(now):
            found[card.game] += 1
        return found

    def add(self, mistakes: Iterable[Mistake | Card]) -> Deck:
        """Add cards and return the deck; positions already in it keep their due dates."""
        cards = [each if isinstance(each, Card) else Card.from_mistake(each) for each in mistakes]
        self._reload()
        for card in cards:
            self._cards.setdefault(card.card_id, card)
        self._save()
        return self

    def answer(self, card: Card, result: Answer, now: datetime | None = None) -> Card:
        """Reschedule a card according to the player's answer, and write the file at once.

        Parameters
        ----------
        card
            A card of the deck.
        result
            ``"right"``, ``"with help"`` or ``"wrong"``.
        now
            The time; by default that of the clock.

        Returns
        -------
        Card
            The card with its new due date.

        Raises
        ------
        OptionError
            If the card is not in the deck, or the answer is unknown.
        """
        result = check_choice("the answer to a card", result, ANSWER_KINDS)
        self._reload()
        if not isinstance(card, Card) or card.card_id not in self._cards:
            raise_option_error("the answered card", "must be a card of this deck", card)
        answered = self._cards[card.card_id].reschedule(result, _resolve_time(now))
        self._cards[card.card_id] = answered
        self._save()
        return answered

    def remove(self, card: Card) -> None:
        """Remove a card from the deck; do nothing if the deck does not have it."""
        self._reload()
        self._cards.pop(card.card_id, None)
        self._save()

    _columns = DECK_COLUMNS

    def table(self) -> list[dict[str, Any]]:
        """Return a table with one row per card."""
        rows = [{name: getattr(card, name) for name in DECK_COLUMNS} for card in self]
        for row, card in zip(rows, self, strict=True):
            row["due"] = "" if card.is_new else utc_text(card.due.timestamp())
        return rows

    def __repr__(self) -> str:
        """Return the number of cards and of due cards."""
        return f"<Deck of {len(self)} cards in {self.path}: {len(self.due())} due>"

    def _reload(self) -> None:
        """Reload the cards from the file, which another program may have changed."""
        try:
            with os_errors_to_record_errors(self.path):
                text = read_text(self.path, "a deck", MAX_DECK_BYTES)
        except FileNotFoundError:
            return
        self._cards = _parse_cards(text, str(self.path))

    def _save(self) -> None:
        with os_errors_to_record_errors(self.path):
            self.path.parent.mkdir(parents=True, exist_ok=True)
            write_atomically(self.path, dump_cards(list(self)))


def has_cards(path: str | os.PathLike[str] = DECK_FILE) -> bool:
    """Return True if the file of a deck has cards; the file is not read.

    Examples
    --------
    >>> deck = Deck("empty.json").add([])
    >>> has_cards(deck.path), has_cards("other.json")
    (False, False)
    """
    try:
        return resolve_path(path, "the file of a deck").stat().st_size > len(dump_cards([]))
    except OSError:
        return False


def review_cards(record: Record, review: Review, agents: Collection[str] = ()) -> list[Card]:
    """Return cards for the mistakes that people made in a reviewed game.

    Parameters
    ----------
    record
        The game, with the names of its players.
    review
        The review of this record.
    agents
        The names of further players that are no people.

    Examples
    --------
    >>> record = pg.Record(pg.new("polygon", n=6), players=("Ada", "level 2"), date="2026-05-01")
    >>> record.push("A-C")
    >>> review_cards(record, pg.review(record, progress=False))
    [<Card of polygon, game of 2026-05-01, move 1: A-C, better ...>]
    """
    name = f"game of {record.date[:10]}" if record.date else "a game"
    played = ReviewedGame(Entry(name, record), record, review)
    found = people_mistakes(record, review, agents)
    return [Card.from_mistake(to_mistake(played, each)) for each in found]


def _parse_cards(text: str, name: str) -> dict[str, Card]:
    """Parse the cards of a deck. Raise RecordError if the text is not a deck."""
    try:
        data = json.loads(text)
    except (ValueError, RecursionError) as error:
        msg = f"{name} is not a deck: {error}"
        raise RecordError(msg) from None
    if not isinstance(data, dict) or data.get("polygames deck") != 1:
        msg = f"{name} is not a deck: expected an object with 'polygames deck': 1"
        raise RecordError(msg)
    found = {}
    cards = data.get("cards")
    for number, each in enumerate(cards if isinstance(cards, list) else (), 1):
        try:
            card = Card.from_dict(each)
        except (ValueError, TypeError) as error:
            msg = f"{name}, card {number}, {short_repr(each)}: {error}"
            raise RecordError(msg) from None
        found[card.card_id] = card
    return found


def _resolve_time(now: datetime | None) -> datetime:
    if now is None:
        return datetime.now(UTC)
    if not isinstance(now, datetime) or now.tzinfo is None:
        raise_option_error("the time", "must be a datetime with a time zone", now)
    return now
