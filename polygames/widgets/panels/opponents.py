"""Who plays a new game: people and the computer, and who begins."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import ipywidgets as widgets

from polygames.core.protocol import CHANCE
from polygames.widgets.arguments import HUMAN, players_of
from polygames.widgets.dispose import discard
from polygames.widgets.panels.fields import STYLE, labelled, menu

if TYPE_CHECKING:
    from collections.abc import Sequence

    from polygames.core.info import GameInfo
    from polygames.core.protocol import State

AGAINST: Final = "You against the computer"
PEOPLE: Final = "Two people"
ITSELF: Final = "Computer against itself"
ALONE: Final = "You alone"
EACH: Final = "Choose each player"

YOU, COMPUTER = "You", "The computer"
MOST_SEATS: Final = 12
"""How many players a form has room for."""

LEVEL_HELP: Final = "Level 1 is for a first game; level 5 plays as well as it can in a second."


class Opponents:
    """The part of a form that says who plays.

    Parameters
    ----------
    info
        The game.
    players
        Who plays now, shown first.
    """

    def __init__(self, info: GameInfo, players: Sequence[str]) -> None:
        self.info = info
        computers = info.players_by_level or info.agents
        names = [(_named(name), name) for name in computers]
        self.mode = widgets.RadioButtons(options=self._modes(), description="", style=STYLE)
        self.level, self.other = menu("Level", names), menu("Against", names)
        self.begins = menu("Who begins", [(who, who) for who in (YOU, COMPUTER)])
        self.many = menu("Players", [(str(n), n) for n in range(2, MOST_SEATS + 1)])
        self.seats = widgets.VBox()
        help_text = LEVEL_HELP if info.levels else ""
        self._level_line = labelled(self.level, help_text)
        shown = [self.mode, self.many, self._level_line, self.other, self.begins, self.seats]
        self.box = widgets.VBox(shown)
        self.box.add_class("polygames-form-players")
        if computers:
            self.level.value = computers[len(computers) // 3]
        self.show(players)
        self.mode.observe(lambda _: self._arrange(), "value")
        self.many.observe(lambda _: self._arrange(), "value")

    def show(self, players: Sequence[str]) -> None:
        """Show who plays."""
        people, computers = players.count(HUMAN), [each for each in players if each != HUMAN]
        levels = {value for _, value in self.level.options}
        if len(players) > 1 and self.info.seats_option:
            self.many.value = min(len(players), MOST_SEATS)
        if not computers:
            chosen = ALONE if len(players) == 1 and ALONE in self.mode.options else PEOPLE
        elif not {*computers} <= levels or len(players) != 2:  # noqa: PLR2004 - seat by seat
            chosen = EACH
        else:
            chosen = AGAINST if people else ITSELF
            self.level.value, self.other.value = computers[0], computers[-1]
            self.begins.value = YOU if players[0] == HUMAN else COMPUTER
        self._seat(players)
        self.mode.value = chosen
        self._arrange()

    def options(self) -> dict[str, Any]:
        """Return the option that says how many play, in a game that has it."""
        if self.info.seats_option is None:
            return {}
        return {self.info.seats_option: self._count()}

    def players(self, start: State[Any]) -> tuple[str, ...]:
        """Return who plays on each seat of a game."""
        count = start.seats
        opener = 0 if start.turn == CHANCE else start.turn
        match self.mode.value:
            case mode if mode == EACH:
                return tuple(seat.value for seat in self.seats.children)[:count]
            case mode if mode == ITSELF:
                levels = (self.level.value, self.other.value)
                return tuple(levels[(seat - opener) % 2] for seat in range(count))
            case mode if mode == AGAINST and count > 1:
                you = opener if self.begins.value == YOU else (opener + 1) % count
                return tuple(HUMAN if seat == you else self.level.value for seat in range(count))
        return (HUMAN,) * count

    def _modes(self) -> list[str]:
        """Return the kinds of game that can be chosen."""
        alone = [ALONE] if self.info.seats_option or self.info.seats == 1 else []
        if not self.info.agents:
            return [*alone, PEOPLE]
        return [AGAINST, *alone, PEOPLE, ITSELF, EACH]

    def _count(self) -> int:
        if self.mode.value == ALONE:
            return 1
        return self.many.value if self.info.seats_option else self.info.seats

    def _arrange(self) -> None:
        """Show the questions that the kind of game leaves open."""
        mode = self.mode.value
        _show(self.many, self.info.seats_option is not None and mode != ALONE)
        _show(self._level_line, mode in {AGAINST, ITSELF})
        _show(self.other, mode == ITSELF)
        _show(self.begins, mode == AGAINST)
        _show(self.seats, mode == EACH)
        if len(self.seats.children) != self._count():
            self._seat([seat.value for seat in self.seats.children])

    def _seat(self, players: Sequence[str]) -> None:
        """Make a menu for each seat; people sit where nobody did so far."""
        who = [(_named(name), name) for name in players_of(self.info)]
        for old in self.seats.children:
            discard(old)
        made = []
        for seat in range(self._count()):
            field = menu(f"Player {seat + 1}", who)
            field.value = players[seat] if seat < len(players) else HUMAN
            made.append(field)
        self.seats.children = tuple(made)


def _named(player: str) -> str:
    """Return what a form calls a player."""
    return {"human": "a person"}.get(player, player)


def _show(widget: widgets.Widget, is_shown: bool) -> None:  # noqa: FBT001 - it is what it does
    widget.layout.display = "" if is_shown else "none"
