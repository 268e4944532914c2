"""The one command that writes the address of the repository, and removes it again."""

import re
import shutil
import subprocess
import tomllib

import pytest
import write_address as writer

ROOT = writer.REPOSITORY_ROOT
ADDRESS = "https://github.com/someone/games"
BINDER = "https://mybinder.org/v2/gh/someone/games/HEAD?urlpath=lab/tree/notebooks/"


@pytest.fixture
def copy(tmp_path):
    """Return a folder with a copy of every file that can have the address."""
    for name in writer.files():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, tmp_path / name)
    writer.write(None, tmp_path)
    return tmp_path


def texts(folder):
    return {name: (folder / name).read_text(encoding="utf-8") for name in writer.files()}


def test_one_command_writes_the_badge_source_citation_and_the_link_of_every_lesson(copy):
    assert writer.write(ADDRESS, copy) == writer.files()
    written = texts(copy)
    assert f"]({BINDER}00_play.ipynb)" in written["README.md"]
    assert tomllib.loads(written["pyproject.toml"])["project"]["urls"] == {"Source": ADDRESS}
    assert f"\nrepository-code: {ADDRESS}\n" in written["CITATION.cff"]
    lessons = [name for name in written if name.endswith(".ipynb")]
    assert len(lessons) > 30
    for name in lessons:
        links = re.findall(r"https://mybinder\.org/v2/[^)\s]+", written[name])
        assert links == [BINDER + name.rpartition("/")[2]], name


def test_the_address_is_changed_and_removed_without_a_trace(copy):
    without = texts(copy)
    assert not [name for name, text in without.items() if "mybinder" in text]
    assert "urls" not in tomllib.loads(without["pyproject.toml"])["project"]
    writer.write(ADDRESS, copy)
    once = texts(copy)
    assert writer.write(ADDRESS, copy) == []
    writer.write("https://gitlab.com/school/games", copy)
    assert not [name for name, text in texts(copy).items() if "someone" in text]
    writer.write(ADDRESS, copy)
    assert texts(copy) == once
    writer.write(None, copy)
    assert texts(copy) == without


def test_the_files_of_this_repository_are_as_the_command_writes_them():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    address = project.get("urls", {}).get("Source")
    for name, text in texts(ROOT).items():
        assert writer.with_address(name, text, address) == text, name


@pytest.mark.parametrize(
    ("remote", "binder"),
    [
        ("https://github.com/a/b.git", "gh/a/b"),
        ("ssh://git@github.com:22/a/b", "gh/a/b"),
        ("git@gitlab.com:a/b/c.git", "gl/a%2Fb%2Fc"),
        ("https://git.school.example/a/b", "git/https%3A%2F%2Fgit.school.example%2Fa%2Fb"),
    ],
)
def test_binder_opens_repositories_of_every_host(remote, binder):
    address = writer.public_address(remote)
    assert writer.binder(address, "x.ipynb").startswith(f"https://mybinder.org/v2/{binder}/HEAD?")


@pytest.mark.parametrize("remote", ["", "../games", "/srv/games.git", "file:///srv/games"])
def test_a_remote_on_this_machine_is_no_address_and_changes_nothing(copy, monkeypatch, remote):
    monkeypatch.setattr(writer, "REPOSITORY_ROOT", copy)
    reply = subprocess.CompletedProcess([], 0 if remote else 2, stdout=f"{remote}\n")
    monkeypatch.setattr(writer.subprocess, "run", lambda *_, **__: reply)
    before = texts(copy)
    assert "expected a remote 'origin' with a web address" in writer.main([])
    assert texts(copy) == before
