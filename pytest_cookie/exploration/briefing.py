"""The briefing of an explorer as published (Cookie-Bench C.3.1): inputs and scores of the judge's stage 1."""

from pathlib import Path

from pytest_cookie.core.errors import ExplorationError
from pytest_cookie.core.perception import StaticPerception
from pytest_cookie.core.verdict import StageOpinion
from pytest_cookie.exploration.agent_protocol import Briefing
from pytest_cookie.llm.messages.quoting import quoted

MAX_SOURCE = 60_000  # about 15,000 tokens
_MAX_FILE = 1_000_000  # only its beginning can fit
_MAX_LINES = 40
_LINE = 300
_MAX_REASONING = 4_000
_READ = frozenset({".html", ".htm", ".js", ".mjs", ".css", ".ts", ".tsx", ".jsx", ".vue", ".svelte"})


def build_briefing(opinion: StageOpinion, perception: StaticPerception, source: Path | None) -> Briefing:
    """Build a briefing from scores, their reasons, the console of the load and as much source as fits.

    Raises `ExplorationError` if the source cannot be read.
    """
    parts = [
        "Before anyone used the page, it was scored by its looks and its source alone. Take this as a first impression "
        "that your exploration may confirm or disprove:",
        quoted("first impression", _format_opinion(opinion)),
        quoted("console of the load", "\n".join(_list_console(perception)) or "nothing"),
    ]
    return Briefing("\n".join([*parts, *_quote_source(source)] if source else parts))


def _format_opinion(opinion: StageOpinion) -> str:
    lines = [f"{name}: {score:g} of {opinion.out_of:g}" for name, score in opinion.scores.items()]
    lines += [f"{point.dimension} {point.points:+g}: {point.reason[:_LINE]}" for point in opinion.points[:_MAX_LINES]]
    return "\n".join([*lines, opinion.reasoning[:_MAX_REASONING]])


def _list_console(perception: StaticPerception) -> list[str]:
    lines = [f"uncaught error: {error.message[:_LINE]}" for error in perception.page_errors]
    lines += [f"{entry.level}: {entry.text[:_LINE]}" for entry in perception.console]
    lines += [
        f"request failed: {request.url[:_LINE]} ({request.reason[:60]})" for request in perception.failed_requests
    ]
    return lines[:_MAX_LINES]


def _quote_source(folder: Path) -> list[str]:
    """Quote source files by name, pages first; files that do not fit are listed. File names are page data, too."""
    remaining, parts, left_out = MAX_SOURCE, [], []
    for number, path in enumerate(_list_files(folder), start=1):
        name, text = path.relative_to(folder).as_posix(), _read_text(path)
        if remaining <= 0:
            left_out.append(f"{name} ({len(text)} characters)")
            continue
        quoted_file = quoted(f"source file {number}", f"File: {name}\n{text[:remaining]}")
        parts.append(f"{quoted_file}\n(cut; {len(text)} characters)" if len(text) > remaining else quoted_file)
        remaining -= len(text)
    return [*parts, *([quoted("source files left out", "\n".join(left_out[:_MAX_LINES]))] if left_out else [])]


def _list_files(folder: Path) -> list[Path]:
    found = [path for path in folder.rglob("*") if path.suffix.lower() in _READ and path.is_file()]
    outside = [path for path in found if path.is_symlink() or "node_modules" in path.parts]
    return sorted(set(found) - set(outside), key=lambda path: (not path.suffix.lower().startswith(".htm"), str(path)))


def _read_text(path: Path) -> str:
    try:
        with path.open("rb") as file:
            return file.read(_MAX_FILE).decode(errors="replace")
    except OSError as problem:
        raise ExplorationError(f"cannot read {path}: {problem}") from problem
