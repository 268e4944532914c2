"""The sentences about positions, moves and refusals in seeded games."""

from __future__ import annotations

from contextlib import suppress
from itertools import islice
from random import Random
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, Final

from polygames.core import descriptions
from polygames.core.descriptions import Names
from polygames.core.errors import PolygamesError
from polygames.core.protocol import CHANCE
from polygames.core.registry import info_of
from polygames.records.record import Record
from polygames.scene.model import Disc, Polygon, Text
from polygames.view.frame import find_choices
from texts.sentences import pattern, sentences

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from polygames.core.game_info import GameInfo
    from polygames.core.protocol import State

SEEDED_GAME_PLIES: Final = 40
"""The number of moves in a seeded game."""
DESCRIBED_SHARE: Final = 0.25
"""The share of the states of a game that are described, besides its first two and its end."""
LINES_PER_STATE: Final = 2
"""The number of random moves that are described in such a state, with up to two replies each."""
MAX_OFFERED_VALUES: Final = 4
"""The number of values tried of an option with a list of them."""
SHORT_GAMES: Final[Mapping[str, Sequence[Mapping[str, Any]]]] = {
    "polygon": ({"n": 4}, {"n": 5, "claim": True}, {"n": 7, "colors": "mixed"}),
    "splinter": ({"max_plies": 30}, {"board": ["W.w.B", "..b.b", "w...."]}),
    "split": ({"fill_limit": 30.0}, {"fill_limit": 49.0, "fill_inclusive": True}),
    "splitter": ({"players": 2}, {"players": 1, "pad": "*##* .##."}, {"players": 3}),
    "territory": (
        {"seed": 3, "size": 4},
        {"seed": 5, "size": 5, "swap": True},
        {"seed": 1, "size": 4, "swap": True},
        {"seed": 2, "size": 4, "ending": "stuck"},
        {"seed": 3, "size": 5, "solitaire": True},
    ),
}
"""Options of further games; most of these games end within `SEEDED_GAME_PLIES`."""


class Texts:
    """The patterns of a game's sentences, by kind."""

    def __init__(self, game: str) -> None:
        self.game = game
        self.kinds: dict[str, set[str]] = {}

    def add(self, kind: str, *texts: str) -> None:
        """Add the patterns of all sentences in texts; of reasons, the parts between semicolons."""
        found = self.kinds.setdefault(kind, set())
        for text in texts:
            for each in sentences(text.replace("; ", "\n") if kind == "Reasons" else text):
                found.add(pattern(each, self.game))
        found.discard("<place>")


def option_sets(info: GameInfo) -> Iterator[Mapping[str, Any]]:
    """Yield the default options, each preset, each value that a form offers, and short games."""
    yield {}
    for preset in info.presets:
        yield {"preset": preset}
    for name, about in info.options.items():
        default = about.default
        values = [not default] if isinstance(default, bool) else list(about.value_names)
        for value in values[:MAX_OFFERED_VALUES]:
            if value == default:
                continue
            with suppress(PolygamesError):
                option: dict[str, Any] = {name: value}
                info.new(**option)
                yield option
    yield from SHORT_GAMES[info.name]


def play(texts: Texts, info: GameInfo, options: Mapping[str, Any], seed: str) -> None:
    """Add the sentences of one seeded game."""
    rng = Random(seed)
    record = Record(info.new(**options))
    texts.add("Refusals", *_malformed_messages(info, record.state))
    earlier: list[str] = []
    for _ in range(SEEDED_GAME_PLIES):
        state = record.state
        if state.ply < 2 or state.outcome is not None or rng.random() < DESCRIBED_SHARE:  # noqa: PLR2004 - the first move of each seat
            _describe(texts, state, rng.choice(_names_of(state)), rng)
        if state.outcome is not None:
            return
        move = state.legal_moves.sample(rng)
        if state.turn != CHANCE:
            for text in rng.sample(earlier, min(2, len(earlier))):
                texts.add("Refusals", *_refusal(state, text))
            earlier.append(str(move))
        record.push(move)


def _names_of(state: State[Any]) -> tuple[Names, Names]:
    """Return the names of the players, once for everybody and once for the player to move."""
    known = ("Ada", "Ben", "Cleo", "Dan")
    return Names(known), Names(known, you=max(state.turn, 0))


def _describe(texts: Texts, state: State[Any], names: Names, rng: Random) -> None:
    shown, picture = (
        descriptions.position_caption(state, names),
        descriptions.position_picture(state, names),
    )
    texts.add("Status lines", shown.status, *(f"{seat.name}\n{seat.count}" for seat in shown.seats))
    if shown.counted:
        texts.add("Status lines", f"The numbers are {shown.counted}.")
    texts.add("Places on the board", *_scene_texts(picture))
    if state.outcome is not None or state.turn == CHANCE:
        return
    texts.add("Moves", *(choice.label for choice in islice(find_choices(state, picture), 6)))
    for _ in range(LINES_PER_STATE):
        _describe_line(texts, state, _random_line(state, rng), names)


def _describe_line(texts: Texts, state: State[Any], line: Sequence[Any], names: Names) -> None:
    move, board = line[0], info_of(state).board
    texts.add(
        "Moves",
        descriptions.move_text(state, move, names),
        descriptions.effect_text(state, move, names),
    )
    texts.add(
        "Reasons",
        descriptions.effect_reason(state, line, names),
        descriptions.move_merits(state, line, names),
    )
    if board.mistake_kind is None:
        return
    best = state.legal_moves.sample(Random(1))
    for is_proved in (False, True):
        entry = SimpleNamespace(move=move, best=best, answer=tuple(line), proved=is_proved)
        texts.add("Mistakes", board.mistake_kind(state, entry))


def _random_line(state: State[Any], rng: Random) -> list[Any]:
    """Return one to three random moves."""
    line: list[Any] = []
    for _ in range(rng.choice((1, 2, 3))):
        if state.outcome is not None or state.turn == CHANCE:
            break
        line.append(state.legal_moves.sample(rng))
        state = state.play(line[-1])
    return line


def _scene_texts(scene: Iterable[Any]) -> Iterator[str]:
    """Yield the texts in a picture, and the labels of the shapes that can be pointed at."""
    for each in scene:
        if isinstance(each, Polygon | Disc):
            yield each.label
        elif isinstance(each, Text):
            yield each.text


def _refusal(state: State[Any], text: str) -> Iterator[str]:
    """Yield the message if a move is refused."""
    try:
        state.play(state.parse(text))
    except PolygamesError as error:
        yield descriptions.error_text(error)


def _malformed_messages(info: GameInfo, state: State[Any]) -> Iterator[str]:
    """Yield the messages for a malformed move, and for positions with a missing or wrong line."""
    if state.turn != CHANCE:
        yield from _refusal(state, "good move")
    lines = state.to_text().splitlines()
    for number, line in enumerate(lines):
        for changed in ([], [f"{line} x"]):
            try:
                info.from_text("\n".join([*lines[:number], *changed, *lines[number + 1 :]]))
            except PolygamesError as error:
                yield descriptions.error_text(error)
                yield str(error)  # the details
