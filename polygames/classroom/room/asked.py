"""What pupils answer: to a question, before anybody sees the counts, and to a lesson's checks."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from math import isfinite
from typing import TYPE_CHECKING, Any, Final

from polygames.core.errors import OptionError
from polygames.core.options import choice, refuse

if TYPE_CHECKING:
    from collections.abc import Sequence

    from polygames.classroom.room.people import People

MAX_CHOICES: Final = 8
"""Choices, or bars of numbers."""

MAX_ANSWER_VALUE: Final = 1e9
ANSWER_DECIMALS: Final = 6
"""So many decimals of an answer are kept: what is smaller is nothing that anybody meant."""

CHECK_RESULTS: Final = ("not yet", "not quite", "right")
"""What a check of a lesson says of an answer."""

MAX_EXERCISE_NAME_CHARS: Final = 40
"""Letters of the name of an exercise."""

LONGEST_ANSWER: Final = 80
"""Letters of an answer that was given on the board."""

MAX_CHANGES: Final = 20
"""How often a pupil changes the answer to one question: each time is a line of a file."""

MAX_REPORTS: Final = 2000
"""How many reports of a pupil are written down: each is a line of a file."""

MOST_EXERCISES: Final = 200
"""So many exercises of a pupil are kept."""


@dataclass
class ClassQuestion:
    """What is asked, and what each pupil has answered.

    Examples
    --------
    >>> question = ClassQuestion.of("Who wins?", ["the first", "the second"])
    >>> question.answers["p1"] = question.read("the first")
    >>> question.counts()
    [('the first', 1), ('the second', 0)]
    >>> number = ClassQuestion.of("How long is the game?", [])
    >>> number.answers.update(p1=number.read("12"), p2=number.read("12,5"), p3=number.read("30"))
    >>> number.counts()
    [('12 to 21', 2), ('21 to 30', 1)]
    """

    text: str
    choices: tuple[str, ...] = ()
    """What can be answered; none if a number is asked for."""
    answers: dict[str, str] = field(default_factory=dict)
    is_revealed: bool = False
    changes: Counter[str] = field(default_factory=Counter)
    """How often each pupil has answered."""

    @classmethod
    def of(cls, text: str, choices: Sequence[str]) -> ClassQuestion:
        """Check what is asked."""
        if not text:
            refuse("a question", "must have a word at least", text)
        named = tuple(dict.fromkeys(filter(None, choices)))
        if choices and not 2 <= len(named) <= MAX_CHOICES:  # noqa: PLR2004 - one is no choice
            refuse(
                "the choices of a question", f"must be 2 to {MAX_CHOICES}, all different", choices
            )
        return cls(text, named)

    def read(self, said: object) -> str:
        """Return an answer as it is kept; OptionError if it is none."""
        if self.choices:
            if said not in self.choices:
                refuse("an answer", f"must be one of {', '.join(self.choices)}", said)
            return str(said)
        try:
            value = float(str(said)[:30].replace(",", "."))
        except ValueError:
            value = MAX_ANSWER_VALUE * 2
        if not isfinite(value) or abs(value) > MAX_ANSWER_VALUE:
            msg = "an answer to this question is a number"
            raise OptionError(msg)
        return f"{_round_answer(value):.10g}"

    def store(self, who: str, answer: str) -> None:
        """Store the answer of a pupil in the place of the one before."""
        self.answers[who] = answer
        self.changes[who] += 1

    def counts(self) -> list[tuple[str, int]]:
        """Return how many have answered what: for each choice, or for ranges of numbers."""
        said = list(self.answers.values())
        if self.choices:
            return [(choice, said.count(choice)) for choice in self.choices]
        numbers = sorted(_round_answer(float(each)) for each in said)
        different = sorted(set(numbers))
        if len(different) <= 1:
            return [(f"{value:g}", numbers.count(value)) for value in different]
        return _bars(numbers)

    def as_news(self, who: str | None = None) -> dict[str, Any]:
        """Return what a page is told: a pupil's gets the counts once they are shown."""
        shows = self.is_revealed or who is None
        return {
            "text": self.text,
            "choices": self.choices,
            "mine": self.answers.get(who or ""),
            "answered": len(self.answers),
            "revealed": self.is_revealed,
            "counts": self.counts() if shows else [],
        }


