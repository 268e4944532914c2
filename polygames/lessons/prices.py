"""Lesson 17, learned values."""

from __future__ import annotations

from functools import partial, reduce
from itertools import product
from operator import index
from random import Random
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import polygames as pg
from polygames.lessons.conjectures import Case, make_try_to_break
from polygames.lessons.domains import Domain, agrees, satisfies
from polygames.lessons.exercise_checks import (
    AnswerAndTrials,
    calls,
    exercise,
    is_close,
    is_whole,
    letters,
    make_go_on,
)
from polygames.lessons.figures import Picture, Slider, new_figure
from polygames.lessons.on_board import BoardExercise, slider_part
from polygames.scene.palette import BLUE, GREEN, INK, RED

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

Rows = list[tuple[bool, int]]
Options = list[tuple[int, bool]]

LESSON_PAD: Final = ("*##*", "####", ".##.")
EXAMPLE_GAMES: Final = ((True, 5), (True, 3), (False, 1), (True, 4), (False, 2))
"""The five games of the first exercise: True if the stars were open, and the later points."""
TOSSES_PER_POSITION: Final = 96
"""The number of coin tosses in each position."""


@exercise
def exercise_1(difference: Any) -> AnswerAndTrials:
    """Check the price of an open star cell, computed from five games."""
    return difference, [
        (lambda got: not isinstance(got, str), "give a number."),
        (
            lambda got: not is_close(got, 9),
            "take means, not sums. The two groups have different sizes.",
        ),
        (
            lambda got: not is_close(got, -2.5),
            "start with the mean of the open stars. Subtract the other mean.",
        ),
        (
            lambda got: is_close(got, 2.5),
            "take the mean of 5, 3 and 4. Subtract the mean of 1 and 2.",
        ),
    ]


HALF_STEPS: Final = [k / 2 for k in range(-20, 21)]

on_board = BoardExercise.for_exercise(
    exercise_1, "difference", slider_part("the difference in points", HALF_STEPS, 0)
)


MAX_ROWS: Final = 2_000
"""The number of games from which the lesson learns a price at most."""


def _small_rows() -> Iterator[tuple[Rows]]:
    """Yield all lists of two to four games in which the stars were open in some, but not in all."""
    kinds = [(is_open, came) for came in range(4) for is_open in (True, False)]
    for size in (2, 3, 4):
        for rows in product(kinds, repeat=size):
            if len({is_open for is_open, _ in rows}) == len((True, False)):
                yield ([*rows],)


def _draw_rows(rng: Random) -> tuple[Rows]:
    """Return a list of more games, with open stars in some, but not in all."""
    more = rng.choice((3, 30, MAX_ROWS - 2))
    rows = [(True, rng.randrange(20)), (False, rng.randrange(20))]
    rows += [(rng.random() < 0.5, rng.randrange(20)) for _ in range(more)]
    rng.shuffle(rows)
    return (rows,)


GAME_LISTS: Final = Domain(
    "all lists of two to four games with 0 to 3 points", _small_rows, _draw_rows, draws=20
)


@exercise
def exercise_2(price: Any) -> AnswerAndTrials:
    """Check a function that learns the price of an open star cell from games."""
    return calls(price, ([*EXAMPLE_GAMES],), ([(True, 1), (False, 1)],)), [
        (lambda got: is_close(got[0], 2.5), "for the five games of exercise 1 the price is 2.5."),
        (lambda got: is_close(got[1], 0), "both means are equal here: 0."),
        agrees(
            price,
            GAME_LISTS,
            _learned_price,
            "take the mean of the games with open stars. Subtract the mean of the others.",
            same=is_close,
        ),
    ]


SMALL_PRICES: Final = (0, 0.25, 0.5, 0.9, 1, 1.5, 2.5)


def _small_options() -> Iterator[tuple[Options, float]]:
    """Yield all lists of one to three options with few points, each with several prices."""
    kinds = [(points, is_open) for points in range(4) for is_open in (True, False)]
    for size in (1, 2, 3):
        for options in product(kinds, repeat=size):
            yield from (([*options], price) for price in SMALL_PRICES)


