"""The ladder of a game: a star for each win against a level of the computer, from both seats.

The stars are in the file ``ladder.json`` in the folder of the saved games. They stay when saved
games are deleted. A game earns a star if one person has won it against a level, from a start
position of the game's own options, without help: no move was taken back, and no hint and no
analysis was asked for. So a game that was left and continued later counts, too. The record itself
has these facts: a move that was taken back is a branch, and help is an annotation of the start.
"""

from __future__ import annotations

import json
from html import escape
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from polygames.core.descriptions import position_caption
from polygames.core.errors import PolygamesError, RecordError
from polygames.core.registry import game, info_of
from polygames.records.annotations import HELP_KIND, encode_annotation
from polygames.records.atomic_files import (
    os_errors_to_record_errors,
    read_text,
    write_atomically,
)
from polygames.widgets.autosave import end_of_game
from polygames.widgets.board_options import HUMAN_SEAT

if TYPE_CHECKING:
    from pathlib import Path

    from polygames.core.game_info import GameInfo
    from polygames.core.protocol import Seat, State
    from polygames.records.record import Record

LADDER_FILE_NAME: Final = "ladder.json"
MAX_LADDER_BYTES: Final = 100_000

NO_STAR_TEXT: Final = "No star this time: you took back a move or asked for help."
LADDER_HELP: Final = "Win without Undo, Hint and Analyse to get a star."


class Star(NamedTuple):
    """A win against a level of the computer, from a seat."""

    level: int
    seat: Seat


class Ladder:
    """The stars of a person, stored in a file beside the saved games.

    Parameters
    ----------
    folder
        The folder of the saved games.

    Examples
    --------
    >>> from pathlib import Path
    >>> ladder = Ladder(Path("games"))
    >>> ladder.add("polygon", Star(level=2, seat=0))
    >>> Ladder(Path("games")).stars("polygon")
    frozenset({Star(level=2, seat=0)})
    """

    def __init__(self, folder: Path) -> None:
        self.path = folder / LADDER_FILE_NAME

    def stars(self, name: str) -> frozenset[Star]:
        """Return the stars of a game. Raise RecordError if the file is damaged."""
        return frozenset(self._read().get(name, ()))

    def add(self, name: str, star: Star) -> None:
        """Add a star to a game, and save it. Raise RecordError if the file is damaged."""
        stars = self._read()
        if star in stars.setdefault(name, set()):
            return
        stars[name].add(star)
        rows = {name: sorted(map(list, won)) for name, won in sorted(stars.items())}
        text = json.dumps({"polygames ladder": 1, "stars": rows})
        with os_errors_to_record_errors(self.path):
            self.path.parent.mkdir(parents=True, exist_ok=True)
            write_atomically(self.path, f"{text}\n")

    def _read(self) -> dict[str, set[Star]]:
        try:
            with os_errors_to_record_errors(self.path):
                text = read_text(self.path, "a file of stars", MAX_LADDER_BYTES)
            rows = json.loads(text)["stars"]
            return {str(name): {_parse_star(*row) for row in won} for name, won in rows.items()}
        except FileNotFoundError:
            return {}
        except RecordError:
            raise
        except (ValueError, TypeError, KeyError, AttributeError, RecursionError) as error:
            msg = (
                f"the stars in {self.path} cannot be read: {error}. "
                "Delete this file to begin a new ladder"
            )
            raise RecordError(msg) from None


def _parse_star(level: object, seat: object) -> Star:
    if type(level) is not int or type(seat) is not int:
        msg = f"expected a level and a seat, not {level!r} and {seat!r}"
        raise ValueError(msg)
    return Star(level, seat)


def won_star(record: Record) -> Star | None:
    """Return the star for a finished game, even if it was won with help; None for no win.

    In a game with several rounds of the same moves for everybody, the seats are alike: such a game
    for any number of players has one star for each level.
    """
    info, outcome = info_of(record.start), end_of_game(record).state.outcome
    found = _person_and_level(info, record)
    if found is None or outcome is None or outcome.winners != {found.seat}:
        return None
    return Star(found.level, 0) if info.seats_option else found


def has_help(record: Record) -> bool:
    """Return True if a move was taken back in a game, or a person asked for help."""
    nodes = [record.root, *record.root.line]
    return HELP_KIND in record.root.annotations or any(len(node.children) > 1 for node in nodes)


def mark_help(record: Record) -> None:
    """Store that a person asked for help in a game that could earn a star."""
    is_open = end_of_game(record).state.outcome is None and HELP_KIND not in record.root.annotations
    if is_open and _person_and_level(info_of(record.start), record) is not None:
        record.annotate(record.root, annotations={HELP_KIND: encode_annotation(1, {})})


