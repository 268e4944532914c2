"""Lesson 18, proofs and their referees."""

from __future__ import annotations

from functools import cache, partial
from itertools import chain
from random import Random
from statistics import mean
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import polygames as pg
from polygames.games.polygon.proofs.proof import Proof
from polygames.lessons import data_folder
from polygames.lessons.conjectures import Case, make_try_to_break
from polygames.lessons.domains import Domain, agrees, satisfies
from polygames.lessons.exercise_checks import AnswerAndTrials, calls, exercise, is_close, make_go_on
from polygames.lessons.figures import Picture, new_figure
from polygames.lessons.last_move import mover_wins
from polygames.lessons.on_board import BoardExercise, board_part
from polygames.scene.palette import BLUE, GREY, RED

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

DEEPEST_REPLIES: Final = 16
"""The number of the deepest replies of a large proof that are removed, one at a time."""
TRUTH_VALUES: Final = (True, False)
RANDOM_WALKS: Final = 300
"""The number of random games for estimates."""
SURE_PROBABILITY: Final = 0.99
GOOD_ANSWER_RATE: Final = 0.8
"""The probability that an answer of a plan drawn at random is a good one, if there is one."""


def handed_in() -> dict[str, str]:
    """Return a plan of Red's moves on the hexagon, by position, that lacks an early move."""
    return _remove_reply(genuine(), _deviation(genuine()))


def genuine() -> dict[str, str]:
    """Return the complete plan of Red's moves on the hexagon, by the position as text.

    Examples
    --------
    >>> len(genuine()), len(handed_in()), handed_in()[""]
    (10, 9, 'A-D')
    """
    return dict(claimed_proofs()[0].plan)


def well_hidden() -> dict[str, str]:
    """Return a plan of Red's moves on the hexagon that lacks a move late in the game."""
    return _remove_reply(genuine(), deepest_position(genuine()))


@exercise
def exercise_1(missing: Any) -> AnswerAndTrials:
    """Check the position in which a plan for Red has no move."""
    (wanted,) = genuine().keys() - handed_in().keys()
    given = missing if isinstance(missing, list | tuple) else str(missing).split(",")
    said = " ".join(map(str, given)).upper().split()
    answered = [moves.upper().split() for moves in handed_in()]
    return missing, [
        (lambda _: all("-" in move for move in said), "give the moves so far, such as A-D D-B ..."),
        (lambda _: said not in answered, "the list has an answer there."),
        (lambda _: len(said) % 2 == 0, "Red moves after 0, 2, 4, ... moves."),
        (
            lambda _: said == wanted.split(),
            "go through the list. After each of Red's answers, try all moves of Blue.",
        ),
    ]


on_board = BoardExercise.for_exercise(
    exercise_1, "missing", board_part("Play until the list has no answer.", "polygon", n=6)
)


@cache
def _small_plans() -> list[tuple[Any, dict[str, str]]]:
    """Return plans for small polygons, and copies with one answer removed or not legal."""
    triangle, square, pentagon, hexagon = (pg.new("polygon", n=n) for n in (3, 4, 5, 6))
    starts = [triangle, square, *map(square.play, square.legal_moves), pentagon]
    starts += [*map(pentagon.play, pentagon.legal_moves), hexagon]
    found = [(state, plan_of(state)) for state in starts]
    plans = ({"": str(move)} | plan_of(hexagon.play(move)) for move in hexagon.legal_moves)
    found += [(hexagon, plan) for plan in plans]
    found += [(state, each) for state, plan in found for each in _with_a_change(state, plan)]
    proofs = claimed_proofs() + heptagon_proofs()
    return found + [(each.state, each.plan) for each in proofs]


def _with_a_change(state: Any, plan: dict[str, str]) -> list[dict[str, str]]:
    """Return copies of a winning plan in which one answer is missing or not legal; none if lost."""
    if find_hole(state, plan):
        return []
    removed = [_remove_reply(plan, moves) for moves in plan]
    return removed + [plan | {moves: "A-A"} for moves in plan]


