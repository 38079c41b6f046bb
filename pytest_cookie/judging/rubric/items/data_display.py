"""Item 4 of the rubric, data display: content is readable and meant to be read."""

import re
from collections.abc import Iterator

from pytest_cookie.core.page import Element
from pytest_cookie.core.parsing import parse_shown_whole
from pytest_cookie.core.perception import DESKTOP
from pytest_cookie.core.text import shorten
from pytest_cookie.core.trace import Step
from pytest_cookie.core.verdict import Severity
from pytest_cookie.core.wording import count
from pytest_cookie.judging.measures.content_amount import weigh_substance
from pytest_cookie.judging.measures.media import find_broken_pictures, find_placeholder_pictures
from pytest_cookie.judging.rubric.check_results import run_checks
from pytest_cookie.judging.rubric.context import RubricContext
from pytest_cookie.judging.rubric.defect import Defect
from pytest_cookie.judging.rubric.finding_kinds import FindingKind
from pytest_cookie.judging.rubric.measurement import (
    Measured,
    describe_costs,
    mark_unmeasured,
    page_defect,
    step_defect,
    subtract_costs,
)
from pytest_cookie.judging.rubric.names import (
    explain_overlap,
    list_names,
    list_others,
    locate_unnamed,
    name_element,
    name_use_of_target,
)
from pytest_cookie.judging.text.placeholder_text import MARKS, Mark, explain_mark, is_marked
from pytest_cookie.judging.text.template_marks import blank_out, find_half_replaced, find_own_marks

_SHOWN = 30  # characters of a quoted line
_A_LINE = 0.05  # taken off for each further line with a mark
_MOST_SPREAD = 0.3  # taken off for all further lines
_PAGE_OF = (
    re.compile(r"\b(?:page|seite|página|pág\.)\s*(\d{1,4})\s*(?:of|von|de|sur|/)\s*(\d{1,4})\b", re.IGNORECASE),
    re.compile(r"第\s*(\d{1,4})\s*+(?:[页頁]\s*+)?(?:[/／,，]\s*+)?共\s*(\d{1,4})\s*[页頁]"),
    re.compile(r"(\d{1,4})\s*/\s*(\d{1,4})\s*(?:ページ|页|頁|페이지)"),
)


def measure_data_display(context: RubricContext) -> Measured:
    """Item 4: no cut-off, overlapping or corrupt text, at desktop width.

    Defects: what its checks find; text cut off by its box without a way to read the rest (minor, major from three);
    text covered by other text (major); broken characters, `undefined`, `NaN`, `Infinity`, `null`, `[object Object]`,
    `Invalid Date`, template marks and filler text, and a page number beyond the last ("page 4 of 1", major). These are
    looked for on the page as loaded, in text that appeared in use and in names of saved files. Each kind of mark is one
    defect, major if several lines have it; each line after the first costs another 0.05, up to 0.3. Text of the file
    outside of its document (major). Exempt: text of the brief, typed text, marks that a field of the page holds
    (half-replaced ones are a major defect) and, if code is the leaf's topic, all marks of code. Sideways overflow
    belongs to item 6. Multiplied by `weigh_substance`. Known false alarms: a table that clips its cells and shows a
    title on hover; a page about encodings.
    """
    view = context.view("desktop")
    if context.inventory is None or view is None:
        return mark_unmeasured("the page at desktop width was not recorded")
    pictures = () if context.requirements.imagery else (find_broken_pictures, find_placeholder_pictures)
    defects = [
        *(defect for find in pictures for defect in find(context)),
        *_cut(context, view.layout.truncated),
        *_covered(context, view.layout.overlapping),
        *_marked(context),
        *_half_replaced(context),
        *_around_the_document(context),
        *_beyond_the_last(context),
    ]
    checked = run_checks(context, "4")
    found = [*checked.defects, *defects]
    reason = (
        f"{count(len(view.layout.truncated), 'text')} cut, {len(view.layout.overlapping)} covered by other text"
        f"{describe_costs(found)}"
    )
    score = subtract_costs(defects) - checked.cost - _spread(context)
    return weigh_substance(context).apply(score, reason, found)


def _spread(context: RubricContext) -> float:
    """The cost of lines after the first of each kind of mark."""
    marks = [mark for mark in MARKS if not (mark.of_code and context.requirements.code)]
    lines = {line for line, _ in _lines(context)}
    hit = [sum(is_marked(mark, line) and _counts(mark, line, context) for line in lines) for mark in marks]
    return min(_MOST_SPREAD, _A_LINE * sum(max(0, hits - 1) for hits in hit))


