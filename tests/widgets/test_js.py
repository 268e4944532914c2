"""The client's modules, tested by Node's own test runner; and the one text they are joined to."""

from __future__ import annotations

import os
import re
import subprocess
from pathlib import Path

import pytest
from node import MODULES, missing

from polygames.widgets.esm import joined
from polygames.widgets.painter.pointer import Pointer
from polygames.widgets.panels.analysis import AnalysisWidget
from polygames.widgets.panels.moves import MovesWidget

TESTS = Path(__file__).parents[1] / "js"

needs_node = pytest.mark.skipif(bool(missing()), reason=missing())


def node_tests(*files, **environment):
    """Run tests in Node; return how many passed."""
    command = ["node", "--test", "--test-reporter=tap", *files]
    found = subprocess.run(
        command, capture_output=True, text=True, check=False, env=os.environ | environment
    )
    assert found.returncode == 0, found.stdout + found.stderr
    return int(re.search(r"^# pass (\d+)$", found.stdout, re.MULTILINE)[1])


@needs_node
def test_the_modules():
    files = sorted(TESTS.glob("*.test.js"))
    count = sum(len(re.findall(r"^ *test\(", file.read_text(), re.MULTILINE)) for file in files)
    assert node_tests(*files) >= count > len(files)


@needs_node
def test_what_the_board_loads_does_what_the_modules_do(tmp_path):
    text = tmp_path / "joined.mjs"
    text.write_text(Pointer._esm, encoding="utf-8")
    assert node_tests(TESTS / "pointer.test.js", JOINED=text.as_uri()) > 1


def test_what_the_board_loads_is_all_modules_as_they_are_now():
    assert joined(MODULES / "pointer.js") == Pointer._esm
    for module in {*MODULES.glob("*.js")} - {*MODULES.glob("replay*.js")}:
        lines = [line for line in module.read_text().splitlines() if line.startswith("/** ")]
        assert all(line in Pointer._esm for line in lines), module.name
        assert module.stem == "pointer" or f"const {module.stem}_js = (" in Pointer._esm


def test_what_the_page_of_a_game_loads_is_all_its_modules():
    text = joined(MODULES / "replay.js")
    for module in MODULES.glob("replay_*.js"):
        assert f"const {module.stem}_js = (" in text


@pytest.mark.parametrize("widget", [MovesWidget, AnalysisWidget])
def test_what_a_page_beside_the_board_loads_is_all_its_modules_as_they_are_now(widget):
    name = {MovesWidget: "moves", AnalysisWidget: "values"}[widget]
    assert joined(MODULES / name / f"{name}.js") == widget._esm
    for module in (MODULES / name).glob("*.js"):
        assert module.stem == name or f"const {module.stem}_js = (" in widget._esm


def test_no_module_is_long():
    longest = max(MODULES.glob("**/*.js"), key=lambda module: len(module.read_text().splitlines()))
    assert len(longest.read_text().splitlines()) <= 130, longest.name


# --- Joining ------------------------------------------------------------------------------------


def modules(folder, **texts):
    for name, text in texts.items():
        (folder / f"{name}.js").write_text(text)
    return folder / "main.js"


def test_a_module_comes_once_and_after_what_it_imports(tmp_path):
    entry = modules(
        tmp_path,
        main='import { b } from "./b.js";\nimport { a } from "./a.js";\n\nexport default a + b;\n',
        a="const one = 1;\nexport const a = one;\n",
        b='import {\n  a,\n} from "./a.js";\n\nexport function b() { return a; }\n',
    )
    text = joined(entry)
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
    (tmp_path / "joined.mjs").write_text(joined(entry))
    code = f"import({(tmp_path / 'joined.mjs').as_uri()!r}).then((m) => console.log(m.default))"
    found = subprocess.run(["node", "-e", code], capture_output=True, text=True, check=True)
    assert found.stdout == "3\n"


@pytest.mark.parametrize(
    ("main", "a", "why"),
    [
        ('import { b } from "./a.js";\n', "export const a = 1;\n", "which a.js does not export"),
        ('import { a } from "./a.js";\n', 'import { m } from "./main.js";\n', "import each other"),
        ('import * as a from "./a.js";\n', "", "cannot be joined"),
        ('import { a as b } from "./a.js";\n', "", "cannot be joined"),
        ('import { a } from "elsewhere";\n', "", "cannot be joined"),
        ('const a = await import("./a.js");\n', "", "cannot be joined"),
        ('import { a } from "./a.js";\n', "export { a };\n", "cannot be joined"),
        ('import { a } from "./a.js";\n', "export default 1;\n", "cannot be joined"),
    ],
)
def test_what_cannot_be_joined_is_refused(tmp_path, main, a, why):
    with pytest.raises(ValueError, match=why):
        joined(modules(tmp_path, main=main, a=a))
