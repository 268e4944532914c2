"""The connection to one page: its messages and the replies.

A page can send anything. A message without a known form is ignored, and a pupil's message can only
do what the pupil could do at the board. The amount of messages is limited.

A request has its name in ``do``, a message to a page has its name in ``kind``.

Requests of every page:

- ``join`` with ``code`` and ``name``; a notebook adds ``client`` (``notebook`` or ``lesson``) and
  the name of its ``game``
- ``rejoin`` with the ``token`` of an earlier ``logged_in``
- ``open_wall`` with the teacher's ``key``
- ``leave``, so that another pupil can use the device
- ``turn_page`` with ``is_upright``, True if the page is now higher than wide; ``join`` and
  ``rejoin`` may have it, too

Requests of a pupil:

- ``handle_board_message`` with the ``content`` of a message of the pointer layer (see
  `polygames.view.messages`) and the ``position_hash`` of its position
- ``play_move`` with ``text``, ``version`` and ``position_hash``, from a notebook
- ``replace_absent`` and ``change_partner``, while a partner is away or missing
- ``request_takeback``, ``answer_takeback`` with ``granted``, ``resign``, ``rematch``
- ``watch_table`` with the number of a ``table`` (none: the pupil's own), ``practise_puzzles``,
  ``skip_puzzle``, ``show_help``
- ``answer_question`` with ``answer``; ``report_results`` with the ``results`` of a lesson's checks

The teacher's commands are in `polygames.classroom.pages.broadcast.run_command`: ``pause``,
``announce``, ``roll_dice``, ``save_games``, ``strike_result``, ``replace_pupil``; ``start_round``,
``create_table``, ``start_race``, ``end_race``, ``start_step``; ``ask_question``,
``reveal_answers``, ``close_question``, ``discuss``, ``end_discussion``; ``remove_pupil``,
``decide_admission``, ``lock``, ``change_code``, ``allow_device_change``.

Messages to a page:

- ``logged_in`` with ``name``, and a ``token`` for a new pupil; ``waiting`` for the teacher's
  admission; ``logged_out`` with the reason as ``text``
- ``error`` and ``notice`` with a ``text``
- ``page_state``: the texts and buttons around the board (`page_texts.page_message`)
- ``traits``: new ``values`` of a ``layer`` of the board, with the ``position_hash``
- ``board_message`` with a message for the pointer layer as ``content``
- ``help`` with the rules as ``html``
- ``game_state``: a game as text, for a notebook (`page_texts.game_message`)
- ``class_over``: the class has ended, with the pupil's games and results (`farewell`)
- ``wall_state``: the whole class, for the teacher (`Connections.wall_message`)
"""

from __future__ import annotations

import hmac
import json
import logging
from math import ceil
from time import monotonic
from typing import TYPE_CHECKING, Any, Final

from polygames.classroom.pages.broadcast import (
    FREE_SEAT_TEXT,
    count_puzzles,
    encode_message,
    run_command,
)
from polygames.classroom.pages.farewell import farewell_message
from polygames.classroom.pages.game_help import game_help_html
from polygames.classroom.pages.page_texts import game_message, page_message
from polygames.classroom.pages.rate_limits import (
    MAX_PAGE_MESSAGE_BYTES,
    REPORT_RATE_LIMIT,
    LoginLimiter,
    TokenBucket,
)
from polygames.classroom.room.names import plain_name
from polygames.classroom.room.race import Practice
from polygames.core.descriptions import error_text
from polygames.core.errors import OptionError, PolygamesError
from polygames.core.registry import game
from polygames.table.page_board import PageBoard
from polygames.table.players import EMPTY_SEAT, is_pupil
from polygames.table.seat_view import SeatView
from polygames.view.messages import parse_message

if TYPE_CHECKING:
    from collections.abc import Callable

    from polygames.classroom.pages.broadcast import Connections
    from polygames.classroom.room.people import Pupil
    from polygames.table.table import Table

NAME_IN_USE_TEXT: Final = (
    "{} is in the class already. Is that you? Ask your teacher to let you in. "
    "If it is somebody else, choose another name."
)
"""The reply to a new page that uses the name of a pupil."""

LOCKED_TEXT: Final = (
    "The class is locked. Your teacher can see your name and let you in. Wait here."
)
"""The reply to a new pupil while the class is locked."""

_log = logging.getLogger(__name__)