def _draw_options(rng: Random) -> tuple[Options, float]:
    """Return up to 20 options with up to 30 points, and a price of up to 5."""
    size = rng.randint(1, 20)
    return [(rng.randrange(31), rng.random() < 0.5) for _ in range(size)], rng.uniform(0, 5)


OPTION_LISTS: Final = Domain(
    "one to three options with 0 to 3 points at several prices", _small_options, _draw_options
)


@exercise
def exercise_3(choice: Any) -> AnswerAndTrials:
    """Check a function that chooses a placement by its points plus a price for open stars."""
    options, equal = [(4, False), (3, True)], [(4, False), (4, True)]
    return calls(choice, (options, 2), (options, 0.5), (equal, 0.5)), [
        (
            lambda got: all(is_whole(k) and k in (0, 1) for k in got),
            "return the place of an option in the list: a whole number from 0 on.",
        ),
        (lambda got: got[0] == 1, "3 points and stars worth 2 are more than 4 points."),
        (lambda got: got[1] == 0, "3 points and stars worth 0.5 are less than 4 points."),
        (lambda got: got[2] == 1, "the points are equal, so the half point for the stars decides."),
        satisfies(
            choice,
            OPTION_LISTS,
            _is_best_choice,
            "add the price to the points if the stars stay open. Take the largest sum.",
        ),
    ]


def _is_best_choice(place: Any, options: Options, price: float) -> bool:
    """Return True for the place of an option that is worth most."""
    worth = [_option_value(option, price) for option in options]
    return is_whole(place) and place >= 0 and is_close(worth[place], max(worth))


@exercise
def exercise_4(answer: Any) -> AnswerAndTrials:
    """Check the choice of a reason why prices learned by watching players are biased."""
    said = letters(answer)
    return answer, [
        (lambda _: said in {*"abc"}, "give one of the letters a, b and c."),
        (lambda _: said != "a", "with ten thousand games the price is still too high."),
        (lambda _: said == "b", "dice do not know the sheet."),
    ]


def _first_rolls() -> Iterator[tuple[Any, bool, Random]]:
    """Yield the positions after the first roll, each with both sides of a coin."""
    start: Any = pg.new("splitter", pad=LESSON_PAD)
    for roll, heads in product(start.legal_moves, (True, False)):
        yield start.play(roll), heads, Random(str(roll))


def _draw_toss(rng: Random) -> tuple[Any, bool, Random]:
    """Return a position with open stars after one to three rounds and a roll, and a coin."""
    state = pg.new("splitter", pad=LESSON_PAD)
    for _ in range(rng.randint(1, 3)):
        state = state.play(state.legal_moves.sample(rng))
        state = state.play(_coin_placement(state, False, rng))  # noqa: FBT003 - as students write it
    return state.play(state.legal_moves.sample(rng)), rng.random() < 0.5, rng


COIN_TOSSES: Final = Domain("all first rolls with both sides of the coin", _first_rolls, _draw_toss)


@exercise
def exercise_5(by_coin: Any) -> AnswerAndTrials:
    """Check a function that chooses a random placement: on the stars if a coin shows heads."""
    asked = [(state, heads) for state in _states() for heads in (True, False)]
    cases = [case for case in asked for _ in range(TOSSES_PER_POSITION)]
    rolls = [(state, heads, Random(seed)) for seed, (state, heads) in enumerate(cases)]
    return calls(by_coin, *rolls), [
        (
            lambda got: all(m in s.legal_moves for m, (s, _) in zip(got, cases, strict=True)),
            "return one of state.legal_moves, not its text and not a list.",
        ),
        satisfies(
            by_coin,
            COIN_TOSSES,
            lambda move, state, heads, _: move in _coin_moves(state, heads),
            "if heads is true, write on the stars. If not, write elsewhere.",
        ),
        (
            lambda got: all(
                {*got[k : k + TOSSES_PER_POSITION]} == {*_coin_moves(*cases[k])}
                for k in range(0, len(got), TOSSES_PER_POSITION)
            ),
            "choose by chance: each move that the coin allows must be possible.",
        ),
    ]


