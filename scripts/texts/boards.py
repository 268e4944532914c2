"""The sentences on boards, panels and puzzles, read off their widgets."""

from __future__ import annotations

from contextlib import closing
from itertools import islice
from random import Random
from typing import TYPE_CHECKING, Any, Final

import polygames as pg
from polygames.core.protocol import CHANCE
from polygames.search.puzzles.puzzle import puzzles
from polygames.view import help as help_texts
from polygames.view import puzzle_text as puzzle_texts
from polygames.view import review_text
from polygames.view.frame import first_steps
from polygames.widgets import interfaces
from polygames.widgets.guide import KNOWN_GAMES

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from polygames.core.game_info import GameInfo
    from polygames.search.puzzles.puzzle import Puzzle
    from texts.played import Texts

BOARD_PLIES: Final = 10
"""The number of moves that are played on a board."""
GUIDED_PLIES: Final = 4
"""The number of positions from the start whose guide of a first game is collected."""
OPENED_PANELS: Final = (
    interfaces.ANALYSIS_TAB,
    interfaces.MOVES_TAB,
    interfaces.NEW_GAME_TAB,
    interfaces.RECORD_TAB,
)
"""The panels that are opened. The texts of the help and of reviews are collected without them."""
REVIEWED_GAMES: Final[Mapping[str, Mapping[str, Any]]] = {
    "polygon": {"n": 6},
    "split": {"fill_limit": 30.0},
    "splitter": {"players": 2, "pad": "*##* .##."},
    "territory": {"seed": 5, "size": 5},
}
"""Options of the games that are reviewed. Splinter takes ten seconds without compiled code."""
REVIEWED_PLIES: Final = 6
"""The number of random moves in a game that is reviewed."""
REVIEW_SECONDS: Final = 0.01
"""The time per move of a review, which it converts into a fixed amount of work."""
WHOLE_PUZZLE_STEP: Final = 8
"""One of so many puzzles is described with its wrong moves and its answer."""
_TEXT_TRAITS: Final = ("description", "tooltip", "placeholder")
_DATA_KEYS: Final = {
    *("kind", "font", "color", "target", "spelling", "buttons", "svg", "saved", "_esm", "_css")
}
"""The keys of a page's data that have no sentences."""


def help_of(info: GameInfo) -> dict[str, set[str]]:
    """Return the texts of a game's help and form by kind, with their numbers."""
    guide = info.guide
    form = {f"{each.title}: {each.sentence}" for each in guide.preset_texts.values()}
    for option in info.options.values():
        names = (each for each in option.value_names.values() if not each.isdecimal())
        form |= {option.title, option.help, *names}
    tour = {text for _, text in guide.tour.steps} | {guide.tour.first_move} if guide.tour else set()
    rules = help_texts.numbered_rules(info).split("\n\n", 1)[-1]
    items = (" ".join(rule.split()) for rule in rules.replace("\n   ", " ").splitlines())
    return {
        "First game": _first_game_of(info),
        "About the game": {info.title, info.summary, info.board.overlay_legend},
        "Form for a new game": form,
        "Help: pictures": tour,
        "Help: keys": {f"{key}: {effect}" for key, effect in guide.keys},
        "Help: rules": {*items},
    }


def _first_game_of(info: GameInfo) -> set[str]:
    """Return the texts of the guide for the first moves of both seats, with all presets."""
    found: set[str] = set()
    starts: list[dict[str, Any]] = [{}, *({"preset": name} for name in info.presets)]
    if "swap" in info.options:
        starts.append({"swap": True})
    for options in starts:
        state, rng = info.new(**options), Random(1)
        for _ in range(GUIDED_PLIES):
            if (steps := first_steps(state)) is not None:
                found |= {steps.heading, *steps.steps}
            if state.outcome is None:
                state = state.play(state.legal_moves.sample(rng))
    return found


def add_boards(texts: Texts, info: GameInfo) -> None:
    """Add the sentences of boards between people, against the computer, and with puzzles."""
    KNOWN_GAMES.add(info.name)  # the guide of a first game is collected without a board
    for seats in ((), ("human", "random")):
        with closing(pg.play(info.name, seats=seats, seed=3, autosave=None)) as board:
            _play(texts, board)
    if not puzzles(info.name):
        return
    for number, chosen in enumerate(puzzles(info.name)):
        _describe_puzzle(texts, chosen, is_whole=number % WHOLE_PUZZLE_STEP == 0)
    with closing(pg.puzzle(info.name, 1)) as board:
        _solve(texts, board)


