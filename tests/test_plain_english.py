"""Signs of unclear English stay below their limits, and the counter finds what it should."""

import plain_english
import pytest

LIMITS = plain_english.read_limits()


@pytest.fixture(scope="module")
def counts():
    return {count.kind: count for count in plain_english.count_all()}


@pytest.mark.parametrize("kind", LIMITS)
def test_unclear_names_and_sentences_stay_below_their_limit(counts, kind):
    count = counts[kind]
    places = "\n".join(f"{each.place}: {each.text}" for each in count.findings)
    assert count.total > 100, "the counter found almost nothing to look at"
    assert count.percent <= LIMITS[kind], f"{kind}: python scripts/plain_english.py\n{places}"


@pytest.mark.parametrize("pattern", plain_english.CODE_FILES)
def test_code_is_found_for_each_pattern(pattern):
    assert plain_english.tracked_files(pattern)


def parse(tmp_path, monkeypatch, source):
    monkeypatch.setattr(plain_english, "REPOSITORY_ROOT", tmp_path)
    (tmp_path / "example.py").write_text(source, encoding="utf-8")
    return plain_english.Module.parse("example.py")


def kinds_and_texts(*modules):
    findings, _ = plain_english.count_names(list(modules))
    return [(each.kind, each.place, each.text) for each in findings]


@pytest.mark.parametrize(
    ("source", "finding"),
    [
        ("MOST = 3", ("one-word-constant", "example.py:1", "MOST")),
        ("def laid(): pass", ("function-name", "example.py:1", "laid")),
        (
            'def count():\n    """Return what the pupils wrote."""',
            ("clause-for-noun", "example.py:1", "Return what the pupils wrote."),
        ),
        (
            'def path():\n    """Return the folder where the file lies."""',
            ("quaint-verb", "example.py:1", "Return the folder where the file lies."),
        ),
        (
            'def is_over():\n    """Whether the game is over."""',
            ("odd-start", "example.py:1", "Whether the game is over."),
        ),
    ],
)
def test_each_kind_is_found_with_its_line(tmp_path, monkeypatch, source, finding):
    assert kinds_and_texts(parse(tmp_path, monkeypatch, source)) == [finding]


@pytest.mark.parametrize(
    "source",
    [
        "MAX_PUPILS = 3",
        'def find_move():\n    """Return the best move."""',
        "class Board:\n    @property\n    def shown(self): return 1",
        "def expected(): pass  # plain: the word of statistics",
    ],
)
def test_clear_names_properties_and_places_with_a_reason_are_not_counted(
    tmp_path, monkeypatch, source
):
    assert kinds_and_texts(parse(tmp_path, monkeypatch, source)) == []


def test_an_ignore_without_a_reason_is_counted(tmp_path, monkeypatch):
    module = parse(tmp_path, monkeypatch, "MOST = 3  # plain:")
    assert kinds_and_texts(module) == [("one-word-constant", "example.py:1", "MOST")]


def test_a_copy_without_git_is_read_without_its_hidden_folders(tmp_path, monkeypatch):
    monkeypatch.setattr(plain_english, "REPOSITORY_ROOT", tmp_path)
    names = ("a.py", "package/b.py", "package/inner/c.py", "package/d.md", ".venv/package/e.py")
    for name in names:
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch()
    assert plain_english.tracked_files("package/*.py") == ["package/b.py", "package/inner/c.py"]
    assert plain_english.tracked_files("*.md") == ["package/d.md"]


def test_sentences_are_split_at_ends_and_items_and_have_no_code():
    text = "One two three. Four `who` five six!\n\n```python\nwho = what\n```\n- Seven eight nine"
    assert plain_english.split_sentences(text) == [
        "One two three.",
        "Four five six!",
        "- Seven eight nine",
    ]


def test_a_sentence_also_ends_inside_emphasis_and_parentheses():
    text = "**Who wins the game?** (Nobody knows it yet.) Two kings stand."
    assert plain_english.split_sentences(text) == [
        "**Who wins the game?",
        "(Nobody knows it yet.",
        "Two kings stand.",
    ]
