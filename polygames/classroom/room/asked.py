"""The answers of pupils: to a question of the teacher, and to the checks of lessons."""

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
"""Choices of a question, or bars in the counts of numbers."""

MAX_ANSWER_VALUE: Final = 1e9
ANSWER_DECIMALS: Final = 6
"""Decimal places of a numeric answer; smaller differences are noise."""

CHECK_RESULTS: Final = ("not yet", "not quite", "right")
"""The possible results of a lesson's check."""

MAX_EXERCISE_NAME_CHARS: Final = 40
"""Characters in the name of an exercise."""

LONGEST_ANSWER: Final = 80
"""Characters of an answer that was given on the board."""

MAX_CHANGES: Final = 20
"""Answers of a pupil to one question; each is a line of the ledger."""

MAX_REPORTS: Final = 2000
"""Reports of a pupil in a class; each is a line of the ledger."""

MOST_EXERCISES: Final = 200
"""Exercises with a stored result, for each pupil."""


@dataclass
class ClassQuestion:
    """A question to the class, and the answer of each pupil.

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
    """The possible answers; empty if the answer is a number."""
    answers: dict[str, str] = field(default_factory=dict)
    is_revealed: bool = False
    changes: Counter[str] = field(default_factory=Counter)
    """The number of answers that each pupil has given."""

    @classmethod
    def of(cls, text: str, choices: Sequence[str]) -> ClassQuestion:
        """Return a question with its choices. Raise OptionError if it is malformed."""
        if not text:
            refuse("a question", "must have a word at least", text)
        named = tuple(dict.fromkeys(filter(None, choices)))
        if choices and not 2 <= len(named) <= MAX_CHOICES:  # noqa: PLR2004 - one is no choice
            refuse(
                "the choices of a question", f"must be 2 to {MAX_CHOICES}, all different", choices
            )
        return cls(text, named)

    def read(self, said: object) -> str:
        """Return an answer in its stored form. Raise OptionError if it is invalid."""
        if self.choices:
            if said not in self.choices:
                refuse("an answer", f"must be one of {', '.join(self.choices)}", said)
            return str(said)
        try:
            value = float(str(said)[:30].replace(",", "."))
        except ValueError:
            value = MAX_ANSWER_VALUE * 2
        if not isfinite(value) or abs(value) > MAX_ANSWER_VALUE:
            msg = "the answer must be a number"
            raise OptionError(msg)
        return f"{_round_answer(value):.10g}"

    def store(self, who: str, answer: str) -> None:
        """Store the answer of a pupil; it replaces an earlier one."""
        self.answers[who] = answer
        self.changes[who] += 1

    def counts(self) -> list[tuple[str, int]]:
        """Return the number of answers for each choice, or for ranges of numbers."""
        said = list(self.answers.values())
        if self.choices:
            return [(choice, said.count(choice)) for choice in self.choices]
        numbers = sorted(_round_answer(float(each)) for each in said)
        different = sorted(set(numbers))
        if len(different) <= 1:
            return [(f"{value:g}", numbers.count(value)) for value in different]
        return _bars(numbers)

    def as_news(self, who: str | None = None) -> dict[str, Any]:
        """Return the question as a message for a page.

        Without `who` the message is for the teacher's dashboard (wall), and always has the counts.
        A pupil's page gets them after the reveal.
        """
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
    """Round an answer for counting; -0.0 becomes 0.0."""
    return round(value, ANSWER_DECIMALS) + 0.0


def _bars(numbers: Sequence[float]) -> list[tuple[str, int]]:
    """Return ranges of equal width, and the count of numbers in each."""
    low, high = numbers[0], numbers[-1]
    count = max(2, min(MAX_CHOICES, round(len(numbers) ** 0.5)))
    width = (high - low) / count
    found = [0] * count
    for number in numbers:
        found[min(count - 1, int((number - low) / width))] += 1
    ends = [f"{low + at * width:.3g}" for at in range(count + 1)]
    return [(f"{ends[at]} to {ends[at + 1]}", found[at]) for at in range(count)]


class CheckResults:
    """The last result of each lesson's check, by pupil and exercise.

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
        """Return the last result of each exercise of a pupil, by the exercise's name."""
        return self._of.get(who, {}).copy()

    def read(self, who: str, exercise: object, said: object) -> tuple[str, str]:
        """Return the name of an exercise and its result in their stored form.

        Raise OptionError if the report is malformed, or the pupil has sent too many.
        """
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
        """Store the result of an exercise, and the answer if it was given on the board."""
        self._of.setdefault(who, {})[exercise] = said
        self._reports[who] += 1
        if answer:
            self._answers.setdefault(exercise, {})[who] = answer

    def answer(self, who: str, exercise: str) -> str:
        """Return a pupil's answer on the board; empty if there is none."""
        return self._answers.get(exercise, {}).get(who, "")

    def as_news(self, people: People) -> dict[str, Any]:
        """Return the exercises, each pupil's results, and the answer counts, for the wall."""
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
        """Return the number of exercises that a pupil has solved."""
        return [*self.of(who).values()].count("right")

    def __bool__(self) -> bool:
        """Return True if any pupil has reported."""
        return bool(self._of)


def _in_order(name: str) -> tuple[str, int, str]:
    """Return a sort key for an exercise: its lesson, then its number."""
    lesson, _, last = name.rpartition(" ")
    return lesson, int(last) if last.isdecimal() else 0, last
