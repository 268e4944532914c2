"""The board widget, for every game, with mouse, touch, keys or Python."""

from __future__ import annotations

from functools import partial
from random import SystemRandom
from typing import TYPE_CHECKING, Any, ClassVar, Final, Self, cast

import ipywidgets as widgets

from polygames.core.descriptions import error_text
from polygames.core.errors import OptionError, PolygamesError, RecordError
from polygames.core.lazy_imports import Lazy
from polygames.core.options import check_duration, raise_option_error, whole
from polygames.core.registry import info_of
from polygames.records.position_marks import toggle_mark
from polygames.records.record import Record
from polygames.runtime.game_lock import GAME_LOCK, with_game_lock
from polygames.runtime.scheduling import has_threads
from polygames.scene.user_marks import DrawnMark, draw_marks, shapes_by_target
from polygames.search.puzzles.puzzle import puzzles
from polygames.search.review import read_review
from polygames.view.frame import move_button_class, scene_to_json
from polygames.view.position_view import view_of
from polygames.view.suggestions import draw_suggestion
from polygames.widgets.board_options import record_players
from polygames.widgets.board_picture import BoardPicture
from polygames.widgets.guide import FirstGameGuide, store_hidden_guide
from polygames.widgets.header import header_html, kernel_stopped_text, static_image, with_strip
from polygames.widgets.hints import Hints
from polygames.widgets.interfaces import (
    ANALYSIS_HINT_SOURCE,
    ANALYSIS_TAB,
    GAMES_TAB,
    HELP_TAB,
    MOVES_TAB,
    NEW_GAME_TAB,
    PLOTS_TAB,
    PUZZLE_TAB,
    RECORD_TAB,
    REVIEW_TAB,
    TRAIN_TAB,
    BoardStyles,
    Pen,
    close_tree,
)
from polygames.widgets.ladder import mark_help
from polygames.widgets.live_analysis import iter_hint_analyses
from polygames.widgets.page_connection import PageConnection
from polygames.widgets.panels.analysis import AnalysisPanel
from polygames.widgets.panels.analysis_text import proved_result_text
from polygames.widgets.panels.panel import Panel, Tabs
from polygames.widgets.panels.saved_games import UnfinishedGames
from polygames.widgets.remote.session import RemoteSession
from polygames.widgets.result_card import ResultCard, rematch_record
from polygames.widgets.session import Session
from polygames.widgets.tasks.timers import Debounce
from polygames.widgets.toolbar import Toolbar

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from pathlib import Path

    from polygames.arena.players import Player
    from polygames.core.analysis import Analysis
    from polygames.core.descriptions import Names
    from polygames.core.game_info import GameInfo
    from polygames.core.links import Link
    from polygames.core.protocol import Seat, State
    from polygames.records.node import Node
    from polygames.scene.model import Scene
    from polygames.scene.user_marks import Place
    from polygames.search.puzzles.puzzle import Puzzle
    from polygames.search.review import Review
    from polygames.study.collection import Collection
    from polygames.study.deck import Card, Deck
    from polygames.study.explorer import Explorer
    from polygames.table.conversation import Conversation
    from polygames.view.frame import Spelling
    from polygames.view.position_view import PositionView
    from polygames.widgets.autosave import SavedGame
    from polygames.widgets.interfaces import BoardOpeners
    from polygames.widgets.painter.pointer import Pointer
    from polygames.widgets.panels.puzzle import PuzzlePanel
    from polygames.widgets.panels.review import ReviewPanel
    from polygames.widgets.panels.train import TrainPanel
    from polygames.widgets.remote.controls import RemoteControls

PANEL_DELAY_SECONDS: Final = 0.03
"""Seconds from the picture to all other updates, so that the page can paint the picture first."""

MAX_BESIDE_WIDTH_PX: Final = 400
"""Largest fixed width of a board with its panels beside it. Wider boards have them below."""


