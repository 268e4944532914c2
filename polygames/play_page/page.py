"""The messages between the play page and Python.

A request of the page has its name in ``do``:

- ``open`` with the ``fragment`` of a link, and the texts ``saved`` by the browser for this game
- ``new_game`` with ``game``, ``opponent`` and ``seat``
- ``start_puzzles`` with ``game`` and ``stars``
- ``handle_board_message`` with the ``content`` of a message of the pointer layer (see
  `polygames.view.messages`), which has the ``position_hash`` of its position
- ``undo``, ``hint``, ``show_answer``, ``next_puzzle``, ``rematch``, ``review``
- ``go_to`` with the number of a ``move``, after the end of a game
- ``show_help``, and ``copy_link`` with the address of the ``page``

A message to the page has its name in ``kind``:

- ``page_state`` (`polygames.play_page.page_texts`), ``traits`` and ``board_message`` as for a class
- ``help`` with ``html``, ``error`` with ``text``
- ``link`` with an ``address`` and its QR ``code``, or with a ``note`` why there is no code
- ``saved`` with a ``name`` and a ``text`` for the storage of the browser
"""

from __future__ import annotations

import json
import logging
from typing import TYPE_CHECKING, Any, Final

from polygames.classroom.pages.game_help import game_help_html
from polygames.core.analysis import comparison_text
from polygames.core.descriptions import error_text, hint_text, move_merits
from polygames.core.errors import IllegalMoveError, PolygamesError
from polygames.core.links import Link, parse_link
from polygames.core.options import check_choice, whole
from polygames.core.protocol import CHANCE
from polygames.core.registry import games, info_of
from polygames.play_page.later import THINKING_DELAY_SECONDS, LaterExecutor
from polygames.play_page.open_game import OpenGame
from polygames.play_page.page_texts import page_message
from polygames.play_page.replay import Replay
from polygames.play_page.solved_puzzles import SolvedPuzzles
from polygames.search.analysis import analyse
from polygames.table.agents import TableAgents
from polygames.table.page_board import PageBoard
from polygames.table.puzzle_table import is_expected_move, next_step, play_reply
from polygames.table.seat_view import SeatView, SvgRenderer
from polygames.view.messages import parse_message
from polygames.view.puzzle_text import answer_texts, theme_line, wrong_move_texts
from polygames.view.qr_code import missing_code_text, qr_svg
from polygames.view.suggestions import HINT_WORD, draw_suggestion

if TYPE_CHECKING:
    from collections.abc import Callable

    from polygames.play_page.later import Later
    from polygames.records.node import Node
    from polygames.scene.model import Scene
    from polygames.search.puzzles.puzzle import Puzzle
    from polygames.table.table import Table

HINT_SECONDS: Final = 1.0

ANSWER_WORD: Final = "answer"
"""The word beside the right move of a puzzle on the board."""

HINT_COMING_TEXT: Final = "The computer is looking for a hint …"

MAX_MESSAGE_CHARS: Final = 1_000_000

_log = logging.getLogger(__name__)


