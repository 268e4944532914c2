"""Names of pupils: how they are written, and which names look alike on a projector.

Unicode has many characters that look the same: a Latin and a Cyrillic "a", or "l", "I" and "1".
Unicode's UTS 39, "Unicode Security Mechanisms", compares names by a *skeleton*: each character is
replaced by its look-alike. The table of UTS 39 has 6,000 entries for all scripts. The few entries
here occur in names typed at a school: digits, and the letters that Cyrillic and Greek share with
Latin. A name that mixes these scripts is refused.
"""

from __future__ import annotations

from typing import Final
from unicodedata import category, name, normalize

from polygames.core.errors import OptionError

MAX_NAME_CHARS: Final = 24
"""Characters of a pupil's name; further ones are cut off."""

MIXED_SCRIPTS: Final = frozenset({"LATIN", "CYRILLIC", "GREEK", "ARMENIAN", "CHEROKEE", "COPTIC"})
"""Scripts with letters that look like letters of another script in this set."""

LOOK_ALIKES: Final = str.maketrans(
    "АВЕКМНОРСТУХІЈЅаеорсухіјѕкѵΑΒΕΖΗΙΚΜΝΟΡΤΥΧανορυκιİı",
    "ABEKMHOPCTYXIJSaeopcyxijskv"  # the look-alikes of the Cyrillic letters
    "ABEZHIKMNOPTYXavopuki"  # the look-alikes of the Greek letters
    "Ii",
)

SAME_SHAPE: Final = str.maketrans("i1|0", "lllo")
"""Look-alikes after lower-casing: I, l, 1 and | are equal, and so are O and 0."""


def plain_name(raw_name: object) -> str:
    r"""Return a name in its displayed form: on one line, in Unicode's NFC form, and not too long.

    Raises
    ------
    OptionError
        If no letter or digit is left of it, or it mixes alphabets whose letters look alike.

    Examples
    --------
    >>> plain_name("  Ana\n Maria "), plain_name("Zoe\u0308") == "Zo\u00eb"
    ('Ana Maria', True)
    """
    text = normalize("NFC", raw_name[:200]) if isinstance(raw_name, str) else ""
    shown = " ".join("".join(c if c.isprintable() else " " for c in text).split())
    if not shown:
        msg = "a name needs at least one letter or digit"
        raise OptionError(msg)
    if len(scripts := {name(c, "").partition(" ")[0] for c in shown} & MIXED_SCRIPTS) > 1:
        mixed = " and ".join(sorted(each.capitalize() for each in scripts))
        msg = f"this name mixes {mixed} letters: use only one alphabet"
        raise OptionError(msg)
    return shown[:MAX_NAME_CHARS].strip()


def is_look_alike(first: str, second: str) -> bool:
    """Return True if two names look alike, ignoring case.

    Examples
    --------
    >>> is_look_alike("Ian", "lan"), is_look_alike("Ana", "ana"), is_look_alike("Zoe", "Zo\u00eb")
    (True, True, False)
    >>> is_look_alike("Oscar", "\u041e\u0455\u0441\u0430r")
    True
    """
    return bool({*_skeletons(first)} & {*_skeletons(second)})


def _skeletons(text: str) -> tuple[str, str]:
    return _skeleton(normalize("NFKC", text).casefold()), _skeleton(normalize("NFKC", text).upper())


def _skeleton(text: str) -> str:
    """Return the letters and digits of a text, mapping those that look alike to the same one."""
    shape = text.translate(LOOK_ALIKES).casefold().translate(SAME_SHAPE).replace("rn", "m")
    return "".join(c for c in shape if c.isalnum() or category(c) == "Mn") or text