# --- The lesson's own solutions --------------------------------------------------------------


def _learned_price(rows: Rows) -> float:
    kept, gone = ([came for is_open, came in rows if is_open is kind] for kind in (True, False))
    return sum(kept) / len(kept) - sum(gone) / len(gone)


def _option_value(option: tuple[int, bool], price: float) -> float:
    points, is_open = option
    return points + price * is_open


def _best_choice(options: Options, price: float) -> int:
    return max(range(len(options)), key=lambda k: _option_value(options[k], price))


def _coin_placement(state: Any, heads: bool, rng: Random) -> Any:  # noqa: FBT001 - as students write it
    return rng.choice(_coin_moves(state, heads))


def _coin_moves(state: Any, heads: bool) -> list[Any]:  # noqa: FBT001 - as students write it
    return [m for m in state.legal_moves if _stars_open(state.play(m)) is not heads]


def _stars_open(state: Any) -> bool:
    return bool(state.sheets[0][0] == 0)


def _states() -> list[Any]:
    """Return positions of Splitter with rolled dice and open star cells."""
    start = pg.new("splitter", pad=LESSON_PAD)
    texts = ["roll 5-1"], ["roll 3-3", "r1c1=3", "roll 6-2"], ["roll 2-1", "r2c1=2", "roll 4-4"]
    return [
        reduce(lambda state, text: state.play(state.parse(text)), each, start) for each in texts
    ]


go_on = make_go_on(
    price=(exercise_2, _learned_price, float),
    choice=(exercise_3, _best_choice, index),
    by_coin=(exercise_5, _coin_placement),
)


# --- The conjecture -----------------------------------------------------------------------------

SHEETS_SAMPLED: Final = 40
"""The number of full sheets in the cases."""
PRICE_TOLERANCE: Final = 1e-9


class Pair(NamedTuple):
    """The facts about two mirrored cells of a full sheet."""

    name: str
    """The first of the two cells, such as "row 1, column 2"."""
    numbers: tuple[int, int]
    stars: int
    neighbours: int
    """The number of cells adjacent to the two."""
    lost: int
    """The points that the sheet loses if the two cells are cleared."""


def cases() -> Iterator[Case]:
    """Yield cases for the conjecture: full sheets from games with random placements."""
    for seed in range(SHEETS_SAMPLED):
        full = _random_full_sheet(seed)
        pairs, means = _sheet_facts(full)
        yield Case((pairs,), f"the sheet {' / '.join(full.rows[0])}", partial(_find_fault, means))


try_to_break = make_try_to_break(cases)


def _random_full_sheet(seed: int) -> Any:
    rng = Random(seed)
    state = pg.new("splitter", pad=LESSON_PAD)
    while state.outcome is None:
        state = state.play(state.legal_moves.sample(rng))
    return state


def _sheet_facts(full_state: Any) -> tuple[list[Pair], dict[str, float]]:
    """Return the pairs of mirrored cells of a sheet, and the mean score if each is rolled again."""
    places = [*full_state.pad.cells]
    pairs, means = list[Pair](), dict[str, float]()
    for one, other in full_state.pad.slots:
        row, column = places[one]
        name = f"row {row + 1}, column {column + 1}"
        open_again = _clear_cells(full_state, {one, other})
        touching = sum(len(full_state.pad.neighbours[cell]) for cell in (one, other))
        stars = sum(LESSON_PAD[r][c] == "*" for r, c in (places[one], places[other]))
        numbers = full_state.sheets[0][one], full_state.sheets[0][other]
        lost = full_state.scores[0] - open_again.scores[0]
        pairs.append(Pair(name, numbers, stars, touching, lost))
        means[name] = _mean_best_score(open_again)
    return pairs, means


