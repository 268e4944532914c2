"""The page of each game: a game to replay, rules with pictures, agents, proofs and puzzles."""

from __future__ import annotations

import inspect
import re
from html import escape
from typing import TYPE_CHECKING, Final

import polygames as pg
from polygames.records.atomic_files import write_atomically
from polygames.view.help import iter_tour_pictures
from polygames.view.webpage.page import record_html
from polygames.view.webpage.record_data import PageTree
from webpages import boards, figures
from webpages.links import REPOSITORY_ROOT, move_links

if TYPE_CHECKING:
    from pathlib import Path

RECORDS_FOLDER: Final = REPOSITORY_ROOT / "docs" / "games"

GAME_LESSONS: Final = {
    "split": ("03b_first_line", "Which first line is fair?"),
    "splinter": ("04_splinter", "When is a king cut off?"),
    "polygon": ("02_polygon", "Where do lines meet?"),
    "splitter": ("05_splitter", "Luck or skill?"),
    "territory": ("06_territory", "Can you lose this game?"),
}

PUZZLES_PER_GAME: Final = 3
"""The number of puzzles on the page of a game, from easy to hard."""

FRONT_PAGE_GAMES: Final = {
    "split": (40, "Cut a square with straight lines and fill more than half of it."),
    "splinter": (20, "Push until the crowd breaks apart: the king in the larger part wins."),
    "polygon": (8, "Draw on from where your opponent stopped. If you cannot move, you lose."),
    "splitter": (30, "Write two dice into mirrored cells and build groups of the right size."),
    "territory": (10, "Claim the neighbouring tiles that are worth most to you."),
}
"""For the front page: the move at which a replay opens, and the game in one sentence."""

FRONT_MARK: Final = re.compile(r"<!-- [^\n]*scripts/website\.py writes them -->\n")
"""The mark on the front page that the button and the games replace."""

PLAY_BUTTON: Final = """\
<p><a class="play" href="play/index.html">Play against the computer</a></p>

Python runs in your browser, also on a phone. The first visit takes a few seconds longer than the
next ones. The <a href="lite/index.html">lessons</a> run in the browser, too.

"""

GAME_PAGE: Final = """\
# {title}

{summary}

## A game to step through

Two levels of the computer played this game, and a review added the comments. Use the buttons, the
arrow keys, or swipe. *Play* shows the game move by move.
<a href="../replays/{name}.html">Open the game alone</a>

{replay}

{board}
## The game in {pictures} pictures

<div class="tour">{tour}</div>

**A first move to try.** {first}

{rules}

## The computer's players

In Python, `pg.play("{name}", seats=("human", "level 3"))` starts a game against the third of five
levels.

{agents}

{levels}

## The lesson

[{lesson}](../teacher/{lesson_file}.md) is the page for the teacher.
The lesson itself is {notebook}.

## Puzzles

There are {count} puzzles. These three go from easy to hard. `pg.puzzle("{name}", 7)` shows the
seventh.

{puzzles}
"""


def fill_front_page(text: str, *, with_lite: bool) -> str:
    """Return the front page with the games, and with the button if the page it opens is built."""
    shown = [
        f'<div><iframe class="replay" src="replays/{name}.html#{ply}" title="A game of {title}"'
        f'{" loading=lazy" if number else ""}></iframe><p><a href="games/{name}.html">'
        f"<b>{title}</b></a> {sentence}</p></div>"
        for number, (name, (ply, sentence)) in enumerate(FRONT_PAGE_GAMES.items())
        for title in [pg.game(name).title]
    ]
    games = "\n".join(['<div class="games">', *shown, "</div>\n"])
    words = "You can replay a game of each kind here: press *Play*, or use the arrow keys.\n\n"
    written = (PLAY_BUTTON if with_lite else "") + words + games
    return FRONT_MARK.sub(lambda _: written, text)


