"""Static perception, stage 1 of the method: what an untouched page shows, at three widths."""

from pathlib import Path
from typing import TypeVar

from pydantic import BaseModel, JsonValue, ValidationError, model_validator

from pytest_cookie.browser.errors import PageGoneError, PageScriptError, PageUnsettledError, PageUnusableError
from pytest_cookie.browser.page.observation import Happenings, LoadOutcome, Observation
from pytest_cookie.browser.page.observe import MAX_WALKED
from pytest_cookie.browser.session import Session
from pytest_cookie.core.errors import ExplorationError
from pytest_cookie.core.page import Element, Inventory
from pytest_cookie.core.perception import (
    DESKTOP,
    VIEWPORTS,
    AxeViolation,
    Layout,
    LostStyle,
    StaticPerception,
    Styling,
    Viewport,
    ViewportPerception,
)
from pytest_cookie.exploration.page_scripts import ScriptName, run_script
from pytest_cookie.exploration.perception.late_content import LateContent, observe_when_complete, wait_as_long
from pytest_cookie.exploration.perception.out_of_reach import (
    Buried,
    Covered,
    confirm_covered,
    confirm_cut_off,
    find_buried,
    find_cut_off,
    show_buried,
)
from pytest_cookie.exploration.perception.page_layout import listen_for_shifts, measure_layout, read_shift
from pytest_cookie.exploration.perception.phone_menu import find_stuck_menu
from pytest_cookie.exploration.perception.voids import with_voids
from pytest_cookie.exploration.perception.wheel_tour import tour_by_wheel
from pytest_cookie.exploration.perception.window_contrast import confirm_contrast
from pytest_cookie.exploration.pictures import changed_share, ink_share, round_share, thumbnail
from pytest_cookie.exploration.rendered_dom import save_dom

MAX_SCREENSHOT_HEIGHT = 10_000  # 1280 px wide, it takes about 50 MB in memory
MAX_ELEMENTS = 10  # examples for a finding
_MOST_AXE_ELEMENTS = 40  # of a rule; their contrast is checked in the window, so their share is known
RESTLESS_MS = 500
AXE_TIMEOUT_MS = 8_000
AXE_TAGS = ("wcag2a", "wcag2aa", "best-practice")
MAX_STYLED_ELEMENTS = 4_000

_Model = TypeVar("_Model", bound=BaseModel)
_AXE_LIMITS: JsonValue = {"elements": 60_000, "looked_at": 2_500, "parts": 200}
"""Limits for axe-core: no check above `elements`; above `looked_at` only that many, in at most `parts` parts."""


class _AxeReport(BaseModel):
    """The reply of `axe.js`: it checked `looked_at` of `of` elements."""

    violations: tuple[AxeViolation, ...]
    of: int
    looked_at: int

    @property
    def note(self) -> str:
        """A note if not all elements were checked; else ""."""
        if self.looked_at >= self.of:
            return ""
        return f"axe-core checked {self.looked_at} of {self.of} elements"


class _Geometry(BaseModel):
    """The combined reply of the layout scripts."""

    text_length: int
    layout: Layout

    @model_validator(mode="before")
    @classmethod
    def _all_but_text_is_layout(cls, reply: dict[str, JsonValue]) -> dict[str, JsonValue]:
        rest = {name: value for name, value in reply.items() if name != "text_length"}
        return {"text_length": reply.get("text_length"), "layout": rest}


class _BlankPictures(BaseModel):
    """The reply of `blank_pictures.js`."""

    blank_pictures: tuple[Element, ...]


class _Anchors(BaseModel):
    """The reply of `anchors.js`."""

    lost_anchors: tuple[Element, ...]