class Connection:
    """A connected page: it handles the page's messages and sends replies by the function `send`.

    A page with the key of the teacher's dashboard (wall) is the teacher.
    """

    def __init__(
        self,
        connections: Connections,
        send: Callable[[str], object],
        login_limiter: LoginLimiter,
        *,
        wall_key: str = "",
    ) -> None:
        self._connections, self._room = connections, connections.room
        self._send, self._login_limiter, self._wall_key = send, login_limiter, wall_key
        self.pupil: Pupil | None = None
        self._is_teacher = False
        self._knock_number: int | None = None
        """The number in the queue at the door; None if the pupil is not waiting there."""
        self._watched_number: int | None = None
        self._practice: Practice | None = None
        self._left_table_number: int | None = None
        """The table of the pupil's game when watching or puzzles began; None without a game."""
        self._board = PageBoard(self._send_message, self._play, self._refresh_table)
        self._sent_status: dict[str, Any] = {}
        """The last texts and buttons around the board; equal ones are not sent again."""
        self._is_notebook = False
        """Whether the page is a notebook's board, which gets moves as text and draws them."""
        self._is_upright = False
        """Whether the page is higher than wide."""
        self._sent_game: dict[str, Any] = {}
        self._position_hash: str | None = None
        """The hash of the position to which the page's message refers."""
        self._report_bucket = TokenBucket(monotonic, **REPORT_RATE_LIMIT)
        connections.open_pages.add(self)

    def close(self) -> None:
        """Remove the page from the class after its connection has ended."""
        self._connections.open_pages.discard(self)
        self._connections.walls.discard(self._send_message)
        self._room.seating.stop_waiting(self._knock_number)
        if self.pupil is not None:
            self._connections.report_departure(self.pupil.id)

    @property
    def is_logged_in(self) -> bool:
        """Whether the page has logged in, as a pupil or as the teacher."""
        return self.pupil is not None or self._is_teacher

    def shows(self, number: int) -> bool:
        """Return True if the page shows the table with this number."""
        table = self._current_table()
        return table is not None and table.number == number

    def handle_message(self, text: str | bytes) -> None:
        """Handle a message from the page.

        Ignore a malformed message, and send an error as a reply.
        """
        try:
            content = json.loads(text) if len(text) <= MAX_PAGE_MESSAGE_BYTES else None
        except (ValueError, RecursionError):
            return
        if not isinstance(content, dict):
            return
        if isinstance(is_upright := content.get("is_upright"), bool):
            self._is_upright = is_upright
        try:
            with self._room.ledger.lock:
                if self.pupil and self._room.people.get(self.pupil.id) != self.pupil:
                    self.refresh()  # the pupil was removed, or has changed the device
                else:
                    self._dispatch(content)
        except (PolygamesError, OSError) as error:
            self._send_message({"kind": "error", "text": error_text(error)})
        except Exception:  # noqa: BLE001 - what a page says ends only what it asked for
            _log.exception("a message could not be taken: %r", text[:200])
            self._send_message({"kind": "error", "text": "That did not work. Please try again."})

    def refresh(self) -> None:
        """Send the page the current state of its table, if it has changed."""
        if self.pupil is None:
            return
        known = self._room.people.get(self.pupil.id)
        if known is None or known.token_hash != self.pupil.token_hash:
            self.pupil = None
            words = "You are now playing on another device."
            if not known:
                words = "The teacher has removed you from the class."
            self._send_message({"kind": "logged_out", "text": words})
            return
        if not self.pupil.is_player:
            return
        with self._room.ledger.lock:
            if not self._is_notebook:
                self._refresh_table()
            else:
                self._send_game()

    def send_farewell(self) -> None:
        """Send the page the end of the class, with the games and results of its pupil."""
        if not self._is_teacher:
            self._send_message(
                farewell_message(
                    self._room,
                    self.pupil,
                    lambda table: self._connections.view_of(table, None).full_picture,
                )
            )

    def _send_game(self) -> None:
        """Send a notebook its game as text, if it has changed."""
        news = game_message(self._room, self._current_table(), self.pupil)
        news["away"] = self._absence_news()
        if news != self._sent_game:
            self._sent_game = news
            self._send_message(news)

    def _refresh_table(self) -> None:
        """Send the page the texts around its board, then the board, if they have changed."""
        table = self._current_table()
        view = None if table is None else self._view_of(table)
        if view is not None:
            self._board.set_view(view)
        self._send_status(table)
        if table is not None and view is not None:
            self._board.show(table, self._seat_at(table), view)

    # Messages from the page

    def _dispatch(self, content: dict[str, Any]) -> None:
        match content:
            case {"do": "join"} if self.pupil is not None:
                msg = f"You are in the class already, as {self.pupil.name}."
                raise OptionError(msg)
            case {"do": "join", "code": code, "name": name}:
                self._is_notebook = content.get("client") == "notebook"
                self._check_code(code)
                self._join(name, content.get("game"), is_player=content.get("client") != "lesson")
            case {"do": "rejoin", "token": token}:
                self._is_notebook = content.get("client") == "notebook"
                self._rejoin(token)
            case {"do": "open_wall", "key": key}:
                self._log_in_teacher(key)
            case {"do": "leave"}:
                self._log_out()
            case {"do": str()} if self._is_teacher:
                if words := run_command(self._room, content):
                    self._send_message({"kind": "notice", "text": words})
            case {"do": "handle_board_message", "content": message} if self.pupil is not None:
                self._handle_board_message(message)
            case {"do": str()} if self.pupil is not None:
                self._handle_request(self.pupil, content)

    def _check_code(self, code: object) -> None:
        """Raise OptionError if the code is wrong or too many wrong codes have been entered."""
        said = "".join(code.split()).upper() if isinstance(code, str) else ""
        if not self._login_limiter.check_code(self._room.ledger.code, said):
            self._refuse_code("Wrong code. Check it and try again.")

    def _refuse_code(self, text: str) -> None:
        """Raise OptionError for a wrong code or key; after too many, state the waiting time."""
        self._connections.count_wrong_code()
        if wait := ceil(self._login_limiter.wait_seconds):
            text = f"Too many wrong codes. Try again in {wait} seconds."
        raise OptionError(text)

    def _join(self, name: object, game_name: object, *, is_player: bool) -> None:
        if game_name not in (None, played := self._room.ledger.setting.game):
            msg = f"this class plays {played}"  # a notebook with the board of another game
            raise OptionError(msg)
        seating = self._room.seating
        seating.stop_waiting(self._knock_number)
        self._knock_number = None
        if is_player and not self._is_notebook and seating.needs_admission(name):
            self._knock_number = seating.wait_for_admission(name, self._on_decision)
            shown = plain_name(name)
            text = LOCKED_TEXT if seating.is_new_name(shown) else NAME_IN_USE_TEXT.format(shown)
            self._send_message({"kind": "waiting", "text": text})
            return
        self._log_in(*seating.join(name, is_player=is_player))

    def _on_decision(self, pupil: Pupil | None, token_or_reason: str) -> None:
        """Handle the teacher's decision about a page that waits for admission.

        This can be called from any thread.
        """
        self._connections.post(lambda: self._finish_knock(pupil, token_or_reason))

    def _finish_knock(self, pupil: Pupil | None, token_or_reason: str) -> None:
        self._knock_number = None
        if pupil is None:
            self._send_message({"kind": "logged_out", "text": token_or_reason})
        else:
            self._log_in(pupil, token_or_reason)

    def _log_in(self, pupil: Pupil, token: str) -> None:
        self.pupil = pupil
        self._send_message({"kind": "logged_in", "token": token, "name": pupil.name})
        self._show_class()

    def _log_out(self) -> None:
        """Log the pupil out of this device. The seat is kept."""
        self._room.seating.stop_waiting(self._knock_number)
        if self.pupil is not None:
            self._connections.report_departure(self.pupil.id)
        self.pupil = self._knock_number = None
        self._switch_table()

    def _rejoin(self, token: object) -> None:
        pupil = self._room.people.find_by_token(token)
        if pupil is None:
            self._send_message({"kind": "logged_out", "text": ""})
            return
        self.pupil = pupil
        self._room.seating.seat_returning_pupil(pupil)
        self._send_message({"kind": "logged_in", "name": pupil.name})
        self._show_class()

    def _show_class(self) -> None:
        self._sent_status = {}
        self._board.forget()
        self._room.start_clocks()
        self.refresh()
        self._connections.schedule_wall_update()
        self._connections.update_absences()

    def _handle_request(self, pupil: Pupil, content: dict[str, Any]) -> None:
        """Handle a pupil's request from outside the board, such as a takeback or a resignation."""
        room = self._room
        match content:
            case {"do": "request_takeback"}:
                room.request_takeback(pupil)
            case {"do": "answer_takeback", "granted": bool(granted)}:
                room.answer_takeback(pupil, is_granted=granted)
            case {"do": "resign"}:
                room.resign(pupil)
            case {"do": "rematch"}:
                room.request_rematch(pupil)
            case {"do": "replace_absent" | "change_partner" as action}:
                self._go_on_without_partner(pupil, action)
            case {"do": "skip_puzzle"} if self._practice is None:
                room.rounds.skip_puzzle(pupil)
            case {"do": "show_help"}:
                table = self._current_table()
                record = room.ledger.setting.start if table is None else table.record
                self._send_message({"kind": "help", "html": game_help_html(record)})
            case {"do": "play_move", "text": str(), "version": int()} if self._is_notebook:
                self._play_notebook_move(pupil, content)
            case {"do": "watch_table" | "practise_puzzles" | "skip_puzzle" | "turn_page"}:
                self._handle_navigation(pupil, content)
            case _:
                self._store_answers(pupil, content)

    def _go_on_without_partner(self, pupil: Pupil, action: str) -> None:
        """Let the computer play for absent or missing players, or find the pupil a partner."""
        table, _ = self._room.seating.find_seat(pupil)
        away = self._connections.absent_pupils(table)
        replaced = [EMPTY_SEAT] if self._connections.has_free_seat(table) else away
        if action == "replace_absent" and replaced:
            self._room.seating.replace_with_computer(table.number, replaced)
        elif action == "change_partner" and (
            _is_alone(table, pupil, away) or self._gone_players(table)
        ):
            self._room.seating.change_partner(pupil)
        else:
            msg = "Your partner is back. Your game goes on."
            raise OptionError(msg)

    def _handle_navigation(self, pupil: Pupil, content: dict[str, Any]) -> None:
        """Switch the page to another table or layout, or to puzzles while the pupil waits."""
        match content:
            case {"do": "turn_page"}:
                self._board.forget()  # the zoom was for the other picture
                self.refresh()
            case {"do": "watch_table", "table": None | int() as number}:
                table = self._room.tables.get(number or 0)
                is_game = table is not None and table.puzzle is None  # not a race puzzle
                self._switch_table(watched=number if is_game else None)
            case {"do": "practise_puzzles"} if self._is_idle(pupil):
                self._switch_table(practice=Practice(self._room.ledger.setting.game, pupil.id))
            case {"do": "skip_puzzle"} if self._practice is not None:
                self._practice.next_puzzle()
                self.refresh()

    def _store_answers(self, pupil: Pupil, content: dict[str, Any]) -> None:
        """Store an answer to the teacher's question, or results of exercises in a lesson."""
        match content:
            case {"do": "answer_question", "answer": str(answer)}:
                self._room.answer_question(pupil, answer)
                self.refresh()
            case {"do": "report_results", "results": dict(reports)}:
                for exercise, report in reports.items():
                    if not self._report_bucket.allows():
                        msg = "too many results: the others are not saved"
                        raise OptionError(msg)
                    result, answer, *_ = (
                        [*report, "", ""] if isinstance(report, list) else [report, ""]
                    )
                    self._room.store_report(pupil, exercise, result, answer)

    def _handle_board_message(self, content: object) -> None:
        """Handle a message from the page's board: a move, a zoom, a preview request or a key."""
        message, table = parse_message(content), self._current_table()
        if message is None or table is None or not isinstance(content, dict):
            return
        self._board.set_view(self._view_of(table))
        position_hash = content.get("position_hash")
        self._position_hash = position_hash if isinstance(position_hash, str) else None
        is_done = self._board.conversation.handle(message)
        is_undo = message["kind"] == "key" and message["key"] == "u" and self._practice is None
        if not is_done and is_undo and self.pupil is not None:
            self._room.request_takeback(self.pupil)

    def _play_notebook_move(self, pupil: Pupil, content: dict[str, Any]) -> None:
        """Play a move that a notebook sends as text, and reply with the game."""
        position_hash = content.get("position_hash")
        known = position_hash if isinstance(position_hash, str) else None
        self._sent_game = {}  # the page may show an invalid move, so it gets the game in any case
        try:
            self._room.play(pupil, content["text"], version=content["version"], expected_hash=known)
        finally:
            self.refresh()

    def _play(self, move: Any) -> None:
        """Play a move of the page at its table, or at its puzzle."""
        version = self._board.conversation.version
        if self._practice is not None:
            self._practice.play(move, version=version)
        elif self.pupil is not None and (table := self._current_table()) is not None:
            self._room.play(
                self.pupil,
                move,
                version=version,
                expected_hash=self._position_hash,
                table=table.number,
            )
        self.refresh()

    # Messages to the page

    def _current_table(self) -> Table | None:
        """Return the table that the page shows: a puzzle, a watched table, or the pupil's own.

        The page returns to the pupil's own table when a new game begins there.
        """
        if self.pupil is None:
            return None
        own = self._room.seating.table_of(self.pupil.id)
        if own is not None and own.is_in_play and own.number != self._left_table_number:
            self._watched_number = self._practice = None
        if self._practice is not None:
            return self._practice.table
        return own if self._watched_number is None else self._room.tables.get(self._watched_number)

    def _is_idle(self, pupil: Pupil) -> bool:
        """Return True if the pupil has no game in play and may start solving puzzles."""
        room, own = self._room, self._room.seating.table_of(pupil.id)
        has_game = own is not None and own.is_in_play and not self._connections.absent_pupils(own)
        has_none = has_game or room.ledger.is_racing or not count_puzzles(room.ledger.setting.game)
        return not has_none and self._practice is None

    def _switch_table(
        self, *, watched: int | None = None, practice: Practice | None = None
    ) -> None:
        """Show a watched table or puzzles on the page; without arguments, the pupil's own table."""
        self._watched_number = self._practice = None
        own = None if self.pupil is None else self._room.seating.table_of(self.pupil.id)
        self._left_table_number = own.number if own is not None and own.is_in_play else None
        self._watched_number, self._practice = watched, practice
        self._board.forget()
        self.refresh()

    def _view_of(self, table: Table) -> SeatView:
        """Return the view of a table from the seat of the page's pupil."""
        seat = self._seat_at(table)
        if self._practice is not None or self.pupil is None:
            return SeatView(table, seat)
        node = self._room.seating.visible_node(table, self.pupil.id)
        return self._connections.view_of(table, seat, node, is_upright=self._is_upright)

    def _seat_at(self, table: Table) -> int | None:
        return None if self.pupil is None else table.seat_of(self.pupil.id)

    def _send_status(self, table: Table | None) -> None:
        """Send the page the texts and buttons around its board."""
        news = page_message(
            self._room,
            self.pupil,
            table,
            self._board.conversation,
            is_watching=self._watched_number is not None,
        )
        if self._practice is not None:
            news |= {
                "status": self._practice.status_text,
                "can_skip": True,
                "is_practising": True,
                "is_puzzle_over": self._practice.table.is_closed,
            }
        news["away"] = away = self._absence_news()
        if away and table is not None and self._gone_players(table):
            news |= {"is_over": False, "rematch_text": ""}  # nobody can answer
        news["can_practise"] = self.pupil is not None and self._is_idle(self.pupil)
        if news != self._sent_status:
            self._sent_status = news
            self._send_message(news)

    def _absence_news(self) -> dict[str, Any] | None:
        """Return the texts and buttons for absent players of the pupil's game; None for none."""
        pupil, room = self.pupil, self._room
        own = None if pupil is None else room.seating.table_of(pupil.id)
        if pupil is None or own is None or self._watched_number is not None:
            return None
        if gone := self._gone_players(own):
            text = f"{gone[0]} is at another board now."
            return {"text": text, "names": "", "can_replace": False, "can_change_partner": True}
        has_levels = bool(game(own.record.game).engine.levels)
        if self._practice is None and self._connections.has_free_seat(own):
            news = {"text": FREE_SEAT_TEXT, "names": "the missing player"}
            return news | {"can_replace": has_levels, "can_change_partner": False}
        away = self._connections.absent_pupils(own)
        if not away:
            is_back = self._practice is not None and own.puzzle is None and own.is_in_play
            return {"text": "Your game goes on. Press Back."} if is_back else None
        return {
            "text": self._connections.absence_text(own),
            "names": " and ".join(room.people.display_name(who) for who in away),
            "can_replace": own.is_in_play and has_levels,
            "can_change_partner": _is_alone(own, pupil, away),
        }

    def _gone_players(self, table: Table) -> list[str]:
        """Return the names of pupils from a finished game that sit at another table now."""
        if table.result is None or table.puzzle is not None:
            return []
        room = self._room
        pupils = [who for who in table.seats if is_pupil(who)]
        gone = [who for who in pupils if room.seating.table_of(who) is not table]
        return [room.people.display_name(who) for who in gone]

    def _send_message(self, message: dict[str, Any]) -> None:
        self._send(encode_message(message))

    # The wall

    def _log_in_teacher(self, key: object) -> None:
        if not is_wall_key(self._wall_key, key):
            self._login_limiter.check_code(self._wall_key, "")  # counts like a wrong code
            self._refuse_code("This is not the teacher's address. Open the printed address.")
        self._is_teacher = True
        self._connections.walls.add(self._send_message)
        self._send_message(self._connections.wall_message())


def _is_alone(table: Table, pupil: Pupil, away: list[str]) -> bool:
    """Return True if all other pupils at the table are away, at least one."""
    return bool(away) and {who for who in table.seats if is_pupil(who)} == {pupil.id, *away}


def is_wall_key(wall_key: str, key: object) -> bool:
    """Return True if a key is that of the teacher's dashboard (wall)."""
    said = key.encode("utf-8", "replace") if isinstance(key, str) else b""
    return bool(wall_key) and hmac.compare_digest(said, wall_key.encode())
