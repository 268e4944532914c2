"""Saving, loading and resuming games; copying positions and setting them up."""

from __future__ import annotations

import errno
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import ipywidgets as widgets

from polygames.core.errors import OptionError, PolygamesError
from polygames.records.files import located
from polygames.records.record import load
from polygames.runtime.owner import owned
from polygames.scene.drawn_marks import COLORS, KINDS
from polygames.widgets.autosave import contents_of, in_plain_words, last_games, would_lose
from polygames.widgets.header import in_words
from polygames.widgets.panels.panel import Board, Panel
from polygames.widgets.view import Pen

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from polygames.core.game_info import GameInfo, PresetText
    from polygames.widgets.autosave import SavedGame
    from polygames.widgets.session import Session
    from polygames.widgets.toolbar import Shared


ABOUT_TEXT: Final = (
    "This text holds the whole position with its rules, for another board or a program. Paste one "
    "here and press <i>Set up this position</i>."
)


FEW: Final = 4
"""More values than this are no answer to a question."""


class Rule(NamedTuple):
    """An option of a game as the form for a new game asks for it, and its value."""

    question: str
    answer: str
    """Empty where the question, as it stands, says all."""
    about: str = ""
    """One line more about it."""


def rules_in_words(info: GameInfo, options: Mapping[str, Any]) -> list[Rule]:
    """Return the rules that a game is played by, as the form asks for them: question and answer.

    What is drawn rather than said, such as a board of one's own, is left out.

    Examples
    --------
    >>> import polygames as pg
    >>> rules = rules_in_words(pg.game("polygon"), pg.new("polygon").options)
    >>> [rule[:2] for rule in rules[:2]]
    [('Corners', '6'), ('A crossing is a point', 'if its two colours differ')]
    >>> rules_in_words(pg.game("splinter"), pg.new("splinter").options)[2]
    Rule(question='A piece may step straight back', answer='', about='')
    """
    from polygames.widgets.panels.new_game import question_of

    told: list[Rule] = []
    for name in info.defaults:
        value, question = options.get(name), question_of(info, name)
        is_drawn = value is None or (isinstance(value, tuple | dict) and len(value) > FEW)
        if is_drawn or name == info.seats_option:
            continue
        words = question.words.get(value)
        if isinstance(value, bool) and words:
            told.append(Rule(words, "", question.help))
        else:
            told.append(Rule(question.label, words or _answer(value), question.help))
    return told


def _answer(value: Any) -> str:
    """Return a value as people write it.

    Examples
    --------
    >>> _answer(True), _answer((1, 8)), _answer(1e-6), _answer(5.0)
    ('yes', '1, 8', '0.000001', '5')
    """
    match value:
        case bool():
            return "yes" if value else "no"
        case tuple():
            return ", ".join(map(_answer, value))
        case float():
            return f"{value:.10f}".rstrip("0").rstrip(".")
    return str(value)


def list_of_rules(rules: list[Rule], preset: PresetText | None = None) -> str:
    """Write the rules as HTML, a line for each, below what the form says of all of them.

    Examples
    --------
    >>> list_of_rules([Rule("Penalty", "0.5", "What it costs.")])
    '<ul class="polygames-rules"><li>Penalty: <b>0.5</b> <span>What it costs.</span></li></ul>'
    """
    first = "" if preset is None else f"<b>{escape(preset.title)}.</b> {escape(preset.sentence)}"
    lines = [first, *map(_line, rules)]
    items = "".join(f"<li>{line}</li>" for line in lines if line)
    return f'<ul class="polygames-rules">{items}</ul>'


def _line(rule: Rule) -> str:
    answer = f": <b>{escape(rule.answer)}</b>" if rule.answer else "."
    about = f" <span>{escape(rule.about)}</span>" if rule.about else ""
    return f"{escape(rule.question)}{answer}{about}"


