"""Item 1 of the rubric: the page loads whole."""

from pytest_cookie.core.deployment import ORIGIN
from pytest_cookie.core.page import FailedRequest
from pytest_cookie.core.text import shorten
from pytest_cookie.judging.checks.content_amount import presence_of
from pytest_cookie.judging.checks.empty_layout import is_mere_shell
from pytest_cookie.judging.checks.syntax_errors import is_unparsed
from pytest_cookie.judging.rubric.context import RubricContext, is_own_fault
from pytest_cookie.judging.rubric.measurement import (
    Defect,
    Measured,
    and_more,
    cost_of,
    count_of,
    left_after,
)

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
    unparsed = [error.message for error in subject.perception.page_errors if is_unparsed(error.message)]
    if subject.cut_off:
        why = f"What stood behind it is missing: {subject.cut_off}."
        return [Defect("critical", "The source is cut off in the middle", why, evidence=subject.picture())]
    if not unparsed:
        return []
    title = f"A script does not parse: {shorten(unparsed[0])}"
    why = "Nothing of it runs, so whatever it was to do is missing from the page."
    return [Defect("critical", title, why, evidence=subject.picture())]


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
    return shorten(url.removeprefix(ORIGIN), 60)
