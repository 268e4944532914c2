"""The answers of pupils: to a question of the teacher, and to the checks of lessons."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from math import isfinite
from typing import TYPE_CHECKING, Any, Final

from polygames.core.errors import OptionError
from polygames.core.options import check_choice, raise_option_error, short_repr

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

MAX_ANSWER_CHARS: Final = 80
"""Characters of an answer that was given on the board."""

MAX_CHANGES: Final = 20
"""Answers of a pupil to one question; each is a line of the ledger."""

MAX_REPORTS: Final = 2000
"""Reports of a pupil in a class; each is a line of the ledger."""

MAX_EXERCISES: Final = 200
"""Exercises with a stored result, for each pupil."""


@dataclass
class ClassQuestion:
    """A question to the class, and the answer of each pupil.

    Examples
    --------
    >>> question = ClassQuestion.create("Who wins?", ["the first", "the second"])
    >>> question.answers["p1"] = question.parse_answer("the first")
    >>> question.counts()
    [('the first', 1), ('the second', 0)]
    >>> number = ClassQuestion.create("How long is the game?", [])
    >>> answers = {"p1": "12", "p2": "12,5", "p3": "30"}
    >>> number.answers.update({pupil: number.parse_answer(answers[pupil]) for pupil in answers})
    >>> number.counts()
    [('12 to 21', 2), ('21 to 30', 1)]
    """

    text: str
    choices: tuple[str, ...] = ()
    """The possible answers; empty if the answer is a number."""
    answers: dict[str, str] = field(default_factory=dict)
    is_revealed: bool = False
    change_counts: Counter[str] = field(default_factory=Counter)
    """The number of answers that each pupil has given."""
    times: dict[str, float | None] = field(default_factory=dict, compare=False)
    """The Unix time of each pupil's last answer; None in a file of an earlier version."""
    right: str = ""
    """The right answer; empty if there is none, as in a prediction."""

    @classmethod
    def create(cls, text: str, choices: Sequence[str], right: str = "") -> ClassQuestion:
        """Return a question with its choices and its right answer, if it has one.

        Raise OptionError if the text, the choices or the right answer are invalid.
        """
        if not text:
            raise_option_error("a question", "must have words", text)
        named = tuple(dict.fromkeys(filter(None, choices)))
        if choices and not 2 <= len(named) <= MAX_CHOICES:  # noqa: PLR2004 - one is no choice
            raise_option_error(
                "the choices of a question", f"must be 2 to {MAX_CHOICES} different texts", choices
            )
        found = cls(text, named)
        if right:
            try:
                found.right = found.parse_answer(right)
            except OptionError:
                words = f"must be one of {', '.join(named)}" if named else "must be a number"
                raise_option_error("the right answer to a question", words, right)
        return found

    def parse_answer(self, answer: object) -> str:
        """Validate an answer, a choice or a number, and return it as text.

        Raise OptionError if it is invalid.
        """
        if self.choices:
            if answer not in self.choices:
                raise_option_error("an answer", f"must be one of {', '.join(self.choices)}", answer)
            return str(answer)
        try:
            value = float(str(answer)[:30].replace(",", "."))
        except ValueError:
            value = MAX_ANSWER_VALUE * 2
        if not isfinite(value) or abs(value) > MAX_ANSWER_VALUE:
            msg = "the answer must be a number"
            raise OptionError(msg)
        return f"{_round_answer(value):.10g}"

    def store(self, pupil_id: str, answer: str, at: float | None = None) -> None:
        """Store the answer of a pupil and its Unix time; it replaces an earlier one."""
        self.answers[pupil_id], self.times[pupil_id] = answer, at
        self.change_counts[pupil_id] += 1

    def result_of(self, pupil_id: str) -> str:
        """Return ``"right"`` or ``"wrong"`` for a pupil's answer; empty without a right answer."""
        if not self.right:
            return ""
        return "right" if self.answers.get(pupil_id) == self.right else "wrong"

    def counts(self) -> list[tuple[str, int]]:
        """Return each choice, or each range of numbers, with the number of answers it received."""
        said = list(self.answers.values())
        if self.choices:
            return [(choice, said.count(choice)) for choice in self.choices]
        numbers = sorted(_round_answer(float(each)) for each in said)
        different = sorted(set(numbers))
        if len(different) <= 1:
            return [(f"{value:g}", numbers.count(value)) for value in different]
        return _histogram(numbers)

    def to_message(self, pupil_id: str | None = None) -> dict[str, Any]:
        """Return the question as a message for a page.

        Without `pupil_id` the message is for the teacher's dashboard (wall), and always has the
        counts. A pupil's page gets them after the reveal, when the right answer is marked.
        """
        shows = self.is_revealed or pupil_id is None
        counts = self.counts() if shows else []
        if self.is_revealed:
            counts = [(f"{each} ✓" if each == self.right else each, n) for each, n in counts]
        return {
            "text": self.text,
            "choices": self.choices,
            "own_answer": self.answers.get(pupil_id or ""),
            "answer_count": len(self.answers),
            "revealed": self.is_revealed,
            "counts": counts,
        }


