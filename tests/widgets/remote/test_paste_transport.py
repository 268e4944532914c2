import pytest

import polygames as pg
from polygames.core.errors import IllegalMoveError, OptionError
from polygames.widgets.remote.paste_transport import PasteTransport


def pair(game="polygon", **options):
    return [PasteTransport(pg.Record(pg.new(game, **options)), {seat}, seat) for seat in (0, 1)]


@pytest.mark.parametrize(
    ("game", "options"),
    [("splitter", {"players": 2}), ("polygon", {}), ("territory", {"size": 5, "seed": 2})],
)
def test_a_game_by_mail_comes_to_its_end_and_both_have_the_same(game, options):
    both = pair(game, **options)
    while (state := both[0]._game.state).outcome is None:
        here, there = both[state.turn], both[1 - state.turn]
        here.send_move(len(here.shared_game.moves), str(next(iter(state.legal_moves))))
        there.apply_line(f"> {here.line}"[2:] + "\n")
        assert here.shared_game.moves == there.shared_game.moves
        here.line = "" if state.turn == 0 else here.line


def test_a_line_that_comes_twice_or_out_of_turn_changes_nothing():
    ana, ben = pair()
    ana.send_move(0, "A-C")
    ben.apply_line(ana.line)
    with pytest.raises(OptionError, match="already"):
        ben.apply_line(ana.line)
    with pytest.raises(OptionError, match="already"):
        ana.apply_line(ana.line)
    with pytest.raises(IllegalMoveError, match="the game has changed"):
        ben.send_move(0, "A-C")
    assert ben.shared_game.moves == ana.shared_game.moves == ("A-C",)


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("", "begins with 'polygames'"),
        ("A-C", "begins with 'polygames'"),
        ("polygames split 0 0123 draw 0,5 - 10,5", "paste a line of polygon, not of split"),
        ("polygames polygon 4 0123 A-C", "another position"),
        ("polygames polygon 0 0123456789abcdef A-C", "another position"),
        ("polygames polygon 0 {mark} A-B", "no legal move"),
        ("polygames polygon 0 {mark} A-C ; C-E ; A-A", "no legal move"),
        (None, "begins with 'polygames'"),
    ],
)
def test_a_line_that_is_none_is_refused_with_the_reason(line, why):
    ben = pair(n=6)[1]
    said = line.format(mark=ben.position_hash) if line else line
    with pytest.raises(OptionError, match=why):
        ben.apply_line(said)
    assert ben.shared_game.moves == ()


def test_a_line_does_not_move_for_who_reads_it():
    ana = pair()[0]
    with pytest.raises(OptionError, match="your turn"):
        ana.apply_line(f"polygames polygon 0 {ana.position_hash} A-C")


def test_what_was_sent_cannot_be_called_back():
    with pytest.raises(OptionError, match="was sent"):
        pair()[0].request_takeback(0)
