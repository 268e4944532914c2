"""What goes wrong in a match is told, and costs no pair that was finished."""

import os
import re
import signal
import threading
import time
import traceback
from dataclasses import replace
from functools import partial
from random import Random

import joblib
import pytest
from helpers import pickle_copy
from joblib.parallel import ThreadingBackend

import polygames as pg
from polygames.arena.match import play_game
from polygames.arena.tournament import Tournament
from polygames.core.state import GameState
from polygames.search import RandomAgent

pytestmark = pytest.mark.slow

SEED = 3
QUICK = {"seed": SEED, "progress": False}


class Failing(RandomAgent):
    """Plays as random does, but fails at its n-th move of one pair: then it does what it is told.

    It knows the pair by the chance that is given to it in its first game of the pair.
    """

    def __init__(self, pair, failure, nth=2):
        self.failure, self.nth, self.moves, self.mine = failure, nth, 0, False
        self.chances = [Random(f"{SEED}:{pair}:False:{seat}").getstate() for seat in (0, 1)]

    def choose(self, state, rng):
        self.moves += 1
        self.mine |= rng.getstate() in self.chances
        if self.mine and self.moves == self.nth:
            return self.failure(state)
        return super().choose(state, rng)


class LockedError(Exception):
    """An error that no process can send."""

    def __init__(self, text):
        super().__init__(text)
        self.lock = threading.Lock()


class PickyError(Exception):
    """An error that pickle can write and not read."""

    def __init__(self, one, other):
        super().__init__(f"{one}, {other}")


def raises(_):
    message = "no idea"
    raise ValueError(message)


def raises_locked(_):
    message = "locked"
    raise LockedError(message)


def raises_picky(_):
    raise PickyError(1, 2)


def leaves(_):
    raise SystemExit(4)


def slowly_raises(state):
    time.sleep(0.5)  # later pairs fail before
    raises(state)


def interrupts(_, file, pairs):
    """Interrupt once so many pairs of other workers are in the file."""
    end = time.monotonic() + 60
    while pairs and (not file.exists() or file.read_text(encoding="utf-8").count("\n") < pairs):
        assert time.monotonic() < end, "no pairs come"
        time.sleep(0.01)
    raise KeyboardInterrupt


def cheats(_):
    return "no such move"


def returns_nothing(_):
    return None


def exits(_):
    time.sleep(0.1)
    os._exit(3)


def kills_itself(_):
    time.sleep(0.1)
    os.kill(os.getpid(), signal.SIGKILL)


def named_as_twin(name):
    return "random (3)" if name == "Failing" else name


def of_pairs(games, pairs):
    return tuple(game for game in games if game.pair in pairs)


@pytest.fixture(scope="module")
def whole():
    """The match as it is when nobody fails; `Failing` fails in no pair -1."""
    return pg.match("split", Failing(-1, raises), "random", games=12, workers=1, **QUICK)


# --- An agent that fails ------------------------------------------------------------------------

FAILURES = [
    (raises, ValueError, r"raised ValueError: no idea"),
    (raises_locked, (LockedError, RuntimeError), r"raised LockedError: locked"),
    (raises_picky, (PickyError, RuntimeError), r"raised PickyError: 1, 2"),
    (leaves, SystemExit, r"raised SystemExit: 4"),
    (cheats, pg.IllegalMoveError, r"chose a move that cannot be played: IllegalMoveError: invalid"),
    (returns_nothing, pg.IllegalMoveError, r"returned no move: IllegalMoveError: illegal"),
]


@pytest.mark.parametrize("workers", [1, 2])
@pytest.mark.parametrize(
    ("failure", "cause", "said"), FAILURES, ids=[failure.__name__ for failure, *_ in FAILURES]
)
def test_an_agent_that_fails_costs_its_pair_only_and_the_error_says_where(
    failure, cause, said, workers, whole
):
    with pytest.raises(pg.AgentError, match=said) as caught:
        pg.match("split", Failing(2, failure), "random", games=12, workers=workers, **QUICK)
    error = caught.value
    kept = {game.pair for game in error.result.games}
    assert {0, 1} <= kept <= ({0, 1} if workers == 1 else {0, 1, 3, 4, 5})
    assert error.result.games == of_pairs(whole.games, kept)
    assert error.result.names == whole.names
    told = (
        r"split, pair 2 of Failing - random, seed 3: Failing on seat 0 at ply \d (raised|chose|ret)"
    )
    assert re.match(told, str(error))
    assert f"({2 * len(kept)} games of finished pairs are in the result" in str(error)
    assert isinstance(error.__cause__, cause)


@pytest.mark.parametrize("workers", [1, 2])
def test_a_failure_is_data_with_the_position_and_the_traceback(workers):
    with pytest.raises(pg.AgentError) as caught:
        pg.match("split", Failing(0, raises), "random", games=2, workers=workers, **QUICK)
    (failure,) = caught.value.failures
    assert (failure.pair, failure.agent, failure.seat) == (0, "Failing", 0)
    assert pg.from_text(failure.position).turn == caught.value.seat == 0
    assert failure.position == caught.value.position
    assert failure.cause is caught.value.__cause__
    shown = "".join(traceback.format_exception(caught.value))
    assert "in raises" in shown
    sent = pickle_copy(caught.value)
    assert str(sent) == str(caught.value)
    assert sent.result == caught.value.result
    assert sent.failures[0].reason == failure.reason