def _clear_cells(full_state: Any, cells: set[int]) -> Any:
    """Return the position before a roll after emptying some cells of a full sheet."""
    text = [[*row] for row in full_state.rows[0]]
    for cell in cells:
        row, column = [*full_state.pad.cells][cell]
        text[row][column] = "0"
    rows = "\n".join("".join(row) for row in text)
    return pg.from_text(f"splitter\nplayers 1\npad {'/'.join(LESSON_PAD)}\nsheet 0\n{rows}")


def _mean_best_score(state: Any) -> float:
    """Return the mean of the best possible score after one more roll."""
    total = 0.0
    for roll, chance in state.chance_outcomes():
        rolled = state.play(roll)
        total += float(chance) * max(rolled.play(move).scores[0] for move in rolled.legal_moves)
    return total


def _find_fault(means: dict[str, float], answer: Any) -> str:
    if answer not in means:
        return f"{answer!r} is not the name of a pair"
    best = max(means, key=lambda name: means[name])
    if means[answer] > means[best] - PRICE_TOLERANCE:
        return ""
    return (
        f"{answer} leads to {means[answer]:.2f} points on average, and {best} to {means[best]:.2f}"
    )


# --- The pictures -------------------------------------------------------------------------------


def asking(state: Any) -> Slider:
    """Return a slider for the price of open stars, with a chart of a roll's best placements."""
    options = {}
    for move in state.legal_moves:
        row, column, number = map(int, str(move)[1::2])
        end, name = state.play(move), f"{number} in row {row + 1}, column {column + 1}"
        options[name] = end.scores[0], _stars_open(end)
    most = max(points for points, _ in options.values())

    def draw(price: float) -> Picture:
        worth = {name: _option_value(option, price) for name, option in options.items()}
        best = [name for name in worth if worth[name] == max(worth.values())]
        figure, (ax,) = new_figure(1, 1, (7.0, 0.36 * len(options) + 1.2))
        for name, (points, is_open) in options.items():
            look = {"edgecolor": INK if name in best else "white", "linewidth": 2}
            ax.barh(name, points, color=BLUE, **look)
            ax.barh(name, price * is_open, left=points, color=GREEN, **look)
        ax.invert_yaxis()
        ax.set(xlim=(0, most + 4), xlabel="points, plus the price if the stars stay open")
        words = f"Worth of the placements if open stars count {price:g}."
        return Picture(figure, f"{words} Best: {'; '.join(best)}.")

    return Slider("price of open stars", [k / 4 for k in range(17)], draw, 0.5)


def players(study: Mapping[str, Any]) -> Picture:
    """Draw a player's mean scores at different prices, and the prices learned from the games.

    The study is the output of `benchmarks.studies.splitter_prices`.
    """
    figure, (left, right) = new_figure(1, 2, (10.0, 4.0))
    rows = study["careful"]
    asked = [row["price"] for row in rows]
    means = [row["mean"] for row in rows]
    errors = [2 * row["mean_error"] for row in rows]
    left.errorbar(asked, means, yerr=errors, fmt="o-", color=BLUE, capsize=3)
    left.set(xlabel="price of the player", ylabel="points on average")
    names = ["random", *(f"price {price:g}" for price in asked)]
    teachers = [study["random"], *rows]
    for kind, color, mark, label in (
        ("watched", RED, "X", "learned by watching"),
        ("coin", GREEN, "o", "learned by a coin"),
    ):
        prices = [each[kind] for each in teachers]
        spread = [2 * each[f"{kind}_error"] for each in teachers]
        right.errorbar(prices, names, xerr=spread, fmt=mark, color=color, label=label, capsize=3)
    right.invert_yaxis()
    right.set(xlabel="learned price", title="learned from")
    right.legend(frameon=False)
    best = max(rows, key=lambda row: row["mean"])
    learned = ", ".join(
        f"{name} {each['watched']:.2f} and {each['coin']:.2f}"
        for name, each in zip(names, teachers, strict=True)
    )
    return Picture(
        figure,
        f"Points by the price of the player: best at {best['price']:g}, with {best['mean']:.2f}."
        f" Prices learned by watching and by a coin: {learned}.",
    )
