"""Checks before every judge whether the artifact is a page at all: if not, both scores are 0."""

from pytest_cookie.core.artifact import Artifact
from pytest_cookie.core.build import BuildFailure, FailureKind
from pytest_cookie.core.errors import JudgingError
from pytest_cookie.core.evidence import Evidence
from pytest_cookie.core.trace import Step
from pytest_cookie.core.verdict import Verdict
from pytest_cookie.judging.evidence_pictures import BLANK_INK
from pytest_cookie.judging.measures.blocked_requests import describe_blocked, find_blocked_requests
from pytest_cookie.judging.rubric.defect import Defect
from pytest_cookie.judging.rubric.dimensions import scores_of
from pytest_cookie.judging.rubric.finding_kinds import FindingKind

_BLANK_LETTERS = 3  # fewer letters are no text
_SEEN_PIXELS = 0.001  # share of the window; less is a caret or a focus ring


def explain_not_runnable(artifact: Artifact, evidence: Evidence) -> Defect | None:
    """Why this artifact cannot be used; None if it can.

    Checked in this order: its files are no page; a project does not build; the renderer crashed, and again in a fresh
    browser; the page cannot be observed, not in a fresh browser either; the document did not load; the page is blank:
    at desktop width fewer than 0.05 % of the pixels differ from the background, the page has fewer than three letters
    of text, and no step made content appear. A page can be blank without a JavaScript error, if a script that it needs
    is missing.
    """
    if artifact.problem:
        why = f"{artifact.problem.message} There is no page that a browser could open. Deliver an HTML page."
        title = "The reply contains no page"
        return Defect(FindingKind.NO_PAGE_IN_REPLY, "critical", title, why)
    if evidence.build and evidence.build.failure:
        return _not_built(evidence.build.failure)
    perception = evidence.perception
    if perception.crashed:
        why = (
            f"The renderer crashed {_moment(evidence)}, and crashed again in a fresh browser{_last_words(evidence)}. "
            "Avoid endless loops and unbounded memory."
        )
        title = "The page crashes the browser"
        return Defect(FindingKind.BROWSER_CRASH, "critical", title, why, evidence=_last_picture(evidence))
    if perception.unusable:
        why = (
            f"It loads, but could not be viewed or used, even in a fresh browser: {perception.load_problem}. "
            "Remove what keeps the page busy or leads away from it."
        )
        title = "The page cannot be viewed"
        return Defect(FindingKind.UNVIEWABLE_PAGE, "critical", title, why)
    if not perception.loaded:
        problem = perception.load_problem or f"HTTP status {perception.http_status}"
        why = f"The document did not arrive: {problem}. Serve a page at this address."
        title = "The page does not load"
        return Defect(FindingKind.PAGE_NOT_LOADED, "critical", title, why)
    return blank_page(evidence)


def find_gone_blank(evidence: Evidence, blank_steps: frozenset[int]) -> Defect | None:
    """A page that loads and goes blank for good before any input responded.

    Even if the first screenshots still show it, every screenshot from some step on is blank.
    """
    pictured = [step for step in evidence.trace.steps if step.screenshot and not step.action.begins_anew]
    first = next((position for position, step in enumerate(pictured) if step.index in blank_steps), None)
    if first is None or any(_shows_something(step) for step in pictured):
        return None
    gone = pictured[first]
    if not all(step.index in blank_steps for step in pictured[first:]):
        return None
    why = (
        f"It loads and is blank {gone.page_ms / 1000:.1f} s later, before users could do "
        f"anything{_likely_cause(evidence)}. Keep the content."
    )
    title = "The page goes blank by itself"
    return Defect(
        FindingKind.BLANK_AFTER_LOAD,
        "critical",
        title,
        why,
        step=gone.index,
        evidence=f"{evidence.trace.policy}/{gone.screenshot}",
    )


def fail_verdict(defect: Defect, *, judge: str, version: str) -> Verdict:
    """The verdict of every judge on an artifact that is no page: 0 for both dimensions, with one finding."""
    findings = (defect.as_finding("functionality", "1"),)
    return Verdict(judge=judge, judge_version=version, runnable=False, scores=scores_of(0.0, 0.0), findings=findings)


def check_complete(artifact: Artifact, evidence: Evidence) -> None:
    """Raise `JudgingError` if the evidence belongs to another artifact, or lacks the observation of the page."""
    if evidence.artifact_digest != artifact.digest:
        raise JudgingError(
            f"the evidence is of artifact {evidence.artifact_digest[:12]}, not of {artifact.digest[:12]}: explore again"
        )
    if evidence.perception.inventory is None or not evidence.perception.views:
        raise JudgingError("the page loaded, but the evidence has no inventory or no view of it: explore again")


