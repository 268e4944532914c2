"""Collect the sentences that players, pupils and teachers read, into one file per game.

    python scripts/player_texts.py [FOLDER]

The files are in `tests/texts`: one for each game, `shared.txt` for what all games share,
`class.txt` for a class, and `errors.txt` with all error messages by module. A test compares them,
so that a review shows every changed sentence.

Sentences made of parts come from seeded games, boards and puzzles, with ``N`` for each number and
``<place>`` for each point or square; of two that differ in the players' colours alone there is one.
The other texts come from the source, with ``{}`` for each value.
"""

from __future__ import annotations

import re
import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import TYPE_CHECKING, Final

if __name__ == "__main__":
    for library in ("numba", "llvmlite"):  # equal sentences, whether or not code is compiled
        sys.modules[library] = None  # type: ignore[assignment]  # this is how an import is blocked

from texts.boards import add_boards, add_reviews, help_of
from texts.errors import ErrorMessages
from texts.played import Texts, option_sets, play
from texts.sentences import one_per_color, pattern, sentences, without_moves
from texts.source import PythonTexts, js_texts

from polygames.core.registry import game

if TYPE_CHECKING:
    from collections.abc import Iterable

ROOT: Final = Path(__file__).resolve().parents[1]
PACKAGE: Final = ROOT / "polygames"
TEXTS_FOLDER: Final = ROOT / "tests" / "texts"

GAMES: Final = ("polygon", "splinter", "split", "splitter", "territory")
NO_TEXT_MODULES: Final = {"agents", "analysis", "encoding", "solver", "symmetry"}
"""The modules of a game whose texts no player reads."""
SHARED_FOLDERS: Final = ("study", "view", "widgets")
"""The folders with the texts that all games share."""
KINDS: Final = (
    *(
        "About the game",
        "First game",
        "Form for a new game",
        "Help: pictures",
        "Help: rules",
        "Help: keys",
    ),
    *("Status lines", "Places on the board", "Moves", "Reasons", "Mistakes", "Refusals"),
    *("Board", "Puzzles", "Reviews"),
)
"""The kinds of sentences, in the order of a file."""
KINDS_WITH_MOVES: Final = {"Board", "Places on the board", "Puzzles", "Reasons", "Reviews"}
"""The kinds of sentences that mention moves in words."""
MIN_SHARING_GAMES: Final = 2
"""A sentence on the boards of so many games belongs to all games."""


def main(folder: Path) -> None:
    """Write the files to a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in collect().items():
        (folder / name).write_text(text, encoding="utf-8")


def collect() -> dict[str, str]:
    """Return the text of each file by its name."""
    played = {name: _play(name) for name in GAMES}
    boards = {name: _board(name) for name in GAMES}
    shared = _shared_sentences(boards)
    files = {}
    for name in GAMES:
        kinds = help_of(game(name)) | played[name].kinds
        for kind, found in boards[name].kinds.items():
            kinds[kind] = found - shared[kind]
        modules = [
            path
            for folder in (PACKAGE / "games" / name, PACKAGE / "games" / name / "board")
            for path in sorted(folder.glob("*.py"))
            if path.stem not in NO_TEXT_MODULES
        ]
        kinds = _with_moves_named(kinds)
        files[f"{name}.txt"] = _page(game(name).title, kinds, {f"games/{name}": modules}, name)
    sources = {each: _modules(PACKAGE / each) for each in SHARED_FOLDERS}
    files["shared.txt"] = _page("All games", shared, sources, "")
    classroom = {"classroom": [*_modules(PACKAGE / "classroom"), *_modules(PACKAGE / "table")]}
    files["class.txt"] = _page("A class", {}, classroom, "")
    files["errors.txt"] = _errors_page()
    return files


def _with_moves_named(kinds: dict[str, set[str]]) -> dict[str, set[str]]:
    """Return sentences by kind; each description of a move in them is ``<move>``."""
    moves = kinds["Moves"]
    return {
        kind: without_moves(found, moves) if kind in KINDS_WITH_MOVES else found
        for kind, found in kinds.items()
    }


def _play(name: str) -> Texts:
    texts = Texts(name)
    for number, options in enumerate(option_sets(game(name))):
        play(texts, game(name), options, f"{name} {number}")
    return texts


def _board(name: str) -> Texts:
    texts = Texts(name)
    add_boards(texts, game(name))
    add_reviews(texts, game(name))
    return texts


def _shared_sentences(boards: dict[str, Texts]) -> dict[str, set[str]]:
    """Return the sentences on the boards of several games, by kind."""
    shared: dict[str, set[str]] = {}
    for kind in {kind for texts in boards.values() for kind in texts.kinds}:
        found = [texts.kinds.get(kind, set()) for texts in boards.values()]
        shared[kind] = {
            text
            for text in set().union(*found)
            if sum(text in each for each in found) >= MIN_SHARING_GAMES
        }
    return shared


def _modules(folder: Path) -> list[Path]:
    """Return the Python and JavaScript modules in a folder."""
    return sorted(each for each in folder.rglob("*") if each.suffix in {".py", ".js"})


def _page(title: str, kinds: dict[str, set[str]], sources: dict[str, list[Path]], name: str) -> str:
    """Return the text of a file: the sentences by kind, then the other texts in the source."""
    parts = [f"# {title}\n"]
    seen: set[str] = set()
    for kind, found in sorted(kinds.items(), key=lambda item: KINDS.index(item[0])):
        parts.append(_section(kind, one_per_color(text for text in found - seen if text)))
        seen |= found
    known = "\n".join(sorted(pattern(text, name) for text in seen))
    for folder, modules in sources.items():
        python = PythonTexts(each for each in modules if each.suffix == ".py")
        script = {text for each in modules if each.suffix == ".js" for text in js_texts(each)}
        for kind, found in (
            (f"Other texts in {folder}", python.texts),
            (f"JavaScript in {folder}", script),
        ):
            lines = (text for text in found if not _is_known(text, known, name))
            parts.append(_section(kind, sorted(lines)))
    return "\n".join(filter(None, parts))


def _errors_page() -> str:
    """Return the text of the file with the error messages of all Python modules."""
    parts = ["# Error messages\n"]
    for path in sorted(PACKAGE.rglob("*.py")):
        name = path.relative_to(PACKAGE.parent).as_posix()
        parts.append(_section(name, ErrorMessages(path).messages))
    return "\n".join(filter(None, parts))


def _section(kind: str, lines: Iterable[str]) -> str:
    text = "".join(f"{line}\n" for line in lines)
    return text and f"## {kind}\n\n{text}"


def _is_known(text: str, known: str, name: str) -> bool:
    """Return True if the collected sentences include all sentences of a text with values."""
    return all(
        re.search(_expression(pattern(sentence, name)), known, re.MULTILINE)
        for sentence in sentences(text)
    )


def _expression(sentence: str) -> str:
    return r"\b" * sentence[:1].isalpha() + re.escape(sentence).replace(r"\{\}", ".*")


if __name__ == "__main__":
    parser = ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument(
        "folder", nargs="?", type=Path, default=TEXTS_FOLDER, help="the folder for the files"
    )
    main(parser.parse_args().folder)
