"""Inputs that fail when they are used, and how they are told. Items 3 and 14 count them."""

from collections.abc import Iterable

from pytest_cookie.core.page import FailedRequest
from pytest_cookie.core.trace import Step
from pytest_cookie.core.verdict import Severity
from pytest_cookie.judging.measurement import Defect, and_more, shortened
from pytest_cookie.judging.subject import Subject, is_own_fault
from pytest_cookie.judging.uses import Use


def failed_inputs(subject: Subject, uses: Iterable[Use]) -> list[Use]:
    """The inputs that did nothing, threw or asked in vain."""
    known = {error.message for error in subject.perception.page_errors}
    return [use for use in uses if use.answer == "silent" or _threw(use, known) or failed_request(use)]


def _threw(use: Use, known: set[str]) -> Step | None:
    """The first step that threw something which the page had not thrown while loading, where item 5 counts it."""
    return next((s for s in use.steps if any(error.message not in known for error in s.page_errors)), None)


def failed_request(use: Use) -> FailedRequest | None:
    """The first own request that failed because of this input.

    Pictures are item 15's, and what was asked for with wrong input in the field is no fault.
    """
    steps = (step for step in use.steps if step.action.intent != "invalid")
    requests = (request for step in steps for request in step.failed_requests)
    return next((r for r in requests if is_own_fault(r) and r.resource_type not in ("image", "media")), None)


def fault_defects(subject: Subject, failed: list[Use]) -> list[Defect]:
    """One defect for each input that threw or asked in vain, one for each make of control that does nothing."""
    known = {error.message for error in subject.perception.page_errors}
    thrown = [use for use in failed if _threw(use, known)]
    silent: dict[str, list[Use]] = {}
    for use in failed:
        if use.answer == "silent" and use not in thrown and not failed_request(use):
            silent.setdefault(use.make, []).append(use)
    asked = [use for use in failed if failed_request(use) and use not in thrown]
    return [
        *(_threw_defect(subject, use, known) for use in thrown),
        *(_request_defect(subject, use) for use in asked),
        *(_silent_defect(subject, uses) for uses in silent.values()),
    ]


def _threw_defect(subject: Subject, use: Use, known: set[str]) -> Defect:
    step = _threw(use, known) or use.steps[0]
    message = next(error.message for error in step.page_errors if error.message not in known)
    title = f"{_called(use)} throws an error: {shortened(message, 60)}"
    why = (
        "Using it stops the program with an exception that nobody catches, so what it should do is not done "
        "or half done."
    )
    return Defect("major", title, why, use.selector, step.index, subject.picture_of(step))


def _request_defect(subject: Subject, use: Use) -> Defect:
    request = failed_request(use)
    step = next(step for step in use.steps if request in step.failed_requests)
    url = shortened(request.url, 60) if request else ""
    why = f"The page asks its own origin for {url} and gets nothing, so the action cannot end well."
    return Defect(
        "major",
        f"{_called(use)} asks for something that is not there",
        why,
        use.selector,
        step.index,
        subject.picture_of(step),
    )


def _silent_defect(subject: Subject, uses: list[Use]) -> Defect:
    first, names = uses[0], [_name(use) for use in uses]
    step = next(step for step in first.steps if step.outcome == "done")
    title = f"{_called(first)} does nothing"
    if len(names) > 1:
        others = [name for name in dict.fromkeys(names) if name != names[0]]
        title += f", and {len(names) - 1} more like it" + (f": {and_more(others)}" if others else "")
    why = (
        "It offers itself as a control, and after using it no text, picture, state, address or scroll "
        "position had changed."
    )
    why += _withheld(subject)
    severity: Severity = "minor" if first.only_looks_clickable else "major"
    return Defect(severity, title, why, first.selector, step.index, subject.picture_of(step))


def _withheld(subject: Subject) -> str:
    """A script of another host that was refused may be the reason: it is told, since nobody sees it otherwise."""
    refused = [r.url for r in subject.perception.failed_requests if r.blocked and r.resource_type == "script"]
    if not refused:
        return ""
    return f" The page leans on a script of another host that it did not get: {shortened(refused[0], 80)}."


def _called(use: Use) -> str:
    if use.is_key:
        return f"Key “{use.label}”"
    return f"{(use.role or 'element').capitalize()} “{_name(use)}”"


def _name(use: Use) -> str:
    return shortened(use.label, 40)