def _round_answer(value: float) -> float:
    """Return an answer as it is counted; there is one zero only."""
    return round(value, ANSWER_DECIMALS) + 0.0


def _bars(numbers: Sequence[float]) -> list[tuple[str, int]]:
    """Return ranges of equal width, with how many numbers are in each."""
    low, high = numbers[0], numbers[-1]
    count = max(2, min(MAX_CHOICES, round(len(numbers) ** 0.5)))
    width = (high - low) / count
    found = [0] * count
    for number in numbers:
        found[min(count - 1, int((number - low) / width))] += 1
    ends = [f"{low + at * width:.3g}" for at in range(count + 1)]
    return [(f"{ends[at]} to {ends[at + 1]}", found[at]) for at in range(count)]


class CheckResults:
    """What the checks have said last, by pupil and exercise.

    Examples
    --------
    >>> progress = CheckResults()
    >>> progress.take("p1", *progress.read("p1", "nim 1", "right"))
    >>> progress.of("p1"), progress.of("p2")
    ({'nim 1': 'right'}, {})
    >>> progress.take("p2", "cycle 1", "not quite", "C A A")
    >>> progress.answer("p2", "cycle 1")
    'C A A'
    """

    def __init__(self) -> None:
        self._of: dict[str, dict[str, str]] = {}
        self._answers: dict[str, dict[str, str]] = {}
        self._reports = Counter[str]()

    def of(self, who: str) -> dict[str, str]:
        """Return what was said last of each exercise of a pupil."""
        return self._of.get(who, {}).copy()

    def read(self, who: str, exercise: object, said: object) -> tuple[str, str]:
        """Return a report as it is kept; OptionError if it is none, or there are too many."""
        found = choice("what a check says", said, CHECK_RESULTS)
        name = " ".join(exercise.split()) if isinstance(exercise, str) else ""
        if not 0 < len(name) <= MAX_EXERCISE_NAME_CHARS or not name.isprintable():
            refuse(
                "the name of an exercise",
                f"must have 1 to {MAX_EXERCISE_NAME_CHARS} letters",
                exercise,
            )
        if name not in (known := self.of(who)) and len(known) >= MOST_EXERCISES:
            refuse("an exercise", f"is not kept: a pupil reports {MOST_EXERCISES} at most", name)
        if self._reports[who] >= MAX_REPORTS:
            refuse("a report", f"is not kept: a pupil sends {MAX_REPORTS} at most", name)
        return name, found

    def take(self, who: str, exercise: str, said: str, answer: str = "") -> None:
        """Keep a report, and the answer if it was given on the board."""
        self._of.setdefault(who, {})[exercise] = said
        self._reports[who] += 1
        if answer:
            self._answers.setdefault(exercise, {})[who] = answer

    def answer(self, who: str, exercise: str) -> str:
        """Return what a pupil has answered on the board."""
        return self._answers.get(exercise, {}).get(who, "")

    def as_news(self, people: People) -> dict[str, Any]:
        """Return the exercises, and for each pupil who has reported what was said of them."""
        here = [pupil for pupil in people if pupil.id in self._of]
        names = sorted({name for pupil in here for name in self._of[pupil.id]}, key=_in_order)
        rows = [
            {"name": pupil.name, "said": [self._of[pupil.id].get(name, "") for name in names]}
            for pupil in here
        ]
        answers = [
            (name, Counter(self._answers[name].values()).most_common(MAX_CHOICES))
            for name in sorted(self._answers, key=_in_order)
        ]
        return {"exercises": names, "rows": rows, "answers": answers}

    def count(self, who: str) -> int:
        """Return how many exercises of a pupil are right."""
        return [*self.of(who).values()].count("right")

    def __bool__(self) -> bool:
        """Say whether anybody has reported."""
        return bool(self._of)


def _in_order(name: str) -> tuple[str, int, str]:
    """Sort by lesson, and there by number."""
    lesson, _, last = name.rpartition(" ")
    return lesson, int(last) if last.isdecimal() else 0, last