class BoardWidget(widgets.VBox):  # type: ignore[misc]  # ipywidgets ships no types
    """The interactive board of a game in a notebook, with its toolbar and panels.

    Every button is also a method: `play`, `undo`, `redo`, `new`, `hint`, `save`, `load`. `record`
    is the game, and `state` the position. Both can be used in other cells at any time.

    Examples
    --------
    >>> board = pg.play("polygon", n=6, seats=("human", "minimax"), seed=1, autosave=None)
    >>> board.open_help()  # the rules, for the class to read
    >>> board.open_first_panel()
    >>> board.play("A-C")
    >>> [str(move) for move in board.record.moves], board.state.turn
    (['A-C', 'C-E'], 0)
    >>> board.undo()
    >>> board.record.moves
    []
    >>> board.redo()
    >>> board.close()

    The other buttons of the board are methods, too:

    >>> board = pg.play("split", autosave=None)
    >>> board.zoom(0.5)
    >>> board.open_new()
    >>> board.open_record()
    >>> board.copy_picture()
    """

    help_text: ClassVar[str] = ""
    """Help text about the board of one game, as Markdown."""

    openers: BoardOpeners
    """The functions that open another board in the place of this one; set by `polygames.play`."""

    _is_ready = False

    def __new__(cls, session: Session, *, size: int | None = None) -> Self:
        """Check the session and the size before any widget is created."""
        if not isinstance(session, Session):
            raise_option_error("the argument of a board", "must be a session", session)
        check_width(size)
        board: Self = super().__new__(cls, session, size=size)
        return board

    def __init__(self, session: Session, *, size: int | None = None) -> None:
        self.session = session
        self.message = ""
        """The last message about a refused action, or a hint; may be empty."""
        self._refusal = ""
        self.hint_agent = ANALYSIS_HINT_SOURCE if info_of(session.state).agents else None
        """The source of hints: the analysis, or an agent that was chosen in the form. None if the
        game has no agents."""
        self.pen = Pen()
        """The settings for drawing marks."""
        self.shared_styles = BoardStyles()
        """The layouts and styles that most widgets of the board share."""
        with GAME_LOCK:
            self._create_parts(check_width(size))
            super().__init__([self._grid])
            self._add_classes(size)
            self._is_ready = True
            self._analysis_panel.live_analysis.set_state(self.visible_state())
            session.on_change = self.refresh
            session.on_error = self.show_error
            self.refresh()
            session.advance()

    def _create_parts(self, size: int | None) -> None:
        """Create the parts of the board, in the order of their dependencies."""
        plain = self.shared_styles.layout
        self._last_shown: tuple[Node, tuple[str, ...]] | None = None
        self._copy_label = ""  # name of the text that the page has been asked to copy
        self._choices_version = 0  # the version of the choices that are shown
        self._controls_debounce = Debounce(PANEL_DELAY_SECONDS)
        self._guide = FirstGameGuide(self)
        self._page_connection = PageConnection(self)
        self._page_connection.show(self._create_view(), is_new_version=False)
        self._board_picture = BoardPicture(self, self._page_connection.conversation, size)
        self._page_connection.connect(self._board_picture)
        self._analysis_panel = AnalysisPanel(self, self._board_picture)
        self._hints = Hints(self, self._analysis_panel.live_analysis)
        self._toolbar = Toolbar(self)
        self._header = widgets.HTML(layout=plain, style=self.shared_styles.html_style)
        self._choices = widgets.HBox(layout=plain)
        self._result_card = ResultCard(self)
        self._resume_list: UnfinishedGames | None = None
        self._extras = widgets.VBox(self.extra_widgets(), layout=plain)
        self._remote_controls = self._create_remote_controls()
        self._tabs = Tabs(self.panel_factories(), self.prepare_panel, plain)
        parts = [self._header, self._board_picture.layers.box, self._choices]
        parts += [self._toolbar.box, self._extras, self._tabs.box]
        self._grid = widgets.Box(parts, layout=plain)

    def _add_classes(self, size: int | None) -> None:
        """Set the CSS classes of the parts, and the data for a saved notebook."""
        for part, name in (
            (self._header, "head"),
            (self._choices, "choices"),
            (self._extras, "extras"),
            (self._grid, "grid"),
            (self, "board"),
            (self, "calm"),  # until the page changes it: see ``page/more_tools.js``
            (self, f"of-{self.info.name}"),
        ):
            part.add_class(f"polygames-{name}")
        if not self.info.board.has_button_moves:
            self.add_class("polygames-no-move-buttons")
        if size is not None:
            self.add_class("polygames-fixed" if size <= MAX_BESIDE_WIDTH_PX else "polygames-below")
        canvas, is_last = self._board_picture.layers.canvas_id, not has_threads()
        saved = {"view": self.model_id, "canvas": canvas, "title": f"{self.info.title} board"}
        self.pointer.saved = saved | {"is_last": is_last}

    # The record, the position and the picture

    @property
    def record(self) -> Record:
        """The record of the game."""
        return self.session.record

    @property
    def state(self) -> State[Any]:
        """The position on the board."""
        return self.session.state

    @property
    def info(self) -> GameInfo:
        """The description of the game, with its options, agents and board."""
        return info_of(self.state)

    @property
    def version(self) -> int:
        """The version number of the position, to which messages from a page refer."""
        return self._conversation.version

    @property
    def position(self) -> PositionView:
        """The position with its scene, its previews and the moves that can be clicked."""
        return self._conversation.view

    @property
    def scene(self) -> Scene:
        """The scene of the position as the pages show it."""
        return self._board_picture.scene

    @property
    def overlay(self) -> Scene:
        """The scene shown over the picture until the next move, such as a hint or an analysis."""
        return self._board_picture.overlay

    @property
    def pointer(self) -> Pointer:
        """The layer above the picture that handles mouse, touch and keys."""
        return self._board_picture.layers.pointer

    @property
    def analysis(self) -> Analysis | None:
        """The analysis of the position on the board; None if there is none."""
        return self._analysis_panel.analysis

    # The actions of a person, as methods

    def play(self, move: Any) -> None:
        """Play a move, given as a move or as text.

        Raises
        ------
        InvalidMoveError, IllegalMoveError
            If the move is refused. The position is unchanged then.
        """
        self.session.play(move)

    def undo(self) -> None:
        """Undo a person's last move and all moves after it. Raise RecordError at the start.

        In a review, while the person looks for a better move, that position is the start.
        """
        if self.retry_node is None:
            self.session.undo()
        elif self.record.node is self.retry_node:
            msg = "nothing to take back: play a better move, or go back to the game"
            raise RecordError(msg)
        else:
            self.go_to(self.retry_node)

    def redo(self) -> None:
        """Replay the moves that were taken back. Raise RecordError if there are none."""
        self.session.redo()

    @with_game_lock
    def new(self, *, seats: Sequence[str] | None = None, **options: Any) -> None:
        """Start a new game, by default with the options of the game on the board.

        Examples
        --------
        >>> board = pg.play("polygon", n=6, autosave=None)
        >>> board.new(n=12, seats=("human", "solver"))
        >>> board.record.options["n"], dict(board.record.players)
        (12, {0: 'human', 1: 'solver'})
        """
        start = self.info.new(**(options or self.record.options))
        self.show_record(Record(start), seats)

    @with_game_lock
    def rematch(self) -> None:
        """Start a new game with the same rules and players, each on the next seat.

        A game with a random board gets a new one, and its dice a new seed.

        Examples
        --------
        >>> board = pg.play("polygon", n=6, seats=("human", "minimax"), autosave=None)
        >>> board.rematch()
        >>> dict(board.record.players), board.record.options["n"]
        ({0: 'minimax', 1: 'human'}, 6)
        """
        record, players = rematch_record(self.info, self.record), self.session.players
        self.session.seed = SystemRandom().randrange(2**31)
        self.show_record(record, (*players[1:], *players[:1]))
        self.open_first_panel()

    @with_game_lock
    def load(self, record: Record) -> None:
        """Continue a record, for example from `polygames.load`.

        Raises
        ------
        OptionError
            If it is not a record of this game.

        Examples
        --------
        >>> record = pg.Record(pg.new("polygon", n=6))
        >>> record.push("A-C")
        >>> board = pg.play("polygon", autosave=None)
        >>> board.load(record)
        >>> board.state.turn
        1
        """
        if not isinstance(record, Record) or record.game != self.record.game:
            raise_option_error(
                "the record to continue", f"must be a record of {self.record.game}", record
            )
        self.show_record(record)

    @with_game_lock
    def resume(self, saved_game: SavedGame) -> None:
        """Continue a saved game with its own players, in its own file.

        A finished game opens at its end.
        """
        players = record_players(saved_game.record)
        _keeper = self.session.saver.continue_file(
            saved_game.file, saved_game.record
        )  # a record holds it weakly
        self.show_record(saved_game.record, players)
        if not self.session.is_over:  # else the result card is about it
            self.show_message(f"You continue the game of {saved_game.summary}.")

    @with_game_lock
    def set_position(self, text: str) -> None:
        """Start a game from a position given as text. Raise PositionError if it is invalid.

        Examples
        --------
        >>> state = pg.new("polygon", n=6)
        >>> text = state.play(state.parse("A-C")).to_text()
        >>> board = pg.play("polygon", autosave=None)
        >>> board.set_position(text)
        >>> board.state.turn
        1
        """
        self.show_record(Record(self.info.from_text(text)))

    @with_game_lock
    def show_record(self, record: Record, seats: Sequence[str] | None = None) -> None:
        """Put another record on the board; change nothing if its players are refused."""
        seats = self.session.players_for(record, seats)
        self._conversation.reset_page()
        self._last_shown = None
        self.session.restart(record, seats)

    def open_temporary_game(self, record: Record) -> None:
        """Show the record of a puzzle, without autosave; see `return_to_game`."""
        self.show_record(record, self.session.prepare_puzzle(record))

    def return_to_game(self) -> None:
        """Return to the game that a puzzle interrupted. Raise RecordError if there is none."""
        if self.session.waiting_game is None:
            msg = "no game to go back to: this board began with the puzzle"
            raise RecordError(msg)
        self.show_record(*self.session.waiting_game)
        self.open_first_panel()

    def save(self, path: str | Path) -> Path:
        """Write the record to a file atomically, and return its path.

        Examples
        --------
        >>> board = pg.play("polygon", autosave=None)
        >>> board.play("A-C")
        >>> str(pg.load(board.save("lesson.txt")).moves[0])
        'A-C'
        """
        return self.record.save(path)

    def go_to(self, node: Node) -> None:
        """Go to a node of the record: `record.root`, or any node below it.

        A move from there becomes a branch.

        Examples
        --------
        >>> board = pg.play("polygon", n=6, autosave=None)
        >>> board.play("A-C")
        >>> board.go_to(board.record.root)
        >>> board.play("A-D")
        >>> [str(child.move) for child in board.record.root.children]
        ['A-C', 'A-D']
        """
        self.session.go_to(node)

    @with_game_lock
    def hint(self, agent: Player | None = None) -> None:
        """Show a hint from the analysis or an agent, by default from `hint_agent`.

        The agent may be any player that `polygames.match` accepts, such as a function of state and
        rng.

        Raises
        ------
        OptionError
            If the game does not have this agent, or has no agents.

        Examples
        --------
        >>> board = pg.play("polygon", n=5, autosave=None)
        >>> board.hint("minimax")
        >>> board.message
        'Hint: A to C. Blue has only one segment to draw.'
        """
        name = self.hint_agent if agent is None else self.session.agents.add_guest(agent)
        if name is None:
            msg = f"{self.info.title} has no agent to give a hint"
            raise OptionError(msg)
        mark_help(self.record)
        self._hints.request_hint(name)

    @with_game_lock
    def analyse(self, seconds: float = 2.0, *, agent: Player | None = None) -> None:
        """Analyse the position once, for some seconds, and show the values of the moves.

        An agent judges the moves in place of the game's own analysis: see `polygames.analyse`.

        Examples
        --------
        >>> board = pg.play("polygon", n=5, autosave=None)
        >>> board.analyse(seconds=5)
        >>> str(board.analysis.best), board.analysis.value
        ('A-C', 1.0)
        """
        seconds = check_duration("the option seconds", seconds)
        mark_help(self.record)
        if self.state.outcome is None:
            name = None if agent is None else self.session.agents.add_guest(agent)
            thinker = None if name is None else self.session.agents.agent(name)
            self.session.run_analysis(
                partial(iter_hint_analyses, seconds, agent=thinker),
                self._analysis_panel.show_analysis,
            )

    @property
    def analysing(self) -> bool:
        """Whether live analysis is on. Set it to start or stop the analysis.

        Examples
        --------
        >>> board = pg.play("polygon", n=5, autosave=None)
        >>> board.analysing = True
        >>> board.play("A-C")
        >>> board.analysis.value
        -1.0
        """
        return self._analysis_panel.live_analysis.is_on

    @analysing.setter
    @with_game_lock
    def analysing(self, on: bool) -> None:
        if on:
            mark_help(self.record)
            self._tabs.open(ANALYSIS_TAB)
        self._analysis_panel.switch(on=bool(on))
        if not on:
            self.show_marks(())
        self.send_frame()
        self.refresh()

    @property
    def has_analysed(self) -> bool:
        """Whether the live analysis of the position has finished."""
        return (
            self.analysing
            and self.analysis is not None
            and not self._analysis_panel.live_analysis.is_thinking
        )

    @with_game_lock
    def review(self) -> None:
        """Review the game: show what each move lost, and the better moves.

        A game that is over opens at the first moment that cost most. A review that exists already
        is shown again.

        Examples
        --------
        >>> board = pg.play("polygon", n=6, autosave=None)
        >>> board.play("A-C")
        >>> board.play("C-E")
        >>> board.review()
        >>> [node.glyph for node in board.record.path]
        ['', '??', '']
        """
        self._tabs.open(REVIEW_TAB)
        cast("ReviewPanel", self.get_panel(REVIEW_TAB)).start_once()

    @with_game_lock
    def show_puzzle(self, puzzle: Puzzle) -> None:
        """Show a puzzle in a panel that judges moves, plays replies and offers the next puzzle."""
        if PUZZLE_TAB not in self._tabs.panels:
            self._tabs.add(PUZZLE_TAB, self._panel_factory(PUZZLE_TAB, puzzle))
        cast("PuzzlePanel", self.get_panel(PUZZLE_TAB)).show_puzzle(puzzle)

    def next_puzzle(self) -> None:
        """Pose the next puzzle: the open one, the one after a solved one, or first the easiest.

        Raises
        ------
        OptionError
            If the game has no puzzles.

        Examples
        --------
        >>> board = pg.play("polygon", autosave=None)
        >>> board.next_puzzle()
        >>> board.has_task
        True
        """
        panel = cast("PuzzlePanel | None", self._created_panels.get(PUZZLE_TAB))
        if panel is None:
            known = puzzles(self.info.name)
            if not known:
                msg = f"{self.info.title} has no puzzles"
                raise OptionError(msg)
            self.show_puzzle(min(known, key=lambda each: each.difficulty))
        else:
            panel.show_number(panel.puzzle.number + panel.is_done)

    @with_game_lock
    def explore(self, games: Collection | Explorer) -> None:
        """Open a panel with the moves played from the current position in a collection of games.

        Parameters
        ----------
        games
            A collection as `polygames.collection` returns it, or its explorer of this game.

        Examples
        --------
        >>> board = pg.play("polygon", n=6, autosave=None)
        >>> board.play("A-C")
        >>> board.explore(pg.collection(board.record))
        """
        from polygames.study.explorer import Explorer

        explorer = games if isinstance(games, Explorer) else games.explorer(self.info.name)
        if explorer.game != self.info.name:
            raise_option_error(
                "the collection to explore", f"must be games of {self.info.name}", games
            )
        self._tabs.replace(GAMES_TAB, self._panel_factory(GAMES_TAB, explorer))

    @with_game_lock
    def train(self, deck: Deck, cards: Iterable[Card] | None = None) -> None:
        """Open a panel that trains with cards of this game from a deck.

        Parameters
        ----------
        deck
            The deck.
        cards
            The cards to train; by default those that are due, or all if none is due.

        Raises
        ------
        OptionError
            If the deck has no such card of this game.
        """
        own = sorted((c for c in deck if c.game == self.info.name), key=lambda card: card.due)
        if cards is None:
            chosen = deck.due(game=self.info.name) or own
        else:
            ids = {card.card_id for card in cards}
            chosen = [card for card in own if card.card_id in ids]
        if not chosen:
            raise_option_error(
                "the deck to train with", f"must be a deck with cards of {self.info.name}", deck
            )
        self._tabs.replace(TRAIN_TAB, self._panel_factory(TRAIN_TAB, deck, chosen))
        cast("TrainPanel", self.get_panel(TRAIN_TAB)).show_card(chosen[0])

    @with_game_lock
    def train_mistakes(self) -> None:
        """Add your mistakes in the reviewed game to your deck of cards, and train with them now.

        The deck is the file ``deck.json`` in `polygames.folder`.

        Raises
        ------
        RecordError
            If the game has no review, or no mistake of a person in it.

        Examples
        --------
        >>> board = pg.play("polygon", n=6, autosave=None)
        >>> board.play("A-C")
        >>> board.review()
        >>> board.train_mistakes()
        >>> board.play("A-D")
        >>> board.get_panel("Train").heading[0]
        '✓ Right.'
        >>> board.return_to_game()
        >>> str(board.record.moves[0])
        'A-C'
        """
        from polygames.study.deck import Deck, review_cards

        found = cast("ReviewPanel", self.get_panel(REVIEW_TAB)).review
        if found is None:
            msg = "no mistakes to train: review this game first"
            raise RecordError(msg)
        cards = review_cards(self.record, found, self.session.agents.custom_players)
        if not cards:
            msg = "no mistakes to train: you made none in this game"
            raise RecordError(msg)
        self.train(Deck().add(cards), cards)

    def zoom(self, factor: float | None) -> None:
        """Zoom in (a factor below 1) or out; None shows the whole board."""
        self.pointer.send({"kind": "zoom", "factor": factor})

    def copy(self) -> None:
        """Copy the position as text to the user's clipboard.

        The page copies it, and the board confirms it with a message. If the browser refuses, the
        page shows the selected text, to be copied by hand.

        Examples
        --------
        >>> board = pg.play("polygon", autosave=None)
        >>> board.copy()
        """
        self.copy_text(self.visible_state().to_text(), "The position")

    def copy_picture(self) -> None:
        """Copy the picture of the position, with all marks, to the clipboard."""
        self._copy_label = "The picture"
        self.pointer.send({"kind": "copy_picture"})

    def copy_text(self, text: str, label: str) -> None:
        """Ask the page to copy a text to the clipboard; `label` is its name in the confirmation."""
        self._copy_label = label
        self.pointer.send({"kind": "copy_text", "text": text, "label": label})

    def as_link(self) -> Link:
        """Return the link to what is on the board, without the address of the play page.

        It leads to the puzzle on the board, or to the game up to the position on the board.

        Examples
        --------
        >>> board = pg.play("polygon", autosave=None)
        >>> board.as_link().kind, pg.puzzle("polygon", 7).as_link().kind
        ('game', 'puzzle')
        """
        posed = (each for each in self._task_panels if each.is_on_board)
        source = next(posed, None) or self.record
        return source.as_link()

    def confirm_copy(self) -> None:
        """Show a message that the copy is on the clipboard."""
        if self._copy_label:
            self.show_message(f"{self._copy_label} is on the clipboard.")
        self._copy_label = ""

    @with_game_lock
    def set_pen(self, pen: Pen) -> None:
        """Set the pen: the kind and colour of the marks that a person draws."""
        self.pen = pen
        self.send_frame()

    @with_game_lock
    def draw_mark(self, kind: str, places: Sequence[Place], color: str) -> None:
        """Draw a mark on the position, or erase it if it exists.

        A number mark gets the next number.

        Raises
        ------
        OptionError
            If the kind of mark or a place is unknown.

        Examples
        --------
        >>> board = pg.play("polygon", autosave=None)
        >>> board.draw_mark("arrow", ("A", "C"), "red")
        >>> board.draw_mark("circle", ("B",), "blue")
        >>> [str(mark) for mark in board.record.marks]
        ['arrow A C red', 'circle B blue']
        >>> board.erase_marks()
        >>> board.record.marks
        ()
        """
        self.record.annotate(marks=toggle_mark(self.record.node, kind, places, color))

    @with_game_lock
    def erase_marks(self) -> None:
        """Erase all marks drawn on the position."""
        self.record.annotate(marks=[])

    @with_game_lock
    def close(self) -> None:
        """Stop the agents, and close all widgets of the board."""
        if self._is_ready:  # else its creation has failed
            self._controls_debounce.cancel()
            self.session.close()
            self._tabs.close()
            for child in {*self.children, self._grid}:  # another board may be in its place
                close_tree(child)
            self.shared_styles.close()
            self.layout.close()
        super().close()

    def __del__(self) -> None:
        """Do nothing: a collected board is already closed, and this may run in any thread."""

    # The panels beside the board

    def panel_factories(self) -> dict[str, Callable[[], Panel]]:
        """Return the functions that create the panels, by tab name; called once.

        A panel is created, and its modules are imported, when it is first opened.
        """
        made: dict[str, Callable[[], Panel]] = {ANALYSIS_TAB: lambda: self._analysis_panel}
        return made | {
            MOVES_TAB: self._panel_factory(MOVES_TAB),
            REVIEW_TAB: self._create_review_panel,
            PLOTS_TAB: self._panel_factory(PLOTS_TAB),
            NEW_GAME_TAB: self.create_new_game_panel,
            RECORD_TAB: self._panel_factory(RECORD_TAB),
            HELP_TAB: self._panel_factory(HELP_TAB, self.help_text),
        }

    def create_new_game_panel(self) -> Panel:
        """Return the form for a new game."""
        return self._panel_factory(NEW_GAME_TAB)()

    def _create_review_panel(self) -> Panel:
        return self._panel_factory(REVIEW_TAB, self.review_widgets())()

    def review_widgets(self) -> tuple[widgets.Widget, ...]:
        """Return the widgets that a game adds to the review panel; called once."""
        return ()

    def extra_widgets(self) -> tuple[widgets.Widget, ...]:
        """Return the widgets below the toolbar; called once, before anything is shown."""
        return ()

    def prepare_panel(self, name: str) -> None:
        """Prepare a newly opened panel; stop live analysis if it would interfere with it."""
        if name in {REVIEW_TAB, PUZZLE_TAB, TRAIN_TAB} and self.analysing:
            self.analysing = False  # its marks would hide the review or reveal the answer
        if name == REVIEW_TAB:
            cast("ReviewPanel", self.get_panel(REVIEW_TAB)).start_once()
        elif self._review_panel is not None:
            self._review_panel.hide_marks()
        self._forget_refusal()
        self.update_header()  # with the heading of the panel

    def get_panel(self, name: str) -> Panel:
        """Return the panel whose tab has this name."""
        return self._tabs.get_panel(name)

    @with_game_lock
    def open_panel(self, name: str) -> None:
        """Open the panel whose tab has this name."""
        self._tabs.open(name)

    def open_new(self) -> None:
        """Open the form for a new game."""
        self._tabs.open(NEW_GAME_TAB)

    def open_record(self) -> None:
        """Open the form for saving and loading; if it is open, return to the previous panel."""
        self._tabs.toggle(RECORD_TAB)

    def open_help(self) -> None:
        """Open the rules; if they are open, return to the previous panel."""
        self._tabs.toggle(HELP_TAB)

    def open_first_panel(self) -> None:
        """Open the first panel, the analysis, which closes any other panel."""
        self._tabs.open(ANALYSIS_TAB)

    @property
    def has_task(self) -> bool:
        """Whether a puzzle or training card is on the board; if so, no hint is offered."""
        return any(each.is_on_board for each in self._task_panels)

    @property
    def has_open_task(self) -> bool:
        """Whether the puzzle or training card on the board is still to be solved."""
        return any(each.awaits_move for each in self._task_panels)

    @property
    def retry_node(self) -> Node | None:
        """The node in which the person is asked for a better move; None if there is none."""
        return None if self._review_panel is None else self._review_panel.retry_node

    @property
    def _review_panel(self) -> ReviewPanel | None:
        """The review; None if it was never opened."""
        return cast("ReviewPanel | None", self._created_panels.get(REVIEW_TAB))

    @property
    def _task_panels(self) -> list[PuzzlePanel | TrainPanel]:
        posed = (self._created_panels.get(name) for name in (PUZZLE_TAB, TRAIN_TAB))
        return [cast("PuzzlePanel | TrainPanel", each) for each in posed if each is not None]

    @property
    def _created_panels(self) -> dict[str, Panel]:
        """The panels that have been opened, by name."""
        return self._tabs.panels if self._is_ready else {}

    def _panel_factory(self, name: str, *arguments: Any) -> Callable[[], Panel]:
        """Return a function that creates a panel from the board and these arguments."""
        return lambda: _PANEL_CLASSES[name](self, *arguments)

    # Methods that the board of a game may override

    def viewer_seat(self) -> Seat | None:
        """Return the seat whose view the board shows; None means the seat to move."""
        return self.session.viewer_seat

    def names_on_board(self) -> Names:
        """Return the names of the players in the picture and the previews."""
        return self.session.names

    @property
    def can_move(self) -> bool:
        """Whether a person may move now."""
        return self.session.is_human_turn

    def highlight_last_move(self) -> Scene:
        """Return the marks of the last move; empty at the start, and where moves are compared."""
        is_comparing = self._review_panel is not None and self._review_panel.is_comparing
        return () if is_comparing else self.position.last_move_highlight

    def user_marks_scene(self) -> Scene:
        """Return the arrows, lines, circles and numbers drawn by a person, as a scene."""
        marks = self.record.node.marks
        if not marks:
            return ()
        others = [self.info.scene(self.record.start)]
        window = self._conversation.visible_window
        return draw_marks(marks, self.scene, other_scenes=others, window=window)

    def show_page_state(self) -> None:
        """Show the zoom and the draft of the page."""
        self._board_picture.paint()
        has_new_step = self._update_guide()
        self.update_choices()
        if has_new_step:
            self.update_header()

    def choice_buttons(self) -> tuple[widgets.Button, ...]:
        """Return buttons for those moves of a person that cannot be clicked on the board."""
        if self._result_card.is_shown:
            return self._result_card.buttons()
        return tuple(
            self.choice_button(label, f"{label} (key {key})", spelling=spelling)
            for key, (spelling, label, _) in enumerate(self._conversation.buttons, start=1)
        )

    def choice_button(
        self, label: str, tooltip: str, style: str = "", *, spelling: Spelling = ()
    ) -> widgets.Button:
        """Return a button for the row of choices; it is closed when the position changes.

        If a spelling is given, a press counts as these clicks, and the page shows the move at once.
        """
        button = self.shared_styles.create_button(label, tooltip, style)
        if spelling:
            button.add_class(move_button_class(spelling))
            button.on_click(partial(self._press_choice, self.version, spelling))
        return button

    @property
    def current_review(self) -> Review | None:
        """The review of the game on the board, perhaps incomplete; None if there is none."""
        panel = cast("ReviewPanel | None", self._created_panels.get(REVIEW_TAB))
        found = None if panel is None else panel.review
        if found is not None and found.positions and found.positions[0].node is self.record.root:
            return found
        return read_review(self.record)

    @property
    def _is_reviewing(self) -> bool:
        """Whether the open panel is a review that is in progress."""
        review = cast("ReviewPanel | None", self._created_panels.get(REVIEW_TAB))
        return review is not None and review.is_running and self._tabs.open_name == REVIEW_TAB

    def result_text(self) -> str:
        """Return the result of the game as screen readers get it; empty except at its end."""
        return self._result_card.texts().spoken if self._result_card.is_shown else ""

    def next_step(self) -> str:
        """Return an instruction for the next step of a move; empty if the status line is enough."""
        return ""

    def match_result(self) -> str:
        """Return the result of a match of several games as text; empty if none has ended."""
        return ""

    def frame(self) -> dict[str, Any]:
        """Return the frame; ``has_line_values`` tells whether lines can be evaluated."""
        has_map = self.info.board.end_point_overlay is not None
        own = {"has_line_values": self.analysing and has_map}
        return self._page_connection.frame() | own | self._guide.ghost()

    def handle_action(self, content: dict[str, Any]) -> None:
        """Handle a message of a page that is not about a move, as parsed by `view.messages`."""
        match content:
            case {"kind": "request_line_values", "start": start}:
                self._send_line_values(start)
            case {"kind": "hide_guide"}:
                self.hide_guide()
            case {"kind": "erase_marks"}:
                self.erase_marks()
            case {"kind": "draw_mark", "mark": mark, "places": places, "color": color}:
                self.draw_mark(mark, places, color)
            case {"kind": "key", "key": "u"}:
                self.undo()
            case {"kind": "key", "key": "r"}:
                self.redo()
            case {"kind": "key", "key": "?"}:
                self.open_help()

    def play_row(self, move: Any) -> None:
        """Play the move in a row that was clicked in the list of analysed moves."""
        self.play(move)

    def show_hint(self, move: Any, note: str = "") -> None:
        """Show a hint: mark a move, and describe it in the header."""
        self.show_message(self._hints.hint_text(move, note))
        state, info = self.state, self.info
        self.set_overlay(lambda: draw_suggestion(state, move, self.scene, info.highlight_move))

    def hint_note(self, analysis: Analysis) -> str:
        """Return a sentence about the proved value of the position; empty if it is not proved."""
        return proved_result_text(analysis, self.session.names) if analysis.is_proved else ""

    # Methods for the parts of the board

    def handle_message(self, content: object) -> None:
        """Handle a message from a page; ignore an action for an outdated version."""
        self._page_connection.handle_message(content)

    @with_game_lock
    def run_action(
        self, action: Callable[[], Any], on_error: Callable[[Exception], None] | None = None
    ) -> None:
        """Run a person's action; pass any error to `on_error`, by default `show_error`."""
        self._forget_refusal()
        try:
            action()
        except (PolygamesError, OSError, UnicodeError) as error:
            (on_error or self.show_error)(error)

    @with_game_lock
    def show_message(self, message: str, *, is_spoken: bool = True) -> None:
        """Show a message until the next move; with `is_spoken`, send it to screen readers."""
        self.message = message
        self.update_header()
        if message and is_spoken:
            self.say(f"{message} {self._conversation.prompt}.".removesuffix(" ."))

    def say(self, text: str) -> None:
        """Send a text to screen readers only."""
        self.pointer.send({"kind": "spoken_text", "text": text})

    def show_refusal(self, text: str) -> None:
        """Show why an action was refused, until the next action; a page has announced it."""
        self._refusal = text
        self.show_message(text, is_spoken=False)

    def _forget_refusal(self) -> None:
        """Remove the reason of the last refusal: it is out of date when the person goes on."""
        if self.message and self.message == self._refusal:
            self.message = ""
            self.update_header()
        self._refusal = ""

    def update_header(self) -> None:
        """Update the header with the message, the text of a panel, or the next step."""
        step = self.next_step()
        if step and self.session.status_note:
            step = f"{step} {self.session.status_note}"
        panel = self._created_panels.get(self._tabs.open_name) if self._is_ready else None
        heading, of_page = ("", "") if panel is None or self.message else panel.heading
        guide = self._guide
        is_result = self._result_card.is_shown and not self._is_reviewing
        if is_result:
            heading, of_page, _ = self._result_card.texts()
            of_page = " ".join(filter(None, (of_page, self.session.status_note)))
        shown = self.message or of_page or (step if not guide.heading else "")
        guide_html = "" if heading else guide.html  # a puzzle or a review says what to do
        heading = self._conversation.prompt or heading or guide.heading
        self._header.value = header_html(
            self.session, shown, heading, guide_html, is_result=is_result
        )

    @with_game_lock
    def hide_guide(self) -> None:
        """Hide the guide of a first game, now and in all later games of this kind.

        Raises
        ------
        RecordError, OSError
            If this cannot be stored in the folder of saved games. The guide is hidden now.

        Examples
        --------
        >>> board = pg.play("polygon", autosave=None)
        >>> board.hide_guide()
        """
        self._guide.hide()
        self.send_frame()
        self.update_header()
        store_hidden_guide(self.info.name, self.session.folder)

    def _update_guide(self) -> bool:
        """Update the guide of a first game; return True if its current step has changed."""
        before = self._guide.step
        self._guide.update(has_draft=self._conversation.page.draft is not None)
        return self._guide.step != before

    def show_error(self, error: Exception) -> None:
        """Show an error message in the header, until the next action."""
        self._refusal = error_text(error)
        self.show_message(self._refusal)

    @with_game_lock
    def show_marks(self, marks: Scene) -> None:
        """Show marks over the board until the next move."""
        self._board_picture.set_overlay(marks)

    @with_game_lock
    def set_overlay(self, draw: Callable[[], Scene]) -> None:
        """Show a scene over the board; `draw` is called again for each new picture."""
        self._board_picture.set_overlay(draw)
        self.refresh()

    def circle_places(self, places: Sequence[str]) -> bool:
        """Circle the named places until the next move; return True if all are on the board."""
        marks = [DrawnMark("circle", (place,)) for place in places]
        self.set_overlay(
            lambda: draw_marks(marks, self.scene, window=self._conversation.visible_window)
        )
        return bool(places) and shapes_by_target(self.scene).keys() >= set(places)

    # Updates after a change

    @with_game_lock
    def refresh(self) -> None:
        """Update the board after a change: the picture at once, and all other parts a moment later.

        The other parts are updated once for several changes. Without an event loop (a script, a
        test), and when the board is new, everything is updated at once.
        """
        shown = (self.record.node, self.session.players)
        if shown != self._last_shown:
            before, self._last_shown = self._last_shown, shown
            self.show_position(before[0] if before else None)
        elif self.record.node.marks != self._board_picture.painted_marks:
            self._board_picture.paint()
        self._update_guide()
        if self._page_connection.last_frame:
            self._controls_debounce.schedule(self.refresh_controls, self._page_connection.page_loop)
        else:
            self.refresh_controls()

    def finish_updates(self) -> None:
        """Update at once the parts that `refresh` would update a moment later.

        A board that is about to be displayed needs this: JupyterLab fails if a button is replaced
        while the page creates it.
        """
        self._controls_debounce.run_now()

    def show_position(self, previous: Node | None) -> None:
        """Show the position of the current node; `previous` is the node that was shown last."""
        node, self.message = self.record.node, ""
        self._result_card.note_position(is_opened=previous is None)
        if self.analysing:
            mark_help(self.record)
        self._board_picture.clear_overlay()
        self._page_connection.show(
            self._create_view(self.position if previous or self.version == 0 else None),
            is_new_version=True,
            is_new_move=previous is not None and previous is node.parent,
        )
        with self._board_picture.batch_updates():  # pages get the motion right before the picture
            self._board_picture.paint()
            self._page_connection.send_motion()
        self._analysis_panel.analyse_position()

    def refresh_controls(self) -> None:
        """Update all parts other than the picture: choices, header, toolbar and panels.

        The frame is sent first, as the next click of the client needs it.
        """
        self._hints.update_note()
        if self._choices_version != self.version:
            self.update_choices()
        self.update_header()
        self.pointer.gone = kernel_stopped_text(self.session)
        self.refresh_toolbar()
        self._tabs.refresh()
        self._offer_to_resume()
        if self._remote_controls is not None:
            self._remote_controls.refresh()

    def refresh_toolbar(self) -> None:
        """Update the buttons of the toolbar."""
        self._toolbar.refresh()

    @with_game_lock
    def redraw(self, *, rebuild: bool = True) -> None:
        """Paint the position again; with `rebuild`, build its scene and previews again."""
        if rebuild:
            self._page_connection.show(self._create_view(), is_new_version=False)
            self._board_picture.rebuild_overlay()
        self._board_picture.paint()
        self.send_frame()
        if rebuild:
            self._analysis_panel.redraw()

    @with_game_lock
    def update_choices(self) -> None:
        """Send the frame to the client, and create buttons for moves without a place to click."""
        self._choices_version = self.version  # first, as the position may change during the update
        self.send_frame()
        before, self._choices.children = self._choices.children, self.choice_buttons()
        for old in before:
            self.shared_styles.close_tree(old)
        mark = self._choices.add_class if self._result_card.is_shown else self._choices.remove_class
        mark("polygames-result-choices")

    @with_game_lock
    def send_frame(self) -> None:
        """Send the frame, the data of the current position, to the client."""
        self._page_connection.send_frame()

    # Internal methods

    def _create_remote_controls(self) -> RemoteControls | None:
        """Create the box for a game in a class; return None for other sessions."""
        if not isinstance(self.session, RemoteSession):
            return None
        from polygames.widgets.remote.controls import RemoteControls

        made = RemoteControls(self.session, self.run_action)
        self._extras.children = (made.box, *self._extras.children)
        return made

    def _offer_to_resume(self) -> None:
        """Offer to continue the last unfinished games in the folder of the board."""
        session = self.session
        is_fresh = not session.record.root.children
        if self._resume_list is None and is_fresh and session.folder is not None:
            self._resume_list = UnfinishedGames(self)
            self._grid.children += (
                self._resume_list.box,
            )  # at the bottom, so that it moves no button
        if self._resume_list is not None:
            self._resume_list.refresh()

    def _create_view(self, known: PositionView | None = None) -> PositionView:
        """Return the view of the position; previews of `known` are reused."""
        return view_of(self.record.node, self.viewer_seat(), self.names_on_board(), known)

    def _press_choice(self, version: int, spelling: Spelling, _: object) -> None:
        """Press a button of a choice; ignore buttons left over from an earlier position."""
        if version == self.version:
            self.run_action(lambda: self._conversation.press(spelling))

    @property
    def _conversation(self) -> Conversation:
        return self._page_connection.conversation

    def visible_state(self) -> State[Any]:
        """Return the state as the viewer may see it, without hidden information."""
        return self.position.state

    def _send_line_values(self, start: tuple[float, float]) -> None:
        """Send the values of the lines from a place on the border, by their end points."""
        found, value = self.analysis, self.info.board.end_point_overlay
        if found is not None and value is not None:
            self.pointer.send(
                {"kind": "line_values", "start": start, "scene": scene_to_json(value(found, start))}
            )

    def __repr__(self) -> str:
        """Return the title of the game and the status as text."""
        return f"{self.info.title} board: {self.info.board.caption(self.state).status}"

    def _repr_mimebundle_(self, **kwargs: Any) -> Any:
        """Return the live board for display, with a picture of it for the saved notebook."""
        self.finish_updates()
        bundle = super()._repr_mimebundle_(**kwargs)
        data, metadata = bundle if isinstance(bundle, tuple) else (bundle, {})
        scene = with_strip(self.info.scene(self.state))
        kind, picture = static_image(scene, self._board_picture.width)
        size = {kind: {"width": self._board_picture.width}}
        return {**data, kind: picture, "text/plain": repr(self)}, {**metadata, **size}


_PANEL_CLASSES: Final = {
    MOVES_TAB: Lazy("polygames.widgets.panels.moves:MovesPanel"),
    REVIEW_TAB: Lazy("polygames.widgets.panels.review:ReviewPanel"),
    PLOTS_TAB: Lazy("polygames.widgets.panels.plots:PlotsPanel"),
    NEW_GAME_TAB: Lazy("polygames.widgets.panels.new_game:NewGamePanel"),
    RECORD_TAB: Lazy("polygames.widgets.panels.record:RecordPanel"),
    HELP_TAB: Lazy("polygames.widgets.panels.help:HelpPanel"),
    PUZZLE_TAB: Lazy("polygames.widgets.panels.puzzle:PuzzlePanel"),
    GAMES_TAB: Lazy("polygames.widgets.panels.games:GamesPanel"),
    TRAIN_TAB: Lazy("polygames.widgets.panels.train:TrainPanel"),
}
"""The class of each panel, which is imported when the panel is first opened."""


def check_width(width: object) -> int | None:
    """Return a checked width of a board in pixels; None for the available width of the page.

    Raises
    ------
    OptionError
        If it is not a whole number from 50 to 5000.
    """
    return None if width is None else whole("the width of a board", width, 50, 5000)
