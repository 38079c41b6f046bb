"""Checks the project's documents: links and anchors, paths of documents that code names, and the length of lines.

    python tools/check_links.py [ROOT]

Prints one line per problem and exits with 1 if there is one. It reads local files only; addresses of other hosts are
not checked. Lines of the documents have at most 120 characters, except in tables, in code blocks, and if a link or a
code span alone is longer than that.
"""

import re
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

LONGEST_LINE = 120
FOLDERS = ("pytest_cookie", "docs", "deploy", "tests", "tools", "benchmarks", "benchmark_cases/cookie", "changelog.d")
FILES = (
    *("README.md", "ARCHITECTURE.md", "CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md"),
    *("Makefile", "pyproject.toml", "benchmark_cases/test_cookie.py"),
)
SUFFIXES = {".py", ".md", ".toml", ".yaml", ".yml", ".html", ".sh", ".sbatch", ".json"}
EXCLUDED = ("node_modules", "pytest_cookie/generation/react/template", "tools/reference/templates")
"""Installed packages, the scaffold that models get, and templates whose links hold in the pages made from them."""

_NAMED = re.compile(r"(?<![\w/.-])docs/([\w./-]+\.md)(#[\w-]+)?")
_LINK = re.compile(r"\]\(([^)\s]+)\)")
_HEADING = re.compile(r"^#{1,6}\s+(.+?)\s*#*$", re.MULTILINE)
_FENCE = re.compile(r"^ *```.*?^ *```", re.MULTILINE | re.DOTALL)
_UNBREAKABLE = re.compile(r"\[[^\]]*\]\([^)]*\)|`[^`]*`|\S+")


def find_sources(root: Path) -> list[Path]:
    """The project's own text files below `root`."""
    below = (path for folder in FOLDERS for path in (root / folder).rglob("*") if path.suffix in SUFFIXES)
    files = [*below, *(root / name for name in FILES)]
    ours = [path for path in files if not any(part in path.relative_to(root).as_posix() for part in EXCLUDED)]
    return sorted(path for path in ours if path.is_file())


def blank_code(text: str) -> str:
    """The Markdown text with empty lines in place of its code blocks, so that line numbers stay."""
    return _FENCE.sub(lambda match: "\n" * match.group().count("\n"), text)


@cache
def read_anchors(document: Path) -> frozenset[str]:
    """The anchors that GitHub makes of a document's headings."""
    seen: dict[str, int] = {}
    anchors = set()
    for heading in _HEADING.findall(blank_code(document.read_text(encoding="utf-8"))):
        shown = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading)
        anchor = re.sub(r"[^\w\- ]", "", shown.lower()).replace(" ", "-")
        number = seen.get(anchor, 0)
        seen[anchor] = number + 1
        anchors.add(f"{anchor}-{number}" if number else anchor)
    return frozenset(anchors)


def find_references(root: Path, path: Path, text: str) -> Iterator[tuple[int, str, Path, str]]:
    """Each reference to a document: its line, its text, the file that it means, and the anchor (may be empty)."""
    for number, line in enumerate(text.splitlines(), 1):
        for match in _NAMED.finditer(line):
            yield number, match.group(), root / "docs" / match[1], (match[2] or "").strip("#")
    if path.suffix != ".md":
        return
    for number, line in enumerate(blank_code(text).splitlines(), 1):
        for target in _LINK.findall(line):
            name, _, anchor = target.partition("#")
            if not re.match(r"[a-z]+:", target):
                yield number, target, path.parent / name if name else path, anchor


def find_long_lines(text: str) -> Iterator[int]:
    """The numbers of Markdown lines that are too long and could be broken."""
    for number, line in enumerate(blank_code(text).splitlines(), 1):
        is_table = line.lstrip().startswith("|")
        longest = max((len(part) for part in _UNBREAKABLE.findall(line)), default=0)
        if len(line) > LONGEST_LINE and not is_table and longest <= LONGEST_LINE:
            yield number


def find_problems(root: Path, path: Path) -> list[str]:
    """One line per problem of a file; none for a file that is not UTF-8."""
    try:
        text = path.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        return []
    name = path.relative_to(root)
    problems = []
    for number, shown, target, anchor in find_references(root, path, text):
        if not target.exists():
            problems.append(f"{name}:{number}: {shown}: no such file")
        elif anchor and target.suffix == ".md" and anchor not in read_anchors(target):
            problems.append(f"{name}:{number}: {shown}: no such heading")
    if path.suffix == ".md" and (name.parts[0] == "docs" or len(name.parts) == 1):
        problems += [f"{name}:{number}: longer than {LONGEST_LINE} characters" for number in find_long_lines(text)]
    return list(dict.fromkeys(problems))


def main() -> int:
    """Print the problems of the project at the given root, by default this one; 1 if there are any."""
    root = Path(sys.argv[1]).resolve() if len(sys.argv) > 1 else Path(__file__).resolve().parents[1]
    problems = [problem for path in find_sources(root) for problem in find_problems(root, path)]
    sys.stdout.writelines(f"{problem}\n" for problem in problems)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
