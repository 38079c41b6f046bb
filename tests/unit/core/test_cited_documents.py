"""Every document that code, help texts, documents and pages name exists, and so does the heading."""

from pathlib import Path

import pytest

from tools.check_links import find_problems, find_sources

ROOT = Path(__file__).parents[3]


def test_the_project_has_no_broken_link_and_no_long_line():
    sources = find_sources(ROOT)
    assert len(sources) > 500
    assert [problem for path in sources for problem in find_problems(ROOT, path)] == []


CITATIONS = (
    ("a.py", "# see docs/" + "runs.md", []),
    ("a.py", "# (docs/" + "nowhere.md)", ["a.py:1: docs/" + "nowhere.md: no such file"]),
    ("a.py", "\n# docs/" + "runs.md#no-heading", ["a.py:2: docs/" + "runs.md#no-heading: no such heading"]),
    (
        "a.md",
        "[one](docs/" + "runs.md) [two](" + "gone.md) [self](#top)\n\n# Top\n",
        ["a.md:1: gone.md: no such file"],
    ),
    ("a.md", "[self](#bottom)\n\n# Top\n", ["a.md:1: #bottom: no such heading"]),
    ("a.md", "[up](docs/" + "gone.md)", ["a.md:1: docs/" + "gone.md: no such file"]),
    ("a.md", "[out](https://example.org/docs.md#x)\n```\n[in](" + "code.md)\n```\n", []),
    ("a.md", "- one\n\n   ```\n   # Top\n   ```\n[self](#top)\n", ["a.md:6: #top: no such heading"]),
    ("a.md", "word " * 24 + "\n" + "word " * 24 + "w", ["a.md:2: longer than 120 characters"]),
    ("a.md", "| " + "word " * 30 + "|\n```\n" + "word " * 30 + "\n```\n`" + "word " * 30 + "`\n", []),
    ("sub/a.md", "word " * 30, []),
    ("a.py", "# " + "word " * 30, []),
)


def test_each_kind_of_problem_is_found(subtests: pytest.Subtests, tmp_path: Path):
    for number, (name, text, problems) in enumerate(CITATIONS):
        with subtests.test(text=text):
            root = tmp_path / str(number)
            for folder in ("docs", "sub"):
                (root / folder).mkdir(parents=True)
            (root / "docs" / "runs.md").write_text("# Runs\n", encoding="utf-8")
            (root / name).write_text(text, encoding="utf-8")
            assert find_problems(root, root / name) == problems
