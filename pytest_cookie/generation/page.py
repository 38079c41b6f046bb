"""Complete a page: wrap bare markup or a drawing, and insert styles and scripts from other blocks."""

import re
from collections.abc import Sequence
from pathlib import PurePosixPath

from pytest_cookie.generation.naming import safe_path

_REFERENCE = re.compile(
    r"\b(?:href|src)\s{0,5}=\s{0,5}[\"']([^\"'<>\s?#]{1,200}\.(?:css|m?js|[jt]sx))[\"'?#]", re.IGNORECASE
)
_OWN_STYLE = re.compile(r"<style\b|rel=[\"']?stylesheet", re.IGNORECASE)
_OWN_SCRIPT = re.compile(r"<script\b", re.IGNORECASE)
_HEAD_END = re.compile(r"</head\s{0,20}>|<body\b", re.IGNORECASE)
_BODY_END = re.compile(r"</body\s{0,20}>|</html\s{0,20}>", re.IGNORECASE)


def wrap_markup(markup: str) -> str:
    """Wrap bare markup in a page. It gets no title or language, which would improve its score."""
    return (
        '<!DOCTYPE html>\n<html>\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"</head>\n<body>\n{markup.strip()}\n</body>\n</html>\n"
    )


def with_styles(page: str, styles: Sequence[str]) -> str:
    """Insert `styles` if the page has none. In a page with styles, further blocks are only excerpts."""
    if not styles or _OWN_STYLE.search(page):
        return page
    joined = re.sub(r"</(style)", r"<\\/\1", "\n".join(styles), flags=re.IGNORECASE)
    end = _HEAD_END.search(page)
    at = end.start() if end else len(page)
    return f"{page[:at]}<style>\n{joined.strip()}\n</style>\n{page[at:]}"


def with_scripts(page: str, scripts: Sequence[str]) -> str:
    """Insert `scripts` at the end of the body if the page has none."""
    if not scripts or _OWN_SCRIPT.search(page):
        return page
    joined = re.sub(r"</(script)", r"<\\/\1", "\n".join(scripts), flags=re.IGNORECASE)
    at = next((end.start() for end in _BODY_END.finditer(page)), len(page))
    return f"{page[:at]}<script>\n{joined.strip()}\n</script>\n{page[at:]}"


def references_of(page: str, path: str) -> tuple[str, ...]:
    """The local styles and scripts that the page at `path` references, as paths below the artifact."""
    asked = (reference[1] for reference in _REFERENCE.finditer(page))
    folder = PurePosixPath(path).parent
    local = (name for name in asked if ":" not in name and not name.startswith("//"))
    paths = (safe_path(name[1:] if name.startswith("/") else str(folder / name.removeprefix("./"))) for name in local)
    return tuple(dict.fromkeys(name for name in paths if name))


def needs_a_build(page: str) -> bool:
    """Whether the page loads sources that a browser cannot run without a build."""
    sources = (reference[1] for reference in _REFERENCE.finditer(page))
    return "babel" not in page and any(name.lower().endswith(("x", ".ts")) for name in sources)