def perceive(session: Session, url: str, folder: Path, *, keeps_dom: bool = False) -> StaticPerception:
    """Load `url` at 1280, 768 and 375 px, measure it and write the pictures to `folder` (Cookie-Bench 4.1, stage 1).

    With `keeps_dom`, the rendered HTML of the untouched page is written, too (`rendered_dom`).

    If the renderer dies on the way, the result so far is returned and the session is `crashed`. Raises
    `PageUnusableError` if the page does not stay or does not load again, or leaves no time to observe it,
    `BrowserError`, and `ExplorationError` if the page breaks the measurements.
    """
    folder.mkdir(parents=True, exist_ok=True)
    began_ms = session.page_ms
    outcome = session.load(url)
    if not outcome.loaded or session.crashed:
        return _build_unloaded(outcome, session)
    try:
        return _measure(session, outcome, url, folder, began_ms=began_ms, keeps_dom=keeps_dom)
    except PageGoneError:
        return _build_unloaded(outcome, session)


def _build_unloaded(outcome: LoadOutcome, session: Session) -> StaticPerception:
    events = _merge(outcome.happenings, session.drain())
    return StaticPerception(
        loaded=outcome.loaded and not session.crashed,
        load_problem=outcome.problem or "the renderer died",
        http_status=outcome.status,
        console=events.console,
        page_errors=events.page_errors,
        failed_requests=events.failed_requests,
        library_answers=events.library_answers,
    )


def _measure(
    session: Session, outcome: LoadOutcome, url: str, folder: Path, *, began_ms: int, keeps_dom: bool
) -> StaticPerception:
    listen_for_shifts(session)
    content = LateContent(session, began_ms)
    first, restless = _observe_first_screen(session, folder, content)
    if keeps_dom:
        save_dom(session, folder)
    shift = read_shift(session)
    lost_anchors = _run_measurement(_Anchors, session, "anchors").lost_anchors
    views = [_measure_view(session, DESKTOP, folder)]
    composition = measure_layout(session, folder.parent / views[0].screenshot, shift)
    styling = _run_measurement(Styling, session, "styling", limit=MAX_STYLED_ELEMENTS)
    lost_style = _run_measurement(LostStyle, session, "lost_style")
    blank_pictures = _run_measurement(_BlankPictures, session, "blank_pictures").blank_pictures
    report, axe_problem = _accessibility(session)
    tour = tour_by_wheel(session, folder)
    axe, composition = confirm_contrast(session, report.violations, composition, listed=MAX_ELEMENTS)
    views = [with_voids(session, views[0], folder)]
    events = _merge(outcome.happenings, session.drain())
    errors = list(events.page_errors)
    for viewport in VIEWPORTS:
        if viewport.name == DESKTOP.name:
            continue
        at_width = _load_at(session, viewport, url, content.waited_ms)
        known = {error.message for error in errors}
        errors += [error for error in at_width.page_errors if error.message not in known]
        views.append(with_voids(session, _measure_view(session, viewport, folder), folder))
    stuck_menu = find_stuck_menu(session)  # the last width is a phone's

    def load_at(viewport: Viewport) -> object:
        return _load_at(session, viewport, url, content.waited_ms)

    uncovered = confirm_covered(session, views, load_at, lambda: _run_measurement(Covered, session, "targets", "ends"))
    confirmed = confirm_cut_off(session, uncovered, load_at)
    session.drain()
    return StaticPerception(
        loaded=True,
        http_status=outcome.status,
        views=confirmed,
        inventory=first.inventory,
        drawn_letters=first.drawn_letters,
        styling=styling,
        composition=composition,
        axe=axe,
        partly=_list_omissions(first.inventory, report),
        axe_problem=axe_problem,
        console=events.console,
        page_errors=tuple(errors),
        failed_requests=events.failed_requests,
        library_answers=events.library_answers,
        lost_anchors=lost_anchors,
        restless=restless,
        undrawn=tour.undrawn,
        letters=tour.letters,
        scrollers=tour.scrollers,
        stuck_menu=stuck_menu,
        lost_style=lost_style,
        blank_pictures=blank_pictures,
    )


def _observe_first_screen(session: Session, folder: Path, content: LateContent) -> tuple[Observation, float]:
    """Observe the window when its content is complete, and how much of it changes by itself."""
    first, then = observe_when_complete(session, content, RESTLESS_MS)
    (folder / "viewport.png").write_bytes(first.screenshot)
    (folder / "thumbnail.jpg").write_bytes(thumbnail(first.screenshot))
    return first, round_share(changed_share(first.screenshot, then.screenshot))


