"""Item 1 of the rubric, code renders: the page loads completely."""

from pytest_cookie.core.deployment import ORIGIN
from pytest_cookie.core.page import FailedRequest
from pytest_cookie.core.text import shorten
from pytest_cookie.core.wording import count
from pytest_cookie.judging.measures.content_amount import weigh_presence
from pytest_cookie.judging.measures.empty_layout import is_empty_layout
from pytest_cookie.judging.measures.syntax_errors import is_unparsed
from pytest_cookie.judging.rubric.context import RubricContext, is_own_fault
from pytest_cookie.judging.rubric.defect import Defect
from pytest_cookie.judging.rubric.finding_kinds import FindingKind
from pytest_cookie.judging.rubric.measurement import Measured, describe_costs, page_defect, subtract_costs
from pytest_cookie.judging.rubric.names import capitalise, describe_error, list_names, list_others, quote_texts

_LOADED_PARTS = frozenset({"script", "stylesheet", "font", "fetch", "xhr"})


def measure_code_renders(context: RubricContext) -> Measured:
    """Item 1: the page and its own files load.

    Defects: a source that ends in the middle (`cut_off`) or a script that does not parse (critical); a sidebar with
    an empty area beside it (critical, `is_empty_layout`); own scripts, style sheets, fonts and data that do not load
    (major, one defect for all). The score is multiplied by `weigh_presence`. Requests that the network policy refused
    and the favicon do not count. Blank and crashing pages fail earlier, in `measures/runnable.py`. Known false alarm: a
    probe for an optional file.
    """
    missing = [r for r in context.perception.failed_requests if r.resource_type in _LOADED_PARTS and is_own_fault(r)]
    defects = [*_broken_source(context), *_missing_parts(context, missing), *_missing_middle(context)]
    reason = f"loaded with HTTP {context.perception.http_status}; {count(len(missing), 'own file')} missing"
    return weigh_presence(context).apply(subtract_costs(defects), reason + describe_costs(defects), defects)


def _broken_source(context: RubricContext) -> list[Defect]:
    unparsed = [error for error in context.perception.page_errors if is_unparsed(error.message)]
    if context.cut_off:
        why = f"{capitalise(context.cut_off)}. Everything after that is missing. Complete the file."
        return [page_defect(context, FindingKind.CUT_OFF_SOURCE, "critical", "The source code is cut off", why)]
    if not unparsed:
        return []
    why = f"{describe_error(unparsed[0])} The browser runs none of this script. Correct the syntax."
    return [page_defect(context, FindingKind.UNPARSED_SCRIPT, "critical", "A script has a syntax error", why)]


def _missing_parts(context: RubricContext, missing: list[FailedRequest]) -> list[Defect]:
    if not missing:
        return []
    names = sorted({_path(request.url) for request in missing})
    named = quote_texts(names)
    why = (
        f"The page requests files of its own that do not exist ({missing[0].reason}), so part of it does not work. "
        f"Correct the addresses or include the files.{list_others(named)}"
    )
    return [page_defect(context, FindingKind.MISSING_FILES, "major", f"Files are missing: {list_names(named)}", why)]


def _missing_middle(context: RubricContext) -> list[Defect]:
    if not is_empty_layout(context):
        return []
    why = (
        "Only the sidebar loads. The rest of the window has a single colour, and no action made content "
        "appear there. Show the content in the main area."
    )
    return [
        page_defect(context, FindingKind.EMPTY_BESIDE_SIDEBAR, "critical", "The main area of the page is empty", why)
    ]


def _path(url: str) -> str:
    return shorten(url.removeprefix(ORIGIN), 60)
