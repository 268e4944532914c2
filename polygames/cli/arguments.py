"""Parsers for the arguments of commands: numbers, options, players, positions."""

from __future__ import annotations

import argparse
import json
import os
import re
import sys
from random import Random
from typing import TYPE_CHECKING, Any, TypeAlias

import polygames as pg
from polygames.core.options import whole
from polygames.core.registry import games
from polygames.records import position_sources
from polygames.records.position_sources import record_of_text

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from polygames.arena.players import Player
    from polygames.core.protocol import State

PrintLine: TypeAlias = "Callable[[object], None]"
"""A function that prints a line for people; it prints nothing with ``--json``."""


def parse_count(text: str) -> int:
    """Return a whole number of 1 or more from text.

    Raise ArgumentTypeError if the text is invalid.
    """
    try:
        return whole("the number", int(text) if text.isdecimal() else text, 1)
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from error


def parse_pair(text: str) -> tuple[str, Any]:
    """Return the name and value of ``NAME=VALUE``: the value is JSON if valid, otherwise text."""
    name, found, value = text.partition("=")
    if not found or not name:
        msg = f"expected NAME=VALUE, not {text!r}"
        raise argparse.ArgumentTypeError(msg)
    try:
        return name, json.loads(value)
    except ValueError:
        return name, value


def parse_openings(text: str) -> Any:
    """Return the openings of a match from text: a number of random moves, or a word."""
    return int(text) if text.isdecimal() else text


def parse_players(text: str) -> Sequence[Player]:
    """Return the agents that a text specifies: an agent's name, a level, a file or a folder.

    Options follow a name after a colon.
    """
    if text.isdecimal():
        return [int(text)]
    if text.endswith(".py") or {"/", os.sep} & {*text.partition(":")[0]}:
        try:
            return pg.load_agents(text)
        except pg.OptionError as error:
            raise argparse.ArgumentTypeError(str(error)) from error
    name, found, options = text.partition(":")
    return [(name, dict(map(parse_pair, options.split(",")))) if found else name]


def add_start(parser: argparse.ArgumentParser) -> None:
    """Add the arguments for a start position to a parser: a game with its options, or a file."""
    what = f"a game ({', '.join(games())}), or a file with a record or a position; - reads one"
    parser.add_argument("start", metavar="START", help=what)
    parser.add_argument("--ply", type=int, help="of a record: the position after so many moves")
    add_options(parser)


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the arguments for the options of a game to a parser."""
    parser.add_argument("--preset", help="a named set of options of the game")
    parser.add_argument(
        "--option",
        metavar="NAME=VALUE",
        action="append",
        type=parse_pair,
        default=[],
        help="an option of the game, as in size=6; may be given several times",
    )


def game_options(args: argparse.Namespace) -> dict[str, Any]:
    """Return the options of the game from parsed arguments, including any preset."""
    options = dict(args.option)
    return options if args.preset is None else {"preset": args.preset, **options}


def start_position(args: argparse.Namespace) -> str | State[Any] | pg.Record:
    """Return the name of a game, its start with options, or a record from a file.

    The record is at the position after --ply moves.
    """
    options = game_options(args)
    if args.start in games():
        return pg.new(args.start, **options) if options else str(args.start)
    if options:
        msg = "options need the name of a game, not a position: leave out "
        raise pg.OptionError(msg + ", ".join(options))
    is_typed = args.start == "-"
    record = (
        record_of_text(_read_stdin())
        if is_typed
        else position_sources.start_of(args.start).record()
    )
    if args.ply is not None:
        if not 0 <= args.ply <= len(record.moves):
            msg = f"--ply must be from 0 to {len(record.moves)}, not {args.ply}"
            raise pg.OptionError(msg)
        record.goto(args.ply)
    return record


def start_record(args: argparse.Namespace) -> pg.Record:
    """Return the record that the arguments specify, or a new one for the name of a game."""
    return position_sources.start_of(start_position(args)).record()


def _read_stdin() -> str:
    """Return the text of the standard input. Raise RecordError if it cannot be decoded."""
    try:
        return sys.stdin.read()
    except UnicodeDecodeError as error:
        msg = f"standard input is neither a record nor a position: {error}"
        raise pg.RecordError(msg) from None


def legal_moves_text(state: State[Any], max_moves: int = 12) -> str:
    """Return the legal moves in one line: `max_moves` at most, or three samples if infinite."""
    moves = state.legal_moves
    if not moves.finite:
        some = ", ".join(_short_move_text(state, moves.sample(Random(seed))) for seed in range(3))
        return f"without end, such as: {some}"
    texts = [str(move) for move in moves]
    more = f", and {len(texts) - max_moves} more" if len(texts) > max_moves else ""
    return ", ".join(texts[:max_moves]) + more


def _short_move_text(state: State[Any], move: Any) -> str:
    """Return the text of a move, with two decimals if that text is still a legal move."""
    text = str(move)
    short = re.sub(r"\d+\.\d{3,}", lambda found: f"{float(found[0]):.2f}", text)
    try:
        state.parse(short)
    except pg.MoveError:
        return text
    return short
