"""The project keeps its own promises: style, types, floors, README, badge, changelog."""

import doctest
import re
import subprocess
import sys
import sysconfig
import tomllib
from collections import defaultdict
from graphlib import TopologicalSorter
from itertools import chain
from pathlib import Path

import grimp
import pytest
import tracked
from hatchling.builders.wheel import WheelBuilder

import polygames as pg
import start
from polygames.core.lazy_imports import EXTRA_BY_LIBRARY, PACKAGES_BY_EXTRA, missing_library_error

ROOT = Path(__file__).resolve().parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")
SETTINGS = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
PROJECT = SETTINGS["project"]


def run(*command):
    reply = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert reply.returncode == 0, f"{reply.stdout}\n{reply.stderr}"
    return reply.stdout


def tracked_texts():
    listed = run("git", "ls-files", "-z", "--cached", "--others", "--exclude-standard")
    for name in filter(None, listed.split("\0")):
        path = ROOT / name
        if path.is_file() and b"\0" not in (content := path.read_bytes()):
            yield name, content.decode()


# --- Circles ----------------------------------------------------------------------------------

BACK = {"core.game_info": "core.analysis core.notation"}
"""Imports that go back: the types of a game's functions, and the default parser of moves."""

DOTTED_NAME = re.compile(r'"(polygames(?:\.\w+)+):\w+"')


def test_no_module_imports_or_names_who_imports_it_but_those_that_are_listed():
    """A name that is imported on first use counts as an import, and so does a type."""
    graph = grimp.build_graph("polygames", cache_dir=None)
    known = {module: graph.find_modules_directly_imported_by(module) for module in graph.modules}
    for module, others in known.items():
        file = ROOT / f"{module.replace('.', '/')}.py"
        if file.is_file():
            others.update({*DOTTED_NAME.findall(file.read_text("utf-8"))} & graph.modules)
    for module, others in BACK.items():
        for other in others.split():
            known[f"polygames.{module}"].remove(f"polygames.{other}")
    TopologicalSorter(known).prepare()  # CycleError names a circle


def test_a_class_has_a_name_that_no_other_has_but_between_games():
    """Names of the floors mean one thing; each game may have its `Options`."""
    games, floors = ROOT / "polygames" / "games", defaultdict[str, set[Path]](set)
    for file in (ROOT / "polygames").rglob("*.py"):
        for name in re.findall(r"^ *class ([A-Z]\w*)", file.read_text("utf-8"), re.MULTILINE):
            floors[name].add(games if file.is_relative_to(games) else file)
    assert {name: files for name, files in floors.items() if len(files) > 1} == {}


# --- Style, types, floors ---------------------------------------------------------------------

BUT_OTHER_NOTEBOOKS = [f"--exclude={name}" for name in tracked.untracked_notebooks()]
"""Options of Ruff: notebooks that somebody has made beside those of the project are left out."""


@pytest.mark.parametrize(
    "command",
    [
        ["-m", "ruff", "check", "--output-format=concise", *BUT_OTHER_NOTEBOOKS],
        ["-m", "ruff", "format", "--check", *BUT_OTHER_NOTEBOOKS],
        pytest.param(["-m", "mypy"], marks=pytest.mark.slow),
        [f"{sysconfig.get_path('scripts')}/lint-imports", "--no-logo"],
    ],
    ids=["ruff check", "ruff format", "mypy", "lint-imports"],
)
def test_checker_is_content(command):
    run(sys.executable, *command)


def test_every_exception_in_code_carries_its_reason():
    bare = re.compile(r"#\s*(noqa|type: ignore)(?!: [A-Z]+\d+(, [A-Z]+\d+)* - \S|\[[\w-]+\]  # \S)")
    found = [
        f"{name}:{number}: {line.strip()}"
        for name, text in tracked_texts()
        if name.endswith(".py")
        for number, line in enumerate(text.splitlines(), 1)
        if bare.search(line)
    ]
    assert not found, "\n".join(found)


