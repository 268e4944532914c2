"""The command that plays a game in the terminal."""

from __future__ import annotations

import sys
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

import polygames as pg
from polygames.cli.words import add_start, moves_of, record_of
from polygames.core.protocol import CHANCE
from polygames.core.words import caption, error_words, how_many, move_words, seat_names
from polygames.records.files import write_whole
from polygames.records.record import begin_now
from polygames.scene.drawing import drawing

if TYPE_CHECKING:
    import argparse

    from polygames.cli.words import Say

HUMAN_PLAYER = "human"
HELP_TEXT = """Type a move, or one of these words:
  moves    list the legal moves        hint     ask the best agent
  undo     take back your last move    board    draw the position again
  text     the position as text        svg F    write a picture to file F
  save F   write the record to file F  quit     stop
  help     show these words
"""
QUIT_WORD = "quit"


def add(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command: a start position, the players and the output."""
    add_start(parser)
    who = "who plays, seat by seat, as in human,greedy: human, an agent or a level (1 to 5)"
    parser.add_argument("--seats", default=HUMAN_PLAYER, help=who)
    parser.add_argument("--seed", type=int, default=0, help="of the dice and the agents")
    parser.add_argument("--svg", type=Path, metavar="F", help="write a picture after each move")
    parser.add_argument("--save", type=Path, metavar="F", help="write the record at the end")
    parser.add_argument("--columns", type=int, default=76, help="the width of the drawing (76)")


def run(given: argparse.Namespace, say: Say) -> dict[str, Any]:
    """Play in the terminal, against an agent or somebody beside you."""
    table = TerminalGame(given, say)
    table.show()
    while table.record.state.outcome is None and table.step():
        pass
    if given.save:
        say(f"saved as {table.record.save(given.save)}")
    state, outcome = table.record.state, table.record.state.outcome
    return {
        "game": state.game,
        "moves": [str(move) for move in table.record.moves],
        "winners": None if outcome is None else sorted(outcome.winners),
        "scores": list(state.scores),
        "reason": None if outcome is None else outcome.reason,
    }


class TerminalGame:
    """A game in the terminal: the record, the players and the typed commands."""

    def __init__(self, given: argparse.Namespace, say: Say) -> None:
        self.given, self.say = given, say
        self.record = record_of(given)
        begin_now(self.record)
        self.rng = Random(given.seed)
        self.info = pg.game(self.record.game)
        self.players = self._seated([name.strip() for name in given.seats.split(",")])

    def step(self) -> bool:
        """Make the next move, or handle a typed line; return False to quit."""
        state = self.record.state
        if state.turn == CHANCE:
            self._push(state.legal_moves.sample(self.rng))
            return True
        agent = self.players[state.turn]
        if agent is not None:
            self._push(agent.choose(state.view(state.turn), self.rng))
            return True
        line = self._asked()
        if line == QUIT_WORD:
            return False
        try:
            self._do(line)
        except (pg.PolygamesError, OSError) as error:
            self.say(f"{error_words(error)}\n(moves lists the legal moves, help all words)")
        return True

    def show(self) -> None:
        """Print the position, the score, and the player to move or the result."""
        state = self.record.state
        scene = self.info.scene(state.view(state.turn) if state.turn >= 0 else state)
        self.say(drawing(scene, self.given.columns))
        said = caption(state)
        pairs = zip(said.seats, state.scores, strict=True)
        counts = " - ".join(seat.count or f"{score:.4g}" for seat, score in pairs)
        words = said.status if state.outcome is None else f"The game is over: {said.status}"
        self.say(f"{words}   [{counts}]" if said.scored else words)
        if self.given.svg:
            write_whole(self.given.svg, pg.svg(scene))

    def _asked(self) -> str:
        """Return a line from the standard input; `QUIT_WORD` at its end."""
        if sys.stdin.isatty() and not self.given.json:
            print("> ", end="", flush=True)  # noqa: T201 - a command
        line = sys.stdin.readline()
        return line.strip() if line else QUIT_WORD

    def _do(self, line: str) -> None:
        """Handle a typed line: one of the words of `HELP_TEXT`, or a move."""
        word, _, rest = line.partition(" ")
        state = self.record.state
        match word:
            case "":
                return
            case "help" | "?":
                self.say(HELP_TEXT.strip())
            case "moves":
                self.say(moves_of(state, most=200))
            case "hint":
                self.say(f"hint: {self.info.agent(self.info.agents[-1]).choose(state, self.rng)}")
            case "board":
                self.show()
            case "text":
                self.say(state.to_text())
            case "undo":
                self._undo()
            case "svg":
                path = Path(rest or f"{state.game}.svg")
                self.say(f"written: {write_whole(path, pg.svg(self.info.scene(state)))}")
            case "save":
                self.say(f"saved as {self.record.save(rest or f'{state.game}.txt')}")
            case _:
                self._push(state.parse(line))

    def _push(self, move: Any) -> None:
        before = self.record.state
        self.record.push(move)
        who = "The dice" if before.turn == CHANCE else seat_names(before).of(before.turn)
        self.say(f"{who}: {move_words(before, self.record.node.move)}")
        self.show()

    def _undo(self) -> None:
        """Take back the last move of a person, and all moves after it."""
        while self.record.moves:
            self.record.pop()
            turn = self.record.state.turn
            if turn != CHANCE and self.players[turn] is None:
                break
        self.show()

    def _seated(self, names: list[str]) -> list[Any]:
        """Return the agent of each seat, or None for a person; missing names are persons."""
        seats = self.record.state.seats
        if len(names) > seats:
            msg = f"{self.info.name} has {how_many(seats, 'seat')}, and --seats names {len(names)}"
            raise pg.OptionError(msg)
        names = [f"level {name}" if name.isdecimal() else name for name in names]
        names += [HUMAN_PLAYER] * (seats - len(names))
        self.record.players = dict(enumerate(names))
        return [None if name == HUMAN_PLAYER else self.info.agent(name) for name in names]
