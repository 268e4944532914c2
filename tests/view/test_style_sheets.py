"""What the style sheets of a board must not contain."""

import pytest

from polygames.view.js_bundle import JS_FOLDER


@pytest.mark.parametrize("path", sorted(JS_FOLDER.rglob("*.css")), ids=lambda path: path.name)
def test_no_rule_is_matched_again_whenever_the_picture_changes(path):
    """The browser matches rules with `:has()` again after each change inside of an element."""
    assert ":has(" not in path.read_text(encoding="utf-8")
