"""The connection to one page: its messages and the replies.

A page can send anything. A message without a known form is ignored, and a pupil's message can only
do what the pupil could do at the board. The amount of messages is limited.
"""

from __future__ import annotations

import hmac
import json
import logging
from math import ceil
from time import monotonic
from typing import TYPE_CHECKING, Any, Final

from polygames.classroom.pages.connections import direct, encode_message, puzzles_of
from polygames.classroom.pages.limits import MAX_PAGE_MESSAGE_BYTES, REPORT_RATE_LIMIT, Gate, Meter
from polygames.classroom.pages.news import game_news, help_of, page_news
from polygames.classroom.pages.picture import SeatView
from polygames.classroom.room.names import plain_name
from polygames.classroom.room.race import Practice
from polygames.core.errors import IllegalMoveError, OptionError, PolygamesError
from polygames.core.registry import info_of
from polygames.core.words import error_words
from polygames.scene.model import Window, window_of
from polygames.view.messages import MOVE_KINDS, read

if TYPE_CHECKING:
    from collections.abc import Callable

    from polygames.classroom.pages.connections import Connections
    from polygames.classroom.room.people import Pupil
    from polygames.classroom.room.table import Table

KNOCKS: Final = (
    "{} is in the class already. Is that you? Ask your teacher to let you in. "
    "If it is somebody else, choose another name."
)
"""The reply to a new page that uses the name of a pupil."""

_log = logging.getLogger(__name__)