def add_reviews(texts: Texts, info: GameInfo) -> None:
    """Add the sentences in the review of a random game."""
    if info.name not in REVIEWED_GAMES:
        return
    record, rng = pg.Record(info.new(**REVIEWED_GAMES[info.name])), Random(2)
    while record.state.outcome is None and len(record.moves) < REVIEWED_PLIES:
        record.push(record.state.legal_moves.sample(rng))
    review = pg.review(record, seconds=REVIEW_SECONDS, progress=False)
    for move in review.moves:
        texts.add("Reviews", *review_text.verdict_texts(move))
    texts.add("Reviews", *review_text.summary_lines(review))


def _play(texts: Texts, board: Any) -> None:
    """Play random moves on a board, then open its panels."""
    rng = Random(5)
    _add_seen(texts, "Board", board)
    for _ in range(BOARD_PLIES):
        if board.state.outcome is not None or board.state.turn == CHANCE:
            break
        board.play(board.state.legal_moves.sample(rng))
        texts.add("Board", *widget_texts(board))
    for name in OPENED_PANELS:
        board.open_panel(name)
        _add_seen(texts, "Board", board.get_panel(name).box)
    board.undo()
    board.hint("random")
    _add_seen(texts, "Board", board)


def _solve(texts: Texts, board: Any) -> None:
    """Ask for a hint, play a wrong move and the right one, and see the answer."""
    panel = board.get_panel(interfaces.PUZZLE_TAB)
    step = panel.puzzle.steps[0]
    panel.show_hint()
    _add_seen(texts, "Puzzles", panel.box)
    for move in (*islice(step.wrong, 1), step.move):
        board.play(board.state.parse(move))
        _add_seen(texts, "Puzzles", board)
    panel.restart()
    panel.show_answer()
    _add_seen(texts, "Puzzles", panel.box)


def _describe_puzzle(texts: Texts, chosen: Puzzle, *, is_whole: bool) -> None:
    """Add the task and the hint of a puzzle; of a whole one also the judgements of moves."""
    state = chosen.state
    texts.add("Puzzles", chosen.task)
    texts.add("Puzzles", puzzle_texts.hint_text(chosen, chosen.steps[0], state, 0))
    if not is_whole:
        return
    for step in chosen.steps:
        texts.add("Puzzles", *puzzle_texts.answer_texts(step, state))
        texts.add("Puzzles", puzzle_texts.hint_text(chosen, step, state, 1))
        for is_last in (False, True):
            texts.add("Puzzles", *puzzle_texts.right_move_texts(chosen, step, is_last=is_last))
        for text in islice(step.wrong, 2):
            wrong = puzzle_texts.wrong_move_texts(chosen, step, state, state.parse(text))
            texts.add("Puzzles", *wrong)
        state = state.play(state.parse(step.move))
        state = state.play(state.parse(step.reply)) if step.reply else state


def _add_seen(texts: Texts, kind: str, widget: Any) -> None:
    texts.add(kind, *widget_texts(widget))


def widget_texts(widget: Any) -> Iterator[str]:
    """Yield the texts of a widget and of the widgets inside it, also of the data for its page."""
    for name in _TEXT_TRAITS:
        yield str(getattr(widget, name, None) or "")
    if type(widget).__name__ in {"HTML", "Label"}:
        yield widget.value
    for option in getattr(widget, "options", None) or ():
        yield str(option[0] if isinstance(option, tuple) else option)
    for name in ("frame", "content"):
        yield from _data_texts(getattr(widget, name, None))
    for child in getattr(widget, "children", ()):
        yield from widget_texts(child)


def _data_texts(data: Any) -> Iterator[str]:
    """Yield the texts in the data for a page."""
    match data:
        case str() if " " in data or data.istitle():
            yield data
        case dict():
            for key, value in data.items():
                if key not in _DATA_KEYS:
                    yield from _data_texts(value)
        case list() | tuple():
            for value in data:
                yield from _data_texts(value)