def _draw_plan(rng: Random) -> tuple[Any, dict[str, str]]:
    """Return a plan for the hexagon, with some bad answers."""
    start = pg.new("polygon", n=6)
    return start, plan_of(start, partial(_random_answer, rng))


def _random_answer(rng: Random, state: Any) -> Any:
    """Return a good move at random, rarely any move."""
    is_good = rng.random() < GOOD_ANSWER_RATE
    return rng.choice(_good_moves(state) if is_good else [*state.legal_moves])


PLAN_DOMAIN: Final = Domain(
    "plans for polygons with 3 to 7 corners", _small_plans, _draw_plan, draws=20
)


@exercise
def exercise_2(referee: Any) -> AnswerAndTrials:
    """Check a function that accepts genuine proofs and refuses forged ones."""
    asked = claimed_proofs()[0], claimed_proofs()[0]._replace(plan=handed_in())
    return calls(referee, *((each.state, each.plan) for each in asked)), [
        (lambda got: got[0], "you refuse a true proof."),
        (lambda got: not got[1], "you accept the false proof of exercise 1."),
        agrees(
            referee,
            PLAN_DOMAIN,
            lambda state, plan: _is_proof(state, frozenset(plan.items())),
            "with a proof, Red wins every game. Each answer that comes up is there, and is a legal"
            " move. Use your function as the conjecture below to see more.",
            form=bool,
        ),
    ]


@cache
def _is_proof(state: Any, plan_items: frozenset[tuple[str, str]]) -> bool:
    return _referee(state, dict(plan_items))


def _small_proofs() -> Iterator[tuple[Any, dict[str, str]]]:
    """Yield all positions on small polygons in which Red wins, each with a plan."""
    for n in (4, 5):
        start = pg.new("polygon", n=n)
        yield start, plan_of(start)
        yield from ((state, plan_of(state)) for state in map(start.play, start.legal_moves))
    true = (each for each in claimed_proofs() + heptagon_proofs()[:1] if not each.fault)
    yield from ((each.state, each.plan) for each in true)


def _draw_proof(rng: Random) -> tuple[Any, dict[str, str]]:
    """Return a plan that wins on the hexagon, with good moves drawn at random."""
    start = pg.new("polygon", n=6)
    return start, plan_of(start, lambda state: rng.choice(_good_moves(state)))


PROOF_DOMAIN: Final = Domain(
    "proofs for polygons with 4 to 7 corners", _small_proofs, _draw_proof, draws=20
)


@exercise
def exercise_3(seen: Any) -> AnswerAndTrials:
    """Check a function that returns the number of positions in a proof."""
    square = pg.new("polygon", n=4)
    over = square.play(square.parse("A-C"))
    return calls(seen, (over, {}), (square, {"": "A-C"})), [
        (lambda got: is_close(got[0], 1), "if the game is over, there is one position."),
        (lambda got: is_close(got[1], 2), "in the square there are two: the start, and the end."),
        agrees(
            seen,
            PROOF_DOMAIN,
            _count_replies,
            "count the position itself. Follow one move of Red, and all moves of Blue.",
            same=is_close,
        ),
    ]


def _small_trees() -> Iterator[tuple[Any, Random]]:
    """Yield all positions of small polygons and of the hexagon after a move, each with a chance."""
    found = [pg.new("polygon", n=n) for n in (3, 4, 5, 6)]
    found += [state.play(move) for state in found for move in state.legal_moves]
    yield from ((state, Random(seed)) for seed, state in enumerate(found))


TREE_DOMAIN: Final = Domain(
    "polygons with 3 to 6 corners, at the start and after one move", _small_trees
)


