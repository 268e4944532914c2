"""What is said in a room: a message to all, a question with its answers, reports of exercises."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from polygames.classroom.room.ledger import Ledger, synchronized
from polygames.classroom.room.question import Question
from polygames.core.errors import OptionError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from polygames.classroom.room.people import Pupil

LONGEST_MESSAGE: Final = 200


class Messages(Ledger):
    """What the teacher says and asks, and what pupils answer."""

    @synchronized
    def say(self, text: str) -> None:
        """Say something to all; an empty text takes it away."""
        shown = plain_text(text)
        self._write(do="say", text=shown)
        self._tell(None)

    @synchronized
    def ask(self, text: str, choices: Sequence[str] = ()) -> None:
        """Ask all a question: with choices, or else for a number. It replaces the one before.

        Raises
        ------
        OptionError
            If there is no question, or one choice only, or too many.
        """
        found = Question.of(plain_text(text), [plain_text(each) for each in choices])
        self._write(do="ask", text=found.text, choices=list(found.choices))
        self._tell(None)

    @synchronized
    def predict(self, pupil: Pupil, said: object) -> None:
        """Take a pupil's answer; it can be changed until the answers are shown.

        Raises
        ------
        OptionError
            If nothing is asked, the answers are shown already, or it is none.
        """
        if self.question is None or self.question.is_revealed:
            msg = "no question waits for an answer"
            raise OptionError(msg)
        found = self.question.read(said)
        if self.question.answers.get(pupil.id) != found:
            self._write(do="predict", id=pupil.id, said=found)
            self._tell_wall()

    @synchronized
    def reveal(self) -> None:
        """Show all what was answered, as counts."""
        if self.question is not None and not self.question.is_revealed:
            self._write(do="reveal")
            self._tell(None)

    @synchronized
    def unask(self) -> None:
        """Take the question away."""
        if self.question is not None:
            self._write(do="unask")
            self._tell(None)

    @synchronized
    def report(self, pupil: Pupil, exercise: object, said: object) -> None:
        """Take what a check of a lesson has said in a pupil's notebook.

        Raises
        ------
        OptionError
            If it is no report, or there are too many.
        """
        name, found = self.progress.read(pupil.id, exercise, said)
        if self.progress.said(pupil.id, name) != found:
            self._write(do="report", id=pupil.id, exercise=name, said=found)
            self._tell_wall()


def plain_text(text: object) -> str:
    r"""Return what a teacher says on one line, not too long.

    Examples
    --------
    >>> plain_text(" Five  minutes\nmore ")
    'Five minutes more'
    """
    given = text if isinstance(text, str) else ""
    shown = "".join(c if c.isprintable() else " " for c in given[: 4 * LONGEST_MESSAGE])
    return " ".join(shown.split())[:LONGEST_MESSAGE].strip()
