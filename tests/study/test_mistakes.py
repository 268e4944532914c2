"""All games reviewed at once: what is kept, what is counted, whose moves count."""

from dataclasses import replace
from random import Random
from types import SimpleNamespace

import pytest
from helpers import interrupt_after, play_on, record_game

import polygames as pg
from polygames.arena.players import is_agent
from polygames.records.user_folder import REVIEWS_FOLDER
from polygames.search.review import Estimate, annotate
from polygames.study import batch_review
from polygames.study.mistakes import GAME_PHASES


def record_of(moves, players=()):
    return record_game("polygon", *moves, by=players, n=6)


LOST = ("A-C", "C-E")
"""The first move loses, the second one is best."""


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    games = tmp_path / "games"
    games.mkdir()
    record_of(LOST, ("Ada", "level 2")).save(games / "a.txt")
    record_of(["A-D"], ("level 2", "Ada")).save(games / "b.txt")
    (games / "c.txt").write_text("not a game")
    return games


def test_mistakes_of_people_are_found_with_phase_and_kind(folder):
    found = pg.collection(folder).review(progress=False, workers=1)
    (mistake,) = found.mistakes
    assert (mistake.entry.name, mistake.player, mistake.reviewed_move.ply) == ("a.txt", "Ada", 1)
    assert (mistake.phase, mistake.kind) == ("opening", "missed a winning segment")
    assert mistake.reviewed_move.loss == 2
    assert list(found.frame()["file"]) == ["a.txt"]
    assert "c.txt" in found.errors
    assert "not reviewed" in str(found)
    assert found.is_complete


def test_moves_are_those_of_a_player_or_of_people(folder):
    games = pg.collection(folder)
    counts = {
        name: {row["player"]: row["moves"] for row in reviewed.by("player")}
        for name in (None, "Ada", "level 2", "nobody")
        for reviewed in [games.review(player=name, progress=False, workers=1)]
    }
    assert counts == {None: {"Ada": 1}, "Ada": {"Ada": 1}, "level 2": {"level 2": 2}, "nobody": {}}
    options = pg.collection(record_of(LOST, ("minimax depth=2 (2)", "Ada")))
    assert options.review(folder=None, progress=False).mistakes == (), "an agent is no person"
    assert not is_agent("greedy Ada", pg.game("polygon"))
    agents = pg.collection(record_of(LOST, ("random", "level 2")))
    assert agents.review(folder=None, progress=False).by("player")[0]["player"] == "random"


def test_counts_by_phase_kind_and_player(folder):
    found = pg.collection(folder, record_of(LOST)).review(progress=False, workers=1)
    phases = found.by("phase")
    assert [row["phase"] for row in phases] == list(GAME_PHASES)
    assert [row["mistakes"] for row in phases] == [2, 0, 0]
    assert [row["moves"] for row in phases] == [2, 1, 0]
    assert [row["rate"] for row in phases] == [100, 0, 0]
    (kind,) = found.by("kind")
    assert (kind["kind"], kind["loss"]) == ("missed a winning segment", 4)
    with pytest.raises(pg.OptionError, match="the option criterion"):
        found.by("colour")


def test_what_was_found_is_kept_and_not_looked_for_again(folder, monkeypatch):
    games = pg.collection(folder)
    first = games.review(progress=False, workers=1)
    kept = sorted(path.name for path in (folder.parent / REVIEWS_FOLDER).iterdir())
    assert len(kept) == 2
    assert all(name.startswith("polygon-") for name in kept)
    monkeypatch.setattr(batch_review, "_review_task", lambda _: 1 / 0)
    again = games.review(progress=False, workers=1)
    assert [each.row() for each in again.mistakes] == [each.row() for each in first.mistakes]
    with pytest.raises(ZeroDivisionError):
        games.review(progress=False, workers=1, seconds=0.2)


def test_a_kept_review_that_is_damaged_is_made_anew(folder):
    games = pg.collection(folder)
    games.review(progress=False, workers=1)
    for path in (folder.parent / REVIEWS_FOLDER).iterdir():
        path.write_text("half a fi")
    assert len(games.review(progress=False, workers=1).mistakes) == 1
    for path in (folder.parent / REVIEWS_FOLDER).iterdir():
        assert pg.load(path).game == "polygon"


def test_a_record_with_its_review_is_taken_as_it_is(monkeypatch):
    record = record_of(LOST)
    annotate(pg.review(record, progress=False), record)
    monkeypatch.setattr(batch_review, "_review_task", lambda _: 1 / 0)
    assert len(pg.collection(record).review(folder=None, progress=False).mistakes) == 1


def test_an_interrupt_keeps_what_was_reviewed(folder):
    with (
        interrupt_after(1, batch_review, "_review_task"),
        pytest.raises(pg.Interrupted) as stopped,
    ):
        pg.collection(folder).review(progress=False, workers=1)
    found = stopped.value.result
    assert not found.is_complete
    assert len(found.games) == 1
    assert "interrupted" in str(found)
    assert pg.collection(folder).review(progress=False, workers=1).is_complete


def test_luck_is_kept_apart():
    record = play_on(record_game("splitter", by=("Ada",), pad=["*##*"]), 4)
    found = pg.collection(record).review(folder=None, progress=False, seconds=0.05)
    (row,) = found.by("player")
    assert row["player"] == "Ada"
    assert row["moves"] == 2
    assert row["luck"] == pytest.approx(found.games[0].review.luck(0))
    assert found.by("phase")[0]["moves"] + found.by("phase")[2]["moves"] <= 2


