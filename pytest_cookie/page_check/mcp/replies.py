"""The texts and pictures of the server's replies, short enough for the context of a model."""

import io
from collections.abc import Iterator
from pathlib import Path

from PIL import Image

from pytest_cookie.core.errors import RecordingError
from pytest_cookie.core.step_text import describe_manner, describe_states
from pytest_cookie.core.text import shorten
from pytest_cookie.core.trace import Step
from pytest_cookie.page_check.checked_page import CheckedPage, PlacedFinding
from pytest_cookie.page_check.checker import PageCheck
from pytest_cookie.records.item import ItemFolder
from pytest_cookie.reporting.source_lines import read_source

MOST_LISTED = 10
"""Findings in a reply; a model mends a few at a time, then checks again."""
_AROUND = 3
"""Lines of source on each side of a finding's."""
_LINE_CHARACTERS = 200
_MOST_MESSAGES = 3
_PICTURE_SIDE = 1_000
"""Longest side of a picture in px: more is made smaller by most models anyway."""
_MOST_PIXELS = 40_000_000


def list_findings(check: str, page: CheckedPage, most: int) -> str:
    """The scores, and the most severe findings by number, with their places."""
    scores = ", ".join(f"{name} {value:.1f}" for name, value in page.scores.items() if value is not None)
    lines = [f"check {check}: {scores or 'no scores'}; findings: {len(page.findings)}"]
    if not page.runnable:
        lines.append("the page does not run: it is blank, crashes or does not load")
    for number, placed in enumerate(page.findings[:most], 1):
        lines.append(f"{number}. {placed.finding.severity}: {placed.finding.title} [{_place(placed)}]")
        lines.append(f"   {placed.finding.why}")
    if (rest := len(page.findings) - most) > 0:
        lines.append(f"and {rest} less severe")
    return "\n".join(lines)


def _place(placed: PlacedFinding) -> str:
    line = f":{placed.line}" if placed.line else ""
    selector = f", {placed.finding.selector}" if placed.finding.selector else ""
    return f"{placed.file}{line}{selector}"


def explain(found: PageCheck, placed: PlacedFinding, source: Path) -> str:
    """All that is known of a finding. `source` is the file that `placed.line` counts in."""
    finding = placed.finding
    lines = [f"{finding.severity}: {finding.title}", finding.why, f"place: {_place(placed)}"]
    if finding.step is not None and (step := _read_step(found, finding.step)):
        lines += _describe_step(step)
    if placed.line:
        lines += ["source:", *_source_lines(read_source(source), placed.line)]
    return "\n".join(lines)


def _read_step(found: PageCheck, index: int) -> Step | None:
    try:
        trace = ItemFolder(found.evidence.parent).read_evidence().trace
    except RecordingError:
        return None
    return next((step for step in trace.steps if step.index == index), None)


def _describe_step(step: Step) -> Iterator[str]:
    action = step.action
    yield " ".join(filter(None, (f"step {step.index}: {action.kind}", action.target, action.value)))
    changes = (*describe_manner(action), *describe_states(step.change))
    yield from (f"  {line}" for line in changes)
    messages = [error.message for error in step.page_errors] + [message.text for message in step.console]
    yield from (f"  console: {shorten(text, _LINE_CHARACTERS)}" for text in messages[:_MOST_MESSAGES])


def _source_lines(source: str, line: int) -> Iterator[str]:
    lines = source.splitlines()
    first = max(1, line - _AROUND)
    for number, text in enumerate(lines[first - 1 : line + _AROUND], first):
        mark = ">" if number == line else " "
        yield f"{mark}{number:5} {text[:_LINE_CHARACTERS]}"


def read_picture(path: Path) -> bytes | None:
    """A picture as a JPEG of at most 1,000 px a side; None if it cannot be read."""
    try:
        with Image.open(path) as picture:
            if picture.width * picture.height > _MOST_PIXELS:
                return None
            small = picture.convert("RGB")
            small.thumbnail((_PICTURE_SIDE, _PICTURE_SIDE))
            written = io.BytesIO()
            small.save(written, "JPEG", quality=80)
    except (OSError, ValueError):
        return None
    return written.getvalue()