def test_the_error_for_a_missing_library_names_all_packages_of_its_extra():
    extras = SETTINGS["project"]["optional-dependencies"]
    for library, extra in EXTRA_BY_LIBRARY.items():
        packages = PACKAGES_BY_EXTRA[extra].split()
        assert {"pyspiel": "open-spiel"}.get(library, library) in packages
        assert sorted({need.partition(">=")[0] for need in extras[extra]}) == packages
        expected = f"it needs {library}: pip install {PACKAGES_BY_EXTRA[extra]}"
        assert str(missing_library_error(library, "it")) == expected


# --- The package ------------------------------------------------------------------------------


def test_import_loads_no_third_party_package():
    loaded = run(
        sys.executable,
        "-c",
        "import sys; before = set(sys.modules); import polygames; "
        "print(*{name.partition('.')[0] for name in set(sys.modules) - before})",
    )
    assert set(loaded.split()) - sys.stdlib_module_names == {"polygames"}


def test_public_names_are_all_there_and_documented():
    ours = {n for n, value in vars(pg).items() if "polygames." in getattr(value, "__module__", "")}
    assert {name for name in ours if not name.startswith("_")} <= set(pg.__all__)
    assert [name for name in pg.__all__ if not getattr(pg, name).__doc__] == []


def test_wheel_holds_the_package_and_its_texts_only():
    files = {file.distribution_path for file in WheelBuilder(str(ROOT)).recurse_included_files()}
    folder = ROOT / "polygames"
    texts = {path for kind in ("*.md", "*.js", "py.typed") for path in folder.rglob(kind)}
    assert {path.relative_to(ROOT).as_posix() for path in texts} <= files
    assert {file.partition("/")[0] for file in files} == {"polygames"}


# --- README, CI, Binder -----------------------------------------------------------------------


def test_the_readme_shows_every_game_in_small_pictures():
    shown = re.findall(r'<img src="(docs/pictures/(\w+)\.png)"[^>]* alt="\w+: [^"]+">', README)
    assert sorted(game for _, game in shown) == list(pg.games())
    for path, _ in shown:
        picture = (ROOT / path).read_bytes()
        assert picture.startswith(b"\x89PNG")
        assert len(picture) < 150_000, path


def readme_commands():
    section = README.partition("## Two commands\n")[2].partition("\n## ")[0]
    return [block.strip() for block in re.findall(r"```bash\n(.*?)```", section, re.DOTALL)]


def test_readme_has_two_commands_of_one_line_that_set_themselves_up():
    assert readme_commands() == ["python3 start.py", "python3 start.py test"]
    assert PROJECT["requires-python"] == f">={'.'.join(map(str, start.MIN_PYTHON))}"
    assert {"lab", "test"} <= set(PROJECT["optional-dependencies"])


def test_ci_runs_the_test_command_of_the_readme():
    script = (ROOT / ".ci" / "run").read_text(encoding="utf-8")
    function = re.search(r"^readme_command\(\).*?^}$", script, re.DOTALL | re.MULTILINE)[0]
    assert run("bash", "-ec", f"{function}\nreadme_command").strip() == readme_commands()[1]
    assert '"$(readme_command)"' in script


def test_ci_runs_every_slow_test_by_the_line_of_the_guide():
    script = (ROOT / ".ci" / "run").read_text(encoding="utf-8")
    (places,) = re.findall(r'none_skipped -m "slow and \$which" (.+)', script)
    guide = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    assert f'\n.venv/bin/pytest -m "slow and not long" {places}\n' in guide
    named = [ROOT / place for place in run("bash", "-c", f"echo {places}").split()]
    files = (ROOT / "tests").rglob("test_*.py")
    slow = [file for file in files if "mark.slow" in file.read_text(encoding="utf-8")]
    assert len(slow) > 5
    for path in (*slow, ROOT / "notebooks" / "solutions"):
        assert any(path.is_relative_to(place) for place in named), path


