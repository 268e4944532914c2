"""Answers that are refused, lost, late or come twice: the page shows what the kernel has.

The page's own modules run in Node, the board is a real one, and between them is a link on which
each message has its fate. Time is counted, not waited for.
"""

import heapq
import json
from collections import Counter
from itertools import count
from random import Random

import pytest
from node import Node, missing_reason

from polygames.core.errors import IllegalMoveError

pytestmark = pytest.mark.skipif(bool(missing_reason()), reason=missing_reason())

PAGE = """(() => {
  const timers = new Map(), sent = [];
  let now = 0, last = 0;
  globalThis.setTimeout = (act, ms) => (timers.set(++last, { due: now + ms, act }), last);
  globalThis.clearTimeout = (id) => timers.delete(id);
  const box = () => ({ left: 0, top: 0, width: 200, height: 200 });
  const camera = new Camera({ box, ask: () => {}, shift: () => {} });
  const post = (message) => sent.push(message), say = () => {};
  const ui = createBoardState({ camera, post, say, patience: () => data.patience });
  const hear = {
    frame: (frame) => updateFrame(ui, JSON.parse(frame)),
    confirmed: (message) => acknowledgeMove(ui, message),
    refused: (message) => rejectMove(ui, message),
  };
  const look = () => ({
    sent: sent.splice(0),
    next: Math.min(...[...timers.values()].map(({ due }) => due), 1e9),
    version: ui.frame?.version,
    active: ui.frame?.active,
    said: ui.refusal?.text ?? null,
    made: ui.pending ? movePrimitives(ui.pending).length : null,
  });
  globalThis.page = {
    until(time) {
      now = time;
      for (const [id, { due, act }] of [...timers]) if (due <= now && timers.delete(id)) act();
      return look();
    },
    hear: (time, kind, content) => ((now = time), hear[kind](content), look()),
    play: (time, kind, content) => {
      now = time;
      ui.refusal = null;
      sendMessage(ui, kind, content);
      return look();
    },
    frame: () => ui.frame,
  };
  return look();
})()"""

PATIENCE = 5000
TRIP = 75
LATE = 1700
FATES = ("kept", "kept", "lost", "late", "twice")
GAMES = {
    "split": {},
    "splinter": {"board": [*["....B", "...bw", "..w..", ".Ww.."]]},
    "polygon": {"n": 8},
    "splitter": {"pad": "*##* #### .##.", "players": 2},
    "territory": {"size": 5},
}
SILENCE = "The kernel is not answering."


class Bad:
    """A board and a page, with a link between them that may do anything."""

    def __init__(self, node, board, seed):
        self.node, self.board, self.rng = node, board, Random(seed)
        self.now, self.numbers, self.under_way = 0, count(), []
        self.fates, self.counts, self.is_bad, self.refuses = FATES, Counter(), False, False
        board.pointer.send = self._told
        board.pointer.send_state = self._sent_state
        self._play, board.play = board.play, self._played
        self.page = node(PAGE, {"patience": PATIENCE})
        self._framed()
        self.settle()

    def _played(self, move):
        if self.refuses:
            msg = "not now"
            raise IllegalMoveError(msg)
        self._play(move)
        self.counts["played"] += 1

    def _told(self, content):
        if (kind := content["kind"]) in {"confirmed", "refused"}:
            self._send(kind, lambda: self._hears(kind, content))

    def _sent_state(self, key=()):
        if "frame" in key:
            self._framed()

    def _framed(self):
        frame = json.dumps(self.board.pointer.frame)
        self._send("frame", lambda: self._hears("frame", frame))

    def _hears(self, kind, content):
        self._look(self.node("page.hear(...data)", [self.now, kind, content]))

    def _send(self, kind, arrive):
        """Let a message go its way: what is late comes later than what follows it."""
        fate = self.rng.choice(self.fates) if self.is_bad else "kept"
        self.counts[fate] += self.is_bad
        self.counts[kind] += 1
        if fate != "lost":
            due = self.now + (LATE if fate == "late" else TRIP)
            for _ in range(1 + (fate == "twice")):
                heapq.heappush(self.under_way, (due, next(self.numbers), arrive))

    def _look(self, page):
        self.page = page
        for message in page["sent"]:
            taken = dict(message)
            self._send(taken["kind"], lambda taken=taken: self.board.handle_message(taken))

    def play(self, kind, content):
        """Make a move on the page."""
        self._look(self.node("page.play(...data)", [self.now, kind, content]))

    def settle(self, *, hasty=False):
        """Let time pass until the page waits for nothing, and (not in haste) nothing comes."""
        while self.page["made"] is not None or (self.under_way and not hasty):
            due = self.under_way[0][0] if self.under_way else 1e9
            self.now = min(due, self.page["next"])
            if due <= self.page["next"]:
                heapq.heappop(self.under_way)[2]()
            else:
                self._look(self.node("page.until(data)", self.now))

    def shown(self):
        """Return what the page shows, as the kernel would write it."""
        frame = self.node("page.frame()", None)
        return frame["version"], frame["items"], [each["spelling"] for each in frame["moves"]]

    def had(self):
        """Return what the kernel has."""
        frame = json.loads(json.dumps(self.board.frame()))
        return frame["version"], frame["items"], [each["spelling"] for each in frame["moves"]]


