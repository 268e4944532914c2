"""The command that plays a game in the terminal."""

from __future__ import annotations

import sys
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

import polygames as pg
from polygames.cli.arguments import add_start, legal_moves_text, start_record
from polygames.core.descriptions import (
    error_text,
    move_text,
    position_caption,
    seat_names,
)
from polygames.core.protocol import CHANCE
from polygames.records.atomic_files import write_atomically
from polygames.records.record import set_missing_date
from polygames.scene.text_picture import draw_as_text

if TYPE_CHECKING:
    import argparse

    from polygames.cli.arguments import PrintLine

HUMAN_PLAYER = "human"
HELP_TEXT = """Type a move, or one of these words:
  moves    list the legal moves        hint     ask the best agent
  undo     take back your last move    board    draw the position again
  text     the position as text        svg F    write a picture to file F
  save F   write the record to file F  quit     stop
  help     show these words
"""
QUIT_WORD = "quit"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command ``play``: a start position, the players and the output."""
    add_start(parser)
    who = "who plays, seat by seat, as in human,greedy: human, an agent or a level (1 to 5)"
    parser.add_argument("--seats", default=HUMAN_PLAYER, help=who)
    parser.add_argument("--seed", type=int, default=0, help="of the dice and the agents")
    parser.add_argument("--svg", type=Path, metavar="F", help="write a picture after each move")
    parser.add_argument("--save", type=Path, metavar="F", help="write the record at the end")
    parser.add_argument("--columns", type=int, default=76, help="the width of the drawing (76)")


def play_in_terminal(args: argparse.Namespace, print_line: PrintLine) -> dict[str, Any]:
    """Play a game in the terminal, against an agent or another person."""
    table = TerminalGame(args, print_line)
    table.show()
    while table.record.state.outcome is None and table.step():
        pass
    if args.save:
        print_line(f"saved as {table.record.save(args.save)}")
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

    def __init__(self, args: argparse.Namespace, print_line: PrintLine) -> None:
        self.args, self.print_line = args, print_line
        self.record = start_record(args)
        set_missing_date(self.record)
        self.rng = Random(args.seed)
        self.info = pg.game(self.record.game)
        self.players = self._create_players([name.strip() for name in args.seats.split(",")])

    def step(self) -> bool:
        """Play the next move, or carry out a typed command; return False if the user quits."""
        state = self.record.state
        if state.turn == CHANCE:
            self._play_move(state.legal_moves.sample(self.rng))
            return True
        agent = self.players[state.turn]
        if agent is not None:
            self._play_move(agent.choose(state.view(state.turn), self.rng))
            return True
        line = self._read_input()
        if line == QUIT_WORD:
            return False
        try:
            self._handle_input(line)
        except (pg.PolygamesError, OSError) as error:
            self.print_line(f"{error_text(error)}\n(moves lists the legal moves, help all words)")
        return True

    def show(self) -> None:
        """Print the position, the score, and the player to move or the result."""
        state = self.record.state
        scene = self.info.scene(state.view(state.turn) if state.turn >= 0 else state)
        self.print_line(draw_as_text(scene, self.args.columns))
        said = position_caption(state)
        pairs = zip(said.seats, state.scores, strict=True)
        counts = " - ".join(seat.count or f"{score:.4g}" for seat, score in pairs)
        words = said.status if state.outcome is None else f"The game is over: {said.status}"
        self.print_line(f"{words}   [{counts}]" if said.scored else words)
        if self.args.svg:
            write_atomically(self.args.svg, pg.svg(scene))

    def _read_input(self) -> str:
        """Return a line from the standard input; after its end, return `QUIT_WORD`."""
        if sys.stdin.isatty() and not self.args.json:
            print("> ", end="", flush=True)  # noqa: T201 - a command
        line = sys.stdin.readline()
        return line.strip() if line else QUIT_WORD

    def _handle_input(self, line: str) -> None:
        """Carry out a typed line: one of the commands in `HELP_TEXT`, or a move."""
        word, _, rest = line.partition(" ")
        state = self.record.state
        match word:
            case "":
                return
            case "help" | "?":
                self.print_line(HELP_TEXT.strip())
            case "moves":
                self.print_line(legal_moves_text(state, max_moves=200))
            case "hint":
                self.print_line(
                    f"hint: {self.info.agent(self.info.agents[-1]).choose(state, self.rng)}"
                )
            case "board":
                self.show()
            case "text":
                self.print_line(state.to_text())
            case "undo":
                self._undo()
            case "svg":
                path = Path(rest or f"{state.game}.svg")
                self.print_line(
                    f"written: {write_atomically(path, pg.svg(self.info.scene(state)))}"
                )
            case "save":
                self.print_line(f"saved as {self.record.save(rest or f'{state.game}.txt')}")
            case _:
                self._play_move(state.parse(line))

    def _play_move(self, move: Any) -> None:
        before = self.record.state
        self.record.push(move)
        who = "The dice" if before.turn == CHANCE else seat_names(before).name(before.turn)
        self.print_line(f"{who}: {move_text(before, self.record.node.move)}")
        self.show()

    def _undo(self) -> None:
        """Take back the last move of a person, and all moves after it."""
        while self.record.moves:
            self.record.pop()
            turn = self.record.state.turn
            if turn != CHANCE and self.players[turn] is None:
                break
        self.show()

    def _create_players(self, names: list[str]) -> list[Any]:
        """Return the agent for each seat, or None where a person plays or no player is named."""
        seats = self.record.state.seats
        if len(names) > seats:
            msg = f"--seats must name at most {seats} players in {self.info.name}, not {len(names)}"
            raise pg.OptionError(msg)
        names = [f"level {name}" if name.isdecimal() else name for name in names]
        names += [HUMAN_PLAYER] * (seats - len(names))
        self.record.players = dict(enumerate(names))
        return [None if name == HUMAN_PLAYER else self.info.agent(name) for name in names]
