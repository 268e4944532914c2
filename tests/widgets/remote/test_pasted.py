import pytest

import polygames as pg
from polygames.core.errors import IllegalMoveError, OptionError
from polygames.widgets.remote.pasted import Pasted


def pair(game="polygon", **options):
    return [Pasted(pg.Record(pg.new(game, **options)), {seat}, seat) for seat in (0, 1)]


@pytest.mark.parametrize(
    ("game", "options"),
    [("splitter", {"players": 2}), ("polygon", {}), ("territory", {"size": 5, "seed": 2})],
)
def test_a_game_by_mail_comes_to_its_end_and_both_have_the_same(game, options):
    both = pair(game, **options)
    while (state := both[0]._game.state).outcome is None:
        here, there = both[state.turn], both[1 - state.turn]
        here.offer(len(here.common.moves), str(next(iter(state.legal_moves))))
        there.take(f"> {here.line}"[2:] + "\n")
        assert here.common.moves == there.common.moves
        here.line = "" if state.turn == 0 else here.line


def test_a_line_that_comes_twice_or_out_of_turn_changes_nothing():
    ana, ben = pair()
    ana.offer(0, "A-C")
    ben.take(ana.line)
    with pytest.raises(OptionError, match="already"):
        ben.take(ana.line)
    with pytest.raises(OptionError, match="already"):
        ana.take(ana.line)
    with pytest.raises(IllegalMoveError, match="elsewhere"):
        ben.offer(0, "A-C")
    assert ben.common.moves == ana.common.moves == ("A-C",)


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("", "begins with 'polygames'"),
        ("A-C", "begins with 'polygames'"),
        ("polygames split 0 0123 draw 0,5 - 10,5", "this line is of split"),
        ("polygames polygon 4 0123 A-C", "another place"),
        ("polygames polygon 0 0123456789abcdef A-C", "another place"),
        ("polygames polygon 0 {mark} A-B", "no legal move"),
        ("polygames polygon 0 {mark} A-C ; C-E ; A-A", "no legal move"),
        (None, "begins with 'polygames'"),
    ],
)
def test_a_line_that_is_none_is_refused_with_the_reason(line, why):
    ben = pair(n=6)[1]
    said = line.format(mark=ben.mark) if line else line
    with pytest.raises(OptionError, match=why):
        ben.take(said)
    assert ben.common.moves == ()


def test_a_line_does_not_move_for_who_reads_it():
    ana = pair()[0]
    with pytest.raises(OptionError, match="your turn"):
        ana.take(f"polygames polygon 0 {ana.mark} A-C")


def test_what_was_sent_cannot_be_called_back():
    with pytest.raises(OptionError, match="was sent"):
        pair()[0].ask_back(0)
