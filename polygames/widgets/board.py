"""The board: one widget that plays every game, by mouse, touch, keys or Python."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar, Final, Self, cast

import ipywidgets as widgets

from polygames.core.errors import OptionError, RecordError
from polygames.core.options import number, refuse, whole
from polygames.core.protocol import CHANCE
from polygames.core.registry import info_of
from polygames.core.words import caption, merits, move_words
from polygames.records.mark_text import toggled
from polygames.records.record import Record
from polygames.runtime.owner import OWNER, owned
from polygames.scene.palette import PURPLE
from polygames.search.analysis.readiness import is_quick_look
from polygames.view.frame import primitives
from polygames.view.overlay import overlay
from polygames.widgets.live_analysis import Live, looks
from polygames.widgets.panels.analysis import (
    INVITATION,
    AnalysisPanel,
    depth_words,
    standing,
)
from polygames.widgets.panels.panel import (
    ANALYSIS,
    BY_ANALYSIS,
    GAMES,
    HELP,
    MOVES,
    NEW,
    PUZZLE,
    RECORD,
    REVIEW,
    TRAIN,
    Panel,
    Tabs,
)
from polygames.widgets.remote.session import RemoteSession
from polygames.widgets.seats import known_players
from polygames.widgets.session import Session
from polygames.widgets.toolbar import Toolbar, dispose
from polygames.widgets.view import BoardView, Pen

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from polygames.core.analysis import Analysis
    from polygames.records.node import Node
    from polygames.scene.drawn_marks import Place
    from polygames.scene.model import Scene
    from polygames.search.puzzles.puzzle import Puzzle
    from polygames.search.study.cards import Card
    from polygames.search.study.collection import Collection
    from polygames.search.study.deck import Deck
    from polygames.search.study.explorer import Explorer
    from polygames.widgets.autosave import SavedGame
    from polygames.widgets.panels.new_game import NewPanel
    from polygames.widgets.panels.puzzle import PuzzlePanel
    from polygames.widgets.panels.record import ResumeBox
    from polygames.widgets.panels.review import ReviewPanel
    from polygames.widgets.panels.train import TrainPanel
    from polygames.widgets.remote.box import RemoteBox

QUICK_HINT: Final = "A first guess; a better hint comes in a moment."
WAITED_HINT: Final = (
    "A first guess. A better hint comes when the search is ready: the first time it takes some "
    "seconds."
)

READYING: Final = "The search is getting ready; the first time it takes some seconds …"

HINT_SECONDS: Final = 1.0
"""How long a hint is thought about where no analysis runs."""


class BoardWidget(BoardView):
    """A game on a board.

    Everything the buttons do is a method as well: `play`, `undo`, `redo`, `new`, `hint`,
    `save`, `load`. `record` holds the game, `state` the position, and both can be used in
    other cells at any time.
    """

    help_text: ClassVar[str] = ""
    """What the help says of a game's own board, as Markdown."""

    _is_made = False
    _shown_analysis: Analysis | None = None
    _is_kept = False
    """Whether the analysis that is shown was stopped, and stays to be read."""
    _is_guess = False
    """Whether the hint that is shown is a quick look's, and a better one is waited for."""
    _is_row_pointed = False
    """Whether somebody points at a row of the analysis: the page draws its line, and nothing else
    of the analysis is on the picture then."""

    def __new__(cls, session: Session, *, size: int | None = None) -> Self:
        """Refuse a session or a size that is none while there is nothing to be closed again."""
        if not isinstance(session, Session):
            refuse("what a board shows", "must be a session", session)
        width_of(size)
        board: Self = super().__new__(cls, session, size=size)
        return board

    def __init__(self, session: Session, *, size: int | None = None) -> None:
        self.hint_agent = BY_ANALYSIS if info_of(session.state).agents else None
        """Who gives hints: the analysis, or an agent that was chosen in the form; None if the game
        has no agents."""
        with OWNER:
            super().__init__(session, size=width_of(size))
            self._toolbar = Toolbar(self)
            self._live = Live(
                self._show_analysis, self.show_error, self._show_thought, self._prepare
            )
            self._analysis_panel = AnalysisPanel(
                self,
                play=self._play_row,
                see=self._see_page,
                walk=self._walk_line,
                look=self._looking_time,
                point=self._point_at_rows,
            )
            self._resume: ResumeBox | None = None
            self._extras = widgets.VBox(self.extras(), layout=self.shared.layout)
            self._extras.add_class("polygames-extras")
            self._remote = self._make_remote()
            self._pages = Tabs(self.pages(), self.page_opened, self.shared.layout)
            self._grid.children += (self._toolbar.box, self._extras, self._pages.box)
            self._is_made = True
            self._live.follow(self.seen())
            session.on_change = self.refresh
            session.on_error = self.show_error
            self.refresh()
            session.advance()

    # What a person can do, as calls

    def play(self, move: Any) -> None:
        """Play a move, given as such or as text.

        Raises
        ------
        InvalidMoveError, IllegalMoveError
            If it is refused; nothing has changed then.
        """
        self.session.play(move)

    def undo(self) -> None:
        """Take back to the last choice that a person had; RecordError at the start.

        Where a better move is looked for in a review, that position is the start.
        """
        if self.to_better is None:
            self.session.undo()
        elif self.record.node is self.to_better:
            msg = "nothing to take back: play a better move, or go back to the game"
            raise RecordError(msg)
        else:
            self.go(self.to_better)

    def redo(self) -> None:
        """Play forward again what was taken back; RecordError if nothing was."""
        self.session.redo()

    @owned
    def new(self, *, seats: Sequence[str] | None = None, **options: Any) -> None:
        """Start a new game; without options, with those of the game on the board."""
        start = self.info.new(**(options or self.record.options))
        self.begin(Record(start), seats)

    @owned
    def load(self, record: Record) -> None:
        """Go on with a record, for example from `polygames.load`.

        Raises
        ------
        OptionError
            If it is no record of this game.
        """
        if not isinstance(record, Record) or record.game != self.record.game:
            refuse("what a board continues", f"must be a record of {self.record.game}", record)
        self.begin(record)

    @owned
    def resume(self, kept: SavedGame) -> None:
        """Go on with a game that was kept: in its own file, with those who played it."""
        players = known_players(kept.record)
        keeper = self.session.keep_in(kept.file, kept.record)
        self.begin(kept.record, players)
        self.tell(f"You go on with {keeper.file.name}")

    @owned
    def set_position(self, text: str) -> None:
        """Start from a position given as text; PositionError if it is none of this game."""
        self.begin(Record(self.info.from_text(text)))

    def save(self, path: str | Path) -> Path:
        """Write the record to a file, whole or not at all, and return its path."""
        return self.record.save(path)

    @owned
    def hint(self, agent: str | None = None) -> None:
        """Say what to play: by the analysis, or an agent (`hint_agent` by default).

        Raises
        ------
        OptionError
            If the game has no such agent, or none at all.
        """
        name = agent or self.hint_agent
        if name is None:
            msg = f"{self.info.title} has no agent to give a hint"
            raise OptionError(msg)
        if self.state.outcome is not None:
            return
        if name != BY_ANALYSIS:
            self.session.ask(name, self.show_hint)
            return
        known = self._live.known(self._position.state)
        if known is not None and not is_quick_look(known):
            self._take_hint(known)
        else:
            self.session.follow(partial(looks, HINT_SECONDS), self._take_hint)

    @owned
    def analyse(self, seconds: float = 2.0) -> None:
        """Look at the position for some seconds, once, and show what the moves are worth."""
        seconds = number("the option seconds", seconds, above=0)
        if self.state.outcome is None:
            self.session.follow(partial(looks, seconds), self._show_analysis)

    @property
    def analysing(self) -> bool:
        """Whether each position is analysed while somebody looks; set it to begin or to stop."""
        return self._is_made and self._live.is_on

    @analysing.setter
    @owned
    def analysing(self, on: bool) -> None:
        if on:
            self._pages.open(ANALYSIS)
            self._is_row_pointed = False
        self._live.is_on = bool(on)
        if on or self._shown_analysis is None:
            self._no_analysis()
        self._is_kept = not on and self._shown_analysis is not None
        self._live.switch(on=on)  # what was found out stays on the page, paler
        if not on:
            self.show_marks(())
        self.send_frame()
        self.refresh()

    @property
    def has_analysed(self) -> bool:
        """Whether the position on the board is analysed, and nothing more is looked for."""
        return self.analysing and self._shown_analysis is not None and not self._live.is_thinking

    @property
    def analysis(self) -> Analysis | None:
        """The analysis of the position that is shown; None if there is none."""
        return self._shown_analysis

    def zoom(self, factor: float | None) -> None:
        """Zoom in (a factor below 1) or out; None shows the whole board."""
        self.pointer.send({"kind": "zoom", "factor": factor})

    def copy(self) -> None:
        """Put the position as text on the clipboard of the person at the board."""
        self.copy_text(self.seen().to_text(), "The position")

    def copy_picture(self) -> None:
        """Put the picture of the position on the clipboard, with all that is drawn on it."""
        self.pointer.send({"kind": "picture"})
        self.tell("The picture is on the clipboard.")

    @owned
    def draw_with(self, pen: Pen) -> None:
        """Choose how marks are drawn at this board."""
        self.pen = pen
        self.send_frame()

    @owned
    def erase_marks(self) -> None:
        """Take away all that is drawn on the position."""
        self.record.annotate(marks=[])

    @owned
    def draw_mark(self, what: str, places: Sequence[Place], color: str) -> None:
        """Draw a mark on the position, or erase it if it is there; a number is the next one.

        Raises
        ------
        OptionError
            If there is no such mark, or at no such place.
        """
        self.record.annotate(marks=toggled(self.record.node, what, places, color))

    def copy_text(self, text: str, what: str) -> None:
        """Put a text on the clipboard of the person at the board, and say what it is."""
        self.pointer.send({"kind": "copy", "text": text})
        self.tell(f"{what} is on the clipboard.")

    def go(self, node: Node) -> None:
        """Look at a place of the record: `record.root`, or any node that follows it.

        Who plays on from there makes a branch.
        """
        self.session.go(node)

    @owned
    def review(self) -> None:
        """Look back at the game: what each move cost, and what was better."""
        self._pages.open(REVIEW)
        cast("ReviewPanel", self.panel(REVIEW)).start()

    def open_new(self) -> None:
        """Turn to the form for a new game, or back to the page before."""
        self._pages.toggle(NEW)

    def open_record(self) -> None:
        """Turn to the form that saves and loads, or back to the page before."""
        self._pages.toggle(RECORD)

    def open_help(self) -> None:
        """Turn to how to play, or back to the page before."""
        self._pages.toggle(HELP)

    def close_panels(self) -> None:
        """Turn to the first page."""
        self._pages.open(ANALYSIS)

    @owned
    def close(self) -> None:
        """Stop agents and give up every widget of the board."""
        if self._is_made:  # else it was refused while it was made
            self.session.close()
            self._live.close()
            self._pages.close()
            for child in self.children:
                dispose(child)
            self.shared.close()
            self.layout.close()
        super().close()

    def words_of_page(self) -> str:
        """Return what the open page says of the position: a review, or a puzzle."""
        if not self._is_made:
            return ""
        panel = self._pages.made.get(self._pages.shown)  # there is none while it is being made
        return "" if panel is None else panel.words

    # What a game's own board may add to, or do in another way

    def extras(self) -> tuple[widgets.Widget, ...]:
        """Return what stands below the tools; called once, before anything is shown."""
        return ()

    def pages(self) -> dict[str, Callable[[], Panel]]:
        """Return what makes the pages of the panel, by their names; called once, after `extras`.

        A page is made, and what it is made of imported, when somebody first turns to it.
        """
        return {
            ANALYSIS: lambda: self._analysis_panel,
            MOVES: self._make_moves,
            REVIEW: self._make_review,
            NEW: self.new_panel,
            RECORD: self._make_record,
            HELP: self._make_help,
        }

    def new_panel(self) -> NewPanel:
        """Return the form for a new game."""
        from polygames.widgets.panels.new_game import NewPanel

        return NewPanel(self)

    def review_parts(self) -> tuple[widgets.Widget, ...]:
        """Return what a game adds to the page that looks back; called once."""
        return ()

    def page_opened(self, name: str) -> None:
        """Make ready what is on a page that somebody turned to."""
        if name in {REVIEW, PUZZLE, TRAIN} and self.analysing:
            self.analysing = False  # else its marks stand over what is reviewed, or tell the answer

    def panel(self, name: str) -> Panel:
        """Return what is on a page, given by the name on its tab."""
        return self._pages.panel(name)

    @owned
    def open_page(self, name: str) -> None:
        """Turn to a page of the panel, given by the name on its tab."""
        self._pages.open(name)

    @owned
    def pose(self, puzzle: Puzzle) -> None:
        """Put up a puzzle: a page judges what is played, answers, and goes on to the next."""
        if self._puzzle is None:
            self._pages.add(PUZZLE, partial(self._make_puzzle, puzzle))
        cast("PuzzlePanel", self.panel(PUZZLE)).take_up(puzzle)

    @owned
    def explore(self, games: Collection | Explorer) -> None:
        """Open a page that says what was played in many games, in the position on the board.

        Parameters
        ----------
        games
            What `polygames.collection` returns, or its explorer of this game.
        """
        from polygames.search.study.explorer import Explorer

        explorer = games if isinstance(games, Explorer) else games.explorer(self.info.name)
        if explorer.game != self.info.name:
            refuse("what a board explores", f"must be games of {self.info.name}", games)
        self._pages.put(GAMES, partial(self._make_games, explorer))

    @owned
    def train(self, deck: Deck) -> None:
        """Open a page that deals the cards of a deck that are of this game.

        Raises
        ------
        OptionError
            If the deck has no card of this game.
        """
        cards = deck.due(game=self.info.name) or sorted(
            (card for card in deck if card.game == self.info.name), key=lambda card: card.due
        )
        if not cards:
            refuse("what a board trains", f"must be a deck with cards of {self.info.name}", deck)
        self._pages.put(TRAIN, partial(self._make_train, deck, cards[0]))
        cast("TrainPanel", self.panel(TRAIN)).put_up(cards[0])

    @property
    def is_puzzling(self) -> bool:
        """Whether a puzzle or a card is on the board: nothing else gives its answer away."""
        return any(each.is_on_board for each in self._posed)

    @property
    def to_better(self) -> Node | None:
        """The position of a review in which a better move is looked for; None if none is."""
        made = self._pages.made if self._is_made else {}
        review = cast("ReviewPanel | None", made.get(REVIEW))
        return None if review is None else review.posed

    @property
    def is_asked(self) -> bool:
        """Whether its move is still to be found."""
        return any(each.is_asked for each in self._posed)

    @property
    def _posed(self) -> list[PuzzlePanel | TrainPanel]:
        trained = cast("TrainPanel | None", self._pages.made.get(TRAIN)) if self._is_made else None
        return [each for each in (self._puzzle, trained) if each is not None]

    @property
    def _puzzle(self) -> PuzzlePanel | None:
        made = self._pages.made if self._is_made else {}
        return cast("PuzzlePanel | None", made.get(PUZZLE))

    @owned
    def begin(self, record: Record, seats: Sequence[str] | None = None) -> None:
        """Put another game on the board; one that its players refuse changes nothing."""
        seats = self.session.seats_for(record, seats)
        self._window, self._shown = None, None
        self.session.restart(record, seats)

    def show_hint(self, move: Any, note: str = "") -> None:
        """Say and mark what an agent would play."""
        shown = self._position
        names = self.session.names
        why = merits(shown.state, (move,), names)
        said = f"Hint: {move_words(shown.state, move, names)}. {why}".strip()
        self.tell(f"{said} {note}".strip())
        self.lay_over(lambda: self.picture_of(self.state, move, PURPLE))

    def act(self, content: dict[str, Any]) -> None:
        """Do what a message of the client says, one that `polygames.view.messages` has read."""
        match content:
            case {"kind": "move", "spelling": spelling} if spelling in (
                ways := self._position.ways
            ):
                self.play(ways[spelling])
            case {"kind": "line", "start": start, "end": end} if self.info.board.boundary:
                draw = self.state.draw  # type: ignore[attr-defined]  # games with lines have it
                self.play(draw(start, end))
            case {"kind": "ends", "at": at}:
                self._show_ends(at)
            case {"kind": "draw", "what": "nothing"}:
                self.erase_marks()
            case {"kind": "draw", "what": what, "places": places, "color": color}:
                space = content.get("space")
                at = [e if isinstance(e, str) else self.in_picture(e, space) for e in places]
                self.draw_mark(what, at, color)
            case {"kind": "peek", "spelling": spelling}:
                self.pointer.send(content | {"moves": self._position.begun(spelling)})
            case {"kind": "key", "key": "u"}:
                self.undo()
            case {"kind": "key", "key": "r"}:
                self.redo()
            case {"kind": "key", "key": "?"}:
                self.open_help()

    def frame(self) -> dict[str, Any]:
        """Return what the client is told; ``maps``: whether lines from a place can be valued."""
        return super().frame() | {
            "maps": self.analysing and self.info.board.overlay_from is not None
        }

    def show_rest(self) -> None:
        """Show what has changed beside the picture, also in the toolbar and on the open page."""
        self._wait_for_hint()
        super().show_rest()
        self._toolbar.refresh()
        self._pages.show()
        self._offer_to_resume()
        if self._remote is not None:
            self._remote.refresh()

    def take_position(self, before: Node | None) -> None:
        """Show another position than that of the node before: what was said of that one is over."""
        super().take_position(before)
        self._no_analysis()
        self._live.follow(self.seen())

    def redraw(self, *, anew: bool = True) -> None:
        """Show the position again, and what is drawn of the analysis."""
        super().redraw(anew=anew)
        if anew and self._shown_analysis is not None:
            self._analysis_panel.forget()
            self._show_thought()

    # What it does inside

    def _make_moves(self) -> Panel:
        from polygames.widgets.panels.moves import MovesPanel

        return MovesPanel(self)

    def _make_review(self) -> ReviewPanel:
        from polygames.widgets.panels.review import ReviewPanel

        return ReviewPanel(self, self.review_parts())

    def _make_record(self) -> Panel:
        from polygames.widgets.panels.record import RecordPanel

        return RecordPanel(self)

    def _make_help(self) -> Panel:
        from polygames.widgets.panels.help import HelpPanel

        return HelpPanel(self, self.help_text)

    def _make_puzzle(self, puzzle: Puzzle) -> Panel:
        from polygames.widgets.panels.puzzle import PuzzlePanel

        return PuzzlePanel(self, puzzle)

    def _make_games(self, explorer: Explorer) -> Panel:
        from polygames.widgets.panels.games import GamesPanel

        return GamesPanel(self, explorer)

    def _make_train(self, deck: Deck, card: Card) -> Panel:
        from polygames.widgets.panels.train import TrainPanel

        return TrainPanel(self, deck, card)

    def _make_remote(self) -> RemoteBox | None:
        """Return what stands below a board that plays with another notebook."""
        if not isinstance(self.session, RemoteSession):
            return None
        from polygames.widgets.remote.box import RemoteBox

        made = RemoteBox(self.session, self.attempt, self.copy_text)
        self._extras.children = (made.box, *self._extras.children)
        return made

    def _offer_to_resume(self) -> None:
        """Offer the last games of the board's folder, once there are some."""
        session = self.session
        is_fresh = not session.record.root.children
        if self._resume is None and is_fresh and session.folder is not None:
            from polygames.widgets.panels.record import ResumeBox

            self._resume = ResumeBox(session, self.resume, self.attempt, self.shared)
            self._grid.children += (self._resume.box,)  # below all, so that it moves no button
        if self._resume is not None:
            self._resume.refresh()

    def _show_analysis(self, analysis: Analysis) -> None:
        """Show an analysis of the position on the board, in the panel and over the picture."""
        if analysis.state != self._position.state:
            return
        self._shown_analysis, self._is_kept = analysis, False
        self._analysis_panel.show_analysis(analysis, self.picture_of, status=self._thought_words())
        if not self.analysing:
            self._pages.open(ANALYSIS)
        self.lay_over(partial(self._analysis_overlay, analysis))

    def _analysis_overlay(self, analysis: Analysis) -> Scene:
        """Draw an analysis over the picture; nothing while one line of it is looked at."""
        if self._is_row_pointed:
            return ()
        return overlay(analysis, self._position.scene, self.picture_of)

    def _point_at_rows(self, on: bool) -> None:  # noqa: FBT001 - it is what it says
        """Take the marks of the analysis away while a row is pointed at, and put them back."""
        if on != self._is_row_pointed:
            self._is_row_pointed = on
            if self._shown_analysis is not None:
                self._renew_overlay()
                self._paint()

    def _prepare(self, analysis: Analysis) -> None:
        """Find out what will be shown of an analysis, in the thread that made it."""
        overlay(analysis)  # where it takes long the game remembers what it found
        self._analysis_panel.prepare(analysis, self.picture_of)

    def _take_hint(self, found: Analysis) -> None:
        """Show the best move of an analysis; after a quick look a better one follows."""
        if is_quick_look(found):
            self._is_guess = True
            self.show_hint(found.best, QUICK_HINT)
        else:
            self._is_guess = False
            self.show_hint(found.best, self.hint_note(found))

    def _wait_for_hint(self) -> None:
        """Say what is waited for: a search that has to be compiled, or nothing any more."""
        thought = self.session.thought
        if not self._is_guess:
            return
        if thought is None:
            self._is_guess = False
            for note in (QUICK_HINT, WAITED_HINT):
                self.message = self.message.removesuffix(note).strip()
        elif thought.compiling:
            self.message = self.message.replace(QUICK_HINT, WAITED_HINT)

    def _show_ends(self, at: tuple[float, float]) -> None:
        """Show what lines from a place on the border are worth, by where they end."""
        found, value = self._shown_analysis, self.info.board.overlay_from
        if found is not None and value is not None:
            self.pointer.send({"kind": "ends", "at": at, "scene": primitives(value(found, at))})

    def _no_analysis(self) -> None:
        """Show none: it is of another position, or nobody wants one."""
        self._shown_analysis = None
        state = self.state
        words = "Looking …" if self.analysing else INVITATION
        if state.outcome is not None:
            words = f"The game is over. {self._ending()}."
        elif self.analysing and state.turn == CHANCE:
            words = "The dice are rolled next: there is nothing to choose."
        self._analysis_panel.say(words)

    def _ending(self) -> str:
        """Say how the game ended, as above the board."""
        return caption(self.state, self.session.names).status.removesuffix(".")

    def _show_thought(self) -> None:
        """Say that the analysis has begun or ended to think."""
        if self._is_made:
            self._toolbar.refresh()
        if self._is_made and self._shown_analysis is not None:
            self._analysis_panel.show_analysis(
                self._shown_analysis,
                self.picture_of,
                status=self._thought_words(),
                is_over=self._is_kept,
            )
        elif self._is_made and self.analysing and self._live.is_compiling:
            self._analysis_panel.say(READYING)

    def _thought_words(self) -> str:
        if not self.analysing:
            found = self._shown_analysis
            return f"Stopped: {depth_words(found)}." if self._is_kept and found else ""
        if self._live.is_compiling:
            return READYING
        return "Looking deeper …" if self._live.is_thinking else "Done."

    def take_row(self, move: Any) -> None:
        """Play a move whose row of the analysis was pressed."""
        self.play(move)

    def hint_note(self, found: Analysis) -> str:
        """Say with a hint how the position stands, where that is proved."""
        return standing(found, self.session.names) if found.is_proved else ""

    def _play_row(self, move: Any) -> None:
        """Play a move of the analysis."""

        def play() -> None:
            if not self.session.is_human_turn:
                msg = "it is not your turn: pause the agents, or go back in Moves"
                raise OptionError(msg)
            self.take_row(move)

        if self._shown_analysis is not None and move in self.state.legal_moves:
            self.attempt(play)

    def _walk_line(self, line: Sequence[Any]) -> None:
        """Put up a later position of a line of the analysis: its moves become a branch."""
        if self._shown_analysis is not None:
            self.attempt(lambda: self.session.walk(line))

    def _looking_time(self, seconds: float | None) -> float:
        """Return how long a position is looked at; another time is chosen with a number."""
        if seconds is not None and seconds != self._live.longest:
            self._live.longest = seconds
            self._live.switch(on=self.analysing)
        return self._live.longest

    def _see_page(self, page: str, *, seen: bool) -> None:
        if seen:
            self._live.see(page)
        else:
            self._point_at_rows(False)  # noqa: FBT003 - it is what it says
            self._live.lose(page)


def width_of(width: object) -> int | None:
    """Return the width of a board in pixels, None for one that fills the room there is.

    Raises
    ------
    OptionError
        If no screen or canvas has it.
    """
    return None if width is None else whole("the width of a board", width, 50, 5000)
