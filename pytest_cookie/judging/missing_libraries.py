"""`LibraryAwareJudge`: a page that is blank without a library that its brief allows is not judged."""

from collections.abc import Iterator
from pathlib import Path

from pytest_cookie.core.artifact import Artifact
from pytest_cookie.core.case import Case
from pytest_cookie.core.errors import BlockedDependencyError
from pytest_cookie.core.evidence import Evidence
from pytest_cookie.core.stages import Judge
from pytest_cookie.core.text import shorten
from pytest_cookie.core.verdict import Verdict
from pytest_cookie.judging.measures.blocked_requests import explain_blocked, find_blocked_requests
from pytest_cookie.judging.measures.runnable import blank_page

_UNEQUAL = "Failed to find a valid digest in the 'integrity' attribute for resource '"
"""Chromium's message for a file whose hash differs from the one in the page."""
_HOW = "run `pytest-cookie library` to see the installed packages and how to add more"


class LibraryAwareJudge:
    """Wraps `judge` under its id and version, for pages that got the libraries they need."""

    def __init__(self, judge: Judge) -> None:
        self.id, self.version = judge.id, judge.version
        self.asked = judge
        self.referee_ids: tuple[str, ...] = tuple(getattr(judge, "referee_ids", ()))

    def judge(
        self, case: Case, artifact: Artifact, evidence: Evidence, folder: Path, *, source: Path | None = None
    ) -> Verdict:
        """The wrapped judge's verdict. Raises as it does, and `BlockedDependencyError`."""
        if missing := blocked_dependency(case, artifact, evidence):
            raise BlockedDependencyError(f"blocked dependency: the page is blank without {missing}; {_HOW}")
        return self.asked.judge(case, artifact, evidence, folder, source=source)


def blocked_dependency(case: Case, artifact: Artifact, evidence: Evidence) -> str:
    """The file that a blank page did not get from a content delivery network, and why; "" if that is no excuse.

    It is no excuse if the brief allows no such network, if any content is visible, or if the file does not exist
    anywhere.
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
            yield f"{shorten(url, 200)} with the hash in its `integrity` attribute: another version was served"