def test_arguments_that_cannot_be_are_refused(folder):
    games = pg.collection(folder)
    for wrong in ({"seconds": 0}, {"seconds": "x"}, {"seed": 1.5}, {"folder": 3}, {"workers": 0}):
        with pytest.raises(pg.OptionError):
            games.review(progress=False, **wrong)
    assert not (folder.parent / REVIEWS_FOLDER).exists()


@pytest.mark.parametrize("name", ["polygon", "splinter", "split", "splitter", "territory"])
def test_every_game_names_kinds_of_mistakes(name):
    """Random moves are judged against others: each gets a few words, whatever it is."""
    slip = pg.game(name).board.mistake_kind
    assert slip is not None
    said = set()
    for seed in range(3):
        state, rng = pg.new(name), Random(seed)
        while state.outcome is None and state.ply < 40:
            move, best = (state.legal_moves.sample(rng) for _ in range(2))
            if state.turn != pg.CHANCE:
                after = state.play(move)
                replies = (
                    ()
                    if after.outcome or after.turn == pg.CHANCE
                    else (after.legal_moves.sample(rng),)
                )
                for proved in (True, False):
                    found = SimpleNamespace(
                        move=move, best=best, answer=(move, *replies), proved=proved
                    )
                    said.add(slip(state, found))
            state = state.play(move)
    assert "" not in said
    assert len(said) > 1
    assert all(len(words) < 50 for words in said)


def with_unproved_blunder(review, ply):
    """Return a review of Polygon in which this move loses the game, without a proof."""
    blunder = review.moves[ply - 1]
    value = -1.0 if blunder.seat == 0 else 1.0
    lost = (Estimate(value, value, value, chance=(1 + value) / 2),)
    before = blunder.before.node.state
    better = next(move for move in before.legal_moves if move != blunder.move)
    positions = list(review.positions)
    positions[ply - 1] = replace(positions[ply - 1], line=(better,))
    positions[ply:] = [replace(each, estimates=lost) for each in positions[ply:]]
    return replace(review, positions=tuple(positions))


def doubtful(ply, **options):
    """Return a record whose review calls a move a blunder, and is not sure of it."""
    record = record_of(LOST, **options)
    review = pg.review(record, progress=False)
    annotate(with_unproved_blunder(review, ply), record)
    return record


def test_a_deeper_look_goes_over_all_mistakes_and_takes_back_what_were_none(tmp_path):
    games = pg.collection(doubtful(2), doubtful(1), record_of(["A-D"]))
    first = games.review(folder=tmp_path, progress=False, workers=1)
    assert [each.reviewed_move.ply for each in first.mistakes] == [1, 2, 1]
    assert first.unproved_plies() == ((2,), (1,), ())
    found = first.deeper(folder=tmp_path, progress=False, workers=1)
    assert [each.reviewed_move.ply for each in found.mistakes] == [1, 1]
    assert found.unproved_plies() == ((), (), ())
    assert len(found.games) == 3
    assert found.is_complete


def test_what_a_deeper_look_takes_back_becomes_no_card(tmp_path):
    first = pg.collection(doubtful(2)).review(folder=tmp_path, progress=False, workers=1)
    assert [card.played for card in first.deck(tmp_path / "all.json")] == ["A-C", "C-E"]
    found = first.deeper(folder=tmp_path, progress=False, workers=1)
    deck = found.deck(tmp_path / "deck.json")
    assert [card.played for card in deck] == ["A-C"]
    deck.answer(deck.due()[0], "right")
    assert found.deck(tmp_path / "deck.json").due() == []


def test_a_deeper_look_thinks_twice_as_long_and_is_kept(tmp_path, monkeypatch):
    first = pg.collection(doubtful(2)).review(folder=tmp_path, progress=False, workers=1)
    made, asked = batch_review._review_task, []
    monkeypatch.setattr(batch_review, "_review_task", lambda task: asked.append(task) or made(task))
    for _ in range(2):
        assert len(first.deeper(folder=tmp_path, progress=False, workers=1).mistakes) == 1
    (task,) = asked
    assert (task.seconds, task.plies_to_recheck) == (
        2 * batch_review.CHECK_WORK_FACTOR * batch_review.BATCH_SECONDS_PER_POSITION,
        (2,),
    )


def test_a_deeper_look_at_a_player_leaves_the_moves_of_others(tmp_path):
    games = pg.collection(doubtful(2, players=("Ada", "Bob")))
    first = games.review(player="Ada", folder=tmp_path, progress=False, workers=1)
    assert first.unproved_plies() == ((),)  # Ada's own mistake is proved


def test_an_interrupted_deeper_look_keeps_what_it_has():
    games = pg.collection(doubtful(2), doubtful(2, players=("Ada", "Bob")))
    first = games.review(folder=None, progress=False, workers=1)
    with (
        interrupt_after(1, batch_review, "_review_task"),
        pytest.raises(pg.Interrupted) as stopped,
    ):
        first.deeper(folder=None, progress=False, workers=1)
    found = stopped.value.result
    assert not found.is_complete
    assert [each.reviewed_move.ply for each in found.mistakes] == [1, 1, 2]


@pytest.mark.parametrize("moves", [("A-C", "C-E"), ("A-D",)])
def test_mistakes_are_drawn_by_phase_and_kind(moves):
    record = record_game("polygon", *moves, n=6)
    found = pg.collection(record).review(folder=None, progress=False)
    phases, kinds = found.plot()
    heights = [bar.get_height() for bar in phases.patches]
    assert heights == [row["rate"] for row in found.by("phase")]
    widths = [bar.get_width() for bar in kinds.patches]
    assert widths == [row["mistakes"] for row in found.by("kind")][::-1]
    assert phases.get_ylabel() == "mistakes in 100 moves"
