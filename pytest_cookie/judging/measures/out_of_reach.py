"""Finds what users cannot get to at a width: controls and texts that are cut off, and texts under a fixed layer."""

from collections.abc import Iterator

from pytest_cookie.core.perception import BuriedText, CutOffElement, ViewportPerception
from pytest_cookie.core.text import shorten
from pytest_cookie.core.verdict import Severity
from pytest_cookie.judging.rubric.context import RubricContext
from pytest_cookie.judging.rubric.defect import Defect
from pytest_cookie.judging.rubric.finding_kinds import FindingKind
from pytest_cookie.judging.rubric.measurement import COSTS
from pytest_cookie.judging.rubric.names import capitalise, list_names, list_others, locate_unnamed, name_element

_LOST_PART = 0.5  # hidden share from which a control cannot be recognised or pressed
_MUCH_TEXT = 0.05  # share of the page's text
_MANY_LETTERS = 80  # a long sentence
_FEW_LETTERS = 12  # shorter texts are labels and figures
_UNREADABLE_SHARE = 0.3  # hidden share from which a line cannot be read
_WHOLE_TIMES = 4
"""At a width, a quarter of the controls out of reach costs as much as all of them."""


def find_out_of_reach(context: RubricContext, view: ViewportPerception) -> Iterator[Defect]:
    """Defects of this width alone, at most one for controls, one for cut texts and one for covered texts.

    A control is lost if at least half of it is cut off (major); less is minor. Texts: major from 5 % of the page's text
    or 80 letters, minor from 12 letters. Covered texts: major for headings and from 12 letters, if at least 30 % of
    the text is hidden.
    """
    elements = view.layout.cut_off.elements
    yield from _cut_controls(context, view, [element for element in elements if element.control])
    yield from _cut_texts(view, [element for element in elements if not element.control])
    yield from _covered_texts(view)


def cost_out_of_reach(view: ViewportPerception) -> float:
    """What lost controls cost at this width beyond their finding, by their share of all controls, 0 to 1."""
    found = view.layout.cut_off
    lost = [element for element in found.elements if element.control and element.hidden >= _LOST_PART]
    if not lost or not found.controls:
        return 0.0
    share = max(len(lost), found.cut_controls) / found.controls
    return max(0.0, min(1.0, _WHOLE_TIMES * share) - COSTS["major"])


def _cut_controls(context: RubricContext, view: ViewportPerception, controls: list[CutOffElement]) -> Iterator[Defect]:
    if not controls:
        return
    lost = [control for control in controls if control.hidden >= _LOST_PART]
    shown, width = lost or controls, view.viewport.width
    names = [name_element(element, context.controls) for element in shown]
    total = max(len(shown), view.layout.cut_off.cut_controls)
    more = f" and {total - 1} more" if total > 1 else ""
    what = "cannot be reached" if lost else "are partly cut off" if total > 1 else "is partly cut off"
    title = f"{capitalise(names[0])}{more} {what} at {width} px"
    why = (
        f"`{shorten(shown[0].detail, 60)}` cuts them off, and neither wheel nor finger scrolls to them; at another "
        "width they can be reached. Let the box scroll or "
        f"wrap.{list_others(names, listed_room=1)}{locate_unnamed(shown)}"
    )
    severity: Severity = "major" if lost else "minor"
    yield Defect(FindingKind.CUT_OFF_CONTROL, severity, title, why, shown[0].selector, evidence=view.screenshot)


def _cut_texts(view: ViewportPerception, texts: list[CutOffElement]) -> Iterator[Defect]:
    found = view.layout.cut_off
    letters = max(sum(faint_text.letters for faint_text in texts), found.cut_letters if texts else 0)
    if letters < _FEW_LETTERS:
        return
    is_much = letters >= _MANY_LETTERS or letters >= _MUCH_TEXT * max(1, found.letters)
    names = [name_element(text) for text in texts]
    title = f"Text cannot be reached at {view.viewport.width} px: {list_names(names)}"
    why = (
        f"`{shorten(texts[0].detail, 60)}` cuts off {letters} letters, and neither wheel nor finger scrolls to them; "
        f"at another width they can be read. Let the box scroll or grow.{list_others(names)}{locate_unnamed(texts)}"
    )
    severity: Severity = "major" if is_much else "minor"
    yield Defect(FindingKind.CUT_OFF_TEXT, severity, title, why, texts[0].selector, evidence=view.screenshot)


def _covered_texts(view: ViewportPerception) -> Iterator[Defect]:
    texts = sorted(view.layout.buried_texts, key=lambda one: not one.heading)
    if not texts:
        return
    names = [name_element(text) for text in texts]
    how = "covers" if texts[0].hidden >= 1 - _UNREADABLE_SHARE else "cuts through"
    title = f"Fixed content {how} text at {view.viewport.width} px: {list_names(names)}"
    why = (
        f"It lies under `{shorten(texts[0].detail, 60)}`, and no scrolling brings it out. Leave room for "
        f"it.{list_others(names)}{locate_unnamed(texts)}"
    )
    severity: Severity = "major" if any(map(_is_missed, texts)) else "minor"
    yield Defect(
        FindingKind.TEXT_UNDER_FIXED_ELEMENT, severity, title, why, texts[0].selector, evidence=view.buried_screenshot
    )


def _is_missed(text: BuriedText) -> bool:
    return text.hidden >= _UNREADABLE_SHARE and (text.heading or text.letters >= _FEW_LETTERS)