def _load_at(session: Session, viewport: Viewport, url: str, waited_ms: int) -> Happenings:
    """Load the page at this width: many pages choose their layout only once."""
    session.resize(viewport)
    began_ms = session.page_ms
    outcome = session.load(url)
    if not outcome.loaded:
        raise PageUnsettledError(f"it loaded at {DESKTOP.width} px but not at {viewport.width} px: {outcome.problem}")
    wait_as_long(session, began_ms, waited_ms)
    return _merge(outcome.happenings, session.drain())


def _measure_view(session: Session, viewport: Viewport, folder: Path) -> ViewportPerception:
    geometry = _run_measurement(_Geometry, session, "layout", "overlap", "targets")
    buried = find_buried(session, lambda: _run_measurement(Buried, session, "ends"))
    shown = show_buried(session, buried, viewport, folder / f"{viewport.name}-buried.png")
    cut_off = find_cut_off(session)
    path = folder / f"{viewport.name}.png"
    cut = session.full_screenshot(path, max_height=MAX_SCREENSHOT_HEIGHT)
    return ViewportPerception(
        viewport=viewport,
        screenshot=f"{folder.name}/{path.name}",
        screenshot_cut=cut,
        text_length=geometry.text_length,
        ink=ink_share(path),
        layout=geometry.layout.model_copy(
            update={
                "buried_controls": buried.buried_controls,
                "buried_texts": buried.buried_texts,
                "buried_view": shown,
                "cut_off": cut_off,
            }
        ),
    )


def _run_measurement(model: type[_Model], session: Session, *names: ScriptName, limit: int = MAX_ELEMENTS) -> _Model:
    """Run the scripts and validate their combined reply; if it is malformed, run them in an isolated world."""
    try:
        return model.model_validate(_run_scripts(session, names, limit, outside=False))
    except PageUnusableError:
        raise
    except (ValidationError, PageScriptError):  # in the page's own world
        pass
    try:
        return model.model_validate(_run_scripts(session, names, limit, outside=True))
    except ValidationError as problem:
        raise ExplorationError(
            f"the page's own scripts broke the measurement of {model.__name__}: {problem}"
        ) from problem


def _run_scripts(session: Session, names: tuple[ScriptName, ...], limit: int, *, outside: bool) -> dict[str, JsonValue]:
    reply: dict[str, JsonValue] = {}
    for name in names:
        part = run_script(session, name, limit, outside=outside)
        reply |= part if isinstance(part, dict) else {}
    return reply


def _accessibility(session: Session) -> tuple[_AxeReport, str]:
    """Return axe-core's findings, or why it failed: pages may break the tool, or it may take too long. Neither is a
    verdict."""
    options: JsonValue = {
        "tags": list(AXE_TAGS), "timeout_ms": AXE_TIMEOUT_MS, "limit": _MOST_AXE_ELEMENTS, "most": _AXE_LIMITS,
    }  # fmt: skip
    try:
        return _AxeReport.model_validate(run_script(session, "axe", options)), ""
    except (PageScriptError, ValidationError) as problem:
        return _AxeReport(violations=(), of=0, looked_at=0), str(problem)[:500]


def _list_omissions(inventory: Inventory, axe: _AxeReport) -> tuple[str, ...]:
    """Return notes on parts of a large page that were left out."""
    walk = f"the elements beyond the first {MAX_WALKED} were not examined" if _is_cut(inventory) else ""
    return tuple(note for note in (walk, axe.note) if note)


def _is_cut(inventory: Inventory) -> bool:
    return inventory.element_count > MAX_WALKED


def _merge(first: Happenings, then: Happenings) -> Happenings:
    return Happenings(
        console=first.console + then.console,
        page_errors=first.page_errors + then.page_errors,
        failed_requests=first.failed_requests + then.failed_requests,
        library_answers=first.library_answers + then.library_answers,
    )