class Connection:
    """A connected page: `send` sends it a text, `gate` limits its wrong codes.

    A page with the key of the teacher's dashboard (wall) is the teacher.
    """

    def __init__(
        self,
        connections: Connections,
        send: Callable[[str], object],
        gate: Gate,
        *,
        wall_key: str = "",
    ) -> None:
        self._connections, self._room = connections, connections.room
        self._send, self._gate, self._wall_key = send, gate, wall_key
        self.pupil: Pupil | None = None
        self._is_wall = False
        self._knock: int | None = None
        """The number in the queue at the door; None if the pupil is not waiting there."""
        self._watched: int | None = None
        self._practice: Practice | None = None
        self._left: int | None = None
        """The table of the pupil's game when watching or puzzles began; None without a game."""
        self._window: Window | None = None
        self._shown: tuple[Any, ...] = ()
        self._news_of: int | None = None
        """The number of the table in the last news; the news goes out before the table's board."""
        self._is_notebook = False
        """Whether the page is a notebook's board, which gets moves as text and draws them."""
        self._game: dict[str, Any] = {}
        self._moved = -1
        """The version at which this page last moved; it needs no animation of its own move."""
        self._reports = Meter(monotonic, **REPORT_RATE_LIMIT)
        connections.open.add(self)

    def close(self) -> None:
        """Remove the page after its connection has ended."""
        self._connections.open.discard(self)
        self._connections.walls.discard(self._say)
        self._room.seating.leave_door(self._knock)
        if self.pupil is not None:
            self._connections.tell_walls()

    @property
    def is_known(self) -> bool:
        """Whether the page has logged in, as a pupil or as the teacher."""
        return self.pupil is not None or self._is_wall

    def shows(self, number: int) -> bool:
        """Return True if the page shows the table with this number."""
        table = self._table()
        return table is not None and table.number == number

    def hear(self, text: str | bytes) -> None:
        """Handle a message; a malformed message is ignored, an error is sent as a reply."""
        try:
            content = json.loads(text) if len(text) <= MAX_PAGE_MESSAGE_BYTES else None
        except (ValueError, RecursionError):
            return
        if not isinstance(content, dict):
            return
        try:
            with self._room.ledger.lock:
                if self.pupil and self._room.people.get(self.pupil.id) != self.pupil:
                    self.refresh()  # the pupil was removed, or has changed the device
                else:
                    self._handle(content)
        except (PolygamesError, OSError) as error:
            self._say({"kind": "no", "text": error_words(error)})
        except Exception:  # noqa: BLE001 - what a page says ends only what it asked for
            _log.exception("a message could not be taken: %r", text[:200])
            self._say({"kind": "no", "text": "That did not work. Please try again."})

    def refresh(self) -> None:
        """Send the page the current state of its table, if it has changed."""
        if self.pupil is None:
            return
        known = self._room.people.get(self.pupil.id)
        if known is None or known.key != self.pupil.key:
            self.pupil = None
            words = "You are now playing on another device."
            if not known:
                words = "The teacher has removed you from the class."
            self._say({"kind": "out", "text": words})
            return
        if not self.pupil.plays:
            return
        with self._room.ledger.lock:
            table = self._table()
            if self._is_notebook:  # it gets the game as text, if that has changed
                if (game := game_news(self._room, table, self.pupil)) != self._game:
                    self._game = game
                    self._say(game)
                return
            self._show_news(table)
            if table is not None:
                self._show_board(table)

    # Messages from the page

    def _handle(self, content: dict[str, Any]) -> None:
        match content:
            case {"do": "join"} if self.pupil is not None:
                msg = f"You are in the class already, as {self.pupil.name}."
                raise OptionError(msg)
            case {"do": "join", "code": code, "name": name}:
                self._is_notebook = content.get("as") == "notebook"
                self._let_in(code)
                self._join(name, content.get("game"), plays=content.get("as") != "lessons")
            case {"do": "back", "token": token}:
                self._is_notebook = content.get("as") == "notebook"
                self._come_back(token)
            case {"do": "wall", "key": key}:
                self._open_wall(key)
            case {"do": "leave"}:
                self._leave_class()
            case {"do": str()} if self._is_wall:
                if words := direct(self._room, content):
                    self._say({"kind": "said", "text": words})
            case {"do": "board", "content": said} if self.pupil is not None:
                self._play(self.pupil, said)
            case {"do": str()} if self.pupil is not None:
                self._ask(self.pupil, content)

    def _let_in(self, code: object) -> None:
        """Raise OptionError unless the code is right and the page may try one now."""
        said = "".join(code.split()).upper() if isinstance(code, str) else ""
        if not self._gate.opens(self._room.ledger.code, said):
            self._refuse_code("Wrong code. Check it and try again.")

    def _refuse_code(self, words: str) -> None:
        """Raise OptionError after a wrong code or key, with the waiting time if there is one."""
        self._connections.count_wrong_code()
        if wait := ceil(self._gate.wait_seconds):
            words = f"Too many wrong codes. Try again in {wait} seconds."
        raise OptionError(words)

    def _join(self, name: object, game: object, *, plays: bool) -> None:
        if game not in (None, played := self._room.ledger.setting.game):
            msg = f"this class plays {played}"  # a notebook with the board of another game
            raise OptionError(msg)
        seating = self._room.seating
        seating.leave_door(self._knock)
        self._knock = None
        if plays and not self._is_notebook and seating.is_known(name):
            self._knock = seating.knock(name, self._hear_decision)
            self._say({"kind": "wait", "text": KNOCKS.format(plain_name(name))})
            return
        self._come_in(*seating.join(name, plays=plays))

    def _hear_decision(self, pupil: Pupil | None, words: str) -> None:
        """Handle the teacher's decision on a knock; called from any thread."""
        self._connections.post(lambda: self._end_knock(pupil, words))

    def _end_knock(self, pupil: Pupil | None, words: str) -> None:
        self._knock = None
        if pupil is None:
            self._say({"kind": "out", "text": words})
        else:
            self._come_in(pupil, words)

    def _come_in(self, pupil: Pupil, token: str) -> None:
        self.pupil = pupil
        self._say({"kind": "in", "token": token, "name": pupil.name})
        self._enter()

    def _leave_class(self) -> None:
        """Log the pupil out of this device. The seat is kept."""
        self._room.seating.leave_door(self._knock)
        self.pupil = self._knock = None
        self._leave()
        self._connections.tell_walls()

    def _come_back(self, token: object) -> None:
        pupil = self._room.people.with_token(token)
        if pupil is None:
            self._say({"kind": "out", "text": ""})
            return
        self.pupil = pupil
        self._room.seating.welcome(pupil)
        self._say({"kind": "in", "name": pupil.name})
        self._enter()

    def _enter(self) -> None:
        self._shown = ()
        self.refresh()
        self._connections.tell_walls()

    def _ask(self, pupil: Pupil, content: dict[str, Any]) -> None:
        """Handle a pupil's request that is not made on the board."""
        room = self._room
        match content:
            case {"do": "ask back"}:
                room.ask_back(pupil)
            case {"do": "say back", "yes": bool(yes)}:
                room.say_back(pupil, yes=yes)
            case {"do": "give up"}:
                room.give_up(pupil)
            case {"do": "again"}:
                room.again(pupil)
            case {"do": "skip"} if self._practice is None:
                room.rounds.skip(pupil)
            case {"do": "help"}:
                table = self._table()
                record = room.ledger.setting.start if table is None else table.record
                self._say({"kind": "help", "html": help_of(record)})
            case {"do": "play", "text": str(), "version": int()} if self._is_notebook:
                self._play_text(pupil, content)
            case {"do": "watch" | "puzzle" | "skip"}:
                self._look_elsewhere(pupil, content)
            case _:
                self._tell_teacher(pupil, content)

    def _look_elsewhere(self, pupil: Pupil, content: dict[str, Any]) -> None:
        """Show another table, or puzzles while the pupil waits for a game."""
        match content:
            case {"do": "watch", "table": None | int() as number}:
                table = self._room.tables.get(number or 0)
                is_game = table is not None and table.puzzle is None  # not a race puzzle
                self._leave(watched=number if is_game else None)
            case {"do": "puzzle"} if self._is_idle(pupil):
                self._leave(practice=Practice(self._room.ledger.setting.game, pupil.id))
            case {"do": "skip"} if self._practice is not None:
                self._practice.go_on()
                self.refresh()

    def _tell_teacher(self, pupil: Pupil, content: dict[str, Any]) -> None:
        """Store an answer to a question, or reports from a lesson's checks."""
        match content:
            case {"do": "predict", "said": str() as said}:
                self._room.predict(pupil, said)
                self.refresh()
            case {"do": "report", "said": dict(reports)}:
                for exercise, said in reports.items():
                    if not self._reports.allows():
                        msg = "too many results: the others are not saved"
                        raise OptionError(msg)
                    found, answer, *_ = [*said, "", ""] if isinstance(said, list) else [said, ""]
                    self._room.report(pupil, exercise, found, answer)

    def _play(self, pupil: Pupil, said: object) -> None:
        """Handle a message of the pointer layer, like a notebook's board."""
        message = read(said)
        table = self._table()
        if message is None or table is None or not isinstance(said, dict):
            return
        view = self._view_of(table)
        if message["kind"] == "view":
            window = message["window"]
            self._window = _clip_window(window, window_of(view.scene)) if window else None
            self._shown = ()
            self._show_board(table)
        elif message["kind"] in MOVE_KINDS:
            self._take_move(pupil, table, message, said.get("mark"))
        elif message["kind"] == "peek" and message.get("version") == table.version:
            moves = view.begun(message["spelling"])
            self._say_board(message | {"moves": moves})
        elif message["kind"] == "key" and message["key"] == "u" and self._practice is None:
            self._room.ask_back(pupil)

    def _play_text(self, pupil: Pupil, said: dict[str, Any]) -> None:
        """Play a move that a notebook sends as text, and reply with the game."""
        mark = said.get("mark")
        known = mark if isinstance(mark, str) else None
        self._game = {}  # the page may show an invalid move, so it gets the game in any case
        try:
            self._room.play(pupil, said["text"], version=said["version"], mark=known)
        finally:
            self.refresh()

    def _take_move(self, pupil: Pupil, table: Table, message: dict[str, Any], mark: object) -> None:
        """Play a move that the page already shows, and acknowledge it.

        A move for another version of the table is not played.
        """
        number, version = message.get("id"), message.get("version")
        if version != table.version:
            if message.get("again"):
                self._shown = ()
                self._show_board(table)
                self._answer(number, table)
            return
        view = self._view_of(table)
        known = mark if isinstance(mark, str) else None
        try:
            move = _move_of(view.ways, view.state, message)
            self._moved = table.version
            if self._practice is not None:
                done = self._practice.play(move, version=table.version)
            else:
                done = self._room.play(pupil, move, version=version, mark=known, table=table.number)
        except (PolygamesError, OSError) as error:
            self._say_board({"kind": "refused", "text": error_words(error), "id": number})
            if self._practice is not None:
                self.refresh()
            return
        if done:
            self.refresh()
        self._answer(number, table)

    def _answer(self, number: int | None, table: Table) -> None:
        if number is not None:
            self._say_board({"kind": "answered", "id": number, "version": table.version})

    # Messages to the page

    def _table(self) -> Table | None:
        """Return the table that the page shows: a puzzle, a watched table, or the pupil's own.

        The page returns to the pupil's own table when a new game begins there.
        """
        if self.pupil is None:
            return None
        own = self._room.seating.table_of(self.pupil.id)
        if own is not None and own.is_on and own.number != self._left:
            self._watched = self._practice = None
        if self._practice is not None:
            return self._practice.table
        return own if self._watched is None else self._room.tables.get(self._watched)

    def _is_idle(self, pupil: Pupil) -> bool:
        """Return True if the pupil has no game, and could solve puzzles meanwhile."""
        room, own = self._room, self._room.seating.table_of(pupil.id)
        has_game = own is not None and own.is_on
        has_none = has_game or room.ledger.is_racing or not puzzles_of(room.ledger.setting.game)
        return not has_none and self._practice is None

    def _leave(self, *, watched: int | None = None, practice: Practice | None = None) -> None:
        """Switch from the pupil's own table to another table or to puzzles, or back."""
        self._watched = self._practice = None
        own = None if self.pupil is None else self._room.seating.table_of(self.pupil.id)
        self._left = own.number if own is not None and own.is_on else None
        self._watched, self._practice = watched, practice
        self._shown, self._window = (), None
        self.refresh()

    def _view_of(self, table: Table) -> SeatView:
        """Return the page's view of a table."""
        seat = self._seat(table)
        is_alone = self._practice is not None
        return SeatView(table, seat) if is_alone else self._connections.view_of(table, seat)

    def _seat(self, table: Table) -> int | None:
        return None if self.pupil is None else table.seat_of(self.pupil.id)

    def _show_news(self, table: Table | None) -> None:
        """Send the texts and buttons around the board."""
        self._news_of = None if table is None else table.number
        view = None if table is None else self._view_of(table)
        is_watching = self._watched is not None
        news = page_news(self._room, self.pupil, table, view, is_watching=is_watching)
        if self._practice is not None:
            solved = self._practice.table.is_solved
            news |= {"status": self._practice.words, "skips": True, "puzzles": True, "done": solved}
        self._say(news | {"idle": self.pupil is not None and self._is_idle(self.pupil)})

    def _show_board(self, table: Table) -> None:
        """Send the frame and the picture, after the animation of the last move."""
        seat, view = self._seat(table), self._view_of(table)
        shown = (table.number, view.version, seat, view.is_on)
        if shown == self._shown:
            return
        if self._news_of != table.number:  # the news makes the page create the other board
            self._show_news(table)
        before, self._shown = self._shown, shown
        is_next = before[:1] == shown[:1] and before[1] == view.version - 1
        if not is_next:
            self._window = self._window if before[:1] == shown[:1] else None
        elif (motion := view.motion) is not None and self._moved != view.version - 1:
            self._say_board(motion)
        for part, values in view.as_traits(self._window).items():
            self._say({"kind": "traits", "of": part, "values": values, "mark": table.mark})

    def _say_board(self, content: dict[str, Any]) -> None:
        self._say({"kind": "board", "content": content})

    def _say(self, message: dict[str, Any]) -> None:
        self._send(encode_message(message))

    # The wall

    def _open_wall(self, key: object) -> None:
        if not is_key(self._wall_key, key):
            self._gate.opens(self._wall_key, "")  # counts like a wrong code
            self._refuse_code("This is not the teacher's address. Open the printed address.")
        self._is_wall = True
        self._connections.walls.add(self._say)
        self._say(self._connections.wall_news())


def is_key(wall_key: str, given: object) -> bool:
    """Return True if this is the key of the wall."""
    said = given.encode("utf-8", "replace") if isinstance(given, str) else b""
    return bool(wall_key) and hmac.compare_digest(said, wall_key.encode())


def _move_of(ways: dict[tuple[str, ...], Any], state: Any, message: dict[str, Any]) -> Any:
    """Return the move in a message. Raise IllegalMoveError if there is none."""
    match message:
        case {"kind": "move", "spelling": spelling} if spelling in ways:
            return ways[spelling]
        case {"kind": "line", "start": start, "end": end} if info_of(state).board.boundary:
            return state.draw(start, end)
    msg = "this move is not possible now"
    raise IllegalMoveError(msg)


def _clip_window(window: tuple[float, ...], home: Window) -> Window | None:
    """Return the part of the board that a page wants to see; None for the whole board."""
    left, top, right, bottom = window
    is_whole = right - left >= 0.999 * (home.right - home.left)
    return None if is_whole else Window(left, top, right, bottom)