def test_each_pair_that_failed_is_told_the_first_one_first():
    agents = Failing(0, slowly_raises), Failing(1, raises)
    with pytest.raises(pg.AgentError, match=r"^split, pair 0 .* pair 1 of Failing - Fai") as caught:
        pg.match("split", *agents, games=4, workers=2, **QUICK)
    assert [failure.agent for failure in caught.value.failures] == ["Failing", "Failing (2)"]


@pytest.mark.parametrize("workers", [1, 2])
def test_a_tournament_keeps_its_pairs_too(workers):
    agents = ["greedy", "random", Failing(1, raises)]
    with pytest.raises(
        pg.AgentError, match=r"pair 1 of greedy - Failing.*: Failing on s"
    ) as caught:
        pg.tournament("split", agents, games=4, workers=workers, **QUICK)
    result = caught.value.result
    assert isinstance(result, Tournament)
    wanted = pg.tournament("split", ["greedy", "random", "random"], games=4, **QUICK)
    twins = [replace(g, seats=tuple(map(named_as_twin, g.seats)), text="") for g in result.games]
    played = [replace(game, text="") for game in wanted.games]
    assert twins == [game for game in played if game in twins]
    assert result.results["greedy", "random"][1] == 4
    assert sum(row["games"] for row in result.standings) == 2 * len(result.games)


def test_what_a_test_has_settled_no_later_failure_undoes():
    """On two workers the pair after the one that settles it is under way, and fails sooner."""
    options = {"games": 40, "test": (0.5, 0.9), **QUICK}
    settled = pg.match("split", "oneply", Failing(-1, raises), **options)
    assert settled.verdict == "high"
    agent = Failing(len(settled.games) // 2, raises, nth=1)
    assert pg.match("split", "oneply", agent, workers=2, **options) == settled


def test_a_game_that_fails_is_not_blamed_on_an_agent(monkeypatch):
    monkeypatch.setattr(GameState, "view", lambda state, _: state.ply // 0)
    with pytest.raises(pg.ArenaError, match=r"the game could not be .*: ZeroDivisionErr") as caught:
        pg.match("split", "random", "random", games=4, workers=1, **QUICK)
    assert not isinstance(caught.value, pg.AgentError)
    assert caught.value.result.games == ()


def test_play_game_alone_says_which_seat_failed_and_where():
    agents = [RandomAgent(), Failing(0, raises, nth=1)]
    agents[1].mine = True
    with pytest.raises(pg.AgentError, match=r"^seat 1 at ply 1 raised ValueError: no") as caught:
        play_game(pg.new("split"), agents, "x", Random(0))
    assert isinstance(caught.value.__cause__, ValueError)


# --- A process that is killed -------------------------------------------------------------------


@pytest.mark.parametrize("failure", [exits, kills_itself])
@pytest.mark.parametrize("pair", [0, 2])
def test_a_process_that_dies_of_a_pair_costs_that_pair_only(failure, pair, whole):
    with pytest.raises(pg.ArenaError, match=rf"^split, pair {pair} of .*: lost with") as caught:
        pg.match("split", Failing(pair, failure), "random", games=12, workers=2, **QUICK)
    error = caught.value
    kept = {game.pair for game in error.result.games}
    lost = {failure.pair for failure in error.failures}
    assert lost == {pair}
    assert {0, 1} - {pair} <= kept, "they were over long before, or played again"
    assert error.result.games == of_pairs(whole.games, kept)
    assert not kept & lost
    assert "TerminatedWorkerError" in str(error)
    after = pg.match("split", "greedy", "random", games=4, workers=2, **QUICK)
    assert len(after.games) == 4, "the next match has new processes"


def test_workers_that_cannot_begin_are_an_error_and_no_empty_match():
    class Broken(ThreadingBackend):
        def configure(self, **_):
            message = "no threads left"
            raise OSError(message)

    with (
        joblib.parallel_config(Broken(), n_jobs=2),
        pytest.raises(
            pg.ArenaError,
            match=r"^the worker processes cannot be started: OSError: no threads left$",
        ),
    ):
        pg.match("split", "random", "random", games=6, **QUICK)


@pytest.mark.parametrize("workers", [1, 2])
def test_an_interrupt_keeps_the_pairs_that_are_over_on_any_number_of_workers(
    workers, whole, tmp_path
):
    file = tmp_path / "pairs.jsonl"
    player = Failing(2, partial(interrupts, file=file, pairs=2 * (workers > 1)))
    with pytest.raises(pg.Interrupted) as stopped:
        pg.match("split", player, "random", games=12, workers=workers, file=file, **QUICK)
    result = stopped.value.result
    kept = {game.pair for game in result.games}
    assert len(kept) >= 2
    assert 2 not in kept
    assert result.games == of_pairs(whole.games, kept)


def test_any_backend_can_hash_what_it_is_sent():
    """As that of dask does, in a thread where its error would be lost and the match hang."""
    refused = []

    class Hashing(ThreadingBackend):
        def submit(self, batch, callback=None):
            try:
                set(next(zip(*batch.items, strict=True)))
            except TypeError as error:
                refused.append(error)
            return super().submit(batch, callback)

    with joblib.parallel_config(Hashing(), n_jobs=2):
        result = pg.match("split", "random", "random", games=6, **QUICK)
    assert len(result.games) == 6
    assert refused == []