@exercise
def exercise_4(estimate: Any) -> AnswerAndTrials:
    """Check a function that estimates the size of a game tree from one random game."""
    boards = [pg.new("polygon", n=n) for n in (3, 4, 5)]
    start = pg.new("polygon", n=6)
    walks = [(start.play(start.parse("A-D")), Random(seed)) for seed in range(RANDOM_WALKS)]
    exact = _tree_size(walks[0][0])
    return calls(estimate, *((board, Random(1)) for board in boards), *walks), [
        (lambda got: is_close(got[0], 1), "a triangle is over at once. Its tree has one position."),
        (
            lambda got: is_close(got[1], 5),
            "the square has 4 first moves, and then the game is over: 1 + 4.",
        ),
        (lambda got: is_close(got[2], 51), "the pentagon: 1 + 10 + 10 + 10 + 10 + 10."),
        satisfies(
            estimate,
            TREE_DOMAIN,
            lambda guess, state, _: guess in _possible_guesses(state),
            "no game leads to this guess. Multiply the numbers of moves up to each position of the"
            " game, and add the products.",
        ),
        (lambda got: {*got[3:]} == _possible_guesses(walks[0][0]), "let chance choose each move."),
        (
            lambda got: is_close(mean(got[3:]), exact, exact / 6),
            f"the mean of many games should be near {exact}, after the first move A-D.",
        ),
    ]


@cache
def _possible_guesses(state: Any) -> frozenset[int]:
    """Return all guesses for the number of positions that a random game can lead to."""
    moves = [*state.legal_moves]
    after = chain.from_iterable(_possible_guesses(state.play(move)) for move in moves)
    return frozenset(1 + len(moves) * guess for guess in after) or frozenset({1})


def _draw_share(rng: Random) -> tuple[float]:
    """Return a small probability, at least 0.001."""
    return (10 ** -rng.uniform(2, 3),)


HOLE_DOMAIN: Final = Domain(
    "p from 0.01 to 0.99", lambda: ((k / 100,) for k in range(99, 0, -1)), _draw_share
)
ROUNDING_ERROR: Final = 1e-9
"""The largest error of a probability that is computed with floats."""


@exercise
def exercise_5(games: Any) -> AnswerAndTrials:
    """Check a function that returns the number of random games needed to find a missing move."""
    return calls(games, (0.995,), (0.5,)), [
        (
            lambda got: is_close(got[0], 1),
            "if almost every game meets the hole, one game finds it.",
        ),
        (lambda got: is_close(got[1], round(got[1])), "return a whole number of games."),
        satisfies(
            games,
            HOLE_DOMAIN,
            _is_smallest_number,
            "all games miss the hole with probability (1 - p) to the power n. Take the smallest"
            " whole n for which this is 1% or less.",
        ),
    ]


def _is_smallest_number(n: Any, p: float) -> bool:
    """Return True for the smallest number of games that find a hole almost surely."""
    found, found_before = (1 - (1 - p) ** each for each in (n, n - 1))
    is_enough = found > SURE_PROBABILITY - ROUNDING_ERROR
    return bool(is_enough and found_before < SURE_PROBABILITY + ROUNDING_ERROR and n == int(n))


# --- The lesson's own solutions --------------------------------------------------------------


def _referee(state: Any, plan: dict[str, str]) -> bool:
    return not find_hole(state, plan)


def _count_replies(state: Any, plan: dict[str, str]) -> int:
    if state.outcome is not None:
        return 1
    if state.turn == 0:
        return 1 + _count_replies(state.play(state.parse(plan[moves_text(state)])), plan)
    return 1 + sum(_count_replies(state.play(move), plan) for move in state.legal_moves)


def _estimated_size(state: Any, rng: Random) -> int:
    total = width = 1
    while state.outcome is None:
        width *= len(state.legal_moves)
        total += width
        state = state.play(state.legal_moves.sample(rng))
    return total


def _tree_size(state: Any) -> int:
    return 1 + sum(_tree_size(state.play(move)) for move in state.legal_moves)


def _games(p: float) -> int:
    number = 1
    while (1 - p) ** number > 1 - SURE_PROBABILITY:
        number += 1
    return number


go_on = make_go_on(
    referee=(exercise_2, _referee, bool),
    seen=(exercise_3, _count_replies, int),
    estimate=(exercise_4, _estimated_size, int),
    games=(exercise_5, _games, int),
)


# --- The conjecture -----------------------------------------------------------------------------

