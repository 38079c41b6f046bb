"""The page's console messages, errors, failed requests, and requests answered locally, at load and by step."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Literal

from pytest_cookie.core.evidence import Evidence
from pytest_cookie.core.page import FailedRequest
from pytest_cookie.core.perception import StaticPerception
from pytest_cookie.core.text import clip
from pytest_cookie.core.trace import Step

MAX_LINES = 200
_MAX_TEXT = 1_000
_MAX_STACK = 2_000


@dataclass(frozen=True)
class LogLine:
    """One line. `step` is None at load, before the first step; `level` is `error`, `warning` or `log`.

    `kind` is the console's level or the request's method and type, `detail` a stack or the reason.
    """

    step: int | None
    level: str
    kind: str
    text: str
    detail: str


@dataclass(frozen=True)
class Log:
    """The first lines of each kind, and the number of further lines."""

    console: tuple[LogLine, ...]
    more_console: int
    network: tuple[LogLine, ...]
    more_network: int
    library: tuple[LogLine, ...] = ()
    more_library: int = 0
    pictures: tuple[LogLine, ...] = ()
    more_pictures: int = 0


def log_of(evidence: Evidence | None) -> Log:
    """Collect the lines of both sessions: at load, then by step."""
    if evidence is None:
        return Log((), 0, (), 0)
    return Log(
        *_first(_console(evidence)),
        *_first(_network(evidence)),
        *_first(_given(evidence, "package")),
        *_first(_given(evidence, "picture")),
    )


def _first(lines: Iterator[LogLine]) -> tuple[tuple[LogLine, ...], int]:
    """The lines that are shown, and the number of the others."""
    return tuple(islice(lines, MAX_LINES)), sum(1 for _ in lines)


def worst(step: Step) -> str:
    """The worst console level during the step: `error`, `warning`, `log`, or "" for an empty console."""
    if step.page_errors:
        return "error"
    levels = {message.level for message in step.console}
    return next((level for level in ("error", "warning") if level in levels), "log" if levels else "")


def _console(evidence: Evidence) -> Iterator[LogLine]:
    for step, seen in _moments(evidence):
        for error in seen.page_errors:
            stack = error.stack.removeprefix(error.message).strip()  # browsers put the message before it
            yield LogLine(step, "error", "uncaught", clip(error.message, _MAX_TEXT), clip(stack, _MAX_STACK))
        for message in seen.console:
            level = message.level if message.level in ("error", "warning") else "log"
            yield LogLine(step, level, clip(message.level, 20), clip(message.text, _MAX_TEXT), "")


def _moments(evidence: Evidence) -> Iterator[tuple[int | None, StaticPerception | Step]]:
    """The sources of lines: the load, then each step."""
    yield None, evidence.perception
    for step in evidence.trace.steps:
        yield step.index, step


def _network(evidence: Evidence) -> Iterator[LogLine]:
    for step, seen in _moments(evidence):
        yield from (_request(step, request) for request in seen.failed_requests)


def _request(step: int | None, request: FailedRequest) -> LogLine:
    reason = f"blocked by the sandbox: {request.reason}" if request.blocked else request.reason
    kind = f"{clip(request.method, 20)} {clip(request.resource_type, 20)}"
    return LogLine(step, "warning" if request.blocked else "error", kind, clip(request.url, 300), clip(reason, 300))


def _given(evidence: Evidence, kind: Literal["package", "picture"]) -> Iterator[LogLine]:
    for step, seen in _moments(evidence):
        for answer in seen.library_answers:
            if answer.kind == kind:
                detail = clip(f"requested {answer.asked}", 100) if answer.asked != answer.given else ""
                name = clip(f"{answer.package} {answer.given}", 80)
                yield LogLine(step, "log", name, clip(answer.url, 300), detail)
