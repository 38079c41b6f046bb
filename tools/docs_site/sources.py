"""The sources of the site: the pages of `docs/`, and the files of the project that they link.

A page of `docs/` may link any file of the project, which a site's builder refuses. So linked files are copied into the
sources, and every link to them is changed. The navigation has the order of `docs/index.md`.
"""

import posixpath
import re
import shutil
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import yaml

_LINK = re.compile(r"\]\(([^)\s]+)\)")
_PLAIN_LINK = re.compile(r"\[([^\[\]]*)\]\(([^)\s]+)\)")
_FENCE = re.compile(r"(^ *```.*?^ *```)", re.MULTILINE | re.DOTALL)
_ENTRY = re.compile(r"(- |\d\. |\d\d\. )")
_LIST_INDENT = 4
"""What Python-Markdown wants before a paragraph or a block of code in a list; GitHub takes the width of the mark."""
_COMMENT = re.compile(r"\A<!--.*?-->\s*", re.DOTALL)
_ADDRESS = re.compile(r"[a-z][a-z+.-]*:", re.IGNORECASE)
_HEADING = re.compile(r"^## +(.+)$", re.MULTILINE)
_TOPIC = re.compile(r"^\| ([^|]+) \| (.+) \|$")
PROJECT = ("README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "SECURITY.md", "CHANGELOG.md")
"""The project's own pages, which have a section of the site."""


def write_sources(root: Path, target: Path) -> Path:
    """Write the sources below `target`, replacing earlier ones. Returns the configuration for MkDocs."""
    shutil.rmtree(target, ignore_errors=True)
    pages = {path.relative_to(root).as_posix() for path in (root / "docs").rglob("*") if path.is_file()}
    waiting = sorted(pages | {name for name in PROJECT if (root / name).is_file()})
    written: set[str] = set()
    while waiting:
        name = waiting.pop()
        if name in written:
            continue
        written.add(name)
        output = target / "docs" / place_of(name)
        output.parent.mkdir(parents=True, exist_ok=True)
        if not name.endswith(".md"):
            shutil.copyfile(root / name, output)
            continue
        text = (root / name).read_text(encoding="utf-8")
        shown = _COMMENT.sub("", text)  # a title must be in the first line
        output.write_text(indent_lists(move_links(root, name, shown)), encoding="utf-8")
        waiting += [linked for linked in linked_files(root, name, text) if linked not in written]
    config = yaml.safe_load((root / "mkdocs.yml").read_text(encoding="utf-8"))
    project = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    config["site_name"] += f" {project['version']}"
    config |= {"docs_dir": str(target / "docs"), "nav": navigation(root)}
    path = target / "mkdocs.yml"
    path.write_text(yaml.safe_dump(config, allow_unicode=True, sort_keys=False), encoding="utf-8")
    return path


def indent_lists(text: str) -> str:
    """The page with the content of lists indented as Python-Markdown wants it; otherwise each block ends the list."""
    lines, width, in_code = [], 0, False
    for line in text.split("\n"):
        indent = len(line) - len(line.lstrip())
        if line.startswith("```"):
            in_code = not in_code
        if not in_code and (entry := _ENTRY.match(line)):
            width = len(entry[0])
        elif line.strip() and indent < width:
            width = 0
        is_content = bool(width and line.strip()) and indent >= width
        lines.append(" " * (_LIST_INDENT - width) + line if is_content else line)
    return "\n".join(lines)


def place_of(name: str) -> str:
    """Where a file of the project is in the sources: `docs/` is the top."""
    if name.startswith("docs/"):
        return name.removeprefix("docs/")
    return f"project/{'about.md' if name == 'README.md' else name}"


def linked_files(root: Path, name: str, text: str) -> list[str]:
    """The files of the project that a page links, relative to `root`."""
    targets = (_target(root, name, match[1]) for match in _LINK.finditer(_FENCE.sub("", text)))
    return [target for target in targets if target and (root / target).is_file()]


def move_links(root: Path, name: str, text: str) -> str:
    """The page with links to where the files are in the sources. A link to a folder becomes its text."""
    here = posixpath.dirname(place_of(name))

    def moved(match: re.Match[str]) -> str:
        target = _target(root, name, match[1])
        if target is None:
            return match[0]
        _, hash_sign, anchor = match[1].partition("#")
        return f"]({posixpath.relpath(place_of(target), here or '.')}{hash_sign}{anchor})"

    def without_folder(match: re.Match[str]) -> str:
        target = _target(root, name, match[2])
        return match[1] if target and (root / target).is_dir() else match[0]

    parts = _FENCE.split(text)  # every second part is a block of code
    return "".join(
        part if number % 2 else _LINK.sub(moved, _PLAIN_LINK.sub(without_folder, part))
        for number, part in enumerate(parts)
    )


def _target(root: Path, name: str, link: str) -> str | None:
    """The linked file, relative to `root`; None for another host, an anchor of the page, or nothing that exists."""
    path = link.partition("#")[0]
    if not path or _ADDRESS.match(path):
        return None
    target = posixpath.normpath(posixpath.join(posixpath.dirname(name), path))
    return target if not target.startswith("..") and (root / target).exists() else None


def navigation(root: Path) -> list[dict[str, Any]]:
    """The sections of `docs/index.md` with the pages that they link; other pages are in a group of their folder."""
    text = (root / "docs" / "index.md").read_text(encoding="utf-8")
    nav: list[dict[str, Any]] = [{"Home": "index.md"}]
    seen = {"index.md"}
    starts = [*_HEADING.finditer(text)]
    ends = [*(match.start() for match in starts[1:]), len(text)]
    for match, end in zip(starts, ends, strict=True):
        if section := list(_entries(root, text[match.end() : end], seen)):
            nav.append({match[1]: section})
    for name, pages in _others(root, seen).items():
        section_name = next((key for section in nav for key in section if key.lower() == name.partition("/")[0]), None)
        group = {name.rpartition("/")[2].capitalize(): pages}
        sections = [section for section in nav if section_name in section]
        (sections[0][section_name].append if sections else nav.append)(group)
    return [*nav, {"Project": [place_of(name) for name in PROJECT if (root / name).is_file()]}]


def _others(root: Path, seen: set[str]) -> dict[str, list[str]]:
    """The pages that `docs/index.md` does not link, by folder."""
    groups: dict[str, list[str]] = {}
    for path in sorted((root / "docs").rglob("*.md"), key=lambda path: (path.stem[0].isalpha(), _numbered(path))):
        page = path.relative_to(root / "docs").as_posix()
        if page not in seen:
            groups.setdefault(posixpath.dirname(page) or "more", []).append(page)
    return groups


def _numbered(path: Path) -> str:
    """`2a` between `2` and `10`."""
    digits = re.match(r"\d*", path.stem)
    return path.stem.zfill(4 + len(path.stem) - digits.end()) if digits and digits.end() else path.stem


def _entries(root: Path, section: str, seen: set[str]) -> Iterator[Any]:
    """The pages of a section in order; a row of a table is a group."""
    for line in section.splitlines():
        row = _TOPIC.match(line)
        pages = list(_pages(root, line, seen))
        if row and pages:
            yield {row[1].capitalize(): pages}
        else:
            yield from pages


def _pages(root: Path, line: str, seen: set[str]) -> Iterator[str]:
    for match in _LINK.finditer(line):
        page = match[1].partition("#")[0]
        if page.endswith(".md") and page not in seen and (root / "docs" / page).is_file():
            seen.add(page)
            yield page
