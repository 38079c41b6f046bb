"""Is there a page at all? What comes before every judge: a bad artifact has 0 for both, and one critical finding."""

from pytest_cookie.core.artifact import Artifact
from pytest_cookie.core.build import BuildFailure, FailureKind
from pytest_cookie.core.errors import JudgingError
from pytest_cookie.core.evidence import Evidence
from pytest_cookie.core.trace import Step
from pytest_cookie.core.verdict import Finding, Verdict
from pytest_cookie.judging.checks.blocked_requests import describe_blocked, find_blocked_requests
from pytest_cookie.judging.rubric.measurement import Defect

_BLANK_INK = 0.0005
_BLANK_LETTERS = 3
_SEEN_PIXELS = 0.001
_OTHER_GROUND = ("resize", "reload", "back")
_RENEWED = ("reload", "back", "finish")


def explain_not_runnable(artifact: Artifact, evidence: Evidence) -> Defect | None:
    """Why this artifact cannot be used, None where it can.

    In this order: its files are no page; a project does not build; the renderer died, and died again in a fresh
    browser; the page lets nobody look at it, in a fresh browser neither; the document did not arrive; the page is
    blank: at desktop width fewer than 0.05 % of the pixels differ from the background, fewer than three letters of text
    stand on it, and no step of the exploration made anything appear. A page can be blank without any JavaScript error,
    when a script that it needs does not come.
    """
    if artifact.problem:
        return Defect(
            "critical",
            "The reply holds no page that could be opened",
            f"{artifact.problem.message} Without a page there is nothing a user could see or do.",
        )
    if evidence.build and evidence.build.failure:
        return _not_built(evidence.build.failure)
    perception = evidence.perception
    if perception.crashed:
        return Defect(
            "critical",
            "The page crashes the browser",
            f"The renderer died {_moment(evidence)}, and died again in a fresh browser{_last_words(evidence)}.",
            evidence=_last_picture(evidence),
        )
    if perception.unusable:
        return Defect(
            "critical",
            "The page cannot be looked at",
            f"It arrives, but lets nobody see or use it, in a fresh browser neither: {perception.load_problem}.",
        )
    if not perception.loaded:
        problem = perception.load_problem or f"HTTP status {perception.http_status}"
        return Defect("critical", "The page does not load", f"The document did not arrive: {problem}.")
    return blank_page(evidence)


def find_gone_blank(evidence: Evidence, blank_steps: frozenset[int]) -> Defect | None:
    """A page that was there when it loaded and is gone before anybody could use it, and stays away.

    However long the first looks at it still show it, every picture from some step on is blank, and no input of it
    was ever answered.
    """
    pictured = [step for step in evidence.trace.steps if step.screenshot and step.action.kind not in _RENEWED]
    first = next((position for position, step in enumerate(pictured) if step.index in blank_steps), None)
    if first is None or any(_shows_something(step) for step in pictured):
        return None
    gone = pictured[first]
    if not all(step.index in blank_steps for step in pictured[first:]):
        return None
    return Defect(
        "critical",
        "The page goes blank by itself",
        f"It is there when it loads and gone {gone.page_ms / 1000:.1f} s later, before anybody could use it"
        f"{_likely_cause(evidence)}.",
        step=gone.index,
        evidence=f"{evidence.trace.policy}/{gone.screenshot}",
    )


def fail_verdict(defect: Defect, *, judge: str, version: str) -> Verdict:
    """What every judge says where there is no page: 0 for both, with one finding."""
    finding = Finding(
        dimension="functionality",
        severity=defect.severity,
        title=defect.title,
        why=defect.why,
        item="1",
        step=defect.step,
        evidence=defect.evidence,
    )
    return Verdict(
        judge=judge, judge_version=version, runnable=False, functionality=0.0, aesthetics=0.0, findings=(finding,)
    )


