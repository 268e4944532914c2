"""Many games together: what is read, what is said of damaged files, what can be asked."""

import json

import pytest
from helpers import play_on, record_game

import polygames as pg
from polygames.core.errors import OptionError
from polygames.records.record import utc_text
from polygames.search.review import annotate
from polygames.study.collection import choose_game
from polygames.study.entry import Entry, Result


def played(name, seed=0, **options):
    return play_on(record_game(name, **options), seed)


@pytest.fixture
def folder(tmp_path):
    played("polygon", n=6, by=("Ada", "Bob")).save(tmp_path / "a.txt")
    played("territory", size=4, seed=1, by=("Bob", "Ada")).save(tmp_path / "b.txt")
    (tmp_path / "deep").mkdir()
    played("polygon", seed=2, n=6, by=("Ada", "level 2")).save(tmp_path / "deep" / "c.txt")
    return tmp_path


def test_a_folder_with_folders_is_a_table(folder):
    games = pg.collection(folder)
    table = games.frame()
    assert list(table["file"]) == ["a.txt", "b.txt", "deep/c.txt"]
    assert list(table["game"]) == ["polygon", "territory", "polygon"]
    assert list(table["players"]) == ["Ada - Bob", "Bob - Ada", "Ada - level 2"]
    for entry, plies, result in zip(games, table["plies"], table["result"], strict=True):
        assert plies == len(entry.record.moves)
        outcome = entry.record.outcome
        assert result.partition(", ")[2] == str(outcome).partition(", ")[2]
        names = [entry.players[seat] for seat in sorted(outcome.winners)]
        assert result.partition(", ")[0] in {f"{names[0]} wins", f"tie of {' and '.join(names)}"}
        assert entry.game_end.winners == entry.record.outcome.winners
        assert entry.game_end.scores == pytest.approx(entry.record.outcome.scores, abs=0.01)
    assert repr(games) == "<Collection of 3 games: 2 polygon, 1 territory>"


@pytest.mark.parametrize(
    ("result", "said"),
    [
        ("seat 1 wins, 3 - 5 (no move left)", "Player 2 wins, 3 - 5 (no move left)"),
        ("seat 0 wins, 5 - 3 (no move left)", "Ada wins, 5 - 3 (no move left)"),
        ("tie of seats 0 and 1, 3 - 3 (x)", "tie of Ada and Player 2, 3 - 3 (x)"),
        ("unfinished, 0 - 0 (500 moves)", "unfinished, 0 - 0 (500 moves)"),
        ("", ""),
    ],
)
def test_results_are_told_with_names(result, said):
    entry = Entry("one", Result("polygon", {0: "Ada"}, result, plies=3))
    assert entry.result == said


def test_damaged_files_are_rows_that_say_so(folder):
    (folder / "d.txt").write_text("not a game")
    (folder / "e.txt").write_bytes(b"\xff\xfe\x00")
    (folder / "f.txt").write_text((folder / "a.txt").read_text() + "x. nothing\n")
    (folder / "g.txt").symlink_to(folder / "nowhere.txt")
    table = pg.collection(folder).frame()
    errors = dict(zip(table["file"], table["error"], strict=True))
    assert "line 1" in errors["d.txt"]
    assert "e.txt is not a record" in errors["e.txt"]
    assert "x. nothing" in errors["f.txt"]
    assert not errors["a.txt"]
    assert "g.txt" not in errors
    assert list(table["game"]).count("") == 3


def test_a_move_that_cannot_be_played_is_found_when_it_is_asked_for(folder):
    text = (folder / "a.txt").read_text().replace("\n1. ", "\n1. A-B ; was ", 1)
    (folder / "a.txt").write_text(text)
    entry = pg.collection(folder)[0]
    assert not entry.error
    with pytest.raises(pg.RecordError, match=r"a\.txt: line \d+"):
        _ = entry.record
    assert len(list(pg.collection(folder).records())) == 2


def test_a_file_that_goes_away_is_a_row_too(folder):
    games = pg.collection(folder)
    (folder / "a.txt").unlink()
    assert "No such file" in games[0].row()["error"]
    assert games[0].row()["date"] is None


