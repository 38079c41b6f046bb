"""Items 1, 3a and 5 of the rubric: the page loads whole, is audited, and keeps the console clean."""

import re

from pytest_cookie.core.deployment import ORIGIN
from pytest_cookie.core.page import ConsoleMessage, FailedRequest, PageError
from pytest_cookie.judging.checks.content_amount import asked_inputs, liveliness_of, presence_of, working_inputs
from pytest_cookie.judging.checks.empty_layout import is_mere_shell
from pytest_cookie.judging.checks.interactions import uses_of, why_untested
from pytest_cookie.judging.rubric.context import RubricContext, is_own_fault
from pytest_cookie.judging.rubric.measurement import (
    Defect,
    Measured,
    and_more,
    cost_of,
    count_of,
    left_after,
    scored,
    shortened,
    unmeasured,
)

_OF_DATA = re.compile(r"\bJSON\b|regular expression|querySelector|selector")
_BREADTH = 4
_ENOUGH = 0.8
_LOADED_PARTS = frozenset({"script", "stylesheet", "font", "fetch", "xhr"})


def code_renders(subject: RubricContext) -> Measured:
    """Item 1. The page arrived and brought its own parts with it.

    Measured: a source that ends in the middle (`cut_off`) or a script that does not parse (critical), a side bar beside
    which nothing ever shows (critical, `is_mere_shell`), own scripts, stylesheets, fonts and data that failed while
    loading (major, one defect for all), and how much page there is (`presence_of`). Requests that our network policy
    refused do not count, the favicon neither. A page that is blank or crashes never gets here. Known false alarm: a
    probe for an optional file.
    """
    missing = [r for r in subject.perception.failed_requests if r.resource_type in _LOADED_PARTS and is_own_fault(r)]
    defects = [*_broken_source(subject), *_missing_parts(subject, missing), *_missing_middle(subject)]
    reason = f"loaded with HTTP {subject.perception.http_status}; {count_of(len(missing), 'own part')} missing"
    return presence_of(subject).scored(left_after(defects), reason + cost_of(defects), defects)


def _broken_source(subject: RubricContext) -> list[Defect]:
    unparsed = [error.message for error in subject.perception.page_errors if _is_unparsed(error.message)]
    if subject.cut_off:
        why = f"What stood behind it is missing: {subject.cut_off}."
        return [Defect("critical", "The source is cut off in the middle", why, evidence=subject.picture())]
    if not unparsed:
        return []
    title = f"A script does not parse: {shortened(unparsed[0])}"
    why = "Nothing of it runs, so whatever it was to do is missing from the page."
    return [Defect("critical", title, why, evidence=subject.picture())]


def _is_unparsed(message: str) -> bool:
    """What the browser says of a script that is no script; data that is no JSON is another matter."""
    return "SyntaxError" in message and not _OF_DATA.search(message)


def _missing_parts(subject: RubricContext, missing: list[FailedRequest]) -> list[Defect]:
    if not missing:
        return []
    names = sorted({_path(request.url) for request in missing})
    why = f"The page asks for files of its own that are not there ({missing[0].reason}), so a part of it stays undone."
    return [Defect("major", f"Missing files: {and_more(names)}", why, evidence=subject.picture())]


def _missing_middle(subject: RubricContext) -> list[Defect]:
    if not is_mere_shell(subject):
        return []
    why = (
        "Only the side bar came: most of the window is one empty colour, and nothing that was tried put anything there."
    )
    return [Defect("critical", "The page is empty beside its side bar", why, evidence=subject.picture())]


def _path(url: str) -> str:
    return shortened(url.removeprefix(ORIGIN), 60)


