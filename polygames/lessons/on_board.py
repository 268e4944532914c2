"""Exercises with answers given on the board: by choosing, sliding, painting or playing.

They need no Python, and use the same check as typed answers. The last checked answer is stored only
in the notebook: in the output of its cell, for grading, and in the notebook's metadata, for the
next run of the cell. Jupyter clears the output before a cell runs, so the output is not enough.

The page reads and writes the metadata, because a kernel does not know its notebook. The path of the
notebook does not identify it: a fresh copy may have the same path. In a front end without access to
the metadata, such as VS Code, an exercise is empty when its cell runs again.
"""

from __future__ import annotations

import json
from contextlib import suppress
from functools import partial
from html import escape
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from polygames.lessons.exercise_checks import NOT_YET_PREFIX, exercise_name, feedback_for
from polygames.runtime.progress import report_check

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence
    from types import ModuleType

    from polygames.lessons.figures import Picture

ANSWER_MIME_TYPE: Final = "application/vnd.polygames.answer+json"
"""The MIME type of an answer in the output of a cell: values by name, as JSON."""

WIDE_LAYOUT: Final = {
    "layout": {"width": "min(36em, 98%)"},
    "style": {"description_width": "initial"},
}
PAINTED_CHAR, BLANK_CHAR = "#", "."


class AnswerWidget(NamedTuple):
    """The widget for a part of an answer, with functions for its value as text.

    Attributes
    ----------
    widget
        The widget.
    get_text, set_text
        Functions that return and set the value.
    watch
        A function that registers a listener, which is called after each change of the value.
    """

    widget: Any
    get_text: Callable[[], str]
    set_text: Callable[[str], object]
    watch: Callable[[Callable[[object], object]], object]


class AnswerPart(NamedTuple):
    """A part of an answer: its label, a factory of its widget, and the parser of its text."""

    label: str
    create_widget: Callable[[], AnswerWidget]
    parse: Callable[[str], Any]