def test_a_date_is_that_of_the_game_and_of_its_file_where_the_record_has_none(folder):
    record = pg.load(folder / "a.txt")
    assert pg.collection(folder / "a.txt").frame()["date"][0] == utc_text(
        (folder / "a.txt").stat().st_mtime
    )
    record.date = "2016-05-01"
    record.save(folder / "a.txt")
    assert list(pg.collection(folder / "a.txt", record).frame()["date"]) == ["2016-05-01"] * 2


def test_nothing_is_read_before_it_is_asked_for(folder, monkeypatch):
    monkeypatch.setattr("polygames.study.entry.read_text", lambda _: 1 / 0)
    games = pg.collection(folder)
    assert len(games) == 3
    with pytest.raises(ZeroDivisionError):
        games.table()


def test_games_are_filtered_and_joined_once(folder):
    games = pg.collection(folder)
    assert [each.name for each in games.filter(game="polygon")] == ["a.txt", "deep/c.txt"]
    assert [each.name for each in games.filter(player="Bob")] == ["a.txt", "b.txt"]
    assert [each.name for each in games.filter(lambda entry: "deep" in entry.name)] == [
        "deep/c.txt"
    ]
    record = pg.Record(pg.new("split"))
    assert len(games + pg.collection(folder / "a.txt", record)) == 4
    assert len(pg.collection([folder, folder], (record, record), games)) == 4
    with pytest.raises(TypeError):
        games + 3


def test_a_tournament_is_explored_reviewed_and_trained_without_a_loop(tmp_path):
    how = {"games": 4, "seed": 1, "openings": 1, "progress": False}
    file = tmp_path / "cup.jsonl"
    cup = pg.tournament("polygon", ["random", "mobility"], file=file, **how)
    quiet = {"folder": None, "progress": False}
    for games in (pg.collection(cup), pg.collection(file)):
        assert sorted(entry.plies for entry in games) == sorted(game.plies for game in cup.games)
        assert (
            sum(each.games for each in games.explorer().continuations(pg.new("polygon", n=6))) == 4
        )
        assert len(games.review(**quiet).games) == 4
        assert len(games.deck(tmp_path / "deck.json", **quiet)) > 0
    for same in ((tmp_path,), (cup, file)):
        assert len(pg.collection(*same)) == len(cup.games), "a game is counted once"
    points = pg.collection(cup).frame()[["points_0", "points_1"]]
    assert [tuple(row) for row in points.to_numpy()] == [game.points for game in cup.games]
    for record, game in zip(cup.records(), cup.games, strict=True):
        assert tuple(record.players.values()) == game.seats
        assert record.outcome.reason == game.reason
        assert len(record.moves) == game.plies
        assert pg.review(game, progress=False) == pg.review(record, progress=False)


def without_moves(file):
    """Take the moves out of a file of results, as older ones have none."""
    lines = [json.loads(line) for line in file.read_text().splitlines()]
    for line in lines:
        for game in line["games"]:
            del game["text"]
    file.write_text("".join(json.dumps(line) + "\n" for line in lines))


def test_results_without_moves_are_rows_and_an_explorer_says_so(tmp_path):
    file = tmp_path / "cup.jsonl"
    cup = pg.match(pg.new("polygon", n=5), "random", "random", games=4, file=file, progress=False)
    without_moves(file)
    games = pg.collection(file)
    for entry, game in zip(games, cup.games, strict=True):
        assert entry.players == dict(enumerate(game.seats))
        assert entry.row()["plies"] == game.plies
        assert entry.game_end.points(0) == game.points[0]
        with pytest.raises(
            pg.RecordError, match=r"line .: this game has no moves, only its result was saved"
        ):
            _ = entry.record
    assert list(games.records()) == []
    explorer = games.explorer()
    assert "this game has no moves, only its result was saved" in str(explorer)
    assert len(explorer.table()) == 0
    again = pg.match(pg.new("polygon", n=5), "random", "random", games=4, file=file, progress=False)
    assert [game.line for game in again.games] == [game.line for game in cup.games]
    assert list(again.records()) == []


def test_a_game_lost_by_forfeit_keeps_its_moves_and_its_reason():
    class Lost:
        def choose(self, state, rng):
            return state.legal_moves.sample(rng) if state.ply < 2 else None

    found = pg.match("polygon", Lost(), "random", games=2, on_failure="lose", progress=False)
    entry = pg.collection(found)[0]
    assert entry.record.moves
    assert "Lost returned no move" in entry.record.root.comment
    assert entry.game_end.winners == {1}


