"""The client's modules, tested by Node's own test runner; and the one text they are joined to."""

import os
import re
import subprocess
from pathlib import Path

import pytest
from node import MODULES_FOLDER, Node, missing_reason

from polygames.records.node import MOVE_GLYPHS
from polygames.view.js_bundle import bundle_module, strip_comments
from polygames.view.review_text import MARKED_VERDICTS
from polygames.widgets.page_widget import InputHelper, StoredAnswer
from polygames.widgets.painter.pointer import Pointer
from polygames.widgets.painter.svg_surface import SvgWidget
from polygames.widgets.panels.analysis import MoveRowsWidget
from polygames.widgets.panels.moves import MovesWidget
from polygames.widgets.panels.review import TextPanelWidget
from polygames.widgets.panels.saved_games import SavedGamesWidget

TESTS = Path(__file__).parents[1] / "js"

needs_node = pytest.mark.skipif(bool(missing_reason()), reason=missing_reason())


def node_tests(*files, **environment):
    """Run tests in Node; return how many passed."""
    command = ["node", "--test", "--test-reporter=tap", *files]
    found = subprocess.run(
        command, capture_output=True, text=True, check=False, env=os.environ | environment
    )
    assert found.returncode == 0, found.stdout + found.stderr
    return int(re.search(r"^# pass (\d+)$", found.stdout, re.MULTILINE)[1])


@pytest.mark.slow
@needs_node
def test_the_modules():
    files = sorted(TESTS.glob("*/*.test.js"))
    count = sum(len(re.findall(r"^ *test\(", file.read_text(), re.MULTILINE)) for file in files)
    assert node_tests(*files) >= count > len(files)


@needs_node
def test_what_the_board_loads_does_what_the_modules_do(tmp_path):
    text = tmp_path / "joined.mjs"
    text.write_text(Pointer._esm, encoding="utf-8")
    assert node_tests(TESTS / "pointer" / "pointer.test.js", JOINED=text.as_uri()) > 1


@needs_node
def test_the_page_has_the_glyphs_and_marks_of_the_kernel():
    node = Node("shared/verdicts")
    assert node("GLYPHS.map(([glyph]) => glyph)", None) == [*MOVE_GLYPHS]
    assert {*node("Object.keys(VERDICT_MARKS)", None)} == MARKED_VERDICTS
    node.close()


LOADED = dict.fromkeys(("pointer", "renderer"), Pointer._esm) | {
    "page": Pointer._esm + InputHelper._esm + StoredAnswer._esm,
    "shared": Pointer._esm + TextPanelWidget._esm,
    "moves": MovesWidget._esm,
    "analysis": MoveRowsWidget._esm,
    "saved_games": SavedGamesWidget._esm,
    "review": TextPanelWidget._esm,
    "svg_surface": SvgWidget._esm,
    "webpage": bundle_module(MODULES_FOLDER / "webpage" / "replay.js"),
}
"""The text that is loaded, by the room whose modules are in it."""


DECLARATION = r"^(?:export )?((?:const|let|class|async function|function) .+)$"


def test_every_room_is_loaded_by_something():
    assert {module.parent.name for module in MODULES_FOLDER.glob("*/*.js")} == {*LOADED}
    assert list(MODULES_FOLDER.glob("*.js")) == []


@pytest.mark.parametrize("room", LOADED)
def test_what_is_loaded_is_all_modules_of_a_room_as_they_are_now(room):
    for module in (MODULES_FOLDER / room).glob("*.js"):
        code = strip_comments(module.read_text())
        declared = re.findall(DECLARATION, code, re.MULTILINE)
        assert declared, module.name
        assert all(line in LOADED[room] for line in declared), module.name


def modules(folder, **texts):
    for name, text in texts.items():
        file = folder / f"{name.replace('__', '/')}.js"
        file.parent.mkdir(exist_ok=True)
        file.write_text(text)
    return folder / "main.js"


def run_joined(entry):
    """Return what Node says that the default of joined modules is."""
    text = entry.with_name("joined.mjs")
    text.write_text(bundle_module(entry))
    code = f"import({text.as_uri()!r}).then((m) => console.log(m.default))"
    return subprocess.run(["node", "-e", code], capture_output=True, text=True, check=True).stdout


def test_a_module_comes_once_and_after_what_it_imports(tmp_path):
    entry = modules(
        tmp_path,
        main='import { b } from "./b.js";\nimport { a } from "./a.js";\n\nexport default a + b;\n',
        a="const one = 1;\nexport const a = one;\n",
        b='import {\n  a,\n} from "./a.js";\n\nexport function b() { return a; }\n',
    )
    text = bundle_module(entry)
    assert (
        text.index("const a_js = (") < text.index("const b_js = (") < text.index("export default")
    )
    assert text.count("const a_js = (") == 1
    assert "import" not in text
    assert "return { a };" in text


@needs_node
def test_names_that_modules_have_for_themselves_do_not_meet(tmp_path):
    entry = modules(
        tmp_path,
        main='import { a } from "./a.js";\n\nconst one = 1;\nexport default a(one);\n',
        a="const one = 2;\nexport const a = (x) => x + one;\n",
    )
    assert run_joined(entry) == "3\n"


@needs_node
def test_modules_of_other_rooms_are_joined_and_may_be_called_alike(tmp_path):
    entry = modules(
        tmp_path,
        main='import { a } from "./a.js";\nimport { c } from "./in/a.js";\nexport default a + c;\n',
        a="export const a = 1;\n",
        in__a='import { b } from "../other/b.js";\n\nexport const c = 10 * b;\n',
        other__b='import { a } from "../a.js";\n\nexport const b = a + 1;\n',
    )
    assert run_joined(entry) == "21\n"


@needs_node
def test_the_default_of_another_module_is_joined(tmp_path):
    entry = modules(
        tmp_path,
        main='import a from "./a.js";\nimport { b } from "./b.js";\nexport default a.a + b;\n',
        a="const a = 1;\n\nexport default { a };\n",
        b='import a from "./a.js";\n\nexport const b = 10 * a.a;\n',
    )
    assert run_joined(entry) == "11\n"


def test_two_modules_of_one_name_are_refused(tmp_path):
    entry = modules(
        tmp_path,
        main='import { a } from "./x_a.js";\nimport { b } from "./x/a.js";\n',
        x_a="export const a = 1;\n",
        x__a="export const b = 2;\n",
    )
    with pytest.raises(ValueError, match="two modules for x_a_js"):
        bundle_module(entry)


@pytest.mark.parametrize(
    ("main", "a", "why"),
    [
        ('import { b } from "./a.js";\n', "export const a = 1;\n", "which a.js does not export"),
        ('import { a } from "./a.js";\n', 'import { m } from "./main.js";\n', "import each other"),
        ('import * as a from "./a.js";\n', "", "cannot join this line"),
        ('import { a as b } from "./a.js";\n', "", "cannot join this line"),
        ('import { a } from "elsewhere";\n', "", "cannot join this line"),
        ('const a = await import("./a.js");\n', "", "cannot join this line"),
        ('import { a } from "./a.js";\n', "export { a };\n", "cannot join this line"),
        ('import { a } from "./a.js";\n', "export default 1;\n", "which a.js does not export"),
        ('import a from "./a.js";\n', "export const a = 1;\n", "which a.js does not export"),
    ],
)
def test_what_cannot_be_joined_is_refused(tmp_path, main, a, why):
    with pytest.raises(ValueError, match=why):
        bundle_module(modules(tmp_path, main=main, a=a))
