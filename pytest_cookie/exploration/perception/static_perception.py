"""Static perception, stage 1 of the method: what a page shows that nobody has touched, at three widths."""

from pathlib import Path
from typing import TypeVar

from pydantic import BaseModel, JsonValue, ValidationError, model_validator

from pytest_cookie.browser.errors import PageGoneError, PageScriptError, PageUnsettledError, PageUnusableError
from pytest_cookie.browser.page.observation import Happenings, LoadOutcome
from pytest_cookie.browser.page.observe import MAX_WALKED
from pytest_cookie.browser.session import Session
from pytest_cookie.core.errors import ExplorationError
from pytest_cookie.core.page import Element, Inventory
from pytest_cookie.core.perception import (
    DESKTOP,
    VIEWPORTS,
    AxeViolation,
    Layout,
    StaticPerception,
    Styling,
    Viewport,
    ViewportPerception,
)
from pytest_cookie.exploration.label_words import means
from pytest_cookie.exploration.page_scripts import ScriptName, run_script
from pytest_cookie.exploration.perception.page_layout import compose, heard_shift, listen_for_shifts
from pytest_cookie.exploration.pictures import changed_share, ink_share, thumbnail, told

MAX_SCREENSHOT_HEIGHT = 10_000
MAX_ELEMENTS = 10
RESTLESS_MS = 500
AXE_TIMEOUT_MS = 8_000
AXE_TAGS = ("wcag2a", "wcag2aa", "best-practice")
MAX_STYLED_ELEMENTS = 4_000

_Model = TypeVar("_Model", bound=BaseModel)
_MOST_FOR_AXE: JsonValue = {"elements": 60_000, "looked_at": 2_500, "parts": 200}
"""Beyond the first it is not asked at all, beyond the second of so many, in at most so many parts of the page."""


class _AxeReport(BaseModel):
    """What `axe.js` gives: `of` so many elements `looked_at` were looked at."""

    violations: tuple[AxeViolation, ...]
    of: int
    looked_at: int

    @property
    def note(self) -> str:
        """That it was not all of them."""
        if self.looked_at >= self.of:
            return ""
        return f"axe-core looked at {self.looked_at} of {self.of} elements"


class _Geometry(BaseModel):
    """What the layout scripts give together."""

    text_length: int
    layout: Layout

    @model_validator(mode="before")
    @classmethod
    def _all_but_text_is_layout(cls, given: dict[str, JsonValue]) -> dict[str, JsonValue]:
        rest = {name: value for name, value in given.items() if name != "text_length"}
        return {"text_length": given.get("text_length"), "layout": rest}


class _Anchors(BaseModel):
    """What `anchors.js` gives."""

    lost_anchors: tuple[Element, ...]


class _Buried(Element):
    """A control under something fixed, with the names of that thing's own buttons."""

    buttons: tuple[str, ...] = ()


class _Ends(BaseModel):
    """What `ends.js` gives."""

    buried_controls: tuple[_Buried, ...]

    @property
    def buried(self) -> tuple[Element, ...]:
        """Without those that a banner covers which the user can close."""
        return tuple(
            Element(selector=one.selector, text=one.text, box=one.box, detail=f"under {one.detail}")
            for one in self.buried_controls
            if not any(means(name, "close") for name in one.buttons)
        )


def perceive(session: Session, url: str, folder: Path) -> StaticPerception:
    """Load `url` at 1280, 768 and 375 px, measure it and write the pictures to `folder` (Cookie-Bench 4.1, stage 1).

    Where the renderer dies on the way, what was seen until then is returned; the session is then `crashed`.
    Raises `PageUnusableError` where the page does not stay or come again, or leaves no time to look at it,
    `BrowserError`, and `ExplorationError` where the measuring is broken.
    """
    folder.mkdir(parents=True, exist_ok=True)
    outcome = session.load(url)
    if not outcome.loaded or session.crashed:
        return _unloaded(outcome, session)
    try:
        return _measure(session, outcome, url, folder)
    except PageGoneError:
        return _unloaded(outcome, session)


def _unloaded(outcome: LoadOutcome, session: Session) -> StaticPerception:
    seen = _together(outcome.happenings, session.drain())
    return StaticPerception(
        loaded=outcome.loaded and not session.crashed,
        load_problem=outcome.problem or "the renderer died",
        http_status=outcome.status,
        console=seen.console,
        page_errors=seen.page_errors,
        failed_requests=seen.failed_requests,
        library_answers=seen.library_answers,
    )


