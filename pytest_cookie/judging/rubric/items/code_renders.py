"""Item 1 of the rubric: the page loads whole."""

from pytest_cookie.core.deployment import ORIGIN
from pytest_cookie.core.page import FailedRequest
from pytest_cookie.core.text import shorten
from pytest_cookie.judging.checks.content_amount import weigh_presence
from pytest_cookie.judging.checks.empty_layout import is_empty_layout
from pytest_cookie.judging.checks.syntax_errors import is_unparsed
from pytest_cookie.judging.rubric.context import RubricContext, is_own_fault
from pytest_cookie.judging.rubric.measurement import (
    Defect,
    Measured,
    describe_costs,
    format_count,
    quote_first,
    subtract_costs,
)

_LOADED_PARTS = frozenset({"script", "stylesheet", "font", "fetch", "xhr"})


def code_renders(context: RubricContext) -> Measured:
    """Item 1. The page arrived and brought its own parts with it.

    Measured: a source that ends in the middle (`cut_off`) or a script that does not parse (critical), a side bar beside
    which nothing ever shows (critical, `is_empty_layout`), own scripts, stylesheets, fonts and data that failed while
    loading (major, one defect for all), and how much page there is (`weigh_presence`). Requests that our network policy
    refused do not count, the favicon neither. A page that is blank or crashes never gets here. Known false alarm: a
    probe for an optional file.
    """
    missing = [r for r in context.perception.failed_requests if r.resource_type in _LOADED_PARTS and is_own_fault(r)]
    defects = [*_broken_source(context), *_missing_parts(context, missing), *_missing_middle(context)]
    reason = f"loaded with HTTP {context.perception.http_status}; {format_count(len(missing), 'own part')} missing"
    return weigh_presence(context).apply(subtract_costs(defects), reason + describe_costs(defects), defects)


def _broken_source(context: RubricContext) -> list[Defect]:
    unparsed = [error.message for error in context.perception.page_errors if is_unparsed(error.message)]
    if context.cut_off:
        why = f"What stood behind it is missing: {context.cut_off}."
        return [Defect("critical", "The source is cut off in the middle", why, evidence=context.picture())]
    if not unparsed:
        return []
    title = f"A script does not parse: {shorten(unparsed[0])}"
    why = "Nothing of it runs, so whatever it was to do is missing from the page."
    return [Defect("critical", title, why, evidence=context.picture())]


def _missing_parts(context: RubricContext, missing: list[FailedRequest]) -> list[Defect]:
    if not missing:
        return []
    names = sorted({_path(request.url) for request in missing})
    why = f"The page asks for files of its own that are not there ({missing[0].reason}), so a part of it stays undone."
    return [Defect("major", f"Missing files: {quote_first(names)}", why, evidence=context.picture())]


def _missing_middle(context: RubricContext) -> list[Defect]:
    if not is_empty_layout(context):
        return []
    why = (
        "Only the side bar came: most of the window is one empty colour, and nothing that was tried put anything there."
    )
    return [Defect("critical", "The page is empty beside its side bar", why, evidence=context.picture())]


def _path(url: str) -> str:
    return shorten(url.removeprefix(ORIGIN), 60)
