"""The plan of a lesson: steps that the teacher starts one after another.

A step is a list of commands of the wall, those that its forms send. So a step can do nothing that
the teacher cannot do by hand.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

from polygames.core.options import raise_option_error

if TYPE_CHECKING:
    from collections.abc import Mapping


@dataclass(frozen=True, slots=True)
class LessonStep:
    """A step of a lesson: its title on the wall, and the commands of the wall that it sends."""

    title: str
    commands: list[dict[str, Any]]
    ends_games: bool = False
    """Whether the step ends the games of the class, as a new round does."""


@dataclass(frozen=True, slots=True)
class LessonPlan:
    """The plan of a lesson: its title and its steps.

    Examples
    --------
    >>> plan = LessonPlan("Monday", (LessonStep("Pause", [{"do": "pause", "paused": True}]),))
    >>> LessonPlan.from_json(plan.to_json()) == plan, plan.find_step(1).title
    (True, 'Pause')
    """

    title: str
    steps: tuple[LessonStep, ...]

    def to_json(self) -> dict[str, Any]:
        """Return the plan as data for the file of a class."""
        return {"title": self.title, "steps": [asdict(each) for each in self.steps]}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> LessonPlan:
        """Return the plan in the file of a class."""
        return cls(data["title"], tuple(LessonStep(**each) for each in data["steps"]))

    def find_step(self, number: int) -> LessonStep:
        """Return a step by its number, from 1 on. Raise OptionError if there is none."""
        if not 1 <= number <= len(self.steps):
            raise_option_error("the step", f"must be from 1 to {len(self.steps)}", number)
        return self.steps[number - 1]