_WHY_NOT_BUILT: dict[FailureKind, str] = {
    "syntax": "syntax error",
    "phantom_import": "an imported module does not exist",
    "missing_dependency": "a dependency is not declared",
    "lock_file": "the lock file is incomplete",
    "config": "wrong configuration",
    "timeout": "the build does not end",
    "memory": "the build needs too much memory",
    "output": "its output cannot be served",
    "other": "the build ends with an error",
}


_REPAIR = " Correct the project until it builds."
_WHAT_TO_DO: dict[FailureKind, str] = {
    "lock_file": " A lock file must work on every platform: delete it and node_modules, and install again with all "
    "optional packages (`npm install --include=optional`); if the registry lacks them, remove the packages that need "
    "them.",
}


def _not_built(failure: BuildFailure) -> Defect:
    where = f" ({failure.place})" if failure.place else ""
    todo = _WHAT_TO_DO.get(failure.kind, _REPAIR)
    why = f"The build reports: “{failure.message}” Without a build there is no page.{todo}"
    title = f"The project does not build: {_WHY_NOT_BUILT[failure.kind]}{where}"
    return Defect(FindingKind.BUILD_FAILURE, "critical", title, why)


def blank_page(evidence: Evidence) -> Defect | None:
    """The finding if the page shows neither ink nor text, at rest and in use; else None."""
    perception = evidence.perception
    desktop = perception.view("desktop")
    if desktop is None or desktop.ink > BLANK_INK or desktop.text_length >= _BLANK_LETTERS:
        return None
    if any(_shows_something(step) for step in evidence.trace.steps):
        return None
    why = f"It shows neither content nor text, even after waiting{_likely_cause(evidence)}. Show the content."
    title = "The page is blank"
    return Defect(FindingKind.BLANK_PAGE, "critical", title, why, evidence=desktop.screenshot)


def _shows_something(step: Step) -> bool:
    """Whether an action made content appear; resizing and reloading change pixels of a blank page too."""
    moved = step.change.pixels > _SEEN_PIXELS and not step.action.replaces_view
    return moved or bool(step.change.appeared_text)


def _likely_cause(evidence: Evidence) -> str:
    told = describe_blocked(find_blocked_requests(evidence))
    cause = _cause_in_the_page(evidence)
    if told:
        return f"{cause}; {told}"
    return cause or "; no error explains it"


def _cause_in_the_page(evidence: Evidence) -> str:
    perception = evidence.perception
    if perception.page_errors:
        return f"; an error stopped it: {perception.page_errors[0].message[:200]}"
    told_anyway = find_blocked_requests(evidence)
    blocked = [
        request.url
        for request in perception.failed_requests
        if request.resource_type == "script" and request not in told_anyway
    ]
    if blocked:
        return f"; a script that it needs did not arrive: {blocked[0][:200]}"
    if elsewhere := _refused_documents(evidence):
        return f"; a document that it requested from elsewhere did not arrive: {elsewhere[0][:200]}"
    on_the_console = [line.text for line in perception.console if line.level == "error"]
    return f"; the console shows: {on_the_console[0][:200]}" if on_the_console else ""


def _refused_documents(evidence: Evidence) -> list[str]:
    """Addresses outside the artifact that the page, or one of its frames, tried to navigate to."""
    in_use = [request for step in evidence.trace.steps for request in step.failed_requests]
    requests = [*evidence.perception.failed_requests, *in_use]
    return [request.url for request in requests if request.blocked and request.resource_type == "document"]


def _moment(evidence: Evidence) -> str:
    steps = evidence.trace.steps
    return f"in use, after step {steps[-1].index} ({steps[-1].action.kind})" if steps else "while the page was loading"


def _last_words(evidence: Evidence) -> str:
    """The last error before the crash, such as too much memory or a script that never yields."""
    steps, seen = evidence.trace.steps, evidence.perception
    errors = steps[-1].page_errors if steps else seen.page_errors
    return f"; the last error was: {errors[-1].message[:200]}" if errors else ""


def _last_picture(evidence: Evidence) -> str:
    pictures = [step.screenshot for step in evidence.trace.steps if step.screenshot]
    return f"{evidence.trace.policy}/{pictures[-1]}" if pictures else ""