def feature_count(subject: RubricContext) -> Measured:
    """Item 3a. How many features there are to use: working inputs, counted.

    Measured where the brief demands interaction: 0.8 for as many different inputs as must answer (`asked_inputs`,
    less for fewer), 0.9 where four times as many as the leaf demands lie beyond, 1 never; what the browser itself
    answers for, a field or a tick, counts half of one beyond. So a page that lacks a control has a little less, and
    one that has many not much more. No finding follows from a count. Elsewhere, and where no input could be tried, the
    counts stand in the reason alone. Which features the brief asks for is not measured.
    """
    answers = [use.answer for use in uses_of(subject)]
    coverage = subject.trace.coverage
    counts = (
        f"{count_of(answers.count('answered'), 'input')} answered, {answers.count('silent')} did nothing, "
        f"{coverage.controls_exercised} of {coverage.controls_found} controls used"
    )
    if subject.demands.interaction == "none" or why_untested(subject):
        return unmeasured(f"for auditing only: {counts}")
    asked, usual = asked_inputs(subject), subject.demands.working_inputs
    beyond = max(0, len(working_inputs(subject)) - asked) + answers.count("own_look") / 2
    score = liveliness_of(subject) * (_ENOUGH + (1 - _ENOUGH) * beyond / (beyond + _BREADTH * usual))
    return scored(
        score, f"{counts}; {count_of(asked, 'working input')} asked for, and what lies beyond counts a little"
    )


def no_console_errors(subject: RubricContext) -> Measured:
    """Item 5. No runtime errors on the console; warnings are exempt (B.4).

    Measured: uncaught exceptions while loading and while nobody acted (major each distinct one), and lines at level
    error (minor each). Exempt and only listed: what our network policy refused and what the browser says about any
    failed request (items 1, 3 and 15 have it). A script that does not parse is item 1's; exceptions that an action
    threw count as logic, item 3.
    Multiplied by `presence_of`. Known false alarm: a page that logs a handled problem with `console.error`.
    """
    errors = _distinct_errors(subject)
    lines = _distinct_lines(subject)
    defects = [_uncaught(subject, error) for error in errors] + [_logged(subject, line) for line in lines]
    blocked = sum(request.blocked for request in subject.perception.failed_requests)
    exempt = f"; {count_of(blocked, 'request')} to other hosts refused, exempt" if blocked else ""
    reason = (
        f"{count_of(len(errors), 'uncaught error')} while loading or idle, "
        f"{count_of(len(lines), 'error line')}{exempt}{cost_of(defects)}"
    )
    return presence_of(subject).scored(left_after(defects), reason, defects)


def _distinct_errors(subject: RubricContext) -> list[PageError]:
    idle = [
        e for s in subject.trace.steps if s.action.kind in ("look", "wait", "resize", "reload") for e in s.page_errors
    ]
    thrown = [error for error in (*subject.perception.page_errors, *idle) if not _is_unparsed(error.message)]
    return list({_gist(error.message): error for error in reversed(thrown)}.values())[::-1]


def _distinct_lines(subject: RubricContext) -> list[ConsoleMessage]:
    in_use = [message for step in subject.trace.steps for message in step.console]
    thrown = [e.message for e in subject.perception.page_errors] + [
        e.message for s in subject.trace.steps for e in s.page_errors
    ]
    found: dict[str, ConsoleMessage] = {}
    for message in (*subject.perception.console, *in_use):
        if message.level == "error" and not _echoes(message, thrown):
            found.setdefault(_gist(message.text), message)
    return list(found.values())


def _echoes(message: ConsoleMessage, thrown: list[str]) -> bool:
    """The browser repeats failed requests and uncaught exceptions on the console; the cause is counted elsewhere."""
    text = message.text
    if "Failed to load resource" in text or "net::ERR_" in text or "blocked by CORS policy" in text:
        return True
    return any(error and (error in text or text in error) for error in thrown)


def _gist(text: str) -> str:
    """The message without its numbers, so that one cause in a loop is one defect."""
    return re.sub(r"\d+", "0", text[:200])


def _uncaught(subject: RubricContext, error: PageError) -> Defect:
    why = f"Nobody catches it, so the code behind it stops: {shortened(error.message, 200)}"
    return Defect("major", f"Uncaught error: {shortened(error.message)}", why, evidence=subject.picture())


def _logged(subject: RubricContext, line: ConsoleMessage) -> Defect:
    step = next((step for step in subject.trace.steps if line in step.console), None)
    where = subject.picture_of(step) if step else subject.picture()
    why = f"The page reports an error of its own: {shortened(line.text, 200)}"
    return Defect(
        "minor", f"Error on the console: {shortened(line.text)}", why, step=step.index if step else None, evidence=where
    )