class PlayPage:
    """The Python side of a play page. It handles requests and sends messages (see the module).

    Parameters
    ----------
    send
        Sends a message to the page, as JSON.
    later
        Calls a function after a delay in seconds.
    """

    def __init__(self, send: Callable[[str], object], later: Later) -> None:
        self._send_text, self._later = send, later
        self._board = PageBoard(self._send, self._play, self._refresh)
        self._agents = TableAgents(self, LaterExecutor(later), self._on_agent_error)
        self._opened: OpenGame | None = None
        self._game_count = 0
        self._note = ""
        """The text below the status: a hint, or the verdict on a move of a puzzle."""
        self._marks: Scene = ()
        self._replay: Replay | None = None
        """The replay of the game, once it is over."""
        self._puzzles = SolvedPuzzles()
        self._renderer = SvgRenderer()
        self._sent_state: dict[str, Any] = {}

    # The owner of the agents' table: see `polygames.table.agents.TableOwner`

    @property
    def tables(self) -> dict[int, Table]:
        """The table of the page by its number."""
        return {} if self._opened is None else {self._opened.table.number: self._opened.table}

    is_paused = False

    def play_agent_move(self, table_number: int, move: Any, *, version: int) -> bool:
        """Play the computer's move; return False if another game is on the page by now."""
        table = self.tables.get(table_number)
        if table is None or not table.play(table.state.turn, move, version=version):
            return False
        self._advance()
        return True

    def _on_agent_error(self, agent: str, error: Exception) -> None:
        _log.error("%s cannot move", agent, exc_info=error)
        self._send({"kind": "error", "text": f"The computer cannot move: {error_text(error)}"})

    # Requests

    def handle_message(self, text: str) -> None:
        """Handle a message of the page. Ignore a malformed message."""
        try:
            content = json.loads(text) if len(text) <= MAX_MESSAGE_CHARS else None
        except (ValueError, RecursionError):
            return
        if not isinstance(content, dict):
            return
        self._run(lambda: self._dispatch(content))

    def _run(self, action: Callable[[], None]) -> None:
        """Run an action. If it fails, send the page an error message."""
        try:
            action()
        except PolygamesError as error:
            self._send({"kind": "error", "text": error_text(error)})
        except Exception:  # noqa: BLE001 - an unexpected error must not end the page
            _log.exception("a request failed")
            self._send({"kind": "error", "text": "That did not work. Please try again."})

    def _run_later(self, action: Callable[[], None]) -> None:
        """Run an action after a short delay, in which the page is updated."""
        self._later(THINKING_DELAY_SECONDS, lambda: self._run(action))

    def _dispatch(self, content: dict[str, Any]) -> None:
        match content:
            case {"do": "open", "fragment": fragment, "saved": saved}:
                self._open_link(parse_link(fragment), saved)
            case {"do": "new_game", "game": name, "opponent": opponent, "seat": seat}:
                self._show(OpenGame.new(name, opponent, seat, number=self._next_number()))
            case {"do": "start_puzzles", "game": name, "stars": stars}:
                self._open_puzzles(name, stars)
            case {"do": str(request), **rest} if self._opened is not None:
                self._handle_request(self._opened, request, rest)

    def _handle_request(self, opened: OpenGame, request: str, content: dict[str, Any]) -> None:
        """Handle a request that concerns the current game or puzzle."""
        match request:
            case "handle_board_message":
                self._handle_board_message(opened, content)
            case "show_help":
                self._send({"kind": "help", "html": game_help_html(opened.table.record)})
            case "copy_link":
                address = opened.as_link().address(content.get("page"))
                self._send_link(address)
            case "go_to":
                self._go_to(opened, content.get("move"))
            case _ if opened.puzzle is not None:
                self._handle_puzzle_request(opened, opened.puzzle, request)
            case "undo":
                opened.undo()
                self._advance()
            case "hint":
                self._start_hint(opened)
            case "rematch":
                self._show(opened.rematch(number=self._next_number()))
            case "review":
                self._start_review(opened)

    def _handle_puzzle_request(self, opened: OpenGame, puzzle: Puzzle, request: str) -> None:
        """Handle a request that concerns the current puzzle."""
        match request:
            case "show_answer":
                self._show_answer(opened)
            case "next_puzzle":
                following = self._puzzles.next_after(puzzle)
                self._show(OpenGame.of_puzzle(following, number=self._next_number()))

    def _open_link(self, link: Link, saved: object) -> None:
        """Open a link. Without a position, game or puzzle in it, continue the saved game."""
        check_choice("the game of the link", link.game, games())
        known = saved if isinstance(saved, dict) else {}
        self._puzzles.restore(link.game, known.get("puzzles"))
        number, text = self._next_number(), known.get("game")
        if not link.kind and isinstance(text, str):
            try:
                return self._show(OpenGame.from_json(text, number=number))
            except PolygamesError:
                self._send(
                    {"kind": "error", "text": "Your saved game cannot be read. Here is a new one."}
                )
        return self._show(OpenGame.from_link(link, number=number))

    def _open_puzzles(self, name: object, stars: object) -> None:
        """Open the first unsolved puzzle of a difficulty."""
        game = check_choice("the game", name, games())
        first = self._puzzles.first(str(game), whole("the stars", stars, 1, 5))
        self._show(OpenGame.of_puzzle(first, number=self._next_number()))

    def _next_number(self) -> int:
        self._game_count += 1
        return self._game_count

    def _show(self, opened: OpenGame) -> None:
        """Show another game or puzzle."""
        self._opened, self._renderer = opened, SvgRenderer()
        self._sent_state = {}
        self._board.forget()
        self._advance()

    # Moves

    def _handle_board_message(self, opened: OpenGame, content: dict[str, Any]) -> None:
        raw = content.get("content")
        message = parse_message(raw)
        if message is None or not isinstance(raw, dict):
            return
        is_late = raw.get("position_hash") != opened.table.next_hash
        if is_late and message["kind"] in {"move", "line"}:
            self._board.send_board_again()
            return
        self._board.conversation.handle(message)

    def _play(self, move: Any) -> None:
        """Play a move of the page's user."""
        opened = self._opened
        assert opened is not None  # noqa: S101 - a page without a game has no board
        table = opened.table
        if self._shown_node is not table.record.node:
            msg = "this is an earlier position: go to the last move first"
            raise IllegalMoveError(msg)
        if opened.puzzle is not None and not is_expected_move(table, table.parse_legal_move(move)):
            self._refuse_wrong_move(table, opened.puzzle, table.parse_legal_move(move))
        table.play(opened.page_seat, move, version=table.version)
        self._advance()

    def _refuse_wrong_move(self, table: Table, puzzle: Puzzle, move: Any) -> None:
        """Record a wrong move of a puzzle, and raise IllegalMoveError with the reason."""
        step, _ = next_step(table)
        reasons = () if step is None else wrong_move_texts(puzzle, step, table.state, move)
        words = " ".join(filter(None, reasons))
        table.record_wrong_move(move)
        self._note = f"{words} Try again."
        self._board.conversation.set_draft(None)
        raise IllegalMoveError(words)

    def _advance(self) -> None:
        """Play all automatic moves (dice and replies of a puzzle), and update the page.

        If the computer is to move, its search is started.
        """
        opened = self._opened
        assert opened is not None  # noqa: S101 - something was opened or played
        table = opened.table
        self._note, self._marks, self._replay = "", (), None
        if opened.puzzle is not None:
            self._advance_puzzle(opened)
        while table.is_in_play and table.state.turn == CHANCE:
            table.roll()
        if table.result is not None:
            self._replay = Replay(opened.table.record, opened.names)
        self._agents.start_search(table)
        self._save(opened)
        self._refresh()

    def _advance_puzzle(self, opened: OpenGame) -> None:
        """Play the reply of a puzzle; after the last move, mark the puzzle as solved."""
        table, puzzle = opened.table, opened.puzzle
        has_moved = bool(table.record.moves)
        play_reply(table)
        if table.is_solved and puzzle is not None:
            if not table.wrong_moves and not opened.was_answer_shown:
                self._puzzles.add(puzzle)
            self._note = theme_line(puzzle)
        elif has_moved:
            self._note = "Right. Now find the next move."

    def _save(self, opened: OpenGame) -> None:
        """Send the game, or the list of solved puzzles, to the storage of the browser."""
        if opened.is_saved_game:
            saved = {"name": f"game-{opened.game}", "text": opened.to_json()}
        elif opened.table.is_solved:
            saved = {"name": f"puzzles-{opened.game}", "text": self._puzzles.to_json(opened.game)}
        else:
            return
        self._send({"kind": "saved", **saved})

    # Help

    def _start_hint(self, opened: OpenGame) -> None:
        """Announce a hint, and show it once it is computed."""
        table = opened.table
        if not table.is_in_play or table.state.turn != opened.page_seat:
            return
        self._note = HINT_COMING_TEXT
        self._refresh()
        version = table.version
        self._run_later(lambda: self._show_hint(opened, version))

    def _show_hint(self, opened: OpenGame, version: int) -> None:
        """Show the best move of a short analysis, unless the position has changed meanwhile."""
        table = opened.table
        if self._opened is not opened or table.version != version:
            return
        state = table.state.view(table.state.turn)
        found = analyse(state, seconds=HINT_SECONDS, seed=opened.seed % 2**31, progress=False)
        has_reason = bool(move_merits(state, (found.best,), opened.names))
        note = "" if has_reason else comparison_text(found)
        self._note = hint_text(state, found.best, opened.names, note)
        self._mark(opened, found.best)

    def _show_answer(self, opened: OpenGame) -> None:
        """Show the right move of a puzzle."""
        step, _ = next_step(opened.table)
        if step is None:
            return
        opened.was_answer_shown = True
        state = opened.table.state
        self._note = " ".join(filter(None, answer_texts(step, state)))
        self._mark(opened, state.parse(step.move))

    def _mark(self, opened: OpenGame, move: Any) -> None:
        """Mark a suggested move on the board."""
        state = opened.table.state
        picture = self._view(opened).position.scene
        word = HINT_WORD if opened.puzzle is None else ANSWER_WORD
        self._marks = draw_suggestion(state, move, picture, info_of(state).highlight_move, word)
        self._refresh()

    # After the end of a game

    def _start_review(self, opened: OpenGame) -> None:
        """Start the review of the finished game, which continues move by move."""
        replay = self._replay
        if replay is None or not replay.has_review or replay.is_review_started:
            return
        replay.start_review()
        self._refresh()
        self._run_later(lambda: self._continue_review(opened, replay))

    def _continue_review(self, opened: OpenGame, replay: Replay) -> None:
        if self._opened is not opened or self._replay is not replay:
            return
        if replay.review_next_move():
            self._run_later(lambda: self._continue_review(opened, replay))
        self._refresh()

    def _go_to(self, opened: OpenGame, number: object) -> None:
        """Show an earlier position of a finished game."""
        replay = self._replay
        if replay is None:
            return
        replay.go_to(whole("the number of the move", number, 0, replay.last_number))
        self._marks = replay.marks(self._view(opened).position.scene)
        self._refresh()

    @property
    def _shown_node(self) -> Node | None:
        """The displayed position; None without a game."""
        if self._opened is None:
            return None
        return self._opened.table.record.node if self._replay is None else self._replay.node

    # Messages to the page

    def _refresh(self) -> None:
        """Send the page its texts and its board, if they have changed."""
        opened = self._opened
        if opened is None:
            return
        view = self._view(opened, marks=self._marks)
        self._board.set_view(view)
        state = page_message(opened, self._board.conversation, self._replay, self._note)
        if state != self._sent_state:
            self._sent_state = state
            self._send(state)
        self._board.show(opened.table, opened.page_seat, view)

    def _view(self, opened: OpenGame, marks: Scene = ()) -> SeatView:
        return SeatView(
            opened.table,
            opened.page_seat,
            opened.names,
            self._renderer,
            node=self._shown_node,
            marks=marks,
        )

    def _send_link(self, address: str) -> None:
        """Send a link with its QR code, or with the reason why it has none."""
        code = qr_svg(address)
        note = "" if code else missing_code_text()
        self._send({"kind": "link", "address": address, "code": code, "note": note})

    def _send(self, message: dict[str, Any]) -> None:
        self._send_text(json.dumps(message))