def _cut(context: RubricContext, elements: tuple[Element, ...]) -> Iterator[Defect]:
    if elements:
        severity: Severity = "major" if len(elements) >= 3 else "minor"
        names = [name_element(element) for element in elements]
        title = f"Text is cut off: {list_names(names)}"
        why = (
            f"The text is larger than its box, and users cannot scroll to the rest. Let it wrap, or make the box "
            f"larger.{list_others(names)}{locate_unnamed(elements)}"
        )
        yield page_defect(context, FindingKind.CUT_OFF_TEXT, severity, title, why, elements[0].selector)


def _covered(context: RubricContext, elements: tuple[Element, ...]) -> Iterator[Defect]:
    if elements:
        names = [name_element(element) for element in elements]
        title = f"Text overlaps other text: {list_names(names)}"
        why = f"{explain_overlap(elements[0], DESKTOP.width)}{list_others(names)}{locate_unnamed(elements)}"
        yield page_defect(context, FindingKind.OVERLAPPING_TEXT, "major", title, why, elements[0].selector)


def _marked(context: RubricContext) -> Iterator[Defect]:
    own = _own_marks(context)
    lines = [(blank_out(line, own), step) for line, step in _lines(context)]
    for mark in MARKS:
        if mark.of_code and context.requirements.code:
            continue
        shown = [(line, step) for line, step in lines if is_marked(mark, line) and _counts(mark, line, context)]
        if shown:
            yield _shown(context, mark, shown)


def _half_replaced(context: RubricContext) -> Iterator[Defect]:
    """Marks that users write in a field and that the page replaces only in part."""
    if context.requirements.code:
        return
    templates = [value for value in _field_values(context) if find_own_marks([value])]
    for line, step in _lines(context) if templates else ():
        if half := find_half_replaced(line, templates):
            title = f"Signs of a template are left over: “{shorten(half, _SHOWN)}”"
            why = "The page replaces only a part of the marks that its field holds. Replace them whole."
            yield step_defect(context, step, FindingKind.UNFILLED_TEMPLATE, "major", title, why, "").showing(line)
            return


def _own_marks(context: RubricContext) -> frozenset[str]:
    return find_own_marks(_field_values(context))


def _field_values(context: RubricContext) -> tuple[str, ...]:
    return tuple(control.value for control in context.controls if control.value)


def _around_the_document(context: RubricContext) -> Iterator[Defect]:
    if context.around_document and context.inventory:
        shown = shorten(context.around_document, 2 * _SHOWN)
        title = f"Text around the document is shown: “{shown}”"
        why = "The file has more than the page, such as words of a reply or a code fence. Keep only the document."
        yield page_defect(context, FindingKind.TEXT_AROUND_DOCUMENT, "major", title, why).showing(
            context.around_document
        )


def _beyond_the_last(context: RubricContext) -> Iterator[Defect]:
    for line, step in _lines(context):
        found = next((match for pattern in _PAGE_OF if (match := pattern.search(line))), None)
        if found and (parse_shown_whole(found[1]) or 0) > max(1, parse_shown_whole(found[2]) or 0):
            title = f"A page number is beyond the last page: “{shorten(line, 30)}”"
            why = "That page does not exist, so users see no entries. Limit the number to the last page."
            yield step_defect(context, step, FindingKind.PAGE_NUMBER_BEYOND_LAST, "major", title, why).showing(line)
            return


def _lines(context: RubricContext) -> Iterator[tuple[str, Step | None]]:
    inventory = context.inventory
    for line in (inventory.whole_text if inventory else "").splitlines():
        yield line.strip(), None
    for text, step in context.appeared_texts:
        if step.action.value and step.action.value in text:
            continue
        for line in text.splitlines():
            yield line.strip(), step
    for step in context.trace.steps:
        yield from ((name, step) for name in step.change.downloads)


def _counts(mark: Mark, line: str, context: RubricContext) -> bool:
    """Whether the mark counts: one that the brief itself writes may be meant, a failed value never is."""
    found = mark.pattern.search(line)
    return mark.value_only or not found or found.group().lower() not in context.case.brief.lower()


def _shown(context: RubricContext, mark: Mark, shown: list[tuple[str, Step | None]]) -> Defect:
    line, step = shown[0]
    texts = [f"“{shorten(text, _SHOWN)}”" for text in dict.fromkeys(text for text, _ in shown)]
    title = f"{mark.title}: {list_names(texts, 1)}"
    severity: Severity = "major" if len(texts) > 1 else mark.severity
    others = list_others(texts, listed_room=1)
    why = f"{explain_mark(mark, line)}{others}"
    if step is not None:
        why = f"It appeared after {name_use_of_target(step.action)}. {why}{locate_unnamed([step.action])}"
    cell = next((part for part in line.split("\t") if is_marked(mark, part)), line)
    return step_defect(context, step, mark.kind, severity, title, why).showing(cell.strip())