class BoardExercise:
    """An exercise that is answered with widgets in a notebook, without Python.

    Parameters
    ----------
    name
        The name of the exercise in reports to a class, such as ``"cycle 1"``.
    judge
        A function of an answer and its words that reports to the class and returns feedback.
    names
        The variable names of the answer's values in a typed answer, separated by spaces.
    parts
        The parts of the answer, from `choice_part`, `slider_part`, `squares_part` or `board_part`.
    read, draw
        Functions of the values of the parts that return the answer, and a picture of it.
    static_html
        The HTML for a page without a kernel.

    Examples
    --------
    >>> from polygames.lessons.cycle import on_board
    >>> on_board
    Exercise 1, to be answered here: against A, against B, against C. Run this cell.
    >>> on_board.submit(["C", "A", "A"])
    'Not quite: B shows 5 in half of the throws. Then it is always higher than C.'
    """

    def __init__(
        self,
        name: str,
        judge: Callable[[Any, str], str],
        names: str,
        *parts: AnswerPart,
        read: Callable[..., Any] | None = None,
        draw: Callable[..., Picture] | None = None,
        static_html: str = "",
    ) -> None:
        self.name, self.names, self.parts, self.static_html = (
            name,
            names.split(),
            parts,
            static_html,
        )
        self._judge, self._to_answer, self._draw = judge, read, draw
        self._answer_widgets: list[AnswerWidget] = []
        self._feedback_html: Any = None
        self._answer_display: Any = None
        self._stored: Any = None
        self._first_texts = list[str]()
        self._checked_texts: list[str] | None = None

    @classmethod
    def for_exercise(
        cls, exercise: Callable[..., None], names: str, *parts: AnswerPart, **more: Any
    ) -> BoardExercise:
        """Return an exercise with widgets that has the name and the check of another exercise."""
        return cls(exercise_name(exercise), partial(feedback_for, exercise), names, *parts, **more)

    def __repr__(self) -> str:
        labels = ", ".join(part.label for part in self.parts)
        which = self.name.rpartition(" ")[2]
        return f"Exercise {which}, to be answered here{labels and ': '}{labels}. Run this cell."

    def submit(self, texts: Sequence[str]) -> str:
        """Store an answer, given as one text per part, and return the feedback on it."""
        if not all(texts):
            return f"{NOT_YET_PREFIX} answer everything, and press Check."
        values = self._values(texts)
        found = self._to_answer(*values) if self._to_answer else values if values[1:] else values[0]
        self._store_answer(texts, found if self.names[1:] else [found])
        return self._judge(found, " ".join(texts))

    def _values(self, texts: Sequence[str]) -> list[Any]:
        return [part.parse(text) for part, text in zip(self.parts, texts, strict=True)]

    def _store_answer(self, texts: Sequence[str], values: Iterable[Any]) -> None:
        if self._stored is None:  # it is not displayed
            return
        self._stored.answer = list(texts)
        held = json.dumps(dict(zip(self.names, values, strict=False)), default=float)
        data: dict[str, Any] = {"text/plain": f"Your answer: {' '.join(texts)}"}
        self._answer_display.update(
            data | ({ANSWER_MIME_TYPE: json.loads(held)} if self.names else {}), raw=True
        )

    # --- On the page ----------------------------------------------------------------------------

    def _ipython_display_(self) -> None:
        from IPython.display import display

        from polygames.widgets.page_widget import StoredAnswer

        show: Any = partial(display, raw=True)
        data, metadata = self.bundle()
        show(data, metadata=metadata)
        self._answer_display = show({"text/plain": ""}, display_id=True)
        if self._stored is not None:
            self._stored.close()
        self._stored = StoredAnswer(exercise=self.name)
        self._stored.observe(self._restore_answer, "answer")

    def _restore_answer(self, change: Any) -> None:
        """Show and check the answer in the notebook, unless the pupil has already begun."""
        if self._checked_texts is not None or self._texts() != self._first_texts:
            return
        with suppress(Exception):  # it is not an answer to this version of the exercise
            for each, text in zip(self._answer_widgets, change["new"], strict=True):
                each.set_text(text)
            self.check()

    def bundle(self) -> tuple[dict[str, Any], dict[str, Any]]:
        """Return the MIME bundle of the widgets, with a picture or text for pages without them."""
        import ipywidgets as widgets

        from polygames.widgets.page_widget import with_input_helper

        self._answer_widgets, self._feedback_html = (
            [part.create_widget() for part in self.parts],
            widgets.HTML(),
        )
        rows = [each.widget for each in self._answer_widgets]
        data: dict[str, Any] = {"text/plain": repr(self)}
        data |= {"text/html": self.static_html} if self.static_html else {}
        metadata: dict[str, Any] = {}
        if (draw := self._draw) is not None:
            shown = widgets.HTML()

            def follow(_: object = None) -> Picture:
                picture = draw(*self._values(self._texts()))
                shown.value = picture.image() if picture.png else escape(picture.description)
                return picture

            for each in self._answer_widgets:
                each.watch(follow)
            data, metadata = follow()._repr_mimebundle_()
            rows.append(shown)
        self._first_texts, self._checked_texts = self._texts(), None
        for each in self._answer_widgets:
            each.watch(self._clear_old_feedback)
        press = widgets.Button(description="Check", tooltip="Check the answer", icon="check")
        press.on_click(lambda _: self.check())
        box = with_input_helper(widgets.VBox([*rows, press, self._feedback_html]))
        return {**box._repr_mimebundle_(), **data}, metadata

    def check(self) -> None:
        """Check the answer in the widgets, and show the feedback below them."""
        self._checked_texts = self._texts()
        said = self.submit(self._checked_texts)
        self._feedback_html.value = f'<div role="alert">{escape(said)}</div>'

    def _clear_old_feedback(self, _: object) -> None:
        """Remove the feedback if the answer has changed since the last check."""
        if self._texts() != self._checked_texts:
            self._feedback_html.value = ""

    def _texts(self) -> list[str]:
        """Return the texts of the answer in the widgets."""
        return [each.get_text() for each in self._answer_widgets]


# --- The parts of an answer ---------------------------------------------------------------------


def choice_part(label: str, options: Iterable[Any]) -> AnswerPart:
    """Return a part of an answer that is chosen from a drop-down list."""
    return _choice_part("Dropdown", label, ["", *options])


def slider_part(label: str, options: Iterable[Any], start: Any) -> AnswerPart:
    """Return a part of an answer that is set by a slider over numbers or points.

    A slider over a range also has a field to type a number into.
    """
    if isinstance(options, range):
        return AnswerPart(label, partial(_number_slider, label, options, start), int)
    return _choice_part("SelectionSlider", label, options, value=start)