@pytest.fixture
def begin(open_board):
    node = Node("pointer/state", "renderer/animation", "pointer/camera")
    yield lambda game, seed=0, **options: Bad(node, open_board(game, **options), seed)
    node.close()


def next_move(bad):
    """Return what a person plays, by the page's own frame."""
    frame = bad.node("page.frame()", None)
    if frame["moves"]:
        return "move", {"spelling": bad.rng.choice(frame["moves"])["spelling"]}
    x = bad.rng.uniform(0, 10)
    return "line", {"start": [x, 0], "end": [10 - x, 10]}


def soak(bad, most):
    """Play until so many answers had a bad fate or were refused; check after each move."""
    played = clicks = 0
    while sum(bad.counts[fate] for fate in (*FATES[2:], "refused")) < most:
        board = bad.board
        if board.state.outcome is not None or board.state.ply > 12:
            board.new()
            bad.settle()
        before = bad.page["version"]
        bad.refuses, bad.is_bad = bad.rng.random() < 0.25, True
        bad.play(*next_move(bad))
        bad.counts["moves"] += 1
        bad.counts["painted"] += bool(bad.page["made"])
        is_hasty = bad.rng.random() < 0.4  # what is late comes when the next move has been made
        bad.settle(hasty=is_hasty)
        bad.is_bad, bad.refuses = False, False
        clicks += 1
        if is_hasty and bad.page["active"]:
            continue
        bad.settle()
        assert bad.counts["played"] - played <= clicks, "a move is played once, or not at all"
        played, clicks = bad.counts["played"], 0
        assert bad.page["made"] is None, "nothing waits any more"
        said = bad.page["said"] or ""
        if bad.page["version"] != board.version:  # all that was sent of it was lost, twice
            assert said.startswith(SILENCE)
            bad.counts["given back"] += 1
            bad.play(*next_move(bad))  # the next thing that a person does brings it
            bad.settle()
            assert bad.page["version"] == board.version
        elif bad.page["version"] == before:
            assert said, "the page says why"
        assert bad.shown() == bad.had()


@pytest.mark.parametrize(
    "most", [40, pytest.param(1000, marks=pytest.mark.slow)], ids=["some", "thousand"]
)
@pytest.mark.parametrize("game", GAMES)
def test_after_each_bad_answer_the_page_shows_what_the_kernel_has(begin, game, most):
    bad = begin(game, **GAMES[game])
    bad.board.confirm = False  # where a first click only asks
    soak(bad, most)
    assert bad.counts["painted"] == bad.counts["moves"], "the page paints each itself"
    assert all(bad.counts[fate] > most / 20 for fate in ("lost", "late", "twice", "refused"))


def test_a_move_without_an_answer_is_asked_for_once_more_and_then_given_back(begin):
    bad = begin("territory", size=5)
    bad.is_bad, bad.fates, began = True, ("lost",), bad.now
    bad.play(*next_move(bad))
    bad.settle()
    assert bad.counts["lost"] == 2, "the move, and the question"
    assert bad.now == began + 2 * PATIENCE
    assert bad.page["said"].startswith(SILENCE)
    assert bad.page["active"]
    assert bad.shown() == bad.had()
    assert bad.board.state.ply == 0


def test_an_answer_that_is_lost_is_sent_again_and_the_move_is_played_once(begin):
    bad = begin("territory", size=5)
    bad.play(*next_move(bad))
    bad.is_bad, bad.fates = True, ("lost",)  # on the way back
    bad.now += TRIP
    for _, _, arrive in bad.under_way:
        arrive()
    bad.under_way.clear()
    bad.is_bad = False
    bad.settle()
    assert bad.board.state.ply == 1
    assert bad.page["said"] is None
    assert bad.shown() == bad.had()
