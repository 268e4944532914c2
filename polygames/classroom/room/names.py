"""Names of pupils: how they are written, and which ones look alike on a projector.

Unicode has many characters that look the same: a Latin and a Cyrillic "a", "l" and "I" and "1". Its
report on this (UTS 39, "Unicode Security Mechanisms") compares names by a *skeleton*, in which
each character is replaced by the one that it looks like. Its table has 6,000 entries, of all
scripts; the few here occur in names typed at a school: digits, and the letters that Cyrillic and
Greek share with Latin. A name that mixes these scripts is refused.
"""

from __future__ import annotations

from typing import Final
from unicodedata import category, name, normalize

from polygames.core.errors import OptionError

MAX_LETTERS: Final = 24
"""Letters of a name."""

MIXED_SCRIPTS: Final = frozenset({"LATIN", "CYRILLIC", "GREEK", "ARMENIAN", "CHEROKEE", "COPTIC"})
"""The scripts with letters that look like those of another one of them."""

LOOK_ALIKES: Final = str.maketrans(
    "АВЕКМНОРСТУХІЈЅаеорсухіјѕкѵΑΒΕΖΗΙΚΜΝΟΡΤΥΧανορυκιİı",
    "ABEKMHOPCTYXIJSaeopcyxijskv"  # what the Cyrillic ones look like
    "ABEZHIKMNOPTYXavopuki"  # what the Greek ones look like
    "Ii",
)

SAME_SHAPE: Final = str.maketrans("i1|0", "lllo")
"""After lower case: an I, an l and a 1 look alike, and so do an O and a 0."""


def plain_name(given: object) -> str:
    r"""Return a name as it is shown: on one line, composed (NFC), not too long.

    Raises
    ------
    OptionError
        If no letter or digit is left of it, or it mixes alphabets whose letters look alike.

    Examples
    --------
    >>> plain_name("  Ana\n Maria "), plain_name("Zoe\u0308") == "Zo\u00eb"
    ('Ana Maria', True)
    """
    text = normalize("NFC", given[:200]) if isinstance(given, str) else ""
    shown = " ".join("".join(c if c.isprintable() else " " for c in text).split())
    if not shown:
        msg = "a name must have a letter or a digit at least"
        raise OptionError(msg)
    if len(scripts := {name(c, "").partition(" ")[0] for c in shown} & MIXED_SCRIPTS) > 1:
        mixed = " and ".join(sorted(each.capitalize() for each in scripts))
        msg = f"the name mixes {mixed} letters: write it in one alphabet"
        raise OptionError(msg)
    return shown[:MAX_LETTERS].strip()


def look_alike(one: str, other: str) -> bool:
    """Whether two names can be taken for each other, in small or in capital letters.

    Examples
    --------
    >>> look_alike("Ian", "lan"), look_alike("Ana", "ana"), look_alike("Zoe", "Zo\u00eb")
    (True, True, False)
    >>> look_alike("Oscar", "\u041e\u0455\u0441\u0430r")
    True
    """
    return bool({*_skeletons(one)} & {*_skeletons(other)})


def _skeletons(text: str) -> tuple[str, str]:
    return _skeleton(normalize("NFKC", text).casefold()), _skeleton(normalize("NFKC", text).upper())


def _skeleton(text: str) -> str:
    """Return a text with each character replaced by what it looks like; letters and digits only."""
    shape = text.translate(LOOK_ALIKES).casefold().translate(SAME_SHAPE).replace("rn", "m")
    return "".join(c for c in shape if c.isalnum() or category(c) == "Mn") or text