def page(name: str, *, with_lite: bool) -> str:
    """Return the page of a game, with a board if the play page is built."""
    info = pg.game(name)
    guide = info.guide.tour
    if guide is None:
        msg = f"{name} has no tour (GameGuide.tour), which its page shows"
        raise ValueError(msg)
    tour = [figure(picture, words) for picture, words in iter_tour_pictures(info, guide)]
    lesson_file, lesson = GAME_LESSONS[name]
    return GAME_PAGE.format(
        name=name,
        title=info.title,
        summary=info.summary,
        replay=frame(f"../replays/{name}.html", f"A game of {info.title}"),
        board=boards.board_part(name) if with_lite else "",
        pictures=len(tour),
        tour="".join(tour),
        first=guide.first_move,
        rules=rules(name),
        agents=agents(name),
        levels=benchmark_section(f"{info.title}: the levels"),
        lesson=lesson,
        lesson_file=lesson_file,
        notebook=move_links(
            f"[the notebook](../../notebooks/{lesson_file}.ipynb)", "docs/games/x.md", "games/x.md"
        ),
        count=len(pg.puzzles(name)),
        puzzles="\n\n".join(
            frame(f"../replays/{name}-puzzle-{each.number}.html", str(each.task), "puzzle")
            for each in select_puzzles(name)
        ),
    )


def benchmark_section(title: str) -> str:
    """Return a section of the benchmarks by its title, with headings one level deeper.

    Examples
    --------
    >>> part("Polygon: the levels").splitlines()[0]
    '### Polygon: the levels'
    """
    text = figures.pages()["benchmarks"]
    found = re.search(rf"^## {re.escape(title)}\n.*?(?=^## |\Z)", text, re.MULTILINE | re.DOTALL)
    if found is None:
        msg = f"there is no part of the benchmarks with the title {title!r}"
        raise LookupError(msg)
    return "#" + move_links(found[0], "benchmarks/page.md", "games/x.md").rstrip()


def select_puzzles(name: str) -> list[pg.Puzzle]:
    """Return puzzles of a game from easy to hard."""
    known = sorted(pg.puzzles(name), key=lambda each: (each.difficulty, each.number))
    step = (len(known) - 1) // (PUZZLES_PER_GAME - 1)
    return known[:: step or 1][:PUZZLES_PER_GAME]


def rules(name: str) -> str:
    """Return RULES.md of a game as part of its page."""
    source = f"polygames/games/{name}/RULES.md"
    text = (REPOSITORY_ROOT / source).read_text(encoding="utf-8")
    text = re.sub(r"^# .*", "## The rules", text)
    return move_links(
        re.sub(r"^##(?=# )|^##(?= (?!The rules))", "###", text, flags=re.MULTILINE),
        source,
        f"games/{name}.md",
    )


def agents(name: str) -> str:
    """Return a table of the agents of a game, from the weakest to the strongest."""
    lines = ["| agent | how it plays |", "|---|---|"]
    for agent in pg.game(name).agents:
        words = (inspect.getdoc(pg.agent(agent, game=name)) or "").partition("\n\n")[0]
        lines.append(f"| `{agent}` | {' '.join(words.split())} |")
    return "\n".join(lines)


def figure(picture: str, words: str) -> str:
    """Return a picture with its caption as one line of HTML."""
    inline = " ".join(picture.split())
    return f"<figure>{inline}<figcaption>{escape(words)}</figcaption></figure>"


def frame(url: str, title: str, kind: str = "") -> str:
    """Return the HTML of a frame that shows another page.

    Examples
    --------
    >>> frame("a.html", "A game")
    '<iframe class="replay" src="a.html" title="A game" loading="lazy"></iframe>'
    """
    classes = f"replay {kind}".strip()
    title = escape(title, quote=True)
    return f'<iframe class="{classes}" src="{url}" title="{title}" loading="lazy"></iframe>'


def replays(folder: Path, *, with_lite: bool) -> dict[str, int]:
    """Save games and puzzles as pages of their own; return the size of each in bytes.

    The games link to the play page of the site if it is built.
    """
    play_page = f"../{boards.PLAY_PAGE}" if with_lite else None
    folder.mkdir(parents=True, exist_ok=True)
    saved = []
    for name in pg.games():
        record = pg.load(RECORDS_FOLDER / f"{name}.txt")
        record.goto(0)
        tree = PageTree(record.root, play_page=play_page)
        saved.append(write_atomically(folder / f"{name}.html", record_html(record, tree=tree)))
        saved += [
            each.save_html(folder / f"{name}-puzzle-{each.number}.html")
            for each in select_puzzles(name)
        ]
    return {path.name: path.stat().st_size for path in saved}