GUIDE = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
PLACEHOLDERS = {"<game>": "split", "NN_name": "01_nim", "/name.py": "/nim.py"}
"""The placeholders in paths of the guide, each with an example."""


def guide_paths():
    """Return the paths that the guide names."""
    code = re.findall(r"`([^`]+)`|^```bash\n(.*?)^```", GUIDE, re.MULTILINE | re.DOTALL)
    paths = re.findall(
        r"(?<![\w./])(?:[\w<>.]+/)+[\w<>.]+(?![\w<>.*])|\w+\.md", "\n".join(chain(*code))
    )
    for placeholder, example in PLACEHOLDERS.items():
        paths = [path.replace(placeholder, example) for path in paths]
    return [path for path in paths if not path.startswith((".venv", "build/"))]


def test_every_path_of_the_guide_exists():
    assert len(guide_paths()) > 40
    folders = (ROOT, ROOT / "polygames" / "games" / "split")
    missing = [p for p in guide_paths() if not any((folder / p).exists() for folder in folders)]
    assert missing == []


def test_the_extra_of_a_hub_has_the_server_that_a_hub_starts_for_each_user():
    hub = {need.partition(">=")[0] for need in PROJECT["optional-dependencies"]["hub"]}
    assert hub == {"jupyterhub", "jupyterlab"}  # without it, the hub answers "500"


def test_every_mark_and_extra_of_the_guide_exists():
    marks = {
        line.partition(":")[0] for line in SETTINGS["tool"]["pytest"]["ini_options"]["markers"]
    }
    named = set(re.findall(r"pytest(?: -n0)? -m \"?(\w+)", GUIDE))
    assert {"slow", "browser", "site"} <= named <= marks
    extras = set(chain(*re.findall(r"the extras `(\w+)` and `(\w+)`", GUIDE)))
    assert {"docs", "lite"} <= extras <= {*PROJECT["optional-dependencies"]}


def test_every_library_has_a_lowest_version():
    extras = chain(*PROJECT["optional-dependencies"].values())
    bare = [need for need in (*PROJECT["dependencies"], *extras) if ">=" not in need]
    assert bare == ["polygames-notebooks[class,solve,tables]"]


def test_readme_tour_says_the_truth(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    result = doctest.testfile(str(ROOT / "README.md"), module_relative=False)
    assert result.attempted > 0
    assert result.failed == 0


@pytest.mark.parametrize("page", ["authors", "python"])
def test_what_a_page_of_the_site_shows_is_true(page, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    result = doctest.testfile(str(ROOT / "docs" / f"{page}.md"), module_relative=False)
    assert result.attempted > 0
    assert result.failed == 0


FOREIGN = re.compile(r"github\.com/polygames|polygames\.github\.io|pypi\.org/p(roject)?/polygames")


def test_no_file_leads_to_an_address_that_is_not_ours():
    address = PROJECT.get("urls", {}).get("Source", "")
    for name, text in tracked_texts():
        found = [each for each in FOREIGN.finditer(text) if each[0] not in address]
        assert not found or name == "tests/test_project.py", name
    for page in ("README.md", *(path.relative_to(ROOT) for path in tracked.notebooks())):
        links = re.findall(r"mybinder\.org/v2/[^)\s]+", (ROOT / page).read_text(encoding="utf-8"))
        assert len(links) <= bool(address), page


def test_package_changelog_and_citation_name_the_version():
    version = PROJECT["version"]
    assert pg.__version__ == version
    assert f"\n## [{version}]" in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    assert f"\nversion: {version}\n" in (ROOT / "CITATION.cff").read_text(encoding="utf-8")


def test_no_file_names_a_path_of_somebodys_machine():
    machine = re.compile(r"(?<![\w.}])/(?:home|Users|root|work|opt|tmp)/\w|[A-Z]:\\\\?Users")
    assert [name for name, text in tracked_texts() if machine.search(text)] == []
