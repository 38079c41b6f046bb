"""Every document that code, help texts, documents and pages cite is there, and so is the heading that they name."""

import re
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
FOLDERS = ("pytest_cookie", "docs", "deploy", "tests", "benchmarks", "benchmark_cases/cookie")
TOP = ("README.md", "ARCHITECTURE.md", "CHANGELOG.md", "Makefile", "pyproject.toml", "benchmark_cases/test_cookie.py")
SUFFIXES = {".py", ".md", ".toml", ".yaml", ".yml", ".html", ".sh", ".sbatch", ".json"}
TEMPLATE = ROOT / "pytest_cookie/generation/react/template"
"""What a model is given; its documents are not ours."""
_PLAIN = re.compile(r"(?<![\w/.-])docs/([\w./-]+\.md)(#[\w-]+)?")
_LINK = re.compile(r"\]\(([^)\s]+)\)")
_HEADING = re.compile(r"^#{1,6}\s+(.+?)\s*#*$", re.MULTILINE)
_FENCE = re.compile(r"^```.*?^```", re.MULTILINE | re.DOTALL)


def sources() -> list[Path]:
    below = (path for folder in FOLDERS for path in (ROOT / folder).rglob("*"))
    files = [path for path in below if path.suffix in SUFFIXES and path.is_file()]
    ours = [path for path in files if "node_modules" not in path.parts and not path.is_relative_to(TEMPLATE)]
    return [*ours, *(ROOT / name for name in TOP)]


@cache
def anchors(document: Path) -> frozenset[str]:
    """Those that GitHub makes of the headings."""
    text = _FENCE.sub("", document.read_text(encoding="utf-8"))
    found: dict[str, int] = {}
    made = set()
    for heading in _HEADING.findall(text):
        shown = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading)
        anchor = re.sub(r"[^\w\- ]", "", shown.lower()).replace(" ", "-")
        number = found.get(anchor, 0)
        found[anchor] = number + 1
        made.add(f"{anchor}-{number}" if number else anchor)
    return frozenset(made)


def cited(path: Path, text: str) -> list[tuple[str, Path, str]]:
    """What is cited, the file that this means, and the anchor."""
    found = [(match.group(), ROOT / "docs" / match[1], (match[2] or "").strip("#")) for match in _PLAIN.finditer(text)]
    if path.suffix != ".md":
        return found
    for target in _LINK.findall(_FENCE.sub("", text)):
        name, _, anchor = target.partition("#")
        if not re.match(r"[a-z]+:", target):
            found.append((target, (path.parent / name if name else path), anchor))
    return found


def broken(path: Path) -> list[str]:
    try:
        text = path.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        return []
    wrong = []
    for said, target, anchor in cited(path, text):
        if not target.exists():
            wrong.append(f"{path.relative_to(ROOT)} cites {said}, which is not there")
        elif anchor and target.suffix == ".md" and anchor not in anchors(target):
            wrong.append(f"{path.relative_to(ROOT)} cites {said}, which has no such heading")
    return wrong


def test_every_document_that_is_cited_is_there():
    assert len(sources()) > 500
    assert [line for path in sources() for line in broken(path)] == []


@pytest.mark.parametrize(
    ("name", "text", "wrong"),
    [
        ("a.py", "# see docs/runs.md", 0),
        ("a.py", "# (docs/" + "nowhere.md)", 1),
        ("a.py", "# docs/runs.md" + "#no-such-heading", 1),
        ("a.md", "[one](docs/runs.md) [two](" + "gone.md) [self](#top)\n\n# Top\n", 1),
        ("a.md", "[self](#bottom)\n\n# Top\n", 1),
        ("a.md", "[out](https://example.org/docs.md#x)\n```\n[in](" + "code.md)\n```\n", 0),
    ],
)
def test_what_is_wrong_is_found(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, name: str, text: str, wrong: int):
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs/runs.md").write_text("# Runs\n", encoding="utf-8")
    (tmp_path / name).write_text(text, encoding="utf-8")
    monkeypatch.setattr("tests.unit.core.test_cited_documents.ROOT", tmp_path)
    assert len(broken(tmp_path / name)) == wrong
