"""Every document that code, help texts, documents and pages name exists, and so does the heading."""

from pathlib import Path

import pytest

from tools.check_links import find_problems, find_sources

ROOT = Path(__file__).parents[3]


def test_the_project_has_no_broken_link_and_no_long_line():
    sources = find_sources(ROOT)
    assert len(sources) > 500
    assert [problem for path in sources for problem in find_problems(ROOT, path)] == []


@pytest.mark.parametrize(
    ("name", "text", "problems"),
    [
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
    ],
)
def test_each_kind_of_problem_is_found(tmp_path: Path, name: str, text: str, problems: list[str]):
    (tmp_path / "docs").mkdir()
    (tmp_path / "sub").mkdir()
    (tmp_path / "docs" / "runs.md").write_text("# Runs\n", encoding="utf-8")
    (tmp_path / name).write_text(text, encoding="utf-8")
    assert find_problems(tmp_path, tmp_path / name) == problems