def test_result_files_are_rows_line_by_line(folder):
    path, room = folder / "cup.jsonl", folder / "room.jsonl"
    agents = ["random", "mobility"]
    cup = pg.tournament("polygon", agents, games=4, seed=1, file=path, progress=False)
    room.write_text('{"kind": "room"}\n')  # a class keeps such files, and they are no results
    with path.open("a") as file:
        file.write('{"polygames": "0.0.1", "game": 3}\n')
    games = pg.collection(folder)
    kept = [each for each in games if "cup" in each.name]
    assert len(games) == 3 + 4 + 1
    assert [each.error for each in kept[:4]] == [""] * 4
    for entry, game in zip(kept, cup.games, strict=False):
        assert (entry.players, entry.plies) == (dict(enumerate(game.seats)), game.plies)
        assert entry.game_end.points(0) == game.points[0]
    assert kept[4].name == "cup.jsonl, line 3"
    assert "not the result of a pair of games" in kept[4].error
    assert pg.collection(room)[0].name.endswith("room.jsonl, line 1")
    assert len(games + pg.collection(path)) == len(games)
    assert len(kept[0].record.moves) == cup.games[0].plies


def test_results_of_another_version_say_so(tmp_path):
    path = tmp_path / "cup.jsonl"
    pg.match("polygon", "random", "random", games=2, file=path, progress=False)
    path.write_text(path.read_text().replace(pg.__version__, "9.9.9", 1))
    assert "polygames 9.9.9" in pg.collection(path)[0].error


def test_mistakes_are_counted_where_a_review_is_written():
    record = record_game("polygon", "A-C", n=6)
    assert pg.collection(record)[0].row()["mistakes"] is None
    annotate(pg.review(record, progress=False), record)
    assert pg.collection(record)[0].row()["mistakes"] == 1


@pytest.mark.parametrize(
    ("result", "winners", "scores"),
    [
        ("seat 1 wins, 49.63 - 50.13 (more than 50 points)", {1}, (49.63, 50.13)),
        ("tie of seats 0 and 1, -3 - 1e+06 (no move left)", {0, 1}, (-3, 1e6)),
        ("unfinished, 0 - 0 (500 plies)", set(), (0, 0)),
    ],
)
def test_results_are_read_back(result, winners, scores):
    record = pg.Record(pg.new("polygon"))
    entry = pg.collection(record)[0]
    entry.header.result = result
    assert (entry.game_end.winners, entry.game_end.scores) == (winners, scores)


@pytest.mark.parametrize("result", ["", "?", "seat 0 wins", "seat 1 wins, 1-e (x)", "seat x wins"])
def test_other_results_are_none(result):
    entry = pg.collection(pg.Record(pg.new("polygon")))[0]
    entry.header.result = result
    assert entry.game_end is None


def test_what_holds_no_games_is_refused(tmp_path):
    with pytest.raises(pg.RecordError, match="no such file or folder"):
        pg.collection(tmp_path / "none")
    with pytest.raises(pg.OptionError, match="must be files, folders, records"):
        pg.collection(3)
    with pytest.raises(pg.OptionError, match="a path"):
        pg.collection("")
    assert len(pg.collection([])) == 0
    assert repr(pg.collection([])) == "<Collection of 0 games>"


def test_lists_that_are_nested_too_deep_are_refused():
    nested, endless = [record_game("polygon")], []
    endless.append(endless)
    for _ in range(19):
        nested = [nested]
    assert len(pg.collection(nested)) == 1
    for _ in range(5000):
        nested = [nested]
    for lists in (nested, endless):
        with pytest.raises(OptionError, match=r"more than 20 levels deep: give one list"):
            pg.collection(lists)


def test_one_game_is_asked_for_where_there_are_several(folder):
    games = pg.collection(folder)
    with pytest.raises(pg.OptionError, match="name one of the games in the collection: polygon"):
        choose_game(games, None)
    with pytest.raises(pg.OptionError, match="unknown game 'split' of the collection"):
        choose_game(games, "split")
    with pytest.raises(pg.OptionError, match="no games that can be read"):
        choose_game(pg.collection([]), None)
    assert choose_game(games, "polygon") == "polygon"