UNEVEN_HEXAGON: Final = ((0, 0), (6, -1), (9, 4), (7, 9), (2, 10), (-2, 5))


class ClaimedProof(NamedTuple):
    """A claimed proof that Red wins: a plan with Red's move for each position."""

    description: str
    """A description of its change; "genuine" if there is none."""
    state: Any
    """The first position."""
    plan: dict[str, str]
    """Red's move for each position; the key is the moves so far."""
    fault: str
    """The place of its fault; empty if it is a proof."""


def cases() -> Iterator[Case]:
    """Yield cases for the conjecture: genuine and forged proofs that Red wins."""
    for each in claimed_proofs() + heptagon_proofs():
        words = f"the proof with {each.description}"
        yield Case((each.state, each.plan), words, partial(_find_fault, each))


try_to_break = make_try_to_break(cases)


def _find_fault(claimed_proof: ClaimedProof, answer: Any) -> str:
    if answer not in TRUTH_VALUES:
        return f"{answer!r} is neither True nor False"
    if answer and claimed_proof.fault:
        return f"you accept it, and {claimed_proof.fault}"
    if not answer and not claimed_proof.fault:
        return "you refuse it, and it is a proof"
    return ""


@cache
def claimed_proofs() -> tuple[ClaimedProof, ...]:
    """Return genuine and forged proofs that Red wins on small polygons, a genuine one first."""
    hexagon, uneven = pg.new("polygon", n=6), pg.new("polygon", vertices=UNEVEN_HEXAGON)
    made = list[ClaimedProof]()
    for name, state in (("the hexagon", hexagon), ("an uneven hexagon", uneven)):
        plan = plan_of(state)
        changes = {
            "nothing changed": plan,
            "a move that is not allowed": plan | {deepest_position(plan): "A-A"},
            "a losing answer": plan | _losing_replies(state, plan),
            "a losing first move": {"": "A-C"} | plan_of(state.play(state.parse("A-C"))),
            "no answers at all": {},
            "the first answer only": {"": plan[""]},
        }
        changes |= _plans_with_hole(plan, filter(None, plan))
        for words, changed in changes.items():
            made.append(
                ClaimedProof(f"{words}, on {name}", state, changed, find_hole(state, changed))
            )
    for n in (4, 5):
        board = pg.new("polygon", n=n)
        made.append(ClaimedProof(f"nothing changed, for n = {n}", board, plan_of(board), ""))
    later = hexagon.play(hexagon.parse("A-D"))
    made.append(ClaimedProof("nothing changed, and Blue to move", later, plan_of(later), ""))
    lost = hexagon.play(hexagon.parse("A-C"))
    plan = plan_of(lost)
    made.append(ClaimedProof("a start that Blue wins", lost, plan, find_hole(lost, plan)))
    return tuple(made)


@cache
def heptagon_proofs() -> tuple[ClaimedProof, ...]:
    """Return the proof that A-C wins on the heptagon, and copies with one move missing."""
    proof = Proof.load(data_folder() / "polygon_proofs" / "different-7-A-C.proof")
    places = proof.move_indices()
    plan = plan_of(proof.state, lambda state: [*state.legal_moves][next(places)])
    ordered = sorted(plan, key=lambda moves: len(moves.split()))
    first, rest, deepest = ordered[:8], ordered[8:-DEEPEST_REPLIES:8], ordered[-DEEPEST_REPLIES:]
    chosen = [*first, *rest, *deepest]
    return tuple(
        ClaimedProof(f"{words}, on the heptagon", proof.state, each, find_hole(proof.state, each))
        for words, each in ({"nothing changed": plan} | _plans_with_hole(plan, chosen)).items()
    )


def moves_text(state: Any) -> str:
    """Return the moves that led to a position, separated by spaces.

    Examples
    --------
    >>> moves_text(pg.new("polygon", n=6))
    ''
    """
    return " ".join(map(str, state.moves))