def _person_and_level(info: GameInfo, record: Record) -> Star | None:
    """Return the level of the only opponent and the seat of the person; None in other games."""
    players = [record.players.get(seat, "") for seat in range(record.start.seats)]
    levels = [player for player in players if player in info.level_names]
    if len(players) != 2 or len(levels) != 1 or HUMAN_SEAT not in players:  # noqa: PLR2004 - one each
        return None
    try:
        is_own_start = info.new(**record.options) == record.start
    except PolygamesError:
        is_own_start = False
    if not is_own_start:
        return None
    return Star(info.level_names.index(levels[0]) + 1, players.index(HUMAN_SEAT))


# --- Texts


def ladder_text(start: State[Any], stars: frozenset[Star], star: Star, *, signs: bool) -> str:
    """Return a sentence about a star that was won, and the next one to win.

    Parameters
    ----------
    start
        The start position of the game.
    stars
        All stars of the game.
    star
        The star.
    signs
        Whether to draw the stars. A screen reader needs only the words.

    Examples
    --------
    >>> start, star = pg.new("territory"), Star(2, 0)
    >>> ladder_text(start, frozenset({star}), star, signs=True)
    'Level 2 beaten as Blue ★☆. Now try it as Red.'
    >>> ladder_text(start, frozenset({star, Star(2, 1)}), star, signs=True)
    'Level 2 beaten ★★. Now try level 3.'
    """
    info = info_of(start)
    seats = ladder_seats(info)
    shown = f" {_signs(stars, star.level, seats)}" if signs else ""
    missing = [seat for seat in seats if Star(star.level, seat) not in stars]
    if missing:
        won, to_win = (seat_phrase(start, seat) for seat in (star.seat, missing[0]))
        return f"Level {star.level} beaten {won}{shown}. Now try it {to_win}."
    last = len(info.level_names)
    after = next((n for n in range(star.level + 1, last + 1) if not _is_full(stars, n, seats)), 0)
    then = f"Now try level {after}." if after else ""
    return f"Level {star.level} beaten{shown}. {then}".strip()


def seat_phrase(start: State[Any], seat: Seat) -> str:
    """Return the seat of a person as a phrase: "as Red", or "when you begin" without a colour.

    Examples
    --------
    >>> seat_phrase(pg.new("polygon"), 1), seat_phrase(pg.new("split"), 1)
    ('as Blue', 'when the computer begins')
    """
    label = position_caption(start).seats[seat]
    if label.is_player:
        return "when you begin" if seat == 0 else "when the computer begins"
    return f"as {label.name}"


def ladder_seats(info: GameInfo) -> tuple[Seat, ...]:
    """Return the seats from which each level can be beaten; one if all seats are alike."""
    return (0,) if info.seats_option else (0, 1)


def ladder_html(start: State[Any], stars: frozenset[Star]) -> str:
    """Return the ladder of a game as HTML: the stars of each level, and how to get one."""
    info = info_of(start)
    seats, rungs = ladder_seats(info), []
    for number in range(1, len(info.level_names) + 1):
        count = sum(Star(number, seat) in stars for seat in seats)
        label = f"Level {number}: {count} of {len(seats)} stars"
        rungs.append(
            f'<li aria-label="{label}"><span>{number}</span> {_signs(stars, number, seats)}</li>'
        )
    ways = " and ".join(seat_phrase(start, seat) for seat in seats)
    each = f"Beat each level {ways}. " if len(seats) > 1 else ""
    return (
        f'<div class="polygames-ladder"><b>Your stars at level</b><ul>{"".join(rungs)}</ul></div>'
        f'<span class="polygames-form-help">{escape(each)}{LADDER_HELP}</span>'
    )


def _signs(stars: frozenset[Star], level: int, seats: tuple[Seat, ...]) -> str:
    return "".join("★" if Star(level, seat) in stars else "☆" for seat in seats)


def _is_full(stars: frozenset[Star], level: int, seats: tuple[Seat, ...]) -> bool:
    return all(Star(level, seat) in stars for seat in seats)


def has_ladder(name: str) -> bool:
    """Return True if a game has levels that a person can beat from two seats.

    Examples
    --------
    >>> has_ladder("polygon"), has_ladder("splitter")
    (True, True)
    """
    info = game(name)
    return bool(info.level_names) and (info.seats_option is not None or info.seats == 2)  # noqa: PLR2004 - opponents
