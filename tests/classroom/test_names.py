"""Names that look the same are told apart, or refused."""

import stat

import pytest

import polygames as pg
from polygames.classroom.room import Room
from polygames.classroom.room.setting import Setting

COMPOSED, DECOMPOSED = "Zo\u00eb", "Zoe\u0308"
CYRILLIC_TOM, GREEK_NIKE = "\u0422\u041e\u041c", "\u039d\u0399\u039a\u0397"
MIXED_ANA = "\u0410n\u0430"


@pytest.fixture
def seating():
    return Room(Setting.from_position("polygon")).seating


def test_a_composed_and_a_decomposed_name_are_one(seating):
    assert seating.join(DECOMPOSED)[0].name == COMPOSED
    assert seating.join(COMPOSED)[0].name == f"{COMPOSED} 2"
    assert seating.join("Zoe")[0].name == "Zoe"


def test_a_name_of_two_alphabets_is_refused(seating):
    with pytest.raises(pg.OptionError, match="mixes Cyrillic and Latin letters"):
        seating.join(MIXED_ANA)
    assert seating.join("\u0410\u043d\u043d\u0430")[0].name == "\u0410\u043d\u043d\u0430"
    assert seating.join("\u592a\u90ce Tar\u014d")[0].name  # these cannot be confused


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("Tom", CYRILLIC_TOM),
        (CYRILLIC_TOM, "Tom"),
        ("NIKH", GREEK_NIKE),
        ("Ian", "lan"),
        ("Otto", "0tt0"),
        ("Ana", "Ana."),
        ("Bemd", "Bernd"),
    ],
)
def test_a_name_that_looks_like_another_one_is_refused(seating, first, second):
    seating.join(first)
    with pytest.raises(pg.OptionError, match=f"looks like {first}"):
        seating.join(second)
    assert [pupil.name for pupil in seating.ledger.people] == [first]


def test_names_that_look_different_come_in(seating):
    names = ["Ana", "Anna", "Ann", "Aña", "Ali", "Alia", "Zoe", COMPOSED, "Ben 1", "Ben 11"]
    for name in names:
        seating.join(name)
    assert [pupil.name for pupil in seating.ledger.people] == names


def test_what_a_class_writes_is_for_its_owner_only(tmp_path):
    folder = tmp_path / "class"
    with pg.classroom("polygon", folder=folder, port=0) as class_:
        class_.room.seating.join("Ana")
        class_.save()
    modes = {path.name: stat.S_IMODE(path.stat().st_mode) for path in folder.iterdir()}
    assert {"room.jsonl", "table-001.jsonl", "table-001.txt", "results.csv", "wall.key"} <= {*modes}
    assert set(modes.values()) == {0o600}
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