def plan_of(state: Any, answer: Callable[[Any], Any] | None = None) -> dict[str, str]:
    """Return Red's move in each position that can occur: that of `answer`, or a winning one.

    Examples
    --------
    >>> plan_of(pg.new("polygon", n=4))
    {'': 'A-C'}
    """
    if state.outcome is not None:
        return {}
    if state.turn == 0:
        move = (answer or _winning_move)(state)
        return {moves_text(state): str(move)} | plan_of(state.play(move), answer)
    plan = dict[str, str]()
    for move in state.legal_moves:
        plan |= plan_of(state.play(move), answer)
    return plan


def _winning_move(state: Any) -> Any:
    return _good_moves(state)[0]


def _good_moves(state: Any) -> list[Any]:
    """Return the winning moves; all moves if none wins."""
    moves = [*state.legal_moves]
    return [move for move in moves if not mover_wins(state.play(move))] or moves


def find_hole(state: Any, plan: Mapping[str, str]) -> str:
    """Return a message about a position in which a plan fails; empty if Red always wins with it.

    Examples
    --------
    >>> find_hole(pg.new("polygon", n=4), {})
    'at the start it has no answer'
    """
    where = f"after {moves_text(state)}" if state.moves else "at the start"
    if state.outcome is not None:
        return "" if 0 in state.outcome.winners else f"{where} Blue has won"
    if state.turn == 0:
        move = plan.get(moves_text(state), "")
        if move not in map(str, state.legal_moves):
            return f"{where} " + (f"{move} is not a legal move" if move else "it has no answer")
        return find_hole(state.play(state.parse(move)), plan)
    return next((told for m in state.legal_moves if (told := find_hole(state.play(m), plan))), "")


def deepest_position(plan: Mapping[str, str]) -> str:
    """Return the position with the most moves in a plan; of several, the last in order.

    Examples
    --------
    >>> deepest_position({"": "A-D", "A-D D-B": "B-E"})
    'A-D D-B'
    """
    return max(plan, key=lambda moves: (len(moves.split()), moves))


def _plans_with_hole(
    plan: Mapping[str, str], positions: Iterable[str]
) -> dict[str, dict[str, str]]:
    """Return copies of a plan that each lack one move, keyed by a description."""
    return {f"no answer after {gone}": _remove_reply(plan, gone) for gone in positions}


def _remove_reply(plan: Mapping[str, str], position: str) -> dict[str, str]:
    return {moves: move for moves, move in plan.items() if moves != position}


def _deviation(plan: Mapping[str, str]) -> str:
    """Return the last position in a plan that is reached after four moves."""
    return [moves for moves in plan if len(moves.split()) == 4][-1]


def _losing_replies(state: Any, plan: Mapping[str, str]) -> dict[str, str]:
    """Return changes to a plan: an early losing reply, and the moves that follow it."""
    for moves in sorted(plan, key=lambda each: len(each.split())):
        here = state
        for text in moves.split():
            here = here.play(here.parse(text))
        losing = [m for m in here.legal_moves if mover_wins(here.play(m))]
        if moves and losing:
            return {moves: str(losing[0])} | plan_of(here.play(losing[0]))
    return {}


# --- The pictures -------------------------------------------------------------------------------


def search_and_proof(rows: Sequence[tuple[int, int, int]]) -> Picture:
    """Draw the number of positions searched, and the number in the proofs that were found.

    A row has the number of corners of the board and the two numbers.
    """
    figure, (ax,) = new_figure(1, 1, (8.0, 4.4))
    for n, searched, proof in rows:
        ax.plot([n, n], [proof, searched], color=GREY, linewidth=1, zorder=0)
    corners = [row[0] for row in rows]
    ax.plot(corners, [row[1] for row in rows], "o", color=RED, label="to find the proof")
    ax.plot(corners, [row[2] for row in rows], "s", color=BLUE, label="to check the proof")
    ax.set(yscale="log", xlabel="corners", ylabel="positions")
    ax.set_xticks(sorted(set(corners)))
    ax.legend(frameon=False)
    most = max(rows, key=lambda row: row[1])
    return Picture(
        figure,
        f"Positions to find and to check {len(rows)} proofs; the largest search looked at"
        f" {most[1]:,}, and its proof has {most[2]:,}.",
    )