def _round_answer(value: float) -> float:
    """Round an answer for counting; -0.0 becomes 0.0."""
    return round(value, ANSWER_DECIMALS) + 0.0


def _histogram(numbers: Sequence[float]) -> list[tuple[str, int]]:
    """Group sorted numbers into ranges of equal width; return each range as text with its count."""
    low, high = numbers[0], numbers[-1]
    count = max(2, min(MAX_CHOICES, round(len(numbers) ** 0.5)))
    width = (high - low) / count
    found = [0] * count
    for number in numbers:
        found[min(count - 1, int((number - low) / width))] += 1
    ends = [f"{low + at * width:.3g}" for at in range(count + 1)]
    return [(f"{ends[at]} to {ends[at + 1]}", found[at]) for at in range(count)]


class CheckResults:
    """The last result of each exercise in the lessons, by pupil and exercise.

    Examples
    --------
    >>> progress = CheckResults()
    >>> progress.store("p1", *progress.parse_report("p1", "nim 1", "right"))
    >>> progress.results_of("p1"), progress.results_of("p2")
    ({'nim 1': 'right'}, {})
    >>> progress.store("p2", "cycle 1", "not quite", "C A A")
    >>> progress.board_answer("p2", "cycle 1")
    'C A A'
    """

    def __init__(self) -> None:
        self._results: dict[str, dict[str, str]] = {}
        self._answers: dict[str, dict[str, str]] = {}
        self._report_counts = Counter[str]()
        self._tries: dict[str, dict[str, tuple[int, float | None]]] = {}

    def results_of(self, pupil_id: str) -> dict[str, str]:
        """Return a pupil's latest result for each exercise, by exercise name."""
        return self._results.get(pupil_id, {}).copy()

    def parse_report(self, pupil_id: str, exercise: object, result: object) -> tuple[str, str]:
        """Validate a report, and return the name of the exercise and its result.

        Raise OptionError if the report is malformed, or the pupil has sent too many.
        """
        found = check_choice("the result of a check", result, CHECK_RESULTS)
        name = " ".join(exercise.split()) if isinstance(exercise, str) else ""
        if not 0 < len(name) <= MAX_EXERCISE_NAME_CHARS or not name.isprintable():
            raise_option_error(
                "the name of an exercise",
                f"must have 1 to {MAX_EXERCISE_NAME_CHARS} letters",
                exercise,
            )
        if name not in (known := self.results_of(pupil_id)) and len(known) >= MAX_EXERCISES:
            msg = f"too many exercises: the limit is {MAX_EXERCISES}, {short_repr(name)} is lost"
            raise OptionError(msg)
        if self._report_counts[pupil_id] >= MAX_REPORTS:
            msg = f"too many reports: the limit is {MAX_REPORTS}, {short_repr(name)} is lost"
            raise OptionError(msg)
        return name, found

    def store(
        self,
        pupil_id: str,
        exercise: str,
        result: str,
        answer: str = "",
        at: float | None = None,
    ) -> None:
        """Store a pupil's result for an exercise, its Unix time, and any answer on a board."""
        self._results.setdefault(pupil_id, {})[exercise] = result
        self._tries.setdefault(pupil_id, {})[exercise] = (
            self.tries_of(pupil_id, exercise)[0] + 1,
            at,
        )
        self._report_counts[pupil_id] += 1
        if answer:
            self._answers.setdefault(exercise, {})[pupil_id] = answer

    def tries_of(self, pupil_id: str, exercise: str) -> tuple[int, float | None]:
        """Return the number of a pupil's results for an exercise, and the time of the last one."""
        return self._tries.get(pupil_id, {}).get(exercise, (0, None))

    def board_answer(self, pupil_id: str, exercise: str) -> str:
        """Return a pupil's answer to an exercise on a board; empty if there is none."""
        return self._answers.get(exercise, {}).get(pupil_id, "")

    def to_message(self, people: People) -> dict[str, Any]:
        """Return all exercises, results and answer counts, for the dashboard."""
        here = [pupil for pupil in people if pupil.id in self._results]
        names = sorted(
            {name for pupil in here for name in self._results[pupil.id]}, key=_exercise_sort_key
        )
        rows = [
            {
                "name": pupil.name,
                "results": [self._results[pupil.id].get(name, "") for name in names],
            }
            for pupil in here
        ]
        answers = [
            (name, Counter(self._answers[name].values()).most_common(MAX_CHOICES))
            for name in sorted(self._answers, key=_exercise_sort_key)
        ]
        return {"exercises": names, "rows": rows, "answers": answers}

    def solved_count(self, pupil_id: str) -> int:
        """Return the number of exercises that a pupil has solved."""
        return [*self.results_of(pupil_id).values()].count("right")

    def __bool__(self) -> bool:
        """Return True if any pupil has reported a result."""
        return bool(self._results)


def _exercise_sort_key(name: str) -> tuple[str, int, str]:
    """Return a key to sort exercises by lesson, then by number."""
    lesson, _, last = name.rpartition(" ")
    return lesson, int(last) if last.isdecimal() else 0, last
