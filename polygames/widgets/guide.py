"""The guide of a person's first game of a kind: three steps, and the ghost of a gesture.

The guide appears at the start of a game, until the person's second move. It does not appear if the
folder of the board has a saved game of this kind, or if the person has hidden the guide before.
"""

from __future__ import annotations

import json
from contextlib import suppress
from html import escape
from typing import TYPE_CHECKING, Final

from polygames.core.errors import PolygamesError
from polygames.core.protocol import CHANCE
from polygames.records.atomic_files import read_text, write_atomically
from polygames.view.frame import first_steps, ghost_data
from polygames.widgets.board_options import HUMAN_SEAT
from polygames.widgets.remote.session import RemoteSession

if TYPE_CHECKING:
    from pathlib import Path
    from typing import Any

    from polygames.core.game_info import FirstSteps
    from polygames.records.record import Record
    from polygames.widgets.interfaces import BoardLike

GUIDES_FILE_NAME: Final = "guides.json"
"""The name of the file with the games whose guide is hidden, in the folder of saved games."""

MOVE_STEP, ANSWER_STEP, AIM_STEP = range(3)
"""The steps: how to move, what happens then, and the aim of the game."""

KNOWN_GAMES: Final[set[str]] = set()
"""The games that were played, or whose guide was hidden, in this process: for boards without a
folder."""


def is_known_game(game: str, folder: Path | None) -> bool:
    """Return True if a game was played before, or its guide was hidden."""
    if game in KNOWN_GAMES:
        return True
    if folder is None:
        return False
    return next(folder.glob(f"{game}-*.txt"), None) is not None or game in _read_hidden_guides(
        folder
    )


def store_hidden_guide(game: str, folder: Path | None) -> None:
    """Store that the guide of a game is hidden, also for later kernels if there is a folder.

    Raises
    ------
    RecordError
        If the file cannot be written.
    """
    KNOWN_GAMES.add(game)
    if folder is not None:
        folder.mkdir(parents=True, exist_ok=True)
        games = sorted({*_read_hidden_guides(folder), game})
        write_atomically(folder / GUIDES_FILE_NAME, json.dumps({"hidden": games}) + "\n")


def _read_hidden_guides(folder: Path) -> list[str]:
    """Return the games with a hidden guide; none if the file is missing or damaged."""
    with suppress(OSError, ValueError, PolygamesError):
        data = json.loads(read_text(folder / GUIDES_FILE_NAME))
        if isinstance(data, dict) and isinstance(names := data.get("hidden"), list):
            return [name for name in names if isinstance(name, str)]
    return []


class FirstGameGuide:
    """The guide beside and on a board, for the first game of its kind.

    `update` follows the position. The steps are those of the person's first turn in the game.
    """

    def __init__(self, board: BoardLike) -> None:
        self._board = board
        self._record: Record | None = None
        self._is_on = False
        self._steps: FirstSteps | None = None
        self._start = 0
        """The ply at which the guide began: a choice of a colour may come before it."""
        self._has_moved = False
        self.step: int | None = None
        """The current step, from 0; None if there is no guide."""

    def update(self, *, has_draft: bool) -> None:
        """Find the current step after a change; with a draft, a move waits for confirmation."""
        session = self._board.session
        if session.record is not self._record:
            self._record, self._steps, self._has_moved = session.record, None, False
            self._is_on = self._is_first_game()
        self.step = self._find_step(has_draft=has_draft) if self._is_on else None

    def _is_first_game(self) -> bool:
        """Return True if a person begins a first game of this kind, not a puzzle or a class."""
        board, session = self._board, self._board.session
        return (
            board.info.guide.first_steps is not None
            and not isinstance(session, RemoteSession)
            and session.waiting_game is None
            and not session.record.node.children
            and all(before.state.turn == CHANCE for before in session.record.path[:-1])
            and session.record.start.ply == 0
            and not is_known_game(session.record.game, session.folder)
        )

    def _find_step(self, *, has_draft: bool) -> int | None:
        board, session = self._board, self._board.session
        if board.has_task or session.state.outcome is not None:
            return None
        if self._steps is None and session.is_human_turn:
            self._steps, self._start = first_steps(board.visible_state()), session.state.ply
        if self._steps is None:
            return None
        moves = sum(
            before.state.ply >= self._start
            and before.state.turn != CHANCE
            and session.players[before.state.turn] == HUMAN_SEAT
            for before in session.record.path[:-1]
        )
        if moves and not self._has_moved:
            self._has_moved = True
            KNOWN_GAMES.add(session.record.game)
        if moves > 1:
            self._is_on = False
            return None
        if moves:
            return AIM_STEP if session.is_human_turn else ANSWER_STEP
        return ANSWER_STEP if has_draft else MOVE_STEP

    def hide(self) -> None:
        """Hide the guide on this board; see `store_hidden_guide`."""
        self._is_on, self.step = False, None

    def ghost(self) -> dict[str, Any]:
        """Return the ghost of the gesture for the frame: until the person has moved."""
        is_shown = self.step == MOVE_STEP and not self._has_moved
        return ghost_data(self._steps if is_shown else None)

    @property
    def heading(self) -> str:
        """The task of the first move; empty after it."""
        return self._steps.heading if self._steps and self.step == MOVE_STEP else ""

    @property
    def html(self) -> str:
        """The steps as an HTML list, with the current one marked; empty without a guide."""
        if self._steps is None or self.step is None:
            return ""
        return steps_html(self._steps, self.step)


def steps_html(steps: FirstSteps, current: int) -> str:
    """Return the steps of a guide as an HTML list, in which the current step is marked.

    Examples
    --------
    >>> steps = pg.game("polygon").guide.first_steps(pg.new("polygon"))
    >>> steps_html(steps, 1).count("<li"), steps_html(steps, 1).count('aria-current="step"')
    (3, 1)
    """
    items = "".join(
        f'<li data-number="{number + 1}"{_step_mark(number, current)}>{escape(text)}</li>'
        for number, text in enumerate(steps.steps)
    )
    begun = "" if current == MOVE_STEP else " polygames-guide-begun"
    return f'<ol class="polygames-guide{begun}">{items}</ol>'


def _step_mark(number: int, current: int) -> str:
    """Return the attribute of a step: whether it is done, or the current one."""
    if number == current:
        return ' aria-current="step"'
    return ' class="polygames-done"' if number < current else ""
