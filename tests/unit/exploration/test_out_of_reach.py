"""Cut-off elements count only if another width shows them, and neither waiting nor use brings them out."""

import pytest

from pytest_cookie.browser.errors import PageScriptError
from pytest_cookie.core.action import Click, Drag
from pytest_cookie.core.perception import (
    DESKTOP,
    MOBILE,
    CutOff,
    CutOffElement,
    Layout,
    Viewport,
    ViewportPerception,
)
from pytest_cookie.exploration.perception.out_of_reach import confirm_cut_off, find_cut_off

OPENERS = {"#next": "Next", "#clear": "Delete all", "#more": "Show all"}


class Page:
    """A page that is cut off on a phone: `brought_out_by` shows the rest, `wide` is cut off on a desktop."""

    def __init__(self, brought_out_by: str = "", wide: tuple[str, ...] = ("#s1", "#s2")) -> None:
        self._brought_out_by, self._wide = brought_out_by, wide
        self._viewport, self._is_out = DESKTOP, False
        self.used: list[str] = []
        self.loads = 0

    def load_at(self, viewport: Viewport) -> None:
        self._viewport, self._is_out = viewport, False
        self.loads += 1

    def evaluate(self, _script, argument, **_kwargs):
        if argument["errand"] == "openers":
            return {"openers": [{"selector": selector, "text": name} for selector, name in OPENERS.items()]}
        shown = self._wide if self._viewport == DESKTOP or self._is_out else ()
        return {"reachable": [item for item in argument["selectors"] if item in shown]}

    def wait(self, page_ms: int) -> None:
        self._is_out = self._is_out or (self._brought_out_by == "waiting" and page_ms > 5_000)

    def act(self, action: Click | Drag) -> None:
        used = "drag" if isinstance(action, Drag) else action.selector
        self.used.append(used)
        self._is_out = self._is_out or used == self._brought_out_by


class BrokenPage(Page):
    """A page that breaks the script."""

    def evaluate(self, *_args, **_kwargs):
        raise PageScriptError("no")


def views(*selectors: str) -> tuple[ViewportPerception, ...]:
    cut = tuple(CutOffElement(selector=selector, detail="#panel", control=True) for selector in selectors)
    found = {DESKTOP: CutOff(controls=9), MOBILE: CutOff(elements=cut, controls=9, cut_controls=len(cut))}
    return tuple(
        ViewportPerception(
            viewport=viewport, screenshot="static/a.png", text_length=9, ink=0.2,
            layout=Layout(overflow_px=0, document_height=900, cut_off=cut_off),
        )
        for viewport, cut_off in found.items()
    )  # fmt: skip


def confirmed(page: Page, *selectors: str) -> CutOff:
    _, phone = confirm_cut_off(page, views(*selectors), page.load_at)
    return phone.layout.cut_off


def test_what_only_another_width_shows_is_cut_off():
    page = Page()
    found = confirmed(page, "#s1", "#s2")
    assert ([element.selector for element in found.elements], found.cut_controls) == (["#s1", "#s2"], 2)
    assert page.used == ["drag", "#next", "#more"]


def test_what_no_width_shows_is_meant_to_be_hidden():
    found = confirmed(Page(wide=("#s1",)), "#s1", "#s2")
    assert ([element.selector for element in found.elements], found.cut_controls) == (["#s1"], 1)
    assert confirmed(Page(wide=()), "#s1", "#s2").elements == ()


@pytest.mark.parametrize("by", ["waiting", "drag", "#next", "#more"])
def test_what_use_brings_out_is_not_cut_off(by: str):
    found = confirmed(Page(brought_out_by=by), "#s1", "#s2")
    assert (found.elements, found.cut_controls) == ((), 0)


def test_a_page_without_anything_cut_off_is_not_loaded_again():
    page = Page()
    assert confirmed(page) == CutOff(controls=9)
    assert page.loads == 0


def test_a_page_that_breaks_the_script_is_not_blamed():
    assert confirmed(BrokenPage(), "#s1").elements == ()
    assert find_cut_off(BrokenPage()) == CutOff()