class ResumeBox:
    """Offers the last games of the board's folder, as long as nothing is played.

    Parameters
    ----------
    session
        What is played at the board.
    go_on
        Called with the game that is chosen.
    attempt
        Runs an action, and says at the board why it was refused.
    shared
        What styles the widgets of the board.
    """

    def __init__(
        self,
        session: Session,
        go_on: Callable[[SavedGame], Any],
        attempt: Callable[[Callable[[], Any]], Any],
        shared: Shared,
    ) -> None:
        self.session, self._go_on, self._attempt = session, go_on, attempt
        self._shared = shared
        self._offered_for: Any = None
        self.box = widgets.VBox(layout=shared.hidden)
        self.box.add_class("polygames-continue")

    def refresh(self) -> None:
        """Offer the games that can be resumed, once for each game at the board."""
        record, folder = self.session.record, self.session.folder
        if record.root.children or folder is None:
            self._show([])
        elif self._offered_for is not record:
            self._show(last_games(folder, record.game))
        self._offered_for = record

    def _show(self, games: list[SavedGame]) -> None:
        """Show a button for each game, or nothing at all."""
        before = self.box.children
        if games or before:
            self.box.children = tuple(map(self._row, games))
            self.box.layout = self._shared.showing(shown=bool(games))
        for old in before:
            self._shared.dispose(old)

    def _row(self, kept: SavedGame) -> widgets.Widget:
        layout, shared = self._shared.layout, self._shared
        button = widgets.Button(
            description="Continue",
            tooltip=f"go on with {kept.file.name}",
            layout=layout,
            style=shared.button_style,
        )
        button.on_click(lambda _: self._attempt(lambda: self._go_on(kept)))
        words = widgets.HTML(escape(kept.words), layout=layout, style=shared.html_style)
        row = widgets.HBox([button, words], layout=layout)
        row.add_class("polygames-continue-game")
        return row