def _number_slider(label: str, numbers: range, start: int) -> AnswerWidget:
    import ipywidgets as widgets

    slider = widgets.IntSlider(
        start, numbers[0], numbers[-1], numbers.step, description=label, **WIDE_LAYOUT
    )

    def set_text(text: str) -> None:
        slider.value = int(text)

    return AnswerWidget(
        slider, lambda: str(slider.value), set_text, partial(slider.observe, names="value")
    )


def _choice_part(kind: str, label: str, options: Iterable[Any], **more: Any) -> AnswerPart:
    named = {str(each): each for each in options}

    def make() -> AnswerWidget:
        import ipywidgets as widgets

        widget = getattr(widgets, kind)(
            options=[*named.items()], description=label, **WIDE_LAYOUT, **more
        )
        return AnswerWidget(
            widget,
            lambda: widget.label or "",
            partial(setattr, widget, "label"),
            partial(widget.observe, names="value"),
        )

    return AnswerPart(label, make, named.__getitem__)


def squares_part(label: str, rows: int, columns: int, names: Sequence[str] = ()) -> AnswerPart:
    """Return a part of an answer that is painted on a grid of squares.

    Its value is a list of rows with ``"#"`` for each painted square.
    """

    def make() -> AnswerWidget:
        import ipywidgets as widgets

        size = {"width": "44px", "height": "40px", "margin": "1px", "padding": "0"}
        cells = [widgets.ToggleButton(layout=size) for _ in range(rows * columns)]
        for cell, name in zip(cells, names, strict=False):
            cell.description = name

        def show(_: object = None) -> None:
            for at, cell in enumerate(cells):
                where = f"row {at // columns + 1}, column {at % columns + 1}"
                where = names[at] if names else where
                cell.tooltip = f"{where}: {'painted' if cell.value else 'blank'}"
                cell.button_style = "primary" if cell.value else ""

        def read() -> str:
            signs = "".join(PAINTED_CHAR if cell.value else BLANK_CHAR for cell in cells)
            return "/".join(signs[at : at + columns] for at in range(0, len(signs), columns))

        def put(text: str) -> None:
            for cell, sign in zip(cells, text.replace("/", ""), strict=True):
                cell.value = sign == PAINTED_CHAR

        def watch(listener: Callable[[object], object]) -> None:
            for cell in cells:
                cell.observe(listener, "value")

        show()
        watch(show)
        grid = widgets.GridBox(cells, layout={"grid_template_columns": f"repeat({columns}, 46px)"})
        return AnswerWidget(widgets.VBox([widgets.Label(label), grid]), read, put, watch)

    return AnswerPart(label, make, lambda text: text.split("/"))


def board_part(label: str, game: str, **options: Any) -> AnswerPart:
    """Return a part of an answer that is played on a board and stored as moves in text form."""

    def make() -> AnswerWidget:
        import ipywidgets as widgets

        import polygames as pg

        start = pg.new(game, **options)
        board = pg.play(start, seats=("human", "human"), autosave=None)

        def put(text: str) -> None:
            board.new()
            for move in text.split():
                board.play(move)

        box = widgets.VBox([widgets.Label(label), board])
        return AnswerWidget(
            box,
            lambda: " ".join(map(str, board.record.moves)),
            put,
            partial(board.pointer.observe, names="frame"),  # it is sent after each move
        )

    return AnswerPart(label, make, str)


def question(lesson: ModuleType, replies: Mapping[str, str]) -> BoardExercise:
    """Return the first question of a lesson as an exercise with widgets, reported as number 0.

    The replies are the feedback on each possible answer; the right one's starts with "Yes".

    Examples
    --------
    >>> from polygames.lessons import nim
    >>> question(nim, {"I begin": "No.", "The other one": "Yes. Copy."}).submit(["I begin"])
    'No.'
    """
    name = f"{lesson.__name__.rpartition('.')[2]} 0"

    def judge(chosen: str, words: str) -> str:
        said = replies[chosen]
        report_check(name, "right" if said.startswith("Yes") else "not quite", words)
        return said

    closed = "<details><summary>{}</summary>{}</details>"
    page = "".join(closed.format(*map(escape, each)) for each in replies.items())
    return BoardExercise(
        name, judge, "", _choice_part("RadioButtons", "", replies, index=None), static_html=page
    )
