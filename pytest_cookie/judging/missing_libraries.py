"""`LibraryAwareJudge`: a judge that is not asked of a page which is blank without a library that its brief allows."""

from collections.abc import Iterator
from pathlib import Path

from pytest_cookie.core.artifact import Artifact
from pytest_cookie.core.case import Case
from pytest_cookie.core.errors import BlockedDependencyError
from pytest_cookie.core.evidence import Evidence
from pytest_cookie.core.stages import Judge
from pytest_cookie.core.text import shorten
from pytest_cookie.core.verdict import Verdict
from pytest_cookie.judging.checks.blocked_requests import explain_blocked, find_blocked_requests
from pytest_cookie.judging.checks.runnable import blank_page

_UNEQUAL = "Failed to find a valid digest in the 'integrity' attribute for resource '"
"""What Chromium says of a file that is not the one whose hash the page has."""
_HOW = "`pytest-cookie library` says what there is, and how to have more"


class LibraryAwareJudge:
    """`judge`, with its name and version, for pages that got what they need."""

    def __init__(self, judge: Judge) -> None:
        self.id, self.version = judge.id, judge.version
        self.asked = judge

    def judge(
        self, case: Case, artifact: Artifact, evidence: Evidence, folder: Path, *, source: Path | None = None
    ) -> Verdict:
        """The judge's. Raises as it does, and `BlockedDependencyError`."""
        if missing := blocked_dependency(case, artifact, evidence):
            raise BlockedDependencyError(f"blocked dependency: the page is blank without {missing}; {_HOW}")
        return self.asked.judge(case, artifact, evidence, folder, source=source)


def blocked_dependency(case: Case, artifact: Artifact, evidence: Evidence) -> str:
    """What a blank page did not get from a content delivery network, and why; "" where that is no excuse.

    It is none where the brief allows no such network, where anything is to be seen, and where what was asked for is
    nowhere to be had.
    """
    seen = evidence.perception
    if not case.cdn or artifact.problem or (evidence.build and evidence.build.failure):
        return ""
    if seen.crashed or not seen.loaded or blank_page(evidence) is None:
        return ""
    return next(_not_got(evidence), "")


def _not_got(evidence: Evidence) -> Iterator[str]:
    seen = evidence.perception
    for request in find_blocked_requests(evidence):
        yield f"{shorten(request.url, 200)}: {explain_blocked(request)}"
    substituted = {answer.url for answer in seen.library_answers if answer.asked != answer.given}
    for line in seen.console:
        url = line.text.removeprefix(_UNEQUAL).partition("'")[0]
        if line.text.startswith(_UNEQUAL) and url in substituted:
            yield f"{shorten(url, 200)} as its `integrity` attribute has it: another version was given"