class RecordPanel(Panel):
    """Save and load a record; save it as a page; copy and paste a position."""

    def __init__(self, board: Board) -> None:
        wide = widgets.Layout(width="auto")
        self._where = widgets.HTML()
        name = f"{board.session.record.game}.txt"
        self._path = widgets.Text(value=name, description="File", layout=wide)
        self._text = widgets.Textarea(description="As text", rows=6, layout=wide)
        files = {"Save": self._save, "Load": self._load, "Save as a page": self._save_page}
        texts = {"Copy position": self._copy, "Set up this position": self._set_up}
        pictures = {"Copy picture": board.copy_picture}
        self._said = widgets.HTML()
        self._said.add_class("polygames-form-refusal")
        self._done = widgets.HTML()
        self._shown = ""
        self._pages: set[Path] = set()
        """Pages that were saved from here, which may be replaced."""
        self._refused: tuple[Path, int] | None = None
        """The file that Save did not replace, and when that was written."""
        game = _titled(
            "The game", self._where, self._path, self._row(files), self._said, self._done
        )
        about = f"<span class='polygames-form-help'>{ABOUT_TEXT}</span>"
        position = _titled(
            "The position", self._row({**texts, **pictures}), self._text, widgets.HTML(about)
        )
        self._rules = widgets.HTML()
        rules = _titled("The rules of this game", self._rules)
        marks = _titled("Marks on the board", self._draws())
        super().__init__(board, widgets.VBox([rules, game, position, marks]))
        self.box.add_class("polygames-form")

    def _row(self, actions: Mapping[str, Callable[[], Any]]) -> widgets.HBox:
        """Return a row of buttons, each with what it does."""
        row = []
        for text, action in actions.items():
            button = widgets.Button(description=text, layout=widgets.Layout(width="auto"))
            button.on_click(lambda _, action=action: self._press(action))
            row.append(button)
        return widgets.HBox(row, layout={"flex_flow": "row wrap"})

    def _draws(self) -> widgets.HBox:
        """Return what chooses how marks are drawn on the board, with a finger, too."""
        fitting = widgets.Layout(width="auto")
        kinds = [("nothing", ""), *((kind + "s", kind) for kind in KINDS)]
        kind = widgets.Dropdown(options=kinds, description="Draw", layout=fitting)
        color = widgets.Dropdown(options=list(COLORS), description="in", layout=fitting)
        erase = widgets.Button(description="Erase what is drawn", layout=fitting)

        def choose(_: object) -> None:
            pen = Pen(kind.value or "arrow", color.value, on=bool(kind.value))
            self.board.draw_with(pen)

        kind.observe(choose, "value")
        color.observe(choose, "value")
        erase.on_click(lambda _: self._press(self.board.erase_marks))
        return widgets.HBox([kind, color, erase], layout={"flex_flow": "row wrap"})

    def show(self) -> None:
        """Show where the game is saved, if it is, and the position as text."""
        file, seen = self.board.session.file, self.board.seen().to_text()
        words = "Autosave is off."
        if file is not None:
            words = f"Every move is saved to <code>{escape(_near(file))}</code>"
        self._where.value = words
        from polygames.widgets.panels.new_game import preset_of

        options = self.record.options
        preset = self.info.guide.preset_texts.get(preset_of(self.info, options) or "")
        self._rules.value = list_of_rules(rules_in_words(self.info, options), preset)
        if seen != self._shown:
            self._text.value = self._shown = seen

    def _copy(self) -> None:
        self.board.copy_text(self.board.seen().to_text(), "The position")

    def _save(self) -> None:
        file, record = located(self._path.value), self.record
        with in_plain_words(file):
            if would_lose(file, record):
                self._ask_first(file, "Save")
            saved = record.save(file)
        self._refused = None
        self.board.tell(f"Saved as {saved}")

    def _save_page(self) -> None:
        """Save the game as a page beside its record."""
        file = located(self._path.value).with_suffix(".html")
        with in_plain_words(file):
            if file.exists() and file not in self._pages:
                self._ask_first(file, "Save as a page")
            saved = self.record.save_html(file)
        self._refused = None
        self._pages.add(file)
        self.board.tell(f"Saved as {saved}: open it in any browser")

    def _ask_first(self, file: Path, button: str) -> None:
        """Refuse to save over something else, unless it has just been asked for that again."""
        if file.is_dir():
            raise IsADirectoryError(errno.EISDIR, "is a folder", str(file))
        stands = (file, file.lstat().st_mtime_ns)
        if self._refused != stands:
            self._refused = stands
            msg = f"{file.name} holds {contents_of(file)}. Choose another name, or press {button} "
            raise OptionError(msg + "again to replace it.")

    def _load(self) -> None:
        file = located(self._path.value)
        with in_plain_words(file):
            record = load(file)
        if record.game != self.record.game:
            msg = f"{file} is a record of {record.game}: use pg.play(pg.load(...))"
            raise OptionError(msg)
        self.board.load(record)

    @owned
    def _press(self, action: Callable[[], Any]) -> None:
        """Do what a button says, and say here, too, what came of it or why it was refused."""
        self._said.value = self._done.value = self.board.message = ""
        try:
            action()
            self._done.value = f"<span role='status'>{escape(self.board.message)}</span>"
        except (PolygamesError, OSError, UnicodeError) as error:
            self._said.value = f"<span role='alert'>{escape(in_words(error))}</span>"

    def _set_up(self) -> None:
        self.board.set_position(self._text.value)


def _titled(title: str, *parts: widgets.Widget) -> widgets.VBox:
    """Return a part of the form under its title."""
    head = widgets.HTML(f"<b>{title}</b>")
    made = widgets.VBox([head, *parts])
    made.add_class("polygames-form-part")
    return made


def _near(file: Path) -> str:
    """Return a path as it is found from the working directory, if it is below that."""
    here = Path.cwd()
    return str(file.relative_to(here) if file.is_relative_to(here) else file)