def _measure(session: Session, outcome: LoadOutcome, url: str, folder: Path) -> StaticPerception:
    listen_for_shifts(session)
    inventory, restless = _first_screen(session, folder)
    shift = heard_shift(session)
    lost_anchors = _measured(_Anchors, session, "anchors").lost_anchors
    views = [_view(session, DESKTOP, folder)]
    composition = compose(session, folder.parent / views[0].screenshot, shift)
    styling = _measured(Styling, session, "styling", limit=MAX_STYLED_ELEMENTS)
    report, axe_problem = _accessibility(session)
    seen = _together(outcome.happenings, session.drain())
    errors = list(seen.page_errors)
    for viewport in VIEWPORTS:
        if viewport.name == DESKTOP.name:
            continue
        at_width = _load_at(session, viewport, url)
        known = {error.message for error in errors}
        errors += [error for error in at_width.page_errors if error.message not in known]
        views.append(_view(session, viewport, folder))
    return StaticPerception(
        loaded=True,
        http_status=outcome.status,
        views=tuple(views),
        inventory=inventory,
        styling=styling,
        composition=composition,
        axe=report.violations,
        partly=_partly(inventory, report),
        axe_problem=axe_problem,
        console=seen.console,
        page_errors=tuple(errors),
        failed_requests=seen.failed_requests,
        library_answers=seen.library_answers,
        lost_anchors=lost_anchors,
        restless=restless,
    )


def _first_screen(session: Session, folder: Path) -> tuple[Inventory, float]:
    first = session.observe(with_tree=True)
    (folder / "viewport.png").write_bytes(first.screenshot)
    (folder / "thumbnail.jpg").write_bytes(thumbnail(first.screenshot))
    session.wait(RESTLESS_MS)
    return first.inventory, told(changed_share(first.screenshot, session.observe().screenshot))


def _load_at(session: Session, viewport: Viewport, url: str) -> Happenings:
    """Meet the page at this width from its start: many decide only once what they are."""
    session.resize(viewport)
    outcome = session.load(url)
    if not outcome.loaded:
        raise PageUnsettledError(f"it loaded at {DESKTOP.width} px but not at {viewport.width} px: {outcome.problem}")
    return _together(outcome.happenings, session.drain())


def _view(session: Session, viewport: Viewport, folder: Path) -> ViewportPerception:
    geometry = _measured(_Geometry, session, "layout", "overlap", "targets")
    buried = _measured(_Ends, session, "ends").buried
    path = folder / f"{viewport.name}.png"
    cut = session.full_screenshot(path, max_height=MAX_SCREENSHOT_HEIGHT)
    return ViewportPerception(
        viewport=viewport,
        screenshot=f"{folder.name}/{path.name}",
        screenshot_cut=cut,
        text_length=geometry.text_length,
        ink=ink_share(path),
        layout=geometry.layout.model_copy(update={"buried_controls": buried}),
    )


def _measured(model: type[_Model], session: Session, *names: ScriptName, limit: int = MAX_ELEMENTS) -> _Model:
    """What the scripts give together; from outside of the page where it gives something else."""
    try:
        return model.model_validate(_given(session, names, limit, outside=False))
    except PageUnusableError:
        raise
    except (ValidationError, PageScriptError):  # in the page's own world
        pass
    try:
        return model.model_validate(_given(session, names, limit, outside=True))
    except ValidationError as problem:
        raise ExplorationError(
            f"the page's own scripts broke the measuring of {model.__name__}: {problem}"
        ) from problem


def _given(session: Session, names: tuple[ScriptName, ...], limit: int, *, outside: bool) -> dict[str, JsonValue]:
    given: dict[str, JsonValue] = {}
    for name in names:
        part = run_script(session, name, limit, outside=outside)
        given |= part if isinstance(part, dict) else {}
    return given


def _accessibility(session: Session) -> tuple[_AxeReport, str]:
    """What axe-core finds, or why it could not look: pages may break the tool, and that is no verdict.

    Nor is it where the tool takes longer than there is.
    """
    options: JsonValue = {
        "tags": list(AXE_TAGS), "timeout_ms": AXE_TIMEOUT_MS, "limit": MAX_ELEMENTS, "most": _MOST_FOR_AXE,
    }  # fmt: skip
    try:
        return _AxeReport.model_validate(run_script(session, "axe", options)), ""
    except (PageScriptError, ValidationError) as problem:
        return _AxeReport(violations=(), of=0, looked_at=0), str(problem)[:500]


def _partly(inventory: Inventory, axe: _AxeReport) -> tuple[str, ...]:
    """What of a large page was left out."""
    walk = f"the elements beyond the first {MAX_WALKED} were not looked at" if _is_cut(inventory) else ""
    return tuple(note for note in (walk, axe.note) if note)


def _is_cut(inventory: Inventory) -> bool:
    return inventory.element_count > MAX_WALKED


def _together(first: Happenings, then: Happenings) -> Happenings:
    return Happenings(
        console=first.console + then.console,
        page_errors=first.page_errors + then.page_errors,
        failed_requests=first.failed_requests + then.failed_requests,
        library_answers=first.library_answers + then.library_answers,
    )