def check_complete(artifact: Artifact, evidence: Evidence) -> None:
    """Raise `JudgingError` where the evidence is another artifact's, or the page loaded and nobody looked at it."""
    if evidence.artifact_digest != artifact.digest:
        raise JudgingError(
            f"the evidence is of artifact {evidence.artifact_digest[:12]}, not of {artifact.digest[:12]}: explore again"
        )
    if evidence.perception.inventory is None or not evidence.perception.views:
        raise JudgingError("the page loaded but the evidence holds no inventory or no view of it: explore again")


_WHY_NOT_BUILT: dict[FailureKind, str] = {
    "syntax": "its source cannot be parsed",
    "phantom_import": "it imports what is not there",
    "missing_dependency": "a package that it needs is not among its dependencies",
    "lock_file": "its lock file lacks packages that it needs",
    "config": "it is set up wrongly",
    "timeout": "its build does not end",
    "memory": "its build takes too much memory",
    "output": "what its build makes cannot be served",
    "other": "its build ends with an error",
}


_WHAT_TO_DO: dict[FailureKind, str] = {
    "lock_file": " A lock file is for every platform: delete it and node_modules, and install again with all optional"
    " packages (`npm install --include=optional`); where the registry has not got them, remove what asks for them.",
}


def _not_built(failure: BuildFailure) -> Defect:
    where = f" ({failure.place})" if failure.place else ""
    return Defect(
        "critical",
        f"The project does not build: {_WHY_NOT_BUILT[failure.kind]}{where}",
        f"The build says: “{failure.message}” Without a build there is no page that a user could see or use."
        f"{_WHAT_TO_DO.get(failure.kind, '')}",
    )


def blank_page(evidence: Evidence) -> Defect | None:
    """Where nothing is drawn and no text stands, at rest and in use: the finding, else None."""
    perception = evidence.perception
    desktop = next((view for view in perception.views if view.viewport.name == "desktop"), None)
    if desktop is None or desktop.ink > _BLANK_INK or desktop.text_length >= _BLANK_LETTERS:
        return None
    if any(_shows_something(step) for step in evidence.trace.steps):
        return None
    return Defect(
        "critical",
        "The page is blank",
        f"Nothing is drawn and no text stands on the page, also after waiting{_likely_cause(evidence)}.",
        evidence=desktop.screenshot,
    )


def _shows_something(step: Step) -> bool:
    """Whether an action brought something up; another width or a reload changes pixels of a blank page too."""
    moved = step.change.pixels > _SEEN_PIXELS and step.action.kind not in _OTHER_GROUND
    return moved or bool(step.change.appeared_text)


def _likely_cause(evidence: Evidence) -> str:
    told = describe_blocked(find_blocked_requests(evidence))
    cause = _cause_in_the_page(evidence)
    if told:
        return f"{cause}; {told}"
    return cause or "; there was no error to explain it"


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
        return f"; a script that it needs did not come: {blocked[0][:200]}"
    if elsewhere := _refused_documents(evidence):
        return f"; a document that it asked for elsewhere did not come: {elsewhere[0][:200]}"
    on_the_console = [line.text for line in perception.console if line.level == "error"]
    return f"; the console says: {on_the_console[0][:200]}" if on_the_console else ""


def _refused_documents(evidence: Evidence) -> list[str]:
    """Addresses outside of the artifact that the page, or a frame of it, wanted to go on to."""
    in_use = [request for step in evidence.trace.steps for request in step.failed_requests]
    requests = [*evidence.perception.failed_requests, *in_use]
    return [request.url for request in requests if request.blocked and request.resource_type == "document"]


def _moment(evidence: Evidence) -> str:
    steps = evidence.trace.steps
    return f"in use, after step {steps[-1].index} ({steps[-1].action.kind})" if steps else "while the page was loading"


def _last_words(evidence: Evidence) -> str:
    """What was noted last before it died: that it took too much memory, say, or that its script never yielded."""
    steps, seen = evidence.trace.steps, evidence.perception
    errors = steps[-1].page_errors if steps else seen.page_errors
    return f"; what was noted last: {errors[-1].message[:200]}" if errors else ""


def _last_picture(evidence: Evidence) -> str:
    pictures = [step.screenshot for step in evidence.trace.steps if step.screenshot]
    return f"{evidence.trace.policy}/{pictures[-1]}" if pictures else ""
