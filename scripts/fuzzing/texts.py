"""Mutated texts of positions, records, moves and files, and checks of accepted ones."""

from __future__ import annotations

from codecs import BOM_UTF8
from itertools import islice
from typing import TYPE_CHECKING, Any

import polygames as pg
from fuzzing.case import REFUSED_INPUT
from fuzzing.material import quick_agent, random_line, sample_pool
from fuzzing.mutate import mutate_bytes, mutate_text
from fuzzing.play import Compiled, require
from polygames.search.review import annotate, read_review

if TYPE_CHECKING:
    from fuzzing.case import Run
    from fuzzing.material import Sample

__all__ = ["attack_texts", "examine_state"]

TEXTS_PER_CASE = 40
"""The number of inputs of a case."""

AGENT_SHARE = 1 / 20
"""The share of accepted positions in which an agent chooses a move."""

PLAYED_PLIES = 3
"""The number of random moves that are played from an accepted position."""


def attack_texts(run: Run) -> None:
    """Read mutated positions, records, moves and files."""
    samples = sample_pool(run.game, run.case.seed)
    base, other = run.rng.choice(samples), run.rng.choice(samples)
    for _ in range(TEXTS_PER_CASE):
        way = run.rng.choices(TEXT_ATTACKS, TEXT_ATTACK_WEIGHTS)[0]
        way(run, base, other)
        run.counts["inputs"] += 1


def attack_position(run: Run, base: Sample, other: Sample) -> None:
    """Read a mutated position."""
    text = mutate_text(base.position, other.position, run.rng)
    if text == base.position:
        return
    state = run.call("from_text", text, lambda: pg.from_text(text))
    if state is not REFUSED_INPUT and state != base.state:
        run.counts["accepted"] += 1
        examine_state(run, state, text)


def attack_record(run: Run, base: Sample, other: Sample) -> None:
    """Read a mutated record."""
    text = mutate_text(base.text, other.text, run.rng)
    found = run.call("Record.from_text", text, lambda: pg.Record.from_text(text))
    if found is not REFUSED_INPUT:
        run.counts["accepted"] += 1
        examine_record(run, found, text)


def attack_move(run: Run, base: Sample, other: Sample) -> None:
    """Read a mutated move."""
    text = mutate_text(run.rng.choice(base.moves), run.rng.choice(other.moves), run.rng)
    state = base.state
    found = run.call("parse", text, lambda: state.parse(text))
    if found is not REFUSED_INPUT:
        run.counts["accepted"] += 1
        run.require(found in state.legal_moves, "what is parsed is legal", text)
        run.works("play", text, lambda: state.play(found))
        again = run.works("parse again", str(found), lambda: state.parse(str(found)))
        run.require(again == found, "the text of a move reads back to it", text)


def attack_file(run: Run, base: Sample, other: Sample) -> None:
    """Load a mutated file, which may be invalid UTF-8."""
    data = mutate_bytes(base.text, other.text, run.rng)
    data = BOM_UTF8 * run.rng.choice((0, 0, 1)) + data
    path = run.folder / "game.txt"
    path.write_bytes(data)
    found = run.call("load", data, lambda: pg.load(path))
    if found is not REFUSED_INPUT:
        run.counts["accepted"] += 1
        examine_record(run, found, data)


TEXT_ATTACKS = (attack_position, attack_record, attack_move, attack_file)
TEXT_ATTACK_WEIGHTS = (10, 4, 5, 1)


def examine_state(run: Run, state: pg.State[Any], given: object) -> None:
    """Check that an accepted state can do everything that a state must do."""
    info = pg.game(state.game)
    text = run.works("to_text", given, state.to_text)
    if text is not REFUSED_INPUT:
        twin = run.works("from_text of to_text", given, lambda: pg.from_text(text))
        run.require(twin == state, "from_text reads what to_text wrote", given)
    run.works("repr", given, lambda: repr(state))
    run.works("scene", given, lambda: info.scene(state))
    run.works("caption", given, lambda: info.board.caption(state))
    run.works("play on", given, lambda: play_on(run, state))
    is_asked = info.agents and run.rng.random() < AGENT_SHARE
    if is_asked and state.outcome is None and state.turn != pg.CHANCE:
        name = run.rng.choice(info.agents)
        seen, asked = state.view(state.turn), quick_agent(info.name, name)
        move = run.works(f"agent {name}", given, lambda: asked.choose(seen, run.rng))
        run.require(
            move is REFUSED_INPUT or move in state.legal_moves, f"agent {name} is legal", given
        )


def play_on(run: Run, state: pg.State[Any]) -> None:
    """Play random moves, and check the rules and the kernel at each."""
    kernel = Compiled.from_state(state)
    for legal, after in islice(random_line(state, run.rng), PLAYED_PLIES):
        run.counts["plies"] += 1
        require(legal in state.legal_moves, f"the sampled move {legal} is not legal")
        if kernel is not None:
            kernel.agree(state)
            kernel.play(legal)
        state = after
    is_sound = (state.outcome is None) == bool(state.legal_moves)
    require(is_sound, "a state has moves if and only if it has no outcome")
    if kernel is not None:
        kernel.agree(state)


def examine_review(run: Run, found: pg.Record, text: str) -> None:
    """Check the review in a record: it reads back equal and can be shown."""
    review = run.works("read_review", text, lambda: read_review(found))
    if review is REFUSED_INPUT or review is None:
        return
    run.counts["reviews"] += 1
    again = read_review(pg.Record.from_text(text))
    run.require(again == review, "a review reads back to itself", text)
    run.works("a review in words", text, lambda: (str(review), review.to_dict(), review.table()))
    run.works("annotate", text, lambda: annotate(review, found))
    reread = run.works("read again", text, lambda: read_review(found))
    run.require(reread is None or reread.moves == review.moves, "a review stays as it was", text)


def examine_record(run: Run, found: pg.Record, given: object) -> None:
    """Check that an accepted record can do everything that a record must do."""
    text = run.works("Record.to_text", given, found.to_text)
    if text is REFUSED_INPUT:
        return
    twin = run.works("Record.from_text of to_text", given, lambda: pg.Record.from_text(text))
    if twin is not REFUSED_INPUT:
        same = twin.state == found.state and twin.moves == found.moves
        run.require(same and twin.to_text() == text, "a record reads back to itself", given)
        examine_review(run, found, text)
    if run.rng.random() < 1 / 4:
        path = run.works("save", given, lambda: found.save(run.folder / "saved.txt"))
        if path is not REFUSED_INPUT:
            run.works("load of save", given, lambda: pg.load(path))
        run.works("table", given, found.table)
        examine_state(run, found.state, given)
